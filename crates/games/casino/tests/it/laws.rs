//! The laws of all games, held by Casino.

use casino::Casino;
use serde_json::json;

#[test]
fn the_laws_hold() {
    testkit::Laws::<Casino>::new(testkit::playing_card)
        .games(2_000)
        .bound(30_000)
        .sample(64)
        // Short matches, so that many of them are played to the end.
        .options(|_| json!({ "match_target": 11 }))
        .run();
}
