use crate::{Card, Phase, Rank};
use core::time::Duration;
use kernel::{CommonError, Field, Preset, Setting, Suit, Switch, word_or_number};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

kernel::options! {
    /// House rules (Dutch 10).
    #[derive(Copy, Eq)]
    pub struct Options {
        /// Whether cards are collected.
        mode: Mode = Field::choice("mode", &["collect", "clear"], "collect"),
        /// The most seats that may sit down.
        max_seats: u8 = Field::number("max_seats", 2..=6, 4),
        /// Cards dealt to each seat; also the number of slots that stay when they are blank.
        hand_size: u8 = Field::number("hand_size", 3..=6, 4),
        /// Own cards that each seat looks at before the first turn.
        peek_count: u8 = Field::number("peek_count", 1..=6, 2),
        /// What the kings of hearts and diamonds count.
        red_kings: RedKings = Field::number("red_kings", 0..=10, 0).step(10).or(Setting::Word("hearts")),
        /// How a collection counts.
        collection_scoring: CollectionScoring = Field::choice("collection_scoring", &["each", "once"], "each"),
        /// Whether a queen looks at a card.
        queen_power: Switch = Field::switch("queen_power", Switch::On),
        /// Whether a jack swaps two cards.
        jack_power: Switch = Field::switch("jack_power", Switch::On),
        /// Whether the top discard may be taken instead of a card of the pile.
        discard_take: Switch = Field::switch("discard_take", Switch::Off),
        /// Blind cards for a match of the wrong rank.
        wrong_penalty: u8 = Field::number("wrong_penalty", 0..=2, 1),
        /// Whether the caller's cards are out of reach after the call.
        freeze_caller: Switch = Field::switch("freeze_caller", Switch::Off),
        /// Where a drawn card goes when its time is up.
        timeout: Timeout = Field::choice("timeout", &["keep_drawn", "discard_drawn"], "keep_drawn"),
        /// One deal, or deals until somebody has too many points.
        #[serde(rename = "match")]
        match_kind: MatchKind = Field::choice("match", &["single", "cumulative"], "single"),
        /// The total that ends a match.
        match_target: u8 = Field::number("match_target", 50..=200, 100),
        /// What a caller who does not win adds to its total: 0, 5, 10 or 20.
        caller_penalty: u8 = Field::number("caller_penalty", 0..=10, 10).step(5).or(Setting::Number(20)),
        /// Turns for each seat; then the deal is scored.
        turn_limit: u8 = Field::number("turn_limit", 10..=200, 50),
        /// Whether seats are shown what they have seen and could follow.
        memory_aid: Switch = Field::switch("memory_aid", Switch::Off),
        /// Time for the first look.
        peek_seconds: u8 = Field::number("peek_seconds", 5..=60, 10),
        /// Time to draw.
        draw_seconds: u8 = Field::number("draw_seconds", 3..=60, 10),
        /// Time to play.
        play_seconds: u8 = Field::number("play_seconds", 5..=90, 15),
        /// How long the same-rank window is open.
        window_seconds: u8 = Field::number("window_seconds", 3..=10, 5),
        /// Time to choose a card to look at.
        queen_seconds: u8 = Field::number("queen_seconds", 5..=30, 10),
        /// How long the look lasts.
        peeking_seconds: u8 = Field::number("peeking_seconds", 2..=10, 5),
        /// Time to choose two cards to swap.
        jack_seconds: u8 = Field::number("jack_seconds", 5..=30, 10),
        /// The pause after a turn; 0: there is none.
        turn_end_seconds: u8 = Field::number("turn_end_seconds", 0..=5, 2),
        /// Time to look at a finished deal.
        ready_seconds: u8 = Field::number("ready_seconds", 10..=120, 30),
    }
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
        Ok(match word_or_number(deserializer, "hearts")?.map(u8::try_from) {
            Some(points) => RedKings::Points(points.map_err(serde::de::Error::custom)?),
            None => RedKings::Hearts,
        })
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

/// Where a drawn card goes when its time is up.
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

impl Options {
    /// Checks the options and the number of seats.
    pub(crate) fn validate(&self, seats: u8) -> Result<(), CommonError> {
        self.admitted()?;
        if self.peek_count > self.hand_size {
            return Err(CommonError::bad_option("peek_count"));
        }
        CommonError::check_seats(seats, 2..=self.max_seats)
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
