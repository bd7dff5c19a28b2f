//! What the play of a deal comes to when everybody sees all cards and plays perfectly.
//!
//! Whether the makers take at least a number of tricks is a yes-or-no question, and two or three such
//! questions tell all that scoring asks. Each is answered by looking for a move that settles it, with
//! cards that do the same tried once, sure tricks counted instead of played, and what was found out at the
//! border between two tricks remembered.

use crate::{Side, State, Trick};
use alloc::boxed::Box;
use kernel::{Card, CardSet, Rank, Seat, Suit};

/// What the makers get, as far as scoring tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// No trick at all. Told apart from the next only if asked for.
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

/// A set of cards by their standing with this trump: one bit per card, suits side by side, each ascending,
/// trumps on top. So of two cards that count in a trick the larger number wins.
pub(crate) type Packed = u32;

const TRUMPS: Packed = 0xFE_0000;
const SUITS: [Packed; 4] = [0x1F, 0x7E0, 0x1_F800, TRUMPS];

/// A card's bit, by trump and card.
const BIT: [[Packed; 64]; 4] = {
    let mut table = [[0; 64]; 4];
    let mut t = 0;
    while t < 4 {
        let trump = Suit::ALL[t];
        let mut index = 28;
        while index < Card::COUNT {
            let card = Card::from_index(index);
            let rank = card.rank() as u32 - Rank::Nine as u32;
            let jack = matches!(card.rank(), Rank::Jack);
            // Without its jack, what stands above it moves down.
            let shortened = if rank > 2 { rank - 1 } else { rank };
            let suit = card.suit() as usize;
            let place = if suit == t {
                17 + if jack { 6 } else { shortened }
            } else if suit == trump.same_colour() as usize {
                if jack { 17 + 5 } else { shortened }
            } else if suit == OTHERS[t] {
                5 + rank
            } else {
                11 + rank
            };
            table[t][index as usize] = 1 << place;
            index += 1;
        }
        t += 1;
    }
    table
};

/// The first suit of the other colour, by trump.
const OTHERS: [usize; 4] = [1, 0, 0, 1];

/// The suit of each bit.
const SUIT_OF: [Packed; 32] = {
    let mut table = [TRUMPS; 32];
    let mut bit = 0;
    while bit < 17 {
        table[bit] = if bit < 5 {
            SUITS[0]
        } else if bit < 11 {
            SUITS[1]
        } else {
            SUITS[2]
        };
        bit += 1;
    }
    table
};

pub(crate) fn pack(cards: CardSet, trump: Suit) -> Packed {
    cards.iter().fold(0, |packed, card| packed | bit(card, trump))
}
pub(crate) const fn bit(card: Card, trump: Suit) -> Packed {
    BIT[trump as usize][card.index() as usize % 64]
}
#[inline]
const fn suit_of(card: Packed) -> Packed {
    SUIT_OF[card.trailing_zeros() as usize % 32]
}

/// A deal in play, all cards open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    /// Empty for seats that take no part.
    pub(crate) hands: [Packed; 4],
    /// 0 for seats 0 and 2, 1 for the others.
    pub(crate) makers: u8,
    /// The seats that take part, by bits.
    active: u8,
    /// Whose card is due.
    turn: u8,
    /// The suit led; all cards if none is.
    led: Packed,
    best: Packed,
    best_seat: u8,
    /// How many cards the current trick still needs.
    due: u8,
    /// Tricks left, the current one included.
    left: u8,
    /// Tricks the makers have.
    made: u8,
}

impl Position {
    /// Before the first lead.
    pub(crate) fn new(
        hands: [Packed; 4],
        makers: Side,
        out: impl Fn(Seat) -> bool,
        leader: Seat,
    ) -> Position {
        let mut active = 0;
        let mut open = [0; 4];
        for seat in Seat::all(4).filter(|seat| !out(*seat)) {
            active |= 1 << seat.0;
            open[seat.index()] = hands[seat.index()];
        }
        Position {
            hands: open,
            makers: makers.0,
            active,
            turn: leader.0,
            led: Packed::MAX,
            best: 0,
            best_seat: 0,
            due: active.count_ones() as u8,
            left: 5,
            made: 0,
        }
    }
    /// A world in which cards are played; `None` in any other phase.
    pub(crate) fn of(state: &State) -> Option<Position> {
        let open = &state.open;
        let (Some(trick), Some(trump), Some(maker)) = (&open.trick, open.trump, open.maker) else {
            return None;
        };
        let makers = Side::of(maker);
        let hands = state.hands.map(|hand| pack(hand, trump));
        let mut position = Position::new(hands, makers, |seat| open.sitting_out.contains(seat), trick.leader);
        position.left = 5 - state.history.len() as u8;
        position.made = open.tricks[makers.index()];
        for (seat, card) in Trick::played(trick) {
            position.hands[seat.index()] |= bit(card, trump);
            position.play(bit(card, trump));
        }
        Some(position)
    }
    /// Plays a card of the seat in turn.
    pub(crate) fn play(&mut self, card: Packed) {
        self.hands[usize::from(self.turn)] &= !card;
        if self.led == Packed::MAX {
            self.led = suit_of(card);
            (self.best, self.best_seat) = (card, self.turn);
        } else if beats(card, self.best, self.led) {
            (self.best, self.best_seat) = (card, self.turn);
        }
        self.due -= 1;
        if self.due > 0 {
            self.turn = next(self.turn, self.active);
            return;
        }
        self.made += u8::from(self.best_seat & 1 == self.makers);
        self.left -= 1;
        self.turn = self.best_seat;
        self.led = Packed::MAX;
        self.best = 0;
        self.due = self.active.count_ones() as u8;
    }
    /// What the seat in turn may play.
    pub(crate) fn playable(&self) -> Packed {
        let hand = self.hands[usize::from(self.turn)];
        let following = hand & self.led;
        if following == 0 { hand } else { following }
    }
    pub(crate) fn turn(&self) -> Seat {
        Seat(self.turn)
    }
    /// How many cards the current trick still needs.
    pub(crate) fn due(&self) -> u8 {
        self.due
    }
    /// Whether `card` would win the current trick as it stands.
    pub(crate) fn would_win(&self, card: Packed) -> bool {
        self.led == Packed::MAX || beats(card, self.best, self.led)
    }
}

#[inline]
const fn beats(card: Packed, best: Packed, led: Packed) -> bool {
    card & (led | TRUMPS) != 0 && card > best
}

#[inline]
const fn next(seat: u8, active: u8) -> u8 {
    let mut seat = (seat + 1) & 3;
    while active >> seat & 1 == 0 {
        seat = (seat + 1) & 3;
    }
    seat
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
