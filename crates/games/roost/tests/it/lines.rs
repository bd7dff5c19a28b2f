//! Lines of play, counted here in another way than the rules list them.

use crate::scene::{A, start};
use kernel::{Drawn, Game, Input, Luck, Start};
use roost::*;
use serde_json::json;
use testkit::perft_with_luck;

/// Nothing is shuffled; dice show invertebrate, seed, fish, fruit, rodent.
fn luck(asked: Luck) -> Drawn {
    match asked {
        Luck::Shuffle(n) => Drawn::Shuffle((0..n).collect()),
        Luck::Roll { below: 2, times } => Drawn::Roll(vec![0; usize::from(times)]),
        Luck::Roll { times, .. } => Drawn::Roll((0..u32::from(times)).collect()),
    }
}

fn lines(seats: u8, depth: u32) -> u64 {
    let options = crate::scene::options(&json!({ "bird_copies": 1 }));
    perft_with_luck::<Roost>(&options, &Start { seats, ..start(1) }, &[], depth, luck)
}

/// Five of ten things and one of two bonus cards; with two seats, either may choose first.
#[test]
fn lines_of_the_set_up() {
    assert_eq!(lines(1, 1), 252 * 2);
    assert_eq!(lines(2, 1), 2 * 504);
}

/// The first turn of a lone player, for every choice in the set-up: each bird that can be paid for with what
/// was kept, in each of its habitats, and the three rows.
#[test]
fn lines_of_the_first_turn() {
    let mut names: Vec<&Bird> = Vec::new();
    let deck = Deck::built_in();
    names.extend(&deck.cards);
    names.sort_by(|a, b| a.id.cmp(&b.id));
    let mut expected = 0;
    for kept in 0..1u32 << 10 {
        if kept.count_ones() != 5 {
            continue;
        }
        let tokens: Vec<Food> =
            Food::ALL.into_iter().filter(|&food| kept & (1 << (5 + food as u32)) != 0).collect();
        for (place, bird) in names[..5].iter().enumerate() {
            if kept & (1 << place) != 0 && can_pay(bird.cost, &tokens) {
                expected += bird.habitats.len() as u64;
            }
        }
        expected += 3;
    }
    assert_eq!(lines(1, 2), 2 * expected);
}

/// Whether different single tokens pay for a cost: one by one, two for one where one is missing.
fn can_pay(cost: Cost, tokens: &[Food]) -> bool {
    match cost {
        Cost::Either(foods) => tokens.iter().any(|&food| foods.contains(food)) || tokens.len() >= 2,
        Cost::Fixed { need, wild } => {
            let fitting = tokens.iter().filter(|&&food| need.of(food) > 0).count() as u32;
            let missing = need.total() - fitting;
            tokens.len() as u32 - fitting >= 2 * missing + u32::from(wild)
        }
    }
}

#[test]
fn a_lone_player_begins_at_once() {
    let state = Roost::new(&Options::default(), &Start { first: None, ..start(1) }).unwrap();
    let mut inputs = 0;
    let mut state = state;
    while let kernel::Turn::Chance(asked) = Roost::turn(&state) {
        Roost::apply(&mut state, &Input::Chance(luck(asked)), &mut kernel::Events::muted());
        inputs += 1;
    }
    // Birds, tiles, sides, dice, first seat, one bonus deck.
    assert_eq!(inputs, 6);
    assert_eq!(Roost::view(&state, kernel::Viewer::Seat(A)).hand().len(), 5);
}
