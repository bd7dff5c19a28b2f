//! Positions to order. A view is plain data, and a bot makes its worlds from one: so a test writes down the
//! view it wants, and the world made from it is the position. Cards nobody is said to have are out of the
//! game; `top` says what can be drawn, in that order.

use kernel::{
    Addressed, Drawn, Events, Game, Input, Luck, Search, Seat, SeatMap, SeatStatus, Start, Turn, Viewer,
};
use rand_core::SeedableRng;
use roost::*;
use serde_json::{Value, json};
use std::{collections::VecDeque, sync::Arc};
use testkit::TestRng;

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);
pub(crate) const C: Seat = Seat(2);
pub(crate) const D: Seat = Seat(3);

pub(crate) struct Scene {
    options: Options,
    view: View,
    /// The bonus cards of each seat; of others than seat 0 only their number counts.
    bonus: Vec<Vec<&'static str>>,
    /// Cards in hidden places.
    unseen: Vec<&'static str>,
}

/// A table of three on the first turn of seat 0: empty mats, no tokens, empty hands, an empty tray, nothing
/// to draw, and five seeds in the feeder.
pub(crate) fn scene() -> Scene {
    table_of(3)
}

pub(crate) fn table_of(seats: u8) -> Scene {
    with_options(seats, &json!({ "bird_copies": 1 }))
}

pub(crate) fn options(patch: &Value) -> Options {
    let mut all = serde_json::to_value(Options::default()).unwrap();
    for (name, value) in patch.as_object().unwrap() {
        all[name] = value.clone();
    }
    serde_json::from_value(all).unwrap()
}

pub(crate) fn start(seats: u8) -> Start {
    Start { seats, host: A, first: Some(A), rules: 1 }
}

pub(crate) fn id(name: &str) -> CardId {
    CardId::new(name)
}
pub(crate) fn at(position: &str) -> Position {
    Position::parse(position).unwrap()
}
/// `2i 1s` and the like.
pub(crate) fn foods(text: &str) -> Foods {
    let mut foods = Foods::NONE;
    for word in text.split_whitespace() {
        let (n, letter) = word.split_at(word.len() - 1);
        foods.add(food(letter), n.parse().unwrap());
    }
    foods
}
pub(crate) fn food(letter: &str) -> Food {
    Food::ALL["isfur".find(letter).unwrap()]
}
pub(crate) fn face(letter: &str) -> Face {
    Face::ALL["isfurd".find(letter).unwrap()]
}

pub(crate) fn with_options(seats: u8, patch: &Value) -> Scene {
    let options = options(patch);
    let mut state = Roost::new(&options, &start(seats)).unwrap();
    let mut rng = TestRng::seed_from_u64(1);
    while let Turn::Chance(luck) = Roost::turn(&state) {
        Roost::apply(&mut state, &Input::Chance(Drawn::draw(luck, &mut rng)), &mut Events::muted());
    }
    let mut view = Roost::view(&state, Viewer::Seat(A));
    let open = &mut view.open;
    open.tasks = vec![Task::EndTurn, Task::Turn];
    open.round = 1;
    open.first = Some(A);
    open.current = A;
    open.turns = SeatMap::from_fn(seats, |_| options_turns(&options));
    open.tray = [None, None, None];
    open.feeder = vec![Face::Seed; 5].try_into().unwrap();
    for (_, mat) in open.mats.iter_mut() {
        mat.tokens = Foods::NONE;
    }
    for (seat, hand) in view.hands.iter_mut() {
        *hand = Hand { unknown: vec![], cards: (seat == A).then(Vec::new) };
    }
    view.cards = 0;
    Scene { options, view, bonus: vec![vec![]; usize::from(seats)], unseen: vec![] }
}

fn options_turns(options: &Options) -> u8 {
    let board = &options.deck.deck().unwrap().board;
    if options.length == Length::Full { board.turns[0] } else { board.turns_short[0] }
}

