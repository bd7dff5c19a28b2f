//! Positions in the notation of the rules: `A[5s 10c]` is a hand, `T[5h 3d]` the loose cards, `B10(A: 6c 4d)` a
//! build, `P(B: 9c)` a pile with its top last. Seats A to D are 0 to 3.

use casino::{
    Action, BuildId, BuildSet, Casino, Error, Event, Label, Laid, Options, Setup, State, Top, Tops, View,
};
use kernel::{
    Addressed, Card, CardSet, Drawn, Events, Game, Input, Listed, Seat, SeatStatus, Start, Turn, Viewer,
    WindowId,
};

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);
pub(crate) const C: Seat = Seat(2);
pub(crate) const D: Seat = Seat(3);

pub(crate) fn card(name: &str) -> Card {
    name.parse().unwrap()
}
pub(crate) fn cards(names: &str) -> CardSet {
    names.parse().unwrap()
}
/// Options from JSON, with the defaults for the rest.
pub(crate) fn options(json: &str) -> Options {
    serde_json::from_str(json).unwrap()
}
pub(crate) fn start(seats: u8) -> Start {
    Start { seats, host: A, first: Some(A), rules: 1 }
}

pub(crate) fn trail(name: &str) -> Action {
    Action::Trail { card: card(name) }
}
/// Loose cards alone.
pub(crate) fn capture(name: &str, loose: &str) -> Action {
    Action::Capture { card: card(name), loose: cards(loose), builds: BuildSet::EMPTY, tops: Tops::EMPTY }
}
/// Loose cards and a build.
pub(crate) fn capture_build(name: &str, loose: &str, build: u8) -> Action {
    Action::Capture {
        card: card(name),
        loose: cards(loose),
        builds: BuildSet::only(BuildId(build)),
        tops: Tops::EMPTY,
    }
}
/// Loose cards and the top of a pile.
pub(crate) fn capture_top(name: &str, loose: &str, seat: Seat, top: &str) -> Action {
    let tops = Tops::only(Top { seat, card: card(top) });
    Action::Capture { card: card(name), loose: cards(loose), builds: BuildSet::EMPTY, tops }
}
pub(crate) fn build(name: &str, loose: &str, value: u8) -> Action {
    Action::Build { card: card(name), loose: cards(loose), value }
}
pub(crate) fn add(name: &str, id: u8, loose: &str) -> Action {
    Action::Add { card: card(name), build: BuildId(id), loose: cards(loose), tops: Tops::EMPTY }
}
pub(crate) fn raise(name: &str, id: u8, loose: &str) -> Action {
    Action::Raise { card: card(name), build: BuildId(id), loose: cards(loose) }
}

/// A table in the middle of a game.
#[derive(Clone)]
pub(crate) struct Scene {
    pub(crate) state: State,
    pub(crate) options: Options,
    pub(crate) sent: Vec<Addressed<Event>>,
}

