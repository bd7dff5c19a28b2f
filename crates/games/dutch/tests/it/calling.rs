//! Calling Dutch, and the final round.

use crate::desk::*;
use dutch::{Action, Error, Phase, Reason};
use kernel::SeatSet;

const CALL: Action = Action::CallDutch;

#[test]
fn d_58_only_in_the_own_turn_and_after_the_play() {
    let mut desk = clear().begin();
    desk.act(A, DRAW);
    assert_eq!(desk.refused(A, CALL), desk.wrong_phase());
    desk.act(A, PLAY_DRAWN);
    assert_eq!(desk.refused(B, CALL), Error::NotYourTurn);
    let window = desk.window();
    desk.act(A, CALL);
    assert_eq!((desk.open().caller, desk.open().owes), (Some(A), SeatSet::first(4).without(A)));
    assert_eq!(desk.window(), window, "a call moves no clock");
}

#[test]
fn d_59_once_a_deal_for_the_whole_table() {
    let mut desk = clear().begin();
    desk.play_drawn().act(A, CALL).wait();
    desk.play_drawn();
    assert_eq!(desk.refused(B, CALL), Error::AlreadyCalled { caller: A });
    assert!(!desk.legal(B).contains(&CALL));
}

#[test]
fn d_60_not_after_a_missed_turn() {
    // B can collect, so there is a pause.
    let mut desk = deal("{}").hand(B, "6h 9d 9s 10d").top("6s").begin();
    desk.expire();
    assert_eq!((desk.phase(), desk.refused(A, CALL)), (Phase::TurnEnd, Error::NoPlayYet));
}

#[test]
fn d_61_everybody_else_has_one_more_turn() {
    let mut desk = clear().first(C).begin();
    desk.play_drawn().act(C, CALL).wait();
    let mut turns = Vec::new();
    while !desk.phase().is_over() {
        turns.push(desk.open().current);
        desk.quiet_turns(1);
    }
    assert_eq!(turns, [D, A, B]);
    assert_eq!(desk.open().ending.unwrap().reason, Reason::LowestPoints);
}

#[test]
fn d_62_a_seat_that_left_owes_no_turn() {
    let mut desk = clear().first(C).begin();
    desk.play_drawn().act(C, CALL).wait();
    desk.act(D, DRAW).remove(B).act(D, PLAY_DRAWN).wait();
    assert_eq!(desk.open().current, A);
    desk.quiet_turns(1);
    assert_eq!(desk.open().ending.unwrap().reason, Reason::LowestPoints);
}

#[test]
fn a_missed_turn_counts_as_taken() {
    let mut desk = clear().begin();
    desk.play_drawn().act(A, CALL).wait();
    desk.wait().wait().wait();
    assert_eq!(desk.open().ending.unwrap().reason, Reason::LowestPoints);
}

#[test]
fn if_the_caller_leaves_the_final_round_goes_on() {
    let mut desk = clear().begin();
    desk.play_drawn().act(A, CALL).wait().remove(A);
    desk.quiet_turns(1);
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, C));
    desk.quiet_turns(2);
    let ending = desk.open().ending.unwrap();
    assert_eq!((ending.reason, ending.scores[A], ending.places[A]), (Reason::LowestPoints, None, 4));
}

#[test]
fn the_last_seat_that_owes_a_turn_may_leave() {
    let mut desk = clear().begin();
    desk.play_drawn().act(A, CALL).wait();
    desk.quiet_turns(2).remove(D);
    assert_eq!(desk.open().ending.unwrap().reason, Reason::LowestPoints);
}

#[test]
fn d_71_a_frozen_caller_is_out_of_reach() {
    let json = r#"{"freeze_caller":"on"}"#;
    let mut desk = deal(json).hand(A, "5c X1 8h 8d").pile("8s Jc").begin();
    desk.play_drawn().act(A, CALL);
    assert_eq!(desk.refused(A, matching(2)), Error::CallerFrozen);
    desk.wait();
    desk.play_drawn().expire();
    assert_eq!(desk.phase(), Phase::JackSwap);
    assert_eq!(desk.refused(B, swap((A, 2), (C, 0))), Error::CallerFrozen);
    assert!(desk.legal(B).contains(&swap((B, 2), (C, 0))));
}

#[test]
fn a_frozen_caller_collects_nothing_but_may_be_looked_at() {
    let json = r#"{"freeze_caller":"on"}"#;
    let mut desk = deal(json).hand(A, "5c X1 8h 8d").pile("8s 5d Qc").begin();
    desk.play_drawn().act(A, CALL).wait();
    desk.play_drawn().expire();
    assert_eq!(desk.refused(A, collect("5d")), Error::CallerFrozen);
    desk.play_drawn().expire();
    desk.act(C, look(A, 2));
}

#[test]
fn an_unfrozen_caller_matches_collects_and_is_hit_by_jacks() {
    let mut desk = deal("{}").hand(A, "5c X1 8h 8d").pile("8s 5d Jc").begin();
    desk.play_drawn().act(A, CALL).act(A, matching(2)).wait();
    desk.play_drawn().expire().act(A, collect("5d")).wait();
    desk.play_drawn().expire().act(C, swap((A, 0), (D, 3)));
    assert!(desk.hand(D).contains("5c"));
}
