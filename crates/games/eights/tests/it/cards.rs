//! Cards, their notation, and the supply they come from.

use crate::desk::{face, insane};
use eights::{Eights, Face, Options, Tier, Weights};
use kernel::{DealKey, Input, Seat, Start, Table, Turn, Viewer};
use std::collections::BTreeMap;

/// The faces of 100,000 cards: 1,000 deals of ten hands of ten, from fixed keys.
fn hundred_thousand(tier: Tier) -> BTreeMap<String, u32> {
    let options = Options { tier, max_players: 10, hand_size: 10, ..Options::default() };
    let start = Start { seats: 10, host: Seat(0), first: Some(Seat(0)), rules: 2 };
    let mut counts = BTreeMap::new();
    for seed in 0..1000 {
        let mut table = Table::<Eights>::new(&options, &start).unwrap();
        let key = DealKey::from_seed(seed);
        let mut counter = 0;
        while let Turn::Chance(luck) = table.turn() {
            table.commit(&Input::Chance(key.answer(counter, luck)));
            counter += 1;
        }
        for seat in Seat::all(10) {
            for card in table.view(Viewer::Seat(seat)).hand() {
                *counts.entry(card.face.to_string()).or_insert(0) += 1;
            }
        }
    }
    assert_eq!(counts.values().sum::<u32>(), 100_000);
    counts
}

fn share(counts: &BTreeMap<String, u32>, symbol: &str) -> f64 {
    let of_kind = counts.iter().filter(|(face, _)| face.split(' ').next_back() == Some(symbol));
    let cards: u32 = of_kind.map(|(_, &count)| count).sum();
    f64::from(cards) / 1000.0
}

#[test]
fn e_01_base_makes_36_number_faces_alike_and_wilds() {
    let mut counts = hundred_thousand(Tier::Base);
    let wilds = f64::from(counts.remove("wild").unwrap());
    assert!((wilds - 8000.0).abs() <= 0.05 * 8000.0, "{wilds} wilds");
    assert_eq!(counts.len(), 36);
    for color in ["red", "blue", "green", "yellow"] {
        for value in [0, 1, 2, 3, 4, 5, 6, 7, 9] {
            let count = f64::from(counts[&format!("{color} {value}")]);
            assert!((count - 2556.0).abs() <= 0.15 * 2556.0, "{color} {value} came {count} times");
        }
    }
}

#[test]
fn e_02_insane_makes_seven_kinds_by_weight() {
    let counts = hundred_thousand(Tier::Insane);
    // 36 numbers, three colourless cards, three kinds in four colours.
    assert_eq!(counts.len(), 36 + 3 + 3 * 4);
    let weights = [("wild", 8.0), ("+2", 10.0), ("+4", 5.0), ("+20", 2.0), ("skip", 6.0), ("reverse", 5.0)];
    let mut specials = 0.0;
    for (symbol, weight) in weights {
        let share = share(&counts, symbol);
        specials += share;
        assert!((share - weight).abs() < 1.0, "{symbol}: {share} %");
    }
    assert!((100.0 - specials - 64.0).abs() < 1.0, "numbers: {} %", 100.0 - specials);
}

#[test]
fn chaos_makes_all_84_faces() {
    let counts = hundred_thousand(Tier::Chaos);
    assert_eq!(counts.len(), 84);
    for (symbol, weight) in [("nope", 5.0), ("rotate", 4.0), ("steal", 2.0), ("godmode", 2.0), ("wild", 5.0)]
    {
        assert!((share(&counts, symbol) - weight).abs() < 1.0, "{symbol}");
    }
}

#[test]
fn default_weights_are_those_of_the_rules() {
    let each = |tier| Weights::of_tier(tier).each();
    assert_eq!(each(Tier::Base), [92, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(each(Tier::Insane), [64, 8, 10, 5, 2, 6, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(each(Tier::Chaos), [44, 5, 9, 5, 3, 5, 4, 3, 5, 2, 2, 2, 4, 2, 3, 2]);
    assert_eq!(Weights::LUCKY.each(), [10, 10, 12, 10, 6, 8, 6, 6, 8, 4, 4, 4, 5, 4, 0, 3]);
    assert_eq!(Weights::LUCKY.each().iter().sum::<u32>(), 100);
}

#[test]
fn every_face_is_read_as_it_is_written() {
    assert_eq!(Face::all().count(), 84);
    for face in Face::all() {
        assert_eq!(face.to_string().parse(), Ok(face));
        let wire = serde_json::to_string(&face).unwrap();
        assert_eq!(serde_json::from_str::<Face>(&wire).unwrap(), face);
    }
    let names =
        ["red 5", "blue skip", "wild", "red +2", "+4", "+20", "red +20", "green swap", "wildpickswap"];
    assert!(names.iter().all(|name| face(name).to_string() == *name));
}

#[test]
fn there_is_no_eight_and_one_name_per_card() {
    for name in
        ["red 8", "red", "5", "Red 5", "red  5", " red 5", "red 05", "purple 5", "blue wild", "skip", ""]
    {
        assert!(name.parse::<Face>().is_err(), "{name}");
        assert!(serde_json::from_value::<Face>(name.into()).is_err(), "{name}");
    }
}

#[test]
fn points_follow_the_table() {
    let points = |name: &str| face(name).points();
    assert_eq!([points("red 0"), points("blue 7"), points("green 9")], [0, 7, 9]);
    assert_eq!([points("red +2"), points("blue skip"), points("yellow +20"), points("red godmode")], [20; 4]);
    assert_eq!([points("wild"), points("+4"), points("+20"), points("wildpickswap")], [50; 4]);
}

#[test]
fn a_card_keeps_its_id_and_ids_run_on() {
    let mut desk = insane().hand(0, "red 5").begin();
    let ids = |desk: &crate::desk::Desk, seat| -> Vec<u32> {
        desk.view(seat).hand().iter().map(|card| card.id.0).collect()
    };
    assert_eq!(ids(&desk, 0), (0..7).collect::<Vec<_>>());
    assert_eq!(ids(&desk, 3), (21..28).collect::<Vec<_>>());
    desk.play(0, "red 5");
    assert_eq!(ids(&desk, 0), (1..7).collect::<Vec<_>>());
    desk.draw(1, "red 5");
    assert_eq!(ids(&desk, 1).last(), Some(&28), "the id of the red 5 played before is not used again");
}
