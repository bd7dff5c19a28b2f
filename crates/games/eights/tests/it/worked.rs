//! The worked examples of the rules, section 13.

use crate::desk::{chaos, insane};
use eights::{Color, Direction, Error, Phase, Stacking};
use kernel::Seat;

#[test]
fn matching() {
    let mut desk = insane().hand(0, "red 5, blue 3, blue 5, wild").hand(1, "blue 7, red 7, +4").begin();
    assert!(desk.accepts(0, "red 5"));
    assert!(desk.accepts(0, "blue 3"));
    assert!(!desk.accepts(0, "blue 5"));
    desk.play(0, "wild: blue");
    assert!(desk.accepts(1, "blue 7"));
    assert!(!desk.accepts(1, "red 7"));
    assert!(desk.accepts(1, "+4: red"));
}

#[test]
fn a_stack_of_28() {
    for stacking in [Stacking::Any, Stacking::EqualOrHigher] {
        let mut desk = insane()
            .with(|o| o.stacking = Some(stacking))
            .hand(0, "red +2")
            .hand(1, "+4, yellow 1, blue +2, wild, blue 1")
            .hand(2, "+20")
            .hand(3, "yellow +2")
            .begin();
        desk.play(0, "red +2");
        desk.play(1, "+4: green");
        assert_eq!((desk.open().stack, desk.open().color), (6, Color::Green));
        desk.play(2, "+20: blue");
        assert_eq!((desk.open().stack, desk.open().color), (26, Color::Blue));
        if stacking == Stacking::EqualOrHigher {
            assert_eq!(desk.refused(3, "yellow +2"), Error::StackRefused);
            continue;
        }
        desk.play(3, "yellow +2");
        assert_eq!((desk.open().stack, desk.open().color), (28, Color::Yellow));
        desk.draw(0, "");
        assert_eq!((desk.counts()[0], desk.open().stack, desk.open().current), (34, 0, Seat(1)));
        for (card, fits) in [("yellow 1", true), ("blue +2", true), ("wild: red", true), ("blue 1", false)] {
            assert_eq!(desk.accepts(1, card), fits, "{card}");
        }
    }
}

#[test]
fn skip_and_reverse() {
    let mut desk = insane().seats(5).first(1).hand(1, "red skip").hand(4, "red reverse").begin();
    desk.play(1, "red skip");
    assert_eq!(desk.open().current, Seat(4));
    desk.play(4, "red reverse");
    assert_eq!((desk.open().dir, desk.open().current), (Direction::Counterclockwise, Seat(3)));
}

#[test]
fn the_reverse_limit() {
    let reverses = "red reverse, red reverse, red reverse";
    let mut desk = insane().seats(3).hand(0, reverses).hand(2, reverses).hand(1, reverses).begin();
    for seat in [0, 2, 0, 2] {
        desk.play(seat, "red reverse");
    }
    let open = desk.open();
    assert_eq!((open.reverses, open.dir, open.current), (4, Direction::Clockwise, Seat(0)));
    assert_eq!(desk.refused(0, "red reverse"), Error::ReverseLimit { limit: 4 });
    desk.draw(0, "");
    assert_eq!((desk.open().reverses, desk.open().current), (0, Seat(1)));
    assert!(desk.accepts(1, "red reverse"));
}

#[test]
fn going_out_with_a_pickswap() {
    let mut desk = chaos().first(2).with(|o| o.hand_size = 3).hand(2, "red 1, red 2, red pickswap").begin();
    for card in ["red 1", "red 2"] {
        desk.play(2, card);
        for seat in [3, 0, 1] {
            desk.draw(seat, "");
        }
    }
    assert_eq!(desk.refused(2, "red pickswap"), Error::TargetRequired);
    let others = [desk.hand(0), desk.hand(1), desk.hand(3)];
    desk.play(2, "red pickswap: @0");
    assert_eq!(desk.open().phase, Phase::Finished);
    assert_eq!([desk.hand(0), desk.hand(1), desk.hand(3)], others);
}

#[test]
fn a_removed_seat() {
    let mut desk = insane().first(1).hand(1, "red reverse").hand(0, "red +2").hand(3, "+4").begin();
    desk.play(1, "red reverse");
    desk.play(0, "red +2");
    desk.play(3, "+4: red");
    assert_eq!((desk.open().current, desk.open().stack), (Seat(2), 6));
    desk.remove(2);
    assert_eq!((desk.open().current, desk.open().stack), (Seat(1), 6));
}
