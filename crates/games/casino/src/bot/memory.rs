use super::levels::Strength;
use crate::{Past, View};
use kernel::{CardSet, Level, Seat};

/// What a bot keeps in mind of what it has seen. Nothing in here is about a card it never saw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Memory {
    /// Captured cards that it forgot.
    pub(crate) forgotten: CardSet,
    /// Whether it minds who must hold a card of some value.
    pub(crate) held: bool,
    /// Whether it minds who can hold none.
    pub(crate) lacks: bool,
}

impl Memory {
    /// The memory of a bot in the seat whose recall `view` is. It is rebuilt for every decision and always the
    /// same: whether a card is forgotten depends on the card and on how this game began, so a card once forgotten
    /// is never remembered again, whoever asks and whenever.
    pub(crate) fn of(view: &View, level: Level) -> Memory {
        let strength = Strength::of(level);
        let forgets = |number: u64| (number >> 40) as f32 / (1u64 << 24) as f32;
        let beginning = beginning(view);
        let below_tops = Seat::all(view.open.seats).flat_map(|seat| {
            let pile = view.recall.as_ref().and_then(|recall| recall.piles.get(seat));
            // Public cards need no memory.
            let open = view.piles.get(seat).is_some_and(|pile| pile.cards.is_some());
            pile.and_then(|pile| pile.split_last()).filter(|_| !open).map_or(&[][..], |(_, below)| below)
        });
        let forgotten = below_tops
            .filter(|card| forgets(mix(beginning ^ mix(u64::from(card.index())))) < strength.forgets)
            .copied();
        Memory { forgotten: forgotten.collect(), held: strength.minds_held, lacks: strength.minds_lacks }
    }
}

/// A number for this seat in this game: from its first move, which all have seen and nothing changes.
fn beginning(view: &View) -> u64 {
    let seat = view.seat.map_or(0, |seat| u64::from(seat.0));
    let place = u64::from(view.open.game) << 16 | u64::from(view.open.dealer.0) << 8 | seat;
    match view.recall.as_ref().and_then(|recall| recall.history.first()) {
        Some(Past::Act(_, action)) => {
            let card = action.card().map_or(0, |card| u64::from(card.index()));
            mix(place ^ mix(card ^ mix(action.loose().bits())))
        }
        _ => mix(place),
    }
}

/// A number that depends on every bit of another.
fn mix(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ number >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ number >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ number >> 31
}
