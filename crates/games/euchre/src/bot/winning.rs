use crate::Side;
use kernel::Seat;

/// How often a deal brings the dealer's side a number of points (negative: the others), over many deals between
/// equally strong players. `aboveboard arena euchre --a hard --b hard --csv` makes such a list.
const RESULTS: [(i32, f64); 7] =
    [(4, 0.013), (2, 0.214), (1, 0.357), (0, 0.002), (-1, 0.225), (-2, 0.187), (-4, 0.002)];

const MOST: usize = 16;

/// The chance to win the game from every score.
#[derive(Clone, Debug)]
pub struct Winning {
    target: u8,
    /// By own points, their points, and whether they deal next.
    chances: [[[f64; 2]; MOST]; MOST],
}

impl Winning {
    /// Worked out from the scores near the target back to none.
    pub fn new(target: u8) -> Winning {
        let mut winning = Winning { target, chances: [[[0.0; 2]; MOST]; MOST] };
        let top = usize::from(target);
        for sum in (0..2 * top - 1).rev() {
            for own in sum.saturating_sub(top - 1)..=sum.min(top - 1) {
                let pair = winning.at(own as u8, (sum - own) as u8);
                winning.chances[own][sum - own] = pair;
            }
        }
        winning
    }
    /// The chance of a side with `own` points against `theirs`, before a deal by its own side or by theirs.
    pub fn chance(&self, own: u8, theirs: u8, they_deal: bool) -> f64 {
        if own >= self.target {
            1.0
        } else if theirs >= self.target {
            0.0
        } else {
            self.chances[usize::from(own)][usize::from(theirs)][usize::from(they_deal)]
        }
    }
    /// The chance of `side` at a score, if `dealer` deals next.
    pub(crate) fn of(&self, side: Side, score: [u8; 2], dealer: Seat) -> f32 {
        let (own, theirs) = (score[side.index()], score[side.other().index()]);
        self.chance(own, theirs, Side::of(dealer) != side) as f32
    }

    /// Both chances at a score, from those at higher ones. A deal that brings nothing leads from one of the
    /// two to the other and back; hence the equation.
    fn at(&self, own: u8, theirs: u8) -> [f64; 2] {
        let (mut we_deal, mut they_deal, mut nothing) = (0.0, 0.0, 0.0);
        for (points, share) in RESULTS {
            let more = points.unsigned_abs() as u8;
            if points == 0 {
                nothing += share;
            } else if points > 0 {
                we_deal += share * self.chance(own + more, theirs, true);
                they_deal += share * self.chance(own, theirs + more, false);
            } else {
                we_deal += share * self.chance(own, theirs + more, true);
                they_deal += share * self.chance(own + more, theirs, false);
            }
        }
        let again = 1.0 - nothing * nothing;
        [(we_deal + nothing * they_deal) / again, (they_deal + nothing * we_deal) / again]
    }
}
