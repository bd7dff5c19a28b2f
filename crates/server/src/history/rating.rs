//! Ratings of players and their uncertainty.
//!
//! Weng and Lin's Bayesian update, for sides of any size and any number of them. The arithmetic is the
//! library's; here are the decisions: how ratings age, who counts as one player, and how players who leave
//! are rated.

use crate::protocol;
use skillratings::{
    MultiTeamOutcome,
    weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team},
};

/// People learn and bots are made better: before every game a rating is a little less sure than it was after the last.
const DRIFT: f64 = 25.0 / 300.0;

/// A rating on the library's scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Rating {
    pub(super) value: f64,
    pub(super) uncertainty: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        let new = WengLinRating::new();
        Rating { value: new.rating, uncertainty: new.uncertainty }
    }
}

impl Rating {
    /// As people are shown it: 1500 to begin with, and within which range it is 19 times of 20.
    pub(super) fn shown(self) -> protocol::Rating {
        protocol::Rating {
            rating: points(self.value),
            plus_minus: (SCALE * 2.0 * self.uncertainty).round() as u32,
        }
    }
}

/// So that differences mean what chess players know: with 200 points more one wins three games of four.
const SCALE: f64 = 30.0;

fn points(value: f64) -> i32 {
    (1500.0 + SCALE * (value - WengLinRating::new().rating)).round() as i32
}

/// The difference between two ratings, as people are shown it.
pub(super) fn change(by: f64) -> i32 {
    (SCALE * by).round() as i32
}

/// A seat of a finished game.
#[derive(Clone, Debug)]
pub(super) struct Seated {
    /// The player. Seats of the same player are one player.
    pub(super) who: RatedPlayer,
    /// Before the game.
    pub(super) rating: Rating,
    /// Seats with the same number win and lose together.
    pub(super) side: u8,
    /// 1 = won.
    pub(super) place: u8,
    /// Whether somebody else played the seat at the end.
    pub(super) away: bool,
}

/// A rated player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum RatedPlayer {
    /// A person or a kind of bot, by the name under which the rating is kept.
    Known(String),
    /// A person without a profile: rated like a newcomer, and forgotten.
    Stranger,
}

