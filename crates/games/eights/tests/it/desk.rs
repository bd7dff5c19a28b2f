//! A table whose luck is written by the test.

use eights::{
    Action, Card, CardId, Color, Eights, Error, Event, Face, Open, Options, Play, Power, Tier, View, Weights,
};
use kernel::{
    Addressed, Drawn, Input, Luck, Outcome, Refusal, Seat, SeatStatus, Start, Table, Turn, Viewer, Window,
    WindowId,
};

/// Goes on nothing red but its twins: what hands are filled up with.
pub(crate) const FILLER: &str = "green 9";

/// The deal a test wants. Unless said otherwise: four seats, seat 0 begins, `red 3` is on top.
pub(crate) struct Deal {
    pub(crate) options: Options,
    start: Start,
    top: Face,
    hands: Vec<Vec<Face>>,
}

/// A deal of the tier with its defaults.
pub(crate) fn deal(tier: Tier) -> Deal {
    let options = Options { tier, min_players: 2, max_players: 10, ..Options::default() };
    let start = Start { seats: 4, host: Seat(0), first: Some(Seat(0)), rules: 2 };
    Deal { options, start, top: face("red 3"), hands: vec![Vec::new(); 10] }
}

pub(crate) fn insane() -> Deal {
    deal(Tier::Insane)
}
pub(crate) fn chaos() -> Deal {
    deal(Tier::Chaos)
}

impl Deal {
    pub(crate) fn seats(mut self, seats: u8) -> Self {
        self.start.seats = seats;
        self
    }
    pub(crate) fn first(mut self, seat: u8) -> Self {
        self.start.first = Some(Seat(seat));
        self
    }
    pub(crate) fn top(mut self, top: &str) -> Self {
        self.top = face(top);
        self
    }
    /// The first cards of a hand; the rest is filled up.
    pub(crate) fn hand(mut self, seat: usize, cards: &str) -> Self {
        self.hands[seat] = faces(cards);
        self
    }
    pub(crate) fn with(mut self, change: impl FnOnce(&mut Options)) -> Self {
        change(&mut self.options);
        self
    }
    /// Plays by another version of the rules.
    pub(crate) fn rules(mut self, version: u32) -> Self {
        self.start.rules = version;
        self
    }
    /// Deals.
    pub(crate) fn begin(self) -> Desk {
        let table = Table::new(&self.options, &self.start).expect("the table is accepted");
        let mut desk = Desk { table, start: self.start, log: Vec::new(), sent: Vec::new() };
        desk.deal_hands(&self.hands);
        desk.roll(&[number(self.top)]);
        desk
    }
}

/// A table, and the events since somebody last acted.
pub(crate) struct Desk {
    pub(crate) table: Table<Eights>,
    pub(crate) start: Start,
    /// Everything that happened, luck included.
    pub(crate) log: Vec<Input<Action>>,
    sent: Vec<Addressed<Event>>,
}

impl Desk {
    // What happens.

