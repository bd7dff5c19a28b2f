use crate::Error;
use core::time::Duration;
use kernel::{Field, Kind, Preset, Setting, Switch};
use serde::{Deserialize, Serialize};

/// House rules (Casino 11).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// How many cards the pack has: 40 or 52.
    pub deck: u8,
    /// Whether four seats play two against two.
    pub teams: Switch,
    /// Which builds need a card that can take them.
    pub key_card: KeyCard,
    /// The highest value a build may have.
    pub build_limit: u8,
    /// How many builds one seat may own by its own making.
    pub builds_per_seat: BuildsPerSeat,
    /// What may be laid on somebody else's build to raise its value.
    pub raise: Raise,
    /// Whether one's own single build may be raised.
    pub raise_own: Switch,
    /// Whether the tops of opponents' piles may be used.
    pub pile_tops: Switch,
    /// When an owner who could take a build may not trail.
    pub trail_ban: TrailBan,
    /// Whether a card that matches something on the table may not be trailed.
    pub no_pair_trail: Switch,
    /// Whether a capture must take as much as it can.
    pub must_take_all: Switch,
    /// Whether a partner may restore a build that was taken.
    pub partner_rebuild: Switch,
    /// Whether a partner may ask for a build instead of its capture.
    pub shiya: Switch,
    /// What captured cards count.
    pub scoring: Scoring,
    /// What the most cards and the most spades bring.
    pub majorities: Majorities,
    /// What a set is worth; 1: nothing extra.
    pub set_multiplier: u8,
    /// How many equal cards make a set.
    pub set_size: u8,
    /// Points for emptying the table.
    pub sweep_points: u8,
    /// One game, or games up to a number of points.
    #[serde(rename = "match")]
    pub match_kind: MatchKind,
    /// The number of points that ends a match.
    pub match_target: u16,
    /// Time for a turn; 0: as long as it takes.
    pub turn_seconds: u8,
    /// Time for a partner to call.
    pub shiya_seconds: u8,
    /// Time to look at a finished game of a match.
    pub round_over_seconds: u8,
    /// Whether captured cards lie open.
    pub open_piles: Switch,
    /// Whether others see the public part of what a player lays together.
    pub staging_hint: Switch,
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
    /// Most cards, most spades, the ten of diamonds, the two of spades, aces.
    Casino,
    /// Their values.
    Pips,
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

/// What is played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchKind {
    /// One game decides.
    Single,
    /// Games until somebody has enough points.
    Points,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            deck: 40,
            teams: Switch::Off,
            key_card: KeyCard::Stack,
            build_limit: 10,
            builds_per_seat: BuildsPerSeat::One,
            raise: Raise::Hand,
            raise_own: Switch::Off,
            pile_tops: Switch::On,
            trail_ban: TrailBan::FirstDeal,
            no_pair_trail: Switch::Off,
            must_take_all: Switch::Off,
            partner_rebuild: Switch::Off,
            shiya: Switch::Off,
            scoring: Scoring::Casino,
            majorities: Majorities::Auto,
            set_multiplier: 1,
            set_size: 3,
            sweep_points: 0,
            match_kind: MatchKind::Single,
            match_target: 21,
            turn_seconds: 60,
            shiya_seconds: 3,
            round_over_seconds: 30,
            open_piles: Switch::Off,
            staging_hint: Switch::Off,
        }
    }
}

impl Options {
    /// What serde cannot see: ranges, and options that do not go with so many seats.
    pub(crate) fn validate(&self, seats: u8) -> Result<(), Error> {
        let bad = |field: &str| Err(Error::BadOptions { field: field.into() });
        if self.teams.is_on() && seats != 4 {
            return bad("teams");
        }
        let numbers = [
            ("deck", self.deck.into()),
            ("build_limit", self.build_limit.into()),
            ("set_multiplier", self.set_multiplier.into()),
            ("set_size", self.set_size.into()),
            ("sweep_points", self.sweep_points.into()),
            ("match_target", self.match_target.into()),
            ("turn_seconds", self.turn_seconds.into()),
            ("shiya_seconds", self.shiya_seconds.into()),
            ("round_over_seconds", self.round_over_seconds.into()),
        ];
        for (name, number) in numbers {
            if !FIELDS.iter().any(|field| field.name == name && in_range(field.kind, number)) {
                return bad(name);
            }
        }
        Ok(())
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

fn in_range(kind: Kind, number: u32) -> bool {
    match kind {
        Kind::Number { or: Some(Setting::Number(other)), .. } if number == other => true,
        Kind::Number { from, to, step, .. } => {
            (from..=to).contains(&number) && (number - from).is_multiple_of(step)
        }
        _ => false,
    }
}

/// A limit in seconds; 0 is none.
pub(crate) fn limit(seconds: u8) -> Option<Duration> {
    (seconds > 0).then(|| Duration::from_secs(u64::from(seconds)))
}

const fn switch(name: &'static str, default: &'static str) -> Field {
    Field { name, kind: Kind::Switch, default: Setting::Word(default) }
}
const fn choice(name: &'static str, words: &'static [&'static str], default: &'static str) -> Field {
    Field { name, kind: Kind::Choice(words), default: Setting::Word(default) }
}
const fn number(name: &'static str, from: u32, to: u32, step: u32, default: u32) -> Field {
    Field { name, kind: Kind::Number { from, to, step, or: None }, default: Setting::Number(default) }
}

pub(crate) const FIELDS: &[Field] = &[
    number("deck", 40, 52, 12, 40),
    switch("teams", "off"),
    choice("key_card", &["stack", "required", "free"], "stack"),
    number("build_limit", 5, 10, 1, 10),
    choice("builds_per_seat", &["1", "any"], "1"),
    choice("raise", &["off", "hand", "hand_and_loose"], "hand"),
    switch("raise_own", "off"),
    switch("pile_tops", "on"),
    choice("trail_ban", &["never", "first_deal", "always"], "first_deal"),
    switch("no_pair_trail", "off"),
    switch("must_take_all", "off"),
    switch("partner_rebuild", "off"),
    switch("shiya", "off"),
    choice("scoring", &["casino", "pips"], "casino"),
    choice("majorities", &["auto", "off", "two_two", "three_one"], "auto"),
    number("set_multiplier", 1, 3, 1, 1),
    number("set_size", 3, 4, 1, 3),
    number("sweep_points", 0, 1, 1, 0),
    choice("match", &["single", "points"], "single"),
    number("match_target", 11, 500, 1, 21),
    Field {
        name: "turn_seconds",
        kind: Kind::Number { from: 10, to: 180, step: 1, or: Some(Setting::Number(0)) },
        default: Setting::Number(60),
    },
    number("shiya_seconds", 2, 10, 1, 3),
    number("round_over_seconds", 10, 120, 1, 30),
    switch("open_piles", "off"),
    switch("staging_hint", "off"),
];

pub(crate) const PRESETS: &[Preset] = &[
    Preset { name: "house", settings: &[] },
    Preset {
        name: "traditional",
        settings: &[("key_card", Setting::Word("required")), ("partner_rebuild", Setting::Word("on"))],
    },
    Preset { name: "by_value", settings: &[("scoring", Setting::Word("pips"))] },
    Preset {
        name: "classic52",
        settings: &[
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
