//! Bots of all levels at all tiers: legal, fair, and the better the level the better.

use eights::{Action, Eights, Options, Tier};
use kernel::{
    Ask, Drawn, Events, Game, Input, Inspect, Level, Search, Seat, SeatMap, Start, Study, Turn, Viewer,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

type State = <Eights as Game>::State;

const START: Start = Start { seats: 4, host: Seat(0), first: None, rules: 2 };

fn decide(options: &Options, state: &State, seat: Seat, level: Level, seed: u64) -> Option<Action> {
    let view = Eights::view(state, Viewer::Recall(seat));
    let ask =
        Ask { options, view: &view, seat, level, budget: Some(10), explain: true, out_of_time: &|| false };
    bot::choose::<Eights>(&ask, seed).unwrap().action
}

/// Plays a round in which `player` says what each seat does.
fn round(
    tier: Tier,
    seed: u64,
    mut player: impl FnMut(&Options, &State, Seat, &mut Xoshiro256PlusPlus) -> Action,
) -> SeatMap<f32> {
    let options = Options { tier, ..Options::default() };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut state = Eights::contest(&options, &START, false, &mut rng).unwrap();
    while !Eights::over_horizon(&state) {
        let input = match Eights::turn(&state) {
            Turn::Over(_) => break,
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
            Turn::Seats { must, .. } => {
                let seat = must.iter().next().unwrap();
                let action = player(&options, &state, seat, &mut rng);
                assert_eq!(Eights::check(&state, seat, &action), Ok(()), "seed {seed}");
                Input::Act(seat, action)
            }
        };
        Eights::apply(&mut state, &input, &mut Events::muted());
    }
    Eights::points(&state).unwrap()
}

#[test]
fn every_level_plays_every_tier_to_the_end() {
    for tier in [Tier::Base, Tier::Insane, Tier::Chaos] {
        for seed in 0..6 {
            let won = round(tier, seed, |options, state, seat, _| {
                let level = Level::ALL[seat.index()];
                decide(options, state, seat, level, seed).expect("a seat in turn does something")
            });
            assert!((won.values().iter().sum::<f32>() - 1.0).abs() < 1e-5);
        }
    }
}

#[test]
fn e_68_cards_a_bot_never_saw_change_nothing() {
    let mut compared = 0;
    for tier in [Tier::Insane, Tier::Chaos] {
        for seed in 0..10 {
            round(tier, seed, |options, state, seat, rng| {
                let action = decide(options, state, seat, Level::Expert, seed).unwrap();
                if let Some(other) = Eights::exchange(state, Viewer::Recall(seat), None, rng) {
                    assert_eq!(decide(options, &other, seat, Level::Expert, seed), Some(action));
                    compared += 1;
                }
                action
            });
        }
    }
    assert!(compared > 200, "{compared}");
}

#[test]
fn one_hard_bot_among_three_random_ones_nearly_always_wins() {
    let random = |state: &State, seat: Seat, rng: &mut Xoshiro256PlusPlus| {
        let mut legal = vec![];
        Eights::legal(state, seat, &mut legal);
        legal.swap_remove(kernel::below(legal.len() as u32, rng) as usize)
    };
    let rounds = 200;
    let won: f32 = (0..rounds)
        .map(|seed| {
            let hard = Seat((seed % 4) as u8);
            let points = round(Tier::Insane, seed, |options, state, seat, rng| {
                if seat == hard {
                    decide(options, state, seat, Level::Hard, seed).unwrap()
                } else {
                    random(state, seat, rng)
                }
            });
            points[hard]
        })
        .sum();
    assert!(won / rounds as f32 > 0.85, "{won} of {rounds}");
}
