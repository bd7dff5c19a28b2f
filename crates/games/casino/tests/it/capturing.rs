//! Taking cards: groups, builds, tops of piles.

use crate::scene::*;
use casino::{Action, BuildSet, Error, Top, Tops};
use kernel::{CommonError, Listed, Viewer};

#[test]
fn c_15_a_capture_goes_on_the_pile_with_its_card_on_top() {
    let mut scene = Scene::new("A[5s] T[5h]");
    scene.act(A, capture("5s", "5h"));
    assert_eq!(scene.pile(A), "5h 5s");
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.turn, open.last_capturer), (B, Some(A)));
    assert_eq!(scene.view(Viewer::Seat(B)).piles[A].top, Some(card("5s")));
}

#[test]
fn c_36_a_ten_takes_any_choice_of_three_groups() {
    let scene = Scene::new("A[10c] T[10d 6c 4d 7h 2s Ac]");
    let (legal, listed) = scene.list(A);
    assert_eq!((legal.len(), listed), (8, Listed::All));
    assert_eq!(legal[0], trail("10c"));
    let labels: Vec<_> = legal[1..].iter().map(|action| scene.label(action)).collect();
    let sums = ["20", "20", "20", "30", "30", "30", "40"];
    assert_eq!(labels, sums.map(|sum| format!("Capture {sum}")));
}

#[test]
fn c_37_what_is_taken_must_split() {
    let mut scene = Scene::new("A[10c] T[10d 6c 4d 7h 2s Ac]");
    assert_eq!(scene.refused(A, capture("10c", "6c 2s")), Error::NoSplit { value: 10 });
    let all = capture("10c", "10d 6c 4d 7h 2s Ac");
    assert_eq!(scene.label(&all), "Capture 40");
    scene.act(A, all);
    assert!(scene.loose().is_empty());
}

