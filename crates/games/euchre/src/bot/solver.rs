//! What the play of a deal comes to when everybody sees all cards and plays perfectly.
//!
//! Whether the makers take at least a number of tricks is a yes-or-no question, and two or three such
//! questions tell all that scoring asks. Each is answered by looking for a move that settles it, with
//! cards that do the same tried once, sure tricks counted instead of played, and what was found out at the
//! border between two tricks remembered.

use super::position::{Packed, Position, SUITS, TRUMPS, beats, next, suit_of};
use crate::State;
use alloc::boxed::Box;

/// What the makers get, as far as scoring tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// No trick at all. Distinguished from the next class only on request.
    Nothing,
    /// One or two tricks.
    Euchred,
    /// Three or four.
    Made,
    /// All five.
    March,
}

impl Class {
    /// A number of tricks of this class.
    pub const fn tricks(self) -> u8 {
        match self {
            Class::Nothing => 0,
            Class::Euchred => 2,
            Class::Made => 3,
            Class::March => 5,
        }
    }
}

const ENTRIES: usize = 1 << 12;

/// Answers for one deal at a time; what it remembers is forgotten with the next.
pub struct Solver {
    /// Which cards are left and who leads (26 bits), and the fewest and most further tricks for the makers.
    table: Box<[u32; ENTRIES]>,
    active: u8,
    makers: u8,
}

impl core::fmt::Debug for Solver {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("Solver")
    }
}

impl Default for Solver {
    fn default() -> Self {
        Solver { table: Box::new([0; ENTRIES]), active: 0, makers: 0 }
    }
}

impl Solver {
    /// What the makers of a world in play come to; `None` in any other phase. `fine` tells no trick from one.
    pub fn class(&mut self, world: &State, fine: bool) -> Option<Class> {
        let position = Position::of(world)?;
        self.new_deal();
        Some(self.solve(&position, fine))
    }
    /// Forgets the last deal.
    pub(crate) fn new_deal(&mut self) {
        self.table.fill(0);
    }
    /// The class of a position of the current deal.
    pub(crate) fn solve(&mut self, position: &Position, fine: bool) -> Class {
        if self.take(position, 3) {
            if self.take(position, 5) { Class::March } else { Class::Made }
        } else if fine && !self.take(position, 1) {
            Class::Nothing
        } else {
            Class::Euchred
        }
    }
    /// Whether the makers take at least a number of tricks of all five.
    fn take(&mut self, position: &Position, tricks: u8) -> bool {
        let need = tricks.saturating_sub(position.made);
        self.active = position.active;
        self.makers = position.makers;
        let mut hands = position.hands;
        if position.led == Packed::MAX {
            return self.border(&mut hands, position.turn, need, position.left);
        }
        if need == 0 || need > position.left {
            return need == 0;
        }
        let due =
            Due { led: position.led, best: position.best, best_seat: position.best_seat, due: position.due };
        self.trick(&mut hands, position.turn, due, need, position.left)
    }

    /// Between two tricks: `leader` is to lead, and the makers need a number of the tricks that are left.
    fn border(&mut self, hands: &mut [Packed; 4], leader: u8, need: u8, left: u8) -> bool {
        if need == 0 || need > left {
            return need == 0;
        }
        if left == 1 {
            return self.last_trick(hands, leader) & 1 == self.makers;
        }
        if let Some(sure) = self.sure(hands, leader, need, left) {
            return sure;
        }
        let cards = hands[0] | hands[1] | hands[2] | hands[3];
        let key = cards | u32::from(leader) << 24;
        let place = (key.wrapping_mul(0x9E37_79B1) >> 20) as usize % ENTRIES;
        let entry = self.table[place];
        let (mut fewest, mut most) = (0, left);
        if entry & 0x03FF_FFFF == key {
            (fewest, most) = ((entry >> 26 & 7) as u8, (entry >> 29) as u8);
            if need <= fewest || need > most {
                return need <= fewest;
            }
        }
        let lead = Due { led: Packed::MAX, best: 0, best_seat: leader, due: self.active.count_ones() as u8 };
        let made = self.trick(hands, leader, lead, need, left);
        if made {
            fewest = need;
        } else {
            most = need - 1;
        }
        self.table[place] = key | u32::from(fewest) << 26 | u32::from(most) << 29;
        made
    }

    /// Tricks that can be counted without playing them.
    #[inline]
    fn sure(&self, hands: &[Packed; 4], leader: u8, need: u8, left: u8) -> Option<bool> {
        let own = hands[usize::from(leader)];
        let others =
            hands[usize::from(leader ^ 1)] | hands[usize::from(leader ^ 2)] | hands[usize::from(leader ^ 3)];
        let mut sure = above(own & TRUMPS, others & TRUMPS);
        if others & TRUMPS == 0 {
            for suit in &SUITS[..3] {
                sure += above(own & suit, others & suit);
            }
        }
        if leader & 1 == self.makers {
            if need <= sure {
                return Some(true);
            }
        } else if need + sure > left {
            return Some(false);
        }
        // The highest trump takes a trick sooner or later.
        let makers = hands[usize::from(self.makers)] | hands[usize::from(self.makers ^ 2)];
        let defenders = hands[usize::from(self.makers ^ 1)] | hands[usize::from(self.makers ^ 3)];
        if need == 1 && makers & TRUMPS > defenders & TRUMPS {
            return Some(true);
        }
        if need == left && defenders & TRUMPS > makers & TRUMPS {
            return Some(false);
        }
        None
    }

