//! How rounds end, and seats that leave.

use crate::desk::{Desk, chaos, deal, insane};
use eights::{Action, Eights, Error, Event, MercyLimit, Phase, Reason, Tier};
use kernel::{CommonError, Input, Refusal, Seat, SeatStatus, Start, Switch, Table, Turn, Viewer};

/// Seat 0 is about to play its last card, `red 5`.
fn about_to_go_out() -> Desk {
    let mut desk =
        insane().with(|o| o.hand_size = 3).hand(0, "red 1, red 2, red 5").hand(2, "blue +2").begin();
    for card in ["red 1", "red 2"] {
        desk.play(0, card);
        for seat in 1..4 {
            desk.draw(seat, "");
        }
    }
    desk
}

#[test]
fn e_21_an_empty_hand_wins_at_once() {
    let mut desk = about_to_go_out();
    desk.play(0, "red 5");
    let open = desk.open();
    assert_eq!((open.phase, open.current), (Phase::Finished, Seat(0)), "the turn has not moved on");
    let ending = open.ending.unwrap();
    assert_eq!(ending.reason, Reason::WentOut);
    assert_eq!(ending.winners.iter().collect::<Vec<_>>(), [Seat(0)]);
    let outcome = desk.outcome();
    assert_eq!(outcome.reason, "went_out");
    assert_eq!(outcome.places.values(), [1, 2, 2, 2]);
    assert_eq!(outcome.points.values(), [0, 0, 0, 0], "nothing is counted in a single game");
}

#[test]
fn e_22_nothing_is_played_after_the_end() {
    let mut desk = about_to_go_out();
    desk.play(0, "red 5");
    for seat in 0..4 {
        for action in [Action::Draw, Action::Pass, Action::Ready] {
            assert_eq!(desk.refusal(seat, action), Error::from(CommonError::GameOver));
        }
        assert!(desk.legal(seat).is_empty());
    }
    let card = desk.playing(1, "green 9");
    assert_eq!(desk.refusal(1, card), Error::from(CommonError::GameOver));
}

#[test]
fn the_hands_left_are_shown_to_everyone_at_the_end() {
    let mut desk = about_to_go_out();
    desk.play(0, "red 5");
    for viewer in Viewer::all(4) {
        assert!(desk.table.view(viewer).hands.values().iter().all(Option::is_some), "{viewer:?}");
        let received = desk.received(viewer);
        let Some(Event::Ended { hands, .. }) = received.last() else { panic!("{received:?}") };
        assert_eq!(hands, &desk.spectator().hands);
    }
}

#[test]
fn e_56_a_removed_seat_passes_turn_and_stack_in_the_present_direction() {
    let mut desk = insane().first(1).hand(1, "red reverse").hand(0, "red +2").hand(3, "+4").begin();
    desk.play(1, "red reverse");
    desk.play(0, "red +2");
    desk.play(3, "+4: red");
    let hand = desk.card(2, "green 9").id;
    assert_eq!((desk.open().current, i8::from(desk.open().dir)), (Seat(2), -1));
    let before = desk.window_id();
    desk.remove(2);
    assert_eq!((desk.open().current, desk.open().stack), (Seat(1), 6));
    assert!(desk.window_id() > before, "a fresh deadline");
    assert_eq!(desk.sent(0), [Event::SeatRemoved { seat: Seat(2) }]);
    assert_eq!(desk.counts()[2], 0, "its cards vanish");
    assert_eq!(desk.refusal(2, crate::desk::choose(hand, "")), Error::from(CommonError::NotYourTurn));
}

#[test]
fn e_57_a_removed_last_seat_passes_to_the_first() {
    let mut desk = insane().first(3).hand(0, "red 5").begin();
    desk.remove(3);
    assert_eq!(desk.open().current, Seat(0));
    desk.play(0, "red 5");
    desk.draw(1, "");
    desk.draw(2, "");
    assert_eq!(desk.open().current, Seat(0), "the game goes on without it");
}

