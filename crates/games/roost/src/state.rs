use crate::{
    Bird, BonusHand, BonusNo, CardId, CardNo, Deal, Error, FirstSeat, FoodSet, Habitat, Mat, Open, Options,
    Phase, Position, Power, Rules, Task, bonus, prompt, scoring,
};
use alloc::{sync::Arc, vec::Vec};
use arrayvec::ArrayVec;
use core::fmt;
use kernel::{Luck, Seat, SeatMap, SeatSet, Start, Turn, Window, time_limit};

/// The whole truth about a table: what everyone sees, and what only some or nobody may see.
///
/// It is not data, so it cannot be sent, and its `Debug` prints nothing that is hidden.
#[derive(Clone, PartialEq)]
pub struct State {
    /// Shared, because bots copy states by the million and house rules never change.
    pub(crate) rules: Arc<Rules>,
    pub(crate) open: Open<CardNo>,
    /// The goals of the four rounds: their places in the deck's list. Until their sides are drawn: side a.
    pub(crate) goals: ArrayVec<u8, 4>,
    /// The bird cards nobody has, the top one last.
    pub(crate) deck: Vec<CardNo>,
    /// Hand cards that not everyone has seen, in the order in which they came.
    pub(crate) hands: SeatMap<Vec<Held>>,
    /// Such cards of seats that are out of the game.
    pub(crate) removed: Vec<Held>,
    /// The bonus cards nobody has, sorted: they are shuffled before anything is drawn.
    pub(crate) bonus_deck: Vec<BonusNo>,
    pub(crate) bonus: SeatMap<BonusHand>,
    /// What each seat keeps, until all have chosen.
    pub(crate) choices: SeatMap<Option<Choice>>,
}

/// A hand card that not everyone has seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    pub(crate) card: CardNo,
    /// How often the discards had become the deck when it was drawn.
    pub(crate) age: u8,
}

/// What a seat keeps, by places: bit n of `birds` is its dealt card number n, `bonus` its offer number n.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    pub(crate) birds: u8,
    pub(crate) foods: FoodSet,
    pub(crate) bonus: Option<u8>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("open", &self.open).finish_non_exhaustive()
    }
}

impl State {
    /// A table before its first card.
    pub(crate) fn new(options: &Options, start: &Start) -> Result<State, Error> {
        let rules = Rules::new(options, start.seats)?;
        // An earlier game at this table decides before the option does.
        let first = match options.first_seat {
            FirstSeat::Random => start.first,
            FirstSeat::Host => start.first.or(Some(start.host)),
        };
        let mut tasks: Vec<Task<CardNo>> = Vec::new();
        tasks.push(Task::Setup);
        tasks.extend(Seat::all(start.seats).rev().map(|seat| Task::Deal(Deal::Bonus(seat))));
        tasks.push(Task::Deal(Deal::Hands));
        if first.is_none() {
            tasks.push(Task::Deal(Deal::FirstSeat));
        }
        tasks.extend([Deal::Feeder, Deal::Sides, Deal::Tiles, Deal::Birds].map(Task::Deal));
        Ok(State {
            open: Open::new(start.seats, first, tasks),
            goals: ArrayVec::new(),
            deck: Vec::new(),
            hands: SeatMap::from_fn(start.seats, |_| Vec::new()),
            removed: Vec::new(),
            bonus_deck: bonus::whole_deck(&rules),
            bonus: SeatMap::from_fn(start.seats, |_| BonusHand::default()),
            choices: SeatMap::from_fn(start.seats, |_| None),
            rules: Arc::new(rules),
        })
    }
    /// What the table waits for.
    pub(crate) fn turn(&self) -> Turn {
        if self.open.is_over() {
            return Turn::Over(scoring::outcome(self));
        }
        let Some(prompt) = prompt::prompt(self) else {
            return Turn::Chance(self.luck());
        };
        let options = &self.rules.options;
        let (seconds, idles) = match prompt.phase {
            Phase::Setup => (options.setup_seconds, true),
            Phase::Turn => (options.turn_seconds, true),
            Phase::React => (options.react_seconds, false),
            Phase::RoundScored => (options.round_seconds, false),
            Phase::Pay | Phase::Yield | Phase::Trade | Phase::Power | Phase::Discard => {
                (options.step_seconds, false)
            }
        };
        let window = Window { id: self.open.window, lasts: time_limit(seconds), idles };
        Turn::Seats { must: prompt.seats, may: SeatSet::EMPTY, window }
    }

