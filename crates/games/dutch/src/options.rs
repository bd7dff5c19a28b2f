use crate::{Card, Error, Phase, Rank};
use core::{fmt, time::Duration};
use kernel::{Field, Kind, Preset, Setting, Suit, Switch};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// House rules (Dutch 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Whether cards are collected.
    pub mode: Mode,
    /// The most seats that may sit down.
    pub max_seats: u8,
    /// Cards dealt to each seat; also the number of slots that stay when they are blank.
    pub hand_size: u8,
    /// Own cards that each seat looks at before the first turn.
    pub peek_count: u8,
    /// What the kings of hearts and diamonds count.
    pub red_kings: RedKings,
    /// How a collection counts.
    pub collection_scoring: CollectionScoring,
    /// Whether a queen looks at a card.
    pub queen_power: Switch,
    /// Whether a jack swaps two cards.
    pub jack_power: Switch,
    /// Whether the top discard may be taken instead of a card of the pile.
    pub discard_take: Switch,
    /// Blind cards for a match of the wrong rank.
    pub wrong_penalty: u8,
    /// Whether the caller's cards are out of reach after the call.
    pub freeze_caller: Switch,
    /// What becomes of a drawn card when its time is up.
    pub timeout: Timeout,
    /// One deal, or deals until somebody has too many points.
    #[serde(rename = "match")]
    pub match_kind: MatchKind,
    /// The total that ends a match.
    pub match_target: u8,
    /// What a caller who does not win adds to its total: 0, 5, 10 or 20.
    pub caller_penalty: u8,
    /// Turns for each seat; then the deal is scored.
    pub turn_limit: u8,
    /// Whether seats are shown what they have seen and could follow.
    pub memory_aid: Switch,
    /// Time for the first look.
    pub peek_seconds: u8,
    /// Time to draw.
    pub draw_seconds: u8,
    /// Time to play.
    pub play_seconds: u8,
    /// How long the same-rank window is open.
    pub window_seconds: u8,
    /// Time to choose a card to look at.
    pub queen_seconds: u8,
    /// How long the look lasts.
    pub peeking_seconds: u8,
    /// Time to choose two cards to swap.
    pub jack_seconds: u8,
    /// The pause after a turn; 0: there is none.
    pub turn_end_seconds: u8,
    /// Time to look at a finished deal.
    pub ready_seconds: u8,
}

/// What red kings count. On the wire `0`, `10` or `"hearts"`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RedKings {
    /// Both as much: 0 or 10.
    Points(u8),
    /// The king of hearts 0, the king of diamonds 10.
    Hearts,
}

impl Serialize for RedKings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            RedKings::Points(points) => serializer.serialize_u8(*points),
            RedKings::Hearts => serializer.serialize_str("hearts"),
        }
    }
}

impl<'de> Deserialize<'de> for RedKings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = RedKings;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("0, 10 or \"hearts\"")
            }
            fn visit_u64<E: serde::de::Error>(self, points: u64) -> Result<RedKings, E> {
                u8::try_from(points)
                    .map(RedKings::Points)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(points), &self))
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<RedKings, E> {
                match word {
                    "hearts" => Ok(RedKings::Hearts),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Whether cards are collected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// Every seat has a rank to collect, and four of it win.
    Collect,
    /// Nothing is collected.
    Clear,
}

/// How a collection counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CollectionScoring {
    /// Every card in full.
    Each,
    /// All of it as much as one of its cards.
    Once,
}

/// What becomes of a drawn card when its time is up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Timeout {
    /// It joins the hand, face down, and the turn is missed.
    KeepDrawn,
    /// It is played.
    DiscardDrawn,
}

/// How long a game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchKind {
    /// One deal.
    Single,
    /// Deals until a total reaches the target.
    Cumulative,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mode: Mode::Collect,
            max_seats: 4,
            hand_size: 4,
            peek_count: 2,
            red_kings: RedKings::Points(0),
            collection_scoring: CollectionScoring::Each,
            queen_power: Switch::On,
            jack_power: Switch::On,
            discard_take: Switch::Off,
            wrong_penalty: 1,
            freeze_caller: Switch::Off,
            timeout: Timeout::KeepDrawn,
            match_kind: MatchKind::Single,
            match_target: 100,
            caller_penalty: 10,
            turn_limit: 50,
            memory_aid: Switch::Off,
            peek_seconds: 10,
            draw_seconds: 10,
            play_seconds: 15,
            window_seconds: 5,
            queen_seconds: 10,
            peeking_seconds: 5,
            jack_seconds: 10,
            turn_end_seconds: 2,
            ready_seconds: 30,
        }
    }
}

impl Options {
    /// Checks the options and the number of seats.
    pub(crate) fn validate(&self, seats: u8) -> Result<(), Error> {
        let numbers = [
            ("max_seats", self.max_seats),
            ("hand_size", self.hand_size),
            ("peek_count", self.peek_count),
            ("wrong_penalty", self.wrong_penalty),
            ("match_target", self.match_target),
            ("caller_penalty", self.caller_penalty),
            ("turn_limit", self.turn_limit),
            ("peek_seconds", self.peek_seconds),
            ("draw_seconds", self.draw_seconds),
            ("play_seconds", self.play_seconds),
            ("window_seconds", self.window_seconds),
            ("queen_seconds", self.queen_seconds),
            ("peeking_seconds", self.peeking_seconds),
            ("jack_seconds", self.jack_seconds),
            ("turn_end_seconds", self.turn_end_seconds),
            ("ready_seconds", self.ready_seconds),
        ];
        let bad = |field: &'static str| Err(Error::BadOptions { field: field.into() });
        for (name, number) in numbers {
            if !FIELDS.iter().any(|field| field.name == name && allows(field.kind, number.into())) {
                return bad(name);
            }
        }
        if !matches!(self.red_kings, RedKings::Points(0 | 10) | RedKings::Hearts) {
            return bad("red_kings");
        }
        if self.peek_count > self.hand_size {
            return bad("peek_count");
        }
        if seats < 2 {
            return Err(Error::TooFewPlayers { needed: 2 });
        }
        if seats > self.max_seats {
            return Err(Error::TooManyPlayers { most: self.max_seats });
        }
        Ok(())
    }

