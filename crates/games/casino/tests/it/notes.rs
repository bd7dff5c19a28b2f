//! Comments and previews: risks, prospects, and what others see of a draft.

use crate::scene::*;
use casino::{BuildSet, Note, Stage, StageError, Tops, check_stage, note};
use kernel::{Seat, Viewer};

const PIPS: &str = "{}";
const CASINO: &str = r#"{"scoring":"casino"}"#;

fn about(scene: &Scene, seat: Seat, action: casino::Action) -> Note {
    note(&scene.options, &scene.recall(seat), &action, true).unwrap()
}

#[test]
fn c_64_others_see_the_public_part_of_a_draft() {
    let scene = Scene::with(r#"{"staging_hint":"on"}"#, "A[5s] T[5h]");
    let public = scene.view(Viewer::Spectator);
    let stage = Stage { loose: cards("5h"), from_hand: true, ..Stage::default() };
    assert_eq!(check_stage(&scene.options, &public, A, &stage), Ok(()));
    assert_eq!(check_stage(&scene.options, &public, B, &stage), Err(StageError::BadStage));
    let hand = Stage { loose: cards("5s"), ..stage };
    assert_eq!(check_stage(&scene.options, &public, A, &hand), Err(StageError::BadStage));
    let build = Stage { builds: BuildSet::only(casino::BuildId(3)), ..stage };
    assert_eq!(check_stage(&scene.options, &public, A, &build), Err(StageError::BadStage));
    let top = Stage { tops: Tops::only(casino::Top { seat: B, card: card("5c") }), ..stage };
    assert_eq!(check_stage(&scene.options, &public, A, &top), Err(StageError::BadStage));
    assert_eq!(check_stage(&options("{}"), &public, A, &stage), Err(StageError::OptionOff));
    let message = serde_json::to_string(&stage).unwrap();
    assert!(!message.contains("5s"), "{message}");
}

/// B begins and trails 5h; A holds ten cards, 5s among them.
fn first_turn(hand: &str) -> Scene {
    let other = "5h 3c 3d 3h 4c 4d 4h 6c 6d 6h";
    let mut scene = Scene::dealt("{}", 2, &two_hands(other, hand));
    scene.act(A, trail("5h"));
    scene
}

#[test]
fn c_68_the_risk_of_a_build_is_counted() {
    for (hand, unseen, risk) in [
        ("5s 2c 2d 2h 7c 7d 7h 8c 8d 8h", 4, 0.796),
        ("5s 10c 2d 2h 7c 7d 7h 8c 8d 8h", 3, 0.688),
        ("5s 10c 10d 2h 7c 7d 7h 8c 8d 8h", 2, 0.532),
    ] {
        let scene = first_turn(hand);
        let prospect = about(&scene, B, build("5s", "5h", 10)).build.unwrap();
        assert_eq!((prospect.unseen, prospect.in_hands, prospect.total), (unseen, 9, 10));
        assert!((prospect.risk - risk).abs() < 0.0005, "{}", prospect.risk);
    }
}

#[test]
fn c_69_in_the_second_deal_there_is_no_doubt() {
    // Everything but two hands is captured: what A does not see, B holds.
    let hand = "5s 9c 9d 9h 9s 2c 2d 3c 3d 4c";
    let theirs = "10c Ac Ad Ah As 8c 8d 8h 8s 7c";
    let captured: Vec<String> = (casino::pack(40) - cards(hand) - cards(theirs) - cards("5h 4h"))
        .iter()
        .map(|card| card.to_string())
        .collect();
    let position = format!("A[{hand}] B[{theirs}] T[5h 4h] P(B: {})", captured.join(" "));
    let scene = Scene::at("{}", 2, 2, &position);
    assert_eq!(about(&scene, A, build("5s", "5h", 10)).build.unwrap().risk, 1.0);
    assert_eq!(about(&scene, A, build("5s", "4h", 9)).build.unwrap().risk, 0.0);
}

#[test]
fn c_70_what_the_next_capture_would_bring() {
    for (json, points, spades) in [(PIPS, 30, None), (CASINO, 0, Some(1))] {
        let scene = Scene::with(json, "A[10c 2c] T[6d 4d] B10(A: 5h 5s)");
        let table = about(&scene, A, trail("2c")).table;
        let next = table[0].next.unwrap();
        assert_eq!((next.cards, next.total, next.points, table[0].keys), (5, 30, points, 1));
        // A capture says what it brings itself.
        let haul = about(&scene, A, capture_build("10c", "4d 6d", 0)).haul.unwrap();
        assert_eq!((haul.cards, haul.total, haul.points, haul.spades), (5, 30, points, spades));
    }
}

#[test]
fn a_capture_event_counts_by_the_scoring_of_the_table() {
    // Three cards of 20: by value, and as an ace, the ten of diamonds and one spade.
    for (json, seats, points, spades) in [
        (PIPS, 2, 20, None),
        (CASINO, 2, 3, Some(1)),
        // Nobody counts the spades of four sides, unless the house does.
        (CASINO, 4, 3, None),
        (r#"{"scoring":"casino","majorities":"three_one"}"#, 4, 3, Some(1)),
    ] {
        let scene = Scene::at(json, seats, 1, "A[10d 2c] T[As 9c 4c] B10(A: 3h 7h)");
        let action = capture("10d", "As 9c");
        // Everybody can add that up: it needs no hints.
        let haul = note(&scene.options, &scene.recall(A), &action, false).unwrap().haul.unwrap();
        assert_eq!((haul.cards, haul.total, haul.points, haul.spades), (3, 20, points, spades), "{json}");
    }
}

#[test]
fn the_calculator_takes_what_counts_more() {
    // Two groups of ten in four cards, or one in six.
    let position = "A[10c 4s] T[9c 9d Ac Ad 2c 2d 2h 2s] B10(A: 6c 3c Ah)";
    let next = |json| {
        let scene = Scene::with(json, position);
        let next = about(&scene, A, trail("4s")).table[0].next.unwrap();
        (next.cards, next.total, next.points)
    };
    assert_eq!(next(PIPS), (8, 40, 40));
    assert_eq!(next(CASINO), (10, 30, 4));
}

#[test]
fn c_71_a_build_that_nobody_can_take_is_called_dead() {
    let mut scene = Scene::with("{}", "A[5s 2c] T[5h] P(B: 10c 10d 10h 10s)");
    assert_eq!(scene.choices("5s", "5h"), ["Capture 10", "Build 10"]);
    let prospect = about(&scene, A, build("5s", "5h", 10)).build.unwrap();
    assert!(prospect.dead && prospect.risk == 0.0);
    scene.act(A, build("5s", "5h", 10));
    assert_eq!(scene.view(Viewer::Seat(B)).dead, BuildSet::only(casino::BuildId(0)));
}

#[test]
fn without_hints_only_what_everybody_sees_is_said() {
    let scene = Scene::new("A[5s 2c] T[5h] B9(A: 6c 3c)");
    let said = |action: &casino::Action| note(&scene.options, &scene.recall(A), action, false);
    assert_eq!(said(&build("5s", "5h", 10)), None, "no risk, no prospects");
    assert_eq!(said(&trail("2c")), None, "nor those of the builds that lie there");
    let Note { haul, build, table } = said(&capture("5s", "5h")).unwrap();
    assert_eq!((haul.unwrap().points, build, table), (10, None, vec![]));
    // A view without a memory is not enough to count from.
    let view = scene.view(Viewer::Seat(A));
    assert_eq!(note(&scene.options, &view, &casino::Action::Trail { card: card("2c") }, true), None);
}

#[test]
fn sets_and_sweeps_are_announced() {
    let json = r#"{"set_multiplier":3,"sweep_points":1}"#;
    let haul = |position| about(&Scene::with(json, position), A, capture("5s", "5h 5d")).haul.unwrap();
    let alone = haul("A[5s 2c] T[5h 5d]");
    assert_eq!((alone.points, alone.set, alone.sweep), (46, 30, 1));
    let beside = haul("A[5s 2c] T[5h 5d 9c]");
    assert_eq!((beside.points, beside.set, beside.sweep), (45, 30, 0));
    let casino = Scene::with(r#"{"scoring":"casino","set_multiplier":3}"#, "A[5s 2c] T[5h 5d]");
    assert_eq!(about(&casino, A, capture("5s", "5h 5d")).haul.unwrap().points, 2);
}
