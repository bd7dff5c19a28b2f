//! Endings in which nothing is hidden, solved exactly.

use crate::scene::*;
use casino::{Action, Casino, State, solve};
use kernel::{Ask, Events, Game, Input, Level, Seat, Viewer, below};
use rand_core::SeedableRng;
use testkit::TestRng;

/// The last deal of two with a number of cards in each hand, from random play.
pub(crate) fn ending(cards: usize, seed: u64) -> Scene {
    ending_by("{}", cards, seed)
}
fn ending_by(json: &str, cards: usize, seed: u64) -> Scene {
    let mut rng = TestRng::seed_from_u64(seed);
    let mut scene = Scene::dealt(json, 2, "");
    let deck = scene.options.deck.into();
    let order = kernel::Drawn::draw(kernel::Luck::Shuffle(deck), &mut rng);
    scene.state = Casino::new(&scene.options, &start(2)).unwrap();
    scene.apply(&Input::Chance(order));
    loop {
        let seat = scene.turn();
        let open = scene.view(Viewer::Spectator).open;
        if open.deal == open.deals && scene.hand(seat).len() <= cards {
            return scene;
        }
        let legal = scene.legal(seat);
        scene.apply(&Input::Act(seat, legal[below(legal.len() as u32, &mut rng) as usize]));
    }
}

/// Every line to the end, nothing cut off and no twin left out.
fn brute_force(state: &State) -> i32 {
    let seat = Casino::view(state, Viewer::Spectator).open.turn;
    let mut legal = vec![];
    Casino::legal(state, seat, &mut legal);
    let after = |action: Action| {
        let mut next = state.clone();
        Casino::apply(&mut next, &Input::Act(seat, action), &mut Events::muted());
        let open = Casino::view(&next, Viewer::Spectator).open;
        match open.tally {
            Some(tally) => {
                let points = |seat: Seat| {
                    i32::from(tally.scores.iter().find(|score| score.seats.contains(seat)).unwrap().points)
                };
                points(seat) - points(seat.next(2))
            }
            None if open.turn == seat => brute_force(&next),
            None => -brute_force(&next),
        }
    };
    legal.into_iter().map(after).max().unwrap()
}

#[test]
fn an_ending_is_solved_exactly() {
    let mut solved = 0;
    for seed in 0..40 {
        let scene = ending(2, seed);
        if scene.legal(scene.turn()).len() > 60 {
            continue;
        }
        let solution = solve(&scene.state, u64::MAX).unwrap();
        assert_eq!(solution.margin, brute_force(&scene.state), "seed {seed}");
        assert!(scene.legal(scene.turn()).contains(&solution.action));
        solved += 1;
    }
    assert!(solved > 30);
}

#[test]
fn a_position_that_is_too_large_or_not_an_ending_is_not_solved() {
    let scene = ending(3, 1);
    assert_eq!(solve(&scene.state, 3), None);
    assert_eq!(solve(&Scene::dealt("{}", 2, "").state, u64::MAX), None);
}

#[test]
fn an_ending_is_solved_exactly_in_every_house() {
    let houses = [
        r#"{"scoring":"casino"}"#,
        r#"{"set_multiplier":3,"sweep_points":1}"#,
        r#"{"scoring":"casino","set_multiplier":3,"sweep_points":1}"#,
        r#"{"scoring":"casino","pile_tops":"off","majorities":"three_one"}"#,
        r#"{"deck":52,"key_card":"required","builds_per_seat":"any","raise_own":"on"}"#,
        r#"{"scoring":"casino","deck":52,"key_card":"required","raise_own":"on"}"#,
    ];
    for json in houses {
        for seed in 0..12 {
            let scene = ending_by(json, 2, seed);
            if scene.legal(scene.turn()).len() <= 40 {
                let solution = solve(&scene.state, u64::MAX).unwrap();
                assert_eq!(solution.margin, brute_force(&scene.state), "{json}, seed {seed}");
            }
        }
    }
}

#[test]
fn positions_met_before_change_no_result() {
    // Three cards each: long enough for the same position to be met on several ways.
    let mut solved = 0;
    for seed in 0..60 {
        let scene = ending(3, seed);
        if scene.legal(scene.turn()).len() <= 8 {
            assert_eq!(
                solve(&scene.state, u64::MAX).unwrap().margin,
                brute_force(&scene.state),
                "seed {seed}"
            );
            solved += 1;
        }
    }
    assert!(solved > 10, "{solved}");
}

#[test]
fn within_its_reach_an_expert_drops_no_point() {
    for seed in 0..10 {
        let mut scene = ending(4, seed);
        loop {
            let seat = scene.turn();
            let Some(before) = solve(&scene.state, u64::MAX) else { break };
            let view = scene.recall(seat);
            let ask = Ask {
                options: &scene.options,
                view: &view,
                seat,
                level: Level::Expert,
                budget: None,
                explain: true,
                out_of_time: &|| false,
            };
            let choice = bot::choose::<Casino>(&ask, seed).unwrap();
            if choice.reasons.method == "exact" {
                let best = &choice.reasons.candidates[0];
                assert_eq!((best.points, best.action), (Some(before.margin as f32), choice.action));
            }
            scene.act(seat, choice.action.unwrap());
            let open = scene.view(Viewer::Spectator).open;
            let Some(after) = solve(&scene.state, u64::MAX) else { break };
            let after = if open.turn == seat { after.margin } else { -after.margin };
            assert_eq!(after, before.margin, "seed {seed}");
        }
    }
}