    /// Dutch 1.2: what a card counts.
    pub fn points(&self, card: Card) -> u8 {
        match card.rank() {
            Rank::Joker => 0,
            Rank::King if matches!(card.suit(), Some(Suit::Diamonds | Suit::Hearts)) => {
                match self.red_kings {
                    RedKings::Points(points) => points,
                    RedKings::Hearts if card.suit() == Some(Suit::Hearts) => 0,
                    RedKings::Hearts => 10,
                }
            }
            Rank::Jack | Rank::Queen | Rank::King => 10,
            number => number as u8 + 1,
        }
    }

    /// Whether a played card of this rank lets its player do something.
    pub(crate) fn has_power(&self, rank: Rank) -> bool {
        match rank {
            Rank::Queen => self.queen_power.is_on(),
            Rank::Jack => self.jack_power.is_on(),
            _ => false,
        }
    }

    /// How long a phase may take.
    pub(crate) fn lasts(&self, phase: Phase) -> Option<Duration> {
        let seconds = match phase {
            Phase::InitialPeek => self.peek_seconds,
            Phase::DrawingCard => self.draw_seconds,
            Phase::PlayingCard => self.play_seconds,
            Phase::SameRankWindow => self.window_seconds,
            Phase::QueenPeek => self.queen_seconds,
            Phase::Peeking => self.peeking_seconds,
            Phase::JackSwap => self.jack_seconds,
            Phase::TurnEnd => self.turn_end_seconds,
            Phase::DealEnded => self.ready_seconds,
            Phase::Deal | Phase::GameEnded => return None,
        };
        Some(Duration::from_secs(seconds.into()))
    }
}

fn allows(kind: Kind, number: u32) -> bool {
    let Kind::Number { from, to, step, or } = kind else { return false };
    or == Some(Setting::Number(number))
        || ((from..=to).contains(&number) && (number - from).is_multiple_of(step))
}

const fn switch(name: &'static str, default: &'static str) -> Field {
    Field { name, kind: Kind::Switch, default: Setting::Word(default) }
}
const fn choice(name: &'static str, words: &'static [&'static str]) -> Field {
    Field { name, kind: Kind::Choice(words), default: Setting::Word(words[0]) }
}
const fn number(name: &'static str, from: u32, to: u32, step: u32, default: u32) -> Field {
    Field { name, kind: Kind::Number { from, to, step, or: None }, default: Setting::Number(default) }
}

pub(crate) const FIELDS: &[Field] = &[
    choice("mode", &["collect", "clear"]),
    number("max_seats", 2, 6, 1, 4),
    number("hand_size", 3, 6, 1, 4),
    number("peek_count", 1, 6, 1, 2),
    Field {
        name: "red_kings",
        kind: Kind::Number { from: 0, to: 10, step: 10, or: Some(Setting::Word("hearts")) },
        default: Setting::Number(0),
    },
    choice("collection_scoring", &["each", "once"]),
    switch("queen_power", "on"),
    switch("jack_power", "on"),
    switch("discard_take", "off"),
    number("wrong_penalty", 0, 2, 1, 1),
    switch("freeze_caller", "off"),
    choice("timeout", &["keep_drawn", "discard_drawn"]),
    choice("match", &["single", "cumulative"]),
    number("match_target", 50, 200, 1, 100),
    Field {
        name: "caller_penalty",
        kind: Kind::Number { from: 0, to: 10, step: 5, or: Some(Setting::Number(20)) },
        default: Setting::Number(10),
    },
    number("turn_limit", 10, 200, 1, 50),
    switch("memory_aid", "off"),
    number("peek_seconds", 5, 60, 1, 10),
    number("draw_seconds", 3, 60, 1, 10),
    number("play_seconds", 5, 90, 1, 15),
    number("window_seconds", 3, 10, 1, 5),
    number("queen_seconds", 5, 30, 1, 10),
    number("peeking_seconds", 2, 10, 1, 5),
    number("jack_seconds", 5, 30, 1, 10),
    number("turn_end_seconds", 0, 5, 1, 2),
    number("ready_seconds", 10, 120, 1, 30),
];

pub(crate) const PRESETS: &[Preset] = &[
    Preset { name: "collector", settings: &[] },
    Preset { name: "classic", settings: &[("mode", Setting::Word("clear"))] },
    Preset {
        name: "speed",
        settings: &[
            ("draw_seconds", Setting::Number(3)),
            ("play_seconds", Setting::Number(8)),
            ("queen_seconds", Setting::Number(5)),
            ("jack_seconds", Setting::Number(5)),
            ("peeking_seconds", Setting::Number(3)),
            ("turn_end_seconds", Setting::Number(1)),
        ],
    },
    Preset {
        name: "no_powers",
        settings: &[("queen_power", Setting::Word("off")), ("jack_power", Setting::Word("off"))],
    },
    Preset { name: "long_match", settings: &[("match", Setting::Word("cumulative"))] },
];
