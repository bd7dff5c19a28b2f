use alloc::string::String;
use core::{fmt, str::FromStr};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the four colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/"))]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the names say it")]
pub enum Color {
    Red,
    Blue,
    Green,
    Yellow,
}

impl Color {
    /// All four, in order.
    pub const ALL: [Color; 4] = [Color::Red, Color::Blue, Color::Green, Color::Yellow];

    /// Its word in the notation.
    pub const fn word(self) -> &'static str {
        ["red", "blue", "green", "yellow"][self as usize]
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// What a card does, in the order of the table of weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs, reason = "the table in the rules, 2.2, says what each does")]
pub enum Kind {
    Number,
    Wild,
    Plus2,
    Plus4,
    Plus20,
    Skip,
    Reverse,
    Plus20Color,
    Nope,
    Swap,
    PickSwap,
    WildPickSwap,
    Rotate,
    Steal,
    LuckyHand,
    GodMode,
}

impl Kind {
    /// All sixteen, in order.
    pub const ALL: [Kind; 16] = [
        Kind::Number,
        Kind::Wild,
        Kind::Plus2,
        Kind::Plus4,
        Kind::Plus20,
        Kind::Skip,
        Kind::Reverse,
        Kind::Plus20Color,
        Kind::Nope,
        Kind::Swap,
        Kind::PickSwap,
        Kind::WildPickSwap,
        Kind::Rotate,
        Kind::Steal,
        Kind::LuckyHand,
        Kind::GodMode,
    ];

    /// What stands on the card, beside its colour if it has one. Numbers carry their value instead.
    const fn symbol(self) -> &'static str {
        match self {
            Kind::Number => "",
            Kind::Wild => "wild",
            Kind::Plus2 => "+2",
            Kind::Plus4 => "+4",
            Kind::Plus20 | Kind::Plus20Color => "+20",
            Kind::Skip => "skip",
            Kind::Reverse => "reverse",
            Kind::Nope => "nope",
            Kind::Swap => "swap",
            Kind::PickSwap => "pickswap",
            Kind::WildPickSwap => "wildpickswap",
            Kind::Rotate => "rotate",
            Kind::Steal => "steal",
            Kind::LuckyHand => "luckyhand",
            Kind::GodMode => "godmode",
        }
    }
    /// Whether cards of this kind have no colour, so that their player names one.
    pub const fn is_colorless(self) -> bool {
        matches!(self, Kind::Wild | Kind::Plus4 | Kind::Plus20 | Kind::WildPickSwap)
    }
    /// What a plus card adds to the stack.
    pub const fn plus(self) -> Option<u32> {
        match self {
            Kind::Plus2 => Some(2),
            Kind::Plus4 => Some(4),
            Kind::Plus20 | Kind::Plus20Color => Some(20),
            _ => None,
        }
    }
    /// How many faces there are of this kind.
    pub(crate) const fn faces(self) -> u8 {
        match self {
            Kind::Number => 4 * VALUES.len() as u8,
            kind if kind.is_colorless() => 1,
            _ => 4,
        }
    }
    /// The first face of this kind; the others follow, colour by colour.
    pub(crate) const fn first(self) -> u8 {
        let mut first = 0;
        let mut kind = 0;
        while kind < self as usize {
            first += Kind::ALL[kind].faces();
            kind += 1;
        }
        first
    }
}

/// The values of number cards. Without 8: the eight is the wild card.
pub(crate) const VALUES: [u8; 9] = [0, 1, 2, 3, 4, 5, 6, 7, 9];

/// The print on a card. Written `red 5`, `blue skip`, `wild`, `+4`, `red +20`.
///
/// Equal faces may exist many times; only the [`CardId`](crate::CardId) tells such twins apart.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "eights/", type = "string"))]
pub struct Face(u8);

/// A word that names no card.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not a card: a colour and a number or symbol such as “red 5”, or “wild”, “+4”, “+20”")]
pub struct BadFace(pub String);

impl Face {
    /// How many different faces there are.
    pub const COUNT: u8 = Kind::GodMode.first() + Kind::GodMode.faces();

