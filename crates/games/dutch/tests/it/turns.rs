//! Draw and play, and what the clock does.

use crate::desk::*;
use dutch::{Action, Draw, Error, Event, Phase, Rank};
use kernel::{CommonError, Input, Refusal, SeatStatus, Viewer};
use std::time::Duration;

fn scene() -> Deal {
    clear().hand(A, "7s 3h 9c Kd").pile("2c")
}

#[test]
fn d_23_only_the_current_seat_and_draw_before_play() {
    let desk = scene().begin();
    assert_eq!(desk.refused(B, DRAW), Error::from(CommonError::NotYourTurn));
    assert_eq!(desk.refused(A, play(0)), desk.wrong_phase());
}

#[test]
fn d_24_only_the_drawer_sees_the_drawn_card() {
    let mut desk = scene().begin();
    desk.act(A, DRAW);
    assert_eq!(desk.view(A).drawn, Some(card("2c")));
    for viewer in [B, C, D].map(Viewer::Seat).into_iter().chain([B, C, D].map(Viewer::Recall)) {
        assert!(!desk.sees(viewer, "2c"));
    }
    assert!(!desk.sees(Viewer::Spectator, "2c"));
    assert!(desk.open().drawn.is_some(), "that a card was drawn is seen by all");
}

#[test]
fn d_25_a_played_slot_takes_the_drawn_card() {
    let mut desk = scene().begin();
    desk.act(A, DRAW).act(A, play(2));
    assert_eq!((desk.hand(A), desk.top()), ("7s 3h 2c Kd".into(), "9c".into()));
    assert_eq!(desk.open().window_rank, Some(Rank::Nine));
}

#[test]
fn d_26_the_drawn_card_can_be_played_itself() {
    let mut desk = scene().begin();
    desk.act(A, DRAW).act(A, PLAY_DRAWN);
    assert_eq!((desk.hand(A), desk.top()), ("7s 3h 9c Kd".into(), "2c".into()));
    assert_eq!(desk.open().window_rank, Some(Rank::Two));
}

#[test]
fn d_27_a_collection_card_is_not_played() {
    let mut desk = deal("{}").hand(A, "As 3h 9c Kd").pile("2c").begin();
    assert_eq!(desk.hand(A), "As' 3h 9c Kd");
    desk.act(A, DRAW);
    let window = desk.window();
    assert_eq!(desk.refused(A, play(0)), Error::CollectionCard);
    assert_eq!(desk.window(), window, "the same deadline");
    desk.act(A, play(1));
    assert_eq!(desk.top(), "3h");
}

#[test]
fn d_28_no_card_no_play() {
    let mut desk = scene().first(D).pile("3c 2c").begin();
    desk.play_drawn().act(A, matching(1)).wait();
    assert_eq!(desk.hand(A), "7s __ 9c Kd");
    desk.act(A, DRAW);
    assert_eq!(desk.refused(A, play(1)), Error::EmptySlot);
    assert_eq!(desk.refused(A, play(4)), Error::NoSuchSlot);
}

#[test]
fn d_29_who_does_not_draw_misses_the_turn() {
    let mut desk = scene().begin();
    desk.expire();
    let missed = Event::TurnMissed { seat: A, kept: false };
    let next = Event::TurnStarted { seat: B };
    assert_eq!(desk.received(Viewer::Spectator), [Event::TimedOut { seat: A }, missed, next]);
    assert_eq!((desk.phase(), desk.spectator().pile), (Phase::DrawingCard, 37));
    assert_eq!(desk.open().current, B);
}

#[test]
fn d_30_a_drawn_card_that_is_not_played_is_kept() {
    let mut desk = scene().top("5h").begin();
    desk.act(A, DRAW).expire();
    assert_eq!((desk.hand(A), desk.top()), ("7s 3h 9c Kd 2c".into(), "5h".into()));
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, B), "no window, and no pause");
    assert!(!desk.sees(Viewer::Seat(A), "2c"), "face down, for its owner too");
}

