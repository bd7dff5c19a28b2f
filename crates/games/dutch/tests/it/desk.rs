//! A table whose luck is written by the test.

use dutch::{
    Action, Card, Draw, Dutch, Error, Event, Memo, Open, Options, Phase, Place, Play, State, Swap, View,
};
use kernel::{
    Addressed, Drawn, Events, Game, Input, Inspect, Luck, Refusal, Seat, SeatMap, SeatStatus, Start, Table,
    Turn, Viewer, Window,
};
use serde_json::Value;

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);
pub(crate) const C: Seat = Seat(2);
pub(crate) const D: Seat = Seat(3);

pub(crate) const DRAW: Action = Action::Draw(Draw::Pile {});
pub(crate) const PLAY_DRAWN: Action = Action::Play(Play::Drawn);

/// Recognizes a card of Dutch on the wire.
pub(crate) fn card_in(value: &Value) -> Option<String> {
    let word = value.as_str()?;
    word.parse::<Card>().is_ok().then(|| word.to_owned())
}
pub(crate) fn card(name: &str) -> Card {
    name.parse().unwrap()
}
pub(crate) fn cards(names: &str) -> Vec<Card> {
    names.split_whitespace().map(card).collect()
}
/// Options from JSON, with the defaults for the rest.
pub(crate) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}
pub(crate) fn play(slot: u8) -> Action {
    Action::Play(Play::Slot(slot))
}
pub(crate) fn matching(slot: u8) -> Action {
    Action::Match { slot }
}
pub(crate) fn collect(name: &str) -> Action {
    Action::Collect { card: card(name) }
}
pub(crate) fn look(seat: Seat, slot: u8) -> Action {
    Action::PeekCard { seat, slot }
}
pub(crate) fn at(seat: Seat, slot: u8) -> Place {
    Place { seat, slot }
}
pub(crate) fn swap(a: (Seat, u8), b: (Seat, u8)) -> Action {
    Action::Swap(Swap::new(at(a.0, a.1), at(b.0, b.1)))
}

/// The deal a test wants. Unless said otherwise: four seats, A begins, everybody looks at slots 0 and on.
pub(crate) struct Deal {
    options: Options,
    start: Start,
    hands: Vec<Vec<Card>>,
    top: Option<Card>,
    pile: Vec<Card>,
    picks: Vec<Option<Vec<u8>>>,
}

