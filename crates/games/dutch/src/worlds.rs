//! Every world that a seat cannot tell from the real one, each equally likely (Dutch 14.5).
//!
//! A hidden card came from one of the draw piles, and everybody knows which cards went into each: so the
//! piles are drawn for one by one. Within the first pile some places hold a card that was passed over when
//! the ranks were set, which must come late in the order of Dutch 3.5. What such places may hold is nested:
//! of any two, one may hold everything that the other may. Filling the choosiest place first always
//! has the same number of ways left, whatever was taken; so drawing place by place is exactly uniform, and
//! nothing needs to be counted. (The kernel's `Deals` takes eight kinds of places; six seats that look at
//! three cards each can make eleven.)

use crate::{
    Card, Cards, Open, Options, Phase, Place, Slot, Source, State, Trace, View,
    hand::{Hand, Held},
    peek::Key,
    recall::Note,
};
use alloc::{vec, vec::Vec};
use core::cmp::Reverse;
use kernel::{Contradiction, Rng, Seat, SeatSet, below};

/// The worlds that one viewer's knowledge allows, all equally likely.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The table with what the viewer knows. Where it knows nothing lies some card that is never looked at:
    /// every draw puts another one there.
    known: State,
    packs: Vec<Pack>,
}

/// What came out of one draw pile and is not seen.
#[derive(Clone, Debug, Default)]
struct Pack {
    /// In the order of Dutch 3.5, jokers last.
    cards: Vec<Card>,
    /// The choosiest first.
    holes: Vec<Hole>,
}

/// A place of which the viewer does not know the card.
#[derive(Clone, Copy, Debug)]
struct Hole {
    spot: Spot,
    /// It holds none of this many cards of its pack, from the left.
    from: usize,
}

/// Where a card can be without being seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spot {
    Slot(Place),
    Drawn,
    Pile(usize),
    Removed(usize),
    Discard(usize),
}

impl Worlds {
    /// Prepares the worlds of a view. One with a memory knows which pile a card came from and what was
    /// passed over; one without a memory knows none of that, nor the discards below the top.
    pub fn new(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        let mut sketch = Sketch::new(options, view);
        if view.open.phase != Phase::Deal {
            sketch.slots(view)?;
            sketch.drawn(view)?;
            sketch.removed(view)?;
            sketch.pile(view)?;
            sketch.discards(view)?;
        }
        sketch.finish()
    }

    /// Where cards lie that are not known.
    pub(crate) fn hidden_spots(&self) -> impl Iterator<Item = Spot> + '_ {
        self.packs.iter().flat_map(|pack| pack.holes.iter().map(|hole| hole.spot))
    }
    /// For each unseen card, where it may be and how likely.
    pub(crate) fn chances(&self) -> impl Iterator<Item = (Card, Vec<(Spot, f64)>)> + '_ {
        self.packs
            .iter()
            .flat_map(|pack| pack.cards.iter().enumerate().map(|(place, &card)| (card, pack.chances(place))))
    }
    /// One world.
    pub fn draw(&self, rng: &mut dyn Rng) -> State {
        let mut world = self.known.clone();
        for pack in &self.packs {
            let mut left = pack.cards.clone();
            for hole in &pack.holes {
                let choice = hole.from + below((left.len() - hole.from) as u32, rng) as usize;
                // The rest must stay in order only while a place is choosy.
                let card = if hole.from > 0 { left.remove(choice) } else { left.swap_remove(choice) };
                world.put(hole.spot, card);
            }
        }
        world
    }
}

impl State {
    /// Every card that may be hidden from somebody, and where it lies.
    pub(crate) fn spots(&self) -> Vec<(Spot, Card)> {
        let mut spots = Vec::new();
        for (seat, hand) in self.hands.iter() {
            for (slot, held) in hand.slots.iter().enumerate() {
                let spot = Spot::Slot(Place { seat, slot: slot as u8 });
                spots.extend(held.as_ref().map(|held| (spot, held.card)));
            }
        }
        spots.extend(self.drawn.map(|held| (Spot::Drawn, held.card)));
        spots.extend(self.pile.iter().enumerate().map(|(number, &card)| (Spot::Pile(number), card)));
        let removed = self.removed.iter().enumerate();
        spots.extend(removed.map(|(number, held)| (Spot::Removed(number), held.card)));
        spots
    }
    fn put(&mut self, spot: Spot, card: Card) {
        match spot {
            Spot::Slot(place) => {
                if let Some(held) = self.hands[place.seat].get_mut(place.slot) {
                    held.card = card;
                }
            }
            Spot::Drawn => {
                if let Some(held) = &mut self.drawn {
                    held.card = card;
                }
            }
            Spot::Pile(number) => self.pile[number] = card,
            Spot::Removed(number) => self.removed[number].card = card,
            Spot::Discard(number) => self.discards[number] = card,
        }
    }
}

