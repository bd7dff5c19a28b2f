use crate::{Event, MatchKind, Phase, State, view};
use alloc::borrow::Cow;
use core::cmp::Reverse;
use kernel::{Events, Outcome, Seat, SeatMap, SeatSet};
use serde::{Deserialize, Serialize};

/// A match for points ends after this many rounds at the latest.
const MOST_ROUNDS: u32 = 50;

/// How a round or a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Why the last round ended.
    pub reason: Reason,
    /// The winners; several share.
    pub winners: SeatSet,
    /// 1 = won; equal numbers share the place.
    pub places: SeatMap<u8>,
    /// What the winner of the round added to its total, in a match for points.
    pub gained: u32,
}

/// Why a round ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A hand was empty.
    WentOut,
    /// One seat was left.
    LastPlayer,
    /// All turns were taken.
    TurnLimit,
}

impl Reason {
    const fn word(self) -> &'static str {
        match self {
            Reason::WentOut => "went_out",
            Reason::LastPlayer => "last_player",
            Reason::TurnLimit => "turn_limit",
        }
    }
}

/// Ends the round with these winners, and the game with it unless a match for points goes on.
pub(crate) fn end_round(state: &mut State, reason: Reason, winners: SeatSet, events: &mut Events<Event>) {
    // Now everything is revealed anyway.
    state.open.eye = None;
    let gained = reward(state, winners);
    for seat in winners.iter() {
        state.open.totals[seat] += gained;
    }
    let options = &state.rules.options;
    let goes_on = options.match_kind == MatchKind::Points
        && state.open.totals.values().iter().all(|&total| total < options.points_target)
        && state.open.round < MOST_ROUNDS
        && state.open.staying().len() > 1;
    if !goes_on {
        return end_game(state, reason, winners, gained, events);
    }
    let result = Ending { reason, winners, places: round_places(state, winners), gained };
    state.open.ending = Some(result.clone());
    state.open.decide(Phase::RoundOver);
    // Eights 7.7: bots are ready at once. Bots among themselves are not: somebody must be waited for,
    // or the hands would never be revealed.
    let bots = state.open.bots & state.open.staying();
    state.open.ready = if bots == state.open.staying() { SeatSet::EMPTY } else { bots };
    events.all(|| Event::RoundEnded { result, hands: view::show(state, SeatSet::ALL) });
}

/// Ends a match between two rounds because one seat is left.
pub(crate) fn end_match(state: &mut State, events: &mut Events<Event>) {
    let last = state.open.staying();
    end_game(state, Reason::LastPlayer, last, 0, events);
}

/// Eights 7.3: fewest cards, then fewest points; still equal: shared.
pub(crate) fn fewest(state: &State) -> SeatSet {
    let left = |seat: Seat| (state.hands[seat].len(), state.hands[seat].points());
    let best = state.open.in_play.iter().map(left).min();
    state.open.in_play.iter().filter(|&seat| Some(left(seat)) == best).collect()
}

/// The outcome of a finished game.
pub(crate) fn outcome(state: &State) -> Outcome {
    let (places, reason) = match &state.open.ending {
        Some(ending) => (ending.places.clone(), ending.reason.word()),
        None => (SeatMap::default(), ""),
    };
    Outcome {
        places,
        points: state.open.totals.map(|_, &total| total as i32),
        reason: Cow::Borrowed(reason),
        next_first: state.open.first.map(|first| first.next(state.open.seats)),
    }
}

fn end_game(state: &mut State, reason: Reason, winners: SeatSet, gained: u32, events: &mut Events<Event>) {
    let result = match state.rules.options.match_kind {
        MatchKind::Single => Ending { reason, winners, places: round_places(state, winners), gained },
        MatchKind::Points => {
            let places = match_places(state);
            let first = |&(_, &place): &(Seat, &u8)| place == 1;
            let winners = places.iter().filter(first).map(|(seat, _)| seat).collect();
            Ending { reason, winners, places, gained }
        }
    };
    state.open.ending = Some(result.clone());
    state.open.phase = Phase::Finished;
    events.all(|| Event::Ended { result, hands: view::show(state, SeatSet::ALL) });
}

/// Eights 7.5: a single winner of a round gets the points of all cards left in other hands.
fn reward(state: &State, winners: SeatSet) -> u32 {
    if state.rules.options.match_kind == MatchKind::Single || winners.len() != 1 {
        return 0;
    }
    state.hands.iter().filter(|&(seat, _)| !winners.contains(seat)).map(|(_, hand)| hand.points()).sum()
}

/// Eights 7.4: the winners, then by cards left, then those out by mercy, the last to go first, then
/// those removed.
fn round_places(state: &State, winners: SeatSet) -> SeatMap<u8> {
    let open = &state.open;
    places(open.seats, |seat| {
        if winners.contains(seat) {
            (0, 0)
        } else if open.removed.contains(seat) {
            (3, 0)
        } else if let Some(went) = open.out.iter().rev().position(|out| out.contains(seat)) {
            (2, went)
        } else {
            (1, state.hands[seat].len())
        }
    })
}

/// Eights 7.6: by totals, those removed last.
fn match_places(state: &State) -> SeatMap<u8> {
    let open = &state.open;
    places(open.seats, |seat| (open.removed.contains(seat), Reverse(open.totals[seat])))
}

/// One more than the number of seats that did better.
fn places<K: Ord>(seats: u8, key: impl Fn(Seat) -> K) -> SeatMap<u8> {
    SeatMap::from_fn(seats, |seat| {
        let better = Seat::all(seats).filter(|&other| key(other) < key(seat)).count();
        1 + better as u8
    })
}
