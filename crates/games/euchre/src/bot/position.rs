//! A deal in play with all cards open, packed into bits so that the solver can copy and compare it quickly.

use crate::{Side, State, Trick};
use kernel::{Card, CardSet, Rank, Seat, Suit};

/// A set of cards by their standing with this trump: one bit per card, suits side by side, each ascending,
/// trumps on top. So of two cards that count in a trick the larger number wins.
pub(crate) type Packed = u32;

pub(super) const TRUMPS: Packed = 0xFE_0000;
pub(super) const SUITS: [Packed; 4] = [0x1F, 0x7E0, 0x1_F800, TRUMPS];

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
pub(super) const fn suit_of(card: Packed) -> Packed {
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
    pub(super) active: u8,
    /// Whose card is due.
    pub(super) turn: u8,
    /// The suit led; all cards if none is.
    pub(super) led: Packed,
    pub(super) best: Packed,
    pub(super) best_seat: u8,
    /// How many cards the current trick still needs.
    pub(super) due: u8,
    /// Tricks left, the current one included.
    pub(super) left: u8,
    /// Tricks the makers have.
    pub(super) made: u8,
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
pub(super) const fn beats(card: Packed, best: Packed, led: Packed) -> bool {
    card & (led | TRUMPS) != 0 && card > best
}

#[inline]
pub(super) const fn next(seat: u8, active: u8) -> u8 {
    let mut seat = (seat + 1) & 3;
    while active >> seat & 1 == 0 {
        seat = (seat + 1) & 3;
    }
    seat
}
