//! Leaving a card on the table, and when that is not allowed.

use crate::scene::*;
use casino::Error;

const OWNER: &str = "A[7h 4c] B7(A: 3c 2c 2d)";

#[test]
fn c_44_an_owner_who_can_take_a_build_does_not_trail() {
    let scene = Scene::new(OWNER);
    assert_eq!(scene.refused(A, trail("4c")), Error::TrailBanned { value: 7 });
    assert_eq!(scene.refused(A, trail("7h")), Error::TrailBanned { value: 7 });
}

#[test]
fn c_45_an_owner_who_cannot_may() {
    let mut scene = Scene::new("A[4c 9c] B10(A: 5h 5s)");
    scene.act(A, trail("4c"));
    assert_eq!(scene.loose(), cards("4c"));
}

#[test]
fn c_46_the_ban_ends_with_the_first_deal_of_two() {
    Scene::at("{}", 2, 2, OWNER).act(A, trail("4c"));
    Scene::at("{}", 3, 1, OWNER).act(A, trail("4c"));
}

#[test]
fn c_47_the_last_key_card_is_not_trailed() {
    let mut scene = Scene::at(r#"{"key_card":"required"}"#, 2, 2, OWNER);
    assert_eq!(scene.refused(A, trail("7h")), Error::KeyCardLocked { card: card("7h") });
    scene.act(A, trail("4c"));
}

#[test]
fn c_50_what_matches_the_table_is_not_trailed() {
    let mut scene = Scene::with(r#"{"no_pair_trail":"on"}"#, "A[4c 9c 2c] T[4h] B9(B: 6c 3c)");
    assert_eq!(scene.refused(A, trail("4c")), Error::PairTrail { card: card("4c") });
    assert_eq!(scene.refused(A, trail("9c")), Error::PairTrail { card: card("9c") });
    scene.act(A, trail("2c"));
}
