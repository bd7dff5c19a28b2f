use crate::{Game, Level, Seat};
use alloc::{string::String, vec::Vec};
use serde::{Deserialize, Serialize};

/// A question to a bot: what would you do in this chair? It holds a view and no state, so the bot that
/// answers knows what the seat was shown, and nothing else.
pub struct Ask<'a, G: Game> {
    /// The house rules.
    pub options: &'a G::Options,
    /// The seat's [`Viewer::Recall`](crate::Viewer::Recall).
    pub view: &'a G::View,
    /// Whose decision it is.
    pub seat: Seat,
    /// How well to play.
    pub level: Level,
    /// The number of worlds or iterations, instead of the level's.
    pub budget: Option<u32>,
    /// Whether the reasons are to say what the seat can work out about hidden cards. That is work of its own.
    pub explain: bool,
    /// Whether the time has run out. The caller holds the clock; rules and searches have none.
    pub out_of_time: &'a (dyn Fn() -> bool + Sync),
}

impl<G: Game> core::fmt::Debug for Ask<'_, G> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Ask").field("seat", &self.seat).field("level", &self.level).finish_non_exhaustive()
    }
}

/// What a bot would do, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision<A> {
    /// The action; `None`: let it pass, where the seat owes nothing.
    pub action: Option<A>,
    /// The reasons for it.
    pub reasons: Reasons<A>,
}

/// Why a bot acted. Made from the seat's view alone, so it holds nothing the seat did not know.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(deny_unknown_fields)]
pub struct Reasons<A> {
    /// How it was decided: `search`, `rule`, `model`, `slip`, `only` …
    pub method: String,
    /// Everything that was weighed, best first.
    pub candidates: Vec<Candidate<A>>,
    /// The worlds that were looked at.
    pub worlds: WorldCount,
    /// What decided between candidates of nearly equal value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What the seat can work out about hidden cards, where the game says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub knowledge: Option<Knowledge>,
    /// Whether time ran out before the budget did. Only then may the same seed decide otherwise.
    pub stopped_early: bool,
}

impl<A> Reasons<A> {
    /// Without any search.
    pub fn plain(method: &str) -> Reasons<A> {
        Reasons {
            method: method.into(),
            candidates: Vec::new(),
            worlds: WorldCount::default(),
            rule: None,
            knowledge: None,
            stopped_early: false,
        }
    }
}

/// An action that was weighed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(deny_unknown_fields)]
pub struct Candidate<A> {
    /// The action; `null`: let it pass.
    pub action: Option<A>,
    /// What it is worth to the seat, in the game's own measure: a chance to win, or points.
    pub value: f32,
    /// The same in points of the deal, where the measure is another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<f32>,
    /// The standard error of the value.
    pub error: f32,
    /// How often it was tried.
    pub visits: u32,
}

/// How many worlds a decision looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(deny_unknown_fields)]
pub struct WorldCount {
    /// Drawn.
    pub drawn: u32,
    /// Kept after weighing.
    pub kept: u32,
    /// The number of equally likely worlds that would say as much.
    pub effective: f32,
}

/// What a seat can work out about hidden cards from what it was shown: exact chances, by counting.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(deny_unknown_fields)]
pub struct Knowledge {
    /// The cards of the seat itself, and what else of the pack it has seen.
    pub seen: u32,
    /// Where cards are hidden; the chances below are in this order.
    pub places: Vec<HiddenPlace>,
    /// Seats that are known to hold no card of a suit.
    pub voids: Vec<Void>,
    /// Where each unseen card may be. The chances of a card add up to 1.
    pub cards: Vec<Whereabouts>,
    /// The unseen cards by suit.
    pub suits: Vec<SuitOut>,
    /// Cards of the seat that no unseen card of their suit beats.
    pub highest: Vec<String>,
}

/// A place with hidden cards.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(deny_unknown_fields)]
pub struct HiddenPlace {
    /// `seat 2`, `kitty`, `discard` …
    pub name: String,
    /// The number of its cards.
    pub size: u32,
}

/// A seat that holds no card of a suit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// The seat.
    pub seat: Seat,
    /// What of.
    pub suit: String,
    /// The trick that showed it, from 1.
    pub trick: u32,
}

/// Where an unseen card may be.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(deny_unknown_fields)]
pub struct Whereabouts {
    /// The card.
    pub card: String,
    /// By place.
    pub chances: Vec<f32>,
    /// By place, after weighing what the others chose; as a search saw it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub weighed: Option<Vec<f32>>,
}

/// The unseen cards of a suit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(deny_unknown_fields)]
pub struct SuitOut {
    /// The suit.
    pub suit: String,
    /// How many cards of it are unseen.
    pub out: u32,
    /// By place: the chance that at least one of them is there.
    pub some: Vec<f32>,
}
