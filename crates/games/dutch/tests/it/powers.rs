//! Queens and jacks.

use crate::desk::*;
use dutch::{Action, Error, Event, Phase, Rank};
use kernel::{SeatSet, Turn, Viewer};

/// A has played a queen, and its power runs.
fn queen() -> Desk {
    let mut desk = deal("{}").hand(B, "6h 2c 9s 4d").picks(B, &[0, 2]).hand(C, "8h 8d").pile("Qc").begin();
    desk.play_drawn().expire();
    desk
}

/// A has played a jack, and its power runs.
fn jack(deal: Deal) -> Desk {
    let mut desk = deal.pile("Jc").begin();
    desk.play_drawn().expire();
    assert_eq!(desk.phase(), Phase::JackSwap);
    desk
}

fn attack() -> Deal {
    deal("{}").hand(A, "9c 9d 10d 10c").hand(B, "6h 2c 9s 4d").picks(B, &[0, 2])
}

#[test]
fn d_49_only_the_one_who_looks_sees_the_card() {
    let mut desk = queen();
    desk.act(A, look(C, 1));
    assert_eq!(desk.phase(), Phase::Peeking);
    for viewer in Viewer::all(4) {
        let view = desk.table.view(viewer);
        let seen = view.hands[C][1].unwrap().card;
        assert_eq!(seen, (viewer.seat() == Some(A)).then_some(card("8d")), "{viewer:?}");
        assert_eq!(view.open.looked_at, Some(at(C, 1)), "all know the slot");
    }
    assert_eq!(desk.received(Viewer::Seat(C)), [Event::Looked { seat: A, at: at(C, 1), card: None }]);
    desk.act(A, Action::DonePeeking);
    assert_eq!(desk.phase(), Phase::TurnEnd);
    assert!(!desk.sees(Viewer::Seat(A), "8d") && desk.sees(Viewer::Recall(A), "8d"));
}

#[test]
fn d_50_a_queen_looks_at_hidden_cards_only() {
    let mut desk = deal("{}").first(D).hand(B, "6h 2c 9s 4d").picks(B, &[0, 2]).pile("2s Qc").begin();
    desk.play_drawn().act(B, matching(1)).wait();
    desk.play_drawn().expire();
    let window = desk.window();
    assert_eq!(desk.refused(A, look(B, 0)), Error::CardIsPublic);
    assert_eq!(desk.refused(A, look(B, 1)), Error::EmptySlot);
    assert_eq!(desk.refused(A, look(B, 4)), Error::NoSuchSlot);
    assert_eq!(desk.refused(A, look(kernel::Seat(4), 0)), Error::NoSuchSeat);
    assert_eq!(desk.window(), window, "the same deadline");
    desk.act(A, look(B, 2));
}

#[test]
fn d_51_only_the_owner_swaps_and_two_different_cards() {
    let desk = jack(attack());
    assert_eq!(desk.refused(B, swap((C, 0), (D, 0))), Error::NotYourPower);
    assert_eq!(desk.refused(A, swap((C, 0), (C, 0))), Error::SameSlot);
}

#[test]
fn d_52_a_jack_takes_a_collection_card_and_with_it_the_rank() {
    let mut desk = jack(attack());
    assert_eq!(desk.hand(B), "6h' 2c 9s 4d");
    desk.act(A, swap((B, 0), (A, 3)));
    assert_eq!((desk.hand(B).as_str(), desk.hand(A).as_str()), ("10c 2c 9s 4d", "9c' 9d 10d 6h"));
    assert_eq!(desk.open().ranks[B], None);
    assert!(desk.received(Viewer::Spectator).contains(&Event::RankLost { seat: B }));
    for seat in [A, B, C, D] {
        assert!(!desk.sees(Viewer::Seat(seat), "6h") && !desk.sees(Viewer::Seat(seat), "10c"));
        assert!(desk.sees(Viewer::Recall(seat), "6h"), "a former collection card can be followed");
    }
}

#[test]
fn d_53_a_rank_lasts_until_all_powers_are_used() {
    let mut desk =
        deal("{}").hand(B, "Jh X1 9s 4d").hand(C, "Js 9h 9d 10d").picks(C, &[1, 2]).pile("Jc").begin();
    desk.play_drawn().act(C, matching(0)).expire();
    assert_eq!(desk.top(), "Js");
    desk.act(A, swap((B, 0), (A, 3)));
    assert_eq!((desk.phase(), desk.open().powers[0].seat), (Phase::JackSwap, C));
    desk.act(B, collect("Js"));
    desk.act(C, Action::DeclinePower);
    assert_eq!(desk.open().ranks[B], Some(Rank::Jack));
    assert!(desk.hand(B).ends_with("Js'"));
}

