//! What a seat with a memory knows of hands it does not see.

use crate::desk::{Desk, chaos};
use eights::Color;
use kernel::{Seat, Switch};

/// Seat 0 has given two cards and fillers to seat 1.
fn given_away(cards: &str) -> Desk {
    let hand = format!("red swap, {cards}");
    let mut desk = chaos().with(|o| o.hand_size = 3).hand(0, &hand).hand(1, "red 1, blue 1, blue 2").begin();
    desk.play(0, "red swap");
    desk
}

#[test]
fn a_hand_given_away_is_remembered_on_both_sides() {
    let desk = given_away("red 7, yellow 6");
    assert_eq!(desk.known(0, 1), ["red 7", "yellow 6"]);
    assert_eq!(desk.known(1, 0), ["red 1", "blue 1", "blue 2"]);
    assert!(desk.known(2, 0).is_empty() && desk.known(2, 1).is_empty());
    assert!(desk.known(0, 0).is_empty(), "an open hand needs no memory");
    assert_eq!(desk.view(0).recall, None, "a person's view reminds nobody");
}

#[test]
fn a_memory_has_no_ids() {
    let desk = given_away("red 7, yellow 6");
    let recall = serde_json::to_string(&desk.recall(0).recall).unwrap();
    assert!(!recall.contains("id"), "{recall}");
}

#[test]
fn a_card_that_was_played_is_known_no_longer() {
    let mut desk = given_away("red 7, yellow 6");
    desk.play(1, "red 7");
    assert_eq!(desk.known(0, 1), ["yellow 6"]);
}

#[test]
fn of_twins_one_is_forgotten_whichever_was_played() {
    // Seat 1 was given one red 7 and draws another. Which of them it plays makes no difference.
    for place in [0, 1] {
        let mut desk = given_away("red 7, yellow 6");
        desk.draw(1, "red 7");
        for seat in [2, 3] {
            desk.draw(seat, "");
        }
        desk.draw(0, "");
        assert_eq!(desk.known(0, 1), ["red 7", "yellow 6"]);
        let sevens: Vec<_> = desk
            .view(1)
            .hand()
            .iter()
            .filter(|card| card.face.to_string() == "red 7")
            .map(|card| card.id)
            .collect();
        desk.act(1, crate::desk::choose(sevens[place], ""));
        assert_eq!(desk.known(0, 1), ["yellow 6"]);
    }
}

#[test]
fn of_two_known_twins_one_stays_known() {
    let mut desk = given_away("red 7, red 7");
    desk.play(1, "red 7");
    assert_eq!(desk.known(0, 1), ["red 7"]);
}

#[test]
fn hands_that_move_on_are_followed() {
    let mut desk = chaos()
        .seats(3)
        .with(|o| o.hand_size = 3)
        .hand(0, "red swap, red 7, yellow 6")
        .hand(1, "blue 0, blue 1, blue 2")
        .hand(2, "red rotate, green 1, green 2")
        .begin();
    desk.play(0, "red swap");
    desk.draw(1, "");
    desk.play(2, "red rotate");
    // The hand that seat 0 gave to seat 1 is now with seat 2, that of seat 2 with seat 0.
    assert_eq!(desk.known(0, 2), ["red 7", "yellow 6"]);
    assert_eq!(desk.known(0, 1), ["blue 0", "blue 1", "blue 2"]);
    assert_eq!(desk.known(1, 2), ["red 7", "green 9", "yellow 6"]);
    assert_eq!(desk.known(2, 0), ["green 1", "green 2"]);
}

#[test]
fn the_eye_is_remembered_until_cards_move_unseen() {
    let mut desk =
        chaos().seats(3).with(|o| o.hand_size = 3).hand(0, "red godmode").hand(1, "yellow 7").begin();
    desk.play(0, "red godmode: all_seeing_eye");
    assert!(desk.known(2, 1).is_empty(), "what lies open is seen, not remembered");
    desk.draw(1, "blue 1");
    desk.draw(2, "blue 2");
    desk.draw(0, "blue 4");
    assert_eq!(desk.known(2, 1), ["blue 1", "green 9", "green 9", "yellow 7"], "drawn under the eye");
    assert_eq!(desk.known(2, 0), ["green 9", "green 9"], "the caster drew with the eye shut");
    assert_eq!(desk.known(0, 2).len(), 4);
}

