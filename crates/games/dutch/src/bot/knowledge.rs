//! What a seat remembers and can work out: exact chances, slot by slot.

use crate::{Card, Options, Phase, State, View, Worlds, worlds::Spot};
use alloc::{
    format,
    string::{String, ToString},
    vec,
    vec::Vec,
};
use kernel::{Contradiction, HiddenPlace, Knowledge, Whereabouts};

/// The knowledge of the seat whose recall this is; `None` where nothing is hidden from it. A card that lies face
/// down where the seat saw it, or could follow it to, is certain.
pub(crate) fn knowledge(options: &Options, view: &View) -> Result<Option<Knowledge>, Contradiction> {
    let hidden = !matches!(view.open.phase, Phase::Deal | Phase::DealEnded | Phase::GameEnded);
    if !hidden || view.seat.is_none() {
        return Ok(None);
    }
    let worlds = Worlds::new(options, view)?;
    let mut places: Vec<HiddenPlace> = Vec::new();
    let mut place = |spot: Spot| {
        let name = name(spot);
        let known = places.iter().position(|place| place.name == name);
        known.unwrap_or_else(|| {
            places.push(HiddenPlace { name, size: 0 });
            places.len() - 1
        })
    };
    let lying = remembered(view);
    let mut cards: Vec<(Card, Vec<(usize, f64)>)> = Vec::new();
    for &(spot, card) in &lying {
        cards.push((card, vec![(place(spot), 1.0)]));
    }
    for (card, chances) in worlds.chances() {
        cards.push((card, chances.into_iter().map(|(spot, chance)| (place(spot), chance)).collect()));
    }
    for spot in lying.iter().map(|(spot, _)| *spot).chain(worlds.hidden_spots()) {
        let name = name(spot);
        places.iter_mut().filter(|place| place.name == name).for_each(|place| place.size += 1);
    }
    cards.sort_by_key(|(card, _)| card.index());
    let whereabouts = |(card, at): (Card, Vec<(usize, f64)>)| {
        let mut chances = vec![0.0; places.len()];
        at.into_iter().for_each(|(place, chance)| chances[place] += chance as f32);
        Whereabouts { card: card.to_string(), chances, weighed: None }
    };
    let seen = Card::all().count() - worlds.hidden_spots().count();
    let cards = cards.into_iter().map(whereabouts).collect();
    Ok(Some(Knowledge { seen: seen as u32, cards, places, ..Knowledge::default() }))
}

/// Cards that lie face down and are known all the same.
fn remembered(view: &View) -> Vec<(Spot, Card)> {
    let Some(recall) = &view.recall else { return Vec::new() };
    let mut found = Vec::new();
    for (seat, traces) in recall.hands.iter() {
        for (slot, trace) in traces.iter().enumerate() {
            let face_up =
                view.hands[seat].get(slot).is_some_and(|slot| slot.is_some_and(|slot| slot.collected));
            if let Some(card) = trace.and_then(|trace| trace.card).filter(|_| !face_up) {
                found.push((Spot::Slot(crate::Place { seat, slot: slot as u8 }), card));
            }
        }
    }
    found
}

/// Where the cards of `knowledge` are in truth.
pub(crate) fn truth(state: &State, knowledge: &Knowledge) -> Vec<Option<usize>> {
    let spots = state.spots();
    let place = |whereabouts: &Whereabouts| {
        let at = spots.iter().find(|(_, card)| card.to_string() == whereabouts.card)?;
        let name = name(at.0);
        knowledge.places.iter().position(|place| place.name == name)
    };
    knowledge.cards.iter().map(place).collect()
}

fn name(spot: Spot) -> String {
    match spot {
        Spot::Slot(place) => format!("seat {} slot {}", place.seat.0, place.slot),
        Spot::Drawn => "drawn".into(),
        Spot::Pile(_) => "pile".into(),
        Spot::Removed(_) => "removed".into(),
        Spot::Discard(_) => "discards".into(),
    }
}