    fn luck(&self) -> Luck {
        let dice = |times: u8| Luck::Roll { below: 6, times: times.into() };
        match self.open.tasks.last() {
            Some(Task::Deal(Deal::Birds)) => Luck::Shuffle(self.rules.pack.len() as u16),
            Some(Task::Deal(Deal::Tiles)) => Luck::Shuffle(self.rules.deck.goals.len() as u16 / 2),
            Some(Task::Deal(Deal::Sides)) => Luck::Roll { below: 2, times: 4 },
            Some(Task::Deal(Deal::FirstSeat)) => Luck::Roll { below: self.open.seats.into(), times: 1 },
            Some(Task::Deal(Deal::Bonus(_)) | Task::Bonus(_)) => Luck::Shuffle(self.bonus_deck.len() as u16),
            Some(Task::Hunt(_)) => dice(self.open.feeder.outside()),
            Some(Task::Reshuffle) => Luck::Shuffle(self.open.discards.len() as u16),
            _ => dice(crate::DICE),
        }
    }

    /// The print on a card.
    pub(crate) fn bird(&self, card: CardNo) -> &Bird {
        self.rules.pack.bird(card)
    }
    /// The id of a card.
    pub(crate) fn id(&self, card: CardNo) -> CardId {
        self.rules.pack.id(card)
    }
    pub(crate) fn mat(&self, seat: Seat) -> &Mat<CardNo> {
        &self.open.mats[seat]
    }
    /// The id of the bird at a place.
    pub(crate) fn id_at(&self, seat: Seat, at: Position) -> CardId {
        self.id(self.mat(seat).row(at.row())[at.column()].card)
    }
    /// The power of the bird at a place.
    pub(crate) fn power_at(&self, seat: Seat, at: Position) -> Option<&Power> {
        self.bird(self.mat(seat).get(at)?.card).power.as_ref()
    }
    /// How many eggs fit onto the bird at a place.
    pub(crate) fn room(&self, seat: Seat, at: Position) -> u8 {
        self.mat(seat).get(at).map_or(0, |perch| self.bird(perch.card).egg_limit - perch.eggs)
    }
    /// How many cards a seat holds.
    pub(crate) fn hand_len(&self, seat: Seat) -> usize {
        self.mat(seat).known.len() + self.hands[seat].len()
    }
    /// All cards a seat holds: those everyone knows, then the others.
    pub(crate) fn hand(&self, seat: Seat) -> impl Iterator<Item = CardNo> + '_ {
        let hidden = self.hands[seat].iter().map(|held| held.card);
        self.mat(seat).known.iter().copied().chain(hidden)
    }
    /// The card of that id in the hand of `seat`.
    pub(crate) fn find_in_hand(&self, seat: Seat, id: &CardId) -> Option<CardNo> {
        self.hand(seat).find(|&card| self.rules.pack.is(card, id))
    }
    /// Takes a card out of a hand that holds it.
    pub(crate) fn take_from_hand(&mut self, seat: Seat, card: CardNo) {
        let known = &mut self.open.mats[seat].known;
        if let Some(place) = known.iter().position(|&other| other == card) {
            known.remove(place);
        } else {
            self.hands[seat].retain(|held| held.card != card);
        }
    }
    /// Whether a card can be drawn from the deck, be it after a shuffle.
    pub(crate) fn has_card(&self) -> bool {
        !self.deck.is_empty() || !self.open.discards.is_empty()
    }
    pub(crate) fn tray_is_empty(&self) -> bool {
        self.open.tray.iter().all(Option::is_none)
    }
    /// Eggs to pay for the next bird of a row; `None` if the row is full.
    pub(crate) fn egg_cost(&self, seat: Seat, row: Habitat) -> Option<u8> {
        self.rules.deck.board.egg_cost.get(self.mat(seat).row(row).len()).copied()
    }
}
