//! Games that a card player can read: what happened, the events with their audiences, what each seat sees and recalls.

use crate::desk::{Desk, chaos, deal, insane};
use eights::{Action, Eights, Tier};
use kernel::{Input, SeatStatus};
use testkit::Playthrough;

/// Writes down what happened at the desk, and compares it with the file.
fn compare(desk: &Desk, title: &str, file: &str) {
    let luck = desk.log.iter().filter_map(|input| match input {
        Input::Chance(drawn) => Some(drawn.clone()),
        _ => None,
    });
    let inputs = desk.log.iter().filter(|input| !matches!(input, Input::Chance(_))).cloned();
    Playthrough::<Eights>::new(title)
        .options(desk.table.options().clone())
        .start(desk.start)
        .luck(luck)
        .inputs(inputs)
        .compare(file);
}

#[test]
fn a_short_game_of_base() {
    let mut desk = deal(Tier::Base)
        .seats(3)
        .with(|o| o.hand_size = 3)
        .hand(0, "red 5, wild, green 2")
        .hand(1, "blue 5, yellow 1, yellow 6")
        .hand(2, "blue 9, green 7, wild")
        .begin();
    desk.play(0, "red 5");
    desk.play(1, "blue 5");
    desk.play(2, "blue 9");
    desk.play(0, "wild: green");
    desk.draw(1, "yellow 0");
    desk.play(2, "green 7");
    desk.play(0, "green 2");
    compare(&desk, "three cards each, and the wild eight finds the last colour", "playthroughs/base.txt");
}

#[test]
fn a_stack_of_ten_and_a_clock() {
    let mut desk = insane()
        .with(|o| o.hand_size = 3)
        .hand(0, "red +2, blue reverse, green 6")
        .hand(1, "+4, yellow skip, blue 0")
        .hand(2, "blue +2, yellow 5, red 9")
        .hand(3, "yellow +2, green 1, red 4")
        .begin();
    desk.play(0, "red +2");
    desk.play(1, "+4: green");
    desk.play(2, "blue +2");
    desk.play(3, "yellow +2");
    desk.draw(0, "yellow reverse, yellow 4, red 0, blue 2, blue 7, green 3, wild, red skip, +20, yellow 7");
    desk.play(1, "yellow skip");
    desk.play(0, "yellow reverse");
    desk.expire("red 6");
    desk.status(2, SeatStatus::Offline);
    desk.remove(2);
    desk.draw(1, "wild");
    compare(
        &desk,
        "four plus cards in a row, a skip, a reverse, and a seat that leaves",
        "playthroughs/insane.txt",
    );
}

#[test]
fn hands_go_round() {
    let mut desk = chaos()
        .seats(3)
        .with(|o| o.hand_size = 4)
        .hand(0, "red swap, yellow 7, red 1, red godmode")
        .hand(1, "blue 1, blue 2, red steal, red luckyhand")
        .hand(2, "red rotate, green 4, green 5, blue nope")
        .begin();
    desk.play(0, "red swap");
    desk.play(1, "red godmode: all_seeing_eye");
    desk.play(2, "red rotate");
    desk.draw(0, "red +2");
    desk.play(1, "red steal");
    desk.roll(&[0]);
    desk.draw(2, "blue 6");
    desk.play(0, "red +2");
    desk.draw(1, "wild, green 3");
    desk.play(2, "red 1");
    desk.draw(0, "yellow 2");
    desk.play(1, "red luckyhand");
    desk.act(1, Action::Draw);
    desk.take_up_lucky("wild");
    compare(&desk, "a swap, the eye, a rotation, a theft: who knows what?", "playthroughs/chaos.txt");
}
