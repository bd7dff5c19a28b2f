use alloc::{string::String, vec::Vec};
use core::{fmt, str::FromStr};
use kernel::Suit;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A rank, the ace low, the joker last. On the wire `A 2 … 10 J Q K X`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/"))]
#[allow(missing_docs, reason = "the names say it")]
#[repr(u8)]
pub enum Rank {
    #[serde(rename = "A")]
    Ace,
    #[serde(rename = "2")]
    Two,
    #[serde(rename = "3")]
    Three,
    #[serde(rename = "4")]
    Four,
    #[serde(rename = "5")]
    Five,
    #[serde(rename = "6")]
    Six,
    #[serde(rename = "7")]
    Seven,
    #[serde(rename = "8")]
    Eight,
    #[serde(rename = "9")]
    Nine,
    #[serde(rename = "10")]
    Ten,
    #[serde(rename = "J")]
    Jack,
    #[serde(rename = "Q")]
    Queen,
    #[serde(rename = "K")]
    King,
    #[serde(rename = "X")]
    Joker,
}

impl Rank {
    /// All fourteen, ascending.
    pub const ALL: [Rank; 14] = [
        Rank::Ace,
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
        Rank::Joker,
    ];
    const NAMES: [&'static str; 14] = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "X"];

    /// As in the notation.
    pub const fn name(self) -> &'static str {
        Rank::NAMES[self as usize]
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One of 54 cards: 52 with a rank and a suit, written `10h`, `Ad`, and the jokers `X1` and `X2`.
///
/// The kernel's cards have no joker, so Dutch has cards of its own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/", type = "string"))]
pub struct Card(u8);

/// A word that names no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a card: a rank (A, 2 to 10, J, Q, K) and a suit (c, d, h, s), such as 10h, or X1, X2")]
pub struct BadCard(pub String);

impl Card {
    /// How many there are.
    pub const COUNT: u8 = 54;

    /// Card number `index`: rank (ace = 0 to king = 12) × 4 + suit (c d h s = 0 to 3), then the two jokers.
    /// Shuffles order these numbers (Dutch 2.1).
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
    /// Its suit; a joker has none.
    pub const fn suit(self) -> Option<Suit> {
        if self.0 < 52 { Some(Suit::ALL[(self.0 % 4) as usize]) } else { None }
    }
    /// All 54, ascending by number.
    pub fn all() -> impl Iterator<Item = Card> + Clone {
        (0..Card::COUNT).map(Card)
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.suit() {
            Some(suit) => write!(f, "{}{suit}", self.rank()),
            None => write!(f, "X{}", self.0 - 51),
        }
    }
}
impl fmt::Debug for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl FromStr for Card {
    type Err = BadCard;
    /// Only the canonical form: one card has one name.
    fn from_str(text: &str) -> Result<Card, BadCard> {
        let bad = || BadCard(text.chars().take(12).collect());
        let (rank, suit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(bad)?;
        let number = match (rank, suit) {
            ("X", "1") => 52,
            ("X", "2") => 53,
            _ => {
                let rank = Rank::NAMES[..13].iter().position(|name| *name == rank).ok_or_else(bad)?;
                let suit = ["c", "d", "h", "s"].iter().position(|name| *name == suit).ok_or_else(bad)?;
                rank * 4 + suit
            }
        };
        Ok(Card(number as u8))
    }
}
impl Serialize for Card {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Card {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Card;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card such as \"10h\" or \"X1\"")
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Card, E> {
                word.parse().map_err(|_| E::invalid_value(serde::de::Unexpected::Str(word), &self))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}

/// A set of cards: one bit each. On the wire a list, ascending by [`Card::index`].
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "dutch/", type = "Array<string>"))]
pub struct Cards(u64);

impl Cards {
    /// Whether `card` is among them.
    pub const fn contains(self, card: Card) -> bool {
        self.0 & (1 << card.0) != 0
    }
    /// Adds a card, and says whether it is new.
    pub const fn insert(&mut self, card: Card) -> bool {
        let new = !self.contains(card);
        self.0 |= 1 << card.0;
        new
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
        Card::all().filter(move |card| self.contains(*card))
    }
}

impl FromIterator<Card> for Cards {
    fn from_iter<I: IntoIterator<Item = Card>>(cards: I) -> Self {
        cards.into_iter().fold(Cards::default(), |set, card| Cards(set.0 | 1 << card.0))
    }
}
impl fmt::Debug for Cards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
impl Serialize for Cards {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let cards = Vec::<Card>::deserialize(deserializer)?;
        // Any order is read, so no sender has to sort; what is written is ascending.
        let set: Cards = cards.iter().copied().collect();
        if set.len() != cards.len() {
            return Err(serde::de::Error::custom("a set of cards must not name a card twice"));
        }
        Ok(set)
    }
}