/// A deal with these options.
pub(crate) fn deal(json: &str) -> Deal {
    Deal {
        options: options(json),
        start: Start { seats: 4, host: A, first: Some(A), rules: 1 },
        hands: vec![Vec::new(); 6],
        top: None,
        pile: Vec::new(),
        picks: vec![None; 6],
    }
}
/// A deal without collections, where these would only be in the way.
pub(crate) fn clear() -> Deal {
    deal(r#"{"mode":"clear"}"#)
}

impl Deal {
    pub(crate) fn seats(mut self, seats: u8) -> Self {
        self.start.seats = seats;
        self
    }
    pub(crate) fn first(mut self, seat: Seat) -> Self {
        self.start.first = Some(seat);
        self
    }
    /// The first cards of a hand; the rest is filled up.
    pub(crate) fn hand(mut self, seat: Seat, names: &str) -> Self {
        self.hands[seat.index()] = cards(names);
        self
    }
    /// The slots a seat looks at first.
    pub(crate) fn picks(mut self, seat: Seat, slots: &[u8]) -> Self {
        self.picks[seat.index()] = Some(slots.to_vec());
        self
    }
    pub(crate) fn top(mut self, name: &str) -> Self {
        self.top = Some(card(name));
        self
    }
    /// The first cards of the draw pile.
    pub(crate) fn pile(mut self, names: &str) -> Self {
        self.pile = cards(names);
        self
    }
    /// The order of all cards.
    fn order(&self) -> Vec<u16> {
        let named = self.hands.iter().flatten().chain(&self.top).chain(&self.pile);
        let named: Vec<Card> = named.copied().collect();
        // High cards first and in a fixed order, so that fillers match nothing by accident too often.
        let mut others: Vec<Card> = Card::all().filter(|card| !named.contains(card)).collect();
        let mut filler = || others.remove(0);
        let size = usize::from(self.options.hand_size);
        let mut order = Vec::new();
        for hand in &self.hands[..usize::from(self.start.seats)] {
            order.extend((0..size).map(|slot| hand.get(slot).copied().unwrap_or_else(&mut filler)));
        }
        order.push(self.top.unwrap_or_else(&mut filler));
        order.extend(&self.pile);
        order.extend(others);
        order.into_iter().map(|card| card.index().into()).collect()
    }
    /// Deals; the first look is still to come.
    pub(crate) fn dealt(self) -> Desk {
        let order = self.order();
        let table = Table::new(&self.options, &self.start).expect("the table is accepted");
        let truth = Dutch::new(&self.options, &self.start).expect("the table is accepted");
        let mut desk = Desk { table, truth, start: self.start, log: Vec::new(), sent: Vec::new() };
        if matches!(desk.table.turn(), Turn::Chance(Luck::Roll { .. })) {
            desk.happens(&Input::Chance(Drawn::Roll(vec![0])));
        }
        desk.happens(&Input::Chance(Drawn::Shuffle(order)));
        desk
    }
    /// Deals, and everybody looks.
    pub(crate) fn begin(self) -> Desk {
        let picks = self.picks.clone();
        let most = self.options.peek_count;
        let mut desk = self.dealt();
        for seat in Seat::all(desk.table.seats()) {
            let slots = picks[seat.index()].clone().unwrap_or_else(|| (0..most).collect());
            for slot in slots {
                desk.act(seat, Action::Peek { slot });
            }
            desk.act(seat, Action::ConfirmPeek);
        }
        desk
    }
}

/// A table, the events since somebody last acted, and the truth beside it, to look up hidden cards.
pub(crate) struct Desk {
    pub(crate) table: Table<Dutch>,
    truth: State,
    pub(crate) start: Start,
    /// Everything that happened, luck included.
    pub(crate) log: Vec<Input<Action>>,
    sent: Vec<Addressed<Event>>,
}

impl Desk {
    // What happens.

    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> &mut Self {
        self.sent.clear();
        self.happens(&Input::Act(seat, action));
        self
    }
    /// The current window runs out.
    pub(crate) fn expire(&mut self) -> &mut Self {
        self.sent.clear();
        let window = self.window().id;
        self.happens(&Input::Expire(window));
        self
    }
    /// Windows run out until the next turn begins or the deal is over.
    pub(crate) fn wait(&mut self) -> &mut Self {
        let turns = self.open().turns;
        while self.open().turns == turns && !self.open().phase.is_over() {
            self.expire();
        }
        self
    }
    pub(crate) fn remove(&mut self, seat: Seat) -> &mut Self {
        self.status(seat, SeatStatus::Removed)
    }
    pub(crate) fn status(&mut self, seat: Seat, status: SeatStatus) -> &mut Self {
        self.sent.clear();
        self.happens(&Input::Status(seat, status));
        self
    }
    /// The current seat draws and plays what it drew; the window is open then.
    pub(crate) fn play_drawn(&mut self) -> &mut Self {
        let seat = self.open().current;
        self.act(seat, DRAW).act(seat, PLAY_DRAWN)
    }
    /// A number of turns in which everybody plays what they drew and nothing else happens.
    pub(crate) fn quiet_turns(&mut self, turns: u32) -> &mut Self {
        for _ in 0..turns {
            self.play_drawn().wait();
        }
        self
    }
    /// Luck answers a shuffle with the cards in this order, the first to be drawn first.
    pub(crate) fn shuffle(&mut self, order: &[u16]) -> &mut Self {
        self.happens(&Input::Chance(Drawn::Shuffle(order.to_vec())));
        self
    }

    fn happens(&mut self, input: &Input<Action>) {
        if let Err(refusal) = self.table.check(input) {
            panic!("{input:?} is refused: {refusal}\n{:#?}", self.open());
        }
        self.sent.extend(self.table.commit(input));
        Dutch::apply(&mut self.truth, input, &mut Events::muted());
        self.log.push(input.clone());
    }

    // Refusals.

    /// Why `action` is refused; nothing has changed then.
    pub(crate) fn refused(&self, seat: Seat, action: Action) -> Error {
        let before = self.everything();
        match self.table.check(&Input::Act(seat, action)) {
            Err(Refusal::Rule(error)) => {
                assert_eq!(before, self.everything(), "a refusal changes nothing");
                assert!(!self.legal(seat).contains(&action), "{action:?} is listed");
                error
            }
            other => panic!("{action:?} by {seat}: {other:?}"),
        }
    }
    pub(crate) fn wrong_phase(&self) -> Error {
        Error::WrongPhase { phase: self.open().phase }
    }

    // What can be seen.

    pub(crate) fn open(&self) -> Open {
        self.table.view(Viewer::Spectator).open
    }
    pub(crate) fn phase(&self) -> Phase {
        self.open().phase
    }
    pub(crate) fn view(&self, seat: Seat) -> View {
        self.table.view(Viewer::Seat(seat))
    }
    pub(crate) fn recall(&self, seat: Seat) -> View {
        self.table.view(Viewer::Recall(seat))
    }
    pub(crate) fn spectator(&self) -> View {
        self.table.view(Viewer::Spectator)
    }
    pub(crate) fn journal(&self, seat: Seat) -> Vec<Memo> {
        self.recall(seat).recall.expect("a seat with a memory has one").journal
    }
    pub(crate) fn top(&self) -> String {
        self.spectator().top.map(|card| card.to_string()).unwrap_or_default()
    }
    pub(crate) fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        self.table.legal(seat, &mut actions);
        actions
    }
    pub(crate) fn window(&self) -> Window {
        match self.table.turn() {
            Turn::Seats { window, .. } => window,
            other => panic!("nobody is to act: {other:?}"),
        }
    }
    /// The events sent to `viewer` since somebody last acted.
    pub(crate) fn received(&self, viewer: Viewer) -> Vec<Event> {
        self.sent.iter().filter(|sent| sent.to.includes(viewer)).map(|sent| sent.event.clone()).collect()
    }
    /// The truth about a hand: `7s __ 9c' Kd`.
    pub(crate) fn hand(&self, seat: Seat) -> String {
        let cards = Dutch::cards(&self.truth);
        let slots = &self.spectator().hands[seat];
        let word = |(number, slot): (usize, &Option<dutch::Slot>)| match slot {
            None => "__".to_owned(),
            Some(slot) => {
                let place = format!("hand {} slot {number}", seat.0);
                let (_, card) = cards.iter().find(|(name, _)| *name == place).expect("a card lies there");
                format!("{card}{}", if slot.collected { "'" } else { "" })
            }
        };
        slots.iter().enumerate().map(word).collect::<Vec<_>>().join(" ")
    }
    /// The truth about another place: `pile`, `discards`, `removed`, `drawn`.
    pub(crate) fn zone(&self, zone: &str) -> Vec<String> {
        Dutch::cards(&self.truth).into_iter().filter(|(name, _)| name == zone).map(|(_, card)| card).collect()
    }
    /// Whether a card is named anywhere in what `viewer` sees.
    pub(crate) fn sees(&self, viewer: Viewer, name: &str) -> bool {
        serde_json::to_string(&self.table.view(viewer)).unwrap().contains(&format!("\"{name}\""))
    }
    /// The points of all hands, once the deal is over.
    pub(crate) fn points(&self) -> Vec<u16> {
        let ending = self.open().ending.expect("the deal is over");
        ending.scores.values().iter().flatten().map(|score| score.points).collect()
    }
    pub(crate) fn winners(&self) -> Vec<Seat> {
        self.open().ending.expect("the deal is over").winners.iter().collect()
    }
    pub(crate) fn places(&self) -> SeatMap<u8> {
        match self.table.turn() {
            Turn::Over(outcome) => outcome.places,
            other => panic!("not over: {other:?}"),
        }
    }
    /// All that anybody can see or do.
    pub(crate) fn everything(&self) -> impl PartialEq + std::fmt::Debug + use<> {
        let views: Vec<_> = Viewer::all(self.table.seats()).map(|viewer| self.table.view(viewer)).collect();
        let lists: Vec<_> = Seat::all(self.table.seats()).map(|seat| self.legal(seat)).collect();
        (self.table.turn(), views, lists)
    }
}
