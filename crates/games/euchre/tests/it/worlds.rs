//! Worlds, counted by hand (U-46 to U-53, U-56, U-59).

use crate::scene::*;
use euchre::{Action, Euchre, Phase, Place, Trick, Worlds};
use kernel::{Contradiction, Game, Inspect, Seat, Suit, Viewer};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::collections::BTreeMap;

const ANY: [&str; 4] = ["", "", "", ""];

pub(crate) fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}
fn worlds(scene: &Scene, seat: Seat) -> Worlds {
    Worlds::new(&scene.options, &scene.recall(seat)).unwrap()
}
/// Where every card is in a drawn world.
pub(crate) fn layout(state: &<Euchre as Game>::State) -> BTreeMap<String, String> {
    Euchre::cards(state).into_iter().map(|(place, card)| (card, place)).collect()
}

#[test]
fn u_46_worlds_before_any_call() {
    let scene = Scene::usual(ANY, "10h");
    assert_eq!(worlds(&scene, A).ways(), 617_512_896);
}

#[test]
fn u_47_worlds_of_a_defender_at_the_first_lead() {
    for (may_discard, ways) in [("off", 3_087_564_480), ("on", 3_705_077_376)] {
        let json = format!(r#"{{"may_discard_upcard":"{may_discard}"}}"#);
        let mut scene = Scene::new(&json, D, ["", "", "", "9c"], "10h");
        scene.pass(2).act(C, ORDER).act(D, discard("9c"));
        assert_eq!(worlds(&scene, A).ways(), ways, "may_discard_upcard {may_discard}");
    }
}

#[test]
fn u_48_the_dealer_knows_its_own_discard() {
    let mut scene = Scene::usual(["", "", "", "9c"], "10h");
    scene.pass(2).act(C, ORDER).act(D, discard("9c"));
    let worlds = worlds(&scene, D);
    assert_eq!(worlds.ways(), 617_512_896);
    assert!(!worlds.places().contains(&Place::Discard));
    for seed in 0..200 {
        let world = worlds.draw(&mut rng(seed));
        assert_eq!(layout(&world)["9c"], "discard");
    }
}

/// Section "Voids": dealer A, Qd turned down, the stuck dealer A named hearts, three tricks.
fn voids_example() -> Scene {
    let hands = ["Ac Ah As Jd 9h", "Kc Qh 9s Jh Kh", "9c Ks Qs Kd 10d", "10c 10h 10s Ad 9d"];
    let mut scene = Scene::new(r#"{"stick_the_dealer":"on"}"#, A, hands, "Qd");
    scene.pass(7).act(A, name(Suit::Hearts));
    scene.tricks("Kc 9c 10c Ac  Ah Qh Ks 10h  As 9s Qs 10s");
    scene
}

#[test]
fn u_49_probabilities_with_a_known_void() {
    let scene = voids_example();
    let worlds = worlds(&scene, A);
    assert_eq!(worlds.ways(), 4_410);
    let share = |name: &str, place: Place| worlds.ways_in(card(name), place);
    let places = [Place::Hand(B), Place::Hand(C), Place::Hand(D), Place::Kitty];
    // Jh: 2/7, 0, 2/7, 3/7.
    assert_eq!(places.map(|p| share("Jh", p) * 7), [2, 0, 2, 3].map(|n| n * 4_410));
    for other in ["Kd", "Ad", "10d", "9d", "Jc", "Qc", "Js"] {
        assert_eq!(places.map(|p| share(other, p) * 49), [10, 14, 10, 15].map(|n| n * 4_410), "{other}");
    }
    assert_eq!(share("Jd", Place::Hand(A)), 4_410, "an own card is where it is");
}

#[test]
fn u_50_a_void_counts_within_the_same_trick() {
    let hands = ["", "9c 9d 9s Kc Kd", "", ""];
    let mut scene = Scene::new("{}", B, hands, "Qs");
    // C leads a heart, D and A are still to come after... B does not follow.
    scene.pass(4).act(C, name(Suit::Hearts));
    let lead = scene.legal_cards(C) & euchre::suit_cards(Suit::Hearts, Some(Suit::Hearts));
    let lead = lead.iter().next().expect("C holds a heart");
    scene.act(C, Action::Play { card: lead });
    let reply = scene.legal(D)[0];
    scene.act(D, reply);
    let reply = scene.legal(A)[0];
    scene.act(A, reply);
    // Now look from D's chair at B, who throws a club.
    scene.act(B, play("9c"));
    let worlds = worlds(&scene, D);
    for heart in euchre::suit_cards(Suit::Hearts, Some(Suit::Hearts)).iter() {
        assert_eq!(worlds.ways_in(heart, Place::Hand(B)), 0, "{heart}");
    }
}

#[test]
fn u_50_a_void_in_the_trick_that_is_not_complete() {
    // D leads a heart, A follows, B throws a club: C, to play, knows it at once.
    let hands = ["9h", "9c 9d 9s Kc Kd", "", "10h"];
    let mut scene = Scene::new("{}", C, hands, "Qs");
    scene.pass(4).act(D, name(Suit::Hearts)).act(D, play("10h"));
    let follow = scene.legal(A)[0];
    scene.act(A, follow).act(B, play("9c"));
    assert_eq!((scene.phase(), scene.turn()), (Phase::Trick, C));
    let worlds = worlds(&scene, C);
    for trump in euchre::suit_cards(Suit::Hearts, Some(Suit::Hearts)).iter() {
        assert_eq!(worlds.ways_in(trump, Place::Hand(B)), 0, "{trump}");
    }
    assert!(worlds.ways_in(card("Ad"), Place::Hand(B)) > 0 || scene.hand(C).contains(card("Ad")));
}

#[test]
fn u_51_a_void_in_the_other_suit_of_the_colour_spares_the_left_bower() {
    let hands = ["Qd", "9c Ks 9s Kc Jd", "10c 10s Js Qc As", ""];
    let mut scene = Scene::usual(hands, "Qs");
    scene.pass(4).act(A, name(Suit::Hearts)).tricks("Qd 9c");
    let worlds = worlds(&scene, C);
    for diamond in ["Ad", "Kd", "10d", "9d"] {
        assert_eq!(worlds.ways_in(card(diamond), Place::Hand(B)), 0, "{diamond}");
    }
    assert!(worlds.ways_in(card("Jd"), Place::Hand(B)) > 0);
}

#[test]
fn u_52_a_loner_makes_tricks_of_three_cards() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.pass(2).act(C, ORDER_ALONE).act(D, discard("10h"));
    for _ in 0..6 {
        let seat = scene.turn();
        let action = scene.legal(seat)[0];
        scene.act(seat, action);
    }
    let view = scene.recall(B);
    assert_eq!(view.history.as_ref().unwrap().len(), 2);
    assert_eq!(view.counts, [5, 3, 3, 3]);
    let worlds = worlds(&scene, B);
    for seed in 0..100 {
        let places: Vec<String> = layout(&worlds.draw(&mut rng(seed))).into_values().collect();
        assert_eq!(places.iter().filter(|place| *place == "hand 0").count(), 5);
    }
}

#[test]
fn u_53_a_dealer_without_trumps_has_put_the_up_card_away() {
    let hands = ["9h", "", "", "9c Qc Ks As 9s"];
    let mut scene = Scene::usual(hands, "10h");
    scene.pass(2).act(C, ORDER).act(D, discard("10h")).act(A, play("9h"));
    for seat in [B, C] {
        let action = scene.legal(seat)[0];
        scene.act(seat, action);
    }
    scene.act(D, play("9c"));
    let worlds = worlds(&scene, A);
    assert_eq!(worlds.ways_in(card("10h"), Place::Discard), worlds.ways());
    for seed in 0..100 {
        assert_eq!(layout(&worlds.draw(&mut rng(seed)))["10h"], "discard");
    }
}

#[test]
fn u_56_a_false_void_fails_loudly() {
    let scene = voids_example();
    let mut view = scene.recall(A);
    // Written in by hand: nobody follows a diamond, nobody a heart. Five unseen cards of these suits would
    // have to be in a kitty of three.
    let history = view.history.as_mut().unwrap();
    let trick = |names: [&str; 4]| Trick { leader: A, cards: names.map(|name| Some(card(name))) };
    history[0] = trick(["Ad", "Qh", "9c", "10h"]);
    history[1] = trick(["Ah", "Kc", "Ks", "10c"]);
    let result = Worlds::new(&scene.options, &view);
    assert!(matches!(result, Err(Contradiction::NoWorld)), "{result:?}");
}

#[test]
fn a_view_without_a_memory_has_no_worlds() {
    let scene = voids_example();
    let view = scene.view(Viewer::Seat(A));
    assert!(matches!(Worlds::new(&scene.options, &view), Err(Contradiction::View(_))));
    let view = scene.view(Viewer::Spectator);
    assert!(matches!(Worlds::new(&scene.options, &view), Err(Contradiction::View(_))));
}

#[test]
fn u_59_a_dealers_discard_is_in_no_hand_of_its_worlds() {
    let mut scene = Scene::usual(["", "", "", "Kc"], "10h");
    scene.pass(2).act(C, ORDER).act(D, discard("Kc"));
    for _ in 0..6 {
        let seat = scene.turn();
        let action = scene.legal(seat)[0];
        scene.act(seat, action);
    }
    let worlds = worlds(&scene, D);
    for seed in 0..200 {
        let layout = layout(&worlds.draw(&mut rng(seed)));
        assert_eq!(layout["Kc"], "discard");
        assert_eq!(layout.values().filter(|place| *place == "kitty").count(), 3);
    }
}

#[test]
fn a_dealer_who_could_have_passed_needed_a_trump_too() {
    // Seven passes, and the dealer names spades of its own free will.
    let mut scene = Scene::new(r#"{"call_needs_trump":"on"}"#, D, ["", "", "", "As"], "9h");
    scene.pass(7).act(D, name(Suit::Spades));
    let worlds = worlds(&scene, A);
    let spades = euchre::suit_cards(Suit::Spades, Some(Suit::Spades));
    for seed in 0..500 {
        let world = worlds.draw(&mut rng(seed));
        let hand = Euchre::view(&world, Viewer::Seat(D)).hand.unwrap();
        assert!(!(hand & spades).is_empty(), "seed {seed}");
    }
}
