//! The end of a game, what captured cards are worth, and who wins (Casino 8).

use crate::{
    Event, Majorities, MatchKind, Options, Phase, Scoring, Shown, State,
    state::{TEN_OF_DIAMONDS, TWO_OF_SPADES},
    value::{COURT, all_of_one_rank, total},
};
use arrayvec::ArrayVec;
use core::cmp::Reverse;
use kernel::{CardSet, Events, Outcome, Rank, Seat, SeatMap, SeatSet, Suit};
use serde::{Deserialize, Serialize};

/// A match ends after this many games at the latest.
const MOST_GAMES: u16 = 500;

/// How a finished game was counted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Why it ended.
    pub reason: Reason,
    /// The seat that got the rest of the table.
    pub leftovers_to: Option<Seat>,
    /// The rest of the table.
    pub leftovers: CardSet,
    /// Every side that is still in the game, by points, then by seat.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Score>"))]
    pub scores: ArrayVec<Score, 4>,
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// All cards were played.
    CardsOut,
    /// One seat was left.
    LastPlayer,
}

/// What one side got. Cards and spades are numbers of cards, everything else is points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Whose score it is.
    pub seats: SeatSet,
    /// How many cards it captured.
    pub cards: u8,
    /// How many of them are spades.
    pub spades: u8,
    /// For the most cards.
    pub most_cards: u16,
    /// For the most spades.
    pub most_spades: u16,
    /// For the ten of diamonds.
    pub ten_of_diamonds: u16,
    /// For the two of spades.
    pub two_of_spades: u16,
    /// For aces.
    pub aces: u16,
    /// For the values of all cards.
    pub pips: u16,
    /// For sets.
    pub sets: u16,
    /// For sweeps.
    pub sweeps: u16,
    /// All in all.
    pub points: u16,
}

/// The points that a capture brings at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gain {
    /// For its cards (Casino 8.2, 8.4).
    pub(crate) cards: u16,
    /// For a set, beside those of its cards (Casino 8.5).
    pub(crate) set: u16,
    /// For a sweep (Casino 8.6).
    pub(crate) sweep: u16,
}

impl Gain {
    pub(crate) const fn points(self) -> u16 {
        self.cards + self.set + self.sweep
    }
}

impl Options {
    /// What a capture of these cards brings. `left`: whether it leaves anything on the table.
    pub(crate) fn gain_of(&self, cards: CardSet, left: bool) -> Gain {
        Gain {
            cards: self.points_of(cards),
            set: self.set_bonus(cards),
            sweep: if left { 0 } else { self.sweep_points.into() },
        }
    }
    /// The points that captured cards bring at once (Casino 8.2, 8.4), without sets and sweeps.
    pub(crate) fn points_of(&self, cards: CardSet) -> u16 {
        match self.scoring {
            Scoring::Pips => pips(cards),
            Scoring::Casino => card_points(cards),
        }
    }
    /// The points of a set beside those of its cards (Casino 8.5); 0 if these cards are not a set.
    fn set_bonus(&self, cards: CardSet) -> u16 {
        if self.set_multiplier == 1 || cards.len() < usize::from(self.set_size) || !all_of_one_rank(cards) {
            return 0;
        }
        let extra = u16::from(self.set_multiplier) - 1;
        match self.scoring {
            Scoring::Casino => extra,
            Scoring::Pips => extra * pips(cards),
        }
    }
    /// The points for the most cards and for the most spades, by the number of sides (Casino 8.3).
    pub(crate) fn majorities_among(&self, sides: usize) -> Majorities {
        match self.majorities {
            _ if self.scoring == Scoring::Pips => Majorities::Off,
            Majorities::Auto if sides == 2 => Majorities::TwoTwo,
            Majorities::Auto => Majorities::Off,
            other => other,
        }
    }
}

/// Casino 8.4: values, and ten for each court card.
pub(crate) fn pips(cards: CardSet) -> u16 {
    total(cards) as u16 + 10 * (cards & COURT).len() as u16
}

/// Points of single cards (Casino 8.2): 10d 2, 2s 1, aces 1.
fn card_points(cards: CardSet) -> u16 {
    2 * u16::from(cards.contains(TEN_OF_DIAMONDS))
        + u16::from(cards.contains(TWO_OF_SPADES))
        + (cards & CardSet::of_rank(Rank::Ace)).len() as u16
}

impl State {
    /// All cards are played: the table goes to the last captor, and everything is counted.
    pub(crate) fn end_game(&mut self, events: &mut Events<Event>) {
        let to = self.open.last_capturer;
        let cards = self.open.on_table();
        let points = to.map_or(0, |_| self.options.points_of(cards));
        events.all(|| Event::Leftovers { to, cards, points });
        if let Some(seat) = to {
            self.piles[seat.index()].extend(cards.iter());
            self.open.loose = CardSet::EMPTY;
            self.open.builds.clear();
        }
        self.finish(Reason::CardsOut, to, cards, events);
    }

    /// Everybody else is gone.
    pub(crate) fn last_player(&mut self, events: &mut Events<Event>) {
        match self.open.phase {
            // The game before was counted already.
            Phase::RoundOver => self.end_match(events),
            _ => self.finish(Reason::LastPlayer, None, CardSet::EMPTY, events),
        }
    }

    fn finish(
        &mut self,
        reason: Reason,
        leftovers_to: Option<Seat>,
        leftovers: CardSet,
        events: &mut Events<Event>,
    ) {
        self.next_window();
        let scores = self.scores();
        for score in &scores {
            for seat in score.seats.iter() {
                self.open.totals[seat.index()] += u32::from(score.points);
            }
        }
        let tally = Tally { reason, leftovers_to, leftovers, scores };
        self.open.tally = Some(tally.clone());
        self.open.phase = Phase::RoundOver;
        events.all(|| Event::Counted { tally, shown: Shown::new(self) });
        if reason == Reason::LastPlayer || !self.goes_on() {
            self.end_match(events);
        }
    }