/// The table as far as the view shows it, and what it does not show.
struct Sketch {
    state: State,
    seen: Cards,
    twice: bool,
    /// With what is known of each.
    holes: Vec<(Spot, Trace)>,
    me: SeatSet,
}

/// Lies where nothing is known until a world is drawn.
const BLANK: Card = Card::from_index(0);

impl Sketch {
    fn new(options: &Options, view: &View) -> Sketch {
        let open: Open = view.open.clone();
        let me = view.seat.map_or(SeatSet::EMPTY, SeatSet::only);
        let mut state = State::before_deal(options, open);
        if let Some(recall) = &view.recall {
            state.reshuffles = recall.reshuffles.clone();
            // A world's journal is the viewer's own: what others saw is not in it.
            state.journal = recall.journal.iter().map(|&memo| Note { memo, seen_by: me }).collect();
        }
        Sketch { state, seen: Cards::default(), twice: false, holes: Vec::new(), me }
    }

    /// A card that is known, or a hole.
    fn card(&mut self, spot: Spot, card: Option<Card>, trace: Trace) -> Card {
        match card {
            Some(card) => {
                self.twice |= !self.seen.insert(card);
                card
            }
            None => {
                self.holes.push((spot, trace));
                BLANK
            }
        }
    }

    fn held(&mut self, spot: Spot, seen: Option<Card>, trace: Option<Trace>) -> Held {
        let card = seen.or(trace.and_then(|trace| trace.card));
        // Without a memory, what is seen now is all that is known.
        let known_by = if card.is_some() { self.me } else { SeatSet::EMPTY };
        let trace = trace.unwrap_or(Trace { known_by, ..Trace::default() });
        Held {
            card: self.card(spot, card, trace),
            collected: false,
            known: trace.known_by,
            pack: trace.pack,
            passed_over: trace.passed_over,
        }
    }

    fn slots(&mut self, view: &View) -> Result<(), Contradiction> {
        for (seat, slots) in view.hands.iter() {
            let traces = match &view.recall {
                Some(recall) => same_length(recall.hands.get(seat).map_or(&[], Vec::as_slice), slots.len())?,
                None => &[],
            };
            let mut hand = Hand::default();
            for (number, slot) in slots.iter().enumerate() {
                let trace = traces.get(number).copied().flatten();
                hand.slots.push(slot.map(|slot| self.slot(seat, number, slot, trace)));
            }
            self.state.hands[seat] = hand;
        }
        Ok(())
    }

    fn slot(&mut self, seat: Seat, number: usize, slot: Slot, trace: Option<Trace>) -> Held {
        let spot = Spot::Slot(Place { seat, slot: number as u8 });
        let held = self.held(spot, slot.card.or(slot.noted), trace);
        Held { collected: slot.collected, ..held }
    }

    fn drawn(&mut self, view: &View) -> Result<(), Contradiction> {
        let Some(source) = view.open.drawn else { return Ok(()) };
        let trace = match &view.recall {
            Some(recall) => Some(recall.drawn.ok_or(Contradiction::View("a drawn card is not remembered"))?),
            None => Some(Trace {
                known_by: match source {
                    Source::Pile => SeatSet::only(view.open.current),
                    Source::Discard => self.state.everyone(),
                },
                ..Trace::default()
            }),
        };
        self.state.drawn = Some(self.held(Spot::Drawn, view.drawn, trace));
        Ok(())
    }

    fn removed(&mut self, view: &View) -> Result<(), Contradiction> {
        let count = usize::from(view.removed);
        let traces = match &view.recall {
            Some(recall) => same_length(&recall.removed, count)?,
            None => &[],
        };
        let shown = view.rest.as_ref().map(|rest| same_length(&rest.removed, count)).transpose()?;
        for number in 0..count {
            let seen = shown.map(|shown| shown[number]);
            let held = self.held(Spot::Removed(number), seen, traces.get(number).copied());
            self.state.removed.push(held);
        }
        Ok(())
    }

