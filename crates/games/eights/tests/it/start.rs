//! Before the first card, and the deal.

use crate::desk::{deal, insane};
use eights::{Eights, Error, FirstSeat, Options, Phase, Tier, Weights};
use kernel::{CommonError, DealKey, Input, Luck, Refusal, Seat, Start, Table, Turn, Viewer};

fn start(seats: u8) -> Start {
    Start { seats, host: Seat(0), first: None, rules: 2 }
}

fn refusal(options: &Options, seats: u8) -> Option<Error> {
    match Table::<Eights>::new(options, &start(seats)) {
        Ok(_) => None,
        Err(Refusal::Rule(error)) => Some(error),
        Err(other) => panic!("{other}"),
    }
}

/// A table after its deal, with luck from a key.
fn dealt(options: &Options, start: &Start, seed: u64) -> Table<Eights> {
    let mut table = Table::<Eights>::new(options, start).unwrap();
    let key = DealKey::from_seed(seed);
    let mut counter = 0;
    while let Turn::Chance(luck) = table.turn() {
        table.commit(&Input::Chance(key.answer(counter, luck)));
        counter += 1;
    }
    table
}

#[test]
fn e_03_impossible_weights_are_bad_options() {
    let insane = Weights::of_tier(Tier::Insane);
    let bad = [
        Weights { number: 63, ..insane },
        Weights { number: 59, nope: 5, ..insane },
        Weights { number: 0, wild: 72, ..insane },
        Weights { number: u32::MAX, wild: 101, ..insane },
    ];
    for weights in bad {
        let options = Options { weights: Some(weights), ..Options::default() };
        assert_eq!(
            refusal(&options, 4),
            Some(Error::from(CommonError::bad_option("weights"))),
            "{weights:?}"
        );
    }
    let numbers_only = Weights { number: 100, ..Weights::default() };
    let options = Options { weights: Some(numbers_only), ..Options::default() };
    assert_eq!(refusal(&options, 4), None);
}

#[test]
fn e_04_two_seats_need_the_option() {
    let options = |min_players| Options { min_players, ..Options::default() };
    assert_eq!(refusal(&options(3), 2), Some(Error::from(CommonError::TooFewPlayers { needed: 3 })));
    assert_eq!(refusal(&options(2), 2), None);
}

#[test]
fn e_05_seven_seats_need_the_option() {
    let options = |max_players| Options { max_players, ..Options::default() };
    assert_eq!(refusal(&options(6), 7), Some(Error::from(CommonError::TooManyPlayers { most: 6 })));
    assert_eq!(refusal(&options(10), 7), None);
}

#[test]
fn options_are_tried_before_the_number_of_seats() {
    let options = Options { hand_size: 11, ..Options::default() };
    let refused = refusal(&options, 1).map(|error| error.to_string());
    assert_eq!(refused.as_deref(), Some("hand_size must be 3 to 10"));
}

#[test]
fn e_06_every_deal_starts_alike() {
    for tier in [Tier::Base, Tier::Insane, Tier::Chaos] {
        for seed in 0..1000 {
            let table = dealt(&Options { tier, ..Options::default() }, &start(4), seed);
            let open = table.view(Viewer::Spectator).open;
            let mut ids = Vec::new();
            for seat in Seat::all(4) {
                let view = table.view(Viewer::Seat(seat));
                assert_eq!(view.hand().len(), 7);
                ids.extend(view.hand().iter().map(|card| card.id));
            }
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), 28, "ids are distinct");
            let top = open.top.unwrap();
            assert!(top.value().is_some(), "{top} is a number");
            assert_eq!(Some(open.color), top.color());
            assert_eq!((open.stack, open.reverses, i8::from(open.dir)), (0, 0, 1));
            assert_eq!((open.phase, open.turn), (Phase::Turn, 1));
        }
    }
}

#[test]
fn e_07_every_seat_is_first_about_equally_often() {
    let mut first = [0; 4];
    for seed in 0..1000 {
        let table = dealt(&Options::default(), &start(4), seed);
        first[table.view(Viewer::Spectator).open.current.index()] += 1;
    }
    assert!(first.iter().all(|times| (200..=300).contains(times)), "{first:?}");
}

#[test]
fn luck_is_asked_in_the_order_of_the_rules() {
    let mut table = Table::<Eights>::new(&Options::default(), &start(4)).unwrap();
    let mut asked = Vec::new();
    let key = DealKey::from_seed(1);
    while let Turn::Chance(luck) = table.turn() {
        asked.push(luck);
        table.commit(&Input::Chance(key.answer(asked.len() as u64, luck)));
    }
    let roll = |below, times| Luck::Roll { below, times };
    assert_eq!(asked, [roll(3600, 28), roll(36, 1), roll(4, 1)]);
}

#[test]
fn an_earlier_game_or_the_host_decides_who_begins_without_luck() {
    let host = Options { first_seat: FirstSeat::Host, ..Options::default() };
    let seated = |host, first| Start { seats: 4, host: Seat(host), first, rules: 2 };
    let first =
        |options: &Options, start: &Start| dealt(options, start, 3).view(Viewer::Spectator).open.first;
    assert_eq!(first(&host, &seated(2, None)), Some(Seat(2)));
    assert_eq!(first(&host, &seated(2, Some(Seat(1)))), Some(Seat(1)), "a rematch does not ask the option");
    assert_eq!(first(&Options::default(), &seated(0, Some(Seat(3)))), Some(Seat(3)));
}

#[test]
fn hands_are_dealt_seat_by_seat() {
    let desk = deal(Tier::Base).with(|o| o.hand_size = 3).hand(1, "red 1, wild, blue 9").begin();
    assert_eq!(desk.hand(0), ["green 9"; 3]);
    assert_eq!(desk.hand(1), ["red 1", "wild", "blue 9"]);
}

#[test]
fn cards_lie_face_down_until_the_round_begins() {
    let mut table = Table::<Eights>::new(&Options::default(), &start(4)).unwrap();
    let key = DealKey::from_seed(1);
    for counter in 0..3 {
        let Turn::Chance(luck) = table.turn() else { panic!("luck comes first") };
        for viewer in Viewer::all(4) {
            let view = table.view(viewer);
            assert_eq!(view.open.phase, Phase::Dealing);
            assert!(view.hands.values().iter().all(Option::is_none), "nobody looks yet");
        }
        table.commit(&Input::Chance(key.answer(counter, luck)));
    }
    assert_eq!(table.view(Viewer::Seat(Seat(2))).hand().len(), 7);
}

#[test]
fn each_seat_receives_its_own_hand_and_spectators_none() {
    let desk = insane().begin();
    for viewer in Viewer::all(4) {
        let received = desk.received(viewer);
        let [eights::Event::Started { first, seat, hands }] = &received[..] else { panic!("{received:?}") };
        assert_eq!((first.to_string().as_str(), *seat), ("red 3", Seat(0)));
        for (holder, hand) in hands.iter() {
            assert_eq!(hand.is_some(), viewer.seat() == Some(holder), "{viewer:?} and the hand of {holder}");
        }
    }
}
