//! What a card counts as (Casino 1).

use kernel::{Card, CardSet, Rank, Suit};

/// All court cards, which only the large pack has.
pub(crate) const COURT: CardSet = CardSet::from_bits(0xFFF << 36);

/// The value of a card: ace 1, the others their number. 0 for jack, queen and king: they have none.
pub const fn value(card: Card) -> u8 {
    match card.rank() {
        Rank::Ace => 1,
        Rank::Jack | Rank::Queen | Rank::King => 0,
        number => number as u8 + 2,
    }
}

/// The cards of a pack of 40 or 52.
pub const fn pack(deck: u8) -> CardSet {
    if deck == 52 { CardSet::PACK } else { CardSet::from_bits(CardSet::PACK.bits() & !COURT.bits()) }
}

/// The number of a card of the pack: rank (ace = 0 to ten = 9, king = 12) × 4 + suit (c d h s = 0 to 3).
/// Shuffles order these numbers (Casino 2.3).
pub const fn card_number(card: Card) -> u8 {
    (card.rank() as u8 + 1) % 13 * 4 + card.suit() as u8
}

/// The card with that number.
///
/// # Panics
/// If the number is above 51.
pub const fn card_from_number(number: u8) -> Card {
    assert!(number < 52);
    Card::new(Rank::ALL[((number / 4 + 12) % 13) as usize], Suit::ALL[(number % 4) as usize])
}

/// All cards of a value; none for a value that no card has.
pub(crate) const fn of_value(value: u8) -> CardSet {
    match value {
        1..=10 => CardSet::from_bits(0xF << shift(value)),
        _ => CardSet::EMPTY,
    }
}

/// All cards of the ranks of these.
pub(crate) const fn same_ranks(cards: CardSet) -> CardSet {
    let bits = cards.bits();
    let ranks = (bits | bits >> 1 | bits >> 2 | bits >> 3) & CardSet::of_suit(Suit::Clubs).bits();
    CardSet::from_bits(ranks * 0xF)
}

/// Where the four bits of a value begin in [`CardSet::bits`]: there the ace is the highest rank.
pub(crate) const fn shift(value: u8) -> u32 {
    (value as u32 + 11) % 13 * 4
}

/// The values of these cards added up; court cards add nothing.
pub(crate) fn total(cards: CardSet) -> u32 {
    cards.iter().map(|card| u32::from(value(card))).sum()
}

/// Whether these are at least two cards of one rank.
pub(crate) fn all_of_one_rank(cards: CardSet) -> bool {
    let first = cards.iter().next();
    cards.len() > 1 && first.is_some_and(|card| (cards - CardSet::of_rank(card.rank())).is_empty())
}

/// The total of a same-rank draft: one card of the hand laid on loose cards of the same rank (Casino 4.1).
/// `None` for other cards. Court cards add up to 0.
///
/// ```
/// let draft = |hand: &str, loose: &str| casino::same_rank(hand.parse().unwrap(), loose.parse().unwrap());
/// assert_eq!(draft("5s", "5h"), Some(10));
/// assert_eq!(draft("5s", "5h 6d"), None);
/// ```
pub fn same_rank(card: Card, loose: CardSet) -> Option<u32> {
    let all = loose | CardSet::only(card);
    (!loose.contains(card) && all_of_one_rank(all)).then(|| total(all))
}

const _: () = assert!(pack(40).len() == 40 && pack(52).len() == 52);
const _: () = assert!(of_value(1).len() == 4 && of_value(10).len() == 4 && of_value(11).is_empty());
