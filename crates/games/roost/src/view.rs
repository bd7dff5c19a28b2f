use crate::{
    BonusHand, BonusId, BonusNo, CardId, GoalId, Held, Open, Prompt, Score, Scored, Setup, Short, State,
    bonus, goals, prompt, scoring,
};
use alloc::{string::String, vec::Vec};
use kernel::{Seat, SeatMap, Viewer};
use serde::{Deserialize, Serialize};

/// What one viewer knows (rules, section 16).
///
/// It never holds a hand card of another seat that not everyone saw, nor anybody else's bonus cards or sealed
/// choice, before the game is over; and never the order of a deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct View {
    /// Whose view it is; nobody's for spectators.
    pub seat: Option<Seat>,
    /// What everyone sees.
    pub open: Open<CardId>,
    /// The question on the table.
    pub prompt: Option<Prompt>,
    /// The deck in use.
    pub deck: DeckMark,
    /// The goals of the four rounds.
    pub goals: Vec<GoalId>,
    /// What the goal of this round would bring if it ended now.
    pub standing: Option<Scored>,
    /// How many bird cards are in the deck.
    pub cards: u16,
    /// How many bonus cards are in their deck.
    pub bonus_cards: u16,
    /// The hands, as far as not everyone saw them.
    pub hands: SeatMap<Hand>,
    /// Unknown cards of seats that are out of the game, by age.
    pub removed: Vec<u8>,
    /// The bonus cards of each seat.
    pub bonus: SeatMap<BonusCards>,
    /// What the viewer has chosen to keep, until all have chosen.
    pub choice: Option<Setup>,
    /// What everyone has so far; hidden bonus cards aside.
    pub scores: SeatMap<Score>,
}

/// By what a deck is known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct DeckMark {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Its hash.
    pub hash: String,
}

/// The cards of a hand that not everyone saw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Hand {
    /// How many there are, by age: number n says how many were drawn after the discards had become the deck
    /// n times.
    pub unknown: Vec<u8>,
    /// The cards, in the order in which they came; `None` where they are hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub cards: Option<Vec<CardId>>,
}

/// The bonus cards of a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct BonusCards {
    /// How many it holds.
    pub held: u8,
    /// How many it can choose from now.
    pub offered: u8,
    /// Why its last offer was smaller than it should have been.
    pub short: Option<Short>,
    /// Which; `None` where they are hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub kinds: Option<BonusKinds>,
}

/// The bonus cards of a seat that are seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct BonusKinds {
    /// Those it holds.
    pub held: Vec<BonusId>,
    /// Those it can choose from now.
    pub offered: Vec<BonusId>,
    /// Those it gave back, ever; nobody else's.
    pub returned: Vec<BonusId>,
    /// Those it gave back and knows to be in the bonus deck, as nobody else was offered cards since.
    pub sunk: Vec<BonusId>,
}

/// Builds what `viewer` knows, from nothing. Nothing here is a feat of memory: what was public stays in view.
pub(crate) fn view(state: &State, viewer: Viewer) -> View {
    let (open, over) = (&state.open, state.open.is_over());
    let sees = |seat: Seat| over || viewer.seat() == Some(seat);
    let deck = &state.rules.deck;
    View {
        seat: viewer.seat(),
        open: open.try_map(|&card| Some(state.id(card))).expect("every number has its id"),
        prompt: prompt::prompt(state),
        deck: DeckMark { id: deck.id.clone(), title: deck.title.clone(), hash: deck.hash.clone() },
        goals: goals::ids(state),
        standing: (open.round > 0 && !over)
            .then(|| goals::standing(state, usize::from(open.round) - 1))
            .flatten(),
        cards: state.deck.len() as u16,
        bonus_cards: state.bonus_deck.len() as u16,
        hands: state.hands.map(|seat, hand| Hand {
            unknown: by_age(hand),
            cards: sees(seat).then(|| hand.iter().map(|held| state.id(held.card)).collect()),
        }),
        removed: by_age(&state.removed),
        bonus: state
            .bonus
            .map(|seat, hand| bonus_cards(state, hand, sees(seat), viewer.seat() == Some(seat))),
        choice: viewer.seat().and_then(|seat| choice(state, seat)),
        scores: SeatMap::from_fn(open.seats, |seat| scoring::score(state, seat, sees(seat))),
    }
}

fn by_age(cards: &[Held]) -> Vec<u8> {
    let mut ages = Vec::new();
    for held in cards {
        let age = usize::from(held.age);
        if ages.len() <= age {
            ages.resize(age + 1, 0);
        }
        ages[age] += 1;
    }
    ages
}

/// Even when all is shown, what a seat gave back stays its own business.
fn bonus_cards(state: &State, hand: &BonusHand, seen: bool, own: bool) -> BonusCards {
    let back = |kinds: &[BonusNo]| if own { bonus::ids(state, kinds) } else { Vec::new() };
    BonusCards {
        held: hand.held.len() as u8,
        offered: hand.offered.len() as u8,
        short: hand.short,
        kinds: seen.then(|| BonusKinds {
            held: bonus::ids(state, &hand.held),
            offered: bonus::ids(state, &hand.offered),
            returned: back(&hand.returned),
            sunk: back(&hand.sunk),
        }),
    }
}

/// What a seat has chosen, as it would say it.
fn choice(state: &State, seat: Seat) -> Option<Setup> {
    let choice = (*state.choices.get(seat)?)?;
    let kept = state.hand(seat).enumerate().filter(|(place, _)| choice.birds & (1 << place) != 0);
    let offered = &state.bonus[seat].offered;
    Some(Setup {
        birds: kept.map(|(_, card)| state.id(card)).collect(),
        foods: choice.foods,
        bonus: choice
            .bonus
            .and_then(|place| bonus::ids(state, &offered[usize::from(place)..]).into_iter().next()),
    })
}

impl View {
    /// The viewer's own hand: first what everyone saw of it. Empty for spectators.
    pub fn hand(&self) -> Vec<CardId> {
        let Some(seat) = self.seat else { return Vec::new() };
        let own = self.hands.get(seat).and_then(|hand| hand.cards.clone()).unwrap_or_default();
        self.open.mats.get(seat).into_iter().flat_map(|mat| mat.known.clone()).chain(own).collect()
    }
}
