//! What a hand counts, who wins a deal, and who wins a match (Dutch 9).

use crate::{Card, CollectionScoring, Event, MatchKind, Options, Phase, Source, State, hand::Hand};
use kernel::{Events, Outcome, Seat, SeatMap, SeatSet};
use serde::{Deserialize, Serialize};

/// A match ends after this many deals at the latest.
const MOST_DEALS: u16 = 200;

/// How a deal ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Ending {
    /// Why the deal ended.
    pub reason: Reason,
    /// Its winners; several share.
    pub winners: SeatSet,
    /// 1 = won; equal numbers share the place.
    pub places: SeatMap<u8>,
    /// What each hand counted; nothing for seats that left.
    pub scores: SeatMap<Option<Score>>,
    /// What each seat added to its total, in a match.
    pub added: SeatMap<u16>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Standing {
    /// Why: the reason of the last deal, unless all others left after it.
    pub reason: Reason,
    /// The winners; several share.
    pub winners: SeatSet,
    /// 1 = won; equal numbers share the place.
    pub places: SeatMap<u8>,
}

/// What a hand counts. Fewer points are better, then fewer cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// The points.
    pub points: u16,
    /// How many cards there are.
    pub cards: u8,
}

/// Why a deal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// A seat has no card left.
    EmptyHand,
    /// A collection is complete.
    FourOfAKind,
    /// The final round is over.
    LowestPoints,
    /// All turns were taken.
    TurnLimit,
    /// One seat is left.
    LastPlayer,
}

impl Reason {
    const fn word(self) -> &'static str {
        match self {
            Reason::EmptyHand => "empty_hand",
            Reason::FourOfAKind => "four_of_a_kind",
            Reason::LowestPoints => "lowest_points",
            Reason::TurnLimit => "turn_limit",
            Reason::LastPlayer => "last_player",
        }
    }
}

impl State {
    /// Ends the deal, and the game with it unless a match goes on. Without `winners` the score decides.
    pub(crate) fn end_deal(&mut self, reason: Reason, winners: SeatSet, events: &mut Events<Event>) {
        self.tidy_up();
        let scores = self
            .hands
            .map(|seat, hand| self.open.in_play.contains(seat).then(|| Score::of(&self.options, hand)));
        let winners = if winners.is_empty() { best(&scores, self.open.caller) } else { winners };
        let places = places(&scores, |seat, score| (score.is_none(), !winners.contains(seat), *score));
        let added = self.count_up(winners, &scores);
        let ending = Ending { reason, winners, places, scores, added };
        self.open.ending = Some(ending.clone());
        let goes_on = self.options.match_kind == MatchKind::Cumulative
            && self.open.totals.values().iter().all(|&total| total < self.options.match_target.into())
            && self.open.deal < MOST_DEALS
            && self.open.in_play.len() > 1;
        if !goes_on {
            return self.end_match(reason, events);
        }
        self.open.ready = self.ready_at_once();
        self.open.enter(Phase::DealEnded);
        events.all(|| Event::DealEnded { ending, hands: self.open_hands(), rest: self.rest() });
    }

    /// The game is over.
    pub(crate) fn end_match(&mut self, reason: Reason, events: &mut Events<Event>) {
        let ending = self.open.ending.clone().expect("a game ends with a deal");
        let in_play = self.open.in_play;
        let places = match self.options.match_kind {
            MatchKind::Single => ending.places.clone(),
            // Dutch 9.5: the lowest total, then more deals won; who left is last.
            MatchKind::Cumulative => places(&self.open.totals, |seat, &total| {
                (!in_play.contains(seat), total, u16::MAX - self.open.wins[seat])
            }),
        };
        let first = places.iter().filter(|(_, place)| **place == 1);
        let standing = Standing { reason, winners: first.map(|(seat, _)| seat).collect(), places };
        self.open.standing = Some(standing.clone());
        self.open.enter(Phase::GameEnded);
        events.all(|| Event::Ended { ending, standing, hands: self.open_hands(), rest: self.rest() });
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let open = &self.open;
        let ending = open.ending.as_ref().expect("a finished game has an ending");
        let standing = open.standing.as_ref().expect("a finished game has a standing");
        let points = match self.options.match_kind {
            MatchKind::Single => ending.scores.map(|_, score| score.map_or(0, |score| score.points.into())),
            MatchKind::Cumulative => open.totals.map(|_, &total| total.into()),
        };
        // Dutch 2.2: who begins is drawn for every game.
        Outcome {
            places: standing.places.clone(),
            points,
            reason: standing.reason.word().into(),
            next_first: None,
        }
    }

    /// Whatever was going on lapses. A card held apart goes back to where it came from.
    fn tidy_up(&mut self) {
        self.clear_window();
        self.open.powers.clear();
        self.open.looked_at = None;
        self.open.confirmed = SeatSet::EMPTY;
        if let Some(held) = self.drawn.take() {
            match self.open.drawn.take() {
                Some(Source::Discard) => self.discards.push(held.card),
                _ => self.pile.push(held.card),
            }
        }
    }

    /// Dutch 9.4: winners add nothing, the others what they hold, and a caller who did not win a penalty.
    fn count_up(&mut self, winners: SeatSet, scores: &SeatMap<Option<Score>>) -> SeatMap<u16> {
        let in_a_match = self.options.match_kind == MatchKind::Cumulative;
        let added = scores.map(|seat, score| match score {
            Some(score) if in_a_match && !winners.contains(seat) => {
                let called = self.open.caller == Some(seat);
                score.points + if called { self.options.caller_penalty.into() } else { 0 }
            }
            _ => 0,
        });
        for (seat, total) in self.open.totals.iter_mut() {
            *total += added[seat];
        }
        for seat in winners.iter().filter(|_| in_a_match) {
            self.open.wins[seat] += 1;
        }
        added
    }
}

impl Score {
    /// Dutch 9.2.
    pub(crate) fn of(options: &Options, hand: &Hand) -> Score {
        let points = |cards: &mut dyn Iterator<Item = Card>| {
            cards.map(|card| u16::from(options.points(card))).sum::<u16>()
        };
        let cards = hand.count() as u8;
        let all = points(&mut hand.cards().map(|(_, held)| held.card));
        let collected = hand.collection().count() as u16;
        if options.collection_scoring == CollectionScoring::Each || collected == 0 {
            return Score { points: all, cards };
        }
        // The mean, halves up: suits of one rank differ only for kings.
        let whole = points(&mut hand.collection());
        let once = (2 * whole + collected) / (2 * collected);
        Score { points: all - whole + once, cards }
    }
}

/// Dutch 9.3: fewest points, then fewest cards, then the caller; else they share.
fn best(scores: &SeatMap<Option<Score>>, caller: Option<Seat>) -> SeatSet {
    let best = scores.values().iter().flatten().min();
    let first: SeatSet = scores
        .iter()
        .filter(|(_, score)| best.is_some() && score.as_ref() == best)
        .map(|(seat, _)| seat)
        .collect();
    match caller {
        Some(caller) if first.contains(caller) => SeatSet::only(caller),
        _ => first,
    }
}

/// One more than the number of seats that did better.
fn places<T, K: Ord>(of: &SeatMap<T>, key: impl Fn(Seat, &T) -> K) -> SeatMap<u8> {
    of.map(|seat, mine| {
        let mine = key(seat, mine);
        1 + of.iter().filter(|(other, theirs)| key(*other, theirs) < mine).count() as u8
    })
}
