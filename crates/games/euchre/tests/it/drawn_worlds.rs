//! Worlds of random positions, enumerated in full and drawn (U-54, U-55).

use crate::{
    scene::*,
    worlds::{layout, rng},
};
use euchre::{Action, Euchre, Options, PACK, Phase, Trick, View, Worlds, effective_suit};
use kernel::{
    Card, CardSet, Drawn, Events, Game, Input, Inspect, Rng, Search, Seat, Suit, Turn, Viewer, below,
};
use std::collections::BTreeMap;

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
