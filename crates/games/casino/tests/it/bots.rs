//! What bots are given beside the rules, what they make of it, and that nothing unseen makes a difference.

use crate::{scene::*, solved::ending};
use casino::{Action, Casino, Phase, Place};
use kernel::{
    Ask, CardSet, Drawn, Game, Input, Inspect, Level, Reference, Search, Seat, SeatMap, Start, Study, Turn,
    Viewer, below,
};
use rand_core::SeedableRng;
use testkit::TestRng;

/// Most cards, most spades, aces, 10d and 2s (Casino 8.2).
const CASINO: &str = r#"{"scoring":"casino"}"#;

/// What a bot does on `seat`, asked as a room asks it.
fn choice(scene: &Scene, seat: Seat, level: Level, seed: u64) -> bot::Choice<Action> {
    let view = scene.recall(seat);
    bot::choose(&ask(scene, &view, seat, level), seed).unwrap()
}
fn ask<'a>(scene: &'a Scene, view: &'a casino::View, seat: Seat, level: Level) -> Ask<'a, Casino> {
    // A small budget: what is tested here does not depend on it.
    let budget = Some(30);
    Ask { options: &scene.options, view, seat, level, budget, explain: true, out_of_time: &|| false }
}

/// Plays a game in which `player` says what each seat does.
fn game(json: &str, seats: u8, seed: u64, mut player: impl FnMut(&Scene, Seat) -> Option<Action>) -> Scene {
    let mut rng = TestRng::seed_from_u64(seed);
    let options = options(json);
    let start = Start { seats, host: A, first: None, rules: 1 };
    let state = Casino::contest(&options, &start, false, &mut rng).unwrap();
    let mut scene = Scene { state, options, sent: vec![] };
    while !Casino::over_horizon(&scene.state) {
        let input = match Casino::turn(&scene.state) {
            Turn::Over(_) => break,
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
            Turn::Seats { must, may, window } => {
                let acts = |seat: Seat| player(&scene, seat).map(|action| (seat, action));
                match (must | may).iter().find_map(acts) {
                    Some((seat, action)) => {
                        assert_eq!(Casino::check(&scene.state, seat, &action), Ok(()), "seed {seed}");
                        Input::Act(seat, action)
                    }
                    None => Input::Expire(window.id),
                }
            }
        };
        scene.apply(&input);
    }
    scene
}

#[test]
fn twins_are_looked_at_once() {
    for (json, expected) in [
        ("{}", [trail("5c")].as_slice()),
        // Spades count.
        (CASINO, &[trail("5c"), trail("5s")]),
    ] {
        let scene = Scene::with(json, "A[5s 5c 5d] T[9c 9h]");
        let mut moves = scene.legal(A);
        assert_eq!(moves.len(), 3);
        Casino::candidates(&scene.state, A, &mut moves);
        assert_eq!(moves, expected, "{json}");
    }
    let tens = Scene::with(CASINO, "A[10s] T[10c 10d 10h]");
    let mut moves = tens.legal(A);
    Casino::candidates(&tens.state, A, &mut moves);
    // One plain ten, both, each with or without the ten of diamonds, and that one alone.
    assert_eq!(moves.iter().filter(|action| matches!(action, Action::Capture { .. })).count(), 5);
}