#[test]
fn e_58_the_last_one_wins_and_everyone_gets_the_event() {
    let mut desk = insane().seats(2).begin();
    desk.remove(0);
    assert_eq!(desk.outcome().reason, "last_player");
    assert_eq!(desk.outcome().places.values(), [2, 1]);
    for viewer in Viewer::all(2) {
        assert!(desk.received(viewer).iter().any(|event| matches!(event, Event::Ended { .. })), "{viewer:?}");
    }
}

#[test]
fn a_removed_seat_that_is_not_current_leaves_the_decision_alone() {
    let mut desk = insane().begin();
    let window = desk.window_id();
    desk.remove(2);
    assert_eq!((desk.open().current, desk.window_id()), (Seat(0), window));
    assert_eq!(desk.view(1).next, Some(Seat(1)));
    desk.draw(0, "");
    assert_eq!(desk.view(1).next, Some(Seat(3)), "the next seat is the next in play");
}

#[test]
fn duties_lapse_with_a_removed_seat() {
    let mut desk = chaos().hand(0, "red luckyhand").begin();
    desk.play(0, "red luckyhand");
    desk.remove(0);
    assert_eq!((desk.open().phase, desk.open().current), (Phase::Turn, Seat(1)));

    let mut desk = insane().with(|o| o.play_drawn = Switch::On).begin();
    desk.draw(0, "red 1");
    desk.remove(0);
    assert_eq!((desk.open().phase, desk.open().current), (Phase::Turn, Seat(1)));
}

#[test]
fn e_62_mercy_puts_a_large_hand_out() {
    let mercy = |o: &mut eights::Options| {
        o.hand_size = 10;
        o.mercy_limit = MercyLimit::Cards(25);
    };
    let mut desk = insane().first(2).with(mercy).hand(2, "+20").begin();
    desk.play(2, "+20: red");
    desk.draw(3, "");
    let open = desk.open();
    assert_eq!((open.current, open.in_play.len(), open.stack), (Seat(0), 3, 0));
    assert!(!open.in_play.contains(Seat(3)));
    assert_eq!(desk.counts()[3], 0);
    assert!(desk.sent(0).contains(&Event::Mercy { seat: Seat(3) }));
    // It watches, and comes back in no lap.
    for seat in [0, 1, 2, 0] {
        assert_eq!(desk.open().current, Seat(seat));
        desk.draw(seat, "");
    }
}

#[test]
fn mercy_counts_at_exactly_the_limit_and_the_last_one_in_wins() {
    let mercy = |o: &mut eights::Options| {
        o.hand_size = 10;
        o.mercy_limit = MercyLimit::Cards(15);
    };
    let mut desk = insane().seats(3).with(mercy).hand(0, "+4, red 2").begin();
    desk.play(0, "+4: red");
    desk.draw(1, "");
    assert_eq!(desk.counts(), [9, 14, 10]);
    desk.draw(2, "");
    desk.play(0, "red 2");
    desk.draw(1, "");
    assert_eq!(desk.counts()[1], 0, "fifteen are too many");
    assert_eq!((desk.open().phase, desk.open().current), (Phase::Turn, Seat(2)));
    for _ in 0..3 {
        desk.draw(2, "");
        desk.draw(0, "");
    }
    desk.draw(2, "");
    assert_eq!(desk.outcome().reason, "last_player");
    assert_eq!(desk.outcome().places.values(), [1, 3, 2], "later out is better than earlier out");
}

#[test]
fn cards_that_vanish_by_mercy_are_shown_to_nobody() {
    let mercy = |o: &mut eights::Options| {
        o.hand_size = 10;
        o.mercy_limit = MercyLimit::Cards(15);
    };
    let mut desk = insane().with(mercy).hand(0, "+20").begin();
    desk.play(0, "+20: red");
    desk.draw(1, "yellow 6");
    let received = desk.sent(1);
    assert!(
        received.contains(&Event::Drew { seat: Seat(1), count: 20, forced: true, cards: None }),
        "{received:?}"
    );
}

#[test]
fn removed_seats_are_placed_last() {
    let mut desk = insane().seats(5).with(|o| o.hand_size = 3).hand(0, "red 1, red 2, red 5").begin();
    desk.remove(2);
    for card in ["red 1", "red 2"] {
        desk.play(0, card);
        desk.draw(1, "");
        desk.draw(3, "");
        desk.draw(4, "");
    }
    desk.remove(4);
    desk.play(0, "red 5");
    assert_eq!(desk.outcome().places.values(), [1, 2, 4, 2, 4]);
}

