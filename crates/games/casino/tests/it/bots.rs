//! What bots are given beside the rules: playouts, twins, exact endings.

use crate::scene::*;
use casino::{Action, Casino, Phase, State, solve};
use kernel::{Events, Game, Input, Search, Seat, Viewer, below};
use rand_core::SeedableRng;
use testkit::TestRng;

/// The last deal of two with so many cards in each hand, from random play.
fn ending(cards: usize, seed: u64) -> Scene {
    let mut rng = TestRng::seed_from_u64(seed);
    let mut scene = Scene::dealt("{}", 2, "");
    let order = kernel::Drawn::draw(kernel::Luck::Shuffle(40), &mut rng);
    scene.state = Casino::new(&scene.options, &start(2)).unwrap();
    scene.apply(&Input::Chance(order));
    loop {
        let seat = scene.turn();
        if scene.view(Viewer::Spectator).open.deal == 2 && scene.hand(seat).len() <= cards {
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
fn what_is_too_much_or_no_ending_is_not_solved() {
    let scene = ending(3, 1);
    assert_eq!(solve(&scene.state, 3), None);
    assert_eq!(solve(&Scene::dealt("{}", 2, "").state, u64::MAX), None);
}

#[test]
fn twins_are_looked_at_once() {
    let scene = Scene::new("A[5s 5c 5d] T[9c 9h]");
    let mut moves = scene.legal(A);
    assert_eq!(moves.len(), 3);
    Casino::candidates(&scene.state, A, &mut moves);
    assert_eq!(moves, [trail("5c"), trail("5s")], "spades count");
    let tens = Scene::new("A[10s] T[10c 10d 10h]");
    let mut moves = tens.legal(A);
    Casino::candidates(&tens.state, A, &mut moves);
    // One plain ten, both, each with or without the ten of diamonds, and that one alone.
    assert_eq!(moves.iter().filter(|action| matches!(action, Action::Capture { .. })).count(), 5);
}

#[test]
fn a_quick_player_takes_what_counts() {
    let scene = Scene::new("A[10c 4c] T[10d 4h]");
    let legal = scene.legal(A);
    let mut rng = TestRng::seed_from_u64(1);
    let mut big = 0;
    for _ in 0..1_000 {
        let choice = legal[Casino::rollout(&scene.state, A, &legal, &mut rng)];
        big += u32::from(choice == capture("10c", "10d"));
    }
    // One in five is a whim.
    assert!((780..900).contains(&big), "{big}");
}

#[test]
fn the_value_of_a_game_is_shared_out() {
    let mut scene = ending(1, 3);
    assert_eq!(Casino::value(&scene.state), None);
    assert!(Casino::worth(&scene.state, A).is_some_and(|worth| (0.0..=1.0).contains(&worth)));
    while scene.view(Viewer::Spectator).open.phase == Phase::Turn {
        scene.expire();
    }
    let values = Casino::value(&scene.state).unwrap();
    assert!((values[A] + values[B] - 1.0).abs() < 1e-6);
}
