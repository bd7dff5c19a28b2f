use crate::{
    Action, Card, Cards, Draw, Due, Error, Event, Open, Options, Phase,
    hand::{Hand, Held},
    recall::Note,
};
use alloc::vec::Vec;
use core::fmt;
use kernel::{Drawn, Events, Luck, Seat, SeatMap, SeatSet, Start, Turn, Window};

/// The whole truth about a game. It cannot be sent; a [`View`](crate::View) can.
///
/// Every card is in exactly one zone: a slot, held apart, the draw pile, the discards, or removed with a
/// seat that left. Its `Debug` prints none that is hidden.
#[derive(Clone, PartialEq)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) open: Open,
    pub(crate) hands: SeatMap<Hand>,
    /// Held apart by the current seat.
    pub(crate) drawn: Option<Held>,
    /// The next card last.
    pub(crate) pile: Vec<Card>,
    /// The top card last.
    pub(crate) discards: Vec<Card>,
    /// Cards of seats that left.
    pub(crate) removed: Vec<Held>,
    /// The cards that went into each new draw pile. Each was public, but a view of now does not show them.
    pub(crate) reshuffles: Vec<Cards>,
    /// What can be remembered.
    pub(crate) journal: Vec<Note>,
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State").field("open", &self.open).finish_non_exhaustive()
    }
}

impl State {
    pub(crate) fn new(options: &Options, start: &Start) -> Result<State, Error> {
        options.validate(start.seats)?;
        Ok(State::before_deal(options, Open::new(start.seats, start.first)))
    }

    /// A table without cards.
    pub(crate) fn before_deal(options: &Options, open: Open) -> State {
        State {
            options: *options,
            hands: SeatMap::from_fn(open.seats(), |_| Hand::default()),
            open,
            drawn: None,
            pile: Vec::new(),
            discards: Vec::new(),
            removed: Vec::new(),
            reshuffles: Vec::new(),
            journal: Vec::new(),
        }
    }

    pub(crate) fn turn(&self) -> Turn {
        let open = &self.open;
        if let Some(due) = open.due {
            return Turn::Chance(self.luck(due));
        }
        let must = match open.phase {
            Phase::GameEnded => return Turn::Over(self.outcome()),
            Phase::InitialPeek => open.in_play - open.confirmed,
            Phase::DrawingCard | Phase::PlayingCard => SeatSet::only(open.current),
            Phase::QueenPeek | Phase::Peeking | Phase::JackSwap => {
                open.power_owner().map_or(SeatSet::EMPTY, SeatSet::only)
            }
            Phase::DealEnded => open.in_play - open.ready,
            Phase::Deal | Phase::SameRankWindow | Phase::TurnEnd => SeatSet::EMPTY,
        };
        // Dutch 13.4: letting a power or a window pass is nobody's fault.
        let idles = matches!(open.phase, Phase::DrawingCard | Phase::PlayingCard);
        let window = Window { id: open.window, lasts: self.options.lasts(open.phase), idles };
        Turn::Seats { must, may: self.may_interrupt() - must, window }
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Action, events: &mut Events<Event>) {
        match action {
            Action::Peek { slot } => self.peek(seat, slot, events),
            Action::ConfirmPeek => self.confirm(seat, events),
            Action::Draw(Draw::Pile {}) => self.draw(events),
            Action::Draw(Draw::Discard { .. }) => self.take_discard(events),
            Action::Play(play) => self.play(play, events),
            Action::Match { slot } => self.match_card(seat, slot, events),
            Action::Collect { .. } => self.collect(seat, events),
            Action::PeekCard { seat: owner, slot } => self.look(owner, slot, events),
            Action::DonePeeking => self.next_power(events),
            Action::Swap(swap) => self.swap(swap, events),
            Action::DeclinePower => self.forfeit(events),
            Action::CallDutch => self.call(seat, events),
            Action::Ready => self.get_ready(seat, events),
        }
    }

    /// The time is up (Dutch 13.1).
    pub(crate) fn expire(&mut self, events: &mut Events<Event>) {
        match self.open.phase {
            Phase::InitialPeek => self.fill_picks(events),
            Phase::DrawingCard | Phase::PlayingCard => self.time_out(events),
            Phase::SameRankWindow => self.close_window(events),
            Phase::QueenPeek | Phase::JackSwap => self.forfeit(events),
            Phase::Peeking => self.next_power(events),
            Phase::TurnEnd => self.end_turn(events),
            Phase::DealEnded => self.next_deal(),
            Phase::Deal | Phase::GameEnded => {}
        }
    }

    /// Luck has answered.
    pub(crate) fn chance(&mut self, drawn: &Drawn, events: &mut Events<Event>) {
        match self.open.due.take() {
            Some(Due::FirstSeat) => {
                self.open.first = Some(Seat(drawn.rolled()[0] as u8));
                self.open.due = Some(Due::Cards);
            }
            Some(Due::Cards) => self.deal(drawn.order(), events),
            Some(Due::PileToDraw) => {
                self.reshuffle(drawn.order(), events);
                self.take_up(events);
            }
            Some(Due::PileForPenalty { seat, left }) => {
                self.reshuffle(drawn.order(), events);
                self.penalize(seat, left);
            }
            None => {}
        }
    }

    fn luck(&self, due: Due) -> Luck {
        match due {
            Due::FirstSeat => Luck::Roll { below: self.open.seats().into(), times: 1 },
            Due::Cards => Luck::Shuffle(Card::COUNT.into()),
            Due::PileToDraw | Due::PileForPenalty { .. } => Luck::Shuffle(self.discards.len() as u16 - 1),
        }
    }
}