    /// `"red 5"`, or with choices `"wild: blue"`, `"red pickswap: @2"`, `"red godmode: big_bang"`.
    pub(crate) fn play(&mut self, seat: u8, card: &str) {
        self.act(seat, self.playing(seat, card));
    }
    /// Draws these cards, filled up to what is due.
    pub(crate) fn draw(&mut self, seat: u8, cards: &str) {
        self.act(seat, Action::Draw);
        self.take_up(cards);
    }
    pub(crate) fn act(&mut self, seat: u8, action: Action) {
        self.sent.clear();
        self.commit(&Input::Act(Seat(seat), action));
    }
    /// The current window runs out, and these cards are drawn if any are due.
    pub(crate) fn expire(&mut self, cards: &str) {
        self.sent.clear();
        let window = self.window().id;
        self.commit(&Input::Expire(window));
        if matches!(self.table.turn(), Turn::Chance(_)) {
            self.take_up(cards);
        }
    }
    pub(crate) fn status(&mut self, seat: u8, status: SeatStatus) {
        self.sent.clear();
        self.commit(&Input::Status(Seat(seat), status));
    }
    pub(crate) fn remove(&mut self, seat: u8) {
        self.status(seat, SeatStatus::Removed);
    }
    /// Luck answers.
    pub(crate) fn roll(&mut self, numbers: &[u32]) {
        self.commit(&Input::Chance(Drawn::Roll(numbers.to_vec())));
    }
    pub(crate) fn shuffle(&mut self, order: &[u16]) {
        self.commit(&Input::Chance(Drawn::Shuffle(order.to_vec())));
    }
    /// Luck makes these cards, filled up to what is due.
    pub(crate) fn take_up(&mut self, cards: &str) {
        let weights = self.weights();
        self.make(faces(cards), &weights);
    }
    /// As [`Desk::take_up`], from the lucky supply.
    pub(crate) fn take_up_lucky(&mut self, card: &str) {
        self.make(faces(card), &Weights::LUCKY);
    }
    pub(crate) fn deal_hands(&mut self, hands: &[Vec<Face>]) {
        let size = self.table.options().hand_size as usize;
        let full = hands.iter().flat_map(|hand| {
            assert!(hand.len() <= size, "a hand has {size} cards");
            hand.iter().copied().chain(std::iter::repeat(face(FILLER))).take(size)
        });
        let due = self.cards_due();
        let weights = self.weights();
        self.make(full.take(due).collect(), &weights);
    }
    /// Plays laps until the hands have these sizes and it is seat 0's turn. Needs `play_drawn`, so that a
    /// turn can leave a hand as it was, and a red number of value 1 on top or in reach.
    pub(crate) fn resize(&mut self, sizes: &[u8]) {
        while self.view(0).counts.values() != sizes || self.open().current != Seat(0) {
            self.resizing_turn(sizes);
        }
    }
    /// One turn towards these sizes.
    pub(crate) fn resizing_turn(&mut self, sizes: &[u8]) {
        let seat = self.open().current.0;
        let now = self.view(seat).counts[Seat(seat)];
        match now.cmp(&sizes[usize::from(seat)]) {
            std::cmp::Ordering::Less => self.draw(seat, "green 9"),
            std::cmp::Ordering::Greater => self.play(seat, "red 1"),
            std::cmp::Ordering::Equal => {
                self.draw(seat, "red 1");
                self.play(seat, "red 1");
            }
        }
    }

    // Refusals.

    /// Why `card` cannot be played.
    pub(crate) fn refused(&self, seat: u8, card: &str) -> Error {
        self.refusal(seat, self.playing(seat, card))
    }
    /// Why `action` is refused; nothing has changed then.
    pub(crate) fn refusal(&self, seat: u8, action: Action) -> Error {
        let before = self.everything();
        match self.table.check(&Input::Act(Seat(seat), action)) {
            Err(Refusal::Rule(error)) => {
                assert_eq!(before, self.everything(), "a refusal changes nothing");
                error
            }
            other => panic!("{action:?} by seat {seat}: {other:?}"),
        }
    }
    pub(crate) fn accepts(&self, seat: u8, card: &str) -> bool {
        self.table.check(&Input::Act(Seat(seat), self.playing(seat, card))).is_ok()
    }

    // What can be seen.

    pub(crate) fn open(&self) -> Open {
        self.table.view(Viewer::Spectator).open
    }
    pub(crate) fn view(&self, seat: u8) -> View {
        self.table.view(Viewer::Seat(Seat(seat)))
    }
    pub(crate) fn recall(&self, seat: u8) -> View {
        self.table.view(Viewer::Recall(Seat(seat)))
    }
    pub(crate) fn spectator(&self) -> View {
        self.table.view(Viewer::Spectator)
    }
    /// The faces known to `seat` in the hidden hand of `holder`.
    pub(crate) fn known(&self, seat: u8, holder: u8) -> Vec<String> {
        let recall = self.recall(seat).recall.expect("a seat with a memory has one");
        recall.known[Seat(holder)].iter().map(ToString::to_string).collect()
    }
    /// The faces of a hand, in order, as its holder sees them.
    pub(crate) fn hand(&self, seat: u8) -> Vec<String> {
        self.view(seat).hand().iter().map(|card| card.face.to_string()).collect()
    }
    pub(crate) fn counts(&self) -> Vec<u8> {
        self.spectator().counts.values().to_vec()
    }
    /// The first card of that face in the hand of `seat`.
    pub(crate) fn card(&self, seat: u8, name: &str) -> Card {
        let wanted = face(name);
        let hand = self.view(seat);
        *hand.hand().iter().find(|card| card.face == wanted).unwrap_or_else(|| {
            panic!("seat {seat} has no {name}, but {:?}", self.hand(seat));
        })
    }
    pub(crate) fn legal(&self, seat: u8) -> Vec<Action> {
        let mut actions = Vec::new();
        self.table.legal(Seat(seat), &mut actions);
        actions
    }
    pub(crate) fn window(&self) -> Window {
        match self.table.turn() {
            Turn::Seats { window, .. } => window,
            other => panic!("nobody decides: {other:?}"),
        }
    }
    pub(crate) fn window_id(&self) -> WindowId {
        self.window().id
    }
    pub(crate) fn outcome(&self) -> Outcome {
        match self.table.turn() {
            Turn::Over(outcome) => outcome,
            other => panic!("not over: {other:?}"),
        }
    }
    /// The events sent to `viewer` since somebody last acted.
    pub(crate) fn received(&self, viewer: Viewer) -> Vec<Event> {
        self.sent.iter().filter(|sent| sent.to.includes(viewer)).map(|sent| sent.event.clone()).collect()
    }
    /// The events sent to seat `seat` since somebody last acted.
    pub(crate) fn sent(&self, seat: u8) -> Vec<Event> {
        self.received(Viewer::Seat(Seat(seat)))
    }
    /// Everything that anybody can see or do, for comparing.
    pub(crate) fn everything(&self) -> (Turn, Vec<View>, Vec<Vec<Action>>) {
        let seats = self.table.seats();
        (
            self.table.turn(),
            Viewer::all(seats).map(|viewer| self.table.view(viewer)).collect(),
            (0..seats).map(|seat| self.legal(seat)).collect(),
        )
    }

