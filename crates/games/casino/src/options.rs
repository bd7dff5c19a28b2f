use kernel::{CommonError, Field, Preset, Setting, Switch};
use serde::{Deserialize, Serialize};

kernel::options! {
    /// House rules (Casino 11).
    #[derive(Copy, Eq)]
    pub struct Options {
        /// How many cards the pack has: 40 or 52.
        deck: u8 = Field::number("deck", 40..=52, 40).step(12),
        /// Whether four seats play two against two.
        teams: Switch = Field::switch("teams", Switch::Off),
        /// Which builds need a card that can take them.
        key_card: KeyCard = Field::choice("key_card", &["stack", "required", "free"], "stack"),
        /// The highest value a build may have.
        build_limit: u8 = Field::number("build_limit", 5..=10, 10),
        /// How many builds one seat may own by its own making.
        builds_per_seat: BuildsPerSeat = Field::choice("builds_per_seat", &["1", "any"], "1"),
        /// What may be laid on somebody else's build to raise its value.
        raise: Raise = Field::choice("raise", &["off", "hand", "hand_and_loose"], "hand"),
        /// Whether a seat may raise its own single build.
        raise_own: Switch = Field::switch("raise_own", Switch::Off),
        /// Whether the tops of opponents' piles may be used.
        pile_tops: Switch = Field::switch("pile_tops", Switch::On),
        /// When an owner who could take a build may not trail.
        trail_ban: TrailBan = Field::choice("trail_ban", &["never", "first_deal", "always"], "first_deal"),
        /// Whether a card that matches something on the table may not be trailed.
        no_pair_trail: Switch = Field::switch("no_pair_trail", Switch::Off),
        /// Whether a capture must take as much as it can.
        must_take_all: Switch = Field::switch("must_take_all", Switch::Off),
        /// Whether a partner may restore a build that was taken.
        partner_rebuild: Switch = Field::switch("partner_rebuild", Switch::Off),
        /// Whether a partner may ask for a build instead of its capture.
        shiya: Switch = Field::switch("shiya", Switch::Off),
        /// What captured cards count.
        scoring: Scoring = Field::choice("scoring", &["pips", "casino"], "pips"),
        /// What the most cards and the most spades bring.
        majorities: Majorities = Field::choice("majorities", &["auto", "off", "two_two", "three_one"], "auto"),
        /// What a set is worth; 1: nothing extra.
        set_multiplier: u8 = Field::number("set_multiplier", 1..=3, 1),
        /// How many equal cards make a set.
        set_size: u8 = Field::number("set_size", 3..=4, 3),
        /// Points for emptying the table.
        sweep_points: u8 = Field::number("sweep_points", 0..=1, 0),
        /// One game, or games up to a number of points.
        #[serde(rename = "match")]
        match_kind: MatchKind = Field::choice("match", &["single", "points"], "single"),
        /// The number of points that ends a match.
        match_target: u16 = Field::number("match_target", 11..=500, 250),
        /// Time for a turn; 0: as long as it takes.
        turn_seconds: u8 = Field::number("turn_seconds", 10..=180, 60).or_unlimited(),
        /// Time for a partner to call.
        shiya_seconds: u8 = Field::number("shiya_seconds", 2..=10, 3),
        /// Time to look at a finished game of a match.
        round_over_seconds: u8 = Field::number("round_over_seconds", 10..=120, 30),
        /// Whether captured cards are public.
        open_piles: Switch = Field::switch("open_piles", Switch::Off),
        /// Whether others see the public part of what a player lays together.
        staging_hint: Switch = Field::switch("staging_hint", Switch::Off),
    }
}

/// Which builds need a card in hand that can take them later (Casino 5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KeyCard {
    /// All but builds from equal cards.
    Stack,
    /// All, and the last such card is kept for its build.
    Required,
    /// None.
    Free,
}

/// How many builds one seat may make.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BuildsPerSeat {
    /// One at a time; builds from equal cards come on top.
    #[serde(rename = "1")]
    One,
    /// Any number.
    #[serde(rename = "any")]
    Any,
}

/// What may be laid on somebody else's build to raise its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Raise {
    /// Nothing.
    Off,
    /// The card played.
    Hand,
    /// The card played and loose cards.
    HandAndLoose,
}

/// When an owner who could take a build may not trail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TrailBan {
    /// Never.
    Never,
    /// In the first of the two deals of two seats with the small pack.
    FirstDeal,
    /// Always.
    Always,
}

/// What captured cards count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scoring {
    /// Their values, as soon as they are captured.
    Pips,
    /// Most cards, most spades, the ten of diamonds, the two of spades, aces.
    Casino,
}

/// What the most cards and the most spades bring (Casino 8.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Majorities {
    /// As `two_two` between two sides, nothing among more.
    Auto,
    /// Nothing.
    Off,
    /// Two points each, shared in a tie.
    TwoTwo,
    /// Three and one, and nobody's in a tie.
    ThreeOne,
}

/// What ends a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchKind {
    /// One game decides.
    Single,
    /// Games until somebody has enough points.
    Points,
}

impl Options {
    /// Checks the options and the number of seats.
    pub(crate) fn validate(&self, seats: u8) -> Result<(), CommonError> {
        // Casino 2.1.
        CommonError::check_seats(seats, 2..=4)?;
        if self.teams.is_on() && seats != 4 {
            return Err(CommonError::bad_option("teams"));
        }
        self.admitted()
    }
    /// How many cards a seat is dealt at once.
    pub(crate) const fn hand_size(&self, seats: u8) -> u8 {
        match (self.deck, seats) {
            (52, _) => 4,
            (_, 3) => 13,
            _ => 10,
        }
    }
    /// How many cards begin face up.
    pub(crate) const fn face_up(&self, seats: u8) -> u8 {
        match (self.deck, seats) {
            (52, _) => 4,
            (_, 3) => 1,
            _ => 0,
        }
    }
    /// How often a seat is dealt a hand.
    pub(crate) const fn deals(&self, seats: u8) -> u8 {
        (self.deck - self.face_up(seats)) / (self.hand_size(seats) * seats)
    }
}

/// Casino 8.2: points for certain cards and for the most of them, and a match of as many as eleven a game reach.
const CASINO_POINTS: (&str, Setting) = ("scoring", Setting::Word("casino"));
const SHORT_MATCH: (&str, Setting) = ("match_target", Setting::Number(21));

pub(crate) const PRESETS: &[Preset] = &[
    Preset { name: "house", settings: &[] },
    Preset { name: "casino_points", settings: &[CASINO_POINTS, SHORT_MATCH] },
    Preset {
        name: "traditional",
        settings: &[
            CASINO_POINTS,
            SHORT_MATCH,
            ("key_card", Setting::Word("required")),
            ("partner_rebuild", Setting::Word("on")),
        ],
    },
    Preset {
        name: "classic52",
        settings: &[
            CASINO_POINTS,
            SHORT_MATCH,
            ("deck", Setting::Number(52)),
            ("key_card", Setting::Word("required")),
            ("builds_per_seat", Setting::Word("any")),
            ("raise_own", Setting::Word("on")),
            ("pile_tops", Setting::Word("off")),
            ("trail_ban", Setting::Word("always")),
            ("majorities", Setting::Word("three_one")),
        ],
    },
];
