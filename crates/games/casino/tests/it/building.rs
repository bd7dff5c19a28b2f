//! Making builds, adding to them, raising them.

use crate::scene::*;
use casino::{Action, BuildId, Error, Top, Tops};
use kernel::Viewer;

fn missing(value: u8) -> Error {
    Error::KeyCardMissing { value }
}
fn cannot_raise(id: u8) -> Error {
    Error::CannotRaise { build: BuildId(id) }
}

#[test]
fn c_12_equal_cards_build_their_sum() {
    let mut scene = Scene::new("A[3s] T[3h 3d]");
    assert_eq!(scene.refused(A, build("3s", "3h 3d", 3)), Error::StackValue { sum: 9 });
    assert_eq!(scene.refused(A, build("3s", "3h 3d", 6)), Error::StackValue { sum: 9 });
    scene.act(A, build("3s", "3h 3d", 9));
    assert_eq!(scene.builds(), "B9(A: 3d 3h 3s)");
}

#[test]
fn c_16_a_build_of_equal_cards_lies_there() {
    let mut scene = Scene::new("A[5s] T[5h]");
    scene.act(A, build("5s", "5h", 10));
    assert_eq!(scene.builds(), "B10(A: 5h 5s)");
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.turn, open.last_capturer), (B, None));
}

#[test]
fn c_17_equal_cards_may_be_a_second_build() {
    let mut scene = Scene::new("A[5s 7h] T[5h] B7(A: 3c 4c)");
    scene.act(A, build("5s", "5h", 10));
    assert_eq!(scene.builds(), "B7(A: 3c 4c) B10(A: 5h 5s)");
}

#[test]
fn c_18_equal_cards_join_a_build_of_their_sum() {
    let mut scene = Scene::new("A[5s] T[5h] B10(B: 6c 4d)");
    scene.act(A, build("5s", "5h", 10));
    assert_eq!(scene.builds(), "B10*(A: 6c 4d 5h 5s)");
}

#[test]
fn c_22_a_build_needs_a_key_card() {
    let mut scene = Scene::new("A[5s 9c] T[4h]");
    scene.act(A, build("5s", "4h", 9));
    assert_eq!(scene.builds(), "B9(A: 4h 5s)");
    assert_eq!(Scene::new("A[5s 8c] T[4h]").refused(A, build("5s", "4h", 9)), missing(9));
}