    // How it is done.

    /// The action that a text such as `"wild: blue"` stands for.
    pub(crate) fn playing(&self, seat: u8, card: &str) -> Action {
        let (name, choices) = card.split_once(": ").unwrap_or((card, ""));
        choose(self.card(seat, name).id, choices)
    }
    fn commit(&mut self, input: &Input<Action>) {
        if let Err(refusal) = self.table.check(input) {
            panic!("{input:?} is refused: {refusal}");
        }
        self.sent.extend(self.table.commit(input));
        self.log.push(input.clone());
    }
    fn make(&mut self, mut cards: Vec<Face>, weights: &Weights) {
        let due = self.cards_due();
        assert!(cards.len() <= due, "{} cards for {due}", cards.len());
        cards.resize(due, face(FILLER));
        let rolls: Vec<u32> = cards.into_iter().map(|card| roll_of(card, weights)).collect();
        self.roll(&rolls);
    }
    fn cards_due(&self) -> usize {
        match self.table.turn() {
            Turn::Chance(Luck::Roll { below: 3600, times }) => times.into(),
            other => panic!("no cards are due: {other:?}"),
        }
    }
    fn weights(&self) -> Weights {
        let options = self.table.options();
        options.weights.unwrap_or(Weights::of_tier(options.tier))
    }
}

/// A play of the card with these choices: `"blue"`, `"@2"`, `"big_bang"`, `"blue @2"`.
pub(crate) fn choose(card: CardId, choices: &str) -> Action {
    let mut play = Play::card(card);
    for word in choices.split_whitespace() {
        match word {
            "all_seeing_eye" => play.power = Some(Power::AllSeeingEye),
            "big_bang" => play.power = Some(Power::BigBang),
            "reincarnation" => play.power = Some(Power::Reincarnation),
            _ if word.starts_with('@') => {
                play.target = Some(Seat(word[1..].parse().expect("a seat number")));
            }
            _ => play.color = Some(color(word)),
        }
    }
    Action::Play(play)
}

pub(crate) fn face(name: &str) -> Face {
    name.parse().unwrap_or_else(|error| panic!("{error}"))
}
/// Faces between commas.
pub(crate) fn faces(names: &str) -> Vec<Face> {
    names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(face).collect()
}
pub(crate) fn color(word: &str) -> Color {
    Color::ALL.into_iter().find(|color| color.word() == word).expect("a colour")
}

/// The place of a number card among the 36: colour by colour, value by value.
pub(crate) fn number(card: Face) -> u32 {
    let value = card.value().expect("a number card");
    let value = [0, 1, 2, 3, 4, 5, 6, 7, 9].iter().position(|&v| v == value).expect("a value");
    card.color().expect("a coloured card") as u32 * 9 + value as u32
}

/// A roll that makes this card, worked out from the rules (2.8) alone.
pub(crate) fn roll_of(card: Face, weights: &Weights) -> u32 {
    let kind = eights::Kind::ALL.iter().position(|&kind| kind == card.kind()).expect("a kind");
    let each = weights.each();
    assert!(each[kind] > 0, "there is no {card} with these weights");
    let per_cent: u32 = each[..kind].iter().sum();
    let place = match (card.value(), card.color()) {
        (Some(_), _) => number(card),
        (None, Some(color)) => color as u32 * 9,
        (None, None) => 0,
    };
    per_cent * 36 + place
}
