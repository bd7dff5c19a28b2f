//! What a bot makes of its recall.

use crate::desk::{Desk, chaos, insane};
use eights::{Action, CardId, Eights, Options, Phase, Tier, View};
use kernel::{
    Contradiction, DealKey, Events, Game, Input, Inspect, Playout, Search, Seat, Start, Turn, Viewer,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::collections::BTreeSet;

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Seat 0 has swapped hands with seat 1, who then drew.
fn swapped() -> Desk {
    let mut desk = chaos().with(|o| o.hand_size = 3).hand(0, "red swap, red 7, yellow 6").begin();
    desk.play(0, "red swap");
    desk.draw(1, "");
    desk
}

#[test]
fn known_cards_are_placed_and_ids_are_fresh() {
    let desk = swapped();
    let recall = desk.recall(0);
    let worlds = Eights::worlds(desk.table.options(), &recall).unwrap();
    let mut third = BTreeSet::new();
    for seed in 0..50 {
        let world = Eights::world(&worlds, &mut rng(seed));
        assert_eq!(Eights::view(&world, Viewer::Recall(Seat(0))), recall);
        let cards = Eights::cards(&world);
        let ids: BTreeSet<&str> = cards.iter().map(|(_, card)| card.split(' ').next().unwrap()).collect();
        assert_eq!(ids.len(), cards.len(), "no id twice");
        let hand: Vec<&str> = cards
            .iter()
            .filter(|(place, _)| place == "hand 1")
            .map(|(_, card)| card.split_once(' ').unwrap().1)
            .collect();
        assert_eq!(hand[..2], ["red 7", "yellow 6"]);
        third.insert(hand[2].to_owned());
    }
    assert!(third.len() > 10, "the drawn card may be anything: {third:?}");
}

#[test]
fn a_drawn_card_that_gives_a_choice_can_be_played_in_every_world() {
    let mut desk = insane().with(|o| o.play_drawn = kernel::Switch::On).begin();
    desk.draw(0, "red 5");
    assert_eq!(desk.open().phase, Phase::DrawnChoice);
    let worlds = Eights::worlds(desk.table.options(), &desk.recall(2)).unwrap();
    for seed in 0..50 {
        let world = Eights::world(&worlds, &mut rng(seed));
        let mut actions = Vec::new();
        Eights::legal(&world, Seat(0), &mut actions);
        assert!(matches!(actions[..], [Action::Play(_), .., Action::Pass]), "{actions:?}");
        for action in actions {
            assert_eq!(Eights::check(&world, Seat(0), &action), Ok(()));
        }
    }
}

#[test]
fn a_view_that_contradicts_itself_allows_no_world() {
    let desk = swapped();
    let refused = |change: fn(&mut View)| {
        let mut view = desk.recall(0);
        change(&mut view);
        matches!(Eights::worlds(desk.table.options(), &view), Err(Contradiction::View(_)))
    };
    assert!(!refused(|_| {}));
    assert!(refused(|view| view.counts[Seat(0)] += 1), "the own hand has another size");
    assert!(refused(|view| view.counts[Seat(1)] = 1), "two cards are known in a hand of one");
    assert!(refused(|view| view.open.seats = 3));
    assert!(refused(|view| view.open.seats = 11));
    assert!(refused(|view| view.open.current = Seat(7)));
    assert!(refused(|view| {
        view.open.phase = Phase::DrawnChoice;
        view.open.stack = 2;
    }));
    assert!(refused(|view| view.hands[Seat(0)].as_mut().unwrap()[0].id = CardId(u32::MAX)));
}

#[test]
fn playouts_end_and_are_valued() {
    for tier in [Tier::Base, Tier::Insane, Tier::Chaos] {
        let options = Options { tier, ..Options::default() };
        let start = Start { seats: 4, host: Seat(0), first: None, rules: 2 };
        let mut state = Eights::new(&options, &start).unwrap();
        assert_eq!(Eights::value(&state), None);
        assert!(!Eights::over_horizon(&state));
        let actions = Playout::<Eights>::default().run(&mut state, &mut rng(3));
        assert!(actions > 0);
        assert!(Eights::over_horizon(&state));
        let value = Eights::value(&state).unwrap();
        let Turn::Over(outcome) = Eights::turn(&state) else { panic!("the game is over") };
        for (seat, &place) in outcome.places.iter() {
            assert_eq!(place == 1, value[seat] > 0.25, "{tier:?}: {value:?} for {:?}", outcome.places);
        }
    }
}

#[test]
fn a_world_plays_on_from_any_chance() {
    // Also while luck is awaited: a world asks for the same luck.
    let options = Options { tier: Tier::Chaos, ..Options::default() };
    let start = Start { seats: 3, host: Seat(0), first: None, rules: 2 };
    let mut state = Eights::new(&options, &start).unwrap();
    let key = DealKey::from_seed(2);
    for counter in 0..3 {
        let Turn::Chance(luck) = Eights::turn(&state) else { panic!("luck comes first") };
        let recall = Eights::view(&state, Viewer::Recall(Seat(1)));
        let worlds = Eights::worlds(&options, &recall).unwrap();
        let mut world = Eights::world(&worlds, &mut rng(counter));
        assert_eq!(Eights::turn(&world), Turn::Chance(luck));
        Playout::<Eights>::default().run(&mut world, &mut rng(counter));
        assert!(Eights::over_horizon(&world));
        Eights::apply(&mut state, &Input::Chance(key.answer(counter, luck)), &mut Events::muted());
    }
}
