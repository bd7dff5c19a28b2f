//! The laws of all games, held by Dutch.

use crate::desk::card_in;
use dutch::Dutch;
use kernel::below;
use serde_json::json;

#[test]
fn the_laws_hold() {
    testkit::Laws::<Dutch>::new(card_in)
        .games(2_000)
        .bound(60_000)
        .sample(64)
        // Short matches; and in most games no pause in which random players would call Dutch at once, so
        // that draw piles run out and are reshuffled.
        .options(|rng| match below(4, rng) {
            0 => json!({ "turn_limit": 10, "match_target": 50, "max_seats": 6 }),
            _ => json!({ "turn_limit": 20, "match_target": 50, "max_seats": 6, "turn_end_seconds": 0 }),
        })
        .run();
}
