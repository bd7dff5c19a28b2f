//! What a deal brings, and who wins the game (Euchre 6).

use crate::{Event, Options, Phase, Shown, Side, State};
use kernel::{Events, Outcome, Seat, SeatMap};
use serde::{Deserialize, Serialize};

/// What a deal brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(deny_unknown_fields)]
pub struct Scored {
    /// To which side.
    pub side: Side,
    /// How many points.
    pub points: u8,
    /// The result that is scored.
    pub reason: ScoredFor,
}

/// What points are given for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(rename_all = "snake_case")]
pub enum ScoredFor {
    /// The makers took three or four tricks.
    Made,
    /// The makers took all five.
    March,
    /// A lone maker took all five.
    LoneMarch,
    /// The makers took fewer than three.
    Euchred,
}

/// Euchre 6.1 and 6.2. Of several figures the largest counts.
pub(crate) fn score(options: &Options, makers: Side, tricks: u8, alone: bool, lone_defender: bool) -> Scored {
    let (side, points, reason) = match tricks {
        5 if alone => (makers, 4, ScoredFor::LoneMarch),
        5 => (makers, 2, ScoredFor::March),
        3 | 4 => (makers, 1, ScoredFor::Made),
        _ => {
            let mut points = 2;
            if alone {
                points = points.max(options.loner_euchre);
            }
            if lone_defender || (options.super_euchre.is_on() && tricks == 0) {
                points = 4;
            }
            (makers.other(), points, ScoredFor::Euchred)
        }
    };
    Scored { side, points, reason }
}

impl State {
    pub(crate) fn end_deal(&mut self, events: &mut Events<Event>) {
        let open = &mut self.open;
        let makers = Side::of(open.maker.expect("a played deal has a maker"));
        let scored = score(
            &self.options,
            makers,
            open.tricks[makers.index()],
            open.alone,
            open.lone_defender.is_some(),
        );
        let total = &mut open.score[scored.side.index()];
        *total += scored.points;
        let won = *total >= self.options.target;
        open.scored = Some(scored);
        open.phase = if won { Phase::Finished } else { Phase::DealOver };
        let score = open.score;
        events.all(|| Event::Scored(scored));
        events.all(|| Event::DealOver(Shown::new(self)));
        if won {
            events.all(|| Event::Ended { winner: scored.side, score });
        }
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let score = self.open.score;
        let winner = Side(u8::from(score[1] > score[0]));
        Outcome {
            places: SeatMap::from_fn(4, |seat: Seat| if Side::of(seat) == winner { 1 } else { 2 }),
            points: SeatMap::from_fn(4, |seat: Seat| i32::from(score[Side::of(seat).index()])),
            reason: "target".into(),
            // The first dealer of every game is drawn (Euchre 3.2).
            next_first: None,
        }
    }
}
