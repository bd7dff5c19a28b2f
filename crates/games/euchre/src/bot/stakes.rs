use super::{solver::Class, winning::Winning};
use crate::{Open, Options, Scored, Side, View, scoring::score};
use kernel::Seat;

/// What the results of this deal are worth to one side.
pub(crate) struct Stakes<'a> {
    options: &'a Options,
    /// `None`: points of the deal count, and nothing beyond.
    winning: Option<Winning>,
    side: Side,
    score: [u8; 2],
    dealer: Seat,
}

/// A worth, and the same in points of the deal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Worth {
    pub(crate) value: f32,
    pub(crate) points: f32,
}

impl Worth {
    /// Partly this, and to a `share` the other.
    pub(crate) fn mixed(self, share: f32, other: Worth) -> Worth {
        let mix = |own: f32, other: f32| own + share * (other - own);
        Worth { value: mix(self.value, other.value), points: mix(self.points, other.points) }
    }
}

/// The players of a deal, as far as scoring asks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Makers {
    pub(crate) side: Side,
    pub(crate) alone: bool,
    pub(crate) lone_defender: bool,
}

impl<'a> Stakes<'a> {
    pub(crate) fn new(options: &'a Options, view: &View, me: Seat, match_counts: bool) -> Stakes<'a> {
        let winning = match_counts.then(|| Winning::new(options.target));
        Stakes::at(options, &view.open, Side::of(me), winning)
    }
    /// To a side, at this point of a match.
    pub(crate) fn at(options: &'a Options, open: &Open, side: Side, winning: Option<Winning>) -> Stakes<'a> {
        Stakes { options, winning, side, score: open.score, dealer: open.dealer }
    }
    /// What a class is worth.
    pub(crate) fn of(&self, makers: Makers, class: Class) -> Worth {
        self.tricks(makers, class.tricks())
    }
    /// What a number of tricks of the makers is worth.
    pub(crate) fn tricks(&self, makers: Makers, tricks: u8) -> Worth {
        self.scored(score(self.options, makers.side, tricks, makers.alone, makers.lone_defender))
    }
    /// All four at once, by class.
    pub(crate) fn table(&self, makers: Makers) -> [Worth; 4] {
        [Class::Nothing, Class::Euchred, Class::Made, Class::March].map(|class| self.of(makers, class))
    }
    /// What a deal is worth that nobody called.
    pub(crate) fn thrown_in(&self) -> Worth {
        let value = match &self.winning {
            Some(winning) => winning.of(self.side, self.score, self.dealer.next(4)),
            None => 0.0,
        };
        Worth { value, points: 0.0 }
    }
    /// Whether no trick is worse than one.
    pub(crate) fn fine(&self) -> bool {
        self.options.super_euchre.is_on()
    }
    /// The worth of the best result of the deal less that of the worst.
    pub(crate) fn span(&self, makers: Option<Makers>) -> f32 {
        let makers = makers.unwrap_or(Makers { side: self.side, alone: false, lone_defender: false });
        let table = self.table(makers);
        let values = table.map(|worth| worth.value);
        values.into_iter().fold(f32::MIN, f32::max) - values.into_iter().fold(f32::MAX, f32::min)
    }

    fn scored(&self, scored: Scored) -> Worth {
        let own = scored.side == self.side;
        let points = f32::from(scored.points) * if own { 1.0 } else { -1.0 };
        let value = match &self.winning {
            None => points,
            Some(winning) => {
                let mut score = self.score;
                score[scored.side.index()] += scored.points;
                winning.of(self.side, score, self.dealer.next(4))
            }
        };
        Worth { value, points }
    }
}