    fn end_match(&mut self, events: &mut Events<Event>) {
        self.open.phase = Phase::Finished;
        events.all(|| Event::Ended { winners: self.winners() });
    }

    /// Casino 8.8: a match goes on until one side alone is ahead with enough points.
    fn goes_on(&self) -> bool {
        let open = &self.open;
        let best = open.in_play.iter().map(|seat| open.totals[seat.index()]).max().unwrap_or(0);
        let leaders = self.sides().filter(|side| {
            side.iter().any(|seat| open.totals[seat.index()] == best && open.in_play.contains(seat))
        });
        let decided = best >= u32::from(self.options.match_target) && leaders.count() == 1;
        self.options.match_kind == MatchKind::Points && !decided && open.game < MOST_GAMES
    }

    /// The sides, each with all its seats.
    fn sides(&self) -> impl Iterator<Item = SeatSet> {
        let (seats, teams) = (self.open.seats, self.open.teams);
        Seat::all(if teams { 2 } else { seats }).map(move |seat| {
            if teams { SeatSet::only(seat).with(Seat(seat.0 + 2)) } else { SeatSet::only(seat) }
        })
    }

    /// The points of a seat so far, where every capture counts at once (Casino 8.4).
    pub(crate) fn running_points(&self, seat: Seat) -> Option<u16> {
        let pile = self.piles[seat.index()].iter().copied().collect();
        let bonus = self.open.bonus[seat.index()];
        let sweeps = u16::from(bonus.sweeps) * u16::from(self.options.sweep_points);
        (self.options.scoring == Scoring::Pips).then(|| pips(pile) + bonus.set_points + sweeps)
    }

    /// Casino 8.2 to 8.7. A removed seat has no score.
    pub(crate) fn scores(&self) -> ArrayVec<Score, 4> {
        let options = &self.options;
        let captured = |seats: SeatSet| -> CardSet {
            seats.iter().flat_map(|seat| self.piles[seat.index()].iter().copied()).collect()
        };
        let mut scores: ArrayVec<Score, 4> = self
            .sides()
            .filter(|side| !(*side & self.open.in_play).is_empty())
            .map(|seats| {
                let cards = captured(seats);
                let mut score = Score {
                    seats,
                    cards: cards.len() as u8,
                    spades: (cards & CardSet::of_suit(Suit::Spades)).len() as u8,
                    sets: seats.iter().map(|seat| self.open.bonus[seat.index()].set_points).sum(),
                    sweeps: seats
                        .iter()
                        .map(|seat| u16::from(self.open.bonus[seat.index()].sweeps))
                        .sum::<u16>()
                        * u16::from(options.sweep_points),
                    ..Score::default()
                };
                match options.scoring {
                    Scoring::Pips => score.pips = pips(cards),
                    Scoring::Casino => {
                        score.ten_of_diamonds = 2 * u16::from(cards.contains(TEN_OF_DIAMONDS));
                        score.two_of_spades = u16::from(cards.contains(TWO_OF_SPADES));
                        score.aces = (cards & CardSet::of_rank(Rank::Ace)).len() as u16;
                    }
                }
                score
            })
            .collect();
        let rule = options.majorities_among(self.sides().count());
        majority(rule, &mut scores, 3, |score| score.cards, |score| &mut score.most_cards);
        majority(rule, &mut scores, 1, |score| score.spades, |score| &mut score.most_spades);
        for score in &mut scores {
            score.points = score.most_cards
                + score.most_spades
                + score.ten_of_diamonds
                + score.two_of_spades
                + score.aces
                + score.pips
                + score.sets
                + score.sweeps;
        }
        scores.sort_by_key(|score| Reverse(score.points));
        scores
    }

    fn winners(&self) -> SeatSet {
        let places = self.places();
        Seat::all(self.open.seats).filter(|&seat| places[seat] == 1).collect()
    }

    /// By totals; removed seats last.
    fn places(&self) -> SeatMap<u8> {
        let open = &self.open;
        let rank = |seat: Seat| (!open.in_play.contains(seat), Reverse(open.totals[seat.index()]));
        SeatMap::from_fn(open.seats, |seat| {
            1 + Seat::all(open.seats).filter(|&other| rank(other) < rank(seat)).count() as u8
        })
    }

    pub(crate) fn outcome(&self) -> Outcome {
        let open = &self.open;
        let alone = open.in_play.len() == 1;
        Outcome {
            places: self.places(),
            points: SeatMap::from_fn(open.seats, |seat| {
                // Casino 9.4: a removed seat has no score.
                if open.in_play.contains(seat) { open.totals[seat.index()] as i32 } else { 0 }
            }),
            reason: if alone { "last_player" } else { "cards_out" }.into(),
            next_first: Some(open.seat_after(open.first())),
        }
    }
}

/// Casino 8.3: gives the points for the most of something.
fn majority(
    rule: Majorities,
    scores: &mut [Score],
    alone: u16,
    of: impl Fn(&Score) -> u8,
    points: impl Fn(&mut Score) -> &mut u16,
) {
    let most = scores.iter().map(&of).max().unwrap_or(0);
    let sharing = scores.iter().filter(|score| of(score) == most).count() as u16;
    let share = match rule {
        _ if most == 0 => 0,
        Majorities::TwoTwo => 2 / sharing,
        Majorities::ThreeOne if sharing == 1 => alone,
        Majorities::Auto | Majorities::Off | Majorities::ThreeOne => 0,
    };
    for score in scores.iter_mut().filter(|score| of(score) == most) {
        *points(score) = share;
    }
}