fn theft(chance: u32) -> Desk {
    let mut desk = chaos()
        .with(|o| o.hand_size = 3)
        .hand(0, "red swap, red 7, yellow 6")
        .hand(1, "red 1, blue 1, blue 2")
        .hand(3, "blue 4, red steal")
        .begin();
    desk.play(0, "red swap");
    desk.draw(1, "blue 5");
    desk.draw(2, "");
    desk.draw(3, "");
    // Seat 0, whose three cards seat 1 knows, draws; the turn comes round to seat 3, who steals from it.
    desk.draw(0, "");
    desk.draw(1, "");
    desk.draw(2, "");
    desk.play(3, "red steal");
    desk.roll(&[chance]);
    desk
}

#[test]
fn a_theft_makes_the_victims_hand_uncertain_for_others() {
    for chance in [0, 3] {
        let desk = theft(chance);
        assert!(desk.known(1, 0).is_empty(), "any of the three may be the one that went");
        assert!(desk.known(1, 3).is_empty());
        assert!(desk.known(2, 3).is_empty());
    }
}

#[test]
fn thief_and_victim_remember_the_stolen_card() {
    let desk = theft(0);
    assert_eq!(desk.known(0, 3), ["red 1"], "the victim saw what went");
    assert_eq!(desk.known(0, 1), ["red 7", "yellow 6"], "other hands are as certain as before");
    assert!(desk.known(3, 0).is_empty(), "the thief saw one card, and has it");
}

#[test]
fn a_thief_forgets_one_of_twins() {
    // Seat 0 knows one red 7 of seat 1, which draws another; whichever is stolen, no red 7 is certain.
    for chance in [0, 2] {
        let mut desk = chaos()
            .with(|o| o.hand_size = 3)
            .hand(0, "red swap, red 7, yellow 6")
            .hand(1, "red steal, blue 1, blue 2")
            .begin();
        desk.play(0, "red swap");
        desk.draw(1, "red 7");
        desk.draw(2, "");
        desk.draw(3, "");
        desk.play(0, "red steal");
        desk.roll(&[chance]);
        assert_eq!(desk.known(0, 1), ["yellow 6"]);
        assert_eq!(desk.known(1, 0).iter().filter(|face| *face == "red 7").count(), 1);
    }
}

#[test]
fn big_bang_and_reincarnation_forget() {
    for power in ["big_bang", "reincarnation"] {
        let mut desk = chaos()
            .with(|o| o.hand_size = 3)
            .hand(0, "red swap, red 7, yellow 6")
            .hand(1, "blue 0, blue 1, blue 2")
            .hand(2, "red godmode")
            .begin();
        desk.play(0, "red swap");
        desk.draw(1, "");
        desk.play(2, &format!("red godmode: {power}"));
        if power == "big_bang" {
            desk.shuffle(&(0..11).collect::<Vec<_>>());
        } else {
            desk.take_up("");
        }
        for seat in 0..4 {
            for holder in 0..4 {
                assert!(desk.known(seat, holder).is_empty(), "{power}");
            }
        }
        assert!(drew_on(&desk, 1).is_empty(), "{power}");
    }
}

fn drew_on(desk: &Desk, holder: u8) -> Vec<Color> {
    let recall = desk.recall(3).recall.unwrap();
    recall.drew_on[Seat(holder)].clone()
}

#[test]
fn the_colour_a_seat_drew_on_is_remembered_and_moves_with_the_hand() {
    let mut desk =
        chaos().with(|o| o.play_drawn = Switch::Off).hand(1, "red swap, wild").hand(2, "red +2").begin();
    desk.draw(0, "");
    assert_eq!(drew_on(&desk, 0), [Color::Red]);
    desk.play(1, "wild: blue");
    desk.draw(2, "");
    desk.expire("");
    assert_eq!([drew_on(&desk, 2), drew_on(&desk, 3)], [[Color::Blue], [Color::Blue]]);
    desk.draw(0, "");
    assert_eq!(drew_on(&desk, 0), [Color::Red, Color::Blue]);

    let mut desk = chaos().first(2).hand(2, "red +2").hand(0, "red swap").begin();
    desk.play(2, "red +2");
    desk.draw(3, "");
    assert!(drew_on(&desk, 3).is_empty(), "a stack is taken for other reasons");
    desk.draw(0, "");
    desk.draw(1, "");
    desk.draw(2, "");
    desk.draw(3, "");
    desk.play(0, "red swap");
    assert_eq!([drew_on(&desk, 0), drew_on(&desk, 1)], [[Color::Red], [Color::Red]]);
}