#[test]
fn d_31_or_it_is_played_by_the_clock() {
    let mut desk = deal(r#"{"timeout":"discard_drawn"}"#).pile("Jc").begin();
    desk.act(A, DRAW).expire();
    assert_eq!((desk.top(), desk.open().window_rank), ("Jc".into(), Some(Rank::Jack)));
    let owners: Vec<_> = desk.open().powers.iter().map(|power| power.seat).collect();
    assert_eq!(owners, [A]);
    desk.act(A, Action::CallDutch);
}

#[test]
fn slots_beyond_the_deal_go_when_they_are_blank_and_last() {
    let mut desk = clear().seats(2).hand(B, "5c 9d Qs 4h").pile("9s 8d 6c 2s 8h 6d 2h").begin();
    desk.play_drawn().act(B, matching(1)).wait();
    desk.act(B, DRAW).wait();
    desk.quiet_turns(1);
    desk.act(B, DRAW).wait();
    assert_eq!(desk.hand(B), "5c __ Qs 4h 8d 2s");
    desk.play_drawn().act(B, matching(4)).wait();
    assert_eq!(desk.hand(B), "5c __ Qs 4h __ 2s", "a blank with a card to its right stays");
    desk.quiet_turns(1).play_drawn().act(B, matching(5));
    assert_eq!(desk.hand(B), "5c __ Qs 4h");
}

#[test]
fn d_66_an_empty_pile_is_made_of_the_discards_below_the_top() {
    let mut desk = scene().begin();
    desk.quiet_turns(37);
    assert_eq!((desk.spectator().pile, desk.spectator().discards), (0, 38));
    let top = desk.top();
    let below = desk.zone("discards");
    let seat = desk.open().current;
    desk.act(seat, DRAW).shuffle(&(0..37).rev().collect::<Vec<_>>());
    assert_eq!((desk.top(), desk.spectator().discards), (top, 1));
    assert_eq!(desk.spectator().pile, 36);
    assert_eq!(desk.view(seat).drawn.unwrap().to_string(), below[36], "number 36 came first");
    assert!(desk.received(Viewer::Spectator).contains(&Event::Reshuffled { count: 37 }));
    let recalled = &desk.recall(D).recall.unwrap().reshuffles[0];
    assert_eq!(recalled.len(), 37, "everybody saw what went in");
}

/// Two seats that hold nearly all cards: the pile is empty and one discard lies on the table.
fn nothing_to_draw(json: &str) -> Desk {
    let mut desk = deal(json).seats(2).hand(A, "2c 3c 4c 5c").hand(B, "2d 3d 4d 5d").begin();
    // Everybody keeps what they draw, until there is nothing left.
    for _ in 0..45 {
        let seat = desk.open().current;
        desk.act(seat, DRAW).wait();
    }
    assert_eq!((desk.spectator().pile, desk.spectator().discards), (0, 1));
    desk
}

#[test]
fn d_67_with_nothing_to_draw_a_play_makes_the_hand_smaller() {
    let mut desk = nothing_to_draw(r#"{"mode":"clear","turn_limit":200}"#);
    let seat = desk.open().current;
    let (cards, slot) = (desk.hand(seat), 0);
    desk.act(seat, DRAW);
    assert_eq!(desk.received(Viewer::Seat(seat)), [Event::NothingToDraw { seat }]);
    assert_eq!((desk.phase(), desk.open().drawn), (Phase::PlayingCard, None));
    assert_eq!(desk.refused(seat, PLAY_DRAWN), Error::EmptySlot);
    desk.act(seat, play(slot));
    assert_eq!(desk.hand(seat), format!("__{}", &cards[2..]));
}

#[test]
fn d_68_with_nothing_to_draw_a_wrong_match_costs_only_the_window() {
    let mut desk = nothing_to_draw(r#"{"mode":"clear","turn_limit":200}"#);
    let seat = desk.open().current;
    // The discard pile may not grow before the wrong match: this play is its second card, the first
    // goes into a new pile, and after that there is nothing.
    desk.act(seat, DRAW).act(seat, play(0));
    let other = seat.next(2);
    let wrong = |desk: &Desk, seat| {
        let rank = desk.open().window_rank.unwrap();
        let hand = desk.hand(seat);
        let words = hand.split(' ').enumerate();
        let other = |word: &str| word.parse::<dutch::Card>().is_ok_and(|card| card.rank() != rank);
        words.filter(|(_, word)| other(word)).map(|(slot, _)| slot as u8).next().unwrap()
    };
    let slot = wrong(&desk, other);
    desk.act(other, matching(slot)).shuffle(&[0]);
    let cards = desk.hand(seat);
    let slot = wrong(&desk, seat);
    desk.act(seat, matching(slot));
    let penalties: Vec<_> = desk.received(Viewer::Spectator);
    assert!(matches!(penalties[..], [Event::MatchFailed { penalty: 0, .. }]), "{penalties:?}");
    assert_eq!(desk.hand(seat), cards);
    assert_eq!(desk.refused(seat, matching(slot)), Error::LockedOut);
}

#[test]
fn d_69_the_window_moves_with_the_phase_so_an_old_play_is_stale() {
    let mut desk = scene().begin();
    let seen = desk.window().id;
    desk.act(A, DRAW);
    assert_ne!(desk.window().id, seen, "a room refuses what was formed before the present window");
    assert!(!<dutch::Dutch as kernel::Game>::ignores_version(&play(0)));
}

#[test]
fn d_72_a_taken_discard_is_not_played_in_the_same_turn() {
    let mut desk = deal(r#"{"mode":"clear","discard_take":"on"}"#).hand(A, "7s 3h 9c Kd").top("4d").begin();
    let take = |name| Action::Draw(Draw::Discard { card: card(name) });
    assert_eq!(desk.refused(A, take("4c")), Error::DiscardChanged { top: card("4d") });
    desk.act(A, take("4d"));
    assert_eq!(desk.spectator().drawn, Some(card("4d")), "everybody knows that card");
    assert_eq!(desk.refused(A, PLAY_DRAWN), Error::TakenCard);
    desk.act(A, play(1));
    assert_eq!(desk.hand(A), "7s 4d 9c Kd");
    assert!(!desk.sees(Viewer::Spectator, "4d"), "in its slot it lies face down");
    assert_eq!(desk.recall(C).recall.unwrap().hands[A][1].unwrap().card, Some(card("4d")));
}

#[test]
fn a_taken_discard_is_kept_when_the_time_is_up() {
    for timeout in ["keep_drawn", "discard_drawn"] {
        let json = format!(r#"{{"mode":"clear","discard_take":"on","timeout":"{timeout}"}}"#);
        let mut desk = deal(&json).hand(A, "7s 3h 9c Kd").top("4d").begin();
        desk.act(A, Action::Draw(Draw::Discard { card: card("4d") })).expire();
        assert_eq!((desk.hand(A), desk.open().current), ("7s 3h 9c Kd 4d".into(), B));
        assert_eq!(desk.received(Viewer::Spectator)[1], Event::TurnMissed { seat: A, kept: true });
    }
}

#[test]
fn d_73_discards_are_not_taken_unless_the_house_allows_it() {
    let desk = scene().top("4d").begin();
    let take = Action::Draw(Draw::Discard { card: card("4d") });
    assert_eq!(desk.refused(A, take), Error::OptionOff);
}

#[test]
fn d_80_after_the_end_nothing_goes() {
    let mut desk = clear().seats(2).begin();
    desk.remove(B);
    for action in [DRAW, PLAY_DRAWN, matching(0), Action::CallDutch, Action::Ready, Action::ConfirmPeek] {
        assert_eq!(desk.refused(A, action), Error::from(CommonError::GameOver));
    }
}

#[test]
fn d_82_an_earlier_deadline_changes_nothing() {
    let mut desk = scene().begin();
    let window = desk.window().id;
    desk.quiet_turns(4);
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, A));
    let before = desk.everything();
    assert_eq!(desk.table.check(&Input::Expire(window)), Err(Refusal::WindowClosed { window }));
    assert_eq!(desk.everything(), before);
}

#[test]
fn every_phase_has_its_time_and_only_turns_make_idle() {
    let mut desk = clear().hand(A, "Qs Jd").pile("Qh 2c 3c 4c Jh").begin();
    let mut seen = Vec::new();
    let mut note = |desk: &Desk| {
        let window = desk.window();
        seen.push((desk.phase(), window.lasts.unwrap().as_secs(), window.idles));
    };
    note(&deal("{}").dealt());
    note(&desk);
    desk.act(A, DRAW);
    note(&desk);
    desk.act(A, PLAY_DRAWN);
    note(&desk);
    desk.expire();
    note(&desk);
    desk.act(A, look(B, 0));
    note(&desk);
    desk.expire();
    note(&desk);
    assert_eq!(
        seen,
        [
            (Phase::InitialPeek, 10, false),
            (Phase::DrawingCard, 10, true),
            (Phase::PlayingCard, 15, true),
            (Phase::SameRankWindow, 5, false),
            (Phase::QueenPeek, 10, false),
            (Phase::Peeking, 5, false),
            (Phase::TurnEnd, 2, false),
        ]
    );
    desk.expire().quiet_turns(3);
    desk.play_drawn().expire();
    assert_eq!(desk.phase(), Phase::JackSwap);
    assert_eq!(desk.window().lasts, Some(Duration::from_secs(10)));
}

/// C collects sixes; A and B draw `Ks` and `6s`.
fn sixes_for_c() -> Desk {
    deal("{}").hand(C, "6h 9d 9s 10d").pile("Ks 6s").begin()
}

#[test]
fn a_pause_in_which_nobody_can_act_is_left_out() {
    let mut desk = sixes_for_c();
    desk.play_drawn().act(A, Action::CallDutch).expire();
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, B), "nobody can call again");
    desk.play_drawn().expire();
    assert_eq!(desk.phase(), Phase::TurnEnd, "C can collect");
}

#[test]
fn no_pause_is_made_for_bots() {
    let mut desk = sixes_for_c();
    desk.status(A, SeatStatus::Bot).status(B, SeatStatus::Bot).play_drawn().expire();
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, B));
    desk.play_drawn().expire();
    assert_eq!((desk.phase(), desk.open().current), (Phase::TurnEnd, B), "C is a person and can collect");
    desk.wait().play_drawn().expire();
    assert_eq!((desk.phase(), desk.open().current), (Phase::TurnEnd, C), "C can call");
}

#[test]
fn a_pause_of_no_seconds_is_none() {
    let mut desk = deal(r#"{"turn_end_seconds":0}"#).begin();
    desk.expire();
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, B));
}
