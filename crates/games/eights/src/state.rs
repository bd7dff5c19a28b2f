use crate::{
    Due, Error, FirstSeat, Hand, Open, Options, Phase, Rules, Supply,
    card::{CardId, Held},
    scoring,
};
use alloc::sync::Arc;
use core::{fmt, time::Duration};
use kernel::{Audience, Luck, SeatMap, SeatSet, Start, Turn, Window};

/// No hand grows beyond this.
pub(crate) const HAND_LIMIT: usize = 250;

/// The whole truth about a table: what everyone sees, and all hands.
///
/// It is not data, so it cannot be sent, and its `Debug` prints no card of a hand.
#[derive(Clone, PartialEq)]
pub struct State {
    /// Shared, because bots copy states by the million and house rules never change.
    pub(crate) rules: Arc<Rules>,
    pub(crate) open: Open,
    pub(crate) hands: SeatMap<Hand>,
    /// The id of the next card that comes into being.
    pub(crate) next_id: u32,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("open", &self.open).finish_non_exhaustive()
    }
}

impl State {
    /// A table before its first card.
    pub(crate) fn new(options: &Options, start: &Start) -> Result<State, Error> {
        let rules = Rules::new(options, start.seats, start.rules)?;
        // Eights 3.3: an earlier game at this table decides before the option does.
        let first = match options.first_seat {
            FirstSeat::Random => start.first,
            FirstSeat::Host => start.first.or(Some(start.host)),
        };
        Ok(State {
            rules: Arc::new(rules),
            open: Open::new(start.seats, first),
            hands: SeatMap::from_fn(start.seats, |_| Hand::default()),
            next_id: 0,
        })
    }
    /// What the table waits for.
    pub(crate) fn turn(&self) -> Turn {
        if let Some(due) = self.open.due {
            return Turn::Chance(self.luck(due));
        }
        let current = SeatSet::only(self.open.current);
        let (must, lasts, idles) = match self.open.phase {
            Phase::DrawnChoice | Phase::LuckyDraw => (current, self.rules.choice_lasts, true),
            Phase::RoundOver => (self.open.staying() - self.open.ready, Some(Duration::from_secs(30)), false),
            Phase::Finished => return Turn::Over(scoring::outcome(self)),
            Phase::Turn | Phase::Dealing => (current, self.rules.turn_lasts, true),
        };
        Turn::Seats { must, may: SeatSet::EMPTY, window: Window { id: self.open.window, lasts, idles } }
    }
    /// Makes a card from a roll.
    #[inline]
    pub(crate) fn new_card(&mut self, rolled: u32, lucky: bool, known: SeatSet) -> Held {
        let supply = if lucky { &self.rules.lucky } else { &self.rules.supply };
        let id = CardId(self.next_id);
        self.next_id += 1;
        Held { id, face: supply.face(rolled), known }
    }
    /// The viewers of what only `seats` would see if the eye were shut (rules, 10.2).
    pub(crate) fn sight(&self, seats: SeatSet) -> SeatSet {
        if self.open.eye.is_some() { SeatSet::first(self.open.seats) } else { seats }
    }
    /// The audience of what only `seats` would receive if the eye were shut (rules, 10.2).
    pub(crate) fn audience(&self, seats: SeatSet) -> Audience {
        if self.open.eye.is_some() { Audience::ALL } else { Audience::seats(seats) }
    }

    /// Eights 2.8: what is asked of luck.
    fn luck(&self, due: Due) -> Luck {
        let cards = |times: usize| Luck::Roll { below: Supply::ROLLS, times: times as u16 };
        let new_hands = self.open.in_play.len() * self.rules.options.hand_size as usize;
        match due {
            Due::Hands | Due::Reincarnation => cards(new_hands),
            Due::FirstCard => Luck::Roll { below: 36, times: 1 },
            Due::FirstSeat => Luck::Roll { below: self.open.seats.into(), times: 1 },
            Due::Draw { count, .. } => cards(count.into()),
            Due::Steal { victim } => Luck::Roll { below: self.hands[victim].len() as u32, times: 1 },
            Due::BigBang => {
                let all: usize = self.hands.values().iter().map(Hand::len).sum();
                Luck::Shuffle(all as u16)
            }
        }
    }
}
