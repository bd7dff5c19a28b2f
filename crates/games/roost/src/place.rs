use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A row of a mat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Habitat {
    Forest,
    Grassland,
    Wetland,
}

impl Habitat {
    /// All three, in position order.
    pub const ALL: [Habitat; 3] = [Habitat::Forest, Habitat::Grassland, Habitat::Wetland];

    /// As it is written.
    pub const fn word(self) -> &'static str {
        match self {
            Habitat::Forest => "forest",
            Habitat::Grassland => "grassland",
            Habitat::Wetland => "wetland",
        }
    }
    /// The habitat of that name.
    pub fn named(word: &str) -> Option<Habitat> {
        Habitat::ALL.into_iter().find(|habitat| habitat.word() == word)
    }
}

impl fmt::Display for Habitat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How many birds fit into a row.
pub const COLUMNS: usize = 5;

/// A place on a mat: `F1` to `F5`, `G1` to `G5`, `W1` to `W5`, column 1 being the leftmost.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/", type = "string"))]
pub struct Position(u8);

impl Position {
    /// All fifteen, in position order.
    pub fn all() -> impl DoubleEndedIterator<Item = Position> {
        (0..15).map(Position)
    }
    /// A column of a row, counted from 0.
    ///
    /// # Panics
    /// If the row has no such column.
    pub fn new(row: Habitat, column: usize) -> Position {
        assert!(column < COLUMNS, "a row has {COLUMNS} columns");
        Position((row as usize * COLUMNS + column) as u8)
    }
    /// Its row.
    pub const fn row(self) -> Habitat {
        Habitat::ALL[self.0 as usize / COLUMNS]
    }
    /// Its column, from 0.
    pub const fn column(self) -> usize {
        self.0 as usize % COLUMNS
    }
    /// Reads `F1` and its like.
    pub fn parse(text: &str) -> Option<Position> {
        let &[row, column @ b'1'..=b'5'] = text.as_bytes() else { return None };
        let row = b"FGW".iter().position(|&letter| letter == row)?;
        Some(Position((row * COLUMNS) as u8 + column - b'1'))
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = ["F", "G", "W"][self.row() as usize];
        write!(f, "{letter}{}", self.column() + 1)
    }
}
impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
impl Serialize for Position {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Position;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a place from F1 to W5")
            }
            fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<Position, E> {
                Position::parse(text).ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
            }
        }
        deserializer.deserialize_str(Visitor)
    }
}