#[test]
fn a_quick_player_takes_what_counts() {
    let position = "A[9c 2c] T[9h 2s]";
    for (json, best) in [("{}", capture("9c", "9h")), (CASINO, capture("2c", "2s"))] {
        let scene = Scene::with(json, position);
        let legal = scene.legal(A);
        let mut rng = TestRng::seed_from_u64(1);
        let choices = (0..1_000).map(|_| legal[Casino::rollout(&scene.state, A, &legal, &mut rng)]);
        let best = choices.filter(|choice| *choice == best).count();
        // One in five is a whim.
        assert!((780..900).contains(&best), "{json}: {best}");
    }
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

#[test]
fn every_level_plays_every_house_to_the_end() {
    let houses = [
        ("{}", 2),
        ("{}", 3),
        (CASINO, 2),
        (CASINO, 3),
        (r#"{"teams":"on","shiya":"on","partner_rebuild":"on"}"#, 4),
        (r#"{"scoring":"casino","teams":"on","shiya":"on"}"#, 4),
        (r#"{"key_card":"required"}"#, 2),
        (r#"{"deck":52,"key_card":"required","builds_per_seat":"any","trail_ban":"always"}"#, 2),
    ];
    for (json, seats) in houses {
        for seed in 0..2 {
            let scene = game(json, seats, seed, |scene, seat| {
                let level = Level::ALL[(seat.index() + seed as usize) % 4];
                choice(scene, seat, level, seed).action
            });
            let points = Casino::points(&scene.state).unwrap();
            assert!(points.values().iter().sum::<f32>() > 0.0, "{json}");
        }
    }
}

#[test]
fn c_79_no_card_a_bot_has_not_seen_changes_its_decision() {
    let mut compared = 0;
    for seed in 0..6 {
        let mut rng = TestRng::seed_from_u64(seed);
        let json = if seed < 3 { "{}" } else { CASINO };
        game(json, 2 + (seed % 2) as u8, seed, |scene, seat| {
            let level = Level::ALL[compared % 4];
            let choice = choice(scene, seat, level, seed);
            if let Some(other) = Casino::exchange(&scene.state, Viewer::Recall(seat), None, &mut rng) {
                let other = Scene { state: other, ..scene.clone() };
                assert_eq!(self::choice(&other, seat, level, seed), choice, "action, pause and reasons");
                compared += 1;
            }
            choice.action
        });
    }
    assert!(compared > 150, "{compared}");
}

#[test]
fn an_easy_bot_plays_as_if_it_had_never_seen_what_lies_below_a_top() {
    // The nine below the top and the three in B's hand have changed places.
    let one = Scene::new("A[5c 4c 8d] B[3h 6c 7c] T[5h 2d] P(A: 9h 10h) P(B: 8h)");
    let other = Scene::new("A[5c 4c 8d] B[9h 6c 7c] T[5h 2d] P(A: 3h 10h) P(B: 8h)");
    for seed in 0..20 {
        assert_eq!(
            choice(&one, A, Level::Easy, seed).action,
            choice(&other, A, Level::Easy, seed).action,
            "seed {seed}"
        );
    }
}

#[test]
fn a_forgotten_card_is_never_remembered_again() {
    let (mut below_tops, mut forgotten_of_them) = (0, 0);
    for seed in 0..20 {
        let mut rng = TestRng::seed_from_u64(seed);
        let mut forgot = CardSet::EMPTY;
        let mut kept = CardSet::EMPTY;
        game("{}", 2, seed, |scene, seat| {
            let view = scene.recall(seat);
            if seat == A {
                let worlds = Casino::remembered(&ask(scene, &view, A, Level::Medium)).unwrap();
                let piles = &view.recall.as_ref().unwrap().piles;
                let below: CardSet = piles
                    .values()
                    .iter()
                    .filter_map(|pile| pile.split_last())
                    .flat_map(|(_, b)| b)
                    .copied()
                    .collect();
                let now = worlds.unseen() & below;
                let size: u8 = worlds.places().filter(|(p, _)| *p == Place::Forgotten).map(|(_, s)| s).sum();
                assert_eq!(usize::from(size), now.len());
                assert!((now & kept).is_empty(), "what was kept in mind stays there");
                assert!((forgot & (below - now)).is_empty(), "what was forgotten stays forgotten");
                forgot |= now;
                kept = (kept | (below - now)) - forgot;
                assert_eq!(
                    Casino::remembered(&ask(scene, &view, A, Level::Hard)).unwrap().unseen() & below,
                    CardSet::EMPTY
                );
            }
            let legal = scene.legal(seat);
            Some(legal[below_rng(legal.len(), &mut rng)])
        });
        below_tops += (forgot | kept).len();
        forgotten_of_them += forgot.len();
    }
    let share = forgotten_of_them as f64 / below_tops as f64;
    assert!((0.2..0.4).contains(&share), "{share}");
}

fn below_rng(number: usize, rng: &mut TestRng) -> usize {
    below(number as u32, rng) as usize
}

/// What the reference player `greedy` does.
fn greedy(scene: &Scene, seat: Seat) -> Option<Action> {
    let view = scene.recall(seat);
    let (_, Reference::Fair(decide)) = &Casino::references()[0] else { panic!("greedy looks at nothing") };
    let decided = decide(&ask(scene, &view, seat, Level::Medium), &mut TestRng::seed_from_u64(1));
    decided.unwrap().action
}

#[test]
fn a_greedy_player_takes_the_most_points() {
    let takes = |position| greedy(&Scene::new(position), A);
    assert_eq!(takes("A[10c 4c] T[10d 4h 4d]"), Some(capture("10c", "10d")));
    assert_eq!(takes("A[7c] T[3s 4c 7d]"), Some(capture("7c", "3s 4c 7d")));
    assert_eq!(takes("A[7c] T[3s 4c 5d]"), Some(capture("7c", "3s 4c")));
    assert_eq!(takes("A[As 7c 2h] T[10c]"), Some(trail("As")), "the lowest card");
}

#[test]
fn a_greedy_player_takes_the_most_cards_and_then_the_most_spades_where_those_count() {
    let takes = |position| greedy(&Scene::with(CASINO, position), A);
    assert_eq!(takes("A[10c 4c] T[10d 4h 4d]"), Some(capture("4c", "4d 4h")));
    assert_eq!(takes("A[7c] T[3s 4c 2d 5d]"), Some(capture("7c", "2d 3s 4c 5d")));
    assert_eq!(takes("A[7c] T[3h 3s 4c]"), Some(capture("7c", "3s 4c")), "a spade more");
    assert_eq!(takes("A[As 7c 2h] T[10c]"), Some(trail("2h")), "the least precious card");
}

#[test]
fn a_hard_bot_beats_a_greedy_player_in_both_scorings() {
    for (json, least) in [("{}", 10.0), (CASINO, 1.0)] {
        let mut margin = 0.0;
        for seed in 0..6 {
            for hard in [A, B] {
                let scene = game(json, 2, seed, |scene, seat| {
                    if seat == hard {
                        choice(scene, seat, Level::Hard, seed).action
                    } else {
                        greedy(scene, seat)
                    }
                });
                let points: SeatMap<f32> = Casino::points(&scene.state).unwrap();
                margin += points[hard] - points[hard.next(2)];
            }
        }
        assert!(margin / 12.0 > least, "{json}: {}", margin / 12.0);
    }
}

#[test]
fn a_seat_knows_how_likely_a_card_is_where() {
    let scene = Scene::dealt("{}", 2, "");
    let knowledge = Casino::knowledge(&scene.options, &scene.recall(A)).unwrap().unwrap();
    let places: Vec<_> = knowledge.places.iter().map(|place| (place.name.as_str(), place.size)).collect();
    assert_eq!(places, [("seat 1", 10), ("stock", 20)]);
    assert_eq!((knowledge.seen, knowledge.cards.len()), (10, 30));
    for card in &knowledge.cards {
        assert!(
            (card.chances[0] - 1.0 / 3.0).abs() < 1e-6
                && (card.chances.iter().sum::<f32>() - 1.0).abs() < 1e-6
        );
    }
    // The chance of a rank is the risk that a build of it runs.
    let tens = knowledge.suits.iter().find(|rank| rank.suit == "10").unwrap();
    let risk =
        Casino::worlds(&scene.options, &scene.recall(A)).unwrap().chance_held(10, kernel::SeatSet::only(B));
    assert!((f64::from(tens.some[0]) - risk).abs() < 1e-6);
    let truth = Casino::truth(&scene.state, &knowledge);
    assert_eq!(truth.iter().filter(|place| **place == Some(0)).count(), 10);
    // In the second deal nothing is in doubt.
    let last = ending(4, 7);
    let seat = last.turn();
    let knowledge = Casino::knowledge(&last.options, &last.recall(seat)).unwrap().unwrap();
    assert!(knowledge.cards.iter().all(|card| card.chances == [1.0]));
}
