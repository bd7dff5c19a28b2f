//! The exact solver against a plain search, and the chance to win a game.

use crate::scene::START;
use euchre::{Action, Class, Euchre, Options, Solver, Winning, plain_tricks};
use kernel::{Drawn, Events, Game, Input, Turn, below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

type State = <Euchre as Game>::State;

/// A random deal with a number of cards played at random, calls included.
fn random_deal(seed: u64, cards: u32) -> State {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let options = Options { defend_alone: euchre::DefendAlone::Any, ..Options::default() };
    let mut state = Euchre::new(&options, &START).unwrap();
    let mut played = 0;
    loop {
        let input = match Euchre::turn(&state) {
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
            Turn::Seats { must, .. } => {
                let seat = must.iter().next().unwrap();
                let mut legal = vec![];
                Euchre::legal(&state, seat, &mut legal);
                if matches!(legal[0], Action::Play { .. }) {
                    if played == cards {
                        return state;
                    }
                    played += 1;
                }
                Input::Act(seat, legal[below(legal.len() as u32, &mut rng) as usize])
            }
            Turn::Over(_) => unreachable!("a deal is not a game"),
        };
        Euchre::apply(&mut state, &input, &mut Events::muted());
    }
}

fn class_of(tricks: u8) -> Class {
    match tricks {
        0 => Class::Nothing,
        1 | 2 => Class::Euchred,
        3 | 4 => Class::Made,
        _ => Class::March,
    }
}

#[test]
fn u_62_the_solver_agrees_with_a_plain_search() {
    let mut solver = Solver::default();
    let mut seen = [0; 4];
    let from_the_first_lead = (0..60).map(|seed| random_deal(seed, 0));
    let from_the_middle = (0..10_000).map(|seed| random_deal(seed, 3 + (seed % 7) as u32));
    for (number, state) in from_the_first_lead.chain(from_the_middle).enumerate() {
        let class = class_of(plain_tricks(&state).unwrap());
        assert_eq!(solver.class(&state, true), Some(class), "deal {number}");
        let coarse = if class == Class::Nothing { Class::Euchred } else { class };
        assert_eq!(solver.class(&state, false), Some(coarse), "deal {number}");
        seen[class as usize] += 1;
    }
    assert!(seen.iter().all(|count| *count > 100), "{seen:?}");
}

#[test]
fn only_a_deal_in_play_can_be_solved() {
    let state = Euchre::new(&Options::default(), &START).unwrap();
    assert_eq!(Solver::default().class(&state, true), None);
}

#[test]
fn u_61_the_chance_to_win_the_game() {
    let winning = Winning::new(10);
    let chances = [((9, 9), (0.585, 0.415)), ((9, 8), (0.679, 0.624)), ((0, 0), (0.508, 0.492))];
    for ((own, theirs), (we_deal, they_deal)) in chances {
        assert!((winning.chance(own, theirs, false) - we_deal).abs() < 0.001, "{own}-{theirs}");
        assert!((winning.chance(own, theirs, true) - they_deal).abs() < 0.001, "{own}-{theirs}");
    }
}

#[test]
fn chances_of_both_sides_add_up_and_grow_with_points() {
    for target in [5, 10, 15] {
        let winning = Winning::new(target);
        for own in 0..target {
            for theirs in 0..target {
                for they_deal in [false, true] {
                    let chance = winning.chance(own, theirs, they_deal);
                    let other = winning.chance(theirs, own, !they_deal);
                    assert!((chance + other - 1.0).abs() < 1e-9, "{own}-{theirs}");
                    assert!(winning.chance(own + 1, theirs, they_deal) > chance);
                    assert!(winning.chance(own, theirs + 1, they_deal) < chance);
                }
            }
        }
        assert_eq!((winning.chance(target + 3, 0, true), winning.chance(0, target, false)), (1.0, 0.0));
    }
}
