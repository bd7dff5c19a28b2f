use crate::{Action, Error, Event, Open, Options, PACK, Phase, Trick};
use arrayvec::ArrayVec;
use core::time::Duration;
use kernel::{Card, CardSet, Drawn, Events, Luck, Seat, SeatSet, Start, Turn, Window, WindowId, time_limit};

/// The whole truth about a game. It cannot be sent; a [`View`](crate::View) can.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    pub(crate) options: Options,
    pub(crate) open: Open,
    pub(crate) hands: [CardSet; 4],
    pub(crate) kitty: CardSet,
    pub(crate) discard: Option<Card>,
    /// What follows the card led; the whole pack while nothing is led. Says no more than `open`, but a
    /// playout asks for it at every card.
    pub(crate) follow: CardSet,
    /// Completed tricks of this deal. Each was public, but a view of now shows only the last one.
    pub(crate) history: ArrayVec<Trick, 5>,
}

impl State {
    pub(crate) fn new(options: &Options, start: &Start) -> Result<State, Error> {
        options.validate(start.seats)?;
        let open = Open {
            phase: if start.first.is_some() { Phase::Deal } else { Phase::Cut },
            window: WindowId(0),
            deal: 0,
            thrown_in: 0,
            dealer: start.first.unwrap_or_default(),
            turn: Seat(0),
            up_card: None,
            turned_down: false,
            calls: ArrayVec::new(),
            trump: None,
            maker: None,
            alone: false,
            lone_defender: None,
            sitting_out: SeatSet::EMPTY,
            trick: None,
            last_trick: None,
            tricks: [0; 2],
            score: [0; 2],
            scored: None,
            ready: SeatSet::EMPTY,
        };
        Ok(State {
            options: *options,
            open,
            hands: [CardSet::EMPTY; 4],
            kitty: CardSet::EMPTY,
            discard: None,
            follow: PACK,
            history: ArrayVec::new(),
        })
    }

    pub(crate) fn turn(&self) -> Turn {
        let open = &self.open;
        let must = match open.phase {
            Phase::Cut => return Turn::Chance(Luck::Roll { below: 4, times: 1 }),
            Phase::Deal => return Turn::Chance(Luck::Shuffle(24)),
            Phase::Finished => return Turn::Over(self.outcome()),
            Phase::DealOver => SeatSet::first(4) - open.ready,
            _ => SeatSet::only(open.turn),
        };
        let window =
            Window { id: open.window, lasts: self.time_limit(), idles: open.phase != Phase::DealOver };
        Turn::Seats { must, may: SeatSet::EMPTY, window }
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Action, events: &mut Events<Event>) {
        if !matches!(action, Action::Ready | Action::Play { .. }) {
            self.next_window();
        }
        match action {
            Action::Pass => self.pass(seat, events),
            Action::Order { alone } => self.order(seat, alone, events),
            Action::Name { suit, alone } => self.name(seat, suit, alone, events),
            Action::Discard { card } => self.put_away(card, events),
            Action::Alone { yes } => self.answer_alone(seat, yes, events),
            Action::Defend { yes } => self.answer_defend(seat, yes, events),
            Action::Play { card } => self.play(seat, card, events),
            Action::Ready => self.get_ready(seat, events),
        }
    }

    /// The time is up: does for the seat what Euchre 7 says, by the same way its own action would go.
    pub(crate) fn expire(&mut self, events: &mut Events<Event>) {
        let seat = self.open.turn;
        let action = match self.open.phase {
            Phase::DealOver => return self.next_deal(),
            Phase::Bid1 => Action::Pass,
            Phase::Bid2 => self.forced_call(seat),
            Phase::Discard => Action::Discard { card: self.weakest_of(self.discardable()) },
            Phase::AloneChoice => Action::Alone { yes: self.must_go_alone(seat) },
            Phase::DefendChoice => Action::Defend { yes: false },
            Phase::Trick => Action::Play { card: self.weakest_of(self.playable(seat)) },
            Phase::Cut | Phase::Deal | Phase::Finished => return,
        };
        events.all(|| Event::TimedOut { seat });
        self.act(seat, action, events);
    }

    pub(crate) fn chance(&mut self, drawn: &Drawn, events: &mut Events<Event>) {
        if self.open.phase == Phase::Cut {
            self.open.dealer = Seat(drawn.rolled()[0] as u8);
            self.open.phase = Phase::Deal;
        } else {
            self.deal(drawn.order(), events);
        }
    }

    /// Older claims no longer count from here on.
    pub(crate) fn next_window(&mut self) {
        self.open.window.0 += 1;
    }

    fn time_limit(&self) -> Option<Duration> {
        let options = &self.options;
        time_limit(match self.open.phase {
            Phase::Bid1 | Phase::Bid2 => options.bid_seconds,
            Phase::Discard => options.discard_seconds,
            Phase::AloneChoice | Phase::DefendChoice => options.choice_seconds,
            Phase::Trick => options.play_seconds,
            Phase::DealOver => options.ready_seconds,
            Phase::Cut | Phase::Deal | Phase::Finished => 0,
        })
    }

    fn weakest_of(&self, cards: CardSet) -> Card {
        let trump = self.open.trump.expect("trump is named before a card is due");
        crate::trump::weakest(cards, trump).expect("a seat to act always holds a card it may use")
    }
}