    fn pile(&mut self, view: &View) -> Result<(), Contradiction> {
        let count = usize::from(view.pile);
        let shown = view.rest.as_ref().map(|rest| same_length(&rest.pile, count)).transpose()?;
        let trace = Trace { pack: self.state.pack(), ..Trace::default() };
        for number in 0..count {
            let card = self.card(Spot::Pile(number), shown.map(|shown| shown[number]), trace);
            self.state.pile.push(card);
        }
        Ok(())
    }

    fn discards(&mut self, view: &View) -> Result<(), Contradiction> {
        let count = usize::from(view.discards);
        let shown = view.recall.as_ref().map(|recall| &recall.discards);
        let shown = shown.or(view.rest.as_ref().map(|rest| &rest.discards));
        let shown = shown.map(|shown| same_length(shown, count)).transpose()?;
        for number in 0..count {
            let top = view.top.filter(|_| number + 1 == count);
            let card = shown.map(|shown| shown[number]).or(top);
            let card = self.card(Spot::Discard(number), card, Trace::default());
            self.state.discards.push(card);
        }
        Ok(())
    }

    /// Sorts what is unseen by the pile it came from.
    fn finish(self) -> Result<Worlds, Contradiction> {
        let Sketch { state, seen, twice, holes, .. } = self;
        if twice {
            return Err(Contradiction::View("a card is in two places"));
        }
        if holes.is_empty() {
            return Ok(Worlds { known: state, packs: Vec::new() });
        }
        let mut packs = vec![Pack::default(); usize::from(state.pack()) + 1];
        for card in Card::all().filter(|card| !seen.contains(*card)) {
            packs[usize::from(state.pack_of(card))].cards.push(card);
        }
        for pack in &mut packs {
            pack.cards.sort_by_key(|&card| order(&state.options, card));
        }
        for (spot, trace) in holes {
            let pack = packs
                .get_mut(usize::from(trace.pack))
                .ok_or(Contradiction::View("a card comes from a pile that never was"))?;
            let from = pack.cards.partition_point(|&card| !may_be(&state.options, trace, card));
            pack.holes.push(Hole { spot, from });
        }
        packs.iter_mut().try_for_each(Pack::check)?;
        Ok(Worlds { known: state, packs })
    }
}

impl Pack {
    /// How likely each hole gets the card at this place of the order. As in a draw: the choosiest hole takes one of
    /// the cards that fit, then the next one of those that are left. Whatever the holes before it took would have
    /// fitted here too, so it always has the same number of cards to choose from.
    fn chances(&self, card: usize) -> Vec<(Spot, f64)> {
        let mut still_there = 1.0;
        let mut chances = Vec::new();
        for (taken, hole) in self.holes.iter().enumerate().filter(|(_, hole)| card >= hole.from) {
            let chance = still_there / (self.cards.len() - hole.from - taken) as f64;
            still_there -= chance;
            chances.push((hole.spot, chance));
        }
        chances
    }
    /// Puts the choosiest first, and makes sure that everyone gets a card.
    fn check(&mut self) -> Result<(), Contradiction> {
        let (cards, room) = (self.cards.len(), self.holes.len());
        if cards != room {
            return Err(Contradiction::Sizes { cards: cards as u32, room: room as u32 });
        }
        self.holes.sort_by_key(|hole| Reverse(hole.from));
        let fits = self.holes.iter().enumerate().all(|(taken, hole)| hole.from + taken < cards);
        if fits { Ok(()) } else { Err(Contradiction::NoWorld) }
    }
}

/// The order of Dutch 3.5 without the slot; jokers come last.
fn order(options: &Options, card: Card) -> (bool, Option<Key>) {
    let key = Key::of(options, card, 0);
    (key.is_none(), key)
}

/// Whether a card of which this is known may be `card`.
fn may_be(options: &Options, trace: Trace, card: Card) -> bool {
    let Some(passed_over) = trace.passed_over else { return true };
    let Some(key) = Key::of(options, card, passed_over.slot) else { return true };
    let chosen = passed_over.chosen.and_then(|chosen| Key::of(options, chosen.card, chosen.slot));
    chosen.is_some_and(|chosen| key > chosen)
}

fn same_length<T>(list: &[T], length: usize) -> Result<&[T], Contradiction> {
    if list.len() == length {
        Ok(list)
    } else {
        Err(Contradiction::View("what is remembered does not fit what is seen"))
    }
}
