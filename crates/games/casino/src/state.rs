use crate::{Action, Error, Event, Open, Options, Past, Phase, Values, value};
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use core::{fmt, time::Duration};
use kernel::{Card, CardSet, Drawn, Events, Luck, Seat, SeatSet, Start, Turn, Window, time_limit};
use serde::{Deserialize, Serialize};

/// Captured cards, from the bottom.
pub(crate) type Pile = ArrayVec<Card, 52>;

/// The whole truth about a game. It cannot be sent; a [`View`](crate::View) can. Its `Debug` prints no hidden
/// card.
#[derive(Clone, PartialEq)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) open: Open,
    /// A removed seat keeps its cards, out of play and unseen.
    pub(crate) hands: [CardSet; 4],
    /// Cards not dealt yet; the next one is last.
    pub(crate) stock: Pile,
    pub(crate) piles: [Pile; 4],
    /// What everybody could tell of the hands, if everybody paid attention.
    pub(crate) facts: [Facts; 4],
    /// Everything that happened in this game. Each was public, but a view of now shows only the last one.
    pub(crate) history: Vec<Past>,
}

/// What a seat's play has shown of its hand (Casino 14).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Facts {
    /// It holds a card of each of these values.
    pub held: Values,
    /// It holds no card of any of these values.
    pub lacks: Values,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("open", &self.open).finish_non_exhaustive()
    }
}

impl State {
    pub(crate) fn new(options: &Options, start: &Start) -> Result<State, Error> {
        options.validate(start.seats)?;
        // A seat that does not exist is the table's business, not ours.
        let first = start.first.map(|seat| Seat(seat.0 % start.seats));
        Ok(State::before_the_deal(options, Open::new(options, start.seats, first)))
    }

    pub(crate) fn before_the_deal(options: &Options, open: Open) -> State {
        State {
            options: *options,
            open,
            hands: [CardSet::EMPTY; 4],
            stock: Pile::new(),
            piles: [const { Pile::new_const() }; 4],
            facts: [Facts::default(); 4],
            history: Vec::new(),
        }
    }

    pub(crate) fn turn(&self) -> Turn {
        let open = &self.open;
        let (must, may) = match open.phase {
            Phase::Cut => return Turn::Chance(Luck::Roll { below: open.seats.into(), times: 1 }),
            Phase::Deal => return Turn::Chance(Luck::Shuffle(self.options.deck.into())),
            Phase::Finished => return Turn::Over(self.outcome()),
            Phase::RoundOver => (open.in_play - open.ready, SeatSet::EMPTY),
            Phase::Shiya => (SeatSet::EMPTY, open.partner(open.turn).into_iter().collect()),
            Phase::Turn => (SeatSet::only(open.turn), SeatSet::EMPTY),
        };
        let window = Window { id: open.window, lasts: self.time_limit(), idles: open.phase == Phase::Turn };
        Turn::Seats { must, may, window }
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Action, events: &mut Events<Event>) {
        if action == Action::Ready {
            return self.get_ready(seat, events);
        }
        self.next_window();
        self.remember(Past::Act(seat, action));
        self.note_due(seat, action);
        match action {
            Action::Trail { card } => self.trail(seat, card, events),
            Action::Capture { card, loose, builds, tops } => {
                self.capture(seat, card, loose, builds, tops, events);
            }
            Action::Build { card, loose, value } => self.make_build(seat, card, loose, value, events),
            Action::Add { card, build, loose, tops } => self.add(seat, card, build, loose, tops, events),
            Action::Raise { card, build, loose } => self.raise(seat, card, build, loose, events),
            Action::Shiya => self.call_shiya(seat, events),
            Action::Ready => {}
        }
    }

    /// The time is up: does for the seat what Casino 9 says, by the same way its own action would go.
    pub(crate) fn expire(&mut self, events: &mut Events<Event>) {
        match self.open.phase {
            Phase::RoundOver => self.next_game(),
            Phase::Shiya => {
                self.next_window();
                self.remember(Past::NoCall);
                self.carry_out(events);
            }
            Phase::Turn => {
                let seat = self.open.turn;
                let action = self.auto_move(seat);
                events.all(|| Event::TimedOut { seat });
                self.act(seat, action, events);
            }
            Phase::Cut | Phase::Deal | Phase::Finished => {}
        }
    }

    pub(crate) fn chance(&mut self, drawn: &Drawn, events: &mut Events<Event>) {
        if self.open.phase == Phase::Cut {
            self.open.dealer = Seat(drawn.rolled()[0] as u8);
            self.open.phase = Phase::Deal;
        } else {
            self.shuffle_and_deal(drawn.order(), events);
        }
    }

    /// Older claims no longer count from here on.
    pub(crate) fn next_window(&mut self) {
        self.open.window.0 += 1;
    }

    pub(crate) fn remember(&mut self, past: Past) {
        self.open.last = Some(past);
        self.history.push(past);
    }

    /// Casino 9.2: the least precious card that may be trailed, else a capture, of an own build if possible.
    fn auto_move(&self, seat: Seat) -> Action {
        let mut legal = Vec::new();
        self.legal(seat, &mut legal);
        let trails = legal.iter().filter_map(|action| match action {
            Action::Trail { card } => Some(*card),
            _ => None,
        });
        let captures = || legal.iter().filter(|action| matches!(action, Action::Capture { .. }));
        match trails.min_by_key(|&card| preciousness(card)) {
            Some(card) => Action::Trail { card },
            None => *captures()
                .find(|action| self.open.takes_own(seat, action.builds()))
                .or_else(|| captures().next())
                .expect("whoever cannot trail can capture (Casino 3.7)"),
        }
    }

    fn time_limit(&self) -> Option<Duration> {
        let options = &self.options;
        time_limit(match self.open.phase {
            Phase::Turn => options.turn_seconds,
            Phase::Shiya => options.shiya_seconds,
            Phase::RoundOver => options.round_over_seconds,
            Phase::Cut | Phase::Deal | Phase::Finished => 0,
        })
    }
}

/// How costly it is to leave a card on the table: points, then spades, then by value and suit.
pub(crate) fn preciousness(card: Card) -> (bool, bool, u8) {
    let counts = value(card) == 1 || card == TWO_OF_SPADES || card == TEN_OF_DIAMONDS;
    (counts, card.suit() == kernel::Suit::Spades, crate::card_number(card))
}

/// The little casino.
pub(crate) const TWO_OF_SPADES: Card = Card::new(kernel::Rank::Two, kernel::Suit::Spades);
/// The big casino.
pub(crate) const TEN_OF_DIAMONDS: Card = Card::new(kernel::Rank::Ten, kernel::Suit::Diamonds);
