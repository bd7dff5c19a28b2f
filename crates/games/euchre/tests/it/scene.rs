//! Scripted deals: who holds what, and what happened so far.

use euchre::{Action, Error, Euchre, Event, Options, Phase, View, card_number};
use kernel::{
    Addressed, Card, CardSet, Drawn, Input, Refusal, Seat, Start, Suit, Table, Turn, Viewer, WindowId,
};

pub(crate) const A: Seat = Seat(0);
pub(crate) const B: Seat = Seat(1);
pub(crate) const C: Seat = Seat(2);
pub(crate) const D: Seat = Seat(3);

pub(crate) const START: Start = Start { seats: 4, host: A, first: None, rules: 1 };

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
pub(crate) fn play(name: &str) -> Action {
    Action::Play { card: card(name) }
}
pub(crate) fn discard(name: &str) -> Action {
    Action::Discard { card: card(name) }
}
pub(crate) fn name(suit: Suit) -> Action {
    Action::Name { suit, alone: false }
}
pub(crate) const ORDER: Action = Action::Order { alone: false };
pub(crate) const ORDER_ALONE: Action = Action::Order { alone: true };

/// A table in the middle of a game.
pub(crate) struct Scene {
    pub(crate) table: Table<Euchre>,
    pub(crate) options: Options,
    pub(crate) sent: Vec<Addressed<Event>>,
}

impl Scene {
    /// Default options, dealer D, so that A speaks and leads first.
    pub(crate) fn usual(hands: [&str; 4], up_card: &str) -> Scene {
        Scene::new("{}", D, hands, up_card)
    }
    /// Seats hold at least the cards named; the rest of the pack fills them up in order.
    pub(crate) fn new(json: &str, dealer: Seat, hands: [&str; 4], up_card: &str) -> Scene {
        let options = options(json);
        let table = Table::new(&options, &START).unwrap();
        let mut scene = Scene { table, options, sent: vec![] };
        scene.chance(Drawn::Roll(vec![u32::from(dealer.0)]));
        scene.deal(hands, up_card);
        scene
    }
    pub(crate) fn deal(&mut self, hands: [&str; 4], up_card: &str) {
        let dealer = self.view(Viewer::Spectator).open.dealer;
        let shift = if self.options.deal_from == euchre::DealFrom::Left { 1 } else { 0 };
        let order = arrange(dealer.step(shift, 4), hands, up_card);
        self.chance(Drawn::Shuffle(order));
    }
    pub(crate) fn chance(&mut self, drawn: Drawn) {
        self.commit(&Input::Chance(drawn));
    }
    pub(crate) fn act(&mut self, seat: Seat, action: Action) -> &mut Scene {
        self.commit(&Input::Act(seat, action));
        self
    }
    pub(crate) fn pass(&mut self, times: usize) -> &mut Scene {
        for _ in 0..times {
            let seat = self.turn();
            self.act(seat, Action::Pass);
        }
        self
    }
    /// Plays these cards, one after the other, by the seats in turn.
    pub(crate) fn tricks(&mut self, cards: &str) -> &mut Scene {
        for word in cards.split_whitespace() {
            let seat = self.turn();
            self.act(seat, play(word));
        }
        self
    }
    /// Lets every seat in turn play its first legal card until the deal is over.
    pub(crate) fn play_out(&mut self) -> &mut Scene {
        while self.phase() == Phase::Trick {
            let seat = self.turn();
            let action = self.legal(seat)[0];
            self.act(seat, action);
        }
        self
    }
    pub(crate) fn expire(&mut self) -> &mut Scene {
        let window = self.window();
        self.commit(&Input::Expire(window));
        self
    }
    /// The reason for a refusal, which changed nothing.
    pub(crate) fn refused(&self, seat: Seat, action: Action) -> Error {
        let before = self.everything();
        let Err(Refusal::Rule(error)) = self.table.check(&Input::Act(seat, action)) else {
            panic!("{action:?} of {seat} should break a rule")
        };
        assert_eq!(before, self.everything(), "a refusal changes nothing");
        error
    }
    pub(crate) fn legal(&self, seat: Seat) -> Vec<Action> {
        let mut out = vec![];
        self.table.legal(seat, &mut out);
        out
    }
    /// The cards of the list of legal actions.
    pub(crate) fn legal_cards(&self, seat: Seat) -> CardSet {
        self.legal(seat)
            .into_iter()
            .map(|action| match action {
                Action::Play { card } | Action::Discard { card } => card,
                other => panic!("{other:?} is no card"),
            })
            .collect()
    }
    pub(crate) fn view(&self, viewer: Viewer) -> View {
        self.table.view(viewer)
    }
    pub(crate) fn recall(&self, seat: Seat) -> View {
        self.view(Viewer::Recall(seat))
    }
    pub(crate) fn hand(&self, seat: Seat) -> CardSet {
        self.view(Viewer::Seat(seat)).hand.unwrap()
    }
    pub(crate) fn phase(&self) -> Phase {
        self.view(Viewer::Spectator).open.phase
    }
    pub(crate) fn turn(&self) -> Seat {
        self.view(Viewer::Spectator).open.turn
    }
    pub(crate) fn score(&self) -> [u8; 2] {
        self.view(Viewer::Spectator).open.score
    }
    pub(crate) fn window(&self) -> WindowId {
        let Turn::Seats { window, .. } = self.table.turn() else { panic!("nobody is to act") };
        window.id
    }
    /// The events sent to `viewer` since the last call of this.
    pub(crate) fn received(&mut self, viewer: Viewer) -> Vec<Event> {
        self.sent.drain(..).filter(|sent| sent.to.includes(viewer)).map(|sent| sent.event).collect()
    }
    fn commit(&mut self, input: &Input<Action>) {
        self.table.check(input).unwrap_or_else(|refusal| panic!("{input:?} is refused: {refusal}"));
        let sent = self.table.commit(input);
        self.sent.extend(sent);
    }
    fn everything(&self) -> (Vec<View>, Turn) {
        (Viewer::all(4).map(|viewer| self.view(viewer)).collect(), self.table.turn())
    }
}

/// The shuffle that gives `first` and the seats after it these cards.
pub(crate) fn arrange(first: Seat, hands: [&str; 4], up_card: &str) -> Vec<u16> {
    let mut hands: [Vec<Card>; 4] = hands.map(|names| names.split_whitespace().map(card).collect());
    let up_card = card(up_card);
    let named: CardSet = hands.iter().flatten().copied().chain([up_card]).collect();
    assert_eq!(named.len(), hands.iter().map(Vec::len).sum::<usize>() + 1, "a card is named twice");
    let mut rest = (euchre::PACK - named).iter();
    for hand in &mut hands {
        hand.extend(rest.by_ref().take(5 - hand.len()));
    }
    let dealt = (0..20).map(|i| hands[first.step(i, 4).index()][i as usize / 4]);
    let order: Vec<Card> = dealt.chain([up_card]).chain(rest).collect();
    order.into_iter().map(|card| u16::from(card_number(card))).collect()
}
