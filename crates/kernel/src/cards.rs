use alloc::{string::String, vec::Vec};
use core::{
    fmt,
    ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Not, Sub, SubAssign},
    str::FromStr,
};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A suit, in the order clubs, diamonds, hearts, spades. On the wire `c d h s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[repr(u8)]
pub enum Suit {
    /// ♣
    #[serde(rename = "c")]
    Clubs,
    /// ♦
    #[serde(rename = "d")]
    Diamonds,
    /// ♥
    #[serde(rename = "h")]
    Hearts,
    /// ♠
    #[serde(rename = "s")]
    Spades,
}

impl Suit {
    /// All four, in order.
    pub const ALL: [Suit; 4] = [Suit::Clubs, Suit::Diamonds, Suit::Hearts, Suit::Spades];

    /// The letter of the notation.
    pub const fn letter(self) -> char {
        ['c', 'd', 'h', 's'][self as usize]
    }
    /// The other suit of the same colour.
    pub const fn same_colour(self) -> Suit {
        Suit::ALL[3 - self as usize]
    }
    fn from_letter(letter: char) -> Option<Suit> {
        Some(match letter {
            'c' | 'C' | '♣' | '♧' => Suit::Clubs,
            'd' | 'D' | '♦' | '♢' => Suit::Diamonds,
            'h' | 'H' | '♥' | '♡' => Suit::Hearts,
            's' | 'S' | '♠' | '♤' => Suit::Spades,
            _ => return None,
        })
    }
}

impl fmt::Display for Suit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// A rank, ascending from the two to the ace. Games in which the ace is low say so themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Rank {
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
    Nine,
    Ten,
    Jack,
    Queen,
    King,
    Ace,
}

impl Rank {
    /// All thirteen, ascending.
    pub const ALL: [Rank; 13] = [
        Rank::Two,
        Rank::Three,
        Rank::Four,
        Rank::Five,
        Rank::Six,
        Rank::Seven,
        Rank::Eight,
        Rank::Nine,
        Rank::Ten,
        Rank::Jack,
        Rank::Queen,
        Rank::King,
        Rank::Ace,
    ];
    const NAMES: [&'static str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];

    /// As in the notation: `2` to `10`, `J`, `Q`, `K`, `A`.
    pub const fn name(self) -> &'static str {
        Rank::NAMES[self as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of 52 playing cards. Written `10h`, `Jd`, `As`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/", type = "string"))]
pub struct Card(u8);

/// What each card is called. Written out because cards are most of what a view says: putting the words together
/// again for every card of every view took a tenth of the time of serializing it.
#[rustfmt::skip]
const NAMES: [&str; 52] = [
    "2c", "2d", "2h", "2s",
    "3c", "3d", "3h", "3s",
    "4c", "4d", "4h", "4s",
    "5c", "5d", "5h", "5s",
    "6c", "6d", "6h", "6s",
    "7c", "7d", "7h", "7s",
    "8c", "8d", "8h", "8s",
    "9c", "9d", "9h", "9s",
    "10c", "10d", "10h", "10s",
    "Jc", "Jd", "Jh", "Js",
    "Qc", "Qd", "Qh", "Qs",
    "Kc", "Kd", "Kh", "Ks",
    "Ac", "Ad", "Ah", "As",
];

/// A word that names no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a card: a rank (2 to 10, J, Q, K, A) and a suit (c, d, h, s), such as 10h")]
pub struct BadCard(pub String);

impl Card {
    /// How many there are.
    pub const COUNT: u8 = 52;

    /// The card of that rank and suit.
    pub const fn new(rank: Rank, suit: Suit) -> Card {
        Card(rank as u8 * 4 + suit as u8)
    }
    /// Card number `index`: rank (two = 0 to ace = 12) × 4 + suit (c d h s = 0 to 3).
    ///
    /// # Panics
    /// If no card has this index.
    pub const fn from_index(index: u8) -> Card {
        assert!(index < Card::COUNT);
        Card(index)
    }
    /// Its number, see [`Card::from_index`].
    pub const fn index(self) -> u8 {
        self.0
    }
    /// Its rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[(self.0 / 4) as usize]
    }
    /// Its suit, as printed on it.
    pub const fn suit(self) -> Suit {
        Suit::ALL[(self.0 % 4) as usize]
    }
    /// Its name: `10h`.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }
    /// Reads what a person types: `10h`, `th`, `JD`, `A♠`.
    pub fn parse(text: &str) -> Result<Card, BadCard> {
        let bad = || BadCard(text.chars().take(12).collect());
        let word = text.trim();
        let suit = word.chars().last().and_then(Suit::from_letter).ok_or_else(bad)?;
        let mut letters = word.chars();
        letters.next_back();
        let rank = letters.as_str();
        let rank = Rank::ALL
            .into_iter()
            .find(|r| r.name().eq_ignore_ascii_case(rank))
            .or_else(|| rank.eq_ignore_ascii_case("T").then_some(Rank::Ten))
            .ok_or_else(bad)?;
        Ok(Card::new(rank, suit))
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl FromStr for Card {
    type Err = BadCard;
    fn from_str(text: &str) -> Result<Card, BadCard> {
        Card::parse(text)
    }
}
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
impl<'de> Deserialize<'de> for Card {
    /// Only the canonical form: one card has one name on the wire.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Card;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card such as \"10h\"")
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Card, E> {
                Card::parse(word)
                    .ok()
                    .filter(|card| {
                        let (rank, suit) =
                            word.split_at_checked(word.len().saturating_sub(1)).unwrap_or_default();
                        rank == card.rank().name() && suit.starts_with(card.suit().letter())
                    })
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(word), &self))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

/// A set of playing cards: one bit each. On the wire a list, ascending by [`Card::index`].
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/", type = "Array<string>"))]
pub struct CardSet(u64);

impl CardSet {
    /// No card.
    pub const EMPTY: CardSet = CardSet(0);
    /// All 52.
    pub const PACK: CardSet = CardSet((1 << Card::COUNT) - 1);

    /// From one bit per [`Card::index`]; bits that do not stand for a card are dropped.
    pub const fn from_bits(bits: u64) -> CardSet {
        CardSet(bits & CardSet::PACK.0)
    }
    /// One bit per [`Card::index`].
    pub const fn bits(self) -> u64 {
        self.0
    }
    /// All cards of a suit.
    pub const fn of_suit(suit: Suit) -> CardSet {
        CardSet(0x1_1111_1111_1111 << suit as u8)
    }
    /// All cards of a rank.
    pub const fn of_rank(rank: Rank) -> CardSet {
        CardSet(0xF << (rank as u8 * 4))
    }
    /// One card.
    pub const fn only(card: Card) -> CardSet {
        CardSet(1 << card.0)
    }
    /// Whether `card` is among them.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.0) != 0
    }
    /// Adds a card.
    pub const fn insert(&mut self, card: Card) {
        self.0 |= 1 << card.0;
    }
    /// Takes a card out.
    pub const fn remove(&mut self, card: Card) {
        self.0 &= !(1 << card.0);
    }
    /// The number of cards.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// None at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Ascending by [`Card::index`].
    pub fn iter(self) -> impl Iterator<Item = Card> + Clone {
        let mut left = self.0;
        core::iter::from_fn(move || {
            (left != 0).then(|| {
                let card = Card(left.trailing_zeros() as u8);
                left &= left - 1;
                card
            })
        })
    }
}

impl FromIterator<Card> for CardSet {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(CardSet::EMPTY, |set, card| CardSet(set.0 | 1 << card.0))
    }
}
impl Extend<Card> for CardSet {
    fn extend<I: IntoIterator<Item = Card>>(&mut self, cards: I) {
        *self |= cards.into_iter().collect();
    }
}
impl BitOr for CardSet {
    type Output = CardSet;
    fn bitor(self, other: CardSet) -> CardSet {
        CardSet(self.0 | other.0)
    }
}
impl BitAnd for CardSet {
    type Output = CardSet;
    fn bitand(self, other: CardSet) -> CardSet {
        CardSet(self.0 & other.0)
    }
}
impl Sub for CardSet {
    type Output = CardSet;
    fn sub(self, other: CardSet) -> CardSet {
        CardSet(self.0 & !other.0)
    }
}
impl Not for CardSet {
    type Output = CardSet;
    fn not(self) -> CardSet {
        CardSet::PACK - self
    }
}
impl BitOrAssign for CardSet {
    fn bitor_assign(&mut self, other: CardSet) {
        self.0 |= other.0;
    }
}
impl BitAndAssign for CardSet {
    fn bitand_assign(&mut self, other: CardSet) {
        self.0 &= other.0;
    }
}
impl SubAssign for CardSet {
    fn sub_assign(&mut self, other: CardSet) {
        self.0 &= !other.0;
    }
}
impl FromStr for CardSet {
    type Err = BadCard;
    /// Cards between blanks; one that is named twice is a bad card.
    fn from_str(text: &str) -> Result<CardSet, BadCard> {
        let mut set = CardSet::EMPTY;
        for word in text.split_whitespace() {
            let card = Card::parse(word)?;
            if set.contains(card) {
                return Err(BadCard(word.into()));
            }
            set.insert(card);
        }
        Ok(set)
    }
}
impl fmt::Display for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, card) in self.iter().enumerate() {
            if i > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{card}")?;
        }
        Ok(())
    }
}
impl fmt::Debug for CardSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "[{self}]")
    }
}
impl Serialize for CardSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
impl<'de> Deserialize<'de> for CardSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        // Any order is read, so no sender has to sort; what is written is ascending.
        let set: CardSet = cards.iter().copied().collect();
        if set.len() != cards.len() {
            return Err(serde::de::Error::custom("a set of cards must not name a card twice"));
        }
        Ok(set)
    }
}
