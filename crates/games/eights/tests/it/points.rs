//! Matches for points.

use crate::desk::{Desk, insane};
use eights::{Action, Error, Event, MatchKind, MercyLimit, Phase};
use kernel::{CommonError, Luck, Seat, SeatStatus, Turn};
use std::time::Duration;

/// Seat 0 goes out; the others hold `red 7`, `wild`, `blue skip` and zeros.
fn first_round(seats: u8, target: u32) -> Desk {
    let mut desk = insane()
        .seats(seats)
        .with(|o| {
            o.hand_size = 3;
            o.match_kind = MatchKind::Points;
            o.points_target = target;
        })
        .hand(0, "red 1, red 2, red 5")
        .hand(1, "red 7, blue 0, blue 0")
        .hand(2, "wild, blue 0, blue 0")
        .hand(3, "blue skip, blue 0, blue 0")
        .begin();
    go_out(&mut desk, 0, ["red 1", "red 2", "red 5"]);
    desk
}

/// `seat` plays these while the others draw zeros.
fn go_out(desk: &mut Desk, seat: u8, cards: [&str; 3]) {
    for card in cards {
        desk.play(seat, card);
        while desk.open().phase == Phase::Turn && desk.open().current != Seat(seat) {
            let current = desk.open().current.0;
            desk.draw(current, "blue 0");
        }
    }
}

/// Deals the next round: `seat` has three red cards to go out with.
fn deal_for(desk: &mut Desk, seat: u8) {
    let mut hands = vec![Vec::new(); usize::from(desk.table.seats())];
    hands[usize::from(seat)] = crate::desk::faces("red 1, red 2, red 5");
    desk.deal_hands(&hands);
    desk.roll(&[3]);
}

#[test]
fn e_64_the_winner_gets_the_points_left_in_other_hands() {
    let desk = first_round(4, 500);
    let open = desk.open();
    assert_eq!(open.phase, Phase::RoundOver);
    assert_eq!(open.totals.values(), [77, 0, 0, 0]);
    assert_eq!(open.ending.unwrap().gained, 77);
    let received = desk.sent(2);
    let Some(Event::RoundEnded { result, hands }) = received.last() else { panic!("{received:?}") };
    assert_eq!(result.gained, 77);
    assert!(hands.values().iter().all(Option::is_some));
}

#[test]
fn the_next_round_starts_when_all_are_ready() {
    let mut desk = first_round(4, 500);
    let Turn::Seats { must, window, .. } = desk.table.turn() else { panic!("somebody is waited for") };
    assert_eq!(must.len(), 4);
    assert_eq!((window.lasts, window.idles), (Some(Duration::from_secs(30)), false));
    assert_eq!(desk.refusal(1, Action::Draw), Error::WrongPhase);
    assert_eq!(desk.legal(3), [Action::Ready]);

    desk.act(2, Action::Ready);
    assert_eq!(desk.sent(0), [Event::Ready { seat: Seat(2) }]);
    assert_eq!(desk.window_id(), window.id, "being ready does not move the window");
    assert_eq!(desk.refusal(2, Action::Ready), Error::from(CommonError::AlreadyReady));
    for seat in [0, 1, 3] {
        desk.act(seat, Action::Ready);
    }
    let roll = |below, times| Turn::Chance(Luck::Roll { below, times });
    assert_eq!(desk.table.turn(), roll(3600, 12));
    deal_for(&mut desk, 1);
    let open = desk.open();
    assert_eq!((open.phase, open.current, open.round), (Phase::Turn, Seat(1), 2), "the seat after the first");
    assert_eq!((open.turn, open.discards.len(), open.ending), (1, 1, None));
    assert_eq!(open.totals.values(), [77, 0, 0, 0]);
    assert!(desk.window_id() > window.id);
}

#[test]
fn the_next_round_starts_at_expiry() {
    let mut desk = first_round(3, 500);
    desk.expire("");
    assert_eq!((desk.open().phase, desk.open().round), (Phase::Dealing, 2));
}

#[test]
fn bots_are_ready_at_once() {
    let mut desk = insane()
        .seats(3)
        .with(|o| {
            o.hand_size = 3;
            o.match_kind = MatchKind::Points;
        })
        .hand(0, "red 1, red 2, red 5")
        .begin();
    desk.status(1, SeatStatus::Bot);
    go_out(&mut desk, 0, ["red 1", "red 2", "red 5"]);
    assert!(desk.open().ready.contains(Seat(1)));
    desk.status(2, SeatStatus::Bot);
    assert_eq!(desk.sent(0), [Event::Ready { seat: Seat(2) }]);
    desk.act(0, Action::Ready);
    assert_eq!(desk.open().phase, Phase::Dealing);
}

