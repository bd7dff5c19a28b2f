//! The laws that every game must pass.

use roost::{Deck, Roost};
use serde_json::{Value, json};
use std::{collections::BTreeSet, sync::OnceLock};
use testkit::Laws;

/// A bird card or a bonus card, by its id. Ids of goals, phases and the like are other words.
fn card(value: &Value) -> Option<String> {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    let names = NAMES.get_or_init(|| {
        let deck = Deck::built_in();
        deck.cards
            .iter()
            .map(|bird| bird.id.to_string())
            .chain(deck.bonus.iter().map(|b| b.id.to_string()))
            .collect()
    });
    let word = value.as_str()?;
    let print = word.split('#').next()?;
    names.contains(print).then(|| word.to_owned())
}

#[test]
fn the_laws_hold() {
    Laws::<Roost>::new(card)
        .games(200)
        .bound(26 * 5 * 200)
        .sample(128)
        .twins()
        // Small packs, so that the discards become the deck in many games.
        .options(|rng| match kernel::below(4, rng) {
            0 => json!({ "max_seats": 5, "bird_copies": 1, "length": "short" }),
            1 => json!({ "max_seats": 5 }),
            2 => json!({ "max_seats": 5, "bonus_deck": "wide" }),
            _ => json!({ "max_seats": 5, "round_seconds": 0 }),
        })
        .run();
}