#[test]
fn c_38_where_the_house_wants_everything_taken() {
    let mut scene = Scene::with(r#"{"must_take_all":"on"}"#, "A[10c] T[10d 6c 4d]");
    assert_eq!(scene.refused(A, capture("10c", "10d")), Error::MustTakeAll);
    scene.act(A, capture("10c", "10d 6c 4d"));
}

/// The rest need not be a group itself to make a larger capture possible.
#[test]
fn everything_is_more_than_one_group_more() {
    let scene = Scene::with(r#"{"must_take_all":"on"}"#, "A[10c] T[3c 3d 4h 7c 7d 6h]");
    assert_eq!(scene.refused(A, capture("10c", "3c 3d 4h")), Error::MustTakeAll);
    assert_eq!(scene.choices("10c", "3c 3d 4h 7c 7d 6h"), ["Capture 40"]);
}

#[test]
fn c_39_a_build_and_loose_cards_in_one_heap() {
    let mut scene = Scene::new("A[10c] T[10d] B10(B: 6c 4d)");
    scene.act(A, capture_build("10c", "10d", 0));
    assert_eq!(scene.pile(A), "6c 4d 10d 10c");
}

#[test]
fn c_40_a_top_comes_along_with_a_group() {
    let mut scene = Scene::new("A[8c] T[5c 3d] P(B: 9c 8h)");
    let alone = capture_top("8c", "", B, "8h");
    assert_eq!(scene.refused(A, alone), Error::NothingTaken);
    scene.act(A, capture_top("8c", "5c 3d", B, "8h"));
    assert_eq!(scene.pile(A), "8h 3d 5c 8c");
    assert_eq!(scene.view(Viewer::Seat(A)).piles[B].top, Some(card("9c")));
}

#[test]
fn c_41_a_top_needs_a_base() {
    let scene = Scene::new("A[8c] T[5c] P(B: 9c 3h)");
    assert_eq!(scene.refused(A, capture_top("8c", "5c", B, "3h")), Error::NoBase { value: 8 });
    // A build is a base.
    let mut with_build = Scene::new("A[8c] T[5c] B8(B: 7c Ac) P(B: 9c 3h)");
    let tops = Tops::only(Top { seat: B, card: card("3h") });
    let builds = BuildSet::only(casino::BuildId(0));
    with_build.act(A, Action::Capture { card: card("8c"), loose: cards("5c"), builds, tops });
    assert_eq!(with_build.pile(A), "7c Ac 3h 5c 8c");
}

#[test]
fn c_43_a_partners_top_is_not_used() {
    let scene = Scene::at(r#"{"teams":"on"}"#, 4, 1, "A[8c] T[5c 3d] P(C: 9c 8h)");
    let error = Error::TopNotAllowed { card: card("8h") };
    assert_eq!(scene.refused(A, capture_top("8c", "5c 3d", C, "8h")), error);
}

#[test]
fn c_48_the_last_key_card_takes_its_build() {
    let mut scene = Scene::with(r#"{"key_card":"required"}"#, "A[7h 2c] T[7c] B7(A: 3c 4c)");
    assert_eq!(scene.refused(A, capture("7h", "7c")), Error::KeyCardLocked { card: card("7h") });
    scene.act(A, capture_build("7h", "7c", 0));
    assert_eq!(scene.pile(A), "3c 4c 7c 7h");
}

#[test]
fn c_49_in_the_house_game_it_is_free() {
    let mut scene = Scene::new("A[7h 2c] T[7c] B7(A: 3c 4c)");
    scene.act(A, capture("7h", "7c"));
    assert_eq!(scene.builds(), "B7(A: 3c 4c)");
}

#[test]
fn c_65_somebody_elses_turn_and_cards_that_are_not_there() {
    let mut scene = Scene::new("A[5s 2c] B[5c 9d] T[5h]");
    scene.act(A, capture("5s", "5h"));
    assert_eq!(scene.refused(A, trail("2c")), Error::from(CommonError::NotYourTurn));
    assert_eq!(scene.refused(B, trail("2c")), Error::NotInHand { card: card("2c") });
    assert_eq!(scene.refused(B, capture("5c", "5h")), Error::NotLoose { card: card("5h") });
}

#[test]
fn c_66_no_card_is_taken_twice_and_a_capture_takes_something() {
    let twice = r#"{"capture":{"card":"5s","loose":["5h","5h"]}}"#;
    assert!(serde_json::from_str::<Action>(twice).is_err());
    let scene = Scene::new("A[5s] T[5h]");
    assert_eq!(scene.refused(A, capture("5s", "")), Error::NothingTaken);
}

#[test]
fn c_81_a_list_is_cut_and_what_was_left_out_is_accepted() {
    let scene = Scene::new("A[10c] T[Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s]");
    let (legal, listed) = scene.list(A);
    assert_eq!((legal.len(), listed), (2_000, Listed::Truncated));
    // The first ones are on it: few things come first.
    let things = |action: &Action| action.loose().len();
    assert!(legal.windows(2).all(|pair| things(&pair[0]) <= things(&pair[1])));
    let everything = capture("10c", "Ac Ad Ah As 2c 2d 2h 2s 3c 3d 3h 3s 4c 4d 4h 4s");
    assert!(!legal.contains(&everything));
    let mut played = scene.clone();
    played.act(A, everything);
    assert_eq!(played.pile(A).split(' ').count(), 17);
}

/// Everything that is listed by hand, for a table on which it can be done: all subsets are tried.
#[test]
fn the_list_is_everything_that_is_accepted() {
    for json in [
        "{}",
        r#"{"key_card":"free","raise":"hand_and_loose","builds_per_seat":"any","raise_own":"on"}"#,
        r#"{"key_card":"required","must_take_all":"on","no_pair_trail":"on"}"#,
    ] {
        let scene = Scene::with(
            json,
            "A[2c 3c 5c 8c 10c 6c] T[Ad 2d 3h 5d 4s 6h] B8(A: 7c Ac) B7(B: 4c 3d) P(B: 9c 2h)",
        );
        let loose: Vec<_> = scene.loose().iter().collect();
        let top = Tops::only(Top { seat: B, card: card("2h") });
        let mut accepted = vec![];
        for hand in scene.hand(A).iter() {
            for some in 0..1u32 << loose.len() {
                let loose =
                    loose.iter().enumerate().filter(|(i, _)| some >> i & 1 == 1).map(|(_, c)| *c).collect();
                for tops in [Tops::EMPTY, top] {
                    for builds in [vec![], vec![0], vec![1], vec![0, 1]] {
                        let builds = builds.into_iter().map(casino::BuildId).collect();
                        accepted.push(Action::Capture { card: hand, loose, builds, tops });
                    }
                    for build in [0, 1].map(casino::BuildId) {
                        accepted.push(Action::Add { card: hand, build, loose, tops });
                    }
                }
                for build in [0, 1].map(casino::BuildId) {
                    accepted.push(Action::Raise { card: hand, build, loose });
                }
                accepted.extend((0..12).map(|value| Action::Build { card: hand, loose, value }));
            }
            accepted.push(Action::Trail { card: hand });
        }
        accepted.retain(|action| <casino::Casino as kernel::Game>::check(&scene.state, A, action).is_ok());
        accepted.sort();
        let mut listed = scene.legal(A);
        listed.sort();
        assert_eq!(listed, accepted, "{json}");
        assert!(listed.len() > 20, "{json}: {}", listed.len());
    }
}
