//! What is said beside the game: risks, prospects, and what others see of a draft.

use crate::scene::*;
use casino::{BuildSet, Note, Stage, StageError, Tops, check_stage, note};
use kernel::{Seat, Viewer};

fn about(scene: &Scene, seat: Seat, action: casino::Action) -> Note {
    note(&scene.options, &scene.recall(seat), &action).unwrap()
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
    let scene = Scene::with("{}", "A[10c 2c] T[6d 4d] B10(A: 5h 5s)");
    let table = about(&scene, A, trail("2c")).table;
    let next = table[0].next.unwrap();
    assert_eq!((next.cards, next.total, table[0].keys), (5, 30, 1));
    // A capture says what it brings itself.
    let haul = about(&scene, A, capture_build("10c", "4d 6d", 0)).haul.unwrap();
    assert_eq!((haul.cards, haul.total, haul.spades, haul.points), (5, 30, 1, 0));
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
fn a_view_without_a_memory_is_not_enough_to_count_from() {
    let scene = Scene::with("{}", "A[5s 2c] T[5h]");
    assert_eq!(note(&scene.options, &scene.view(Viewer::Seat(A)), &build("5s", "5h", 10)), None);
}

#[test]
fn a_set_is_announced() {
    let scene = Scene::with(r#"{"set_multiplier":3}"#, "A[5s 2c] T[5h 5d]");
    assert_eq!(about(&scene, A, capture("5s", "5h 5d")).haul.unwrap().set_bonus, 2);
}