/// Everybody's rating after the game, by seat.
///
/// A player with several seats, as bots of one level often have, moves by the mean of what those seats would. A
/// player who was away at the end can lose and cannot gain: leaving does not save a lost game, and a bot does not play
/// for anybody's rating.
pub(super) fn rate(seats: &[Seated]) -> Vec<Rating> {
    let mut sides: Vec<u8> = seats.iter().map(|seat| seat.side).collect();
    sides.sort_unstable();
    sides.dedup();
    let before = |seat: &Seated| WengLinRating {
        rating: seat.rating.value,
        uncertainty: seat.rating.uncertainty.hypot(DRIFT),
    };
    let of_side = |side: u8| seats.iter().filter(move |seat| seat.side == side);
    let teams: Vec<(Vec<WengLinRating>, MultiTeamOutcome)> = sides
        .iter()
        .map(|side| {
            let place = of_side(*side).map(|seat| seat.place).min().unwrap_or(1);
            (of_side(*side).map(before).collect(), MultiTeamOutcome::new(place.into()))
        })
        .collect();
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> =
        teams.iter().map(|(team, outcome)| (team.as_slice(), *outcome)).collect();
    let rated = weng_lin_multi_team(&teams, &WengLinConfig::new());

    let mut left: Vec<_> = rated.into_iter().map(Vec::into_iter).collect();
    let after: Vec<Rating> = seats
        .iter()
        .map(|seat| {
            let side = sides.iter().position(|side| *side == seat.side);
            let new = side.and_then(|side| left[side].next()).unwrap_or_else(|| before(seat));
            let new = Rating { value: new.rating, uncertainty: new.uncertainty };
            if seat.away && new.value > seat.rating.value { seat.rating } else { new }
        })
        .collect();
    let mean_of = |seat: &Seated, own: Rating| {
        let same = |(other, _): &(&Seated, &Rating)| {
            matches!(seat.who, RatedPlayer::Known(_)) && other.who == seat.who
        };
        let all: Vec<Rating> = seats.iter().zip(&after).filter(same).map(|(_, rating)| *rating).collect();
        if all.len() < 2 {
            return own;
        }
        let n = all.len() as f64;
        Rating {
            value: all.iter().map(|rating| rating.value).sum::<f64>() / n,
            uncertainty: all.iter().map(|rating| rating.uncertainty).sum::<f64>() / n,
        }
    };
    seats.iter().zip(&after).map(|(seat, own)| mean_of(seat, *own)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(who: &str, side: u8, place: u8) -> Seated {
        Seated { who: RatedPlayer::Known(who.into()), rating: Rating::default(), side, place, away: false }
    }
    fn values(seats: &[Seated]) -> Vec<i32> {
        rate(seats).into_iter().map(|rating| rating.shown().rating).collect()
    }

    #[test]
    fn the_better_place_gains_what_the_worse_loses() {
        let after = rate(&[seat("ann", 0, 1), seat("bea", 1, 2)]);
        assert!(after[0].value > 25.0);
        assert!((after[0].value + after[1].value - 50.0).abs() < 1e-9);
        let new = Rating::default();
        assert!(after.iter().all(|rating| rating.uncertainty < new.uncertainty), "a game teaches something");
    }

    #[test]
    fn newcomers_begin_at_1500_and_nobody_knows_them() {
        assert_eq!(Rating::default().shown(), protocol::Rating { rating: 1500, plus_minus: 500 });
    }

    #[test]
    fn places_of_five_are_kept_in_order_and_shared_ones_move_alike() {
        let five = ["a", "b", "c", "d", "e"];
        let order = values(&[1, 2, 3, 4, 5].map(|n| seat(five[usize::from(n) - 1], n, n)));
        assert!(order.is_sorted_by(|a, b| a > b), "{order:?}");
        let shared = values(&[seat("a", 0, 1), seat("b", 1, 2), seat("c", 2, 2), seat("d", 3, 4)]);
        assert_eq!(shared[1], shared[2]);
        assert!(shared[0] > shared[1] && shared[2] > shared[3], "{shared:?}");
    }

    #[test]
    fn partners_win_and_lose_together() {
        let teams = values(&[seat("a", 0, 1), seat("b", 1, 3), seat("c", 0, 1), seat("d", 1, 3)]);
        assert_eq!((teams[0], teams[1]), (teams[2], teams[3]));
        assert!(teams[0] > 1500 && teams[1] < 1500);
        let mut carried = [seat("a", 0, 1), seat("b", 1, 3), seat("c", 0, 1), seat("d", 1, 3)];
        carried[2].rating.uncertainty = 1.0;
        let after = rate(&carried);
        assert!(after[0].value - 25.0 > 4.0 * (after[2].value - 25.0), "who is well known moves little");
    }

    #[test]
    fn beating_the_strong_counts_more_than_beating_the_weak() {
        let against = |value: f64| {
            let strong = Rating { value, uncertainty: 2.0 };
            let other = Seated { rating: strong, ..seat("bea", 1, 2) };
            rate(&[seat("ann", 0, 1), other])[0].value
        };
        assert!(against(35.0) > against(25.0) && against(25.0) > against(15.0));
    }

    #[test]
    fn bots_of_one_level_are_one_player() {
        let after = rate(&[seat("ann", 0, 1), seat("bot", 1, 2), seat("bot", 2, 3), seat("bot", 3, 4)]);
        assert_eq!((after[1], after[2]), (after[2], after[3]));
        let alone = rate(&[seat("ann", 0, 1), seat("x", 1, 2), seat("y", 2, 3), seat("z", 3, 4)]);
        let mean = alone[1..].iter().map(|rating| rating.value).sum::<f64>() / 3.0;
        assert!((after[1].value - mean).abs() < 1e-9);
        assert_eq!(after[0], alone[0]);
    }

    #[test]
    fn playing_against_oneself_moves_nothing() {
        let after = rate(&[seat("ann", 0, 1), seat("ann", 1, 2)]);
        assert!((after[0].value - 25.0).abs() < 1e-9);
        assert_eq!(after[0], after[1]);
        let stranger = |side, place| Seated { who: RatedPlayer::Stranger, ..seat("", side, place) };
        let strangers = rate(&[stranger(0, 1), stranger(1, 2)]);
        assert!(strangers[0].value > strangers[1].value, "two people without a profile are two");
    }

    #[test]
    fn a_player_who_is_away_can_lose_and_not_gain() {
        let away = |place| Seated { away: true, ..seat("ann", 0, place) };
        let won = rate(&[away(1), seat("bea", 1, 2)]);
        assert_eq!(won[0], Rating::default());
        assert!(won[1].value < 25.0, "the others have lost all the same");
        let lost = rate(&[away(2), seat("bea", 1, 1)]);
        assert_eq!(lost, rate(&[seat("ann", 0, 2), seat("bea", 1, 1)]));
    }

    #[test]
    fn a_rating_finds_its_level_and_stays_awake() {
        let (mut ann, mut bea) = (Rating::default(), Rating::default());
        for game in 0..400 {
            // Three games of four.
            let places = if game % 4 == 0 { (2, 1) } else { (1, 2) };
            let seats = [
                Seated { rating: ann, ..seat("ann", 0, places.0) },
                Seated { rating: bea, ..seat("bea", 1, places.1) },
            ];
            let after = rate(&seats);
            (ann, bea) = (after[0], after[1]);
        }
        assert!(ann.value - bea.value > 5.0, "{ann:?} {bea:?}");
        assert!(
            (0.5..2.0).contains(&ann.uncertainty),
            "sure, and never so sure that nothing can move it: {ann:?}"
        );
    }
}
