//! Lines of play from a scripted deal. The counts are worked out by hand beside them.

use crate::desk::*;
use dutch::{Action, Dutch};
use kernel::Input;

fn lines(desk: &Desk, depth: u32) -> u64 {
    testkit::perft::<Dutch>(desk.table.options(), &desk.start, &desk.log, depth)
}
fn counts(desk: &Desk, depths: u32) -> Vec<u64> {
    (0..=depths).map(|depth| lines(desk, depth)).collect()
}

#[test]
fn lines_of_the_first_look() {
    // Two seats pick one of three cards each and confirm. Orders of P, C of one seat among p, c of the other.
    let desk = deal(r#"{"mode":"clear","hand_size":3,"peek_count":1,"turn_end_seconds":0}"#).seats(2).dealt();
    // 1: either seat picks, 2 × 3. 2: then it confirms, or the other picks, 6 × (1 + 3).
    // 3: after pick and confirmation the other picks, 6 × 3; after two picks either confirms, 18 × 2.
    // 4: one order of each is left to finish, 54 × 1. 5: A draws. 6: A plays the drawn card or one of three.
    assert_eq!(counts(&desk, 6), [1, 6, 24, 54, 54, 54, 54 * 4]);
}

#[test]
fn lines_of_a_window() {
    // A has played a nine. Each of two seats may try its three slots; A may call as well.
    let desk = |b: &str| {
        let deal =
            deal(r#"{"mode":"clear","hand_size":3}"#).seats(2).hand(A, "2c 3c 4c").hand(B, b).pile("9c");
        let mut desk = deal.begin();
        desk.play_drawn();
        desk
    };
    // Nobody holds a nine: a try locks its seat, the call can be made once. Let t = A's tries, u = B's, c = call:
    // one action: 3 + 3 + 1. Two: in either order t·u, t·c, u·c. Three: all orders of the three.
    assert_eq!(counts(&desk("5c 6c 7c"), 4), [1, 7, 2 * (9 + 3 + 3), 6 * 9, 0]);
    // B holds one nine: it may put that down and go on with two slots.
    // Two actions more than above: nine then one of two wrong ones, 2 lines; nine last is not possible after
    // a wrong one. B's own lines: 3 of one action (nine, two wrong), 2 of two actions.
    let nine = desk("9d 6c 7c");
    assert_eq!(lines(&nine, 1), 7);
    assert_eq!(lines(&nine, 2), 2 * (3 * 3 + 3 + 3) + 2);
}

#[test]
fn lines_of_powers() {
    let power = |name: &str| {
        let mut desk = clear().seats(2).pile(name).begin();
        desk.play_drawn().expire();
        desk
    };
    // Eight cards to look at, decline, or call.
    assert_eq!(lines(&power("Qc"), 1), 8 + 2);
    // Two of eight cards, decline, or call.
    assert_eq!(lines(&power("Jc"), 1), 28 + 2);
    // After a look: done or call; after declining: call; after calling: eight looks or decline.
    assert_eq!(lines(&power("Qc"), 2), 8 * 2 + 1 + 9);
}

#[test]
fn lines_that_collect() {
    // B collects sixes and A does not: beside drawing, only B has anything to do.
    let mut desk = deal("{}").seats(2).hand(A, "7s 9h").hand(B, "6h X1").top("6s").begin();
    assert_eq!(counts(&desk, 1), [1, 2]);
    // Collect and draw in either order. After the draw A has its drawn card and three slots.
    assert_eq!(lines(&desk, 2), 1 + (1 + 4));
    desk.act(B, collect("6s"));
    assert_eq!(lines(&desk, 1), 1);
    assert!(matches!(desk.log.last(), Some(Input::Act(B, Action::Collect { .. }))));
}
