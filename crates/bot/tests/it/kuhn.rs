//! Poker with three cards: each of two seats antes one and gets a card; seat 0 checks or bets one, seat 1
//! answers, and after check and bet seat 0 answers. The higher card wins what was called.

use kernel::{
    Contradiction, Drawn, Events, Field, Game, Input, Listed, Luck, Preset, Rng, Search, Seat, SeatMap,
    SeatSet, Start, Turn, Viewer, Window, WindowId, below,
};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;

#[derive(Debug)]
pub(crate) enum Kuhn {}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) enum Say {
    /// Check, or fold to a bet.
    Low,
    /// Bet, or call one.
    High,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct State {
    /// 0 = jack, 1 = queen, 2 = king.
    pub(crate) cards: Vec<u8>,
    pub(crate) said: Vec<Say>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct View {
    pub(crate) seat: Seat,
    pub(crate) card: u8,
    pub(crate) said: Vec<Say>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
#[error("not now")]
pub(crate) struct NotNow;

impl State {
    fn over(&self) -> bool {
        use Say::{High, Low};
        matches!(self.said[..], [Low, Low] | [High, _] | [Low, High, _])
    }
    fn to_act(&self) -> Seat {
        Seat(self.said.len() as u8 % 2)
    }
    /// What seat 0 wins.
    fn won(&self) -> f32 {
        use Say::{High, Low};
        let higher = if self.cards[0] > self.cards[1] { 1.0 } else { -1.0 };
        match self.said[..] {
            [Low, Low] => higher,
            [High, Low] => 1.0,
            [Low, High, Low] => -1.0,
            _ => 2.0 * higher,
        }
    }
}

impl Game for Kuhn {
    const NAME: &'static str = "kuhn";
    const RULES: u32 = 1;
    const SEATS: RangeInclusive<u8> = 2..=2;
    type Options = ();
    type State = State;
    type View = View;
    type Action = Say;
    type Event = ();
    type Error = NotNow;

    const FIELDS: &'static [Field] = &[];
    const PRESETS: &'static [Preset] = &[];
    fn removable(_: &()) -> bool {
        false
    }
    fn new(_: &(), _: &Start) -> Result<State, NotNow> {
        Ok(State { cards: vec![], said: vec![] })
    }
    fn turn(state: &State) -> Turn {
        if state.cards.is_empty() {
            return Turn::Chance(Luck::Shuffle(3));
        }
        let window = Window { id: WindowId(state.said.len() as u32), lasts: None, idles: true };
        Turn::Seats { must: SeatSet::only(state.to_act()), may: SeatSet::EMPTY, window }
    }
    fn legal(_: &State, _: Seat, out: &mut Vec<Say>) -> Listed {
        out.extend([Say::Low, Say::High]);
        Listed::All
    }
    fn check(state: &State, seat: Seat, _: &Say) -> Result<(), NotNow> {
        if seat == state.to_act() { Ok(()) } else { Err(NotNow) }
    }
    fn apply(state: &mut State, input: &Input<Say>, _: &mut Events<()>) {
        match input {
            Input::Chance(Drawn::Shuffle(order)) => state.cards = order.iter().map(|&c| c as u8).collect(),
            Input::Act(_, say) => state.said.push(*say),
            _ => {}
        }
    }
    fn view(state: &State, viewer: Viewer) -> View {
        let seat = viewer.seat().unwrap_or_default();
        View { seat, card: state.cards[seat.index()], said: state.said.clone() }
    }
}

impl Search for Kuhn {
    type Worlds = View;
    fn worlds(_: &(), view: &View) -> Result<View, Contradiction> {
        Ok(view.clone())
    }
    fn world(view: &View, rng: &mut dyn Rng) -> State {
        let others: Vec<u8> = (0..3).filter(|card| *card != view.card).collect();
        let first = below(2, rng) as usize;
        let mut cards = vec![others[first], others[first], others[1 - first]];
        cards[view.seat.index()] = view.card;
        State { cards, said: view.said.clone() }
    }
    fn over_horizon(state: &State) -> bool {
        state.over()
    }
    fn value(state: &State) -> Option<SeatMap<f32>> {
        state.over().then(|| SeatMap::from_fn(2, |seat| if seat.0 == 0 { state.won() } else { -state.won() }))
    }
}
