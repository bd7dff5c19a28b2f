//! Points, and how the game ends (rules, section 12).

use crate::{BonusId, BonusNo, Event, State, bonus};
use alloc::{borrow::Cow, vec::Vec};
use kernel::{Events, Outcome, Seat, SeatMap, SeatSet};
use serde::{Deserialize, Serialize};

/// What a seat has, part by part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Printed points of its birds.
    pub birds: u32,
    /// Its bonus cards; `None` where they are hidden.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bonus: Option<Vec<BonusScore>>,
    /// Goals scored so far.
    pub goals: u32,
    /// Eggs.
    pub eggs: u32,
    /// Cached food.
    pub cached: u32,
    /// Tucked cards.
    pub tucked: u32,
    /// All of it, hidden bonus cards aside.
    pub total: u32,
}

/// The current value of a bonus card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct BonusScore {
    /// The kind of bonus card.
    pub kind: BonusId,
    /// What it counts.
    pub count: u32,
    /// What that is worth.
    pub points: u32,
}

/// How the game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Why the game ended.
    pub reason: Reason,
    /// The winners; several share.
    pub winners: SeatSet,
    /// 1 = won; equal numbers share the place.
    pub places: SeatMap<u8>,
}

/// Why the game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The last round is over.
    Points,
    /// Nobody else is left.
    LastPlayer,
    /// Nobody is left.
    Abandoned,
}

impl Reason {
    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Reason::Points => "points",
            Reason::LastPlayer => "last_player",
            Reason::Abandoned => "abandoned",
        }
    }
}

/// What `seat` has, its bonus cards included if `open`. A removed seat has nothing.
pub(crate) fn score(state: &State, seat: Seat, open: bool) -> Score {
    let mat = state.mat(seat);
    let counts = state.open.in_play.contains(seat);
    let sum = |worth: &dyn Fn(&crate::Perch<crate::CardNo>) -> u32| -> u32 {
        mat.birds().filter(|_| counts).map(|(_, perch)| worth(perch)).sum()
    };
    let bonus = open.then(|| {
        let kinds = state.bonus[seat].held.iter().filter(|_| counts);
        kinds.map(|&kind| bonus_score(state, seat, kind)).collect::<Vec<_>>()
    });
    let goals =
        state.open.scored.iter().filter(|_| counts).map(|scored| u32::from(scored.points[seat])).sum();
    let mut score = Score {
        birds: sum(&|perch| state.bird(perch.card).points.into()),
        bonus,
        goals,
        eggs: sum(&|perch| perch.eggs.into()),
        cached: sum(&|perch| perch.cached.total()),
        tucked: sum(&|perch| perch.tucked.len() as u32),
        total: 0,
    };
    let bonus: u32 = score.bonus.iter().flatten().map(|bonus| bonus.points).sum();
    score.total = score.birds + bonus + score.goals + score.eggs + score.cached + score.tucked;
    score
}

/// The current value of a bonus card for its holder.
pub(crate) fn bonus_score(state: &State, seat: Seat, kind: BonusNo) -> BonusScore {
    let card = &state.rules.deck.bonus[usize::from(kind.0)];
    let count = card.count.on(state.mat(seat), state.hand_len(seat), |card| state.bird(card));
    BonusScore { kind: card.id.clone(), count, points: card.payout.of(count) }
}

/// The game is over.
pub(crate) fn end(state: &mut State, reason: Reason, events: &mut Events<Event>) {
    let in_play = state.open.in_play;
    // Roost 12.2: more points, then more food in the supply; removed seats last.
    let rank = |seat: Seat| {
        let total = score(state, seat, true).total;
        in_play.contains(seat).then(|| (total, state.mat(seat).tokens.total()))
    };
    let ranks: Vec<_> = Seat::all(state.open.seats).map(rank).collect();
    let places = SeatMap::from_fn(state.open.seats, |seat| {
        1 + ranks.iter().filter(|&&other| other > ranks[seat.index()]).count() as u8
    });
    let winners = in_play.iter().filter(|&seat| places[seat] == 1).collect();
    let result = Ending { reason, winners, places };
    state.open.tasks.clear();
    state.open.ending = Some(result.clone());
    state.open.window.0 += 1;
    let state = &*state;
    events.all(|| Event::Ended {
        result,
        scores: SeatMap::from_fn(state.open.seats, |seat| score(state, seat, true)),
        hands: state.hands.map(|_, hand| hand.iter().map(|held| state.id(held.card)).collect()),
        bonus: state.bonus.map(|_, hand| bonus::ids(state, &[&hand.held[..], &hand.offered[..]].concat())),
    });
}

/// The outcome of a game that is over.
pub(crate) fn outcome(state: &State) -> Outcome {
    let ending = state.open.ending.as_ref();
    Outcome {
        places: ending.map_or_else(SeatMap::default, |ending| ending.places.clone()),
        points: SeatMap::from_fn(state.open.seats, |seat| score(state, seat, true).total as i32),
        reason: Cow::Borrowed(ending.map_or("", |ending| ending.reason.word())),
        next_first: None,
    }
}