impl Scene {
    /// Two seats, default options, first deal, A to move.
    pub(crate) fn new(position: &str) -> Scene {
        Scene::with("{}", position)
    }
    pub(crate) fn with(json: &str, position: &str) -> Scene {
        Scene::at(json, 2, 1, position)
    }
    /// A number of seats in that deal. Seats without a hand in the notation get three cards that are not named.
    pub(crate) fn at(json: &str, seats: u8, deal: u8, position: &str) -> Scene {
        let options = options(json);
        let mut setup = Setup { options, seats, deal, ..Setup::default() };
        read(position, &mut setup);
        let mut named = setup.loose;
        setup.hands.iter().for_each(|hand| named |= *hand);
        setup.builds.iter().for_each(|laid| named.extend(laid.cards.iter().copied()));
        setup.piles.iter().for_each(|pile| named.extend(pile.iter().copied()));
        let mut rest = (casino::pack(options.deck) - named).iter();
        for seat in Seat::all(seats) {
            let hand = &mut setup.hands[seat.index()];
            if hand.is_empty() {
                hand.extend(rest.by_ref().take(3));
            }
        }
        // Nothing is dealt after the last deal.
        let last = deal == deals(&options, seats);
        setup.stock = if last { vec![] } else { rest.collect() };
        Scene { state: setup.state(), options, sent: vec![] }
    }
    /// A game from its shuffle on: the cards in the order in which they are dealt, the rest as it comes.
    pub(crate) fn dealt(json: &str, seats: u8, order: &str) -> Scene {
        let options = options(json);
        let state = Casino::new(&options, &start(seats)).unwrap();
        let mut scene = Scene { state, options, sent: vec![] };
        scene.apply(&Input::Chance(Drawn::Shuffle(shuffle(options.deck, order))));
        scene
    }

    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> &mut Scene {
        if let Err(error) = Casino::check(&self.state, seat, &action) {
            panic!("{action:?} of {seat} is refused: {error}");
        }
        let (listed, complete) = self.list(seat);
        assert!(complete == Listed::Truncated || listed.contains(&action), "{action:?} is not listed");
        self.apply(&Input::Act(seat, action));
        self
    }
    pub(crate) fn expire(&mut self) -> &mut Scene {
        let window = self.window();
        self.apply(&Input::Expire(window));
        self
    }
    pub(crate) fn remove(&mut self, seat: Seat) -> &mut Scene {
        self.apply(&Input::Status(seat, SeatStatus::Removed));
        self
    }
    pub(crate) fn apply(&mut self, input: &Input<Action>) {
        let mut events = Events::recording();
        Casino::apply(&mut self.state, input, &mut events);
        self.sent.extend(events.into_vec());
    }
    /// The reason for a refusal, which changed nothing and is not listed.
    pub(crate) fn refused(&self, seat: Seat, action: Action) -> Error {
        let before = self.state.clone();
        let Err(error) = Casino::check(&self.state, seat, &action) else {
            panic!("{action:?} of {seat} should break a rule")
        };
        assert!(before == self.state, "a refusal changes nothing");
        assert!(!self.legal(seat).contains(&action), "{action:?} is listed");
        error
    }
    pub(crate) fn legal(&self, seat: Seat) -> Vec<Action> {
        self.list(seat).0
    }
    pub(crate) fn list(&self, seat: Seat) -> (Vec<Action>, Listed) {
        let mut out = vec![];
        let listed = Casino::legal(&self.state, seat, &mut out);
        (out, listed)
    }
    /// The labels of all moves of the seat to move that use exactly this hand card and these loose cards.
    pub(crate) fn choices(&self, hand: &str, loose: &str) -> Vec<String> {
        let open = self.view(Viewer::Spectator).open;
        let matches = |action: &&Action| {
            action.card() == Some(card(hand))
                && action.loose() == cards(loose)
                && action.builds().is_empty()
                && action.tops().is_empty()
        };
        self.legal(open.turn)
            .iter()
            .filter(matches)
            .map(|action| Label::of(action, &open).to_string())
            .collect()
    }
    pub(crate) fn label(&self, action: &Action) -> String {
        Label::of(action, &self.view(Viewer::Spectator).open).to_string()
    }
    pub(crate) fn view(&self, viewer: Viewer) -> View {
        Casino::view(&self.state, viewer)
    }
    pub(crate) fn recall(&self, seat: Seat) -> View {
        self.view(Viewer::Recall(seat))
    }
    pub(crate) fn hand(&self, seat: Seat) -> CardSet {
        self.view(Viewer::Seat(seat)).hand.unwrap()
    }
    pub(crate) fn turn(&self) -> Seat {
        self.view(Viewer::Spectator).open.turn
    }
    pub(crate) fn loose(&self) -> CardSet {
        self.view(Viewer::Spectator).open.loose
    }
    /// A pile in the notation, from the bottom.
    pub(crate) fn pile(&self, seat: Seat) -> String {
        let pile = &self.recall(A).recall.unwrap().piles[seat];
        pile.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
    /// All builds in the notation.
    pub(crate) fn builds(&self) -> String {
        let builds = self.view(Viewer::Spectator).open.builds;
        let write = |build: &casino::Build| {
            let owner = build.owner.map_or('-', |seat| char::from(b'A' + seat.0));
            let star = if build.compound { "*" } else { "" };
            let cards: Vec<_> = build.cards.iter().map(ToString::to_string).collect();
            format!("B{}{star}({owner}: {})", build.value, cards.join(" "))
        };
        builds.iter().map(write).collect::<Vec<_>>().join(" ")
    }
    pub(crate) fn window(&self) -> WindowId {
        let Turn::Seats { window, .. } = Casino::turn(&self.state) else { panic!("nobody is to act") };
        window.id
    }
    /// The events sent to `viewer` since the last call of this.
    pub(crate) fn received(&mut self, viewer: Viewer) -> Vec<Event> {
        self.sent.drain(..).filter(|sent| sent.to.includes(viewer)).map(|sent| sent.event).collect()
    }
}

fn deals(options: &Options, seats: u8) -> u8 {
    match (options.deck, seats) {
        (52, seats) => 12 / seats,
        (_, 2) => 2,
        _ => 1,
    }
}

/// The shuffle that deals these cards first.
pub(crate) fn shuffle(deck: u8, order: &str) -> Vec<u16> {
    let named: Vec<Card> = order.split_whitespace().map(card).collect();
    let rest = casino::pack(deck) - named.iter().copied().collect();
    named.into_iter().chain(rest.iter()).map(|card| casino::card_number(card).into()).collect()
}

/// Two hands dealt one card at a time, and the next two hands if they are given.
pub(crate) fn two_hands(first: &str, second: &str) -> String {
    let (first, second): (Vec<&str>, Vec<&str>) =
        (first.split_whitespace().collect(), second.split_whitespace().collect());
    assert_eq!(first.len(), second.len());
    first.iter().zip(second).flat_map(|(a, b)| [*a, b]).collect::<Vec<_>>().join(" ")
}

fn seat_of(letter: &str) -> Option<Seat> {
    match letter.trim() {
        "A" => Some(A),
        "B" => Some(B),
        "C" => Some(C),
        "D" => Some(D),
        "-" => None,
        other => panic!("“{other}” is no seat"),
    }
}

fn list(names: &str) -> Vec<Card> {
    names.split_whitespace().map(card).collect()
}

fn read(position: &str, setup: &mut Setup) {
    for part in position.split_inclusive([']', ')']) {
        let part = part.trim();
        if let Some((name, inside)) = part.strip_suffix(']').and_then(|part| part.split_once('[')) {
            match name {
                "T" => setup.loose = cards(inside),
                name => setup.hands[seat_of(name).unwrap().index()] = cards(inside),
            }
        } else if let Some((name, inside)) = part.strip_suffix(')').and_then(|part| part.split_once('(')) {
            let (owner, inside) = inside.split_once(':').unwrap();
            match name {
                "P" => setup.piles[seat_of(owner).unwrap().index()] = list(inside),
                name => setup.builds.push(Laid {
                    value: name.trim_start_matches('B').parse().unwrap(),
                    owner: seat_of(owner),
                    cards: list(inside),
                }),
            }
        } else {
            assert!(part.is_empty(), "“{part}” is nothing that lies on a table");
        }
    }
}
