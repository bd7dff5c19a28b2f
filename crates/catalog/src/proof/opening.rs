use super::{
    lines::{Lines, TextError},
    plain::is_plain,
};
use crate::Json;
use kernel::{Hex32, Seat, Start};
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};
use std::fmt::Write;

const FIRST_LINE: &str = "aboveboard deal 2";
/// No game has more seats.
const MOST_SEATS: u8 = 64;

/// Everything that a deal depends on and that is fixed before anybody adds random bytes to it.
///
/// Its text has one form: lines that end with a line feed, words separated by one space, decimal numbers without leading
/// zeros, hexadecimal digits in lower case, `-` for nothing. A page writes the text from what it shows its player and
/// compares it with the server's, byte for byte.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The code of the table.
    pub table: String,
    /// The id of the room.
    pub room: u64,
    /// Which game of the room, from 1.
    pub game: u32,
    /// One more than the number of transcripts that were frozen for this game before.
    pub attempt: u32,
    /// The hash of the last of those transcripts.
    pub before: Option<Hex32>,
    /// The name of the game that is played.
    pub rules: String,
    /// How the table is opened, with the version of the rules.
    pub start: Start,
    /// The deck, where cards are data.
    pub deck: Option<Deck>,
    /// Every option of the game, in its own form.
    pub options: Json,
    /// Every setting of the room.
    pub settings: Json,
    /// The public key that the server signs with.
    pub server: Hex32,
    /// The hash of the server's secret.
    pub commitment: Hex32,
    /// The person or bot on each seat.
    pub seats: Vec<Sitter>,
}

/// Which deck is played with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deck {
    /// Its id.
    pub id: String,
    /// Its hash.
    pub hash: Hex32,
}

/// The person or bot on a seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sitter {
    /// The person with this public id of 16 hexadecimal digits.
    Person(String),
    /// A bot of this level.
    Bot(String),
}

impl Opening {
    /// The text that is hashed and promised to.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        self.write(&mut text).expect("text grows in memory");
        text
    }

    fn write(&self, text: &mut String) -> std::fmt::Result {
        let Start { seats, host, first, rules: version } = self.start;
        writeln!(text, "{FIRST_LINE}")?;
        writeln!(text, "table {}", self.table)?;
        writeln!(text, "room {:016x}", self.room)?;
        writeln!(text, "game {}", self.game)?;
        writeln!(text, "attempt {}", self.attempt)?;
        writeln!(text, "before {}", or_none(self.before))?;
        writeln!(text, "rules {} {version}", self.rules)?;
        match &self.deck {
            Some(Deck { id, hash }) => writeln!(text, "deck {id} {hash}")?,
            None => writeln!(text, "deck -")?,
        }
        writeln!(text, "options {}", self.options.get())?;
        writeln!(text, "settings {}", self.settings.get())?;
        writeln!(text, "start {seats} {} {}", host.0, or_none(first.map(|seat| seat.0)))?;
        writeln!(text, "server {}", self.server)?;
        writeln!(text, "commitment {}", self.commitment)?;
        for (seat, sitter) in self.seats.iter().enumerate() {
            match sitter {
                Sitter::Person(id) => writeln!(text, "seat {seat} person {id}")?,
                Sitter::Bot(level) => writeln!(text, "seat {seat} bot {level}")?,
            }
        }
        Ok(())
    }

    /// The hash that promises are bound to.
    pub fn hash(&self) -> Hex32 {
        Hex32(Sha256::digest(self.to_text()).into())
    }

    /// Reads the lines of an opening; what follows them stays in `lines`.
    pub(super) fn read(lines: &mut Lines<'_>) -> Result<Opening, TextError> {
        lines.next_is(FIRST_LINE)?;
        let table = lines.value("table", "capital letters", |word| {
            (!word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase())).then(|| word.to_owned())
        })?;
        let room = lines.value("room", "16 hexadecimal digits", id)?;
        let game = lines.value("game", "a number from 1", from_one)?;
        let attempt = lines.value("attempt", "a number from 1", from_one)?;
        let before = lines.value("before", "64 hexadecimal digits or -", |word| maybe(word, Hex32::parse))?;
        let (rules, version) = lines.value("rules", "a name and a version", |words| {
            let (rules, version) = words.split_once(' ')?;
            Some((name(rules)?, number(version)?))
        })?;
        let deck = lines.value("deck", "an id and 64 hexadecimal digits, or -", |words| {
            maybe(words, |words| {
                let (id, hash) = words.split_once(' ')?;
                Some(Deck { id: name(id)?, hash: Hex32::parse(hash)? })
            })
        })?;
        let options = lines.value("options", "an object in the one form of JSON", object)?;
        let settings = lines.value("settings", "an object in the one form of JSON", object)?;
        let start = lines.value("start", "seats, the host's seat, and the first seat or -", |words| {
            let mut words = words.split(' ');
            let seats = number(words.next()?).filter(|seats| (1..=MOST_SEATS).contains(seats))?;
            let host = number(words.next()?).filter(|host| *host < seats)?;
            let first = maybe(words.next()?, |word| number(word).filter(|first| *first < seats))?;
            words.next().is_none().then_some(())?;
            Some(Start { seats, host: Seat(host), first: first.map(Seat), rules: version })
        })?;
        let server = lines.value("server", "64 hexadecimal digits", Hex32::parse)?;
        let commitment = lines.value("commitment", "64 hexadecimal digits", Hex32::parse)?;
        let seats = (0..start.seats).map(|seat| {
            lines.value(&format!("seat {seat}"), "`person` and an id, or `bot` and a level", |words| {
                match words.split_once(' ')? {
                    ("person", word) => id(word).map(|_| Sitter::Person(word.into())),
                    ("bot", level) => name(level).map(Sitter::Bot),
                    _ => None,
                }
            })
        });
        let seats = seats.collect::<Result<_, _>>()?;
        Ok(Opening {
            table,
            room,
            game,
            attempt,
            before,
            rules,
            start,
            deck,
            options,
            settings,
            server,
            commitment,
            seats,
        })
    }
}

fn or_none<T: ToString>(value: Option<T>) -> String {
    value.map_or_else(|| "-".into(), |value| value.to_string())
}

fn maybe<T>(word: &str, read: impl Fn(&str) -> Option<T>) -> Option<Option<T>> {
    if word == "-" { Some(None) } else { read(word).map(Some) }
}

/// A decimal number in its one form.
pub(super) fn number<T: std::str::FromStr + ToString>(word: &str) -> Option<T> {
    word.parse().ok().filter(|number: &T| number.to_string() == word)
}

fn from_one(word: &str) -> Option<u32> {
    number(word).filter(|number| *number > 0)
}

fn id(word: &str) -> Option<u64> {
    let id = u64::from_str_radix(word, 16).ok()?;
    (format!("{id:016x}") == word).then_some(id)
}

/// The name of a game, a deck or a level.
fn name(word: &str) -> Option<String> {
    let fits = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-' || byte == b'_';
    (!word.is_empty() && word != "-" && word.bytes().all(fits)).then(|| word.to_owned())
}

fn object(text: &str) -> Option<Json> {
    if !text.starts_with('{') || !is_plain(text) {
        return None;
    }
    RawValue::from_string(text.to_owned()).ok()
}