#[test]
fn bots_among_themselves_still_say_that_they_are_ready() {
    let mut desk = insane()
        .seats(2)
        .with(|o| {
            o.hand_size = 3;
            o.match_kind = MatchKind::Points;
        })
        .hand(0, "red 1, red 2, red 5")
        .begin();
    desk.status(0, SeatStatus::Bot);
    desk.status(1, SeatStatus::Bot);
    go_out(&mut desk, 0, ["red 1", "red 2", "red 5"]);
    assert_eq!(desk.open().phase, Phase::RoundOver, "the hands lie open for a moment");
    desk.act(1, Action::Ready);
    desk.act(0, Action::Ready);
    assert_eq!(desk.open().phase, Phase::Dealing);
}

#[test]
fn the_target_ends_the_match() {
    // Three seats: 7 + 50 points in the first round, 5 nines in the second.
    let mut desk = first_round(3, 100);
    assert_eq!(desk.open().totals.values(), [57, 0, 0]);
    for seat in 0..3 {
        desk.act(seat, Action::Ready);
    }
    deal_for(&mut desk, 1);
    go_out(&mut desk, 1, ["red 1", "red 2", "red 5"]);
    assert_eq!(desk.open().phase, Phase::RoundOver);
    assert_eq!(desk.open().totals.values(), [57, 54, 0], "six nines are left");
    for seat in 0..3 {
        desk.act(seat, Action::Ready);
    }
    deal_for(&mut desk, 2);
    go_out(&mut desk, 2, ["red 1", "red 2", "red 5"]);
    assert_eq!(desk.open().totals.values(), [57, 54, 54]);
    for seat in 0..3 {
        desk.act(seat, Action::Ready);
    }
    deal_for(&mut desk, 0);
    go_out(&mut desk, 0, ["red 1", "red 2", "red 5"]);
    let outcome = desk.outcome();
    assert_eq!(outcome.points.values(), [111, 54, 54]);
    assert_eq!(outcome.places.values(), [1, 2, 2]);
    assert_eq!(outcome.reason, "went_out");
    assert_eq!(outcome.next_first, Some(Seat(1)), "the last round began with seat 0");
}

#[test]
fn fifty_rounds_end_the_match() {
    let mut desk = insane()
        .seats(2)
        .with(|o| {
            o.hand_size = 3;
            o.match_kind = MatchKind::Points;
            o.points_target = 1000;
        })
        .hand(0, "red 1, red 2, red 5")
        .hand(1, "blue 0, blue 0, blue 0")
        .begin();
    for round in 1..=50 {
        assert_eq!(desk.open().round, round);
        let seat = ((round + 1) % 2) as u8;
        assert_eq!(desk.open().current, Seat(seat));
        go_out(&mut desk, seat, ["red 1", "red 2", "red 5"]);
        if round == 50 {
            break;
        }
        desk.act(0, Action::Ready);
        desk.act(1, Action::Ready);
        let next = 1 - seat;
        let mut hands = vec![crate::desk::faces("blue 0, blue 0, blue 0"); 2];
        hands[usize::from(next)] = crate::desk::faces("red 1, red 2, red 5");
        desk.deal_hands(&hands);
        desk.roll(&[3]);
    }
    let outcome = desk.outcome();
    assert_eq!(outcome.points.values(), [0, 0], "zeros count nothing");
    assert_eq!(outcome.places.values(), [1, 1], "equal totals share");
}

#[test]
fn mercy_lasts_for_a_round_only() {
    let mut desk = insane()
        .seats(2)
        .with(|o| {
            o.hand_size = 10;
            o.match_kind = MatchKind::Points;
            o.mercy_limit = MercyLimit::Cards(15);
        })
        .hand(0, "+20")
        .begin();
    desk.play(0, "+20: red");
    desk.draw(1, "");
    let open = desk.open();
    assert_eq!(open.phase, Phase::RoundOver, "one seat is left in this round, two in the match");
    assert_eq!(open.totals.values(), [0, 0], "cards of seats out by mercy are not counted");
    assert_eq!(open.ending.unwrap().places.values(), [1, 2]);
    desk.act(0, Action::Ready);
    desk.act(1, Action::Ready);
    assert_eq!(desk.open().in_play.len(), 2);
    assert!(desk.open().out.is_empty());
}

#[test]
fn a_seat_removed_between_rounds_is_not_waited_for() {
    let mut desk = first_round(3, 500);
    desk.act(0, Action::Ready);
    desk.act(1, Action::Ready);
    desk.remove(2);
    assert_eq!(desk.open().phase, Phase::Dealing);
    assert_eq!(desk.table.turn(), Turn::Chance(Luck::Roll { below: 3600, times: 6 }));
    deal_for(&mut desk, 1);
    assert_eq!(desk.counts(), [3, 3, 0]);

    let mut desk = first_round(2, 500);
    assert_eq!(desk.open().totals.values(), [7, 0]);
    desk.remove(0);
    assert_eq!(desk.outcome().reason, "last_player");
    assert_eq!(desk.outcome().places.values(), [2, 1], "the one who stays wins, whatever the totals");
}