    /// Every face, numbers first.
    pub fn all() -> impl Iterator<Item = Face> {
        (0..Face::COUNT).map(Face)
    }
    /// The number card of a roll below 36 (rules, 2.8): colour by colour, value by value.
    pub(crate) const fn number(rolled: u32) -> Face {
        Face((rolled % 36) as u8)
    }
    /// The face of `kind` that a roll below 36 picks (rules, 2.8).
    #[inline]
    pub(crate) const fn of(kind: Kind, rolled: u32) -> Face {
        let place = (rolled % 36) as u8;
        let shape = [place, place / VALUES.len() as u8, 0][SHAPE[kind as usize] as usize];
        Face(FIRST[kind as usize] + shape)
    }
    /// For tables with one entry per face.
    pub(crate) const fn index(self) -> usize {
        self.0 as usize
    }
    /// What it does.
    #[inline]
    pub const fn kind(self) -> Kind {
        PRINTED[self.index()].kind
    }
    /// Its colour, if it has one.
    #[inline]
    pub const fn color(self) -> Option<Color> {
        PRINTED[self.index()].color
    }
    /// The value of a number card.
    pub const fn value(self) -> Option<u8> {
        match self.kind() {
            Kind::Number => Some(VALUES[self.index() % VALUES.len()]),
            _ => None,
        }
    }
    /// What it counts in a hand that is left over (rules, 2.2).
    pub const fn points(self) -> u32 {
        match self.value() {
            Some(value) => value as u32,
            None if self.kind().is_colorless() => 50,
            None => 20,
        }
    }
}

/// Where the faces of each kind begin.
const FIRST: [u8; 16] = {
    let mut first = [0; 16];
    let mut kind = 0;
    while kind < 16 {
        first[kind] = Kind::ALL[kind].first();
        kind += 1;
    }
    first
};

/// 0: numbers, 1: one face per colour, 2: colourless.
const SHAPE: [u8; 16] = {
    let mut shape = [1; 16];
    let mut kind = 0;
    while kind < 16 {
        shape[kind] = match Kind::ALL[kind] {
            Kind::Number => 0,
            kind if kind.is_colorless() => 2,
            _ => 1,
        };
        kind += 1;
    }
    shape
};

#[derive(Clone, Copy)]
struct Printed {
    kind: Kind,
    color: Option<Color>,
}

/// The contents of each face, looked up rather than worked out: playouts ask all the time.
static PRINTED: [Printed; Face::COUNT as usize] = {
    let mut printed = [Printed { kind: Kind::Number, color: None }; Face::COUNT as usize];
    let mut kind = 0;
    while kind < 16 {
        let mut place = 0;
        while place < 36 {
            let face = Face::of(Kind::ALL[kind], place);
            let colored = !Kind::ALL[kind].is_colorless();
            let color = if colored { Some(Color::ALL[place as usize / VALUES.len()]) } else { None };
            printed[face.index()] = Printed { kind: Kind::ALL[kind], color };
            place += 1;
        }
        kind += 1;
    }
    printed
};

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.color(), self.value()) {
            (Some(color), Some(value)) => write!(f, "{color} {value}"),
            (Some(color), None) => write!(f, "{color} {}", self.kind().symbol()),
            (None, _) => f.write_str(self.kind().symbol()),
        }
    }
}
impl fmt::Debug for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl FromStr for Face {
    type Err = BadFace;
    fn from_str(text: &str) -> Result<Face, BadFace> {
        let (color, symbol) = text.split_once(' ').map_or((None, text), |(color, rest)| (Some(color), rest));
        Face::all()
            .find(|face| {
                face.color().map(Color::word) == color
                    && match face.value() {
                        Some(value) => symbol.len() == 1 && symbol.as_bytes()[0] == b'0' + value,
                        None => symbol == face.kind().symbol(),
                    }
            })
            .ok_or_else(|| BadFace(text.chars().take(20).collect()))
    }
}
impl Serialize for Face {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Face {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Face;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a card such as \"red 5\"")
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Face, E> {
                word.parse().map_err(|_| E::invalid_value(serde::de::Unexpected::Str(word), &self))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}