#[test]
fn c_23_unless_the_house_says_otherwise() {
    let mut scene = Scene::with(r#"{"key_card":"free"}"#, "A[5s 8c] T[4h]");
    scene.act(A, build("5s", "4h", 9));
}

#[test]
fn c_25_one_build_at_a_time() {
    let scene = Scene::new("A[5s 7h 9c] T[4h] B7(A: 3c 4c)");
    assert_eq!(scene.refused(A, build("5s", "4h", 9)), Error::OwnsBuild);
    let mut any = Scene::with(r#"{"builds_per_seat":"any"}"#, "A[5s 7h 9c] T[4h] B7(A: 3c 4c)");
    any.act(A, build("5s", "4h", 9));
}

#[test]
fn c_26_one_build_of_each_value() {
    let scene = Scene::new("A[5s 9c] T[4h] B9(B: 6c 3c)");
    assert_eq!(scene.refused(A, build("5s", "4h", 9)), Error::ValueTaken { value: 9 });
}

#[test]
fn c_27_a_build_is_between_two_and_the_limit() {
    let scene = Scene::new("A[6s 5c] T[5h]");
    assert_eq!(scene.refused(A, build("6s", "5h", 11)), Error::OverLimit { value: 11, limit: 10 });
    assert_eq!(scene.refused(A, build("6s", "5h", 1)), Error::BadValue { value: 1 });
    assert_eq!(scene.refused(A, build("6s", "", 6)), Error::NothingTaken);
}

#[test]
fn c_28_groups_are_added_to_an_own_build() {
    let mut scene = Scene::new("A[8s 8h 6d] T[2d] B8(A: 5c 3c) B[9c 9d]");
    let mut other = scene.clone();
    other.act(A, add("6d", 0, "2d"));
    assert_eq!(other.builds(), "B8*(A: 5c 3c 2d 6d)");
    scene.act(A, add("8s", 0, ""));
    assert_eq!(scene.builds(), "B8*(A: 5c 3c 8s)");
    scene.act(B, trail("9c")).act(A, add("6d", 0, "2d"));
    assert_eq!(scene.builds(), "B8*(A: 5c 3c 8s 2d 6d)");
}

#[test]
fn c_29_adding_keeps_a_key_card() {
    assert_eq!(Scene::new("A[8s 6d] B8(A: 5c 3c)").refused(A, add("8s", 0, "")), missing(8));
}

#[test]
fn c_30_somebody_elses_build_is_captured_not_added_to() {
    let mut scene = Scene::new("A[8s 8h] B8(B: 5c 3c)");
    assert_eq!(scene.refused(A, add("8s", 0, "")), Error::NotYourBuild { build: BuildId(0) });
    scene.act(A, capture_build("8s", "", 0));
    assert_eq!(scene.pile(A), "5c 3c 8s");
}

#[test]
fn c_31_a_single_build_is_raised_and_taken_over() {
    let mut scene = Scene::new("A[3c 9d] B6(B: 4h 2d)");
    scene.act(A, raise("3c", 0, ""));
    assert_eq!(scene.builds(), "B9(A: 4h 2d 3c)");
}

#[test]
fn c_32_what_cannot_be_raised() {
    assert_eq!(Scene::new("A[3c 8d] B6(B: 4h 2d)").refused(A, raise("3c", 0, "")), missing(9));
    let compound = Scene::new("A[3c 9d] B6(B: 4h 2d 6c)");
    assert_eq!(compound.refused(A, raise("3c", 0, "")), cannot_raise(0));
    let highest = Scene::new("A[3c 9d] B10(B: 4h 6d)");
    assert_eq!(highest.refused(A, raise("3c", 0, "")), cannot_raise(0));
    let own = Scene::new("A[3c 9d] B6(A: 4h 2d)");
    assert_eq!(own.refused(A, raise("3c", 0, "")), cannot_raise(0));
}

#[test]
fn c_33_a_raised_build_joins_an_own_one() {
    let mut scene = Scene::new("A[3c 9d] B9(A: 5c 4c) B6(B: 4h 2d)");
    scene.act(A, raise("3c", 1, ""));
    assert_eq!(scene.builds(), "B9*(A: 5c 4c 4h 2d 3c)");
}

#[test]
fn c_34_a_raise_makes_no_second_build() {
    let scene = Scene::new("A[3c 9d 7h] B7(A: 5c 2c) B6(B: 4h 2d)");
    assert_eq!(scene.refused(A, raise("3c", 1, "")), Error::OwnsBuild);
}

#[test]
fn c_35_loose_cards_raise_where_the_house_allows_it() {
    let position = "A[2c 9d] T[2h] B5(B: 4h Ad)";
    let refused = Scene::new(position).refused(A, raise("2c", 0, "2h"));
    assert_eq!(refused, Error::OptionOff { option: "raise".into() });
    let mut scene = Scene::with(r#"{"raise":"hand_and_loose"}"#, position);
    scene.act(A, raise("2c", 0, "2h"));
    assert_eq!(scene.builds(), "B9(A: 4h Ad 2h 2c)");
    let off = Scene::with(r#"{"raise":"off"}"#, "A[3c 9d] B6(B: 4h 2d)");
    assert_eq!(off.refused(A, raise("3c", 0, "")), Error::OptionOff { option: "raise".into() });
}

#[test]
fn c_42_a_top_can_be_added_but_not_built_with() {
    let mut scene = Scene::new("A[8c 5d] B8(A: 6c 2c) P(B: 9c 3h)");
    let tops = Tops::only(Top { seat: B, card: card("3h") });
    scene.act(A, Action::Add { card: card("5d"), build: BuildId(0), loose: cards(""), tops });
    assert_eq!(scene.builds(), "B8*(A: 6c 2c 3h 5d)");
    assert_eq!(scene.pile(B), "9c");
    let message = r#"{"build":{"card":"5d","loose":["3d"],"value":8,"tops":[{"seat":1,"card":"3h"}]}}"#;
    let unreadable = serde_json::from_str::<Action>(message).unwrap_err();
    assert!(unreadable.to_string().contains("unknown field `tops`"), "{unreadable}");
}

/// A raise may not take a value that somebody else's build has.
#[test]
fn a_raise_needs_a_free_value() {
    let scene = Scene::new("A[3c 9d] B6(B: 4h 2d) B9(B: 8h Ac)");
    assert_eq!(scene.refused(A, raise("3c", 0, "")), Error::ValueTaken { value: 9 });
}
