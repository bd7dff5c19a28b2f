//! What a hand counts, who wins a deal, and who wins a match.

use crate::desk::*;
use dutch::{Action, Error, Phase, Reason};
use kernel::{CommonError, SeatStatus, Turn};

/// What these four cards count.
fn score(json: &str, hand: &str) -> u16 {
    let mut desk = deal(json).hand(A, hand).pile("2h 3h 4h 5h").begin();
    desk.play_drawn().act(A, Action::CallDutch).wait();
    desk.quiet_turns(3);
    desk.points()[0]
}

#[test]
fn d_05_a_joker_an_ace_and_numbers() {
    assert_eq!(score(r#"{"mode":"clear"}"#, "X1 Ac 2d 10s"), 13);
}

#[test]
fn d_06_red_kings_count_nothing_or_ten() {
    assert_eq!(score(r#"{"mode":"clear"}"#, "Kh Kd Kc Ks"), 20);
    assert_eq!(score(r#"{"mode":"clear","red_kings":10}"#, "Kh Kd Kc Ks"), 40);
}

#[test]
fn d_06_the_king_of_hearts_alone_can_count_nothing() {
    let hearts = r#"{"mode":"clear","red_kings":"hearts"}"#;
    assert_eq!(score(hearts, "Kh Kd Kc Ks"), 30);
    assert_eq!(score(hearts, "Kh Ac Ad As"), 3);
    assert_eq!(score(hearts, "Kd Ac Ad As"), 13);
    let options: dutch::Options = serde_json::from_str(hearts).unwrap();
    assert_eq!(serde_json::to_value(options).unwrap()["red_kings"], "hearts");
    assert!(serde_json::from_str::<dutch::Options>(r#"{"red_kings":"diamonds"}"#).is_err());
}

/// Points of A, who holds `[first' second' third' other]`: it looked at the first, collected the next two,
/// and matched the nine it was dealt.
fn with_collection(scoring: &str, [first, second, third]: [&str; 3], other: &str) -> u16 {
    let json = format!(r#"{{"hand_size":3,"peek_count":1,"collection_scoring":"{scoring}"}}"#);
    let mut desk = deal(&json)
        .seats(2)
        .first(B)
        .hand(A, &format!("{first} {other} 9c"))
        .hand(B, "Jh Jd Jc")
        .pile(&format!("9d {second} {third} 5d 5h"))
        .begin();
    desk.play_drawn().act(A, matching(2)).wait();
    desk.play_drawn().expire().act(A, collect(second)).wait();
    desk.play_drawn().expire().act(A, collect(third)).wait();
    desk.play_drawn().act(A, Action::CallDutch).wait();
    assert_eq!(desk.hand(A), format!("{first}' {other} __ {second}' {third}'"));
    desk.quiet_turns(1);
    desk.points()[0]
}

#[test]
fn d_07_collection_cards_count_in_full_or_once() {
    assert_eq!(with_collection("each", ["7c", "7d", "7s"], "4h"), 25);
    assert_eq!(with_collection("once", ["7c", "7d", "7s"], "4h"), 11);
}

#[test]
fn d_08_kings_of_different_worth_count_their_mean() {
    assert_eq!(with_collection("each", ["Kh", "Kd", "Ks"], "2c"), 12);
    assert_eq!(with_collection("once", ["Kh", "Kd", "Ks"], "2c"), 5);
}

const SIXES: &str = "6c 6d 6h 6s";
const SEVENS: &str = "7c 7d 7h 7s";

/// A deal in which one seat calls and everybody else plays on quietly; hands of two cards are made by matching the
/// eights and nines.
fn final_round(hands: [&str; 4], caller: kernel::Seat) -> Desk {
    let mut deal = clear().first(caller).pile("8s 9s 10c 10d 10h 10s Kc Ks");
    for (seat, hand) in [A, B, C, D].into_iter().zip(hands) {
        deal = deal.hand(seat, hand);
    }
    let mut desk = deal.begin();
    for rank in ["8", "9"] {
        desk.play_drawn();
        for (seat, hand) in [A, B, C, D].into_iter().zip(hands) {
            if let Some(slot) = hand.split(' ').position(|word| word.starts_with(rank)) {
                desk.act(seat, matching(slot as u8));
            }
        }
        desk.wait();
    }
    desk.quiet_turns(2).play_drawn().act(caller, Action::CallDutch).wait();
    desk.quiet_turns(3);
    assert_eq!(desk.phase(), Phase::GameEnded);
    desk
}

#[test]
fn d_63_a_tied_caller_wins_alone() {
    let desk = final_round(["2c 3c 8c 9c", SIXES, "Ac 4c 8d 9d", SEVENS], C);
    assert_eq!((desk.points()[0], desk.points()[2]), (5, 5));
    assert_eq!((desk.winners(), desk.places().values()[0]), (vec![C], 2));
}

#[test]
fn d_64_others_share_and_a_caller_suffers_nothing_in_a_single_deal() {
    let desk = final_round(["2c 3c 8c 9c", "5c 4d 8h 9h", "Ac 4c 8d 9d", SEVENS], B);
    assert_eq!(desk.points()[..3], [5, 9, 5]);
    assert_eq!(desk.winners(), [A, C]);
    assert_eq!(desk.places().values()[..3], [1, 3, 1]);
}

#[test]
fn d_65_fewer_cards_come_before_the_caller() {
    let desk = final_round(["2c 3c X1 9c", SIXES, "Ac 4c 8d 9d", SEVENS], A);
    assert_eq!((desk.points()[0], desk.points()[2]), (5, 5));
    assert_eq!(desk.winners(), [C]);
}

#[test]
fn d_74_a_caller_who_does_not_win_pays() {
    let json = r#"{"mode":"clear","match":"cumulative"}"#;
    let mut desk = deal(json)
        .first(C)
        .hand(A, "X1 X2 Kh Kd")
        .hand(B, "2c 3c 3d 4c")
        .hand(C, "10c 10d 9c Ac")
        .hand(D, "Ad Ah 2d 4d")
        .pile("6c 6d 6h 6s")
        .begin();
    desk.play_drawn().act(C, Action::CallDutch).wait();
    desk.quiet_turns(3);
    assert_eq!(desk.phase(), Phase::DealEnded);
    assert_eq!(desk.open().totals.values(), [0, 12, 40, 8]);
    assert_eq!((desk.open().wins[A], desk.open().ending.unwrap().added[C]), (1, 40));
}

#[test]
fn d_77_the_turn_limit_scores_the_deal() {
    let mut desk = deal(r#"{"mode":"clear","turn_limit":10}"#).begin();
    for turn in 0..40 {
        assert_eq!((desk.phase(), desk.open().turns), (Phase::DrawingCard, turn));
        // Nobody ever draws.
        desk.wait();
    }
    assert_eq!(desk.open().ending.unwrap().reason, Reason::TurnLimit);
    let Turn::Over(outcome) = desk.table.turn() else { panic!("not over") };
    assert_eq!(outcome.reason, "turn_limit");
}

#[test]
fn a_final_round_that_runs_is_not_cut_short_by_the_turn_limit() {
    let mut desk = deal(r#"{"mode":"clear","turn_limit":10}"#).begin();
    for _ in 0..38 {
        desk.wait();
    }
    desk.play_drawn().act(C, Action::CallDutch).wait();
    desk.wait();
    assert_eq!((desk.phase(), desk.open().turns), (Phase::DrawingCard, 40));
    desk.wait().wait();
    assert_eq!(desk.open().ending.unwrap().reason, Reason::LowestPoints);
}

/// Nobody draws until the turn limit ends the deal.
fn idle_away(desk: &mut Desk) {
    while !desk.phase().is_over() {
        desk.wait();
    }
}

#[test]
fn a_match_goes_on_until_somebody_has_too_many() {
    let json = r#"{"mode":"clear","match":"cumulative","match_target":50,"turn_limit":10}"#;
    let mut desk = deal(json).seats(2).hand(A, "X1 X2 Kh Kd").hand(B, "10c 10d 10h 10s").begin();
    idle_away(&mut desk);
    assert_eq!((desk.phase(), desk.open().totals.values()), (Phase::DealEnded, &[0, 40][..]));
    let window = desk.window();
    desk.act(A, Action::Ready);
    assert_eq!(desk.refused(A, Action::Ready), Error::from(CommonError::AlreadyReady));
    assert_eq!(desk.window(), window, "ready leaves the window open for the others");
    desk.act(B, Action::Ready);
    // The same cards again, except that B has a king instead of a ten. B begins this time.
    let words = "X1 X2 Kh Kd Kc 10d 10h 10s";
    let mut order: Vec<u16> = cards(words).iter().map(|card| card.index().into()).collect();
    order.extend((0..54).filter(|number| !order.contains(number)).collect::<Vec<_>>());
    desk.shuffle(&order);
    assert_eq!((desk.open().deal, desk.open().first), (2, Some(B)));
    idle_away(&mut desk);
    assert_eq!((desk.phase(), desk.open().totals.values()), (Phase::GameEnded, &[0, 80][..]));
    let Turn::Over(outcome) = desk.table.turn() else { panic!("not over") };
    assert_eq!((outcome.places.values(), outcome.points.values()), (&[1, 2][..], &[0, 80][..]));
    assert_eq!(outcome.next_first, None, "who begins a new game is drawn");
}

#[test]
fn the_next_deal_starts_automatically_and_bots_are_ready_at_once() {
    let json = r#"{"mode":"clear","match":"cumulative","turn_limit":10}"#;
    let mut desk = deal(json).seats(2).hand(A, "X1 X2 Kh Kd").begin();
    desk.status(B, SeatStatus::Bot);
    idle_away(&mut desk);
    assert!(desk.open().ready.contains(B) && !desk.open().ready.contains(A));
    desk.expire();
    assert!(matches!(desk.table.turn(), Turn::Chance(_)));

    let mut desk = deal(json).seats(2).hand(A, "X1 X2 Kh Kd").begin();
    idle_away(&mut desk);
    desk.act(A, Action::Ready).status(B, SeatStatus::Bot);
    assert!(matches!(desk.table.turn(), Turn::Chance(_)), "a bot that takes over is ready too");
}
