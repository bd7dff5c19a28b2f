//! Plus cards, skips and reverses.

use crate::desk::{Deal, Desk, chaos, insane};
use eights::{Action, Color, Direction, Error, Event, Stacking};
use kernel::{Seat, SeatStatus};

#[test]
fn e_23_a_stack_grows_until_somebody_draws_it() {
    let mut desk = insane().hand(0, "red +2").hand(1, "+4").hand(2, "+20").begin();
    desk.play(0, "red +2");
    desk.play(1, "+4: green");
    desk.play(2, "+20: blue");
    assert_eq!(desk.open().stack, 26);
    desk.draw(3, "");
    assert_eq!(desk.counts()[3], 7 + 26);
    assert_eq!((desk.open().stack, desk.open().current), (0, Seat(0)));
    let received = desk.sent(1);
    let [Event::Drew { seat: Seat(3), count: 26, forced: true, cards: None }] = &received[..] else {
        panic!("{received:?}")
    };
}

/// Seat 3 has put this on the table; it is seat 0's turn.
fn answering(deal: Deal, plus: &str, color: &str, hand: &str) -> Desk {
    let mut desk = deal.first(3).hand(3, plus).hand(0, hand).begin();
    desk.play(3, &format!("{plus}{color}"));
    desk
}

#[test]
fn e_24_any_plus_card_answers_whatever_its_colour() {
    let mut desk = answering(insane(), "+20", ": red", "green +2");
    desk.play(0, "green +2");
    assert_eq!((desk.open().stack, desk.open().color), (22, Color::Green));
}

#[test]
fn e_25_equal_or_higher_refuses_less() {
    let deal = insane().with(|o| o.stacking = Some(Stacking::EqualOrHigher));
    let mut desk = answering(deal, "+20", ": red", "red +2, +20");
    assert_eq!(desk.refused(0, "red +2"), Error::StackRefused);
    desk.play(0, "+20: red");
    assert_eq!(desk.open().stack, 40);
}

#[test]
fn e_26_same_only_refuses_more() {
    let deal = insane().with(|o| o.stacking = Some(Stacking::SameOnly));
    let desk = answering(deal, "+4", ": red", "+20, +4");
    assert_eq!(desk.refused(0, "+20: red"), Error::StackRefused);
    assert!(desk.accepts(0, "+4: red"));
}

#[test]
fn e_27_without_stacking_there_is_only_the_draw() {
    let deal = insane().with(|o| o.stacking = Some(Stacking::Off));
    let desk = answering(deal, "red +2", "", "red +2");
    assert_eq!(desk.refused(0, "red +2"), Error::StackRefused);
    assert_eq!(desk.legal(0), [Action::Draw]);
}

#[test]
fn e_28_everything_else_waits_while_a_stack_is_pending() {
    let desk = answering(insane(), "red +2", "", "wild, red skip, red reverse, red 5");
    for card in ["wild: red", "red skip", "red reverse", "red 5"] {
        assert_eq!(desk.refused(0, card), Error::StackPending { stack: 2 }, "{card}");
    }
}

#[test]
fn e_29_a_colourless_plus_card_goes_on_everything() {
    let mut desk = insane().hand(0, "+4").begin();
    desk.play(0, "+4: green");
    assert_eq!((desk.open().stack, desk.open().color), (4, Color::Green));
}

#[test]
fn e_30_after_the_stack_is_taken_a_plus_card_matches_by_kind() {
    let mut desk = insane().first(3).hand(3, "red +2").hand(1, "blue +2").begin();
    desk.play(3, "red +2");
    desk.draw(0, "");
    desk.play(1, "blue +2");
    assert_eq!(desk.open().stack, 2);
}

/// Seat 0 comes down to this card, which would match, while the others draw.
fn last_card(deal: Deal, card: &str) -> Desk {
    let hand = format!("red 1, red 2, {card}");
    let mut desk = deal.with(|o| o.hand_size = 3).hand(0, &hand).begin();
    for number in ["red 1", "red 2"] {
        desk.play(0, number);
        for seat in 1..4 {
            desk.draw(seat, "");
        }
    }
    desk
}

#[test]
fn e_31_a_last_plus_card_wins_and_nobody_draws() {
    let mut desk = last_card(insane(), "+4");
    desk.play(0, "+4: red");
    assert_eq!(desk.open().ending.unwrap().winners.iter().collect::<Vec<_>>(), [Seat(0)]);
    assert_eq!(desk.counts(), [0, 5, 5, 5]);
    assert_eq!(desk.open().stack, 0, "the effect never happened");
}

#[test]
fn e_32_a_skip_passes_over_two_seats() {
    for (seats, next) in [(2, 1), (3, 0), (4, 3), (5, 3), (6, 3)] {
        let mut desk = insane().seats(seats).hand(0, "red skip").begin();
        desk.play(0, "red skip");
        assert_eq!(desk.open().current, Seat(next), "{seats} seats");
    }
}

#[test]
fn e_33_a_skip_goes_the_other_way_too() {
    for (seats, next) in [(2, 1), (3, 0), (4, 1), (5, 2)] {
        let mut desk = insane().seats(seats).first(1).hand(1, "red reverse").hand(0, "red skip").begin();
        desk.play(1, "red reverse");
        desk.play(0, "red skip");
        assert_eq!(desk.open().current, Seat(next), "{seats} seats");
    }
}

#[test]
fn e_34_a_skip_of_one_gives_two_players_the_turn_again() {
    let mut desk = insane().seats(2).with(|o| o.skip_count = 1).hand(0, "red skip").begin();
    desk.play(0, "red skip");
    assert_eq!(desk.open().current, Seat(0));
}

