//! Seats that leave.

use crate::desk::*;
use dutch::{Action, Error, Event, Phase, Reason};
use kernel::{CommonError, SeatSet, SeatStatus, Turn, Viewer};

#[test]
fn d_75_a_seat_that_leaves_takes_its_cards_along() {
    let mut desk = clear().hand(A, "7s 3h 9c Kd").pile("2c").begin();
    desk.act(A, DRAW);
    let window = desk.window();
    desk.remove(A);
    assert_eq!(desk.zone("removed"), ["7s", "3h", "9c", "Kd", "2c"]);
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, B));
    assert_ne!(desk.window().id, window.id, "a fresh deadline");
    assert_eq!((desk.spectator().removed, desk.hand(A).as_str()), (5, ""));
    assert!(!desk.sees(Viewer::Seat(B), "2c"));
    assert_eq!(desk.refused(A, DRAW), Error::from(CommonError::NotYourTurn));
}

#[test]
fn in_a_later_phase_the_phase_goes_on() {
    let mut desk = clear().hand(C, "Jd").pile("Jc").begin();
    desk.play_drawn().act(C, matching(0));
    let window = desk.window();
    desk.remove(A);
    assert_eq!((desk.window(), desk.phase()), (window, Phase::SameRankWindow));
    desk.expire();
    assert_eq!((desk.phase(), desk.open().powers[0].seat), (Phase::JackSwap, C), "A's own power is dropped");
    desk.act(C, Action::DeclinePower);
    assert_eq!(desk.open().current, B);
}

#[test]
fn the_owner_of_a_running_power_leaves() {
    let mut desk = clear().hand(C, "Jd").pile("Jc").begin();
    desk.play_drawn().act(C, matching(0)).expire();
    desk.remove(A);
    assert_eq!((desk.phase(), desk.open().powers[0].seat), (Phase::JackSwap, C));
    desk.remove(C);
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, B));
}

#[test]
fn a_look_ends_when_its_card_is_gone() {
    let mut desk = clear().pile("Qc").begin();
    desk.play_drawn().expire().act(A, look(C, 1)).remove(C);
    assert_eq!((desk.phase(), desk.open().looked_at), (Phase::TurnEnd, None));
}

#[test]
fn a_swap_names_no_seat_that_left() {
    let mut desk = clear().pile("Jc").begin();
    desk.play_drawn().expire().remove(C);
    assert_eq!(desk.refused(A, swap((C, 0), (D, 0))), Error::NoSuchSeat);
}

#[test]
fn a_card_shown_by_a_wrong_match_leaves_with_its_seat() {
    let mut desk = clear().hand(C, "6h 2d 3c 8s").pile("9c").begin();
    desk.play_drawn().act(C, matching(0)).remove(C);
    assert!(desk.open().exposed.is_empty());
    assert!(!desk.sees(Viewer::Spectator, "6h") && desk.sees(Viewer::Recall(B), "6h"));
}

#[test]
fn one_seat_left_wins() {
    let mut desk = clear().begin();
    desk.remove(B).remove(D).remove(A);
    assert_eq!(desk.open().ending.unwrap().reason, Reason::LastPlayer);
    let Turn::Over(outcome) = desk.table.turn() else { panic!("not over") };
    assert_eq!((outcome.reason.as_ref(), outcome.places.values()), ("last_player", &[2, 2, 1, 2][..]));
}

#[test]
fn one_seat_left_between_two_deals_wins_the_match() {
    let json = r#"{"mode":"clear","match":"cumulative","turn_limit":10}"#;
    let mut desk = deal(json).seats(2).hand(A, "X1 X2 Kh Kd").begin();
    while desk.phase() != Phase::DealEnded {
        desk.wait();
    }
    desk.remove(A);
    let Turn::Over(outcome) = desk.table.turn() else { panic!("not over") };
    assert_eq!((outcome.reason.as_ref(), outcome.places.values()), ("last_player", &[2, 1][..]));
}

#[test]
fn a_seat_that_left_is_not_dealt_in_again() {
    let json = r#"{"mode":"clear","match":"cumulative","turn_limit":10}"#;
    let mut desk = deal(json).seats(3).hand(A, "X1 X2 Kh Kd").begin();
    while desk.phase() != Phase::DealEnded {
        desk.wait();
    }
    desk.remove(B).act(A, Action::Ready).act(C, Action::Ready);
    desk.shuffle(&(0..54).collect::<Vec<_>>());
    assert_eq!((desk.open().dealt_in, desk.open().first), (SeatSet::first(3).without(B), Some(C)));
    assert_eq!((desk.spectator().pile, desk.hand(B).as_str()), (45, ""));
}

#[test]
fn the_occupant_of_a_seat_does_not_change_the_cards() {
    let mut desk = clear().begin();
    let before = (desk.recall(B).hands, desk.window());
    desk.status(B, SeatStatus::Bot).status(B, SeatStatus::Offline).status(B, SeatStatus::Human);
    assert_eq!((desk.recall(B).hands, desk.window()), before);
    assert_eq!(desk.received(Viewer::Spectator), [] as [Event; 0]);
}
