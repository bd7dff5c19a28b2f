//! The worlds that a seat's memory allows.

use crate::desk::*;
use dutch::{Action, Card, Dutch, Rank, Worlds};
use kernel::{Contradiction, Game, Inspect, Seat, Viewer};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::collections::BTreeMap;

fn worlds(desk: &Desk, viewer: Viewer) -> Worlds {
    Worlds::new(desk.table.options(), &desk.table.view(viewer)).unwrap()
}
/// Where which card is, in world number `seed`.
fn layout(worlds: &Worlds, seed: u64) -> BTreeMap<String, Card> {
    let world = worlds.draw(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    Dutch::cards(&world).into_iter().map(|(place, name)| (place, card(&name))).collect()
}
fn slot(seat: Seat, slot: u8) -> String {
    format!("hand {} slot {slot}", seat.0)
}

#[test]
fn a_card_that_a_seat_saw_is_where_it_saw_it() {
    let mut desk = deal("{}").hand(A, "5c Ad 9h 9d").hand(B, "Kc 2d 2h 2s").pile("Jc").begin();
    desk.play_drawn().expire().act(A, swap((A, 0), (B, 3)));
    let worlds = worlds(&desk, Viewer::Recall(A));
    for seed in 0..100 {
        let layout = layout(&worlds, seed);
        assert_eq!(layout[&slot(B, 3)], card("5c"), "followed through the swap");
        assert_eq!(layout[&slot(A, 1)], card("Ad"));
    }
}

#[test]
fn a_card_passed_over_comes_after_the_chosen_one() {
    // B looked at slots 1 and 3 and the eight in slot 1 was chosen.
    let desk = deal("{}").hand(B, "9h 8d 9d Qc").picks(B, &[1, 3]).begin();
    let worlds = worlds(&desk, Viewer::Recall(A));
    let mut ranks: Vec<Rank> = (0..2_000).map(|seed| layout(&worlds, seed)[&slot(B, 3)].rank()).collect();
    ranks.sort();
    ranks.dedup();
    // Eight in a later slot, nine, ten, jack, queen, king and joker; never a red king of no points.
    assert_eq!(ranks, [Rank::Eight, Rank::Nine, Rank::Ten, Rank::Jack, Rank::Queen, Rank::King, Rank::Joker]);
    let red = |card: Card| card == "Kh".parse().unwrap() || card == "Kd".parse().unwrap();
    assert!((0..2_000).all(|seed| !red(layout(&worlds, seed)[&slot(B, 3)])));
}

#[test]
fn a_seat_without_a_rank_looked_at_jokers() {
    let desk = deal("{}").hand(B, "X1 X2").begin();
    let worlds = worlds(&desk, Viewer::Recall(A));
    let mut seen = BTreeMap::<Card, u32>::new();
    for seed in 0..400 {
        let layout = layout(&worlds, seed);
        assert_eq!(layout[&slot(B, 0)].rank(), Rank::Joker);
        assert_eq!(layout[&slot(B, 1)].rank(), Rank::Joker);
        *seen.entry(layout[&slot(B, 0)]).or_default() += 1;
    }
    assert!(seen.values().all(|&times| (150..250).contains(&times)), "{seen:?}");
}

#[test]
fn after_a_reshuffle_everyone_knows_what_can_be_drawn() {
    let mut desk = clear().begin();
    desk.quiet_turns(37);
    let went_in: Vec<String> = desk.zone("discards")[..37].to_vec();
    let seat = desk.open().current;
    desk.act(seat, DRAW).shuffle(&(0..37).collect::<Vec<_>>()).act(seat, play(0));
    let worlds = worlds(&desk, Viewer::Recall(seat.next(4)));
    for seed in 0..200 {
        let layout = layout(&worlds, seed);
        assert!(went_in.contains(&layout[&slot(seat, 0)].to_string()), "drawn from the new pile");
        assert!(!went_in.contains(&layout[&slot(seat, 3)].to_string()), "lay elsewhere");
    }
}

/// Full enumeration: the unseen cards of a small ending, in every order that fits.
#[test]
fn worlds_are_as_frequent_as_an_enumeration_says() {
    // Two seats that have drawn everything but three cards; B, whose worlds these are, knows all but what
    // A was dealt and what A drew.
    let json = r#"{"hand_size":3,"peek_count":2,"turn_limit":200}"#;
    let desk = deal(json).seats(2).hand(A, "10c 10d Kc").hand(B, "2c X1 3c").begin();
    let worlds = worlds(&desk, Viewer::Recall(B));
    // What lies in A's slot 1 was passed over for the ten in slot 0.
    let options = desk.table.options();
    let unseen: Vec<Card> = Card::all()
        .filter(|&c| !cards("10c 2c X1").contains(&c) && Some(c) != desk.spectator().top)
        .collect();
    let fits = |c: &Card| c.rank() == Rank::Joker || options.points(*c) == 10;
    let possible: Vec<Card> = unseen.iter().copied().filter(fits).collect();
    assert_eq!(possible.len(), 14, "X2, three tens, eight jacks and queens, two black kings");
    let mut counts = vec![0u64; possible.len()];
    let mut free = vec![0u64; unseen.len()];
    for seed in 0..20_000 {
        let layout = layout(&worlds, seed);
        counts[possible.iter().position(|c| *c == layout[&slot(A, 1)]).expect("only what fits")] += 1;
        free[unseen.iter().position(|c| *c == layout[&slot(A, 2)]).unwrap()] += 1;
    }
    assert!(testkit::chi_square_passes(&counts, &vec![1.0; possible.len()]));
    // Slot 2 holds anything else: a card that also fits slot 1 is taken there once in fourteen times.
    let expected: Vec<f64> = unseen.iter().map(|c| if fits(c) { 13.0 / 14.0 } else { 1.0 }).collect();
    assert!(testkit::chi_square_passes(&free, &expected));
}

#[test]
fn a_view_without_a_memory_has_worlds_too() {
    let mut desk = clear().hand(A, "5c Ad 9h 9d").top("2c").pile("3c 4c").begin();
    desk.quiet_turns(2);
    let view = desk.view(A);
    let worlds = Worlds::new(desk.table.options(), &view).unwrap();
    let mut elsewhere = 0;
    for seed in 0..100 {
        let world = worlds.draw(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
        assert_eq!(Dutch::view(&world, Viewer::Seat(A)), view);
        elsewhere += u32::from(layout(&worlds, seed)[&slot(A, 0)] != card("5c"));
    }
    assert!(elsewhere > 80, "what was seen once is not in a view of now");
}

#[test]
fn books_kept_wrongly_are_a_loud_error() {
    let mut desk = deal("{}").begin();
    desk.quiet_turns(3);
    let options = desk.table.options();
    let refused = |change: &dyn Fn(&mut dutch::View)| {
        let mut view = desk.recall(A);
        change(&mut view);
        Worlds::new(options, &view).unwrap_err()
    };
    let sizes = refused(&|view| view.pile += 1);
    assert!(matches!(sizes, Contradiction::Sizes { .. }), "{sizes:?}");
    let twice = refused(&|view| view.hands[B][3].as_mut().unwrap().card = view.top);
    assert_eq!(twice, Contradiction::View("a card is in two places"));
    let short = refused(&|view| view.discards += 1);
    assert_eq!(short, Contradiction::View("what is remembered does not fit what is seen"));
    let pile = refused(&|view| view.recall.as_mut().unwrap().hands[B][3].as_mut().unwrap().pack = 9);
    assert_eq!(pile, Contradiction::View("a card comes from a pile that never was"));
}

#[test]
fn the_lists_of_a_world_are_those_of_the_table() {
    let mut desk = deal("{}").pile("Jc").begin();
    desk.play_drawn().act(A, Action::CallDutch).expire();
    let worlds = worlds(&desk, Viewer::Recall(C));
    let world = worlds.draw(&mut Xoshiro256PlusPlus::seed_from_u64(1));
    for seat in [A, B, C, D] {
        let mut listed = Vec::new();
        Dutch::legal(&world, seat, &mut listed);
        assert_eq!(listed, desk.legal(seat));
    }
}
