//! Bots: legal, fair, and the better the level the better.

use crate::{random, scene::*};
use kernel::{Ask, Drawn, Events, Game, Input, Inspect, Level, Rng, Seat, SeatMap, Study, Turn, Viewer};
use rand_core::SeedableRng;
use roost::*;
use serde_json::json;
use testkit::TestRng;

/// A few playouts will do where only the way to a decision is looked at.
fn decide(options: &Options, state: &State, seat: Seat, level: Level, seed: u64) -> Action {
    decide_by(Some(4), options, state, seat, level, seed)
}

fn decide_by(
    budget: Option<u32>,
    options: &Options,
    state: &State,
    seat: Seat,
    level: Level,
    seed: u64,
) -> Action {
    let view = Roost::view(state, Viewer::Recall(seat));
    let ask = Ask { options, view: &view, seat, level, budget, explain: true, out_of_time: &|| false };
    let decision = bot::choose::<Roost>(&ask, seed).unwrap();
    decision.action.expect("a seat in turn does something")
}

#[test]
fn b_99_cards_a_bot_never_saw_change_nothing() {
    let options = options(&json!({ "length": "short" }));
    let (mut compared, mut step) = (0, 0);
    for seed in 0..4 {
        let mut rng = TestRng::seed_from_u64(seed);
        random::game(&options, &start(2 + (seed % 2) as u8), seed, &mut |state, _| {
            let Turn::Seats { must, .. } = Roost::turn(state) else { return };
            step += 1;
            let seat = must.iter().next().unwrap();
            if step % 4 > 0 {
                return;
            }
            if let Some(other) = Roost::exchange(state, Viewer::Recall(seat), None, &mut rng) {
                let level = Level::ALL[step / 4 % 4];
                let action = decide(&options, state, seat, level, seed);
                assert_eq!(Roost::check(state, seat, &action), Ok(()));
                assert_eq!(decide(&options, &other, seat, level, seed), action, "seed {seed}");
                compared += 1;
            }
        });
    }
    assert!(compared > 100, "{compared}");
}

/// Plays a game in which `player` says what each seat does.
fn play(
    seats: u8,
    seed: u64,
    mut player: impl FnMut(&Options, &State, Seat, &mut TestRng) -> Action,
) -> SeatMap<f32> {
    let options = Options::default();
    let mut rng = TestRng::seed_from_u64(seed);
    let mut state = Roost::contest(&options, &start(seats), false, &mut rng).unwrap();
    loop {
        let input = match Roost::turn(&state) {
            Turn::Over(_) => return Roost::points(&state).unwrap(),
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
            Turn::Seats { must, .. } => {
                let seat = must.iter().next().unwrap();
                let action = player(&options, &state, seat, &mut rng);
                assert_eq!(Roost::check(&state, seat, &action), Ok(()), "seed {seed}");
                Input::Act(seat, action)
            }
        };
        Roost::apply(&mut state, &input, &mut Events::muted());
    }
}

fn any(state: &State, seat: Seat, rng: &mut TestRng) -> Action {
    let mut legal = vec![];
    Roost::legal(state, seat, &mut legal);
    legal.swap_remove(kernel::below(legal.len() as u32, rng) as usize)
}

/// Advice: the candidates in points, the one that was taken first.
#[test]
fn a_decision_says_what_it_weighed() {
    let options = options(&json!({ "bird_copies": 1 }));
    let play = scene().tokens(A, "2i 1s").hand(A, &["wood-warbler", "eurasian-nuthatch"]).begin();
    let view = Roost::view(&play.state, Viewer::Recall(A));
    let level = Level::Hard;
    let ask = Ask {
        options: &options,
        view: &view,
        seat: A,
        level,
        budget: Some(60),
        explain: true,
        out_of_time: &|| false,
    };
    let choice = bot::choose::<Roost>(&ask, 1).unwrap();
    let reasons = choice.reasons;
    assert_eq!((reasons.method.as_str(), reasons.stopped_early), ("flat", false));
    assert_eq!(reasons.candidates.len(), 5, "three rows and two birds");
    assert_eq!(reasons.candidates[0].action, choice.action);
    let (best, rest) = reasons.candidates.split_first().unwrap();
    assert!(rest.iter().all(|other| other.visits <= best.visits));
    for candidate in &reasons.candidates {
        let points = candidate.points.unwrap();
        assert!((10.0..150.0).contains(&points) && candidate.value <= points, "{candidate:?}");
        assert!(candidate.error > 0.0 && candidate.error < 30.0, "{candidate:?}");
    }
    assert!(reasons.worlds.drawn > 0);
}

#[test]
fn every_level_plays_to_the_end() {
    play(4, 5, |options, state, seat, rng| {
        decide(options, state, seat, Level::ALL[seat.index()], rng.next_u64())
    });
}

#[test]
fn a_medium_bot_beats_random_actions() {
    let games = 20;
    let won = (0..games).filter(|&seed| {
        let medium = Seat((seed % 2) as u8);
        let points = play(2, seed, |options, state, seat, rng| {
            if seat == medium {
                decide_by(None, options, state, seat, Level::Medium, rng.next_u64())
            } else {
                any(state, seat, rng)
            }
        });
        points[medium] > points[medium.next(2)]
    });
    let won = won.count();
    assert!(won >= 19, "{won} of {games}");
}
