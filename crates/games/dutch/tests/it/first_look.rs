//! The first look, and what it makes each seat collect.

use crate::desk::*;
use dutch::{Action, Error, Event, Phase, Rank};
use kernel::Viewer;

/// What a seat collects that looked at these cards, in slots 0 and 1.
fn rank_of(json: &str, peeked: &str) -> (Option<Rank>, String) {
    let desk = deal(json).hand(B, peeked).begin();
    (desk.open().ranks[B], desk.hand(B).split(' ').find(|word| word.ends_with('\'')).unwrap_or("").to_owned())
}

#[test]
fn d_09_fewest_points_decide() {
    assert_eq!(rank_of("{}", "5c Ad"), (Some(Rank::Ace), "Ad'".into()));
    let desk = deal("{}").hand(B, "5c Ad").begin();
    for viewer in Viewer::all(4) {
        assert_eq!(desk.table.view(viewer).hands[B][1].unwrap().card, Some(card("Ad")));
    }
}

#[test]
fn d_10_a_ten_before_a_black_king() {
    assert_eq!(rank_of("{}", "10c Ks").0, Some(Rank::Ten));
}

#[test]
fn d_11_a_black_king_before_a_queen() {
    assert_eq!(rank_of("{}", "Ks Qd"), (Some(Rank::King), "Ks'".into()));
}

#[test]
fn d_12_a_queen_before_a_jack() {
    assert_eq!(rank_of("{}", "Qd Jh").0, Some(Rank::Queen));
}

#[test]
fn d_13_a_joker_is_not_collected() {
    assert_eq!(rank_of("{}", "X1 Jh").0, Some(Rank::Jack));
}

#[test]
fn d_14_two_jokers_make_no_rank() {
    let desk = deal("{}").hand(B, "X1 X2").top("6s").begin();
    assert_eq!(desk.open().ranks[B], None);
    assert_eq!(desk.received(Viewer::Spectator)[2], Event::RankSet { seat: B, chosen: None });
    assert_eq!(desk.refused(B, collect("6s")), Error::NoRank);
}

#[test]
fn d_15_a_red_king_of_no_points_beats_an_ace() {
    assert_eq!(rank_of("{}", "Ac Kh").0, Some(Rank::King));
    assert_eq!(rank_of(r#"{"red_kings":10}"#, "Ac Kh").0, Some(Rank::Ace));
}

#[test]
fn d_16_of_two_kings_the_cheaper_then_the_lower_slot() {
    for (json, chosen) in [("{}", "Ks __ Kd' __"), (r#"{"red_kings":10}"#, "Ks' __ Kd __")] {
        let desk = deal(json).hand(B, "Ks 9c Kd 9d").picks(B, &[0, 2]).begin();
        assert_eq!(desk.hand(B), chosen.replacen("__", "9c", 1).replacen("__", "9d", 1));
        assert_eq!(desk.open().ranks[B], Some(Rank::King));
    }
}

#[test]
fn d_17_of_two_equals_the_lower_slot() {
    let desk = deal("{}").hand(B, "9c 8d 9d 8c").picks(B, &[3, 1]).begin();
    assert_eq!(desk.hand(B), "9c 8d' 9d 8c");
    assert!(!desk.sees(Viewer::Seat(B), "8c"));
}

#[test]
fn d_18_no_pick_too_many_and_none_twice() {
    let mut desk = deal("{}").dealt();
    desk.act(B, Action::Peek { slot: 0 });
    assert_eq!(desk.refused(B, Action::Peek { slot: 0 }), Error::AlreadyPeeked);
    assert_eq!(desk.refused(B, Action::Peek { slot: 4 }), Error::NoSuchSlot);
    desk.act(B, Action::Peek { slot: 1 });
    assert_eq!(desk.refused(B, Action::Peek { slot: 2 }), Error::PeekLimit { most: 2 });
}

#[test]
fn d_19_no_confirmation_before_all_picks() {
    let mut desk = deal("{}").dealt();
    desk.act(B, Action::Peek { slot: 0 });
    assert_eq!(desk.refused(B, Action::ConfirmPeek), Error::PeekIncomplete { left: 1 });
    desk.act(B, Action::Peek { slot: 2 }).act(B, Action::ConfirmPeek);
    assert_eq!(desk.refused(B, Action::ConfirmPeek), Error::AlreadyConfirmed);
    assert_eq!(desk.refused(B, Action::Peek { slot: 3 }), Error::AlreadyConfirmed);
}

#[test]
fn d_20_the_last_confirmation_ends_the_look_at_once() {
    let mut desk = deal("{}").dealt();
    for seat in [A, B, C, D] {
        desk.act(seat, Action::Peek { slot: 0 }).act(seat, Action::Peek { slot: 1 });
        assert_eq!(desk.phase(), Phase::InitialPeek);
        assert!(desk.open().ranks.values().iter().all(Option::is_none));
        desk.act(seat, Action::ConfirmPeek);
    }
    assert_eq!(desk.phase(), Phase::DrawingCard);
    let set = |event: &Event| matches!(event, Event::RankSet { .. });
    assert_eq!(desk.received(Viewer::Spectator).iter().filter(|event| set(event)).count(), 4, "in one step");
}

#[test]
fn d_21_the_clock_picks_from_the_left_and_tells_the_owner_alone() {
    let mut desk = deal("{}").hand(C, "9h 2d 3c 8s").dealt();
    desk.act(C, Action::Peek { slot: 3 }).expire();
    assert_eq!(desk.phase(), Phase::DrawingCard);
    assert_eq!(desk.hand(C), "9h 2d 3c 8s'", "of 9h and 8s the eight is worth less");
    let peeked = |card| Event::Peeked { seat: C, slot: 0, card };
    assert!(desk.received(Viewer::Seat(C)).contains(&peeked(Some(card("9h")))));
    for viewer in [Viewer::Seat(A), Viewer::Seat(B), Viewer::Seat(D), Viewer::Spectator] {
        assert!(desk.received(viewer).contains(&peeked(None)), "others learn which slot");
        assert!(!desk.received(viewer).contains(&peeked(Some(card("9h")))));
    }
    assert_eq!(desk.recall(C).recall.unwrap().hands[C][0].unwrap().card, Some(card("9h")));
}

#[test]
fn d_22_what_was_peeked_and_not_chosen_is_hidden_again() {
    let mut desk = deal("{}").hand(A, "5c Ad 9h 9d").dealt();
    desk.act(A, Action::Peek { slot: 0 });
    assert!(desk.sees(Viewer::Seat(A), "5c") && !desk.sees(Viewer::Seat(B), "5c"));
    desk.expire();
    let slots = &desk.view(A).hands[A];
    assert_eq!(slots[1].unwrap().card, Some(card("Ad")));
    assert!(slots[1].unwrap().collected);
    assert_eq!(slots[0].unwrap().card, None);
}

#[test]
fn in_clear_mode_all_cards_stay_face_down() {
    let desk = clear().begin();
    assert_eq!(desk.phase(), Phase::DrawingCard);
    assert!(desk.open().ranks.values().iter().all(Option::is_none));
    let slots = desk.spectator().hands;
    assert!(slots.values().iter().flatten().flatten().all(|slot| slot.card.is_none() && !slot.collected));
}

#[test]
fn the_look_no_longer_waits_for_a_seat_that_left() {
    let mut desk = deal("{}").dealt();
    for seat in [B, C, D] {
        desk.act(seat, Action::Peek { slot: 0 })
            .act(seat, Action::Peek { slot: 1 })
            .act(seat, Action::ConfirmPeek);
    }
    desk.remove(A);
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, B), "A would have begun");
}
