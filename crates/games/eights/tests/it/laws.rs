//! The laws that every game must pass.

use eights::Eights;
use serde_json::{Value, json};
use testkit::Laws;

/// A card in a hand: its id and its face. Faces on the table are common knowledge and no secret.
fn card_in_hand(value: &Value) -> Option<String> {
    let (id, face) = (value.get("id")?.as_u64()?, value.get("face")?.as_str()?);
    Some(format!("{id} {face}"))
}

#[test]
fn the_laws_hold() {
    Laws::<Eights>::new(card_in_hand)
        .games(2000)
        .bound(30_000)
        .sample(128)
        .endless()
        // Short rounds and short matches, so that many of them are played to the end.
        .options(|_| json!({ "turn_limit": 100, "points_target": 100 }))
        .run();
}