#[test]
fn skipped_seats_are_named_in_order() {
    let mut desk = insane().seats(5).hand(0, "red skip").begin();
    desk.play(0, "red skip");
    assert!(desk.sent(4).contains(&Event::Skipped { seats: vec![Seat(1), Seat(2)] }));
}

#[test]
fn e_35_skips_match_skips_but_not_reverses() {
    let desk = answering(insane().seats(5).with(|o| o.skip_count = 1), "red skip", "", "");
    assert_eq!(desk.open().current, Seat(0));
    let mut desk = insane().first(1).hand(1, "red skip").hand(0, "blue skip, blue reverse").begin();
    desk.play(1, "red skip");
    assert_eq!(desk.open().current, Seat(0));
    assert_eq!(desk.refused(0, "blue reverse"), Error::NoMatch);
    assert!(desk.accepts(0, "blue skip"));
}

#[test]
fn e_36_a_reverse_turns_the_table_round() {
    for (seats, next) in [(4, 3), (2, 1)] {
        let mut desk = insane().seats(seats).hand(0, "red reverse").begin();
        desk.play(0, "red reverse");
        assert_eq!((desk.open().dir, desk.open().current), (Direction::Counterclockwise, Seat(next)));
        let count = Event::Reversed { dir: Direction::Counterclockwise, count: 1 };
        assert!(desk.sent(1).contains(&count));
    }
}

/// Three seats; 0 and 2 have reversed four times; seat 0 to play.
fn four_reverses() -> Desk {
    let reverses = "red reverse, red reverse, red reverse, red 5";
    let mut desk = insane().seats(3).hand(0, reverses).hand(2, reverses).hand(1, "red reverse").begin();
    for seat in [0, 2, 0, 2] {
        desk.play(seat, "red reverse");
    }
    assert_eq!((desk.open().reverses, desk.open().current), (4, Seat(0)));
    desk
}

#[test]
fn e_37_the_fifth_reverse_in_a_row_is_refused() {
    let desk = four_reverses();
    assert_eq!(desk.refused(0, "red reverse"), Error::ReverseLimit { limit: 4 });
    assert_eq!(desk.open().reverses, 4);
}

#[test]
fn e_38_anything_else_lets_reverses_in_again() {
    let play: fn(&mut Desk) = |desk| desk.play(0, "red 5");
    let draw: fn(&mut Desk) = |desk| desk.draw(0, "");
    let expire: fn(&mut Desk) = |desk| desk.expire("");
    for other in [play, draw, expire] {
        let mut desk = four_reverses();
        other(&mut desk);
        assert_eq!((desk.open().reverses, desk.open().current), (0, Seat(1)));
        assert!(desk.accepts(1, "red reverse"));
    }
}

#[test]
fn e_39_an_expiry_draws_one_card_or_the_stack() {
    let mut desk = insane().begin();
    assert_eq!(desk.window().lasts, Some(std::time::Duration::from_secs(30)));
    desk.expire("");
    assert_eq!((desk.counts()[0], desk.open().current), (8, Seat(1)));

    let mut desk = insane().first(2).hand(2, "red +2").hand(3, "+4").begin();
    desk.play(2, "red +2");
    desk.play(3, "+4: red");
    desk.expire("");
    assert_eq!((desk.counts()[0], desk.open().current, desk.open().stack), (13, Seat(1), 0));
    assert_eq!(desk.sent(1)[0], Event::TimedOut { seat: Seat(0) });
}

#[test]
fn e_59_an_offline_seat_draws_the_stack_at_its_expiry() {
    let mut desk = answering(insane(), "+20", ": red", "");
    desk.status(0, SeatStatus::Offline);
    assert_eq!((desk.open().stack, desk.open().current), (20, Seat(0)), "the stack is still pending");
    desk.expire("");
    assert_eq!((desk.counts()[0], desk.open().stack), (27, 0));
}

#[test]
fn e_65_a_hand_holds_250_cards_at_most() {
    // Seat 0 plays one +20 after the other; in between it draws the next one, while seat 1 draws or plays.
    let mut desk =
        insane().seats(2).hand(0, "+20").hand(1, "red 1, red 1, red 1, red 1, red 1, red 1, red 1").begin();
    for cycle in 0..12 {
        desk.play(0, "+20: red");
        desk.draw(1, "");
        desk.draw(0, "+20");
        if cycle < 7 { desk.play(1, "red 1") } else { desk.draw(1, "") }
    }
    assert_eq!(desk.counts()[1], 245);
    desk.play(0, "+20: red");
    desk.draw(1, "");
    assert_eq!((desk.counts()[1], desk.open().stack, desk.open().current), (250, 0, Seat(0)));

    // A full hand draws nothing, without asking luck, and its turn passes.
    desk.draw(0, "");
    desk.act(1, Action::Draw);
    assert_eq!((desk.counts()[1], desk.open().current), (250, Seat(0)));
    assert_eq!(desk.sent(0), [Event::Drew { seat: Seat(1), count: 0, forced: false, cards: None }]);
}

#[test]
fn both_kinds_of_plus_20_are_equal() {
    let deal = || chaos().with(|o| o.stacking = Some(Stacking::SameOnly));
    let desk = answering(deal(), "+20", ": red", "blue +20, +4");
    assert!(desk.accepts(0, "blue +20"));
    assert_eq!(desk.refused(0, "+4: red"), Error::StackRefused);
    let higher = chaos().with(|o| o.stacking = Some(Stacking::EqualOrHigher));
    let desk = answering(higher, "red +20", "", "+20, +4");
    assert!(desk.accepts(0, "+20: blue"));
    assert_eq!(desk.refused(0, "+4: red"), Error::StackRefused);
}
