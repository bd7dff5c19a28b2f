//! Games that a card player can read: what happened, the events with their audiences, what each seat sees.

use crate::scene::*;
use casino::{Action, Casino};
use kernel::{Drawn, Input, Seat, SeatStatus, WindowId};
use serde_json::json;
use testkit::Playthrough;

fn acts(list: &[(Seat, Action)]) -> Vec<Input<Action>> {
    list.iter().map(|&(seat, action)| Input::Act(seat, action)).collect()
}

/// Hands dealt one card at a time.
fn deal(hands: &[&str]) -> Drawn {
    let hands: Vec<Vec<&str>> = hands.iter().map(|hand| hand.split_whitespace().collect()).collect();
    let order: Vec<&str> = (0..hands[0].len()).flat_map(|i| hands.iter().map(move |hand| hand[i])).collect();
    Drawn::Shuffle(shuffle(40, &order.join(" ")))
}

#[test]
fn a_build_that_changes_hands() {
    let hands = ["4h 5h 9c 3c 7h 2c 6c 8c Ac 10c", "5s 10h 8d 3d 7d 2d 6d 4d Ad 10d"];
    let script = acts(&[
        (A, trail("5h")),
        (B, build("3d", "5h", 8)),
        (A, raise("2c", 0, "")),
        (B, capture_build("10d", "", 0)),
        (A, trail("4h")),
        (B, build("4d", "4h", 8)),
        (A, capture_build("8c", "", 1)),
        (B, trail("2d")),
        (A, trail("6c")),
    ]);
    Playthrough::<Casino>::new("A raises B's build, B takes it; B builds on two fours, A takes that")
        .start(start(2))
        .luck([deal(&hands)])
        .inputs(script)
        .compare("playthroughs/house.txt");
}

#[test]
fn partners_and_shiya() {
    let hands = [
        "3c 7h 4h 10c 2d 2h 8d 8h 9d 6c",
        "9c 9h 4d 5d 5c 5h 5s 6d 6h 6s",
        "7c Ah 10d 2c Ac As 3h 3s 4s 8c",
        "9s 8s 10h 10s 2s 3d 4c 7d 7s Ad",
    ];
    let mut script = acts(&[
        (A, trail("4h")),
        (B, trail("9c")),
        (C, trail("Ah")),
        (D, trail("8s")),
        (A, build("3c", "4h", 7)),
        (B, trail("6d")),
        (C, trail("10d")),
        (D, trail("2s")),
        (A, capture_build("7h", "6d Ah", 0)),
        (C, Action::Shiya),
        (B, trail("4d")),
        (C, capture_build("7c", "6d Ah", 0)),
    ]);
    // A may call in turn, and does not.
    script.push(Input::Expire(WindowId(12)));
    Playthrough::<Casino>::new("A captures its own build of seven, C asks for it and takes it later")
        .patch(&json!({ "teams": "on", "shiya": "on" }))
        .start(start(4))
        .luck([deal(&hands)])
        .inputs(script)
        .compare("playthroughs/partners.txt");
}

#[test]
fn a_clock_and_a_seat_that_leaves() {
    let hands = [
        "3c 7h 4h 10c 2d 2h 8d 8h 9d 6c Ad 4c 7s",
        "9c 9h 4d 5d 5c 5h 5s 6d 6h 6s 2s 3d 9s",
        "7c Ah 10d 2c Ac As 3h 3s 4s 8c 10h 10s 8s",
    ];
    let mut script = acts(&[(A, capture("7h", "7d")), (B, trail("4d")), (C, capture("4s", "4d"))]);
    script.extend([0, 1, 2].map(|turn| Input::Expire(WindowId(3 + turn))));
    script.push(Input::Status(B, SeatStatus::Offline));
    script.push(Input::Status(B, SeatStatus::Removed));
    script.extend(acts(&[(A, trail("8d"))]));
    Playthrough::<Casino>::new("Three seats: the clock plays a round, then B leaves for good")
        .start(start(3))
        .luck([deal(&hands)])
        .inputs(script)
        .compare("playthroughs/three.txt");
}