    fn last_trick(&self, hands: &[Packed; 4], leader: u8) -> u8 {
        let counts = suit_of(hands[usize::from(leader)]) | TRUMPS;
        let mut best = (hands[usize::from(leader)], leader);
        let mut seat = next(leader, self.active);
        while seat != leader {
            let card = hands[usize::from(seat)] & counts;
            if card > best.0 {
                best = (card, seat);
            }
            seat = next(seat, self.active);
        }
        best.1
    }

    /// Within a trick: the seat in turn looks for a card that settles it for its side.
    fn trick(&mut self, hands: &mut [Packed; 4], seat: u8, trick: Due, need: u8, left: u8) -> bool {
        let i = usize::from(seat);
        let hand = hands[i];
        let following = hand & trick.led;
        let moves = if following == 0 { hand } else { following };
        let others = hands[i ^ 1] | hands[i ^ 2] | hands[i ^ 3] | trick.best;
        let moves = one_of_each(moves, others);
        let wants = seat & 1 == self.makers;
        if trick.led == Packed::MAX {
            let mut left_over = moves;
            while left_over != 0 {
                let card = 1 << (31 - left_over.leading_zeros());
                left_over ^= card;
                if self.after(hands, seat, card, trick, need, left) == wants {
                    return wants;
                }
            }
            return !wants;
        }
        let above_best = !(trick.best | (trick.best - 1));
        let winners = moves & (trick.led | TRUMPS) & above_best;
        let losers = moves & !winners;
        let partner_wins = trick.best_seat == seat ^ 2;
        let order = if partner_wins { [losers, winners] } else { [winners, losers] };
        for mut some in order {
            while some != 0 {
                let card = some & some.wrapping_neg();
                some ^= card;
                if self.after(hands, seat, card, trick, need, left) == wants {
                    return wants;
                }
            }
        }
        !wants
    }

    #[inline]
    fn after(
        &mut self,
        hands: &mut [Packed; 4],
        seat: u8,
        card: Packed,
        trick: Due,
        need: u8,
        left: u8,
    ) -> bool {
        let mut trick = trick;
        if trick.led == Packed::MAX {
            trick.led = suit_of(card);
            (trick.best, trick.best_seat) = (card, seat);
        } else if beats(card, trick.best, trick.led) {
            (trick.best, trick.best_seat) = (card, seat);
        }
        trick.due -= 1;
        hands[usize::from(seat)] ^= card;
        let result = if trick.due > 0 {
            self.trick(hands, next(seat, self.active), trick, need, left)
        } else {
            let taken = u8::from(trick.best_seat & 1 == self.makers);
            self.border(hands, trick.best_seat, need - taken, left - 1)
        };
        hands[usize::from(seat)] ^= card;
        result
    }
}

/// A trick on the table.
#[derive(Clone, Copy)]
struct Due {
    led: Packed,
    best: Packed,
    best_seat: u8,
    due: u8,
}

/// How many of `own` stand above all of `others`.
#[inline]
const fn above(own: Packed, others: Packed) -> u8 {
    if others == 0 {
        return own.count_ones() as u8;
    }
    let highest = 31 - others.leading_zeros();
    (own >> highest).count_ones() as u8
}

/// Of cards between which nobody else has one, the lowest: they do the same.
#[inline]
fn one_of_each(moves: Packed, others: Packed) -> Packed {
    let mut kept = 0;
    let mut before: Packed = 0;
    let mut left = moves;
    while left != 0 {
        let card = left & left.wrapping_neg();
        left ^= card;
        let between = (card - 1) & !(before | before.wrapping_sub(1));
        if before == 0 || suit_of(card) != suit_of(before) || between & others != 0 {
            kept |= card;
        }
        before = card;
    }
    kept
}

/// A plain search of every line, for tests to hold the fast one against.
#[cfg(any(test, feature = "inspect"))]
pub fn plain_tricks(world: &State) -> Option<u8> {
    fn tricks(position: &Position) -> u8 {
        if position.left == 0 {
            return position.made;
        }
        let mut best = None;
        let mut left = position.playable();
        let wants = position.turn & 1 == position.makers;
        while left != 0 {
            let card = left & left.wrapping_neg();
            left ^= card;
            let mut after = *position;
            after.play(card);
            let made = tricks(&after);
            best = Some(match best {
                None => made,
                Some(best) if wants => made.max(best),
                Some(best) => made.min(best),
            });
        }
        best.unwrap_or(position.made)
    }
    Position::of(world).map(|position| tricks(&position))
}
