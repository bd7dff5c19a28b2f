//! Cards laid together, and the choices they offer.

use crate::scene::*;
use casino::{Action, same_rank};

fn detect(hand: &str, loose: &str) -> Option<u32> {
    same_rank(card(hand), cards(loose))
}

#[test]
fn c_04_equal_ranks_are_found() {
    assert_eq!(detect("5s", "5h"), Some(10));
}

#[test]
fn c_05_a_same_rank_draft_needs_two_cards() {
    assert_eq!(detect("5s", ""), None);
    // Without a card of the hand, with a pile's top or with a build no move of equal cards is there to offer:
    // a build action names a hand card and loose cards, nothing else.
    let scene = Scene::new("A[5s 8c] T[5h 5d] B5(B: 4c Ac 3c 2c) P(B: 2d 5c)");
    let loose_alone = scene.legal(A).into_iter().find(|action| action.card().is_none());
    assert_eq!(loose_alone, None);
    let with_more = scene
        .legal(A)
        .into_iter()
        .filter(|action| !action.tops().is_empty() || !action.builds().is_empty())
        .map(|action| scene.label(&action));
    assert!(with_more.into_iter().all(|label| label.starts_with("Capture")));
}

#[test]
fn c_06_ranks_are_compared_and_not_values() {
    assert_eq!(detect("10s", "Jh"), None);
    assert_eq!(detect("Js", "Jh"), Some(0));
    let scene = Scene::with(r#"{"deck":52}"#, "A[Js 10s] T[Jh]");
    assert_eq!(scene.choices("Js", "Jh"), ["Capture J"]);
    assert_eq!(scene.choices("10s", "Jh"), [""; 0]);
}

#[test]
fn c_07_two_fives_can_be_captured_or_built() {
    assert_eq!(Scene::new("A[5s] T[5h]").choices("5s", "5h"), ["Capture 10", "Build 10"]);
}

#[test]
fn c_08_the_rest_of_the_hand_is_not_looked_at() {
    let scene = Scene::new("A[5s 5c 10s] T[5h]");
    assert_eq!(scene.choices("5s", "5h"), ["Capture 10", "Build 10"]);
    let named = scene.legal(A).into_iter().filter(|action| action.card() == Some(card("5s")));
    assert!(named.into_iter().all(|action| (action.loose() - cards("5h")).is_empty()));
}

#[test]
fn c_09_fifteen_is_too_much_to_build() {
    let scene = Scene::new("A[5s] T[5h 5d]");
    assert_eq!(scene.choices("5s", "5h 5d"), ["Capture 15"]);
    assert_eq!(scene.choices("5s", "5d"), ["Capture 10", "Build 10"]);
}

#[test]
fn c_10_three_sevens_can_only_be_captured() {
    assert_eq!(Scene::new("A[7s] T[7h 7d]").choices("7s", "7h 7d"), ["Capture 21"]);
}

#[test]
fn c_11_the_house_sets_the_limit() {
    let scene = Scene::with(r#"{"build_limit":8}"#, "A[4s 5s] T[4h 5h]");
    assert_eq!(scene.choices("4s", "4h"), ["Capture 8", "Build 8"]);
    assert_eq!(scene.choices("5s", "5h"), ["Capture 10"]);
}

#[test]
fn c_13_four_twos_build_eight_and_nothing_else() {
    assert_eq!(Scene::new("A[2s] T[2c 2d 2h]").choices("2s", "2c 2d 2h"), ["Capture 8", "Build 8"]);
}

#[test]
fn c_14_two_aces_build_two() {
    assert_eq!(Scene::new("A[As] T[Ah]").choices("As", "Ah"), ["Capture 2", "Build 2"]);
}

#[test]
fn c_19_the_traditional_choices_need_key_cards() {
    let scene = Scene::with(r#"{"key_card":"required"}"#, "A[5s 5c 10s] T[5h]");
    assert_eq!(scene.choices("5s", "5h"), ["Capture 10", "Build 5", "Build 10"]);
}

#[test]
fn c_20_each_traditional_build_needs_its_own_key_card() {
    for (hand, expected) in [
        ("5s 5c", vec!["Capture 10", "Build 5"]),
        ("5s 10s", vec!["Capture 10", "Build 10"]),
        ("5s", vec!["Capture 10"]),
    ] {
        let scene = Scene::with(r#"{"key_card":"required"}"#, &format!("A[{hand}] T[5h]"));
        assert_eq!(scene.choices("5s", "5h"), expected, "{hand}");
    }
    let twos = Scene::with(r#"{"key_card":"required"}"#, "A[2s 4c] T[2c 2d 2h]");
    assert_eq!(twos.choices("2s", "2c 2d 2h"), ["Capture 8", "Build 4"]);
}

#[test]
fn c_21_free_builds_need_none() {
    let scene = Scene::with(r#"{"key_card":"free"}"#, "A[5s] T[5h]");
    assert_eq!(scene.choices("5s", "5h"), ["Capture 10", "Build 5", "Build 10"]);
}

#[test]
fn c_24_one_draft_two_builds() {
    let mut scene = Scene::new("A[Ac 3s 6s] T[2d 3h]");
    assert_eq!(scene.choices("Ac", "2d 3h"), ["Build 3", "Build 6"]);
    let mut single = scene.clone();
    scene.act(A, build("Ac", "2d 3h", 3));
    assert_eq!(scene.builds(), "B3*(A: 2d 3h Ac)");
    single.act(A, build("Ac", "2d 3h", 6));
    assert_eq!(single.builds(), "B6(A: 2d 3h Ac)");
}

#[test]
fn sets_are_read_in_any_order_and_written_in_one() {
    let capture = |loose: &str, builds: &str, tops: &str| {
        let text =
            format!(r#"{{"capture":{{"card":"8s","loose":{loose},"builds":{builds},"tops":{tops}}}}}"#);
        serde_json::from_str::<Action>(&text).map(|action| serde_json::to_string(&action).unwrap())
    };
    let (first, second) = (r#"{"seat":1,"card":"2d"}"#, r#"{"seat":3,"card":"5c"}"#);
    let sorted = capture(r#"["3d","4c","4h"]"#, "[1,2]", &format!("[{first},{second}]")).unwrap();
    let laid = capture(r#"["4h","4c","3d"]"#, "[2,1]", &format!("[{second},{first}]")).unwrap();
    assert_eq!(laid, sorted);
    for (loose, builds, tops) in [
        (r#"["4h","3d","4h"]"#, "[1]", "[]".to_owned()),
        (r#"["4h"]"#, "[1,2,1]", "[]".to_owned()),
        (r#"["4h"]"#, "[64]", "[]".to_owned()),
        (r#"["4h"]"#, "[1]", format!("[{first},{second},{first}]")),
        (r#"["4h"]"#, "[1]", r#"[{"seat":4,"card":"2d"}]"#.to_owned()),
    ] {
        assert!(capture(loose, builds, &tops).is_err(), "{loose} {builds} {tops}");
    }
}
