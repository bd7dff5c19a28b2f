//! Which suit a card belongs to once trump is named, and what beats what (Euchre 1).

use kernel::{Card, CardSet, Rank, Suit};

/// The 24 cards: nine to ace.
pub const PACK: CardSet = CardSet::from_bits(0xFF_FFFF << 28);

/// The suit a card counts as: its own, except that the left bower belongs to trump.
pub const fn effective_suit(card: Card, trump: Option<Suit>) -> Suit {
    match trump {
        Some(trump) if is_left_bower(card, trump) => trump,
        _ => card.suit(),
    }
}

/// All cards of the pack that count as `suit`.
pub const fn suit_cards(suit: Suit, trump: Option<Suit>) -> CardSet {
    let row = match trump {
        Some(trump) => trump as usize,
        None => 4,
    };
    SUIT_CARDS[row][suit as usize]
}

/// What follows `led`: the cards of its effective suit.
pub(crate) const fn following(led: Card, trump: Suit) -> CardSet {
    FOLLOWING[trump as usize][led.index() as usize % 64]
}

/// How high a card stands among those of its effective suit, and any trump above any other card.
pub(crate) const fn height(card: Card, trump: Suit) -> u8 {
    HEIGHT[trump as usize][card.index() as usize % 64]
}

/// Orders cards from the weakest: plain before trump, then by rank with the bowers on top, then c d h s
/// (Euchre 7.3).
pub(crate) const fn weakness(card: Card, trump: Suit) -> (u8, Suit) {
    (height(card, trump), card.suit())
}

/// The weakest of `cards`.
pub(crate) fn weakest(cards: CardSet, trump: Suit) -> Option<Card> {
    cards.iter().min_by_key(|card| weakness(*card, trump))
}

/// A quick estimate of what a hand is worth with `trump` (Euchre 7.4): right bower 5, left 4, ace or king
/// of trump 3, other trumps 2, plain aces 2, and with two trumps or more 1 for each suit that is missing.
pub fn strength(cards: CardSet, trump: Suit) -> u32 {
    let trumps = cards & suit_cards(trump, Some(trump));
    let plain = cards - trumps;
    let of_trumps: u32 = trumps
        .iter()
        .map(|card| match card.rank() {
            Rank::Jack if card.suit() == trump => 5,
            Rank::Jack => 4,
            Rank::Ace | Rank::King => 3,
            _ => 2,
        })
        .sum();
    let of_aces = 2 * (plain & CardSet::of_rank(Rank::Ace)).len() as u32;
    let missing = Suit::ALL
        .into_iter()
        .filter(|&suit| suit != trump && (plain & suit_cards(suit, Some(trump))).is_empty())
        .count() as u32;
    of_trumps + of_aces + if trumps.len() >= 2 { missing } else { 0 }
}

const fn is_left_bower(card: Card, trump: Suit) -> bool {
    matches!(card.rank(), Rank::Jack) && card.suit() as u8 == trump.same_colour() as u8
}

// Tables, so that playouts look up instead of reasoning.

const SUIT_CARDS: [[CardSet; 4]; 5] = {
    let mut table = [[CardSet::EMPTY; 4]; 5];
    let mut row = 0;
    while row < 5 {
        let trump = if row < 4 { Some(Suit::ALL[row]) } else { None };
        let mut index = 28;
        while index < Card::COUNT {
            let card = Card::from_index(index);
            table[row][effective_suit(card, trump) as usize].insert(card);
            index += 1;
        }
        row += 1;
    }
    table
};

const FOLLOWING: [[CardSet; 64]; 4] = {
    let mut table = [[CardSet::EMPTY; 64]; 4];
    let mut row = 0;
    while row < 4 {
        let trump = Some(Suit::ALL[row]);
        let mut index = 28;
        while index < Card::COUNT {
            let suit = effective_suit(Card::from_index(index), trump);
            table[row][index as usize] = SUIT_CARDS[row][suit as usize];
            index += 1;
        }
        row += 1;
    }
    table
};

/// 64 columns and not 52, so that no index can be out of range and none is checked.
const HEIGHT: [[u8; 64]; 4] = {
    let mut table = [[0; 64]; 4];
    let mut t = 0;
    while t < 4 {
        let trump = Suit::ALL[t];
        let mut index = 28;
        while index < Card::COUNT {
            let card = Card::from_index(index);
            let rank = card.rank() as u8 - Rank::Nine as u8;
            table[t][index as usize] = if is_left_bower(card, trump) {
                16 + 6
            } else if card.suit() as u8 != trump as u8 {
                rank
            } else if matches!(card.rank(), Rank::Jack) {
                16 + 7
            } else {
                16 + rank
            };
            index += 1;
        }
        t += 1;
    }
    table
};
