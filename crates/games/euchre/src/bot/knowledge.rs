//! What a seat can work out: exact chances by counting, for people and for a bot's reasons.

use crate::{Options, PACK, Phase, Place, State, View, Worlds, effective_suit, suit_cards, trump::height};
use alloc::{
    format,
    string::{String, ToString},
    vec::Vec,
};
use kernel::{Card, CardSet, Contradiction, HiddenPlace, Knowledge, Seat, Suit, SuitOut, Void, Whereabouts};

/// The knowledge of the seat whose recall this is; `None` where nothing is hidden from it.
pub(crate) fn knowledge(options: &Options, view: &View) -> Result<Option<Knowledge>, Contradiction> {
    let worlds = Worlds::new(options, view)?;
    let hidden = !matches!(view.open.phase, Phase::Cut | Phase::Deal | Phase::DealOver | Phase::Finished);
    Ok((hidden && view.seat.is_some()).then(|| of(&worlds, view)))
}

pub(crate) fn of(worlds: &Worlds, view: &View) -> Knowledge {
    let trump = view.open.trump;
    let unseen: CardSet = worlds.hidden_cards().collect();
    let places = worlds.places();
    let size = |place: &Place| worlds.room(*place);
    let all = worlds.ways();
    let share = |ways: u128| (ways as f64 / all as f64) as f32;
    let chances = |card: Card| places.iter().map(|place| share(worlds.ways_in(card, *place))).collect();
    let suits = Suit::ALL.into_iter().filter_map(|suit| {
        let out = unseen & suit_cards(suit, trump);
        (!out.is_empty()).then(|| SuitOut {
            suit: suit.to_string(),
            out: out.len() as u32,
            some: places.iter().map(|place| 1.0 - share(worlds.ways_without(suit, *place))).collect(),
        })
    });
    let hand = view.hand.unwrap_or(CardSet::EMPTY);
    Knowledge {
        seen: (PACK - unseen).len() as u32,
        places: places
            .iter()
            .map(|place| HiddenPlace { name: name(*place), size: size(place).into() })
            .collect(),
        voids: voids(worlds),
        cards: unseen
            .iter()
            .map(|card| Whereabouts { card: card.to_string(), chances: chances(card), weighed: None })
            .collect(),
        suits: suits.collect(),
        highest: highest(hand, unseen, trump),
    }
}

/// Adds where the cards were in the worlds that a search kept.
pub(crate) fn weigh(knowledge: &mut Knowledge, worlds: &Worlds, sample: &[State]) {
    let unseen: Vec<Card> = worlds.hidden_cards().collect::<CardSet>().iter().collect();
    for (whereabouts, card) in knowledge.cards.iter_mut().zip(unseen) {
        let share = |place: &Place| {
            let there = sample.iter().filter(|world| match place {
                Place::Hand(seat) => world.hands[seat.index()].contains(card),
                Place::Kitty => world.kitty.contains(card),
                Place::Discard => world.discard == Some(card),
            });
            there.count() as f32 / sample.len().max(1) as f32
        };
        whereabouts.weighed = Some(worlds.places().iter().map(share).collect());
    }
}

/// Where the cards of `knowledge` are in truth.
pub(crate) fn truth(state: &State, knowledge: &Knowledge) -> Vec<Option<usize>> {
    let there = |card: Card, name: &str| match name {
        "kitty" => state.kitty.contains(card),
        "discard" => state.discard == Some(card),
        _ => Seat::all(4)
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
        Place::Kitty => "kitty".into(),
        Place::Discard => "discard".into(),
    }
}

fn voids(worlds: &Worlds) -> Vec<Void> {
    let pairs = Seat::all(4).flat_map(|seat| Suit::ALL.into_iter().map(move |suit| (seat, suit)));
    pairs
        .filter_map(|(seat, suit)| {
            let trick = worlds.void(seat, suit)?;
            Some(Void { seat, suit: suit.to_string(), trick: trick.into() })
        })
        .collect()
}

/// Cards of a hand that no unseen card of their suit beats.
fn highest(hand: CardSet, unseen: CardSet, trump: Option<Suit>) -> Vec<String> {
    // Before trump is named a jack is a jack.
    let rank = |card: Card| trump.map_or(card.rank() as u8, |trump| height(card, trump));
    let is_highest = |card: &Card| {
        let rivals = unseen & suit_cards(effective_suit(*card, trump), trump);
        rivals.iter().all(|rival| rank(rival) < rank(*card))
    };
    hand.iter().filter(is_highest).map(|card| card.to_string()).collect()
}
