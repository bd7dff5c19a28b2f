//! Lines of play, counted from scripted deals.

use crate::desk::{Desk, chaos, face, insane, roll_of};
use eights::{Eights, Weights};
use kernel::{Drawn, Luck};
use testkit::{perft, perft_with_luck};

/// Every card drawn on the way is this one.
fn lines(desk: &Desk, depth: u32, drawn: &str) -> u64 {
    let weights = Weights::of_tier(desk.table.options().tier);
    let card = roll_of(face(drawn), &weights);
    perft_with_luck::<Eights>(desk.table.options(), &desk.start, &desk.log, depth, |luck| match luck {
        Luck::Roll { below: 3600, times } => Drawn::Roll(vec![card; times.into()]),
        Luck::Roll { times, .. } => Drawn::Roll(vec![0; times.into()]),
        Luck::Shuffle(cards) => Drawn::Shuffle((0..cards).collect()),
    })
}

#[test]
fn two_small_hands() {
    let desk = insane()
        .seats(2)
        .with(|o| o.hand_size = 3)
        .hand(0, "red 5, wild, blue 3")
        .hand(1, "blue 5, +4, green 9")
        .begin();
    let until_luck = |depth| perft::<Eights>(desk.table.options(), &desk.start, &desk.log, depth);

    // Seat 0: red 5, four times the wild, blue 3, the draw.
    assert_eq!(lines(&desk, 1, "green 9"), 1 + 4 + 1 + 1);
    // Seat 1 has the +4 in four colours and the draw in any case. Blue 5 goes on red 5, on blue 3 and on a
    // wild with blue, green 9 on a wild with green.
    assert_eq!(lines(&desk, 2, "green 9"), 6 + (5 + 6 + 6 + 5) + 6 + 5);
    assert_eq!(until_luck(2), 6 + (5 + 6 + 6 + 5) + 6, "a draw ends a line without luck");
    // Counted a second time by another program.
    assert_eq!([3, 4, 5, 6].map(|depth| lines(&desk, depth, "green 9")), [67, 257, 496, 1294]);
}

#[test]
fn a_chaotic_hand() {
    let desk = chaos()
        .with(|o| o.hand_size = 4)
        .hand(0, "red pickswap, wildpickswap, red godmode, red steal")
        .hand(1, "red swap, blue nope, red luckyhand, green 9")
        .begin();
    // Three targets, twelve targets with colours, three powers, the theft, the draw.
    assert_eq!(lines(&desk, 1, "red +2"), 3 + 12 + 3 + 1 + 1);
    // What seat 1 can do then: with its own hand on a red card swap, lucky hand and draw.
    let pickswap = (12 + 3 + 1 + 1) + 3 + 3;
    let wildpickswap = (8 + 1 + 1 + 1) + 2 * (3 + 2 + 2 + 1);
    let godmode = 3 + 3 + (4 + 1);
    let (steal, draw) = (2, 3);
    assert_eq!(lines(&desk, 2, "red +2"), pickswap + wildpickswap + godmode + steal + draw);
    assert_eq!(lines(&desk, 3, "red +2"), 152);
}
