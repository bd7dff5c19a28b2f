//! What a seat can know of the cards it does not see.

use crate::scene::*;
use casino::{Action, Casino, Place, Worlds, value};
use kernel::{CardSet, Game, Input, Inspect, Search, Viewer};
use rand_core::SeedableRng;
use testkit::TestRng;

#[test]
fn c_79_what_is_not_seen_changes_nothing() {
    let mut compared = 0;
    for seed in 0..40 {
        let mut rng = TestRng::seed_from_u64(seed);
        let mut scene = Scene::dealt("{}", 2 + (seed % 3) as u8, "");
        for _ in 0..12 {
            let seat = scene.turn();
            if let Some(other) = Casino::exchange(&scene.state, Viewer::Recall(seat), None, &mut rng) {
                let other = Scene { state: other, ..scene.clone() };
                assert_eq!(scene.recall(seat), other.recall(seat));
                assert_eq!(scene.list(seat), other.list(seat));
                for action in scene.legal(seat).iter().take(5) {
                    let said =
                        |scene: &Scene| casino::note(&scene.options, &scene.recall(seat), action, true);
                    assert_eq!(said(&scene), said(&other));
                }
                compared += 1;
            }
            let legal = scene.legal(seat);
            let action = legal[kernel::below(legal.len() as u32, &mut rng) as usize];
            scene.apply(&Input::Act(seat, action));
        }
    }
    assert!(compared > 300);
}

#[test]
fn c_80_an_owner_holds_the_key_card_in_every_world() {
    // B owns a build of nine that it made from its first cards.
    let a = "4h 2c 2d 2h 3c 3d 3h 6c 6d 6h";
    let b = "5s 9c 7c 7d 7h 8c 8d 8h Ac Ad";
    let mut scene = Scene::dealt(r#"{"key_card":"required"}"#, 2, &two_hands(a, b));
    scene.act(A, trail("4h")).act(B, build("5s", "4h", 9));
    let worlds = Casino::worlds(&scene.options, &scene.recall(A)).unwrap();
    let mut rng = TestRng::seed_from_u64(80);
    let unseen: Vec<_> =
        (casino::pack(40) - cards(a) - cards("5s 4h")).iter().filter(|&card| value(card) != 9).collect();
    let mut counts = vec![0u64; unseen.len()];
    for _ in 0..10_000 {
        let hand = hand_in(&Casino::world(&worlds, &mut rng), B);
        assert_eq!(hand.len(), 9);
        assert!(hand.iter().any(|card| value(card) == 9));
        for (count, card) in counts.iter_mut().zip(&unseen) {
            *count += u64::from(hand.contains(*card));
        }
    }
    assert!(testkit::chi_square_passes(&counts, &vec![1.0; unseen.len()]), "{counts:?}");
}

fn hand_in(world: &casino::State, seat: kernel::Seat) -> CardSet {
    Casino::view(world, Viewer::Seat(seat)).hand.unwrap()
}

#[test]
fn the_number_of_worlds_is_counted() {
    // Nobody has played: any ten of the thirty cards that A does not hold are B's.
    let scene = Scene::dealt("{}", 2, "");
    let worlds = Worlds::new(&scene.options, &scene.recall(A)).unwrap();
    assert_eq!(worlds.ways(), 30_045_015);
    let unseen = (casino::pack(40) - scene.hand(A)).iter().next().unwrap();
    assert_eq!(worlds.ways_in(unseen, Place::Hand(B)), 10_015_005);
    assert_eq!(worlds.ways_in(scene.hand(A).iter().next().unwrap(), Place::Hand(A)), 30_045_015);
}

#[test]
fn a_seat_that_trailed_beside_its_own_build_cannot_take_it() {
    // B makes ten from two fives without a ten, and then trails in the first deal.
    let a = "5h 2c 2d 2h 3c 3d 3h 6c 6d 6h";
    let b = "5s 9c 7c 7d 7h 8c 8d 8h Ac Ad";
    let mut scene = Scene::dealt("{}", 2, &two_hands(a, b));
    scene.act(A, trail("5h")).act(B, build("5s", "5h", 10));
    scene.act(A, trail("2c")).act(B, trail("9c"));
    let worlds = Worlds::new(&scene.options, &scene.recall(A)).unwrap();
    for ten in cards("10c 10d 10h 10s").iter() {
        assert_eq!(worlds.ways_in(ten, Place::Hand(B)), 0);
    }
    let facts = scene.recall(A).recall.unwrap().facts[B];
    assert!(facts.lacks.contains(10) && facts.held.is_empty());
}

#[test]
fn the_second_deal_of_two_has_one_world() {
    let mut rng = TestRng::seed_from_u64(5);
    let mut scene = Scene::dealt("{}", 2, "");
    while scene.view(Viewer::Spectator).open.deal == 1 {
        let seat = scene.turn();
        let legal = scene.legal(seat);
        let action: Action = legal[kernel::below(legal.len() as u32, &mut rng) as usize];
        scene.apply(&Input::Act(seat, action));
    }
    let worlds = Worlds::new(&scene.options, &scene.recall(A)).unwrap();
    assert!(worlds.is_certain());
    assert!(worlds.draw(&mut rng) == scene.state, "and it is the true one");
}
