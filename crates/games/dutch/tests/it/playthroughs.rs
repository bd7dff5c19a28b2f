//! Deals that a card player can read: what happened, who was told what, what each seat sees and recalls.

use crate::desk::*;
use dutch::{Action, Dutch};
use kernel::{Input, SeatStatus};
use testkit::Playthrough;

/// Writes down what happened at the desk, and compares it with the file.
fn compare(desk: &Desk, title: &str, file: &str) {
    let luck = desk.log.iter().filter_map(|input| match input {
        Input::Chance(drawn) => Some(drawn.clone()),
        _ => None,
    });
    let inputs = desk.log.iter().filter(|input| !matches!(input, Input::Chance(_))).cloned();
    Playthrough::<Dutch>::new(title)
        .options(*desk.table.options())
        .start(desk.start)
        .luck(luck)
        .inputs(inputs)
        .compare(file);
}

#[test]
fn a_race_and_a_collection() {
    let mut desk = deal("{}")
        .seats(3)
        .hand(A, "7s 3h 9c Kd")
        .hand(B, "6h 9d Qs 4h")
        .hand(C, "8s 2d 6c 8d")
        .picks(C, &[0, 2])
        .top("6d")
        .pile("2c 5s 6s 10h")
        .begin();
    desk.act(B, collect("6d"));
    desk.act(A, DRAW).act(A, play(2)).act(B, matching(1)).act(C, matching(0)).wait();
    desk.play_drawn().act(B, Action::CallDutch).expire().act(B, collect("6s")).expire();
    desk.act(C, DRAW).wait();
    desk.act(A, DRAW).wait();
    compare(
        &desk,
        "A plays a nine, B matches it, C tries an eight; B collects sixes and calls",
        "playthroughs/race.txt",
    );
}

#[test]
fn a_queen_two_jacks_and_a_lost_collection() {
    let mut desk = deal(r#"{"memory_aid":"on"}"#)
        .seats(3)
        .hand(A, "10c 10d 9c Kd")
        .hand(B, "6h Qc Jd 4h")
        .hand(C, "8s 2d 6c 8d")
        .pile("Qh Jc 6s 3c")
        .begin();
    desk.play_drawn().expire();
    desk.act(A, look(B, 2)).act(A, Action::DonePeeking).wait();
    desk.play_drawn().act(B, matching(2)).expire();
    desk.act(B, swap((C, 3), (A, 3))).act(B, swap((B, 0), (A, 2))).wait();
    desk.play_drawn().wait();
    desk.act(A, DRAW).act(A, play(1)).expire().status(C, SeatStatus::Offline).remove(C);
    compare(
        &desk,
        "a queen looks, two jacks swap, B gives its own collection away, C leaves",
        "playthroughs/powers.txt",
    );
}
