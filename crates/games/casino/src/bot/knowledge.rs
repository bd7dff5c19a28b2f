//! What a seat can work out: exact chances by counting, for people and for a bot's reasons.

use crate::{Options, Phase, Place, State, View, Worlds, pack};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kernel::{Card, CardSet, Contradiction, HiddenPlace, Knowledge, Rank, Seat, SuitOut, Whereabouts};

/// The knowledge of the seat whose recall this is; `None` where nothing is hidden from it.
pub(crate) fn knowledge(options: &Options, view: &View) -> Result<Option<Knowledge>, Contradiction> {
    let hidden = matches!(view.open.phase, Phase::Turn | Phase::Shiya);
    if !hidden || view.seat.is_none() {
        return Ok(None);
    }
    let worlds = Worlds::new(options, view)?;
    let unseen: CardSet = worlds.unseen();
    let places: Vec<(Place, u8)> = worlds.places().filter(|(_, size)| *size > 0).collect();
    let all = worlds.ways() as f64;
    let share = |ways: u128| (ways as f64 / all) as f32;
    let chances = |card: Card| places.iter().map(|(place, _)| share(worlds.ways_in(card, *place))).collect();
    // Only ranks count here: they say who can take what.
    let ranks = Rank::ALL.into_iter().filter_map(|rank| {
        let out = unseen & CardSet::of_rank(rank);
        (!out.is_empty()).then(|| SuitOut {
            suit: rank.to_string(),
            out: out.len() as u32,
            some: places.iter().map(|(place, _)| worlds.chance_of_rank(rank, *place) as f32).collect(),
        })
    });
    Ok(Some(Knowledge {
        seen: (pack(options.deck) - unseen).len() as u32,
        voids: Vec::new(),
        cards: unseen
            .iter()
            .map(|card| Whereabouts { card: card.to_string(), chances: chances(card), weighed: None })
            .collect(),
        suits: ranks.collect(),
        highest: Vec::new(),
        places: places
            .iter()
            .map(|(place, size)| HiddenPlace { name: name(*place), size: (*size).into() })
            .collect(),
    }))
}

/// Where the cards of `knowledge` are in truth.
pub(crate) fn truth(state: &State, knowledge: &Knowledge) -> Vec<Option<usize>> {
    let there = |card: Card, name: &str| match name {
        "stock" => state.stock.contains(&card),
        _ => Seat::all(state.open.seats)
            .any(|seat| self::name(Place::Hand(seat)) == name && state.hands[seat.index()].contains(card)),
    };
    let place = |card: &Whereabouts| {
        let card = Card::parse(&card.card).ok()?;
        knowledge.places.iter().position(|place| there(card, &place.name))
    };
    knowledge.cards.iter().map(place).collect()
}

fn name(place: Place) -> String {
    match place {
        Place::Hand(seat) => format!("seat {}", seat.0),
        Place::Stock => "stock".into(),
        Place::Forgotten => "piles".into(),
    }
}
