//! Worlds: counted by hand, enumerated in full, and drawn (U-46 to U-56, U-59).

use crate::scene::*;
use euchre::{Action, Euchre, Options, PACK, Phase, Place, Trick, View, Worlds, effective_suit};
use kernel::{
    Card, CardSet, Contradiction, Drawn, Events, Game, Input, Inspect, Rng, Search, Seat, Suit, Turn, Viewer,
    below,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::collections::BTreeMap;

const ANY: [&str; 4] = ["", "", "", ""];

fn rng(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}
fn worlds(scene: &Scene, seat: Seat) -> Worlds {
    Worlds::new(&scene.options, &scene.recall(seat)).unwrap()
}
/// Where every card is in a drawn world.
fn layout(state: &<Euchre as Game>::State) -> BTreeMap<String, String> {
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

/// Random options, biased to those that change what a seat knows.
fn some_options(rng: &mut impl Rng) -> Options {
    let switch = |rng: &mut dyn Rng| if below(2, rng) == 0 { "on" } else { "off" };
    options(&format!(
        r#"{{"stick_the_dealer":"{}","may_discard_upcard":"{}","call_needs_trump":"{}","defend_alone":"{}","alone_when":"{}"}}"#,
        switch(rng),
        switch(rng),
        switch(rng),
        ["off", "vs_loner", "any"][below(3, rng) as usize],
        ["with_call", "after_discard"][below(2, rng) as usize],
    ))
}

/// A position in a random deal: the options, the state, and how it came about.
struct Position {
    options: Options,
    state: <Euchre as Game>::State,
    log: Vec<Input<Action>>,
}

/// Plays a random deal and stops where `here` says so.
fn random_position(seed: u64, mut here: impl FnMut(&Position, &mut dyn Rng) -> bool) -> Option<Position> {
    let mut rng = rng(seed);
    let options = some_options(&mut rng);
    let state = Euchre::new(&options, &START).unwrap();
    let mut position = Position { options, state, log: vec![] };
    loop {
        let input = match Euchre::turn(&position.state) {
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
            Turn::Over(_) => return None,
            Turn::Seats { must, .. } => {
                if Euchre::over_horizon(&position.state) {
                    return None;
                }
                if here(&position, &mut rng) {
                    return Some(position);
                }
                let seat = must.iter().next().unwrap();
                let mut legal = vec![];
                Euchre::legal(&position.state, seat, &mut legal);
                Input::Act(seat, legal[below(legal.len() as u32, &mut rng) as usize])
            }
        };
        Euchre::apply(&mut position.state, &input, &mut Events::muted());
        position.log.push(input);
    }
}

/// Replays the log with the cards of `world`, asking `check` about every action of the current deal.
fn could_have_happened(position: &Position, world: &<Euchre as Game>::State) -> bool {
    let dealt = position.log.iter().rposition(|i| matches!(i, Input::Chance(Drawn::Shuffle(_)))).unwrap();
    let mut replay = Euchre::new(&position.options, &START).unwrap();
    for input in &position.log[..dealt] {
        Euchre::apply(&mut replay, input, &mut Events::muted());
    }
    let order = original_deal(position, world);
    Euchre::apply(&mut replay, &Input::Chance(Drawn::Shuffle(order)), &mut Events::muted());
    let dealer = Euchre::view(world, Viewer::Spectator).open.dealer;
    let put_away = layout(world).into_iter().find(|(_, place)| place == "discard");
    for input in &position.log[dealt + 1..] {
        let mut input = input.clone();
        // What the dealer put away in this world is what this world says.
        if let Input::Act(_, Action::Discard { .. }) = input {
            let card = card(&put_away.as_ref().expect("a card was put away").0);
            input = Input::Act(dealer, Action::Discard { card });
        }
        let Input::Act(seat, action) = &input else { panic!("only actions follow a deal here") };
        if Euchre::check(&replay, *seat, action).is_err() {
            return false;
        }
        Euchre::apply(&mut replay, &input, &mut Events::muted());
    }
    replay == *world
}

/// The shuffle that leads to `world`: cards played go back to their hands, the pick-up is undone.
fn original_deal(position: &Position, world: &<Euchre as Game>::State) -> Vec<u16> {
    let open = Euchre::view(world, Viewer::Spectator).open;
    let mut hands = [CardSet::EMPTY; 4];
    for (name, place) in layout(world) {
        let card = card(&name);
        if let Some(seat) = place.strip_prefix("hand ").or(place.strip_prefix("played by ")) {
            hands[seat.parse::<usize>().unwrap()].insert(card);
        } else if place == "discard" {
            hands[open.dealer.index()].insert(card);
        }
    }
    let up_card = open.up_card.unwrap();
    if open.picked_up() {
        hands[open.dealer.index()].remove(up_card);
    }
    let shift = if position.options.deal_from == euchre::DealFrom::Left { 1 } else { 0 };
    let names = hands.map(|hand| hand.to_string());
    arrange(open.dealer.step(shift, 4), names.each_ref().map(String::as_str), &up_card.to_string())
}

#[test]
fn u_54_no_world_contradicts_what_is_known() {
    let mut checked = 0;
    let mut seed = 0;
    while checked < 10_000 {
        seed += 1;
        let Some(position) = random_position(seed, |_, rng| below(12, rng) == 0) else { continue };
        let seat = Seat(below(4, &mut rng(seed)) as u8);
        let recall = Euchre::view(&position.state, Viewer::Recall(seat));
        let worlds = Worlds::new(&position.options, &recall).expect("the truth is one of the worlds");
        let world = worlds.draw(&mut rng(seed));
        assert_eq!(Euchre::view(&world, Viewer::Recall(seat)), recall, "seed {seed}");
        assert!(could_have_happened(&position, &world), "seed {seed}: a past play was not legal");
        checked += 1;
    }
}

/// All ways to put the unseen cards into the hidden places, found by trying, from the view alone.
fn enumerate(options: &Options, view: &View, limit: usize) -> Option<Vec<BTreeMap<Spot, CardSet>>> {
    let me = view.seat.unwrap();
    let open = &view.open;
    let tricks: Vec<Trick> = view.history.iter().flatten().chain(&open.trick).copied().collect();
    let played: CardSet = tricks.iter().flat_map(Trick::played).map(|(_, card)| card).collect();
    let picked_up = open.picked_up();
    let put_away = picked_up && open.phase != Phase::Discard && me != open.dealer;
    let mut unseen = PACK - view.hand.unwrap() - played;
    unseen -= view.discard.into_iter().collect();
    if !put_away {
        unseen -= open.up_card.into_iter().collect();
    }
    let mut places: Vec<(Spot, usize)> = Seat::all(4)
        .filter(|seat| *seat != me)
        .map(|seat| (Spot::Hand(seat.0), usize::from(view.counts[seat.index()])))
        .collect();
    places.push((Spot::Kitty, 3));
    if put_away {
        places.push((Spot::Discard, 1));
    }
    let allowed = |card: Card, place: Spot| {
        if put_away && Some(card) == open.up_card {
            return place == Spot::Hand(open.dealer.0)
                && !shown_void(&tricks, open.dealer, effective_suit(card, open.trump), open.trump)
                || place == Spot::Discard && options.may_discard_upcard.is_on();
        }
        match place {
            Spot::Hand(seat) => {
                !shown_void(&tricks, Seat(seat), effective_suit(card, open.trump), open.trump)
            }
            _ => true,
        }
    };
    let cards: Vec<Card> = unseen.iter().collect();
    let mut found = vec![];
    let mut partial: BTreeMap<Spot, CardSet> = places.iter().map(|(p, _)| (*p, CardSet::EMPTY)).collect();
    if !place_all(&cards, &places, &allowed, &mut partial, &mut found, limit) {
        return None;
    }
    Some(found)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Spot {
    Hand(u8),
    Kitty,
    Discard,
}

fn shown_void(tricks: &[Trick], seat: Seat, suit: Suit, trump: Option<Suit>) -> bool {
    tricks.iter().any(|trick| {
        let Some(led) = trick.led() else { return false };
        let Some(card) = trick.cards[seat.index()] else { return false };
        effective_suit(led, trump) == suit && effective_suit(card, trump) != suit
    })
}

fn place_all(
    cards: &[Card],
    places: &[(Spot, usize)],
    allowed: &dyn Fn(Card, Spot) -> bool,
    partial: &mut BTreeMap<Spot, CardSet>,
    found: &mut Vec<BTreeMap<Spot, CardSet>>,
    limit: usize,
) -> bool {
    let Some((&card, rest)) = cards.split_first() else {
        found.push(partial.clone());
        return found.len() <= limit;
    };
    for &(place, size) in places {
        if partial[&place].len() < size && allowed(card, place) {
            partial.get_mut(&place).unwrap().insert(card);
            let in_limit = place_all(rest, places, allowed, partial, found, limit);
            partial.get_mut(&place).unwrap().remove(card);
            if !in_limit {
                return false;
            }
        }
    }
    true
}

/// The part of a world that `like` lists, by way of the views of its seats.
fn hidden_part(world: &<Euchre as Game>::State, like: &BTreeMap<Spot, CardSet>) -> Vec<CardSet> {
    let view = |seat| Euchre::view(world, Viewer::Seat(Seat(seat)));
    let mut elsewhere = PACK;
    let seen = Euchre::view(world, Viewer::Recall(Seat(0)));
    let tricks = seen.history.iter().flatten().chain(&seen.open.trick);
    elsewhere -= tricks.flat_map(Trick::played).map(|(_, card)| card).collect();
    elsewhere -= if seen.open.picked_up() { CardSet::EMPTY } else { seen.open.up_card.into_iter().collect() };
    let put_away: CardSet = view(seen.open.dealer.0).discard.into_iter().collect();
    let hands: Vec<CardSet> = (0..4).map(|seat| view(seat).hand.unwrap()).collect();
    let kitty = hands.iter().fold(elsewhere - put_away, |left, hand| left - *hand);
    let of = |spot: &Spot| match spot {
        Spot::Hand(seat) => hands[usize::from(*seat)],
        Spot::Kitty => kitty,
        Spot::Discard => put_away,
    };
    like.keys().map(of).collect()
}

#[test]
fn u_55_drawn_worlds_are_exactly_uniform() {
    const DRAWS: u64 = 20_000;
    let mut endings = 0;
    let mut seed = 0;
    while endings < 200 {
        seed += 1;
        // Far enough in the deal for few worlds to be left, and without the caller's promise, which the
        // enumeration above leaves to the test below.
        let late = |position: &Position, rng: &mut dyn Rng| {
            let view = Euchre::view(&position.state, Viewer::Recall(Seat(0)));
            view.history.is_some_and(|h| h.len() >= 3) && below(3, rng) == 0
        };
        let Some(position) = random_position(seed, late) else { continue };
        if position.options.call_needs_trump.is_on() {
            continue;
        }
        let seat = Seat(below(4, &mut rng(seed)) as u8);
        let recall = Euchre::view(&position.state, Viewer::Recall(seat));
        let Some(all) = enumerate(&position.options, &recall, 1_000) else { continue };
        let worlds = Worlds::new(&position.options, &recall).unwrap();
        assert_eq!(worlds.ways(), all.len() as u128, "seed {seed}");
        for suit in Suit::ALL {
            for (number, place) in worlds.places().iter().enumerate() {
                let none = |world: &&BTreeMap<Spot, CardSet>| {
                    let there = world.values().nth(number).unwrap();
                    !there.iter().any(|card| effective_suit(card, recall.open.trump) == suit)
                };
                let without = all.iter().filter(none).count() as u128;
                assert_eq!(worlds.ways_without(suit, *place), without, "seed {seed}: {suit} in {place:?}");
            }
        }
        if all.len() < 2 {
            continue;
        }
        let mut rng = rng(seed);
        let nothing: BTreeMap<Vec<CardSet>, u64> =
            all.iter().map(|world| (world.values().copied().collect(), 0)).collect();
        let mut seen = nothing.clone();
        for _ in 0..DRAWS {
            let part = hidden_part(&worlds.draw(&mut rng), &all[0]);
            *seen.get_mut(&part).expect("a drawn world is one of the enumerated") += 1;
        }
        let observed: Vec<u64> = seen.values().copied().collect();
        let expected = vec![DRAWS as f64 / all.len() as f64; all.len()];
        assert!(testkit::chi_square_passes(&observed, &expected), "seed {seed}: {} worlds", all.len());

        // Rejection sampling, the oracle, agrees.
        let mut rejected = nothing;
        for _ in 0..DRAWS / 10 {
            let other = Euchre::exchange(&position.state, Viewer::Recall(seat), None, &mut rng).unwrap();
            *rejected.get_mut(&hidden_part(&other, &all[0])).expect("so is a rejection sample") += 1;
        }
        let oracle: Vec<u64> = rejected.values().copied().collect();
        assert!(testkit::samples_agree(&observed, &oracle), "seed {seed}: {} worlds", all.len());
        endings += 1;
    }
}

#[test]
fn a_caller_who_needed_a_trump_held_one() {
    let mut bound = 0;
    for seed in 0..3_000 {
        let Some(position) = random_position(seed, |position, rng| {
            let open = Euchre::view(&position.state, Viewer::Spectator).open;
            open.phase == Phase::Trick && below(6, rng) == 0
        }) else {
            continue;
        };
        if !position.options.call_needs_trump.is_on() {
            continue;
        }
        bound += 1;
        for seat in Seat::all(4) {
            let recall = Euchre::view(&position.state, Viewer::Recall(seat));
            let worlds = Worlds::new(&position.options, &recall).unwrap();
            let world = worlds.draw(&mut rng(seed));
            assert!(could_have_happened(&position, &world), "seed {seed}, {seat}");
        }
    }
    assert!(bound > 500, "the option was met only {bound} times");
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