impl Scene {
    /// Birds of a row, from the left.
    pub(crate) fn row(mut self, seat: Seat, row: Habitat, birds: &[&str]) -> Self {
        for bird in birds {
            let perch = json!({ "card": bird, "eggs": 0, "cached": {}, "tucked": [], "spent": false });
            self.view.open.mats[seat].rows[row as usize].push(serde_json::from_value(perch).unwrap());
        }
        self
    }
    pub(crate) fn forest(self, seat: Seat, birds: &[&str]) -> Self {
        self.row(seat, Habitat::Forest, birds)
    }
    pub(crate) fn grassland(self, seat: Seat, birds: &[&str]) -> Self {
        self.row(seat, Habitat::Grassland, birds)
    }
    pub(crate) fn wetland(self, seat: Seat, birds: &[&str]) -> Self {
        self.row(seat, Habitat::Wetland, birds)
    }
    fn perch(&mut self, seat: Seat, position: &str) -> &mut Perch<CardId> {
        let position = at(position);
        &mut self.view.open.mats[seat].rows[position.row() as usize][position.column()]
    }
    pub(crate) fn eggs(mut self, seat: Seat, position: &str, eggs: u8) -> Self {
        self.perch(seat, position).eggs = eggs;
        self
    }
    pub(crate) fn cached(mut self, seat: Seat, position: &str, tokens: &str) -> Self {
        self.perch(seat, position).cached = foods(tokens);
        self
    }
    pub(crate) fn tokens(mut self, seat: Seat, tokens: &str) -> Self {
        self.view.open.mats[seat].tokens = foods(tokens);
        self
    }
    /// Cards of a hand: seat 0's are its secret, others' are known.
    pub(crate) fn hand(mut self, seat: Seat, cards: &[&str]) -> Self {
        let cards: Vec<CardId> = cards.iter().map(|name| id(name)).collect();
        if seat == A {
            self.view.hands[A] = Hand { unknown: vec![cards.len() as u8], cards: Some(cards) };
        } else {
            self.view.open.mats[seat].known = cards;
        }
        self
    }
    pub(crate) fn feeder(mut self, faces: &str) -> Self {
        let faces: Vec<Face> = faces.split_whitespace().map(face).collect();
        self.view.open.feeder = faces.try_into().unwrap();
        self
    }
    pub(crate) fn tray(mut self, cards: [Option<&str>; 3]) -> Self {
        self.view.open.tray = cards.map(|card| card.map(id));
        self
    }
    /// What can be drawn, the first one first.
    pub(crate) fn top(mut self, cards: &[&str]) -> Self {
        self.view.open.discards = cards.iter().map(|name| id(name)).collect();
        self
    }
    pub(crate) fn round(mut self, round: u8) -> Self {
        self.view.open.round = round;
        self
    }
    /// The goal of the current round.
    pub(crate) fn goal(mut self, goal: &str) -> Self {
        self.view.goals[0] = GoalId::new(goal);
        let round = usize::from(self.view.open.round).max(1);
        self.view.goals.swap(0, round - 1);
        self
    }
    /// This is the last turn of the round.
    pub(crate) fn last_turn(mut self) -> Self {
        self.view.open.turns = SeatMap::from_fn(self.view.open.seats, |seat| u8::from(seat == A));
        self
    }
    /// Bonus cards held, seat by seat.
    pub(crate) fn bonus(mut self, held: &[&[&'static str]]) -> Self {
        for (seat, held) in held.iter().enumerate() {
            self.bonus[seat] = held.to_vec();
        }
        self
    }
    /// These cards lie where nobody sees them, as the view says.
    pub(crate) fn unseen(mut self, cards: &[&'static str]) -> Self {
        self.unseen = cards.to_vec();
        self
    }
    pub(crate) fn current(mut self, seat: Seat) -> Self {
        self.view.open.current = seat;
        self
    }
    pub(crate) fn view(mut self, change: impl FnOnce(&mut View)) -> Self {
        change(&mut self.view);
        self
    }

    /// The position.
    pub(crate) fn begin(mut self) -> Play {
        let view = &mut self.view;
        let mut seen: Vec<CardId> = view.open.discards.clone();
        seen.extend(view.open.tray.iter().flatten().cloned());
        for mat in view.open.mats.values() {
            seen.extend(mat.known.iter().cloned());
            for (_, perch) in mat.birds() {
                seen.push(perch.card.clone());
                seen.extend(perch.tucked.iter().cloned());
            }
        }
        seen.extend(view.hands[A].cards.iter().flatten().cloned());
        seen.extend(self.unseen.iter().map(|name| id(name)));
        let deck: Arc<Deck> = self.options.deck.deck().unwrap().clone();
        let copies = match self.options.bird_copies {
            Copies::Number(copies) => copies,
            Copies::Auto => panic!("a scene says how many copies there are"),
        };
        for bird in &deck.cards {
            for copy in 1..=copies {
                let name = if copy == 1 { bird.id.clone() } else { id(&format!("{}#{copy}", bird.id)) };
                if !seen.contains(&name) {
                    view.open.removed.push(name);
                }
            }
        }
        let total: u16 = deck
            .bonus
            .iter()
            .filter(|bonus| bonus.set == self.options.bonus_deck)
            .map(|bonus| u16::from(bonus.copies))
            .sum();
        let mut held = 0;
        for (seat, cards) in view.bonus.iter_mut() {
            let kinds = &self.bonus[seat.index()];
            held += kinds.len() as u16;
            cards.held = kinds.len() as u8;
            cards.offered = 0;
            cards.short = None;
            if seat == A {
                cards.kinds = Some(BonusKinds {
                    held: kinds.iter().map(|kind| BonusId::new(kind)).collect(),
                    offered: vec![],
                    returned: vec![],
                    sunk: vec![],
                });
            }
        }
        view.bonus_cards = total - held;
        let worlds = Roost::worlds(&self.options, view).unwrap_or_else(|error| panic!("{error}"));
        let state = Roost::world(&worlds, &mut TestRng::seed_from_u64(7));
        Play { state, sent: Vec::new(), rolls: VecDeque::new(), orders: VecDeque::new() }
    }
}

/// A position and the events since the last input.
#[derive(Clone)]
pub(crate) struct Play {
    pub(crate) state: State,
    pub(crate) sent: Vec<Addressed<Event>>,
    rolls: VecDeque<Vec<u32>>,
    orders: VecDeque<Vec<u16>>,
}

impl Play {
    /// How the next dice fall; without it they all show seed.
    pub(crate) fn roll(&mut self, faces: &str) -> &mut Self {
        self.rolls.push_back(faces.split_whitespace().map(|letter| face(letter) as u32).collect());
        self
    }
    /// The order of the next shuffle; without it things stay as they lie.
    pub(crate) fn order(&mut self, order: Vec<u16>) -> &mut Self {
        self.orders.push_back(order);
        self
    }
    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> &mut Self {
        if let Err(error) = Roost::check(&self.state, seat, &action) {
            panic!("{action:?} by {seat} is refused: {error}; legal: {:?}", self.legal(seat));
        }
        self.input(&Input::Act(seat, action))
    }
    pub(crate) fn expire(&mut self) -> &mut Self {
        let Turn::Seats { window, .. } = self.turn() else { panic!("nobody decides") };
        self.input(&Input::Expire(window.id))
    }
    pub(crate) fn remove(&mut self, seat: Seat) -> &mut Self {
        self.input(&Input::Status(seat, SeatStatus::Removed))
    }
    fn input(&mut self, input: &Input<Action>) -> &mut Self {
        let mut events = Events::recording();
        Roost::apply(&mut self.state, input, &mut events);
        while let Turn::Chance(luck) = Roost::turn(&self.state) {
            let drawn = match luck {
                Luck::Shuffle(n) => {
                    Drawn::Shuffle(self.orders.pop_front().unwrap_or_else(|| (0..n).collect()))
                }
                Luck::Roll { times, .. } => {
                    Drawn::Roll(self.rolls.pop_front().unwrap_or_else(|| vec![1; usize::from(times)]))
                }
            };
            assert!(drawn.answers(luck), "{drawn:?} does not answer {luck:?}");
            Roost::apply(&mut self.state, &Input::Chance(drawn), &mut events);
        }
        self.sent = events.into_vec();
        self
    }
    /// Why an action is refused; nothing has changed then.
    #[expect(clippy::needless_pass_by_value, reason = "tests read better without references")]
    pub(crate) fn refused(&self, seat: Seat, action: Action) -> Error {
        let before = self.state.clone();
        let error = Roost::check(&self.state, seat, &action).expect_err("it should be refused");
        assert_eq!(before, self.state);
        error
    }
    pub(crate) fn turn(&self) -> Turn {
        Roost::turn(&self.state)
    }
    pub(crate) fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut actions = Vec::new();
        Roost::legal(&self.state, seat, &mut actions);
        actions
    }
    pub(crate) fn view(&self, seat: Seat) -> View {
        Roost::view(&self.state, Viewer::Seat(seat))
    }
    pub(crate) fn open(&self) -> Open<CardId> {
        Roost::view(&self.state, Viewer::Spectator).open
    }
    pub(crate) fn prompt(&self) -> Prompt {
        self.view(A).prompt.expect("somebody is asked")
    }
    pub(crate) fn phase(&self) -> Phase {
        self.prompt().phase
    }
    /// The seats that are asked.
    pub(crate) fn asked(&self) -> Seat {
        self.prompt().seats.iter().next().expect("one seat is asked")
    }
    /// Which bird it is about.
    pub(crate) fn about(&self) -> Option<String> {
        self.prompt().bird.map(|(_, at)| at.to_string())
    }
    pub(crate) fn tokens(&self, seat: Seat) -> Foods {
        self.open().mats[seat].tokens
    }
    pub(crate) fn perch(&self, seat: Seat, position: &str) -> Perch<CardId> {
        self.open().mats[seat].get(at(position)).expect("a bird lives there").clone()
    }
    pub(crate) fn hand(&self, seat: Seat) -> Vec<String> {
        self.view(seat).hand().iter().map(ToString::to_string).collect()
    }
    pub(crate) fn hand_size(&self, seat: Seat) -> usize {
        self.hand(seat).len()
    }
    pub(crate) fn feeder(&self) -> Vec<Face> {
        self.open().feeder.into()
    }
    /// The events sent to `seat` since the last input.
    pub(crate) fn received(&self, seat: Seat) -> Vec<Event> {
        let sent = self.sent.iter().filter(|sent| sent.to.includes(Viewer::Seat(seat)));
        sent.map(|sent| sent.event.clone()).collect()
    }
    /// Places whose power came up in vain since the last input.
    pub(crate) fn idle(&self) -> Vec<String> {
        let idle = self.received(A).into_iter().filter_map(|event| match event {
            Event::PowerIdle { position, .. } => Some(position.to_string()),
            _ => None,
        });
        idle.collect()
    }
}

pub(crate) fn play(card: &str, habitat: Habitat) -> Action {
    Action::Play { card: id(card), habitat }
}
pub(crate) fn pay(tokens: &str) -> Action {
    Action::PayFood { tokens: foods(tokens) }
}
pub(crate) fn pay_egg(position: &str) -> Action {
    Action::PayEgg { position: at(position) }
}
pub(crate) fn lay(position: &str) -> Action {
    Action::Lay { position: at(position) }
}
pub(crate) fn take(die: &str, as_food: &str) -> Action {
    Action::Take { die: face(die), food: food(as_food), cache: false }
}
pub(crate) fn cache(die: &str, as_food: &str) -> Action {
    Action::Take { die: face(die), food: food(as_food), cache: true }
}
pub(crate) fn tuck(card: &str) -> Action {
    Action::Tuck { card: id(card) }
}
pub(crate) fn discard(card: &str) -> Action {
    Action::Discard { card: id(card) }
}
pub(crate) fn from_tray(slot: u8) -> Action {
    Action::Draw(Draw::Tray(slot.try_into().unwrap()))
}
pub(crate) const DECK: Action = Action::Draw(Draw::Deck);