/// A table on its way to 100 turns with hands of 3, 2, 5 and 2 cards.
fn hundred_turns(seat_1: &str, seat_3: &str) -> Desk {
    let ones = |cards: &str, count: usize| format!("{cards}{}", ", red 1".repeat(count));
    let mut desk = insane()
        .with(|o| {
            o.turn_limit = 100;
            o.play_drawn = Switch::On;
        })
        .hand(0, &ones("blue 0, blue 4, blue 5", 4))
        .hand(1, &ones(seat_1, 5))
        .hand(2, &ones("blue 0, blue 0, blue 0, blue 0, blue 4", 2))
        .hand(3, &ones(seat_3, 5))
        .begin();
    while desk.open().phase == Phase::Turn {
        assert!(desk.open().turn <= 100);
        desk.resizing_turn(&[3, 2, 5, 2]);
    }
    assert_eq!(desk.counts(), [3, 2, 5, 2]);
    desk
}

#[test]
fn e_63_after_the_last_turn_fewest_cards_then_fewest_points_win() {
    // Points 9, 29, 4, 12.
    let desk = hundred_turns("blue 9, blue skip", "blue 5, blue 7");
    assert_eq!((desk.open().turn, desk.view(0).turn_limit), (100, 100));
    assert_eq!(desk.outcome().reason, "turn_limit");
    assert_eq!(desk.outcome().places.values(), [3, 2, 4, 1]);
}

#[test]
fn after_the_last_turn_equal_hands_share_the_win() {
    let desk = hundred_turns("blue 9, blue 3", "blue 5, blue 7");
    assert_eq!(desk.outcome().places.values(), [3, 1, 4, 1]);
    assert_eq!(desk.open().ending.unwrap().winners.len(), 2);
}

#[test]
fn e_66_a_rematch_starts_afresh_with_the_seat_after_the_first() {
    // Seat 2 wins with a stack of 6 on the table.
    let mut desk =
        insane().first(2).with(|o| o.hand_size = 3).hand(2, "red 1, red 2, red +2").hand(1, "+4").begin();
    for card in ["red 1", "red 2"] {
        desk.play(2, card);
        for seat in [3, 0] {
            desk.draw(seat, "");
        }
        if card == "red 1" { desk.draw(1, "") } else { desk.play(1, "+4: red") }
    }
    assert_eq!(desk.open().stack, 4);
    desk.play(2, "red +2");
    let over = desk.outcome();
    assert_eq!((over.places[Seat(2)], over.next_first), (1, Some(Seat(3))));

    let start = Start { seats: 4, host: Seat(0), first: over.next_first, rules: 2 };
    let mut table = Table::<Eights>::new(desk.table.options(), &start).unwrap();
    let mut counter = 0;
    while let Turn::Chance(luck) = table.turn() {
        table.commit(&Input::Chance(kernel::DealKey::from_seed(5).answer(counter, luck)));
        counter += 1;
    }
    let view = table.view(Viewer::Spectator);
    assert_eq!((view.open.ending, view.open.stack, view.open.reverses), (None, 0, 0));
    assert_eq!((view.open.current, view.counts.values()), (Seat(3), &[3, 3, 3, 3][..]));
}

#[test]
fn a_base_game_ends_without_special_cards() {
    let mut desk = deal(Tier::Base).seats(2).with(|o| o.hand_size = 3).hand(0, "red 1, blue 1, wild").begin();
    desk.play(0, "red 1");
    desk.draw(1, "");
    desk.play(0, "blue 1");
    desk.draw(1, "");
    desk.play(0, "wild: green");
    assert_eq!(desk.outcome().places.values(), [1, 2]);
}

#[test]
fn the_door_stays_shut_after_the_end() {
    let mut desk = about_to_go_out();
    desk.play(0, "red 5");
    let gone = desk.table.check(&Input::Status(Seat(1), SeatStatus::Offline));
    assert_eq!(gone, Err(Refusal::Over));
}