#[test]
fn d_54_within_one_hand_a_collection_card_stays_one() {
    let mut desk = jack(attack());
    desk.act(A, swap((B, 0), (B, 2)));
    assert_eq!(desk.hand(B), "9s 2c 6h' 4d");
    assert_eq!(desk.open().ranks[B], Some(Rank::Six));
}

#[test]
fn d_55_a_card_taken_by_a_jack_joins_no_collection() {
    let mut desk = jack(attack().hand(A, "6c X1 10d 10c"));
    assert_eq!(desk.open().ranks[A], Some(Rank::Six));
    desk.act(A, swap((B, 0), (A, 3)));
    assert_eq!(desk.hand(A), "6c' X1 10d 6h");
    assert_eq!(desk.spectator().hands[A][3].unwrap().card, None);
}

#[test]
fn d_56_first_in_first_out() {
    let mut desk = clear().hand(A, "Js").hand(C, "Jd").pile("Jc").begin();
    desk.play_drawn().act(C, matching(0)).act(A, matching(0)).expire();
    let owners: Vec<_> = desk.open().powers.iter().map(|power| power.seat).collect();
    assert_eq!(owners, [A, C, A]);
    let first = desk.window().id;
    desk.act(A, swap((B, 0), (D, 0)));
    assert_eq!(
        desk.legal(C).len(),
        desk.legal(C).iter().filter(|a| matches!(a, Action::Swap(_))).count() + 1
    );
    assert_ne!(desk.window().id, first, "each power has its own window");
    desk.expire().act(A, Action::DeclinePower);
    assert_eq!(desk.phase(), Phase::TurnEnd);
}

#[test]
fn d_57_a_power_is_optional() {
    for decline in [true, false] {
        let mut desk = queen();
        if decline {
            desk.act(A, Action::DeclinePower);
        } else {
            desk.expire();
        }
        assert_eq!(desk.received(Viewer::Spectator), [Event::PowerForfeited { seat: A }]);
        assert_eq!(desk.phase(), Phase::TurnEnd);
    }
}

#[test]
fn a_jack_swaps_any_two_cards() {
    for places in [((A, 3), (B, 1)), ((B, 1), (C, 3)), ((D, 0), (D, 3))] {
        let mut desk = jack(attack());
        let sent = Event::Swapped { seat: A, a: at(places.0.0, places.0.1), b: at(places.1.0, places.1.1) };
        desk.act(A, swap(places.0, places.1));
        assert_eq!(desk.received(Viewer::Spectator), [sent]);
    }
}

#[test]
fn a_power_that_is_off_does_nothing() {
    let mut desk = deal(r#"{"queen_power":"off"}"#).pile("Qc 2c 3c 4c Jc").begin();
    desk.play_drawn().expire();
    assert_eq!(desk.phase(), Phase::TurnEnd);
    desk.wait().quiet_turns(3).play_drawn().expire();
    assert_eq!(desk.phase(), Phase::JackSwap, "the jack's is still on");
}

#[test]
fn a_power_without_a_choice_is_dropped() {
    // B has called and is frozen, and A is down to one card: a jack has nothing to swap.
    let json = r#"{"mode":"clear","freeze_caller":"on","hand_size":3}"#;
    let deal = deal(json).seats(2).hand(A, "2c 3c 4c").pile("2d 3d Ks Jc").first(B);
    let mut desk = deal.begin();
    desk.play_drawn().act(A, matching(0)).wait();
    desk.play_drawn().act(A, matching(1)).wait();
    desk.play_drawn().act(B, Action::CallDutch).wait();
    assert_eq!(desk.hand(A), "__ __ 4c");
    desk.play_drawn();
    assert_eq!((desk.top(), desk.open().powers.len()), ("Jc".into(), 1));
    desk.expire();
    let dropped = [Event::WindowClosed, Event::PowerForfeited { seat: A }];
    assert_eq!(desk.received(Viewer::Spectator)[..2], dropped);
    assert!(desk.phase().is_over(), "and with that the last turn is over");
}

#[test]
fn the_table_waits_for_the_owner_and_lets_others_interrupt() {
    let mut desk = deal("{}").hand(B, "Qd X1").pile("Qc").begin();
    desk.play_drawn().expire();
    let Turn::Seats { must, may, .. } = desk.table.turn() else { panic!("a power runs") };
    assert_eq!((must, may), (SeatSet::only(A), SeatSet::only(B)));
    assert!(desk.legal(A).contains(&Action::CallDutch));
}
