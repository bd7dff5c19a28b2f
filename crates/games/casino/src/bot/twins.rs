//! Moves and positions that differ only in suits that count nothing.

use crate::{Action, Options, Scoring, State, state::TEN_OF_DIAMONDS};
use kernel::{Card, CardSet, Seat, Suit};

/// The same of the four suits of every rank, the lowest suit first; [`CardSet::bits`] has four bits for each rank.
const fn of_each_rank(suits: u64) -> u64 {
    CardSet::of_suit(Suit::Clubs).bits() * suits
}

/// The cards that differ by more than their rank.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Twins {
    plain: CardSet,
}

impl Twins {
    pub(crate) fn new(options: &Options) -> Twins {
        let counted = match options.scoring {
            Scoring::Casino => CardSet::of_suit(Suit::Spades) | CardSet::only(TEN_OF_DIAMONDS),
            Scoring::Pips => CardSet::EMPTY,
        };
        Twins { plain: !counted }
    }

    /// Whether a move is the one that stands for all its twins: of equal cards it uses the lowest suits.
    pub(crate) fn stands_for_all(self, state: &State, seat: Seat, action: Action) -> bool {
        let played = action.card().into_iter().collect();
        self.lowest(played, state.hands[seat.index()]) && self.lowest(action.loose(), state.open.loose)
    }

    /// Whether no plain card is `left` of a rank that is lower than one that is used.
    fn lowest(self, used: CardSet, from: CardSet) -> bool {
        let used = (used & self.plain).bits();
        let left = (from & self.plain).bits() & !used;
        // Whatever lies one, two or three suits above a card that is left, within its rank.
        let above = (left & of_each_rank(0b0111)) << 1
            | (left & of_each_rank(0b0011)) << 2
            | (left & of_each_rank(0b0001)) << 3;
        used & above == 0
    }

    /// The same number below 64 for cards that are twins.
    pub(crate) fn kind(self, card: Card) -> u64 {
        let suit = if self.plain.contains(card) { 0 } else { 1 + card.suit() as u64 / 3 };
        card.rank() as u64 * 4 + suit
    }

    /// The same number for sets of cards that are twins, and another one for all others: how many plain cards
    /// there are of each rank, and which of those that count.
    pub(crate) fn code(self, cards: CardSet) -> u64 {
        let plain = (cards & self.plain).bits();
        let pairs = plain - (plain >> 1 & of_each_rank(0b0101));
        let numbers = (pairs & of_each_rank(0b0011)) + (pairs >> 2 & of_each_rank(0b0011));
        // Up to four plain cards of a rank take three bits; where spades count there are at most three, and of
        // the tens two.
        let counted = cards - self.plain;
        let spades = (counted & CardSet::of_suit(Suit::Spades)).bits();
        let ten_of_diamonds = (counted - CardSet::of_suit(Suit::Spades)).bits() << 1;
        numbers | spades | ten_of_diamonds
    }
}
