use crate::{Error, Supply, Weights};
use core::{fmt, time::Duration};
use kernel::{Field, Kind, Preset, Setting, Switch};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// House rules, fixed before the deal (rules, section 11).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which cards there are.
    pub tier: Tier,
    /// How often each kind of card comes; unset: as the tier has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Weights>,
    /// Seats needed to start.
    pub min_players: u32,
    /// Seats there may be.
    pub max_players: u32,
    /// Cards dealt to each seat.
    pub hand_size: u32,
    /// The seat that begins the first game.
    pub first_seat: FirstSeat,
    /// Which plus cards answer a plus card; unset: every one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stacking: Option<Stacking>,
    /// Seats that one skip passes over.
    pub skip_count: u32,
    /// Reverses in a row.
    pub reverse_limit: u32,
    /// Whether drawing is refused while a card could be played.
    pub must_play: Switch,
    /// Whether a drawn card may be played at once.
    pub play_drawn: Switch,
    /// Whether `swap` goes on everything.
    pub swap_anytime: Switch,
    /// The size of hand that puts its seat out.
    pub mercy_limit: MercyLimit,
    /// Turns in a round.
    pub turn_limit: u32,
    /// Time for a turn; 0: as long as it takes.
    pub turn_seconds: u32,
    /// One round, or rounds up to a number of points.
    #[serde(rename = "match")]
    pub match_kind: MatchKind,
    /// The number of points that ends a match.
    pub points_target: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            tier: Tier::Insane,
            weights: None,
            min_players: 3,
            max_players: 6,
            hand_size: 7,
            first_seat: FirstSeat::Random,
            stacking: None,
            skip_count: 2,
            reverse_limit: 4,
            must_play: Switch::Off,
            play_drawn: Switch::Off,
            swap_anytime: Switch::Off,
            mercy_limit: MercyLimit::Off,
            turn_limit: 1000,
            turn_seconds: 30,
            match_kind: MatchKind::Single,
            points_target: 500,
        }
    }
}

/// Which cards there are. Each tier has those of the one before and more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Numbers and wild eights.
    Base,
    /// Plus cards, skips and reverses.
    Insane,
    /// Hands change places, and worse.
    Chaos,
}

impl Tier {
    /// How many kinds of card it has, in the order of the table of weights.
    pub(crate) const fn kinds(self) -> usize {
        match self {
            Tier::Base => 2,
            Tier::Insane => 7,
            Tier::Chaos => 16,
        }
    }
}

/// The seat that begins the first game at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstSeat {
    /// Any seat, each equally likely.
    Random,
    /// The host's.
    Host,
}

/// Which plus cards may answer a plus card (rules, 5.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stacking {
    /// Every one.
    Any,
    /// Those that add at least as much as the top card.
    EqualOrHigher,
    /// Those that add as much as the top card.
    SameOnly,
    /// None.
    Off,
}

/// What ends a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MatchKind {
    /// One round decides.
    Single,
    /// Rounds until somebody has enough points.
    Points,
}

/// The size of hand that puts its seat out. On the wire `"off"` or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MercyLimit {
    /// Hands may grow.
    Off,
    /// A hand of this many cards is out.
    Cards(u32),
}

impl Serialize for MercyLimit {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            MercyLimit::Off => serializer.serialize_str("off"),
            MercyLimit::Cards(cards) => serializer.serialize_u32(*cards),
        }
    }
}

impl<'de> Deserialize<'de> for MercyLimit {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = MercyLimit;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"off\" or a number of cards")
            }
            fn visit_u64<E: serde::de::Error>(self, cards: u64) -> Result<MercyLimit, E> {
                let cards = u32::try_from(cards)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(cards), &self))?;
                Ok(MercyLimit::Cards(cards))
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<MercyLimit, E> {
                match word {
                    "off" => Ok(MercyLimit::Off),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Every option with its values and its default, in the order of the rules, section 11.
pub(crate) static FIELDS: [Field; 17] = [
    field("tier", Kind::Choice(&["base", "insane", "chaos"]), Setting::Word("insane")),
    field("weights", Kind::Shares { of: &Weights::NAMES, total: Weights::TOTAL }, Setting::Unset),
    number("min_players", 2, 3, 3),
    number("max_players", 2, 10, 6),
    number("hand_size", 3, 10, 7),
    field("first_seat", Kind::Choice(&["random", "host"]), Setting::Word("random")),
    field("stacking", Kind::Choice(&["any", "equal_or_higher", "same_only", "off"]), Setting::Unset),
    number("skip_count", 1, 5, 2),
    number("reverse_limit", 2, 10, 4),
    switch("must_play"),
    switch("play_drawn"),
    switch("swap_anytime"),
    field(
        "mercy_limit",
        Kind::Number { from: 15, to: 100, step: 1, or: Some(Setting::Word("off")) },
        Setting::Word("off"),
    ),
    number("turn_limit", 100, 5000, 1000),
    field(
        "turn_seconds",
        Kind::Number { from: 10, to: 120, step: 1, or: Some(Setting::Number(0)) },
        Setting::Number(30),
    ),
    field("match", Kind::Choice(&["single", "points"]), Setting::Word("single")),
    number("points_target", 100, 1000, 500),
];

/// The tiers with their own weights; the default first.
pub(crate) static PRESETS: [Preset; 3] = [
    Preset { name: "insane", settings: &[] },
    Preset { name: "base", settings: &[("tier", Setting::Word("base"))] },
    Preset { name: "chaos", settings: &[("tier", Setting::Word("chaos"))] },
];

const fn field(name: &'static str, kind: Kind, default: Setting) -> Field {
    Field { name, kind, default }
}
const fn switch(name: &'static str) -> Field {
    field(name, Kind::Switch, Setting::Word("off"))
}
const fn number(name: &'static str, from: u32, to: u32, default: u32) -> Field {
    field(name, Kind::Number { from, to, step: 1, or: None }, Setting::Number(default))
}

/// House rules that were found possible, with everything "by tier" filled in.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Rules {
    pub(crate) options: Options,
    pub(crate) stacking: Stacking,
    pub(crate) supply: Supply,
    pub(crate) lucky: Supply,
    pub(crate) mercy: Option<usize>,
    /// Time for a turn.
    pub(crate) turn_lasts: Option<Duration>,
    /// Time for the small decisions within a turn.
    pub(crate) choice_lasts: Option<Duration>,
}

impl Rules {
    /// Checks the options and the number of seats. `version` is that of the game's rules.
    pub(crate) fn new(options: &Options, seats: u8, version: u32) -> Result<Rules, Error> {
        possible(options)?;
        if u32::from(seats) < options.min_players {
            return Err(Error::TooFewPlayers { needed: options.min_players });
        }
        if u32::from(seats) > options.max_players {
            return Err(Error::TooManyPlayers { most: options.max_players });
        }
        let weights = options.weights.unwrap_or(Weights::of_tier(options.tier));
        // Eights 5.2. Games of the first version were played with another rule, and their logs must replay.
        let by_default = match options.tier {
            Tier::Chaos if version == 1 => Stacking::EqualOrHigher,
            _ => Stacking::Any,
        };
        // Eights 9.3: a table without a turn limit has none for the small decisions either.
        let timed = options.turn_seconds > 0;
        Ok(Rules {
            options: options.clone(),
            stacking: options.stacking.unwrap_or(by_default),
            supply: Supply::new(&weights),
            lucky: Supply::new(&Weights::LUCKY),
            mercy: match options.mercy_limit {
                MercyLimit::Off => None,
                MercyLimit::Cards(cards) => Some(cards as usize),
            },
            turn_lasts: timed.then(|| Duration::from_secs(options.turn_seconds.into())),
            choice_lasts: timed.then(|| Duration::from_secs(10)),
        })
    }
}

/// Whether every option is within its range and fits the others.
fn possible(options: &Options) -> Result<(), Error> {
    let mercy_limit = match options.mercy_limit {
        MercyLimit::Off => Setting::Word("off"),
        MercyLimit::Cards(cards) => Setting::Number(cards),
    };
    let settings = [
        ("min_players", Setting::Number(options.min_players)),
        ("max_players", Setting::Number(options.max_players)),
        ("hand_size", Setting::Number(options.hand_size)),
        ("skip_count", Setting::Number(options.skip_count)),
        ("reverse_limit", Setting::Number(options.reverse_limit)),
        ("mercy_limit", mercy_limit),
        ("turn_limit", Setting::Number(options.turn_limit)),
        ("turn_seconds", Setting::Number(options.turn_seconds)),
        ("points_target", Setting::Number(options.points_target)),
    ];
    let bad = |field: &'static str| Err(Error::BadOptions { field: field.into() });
    for (name, setting) in settings {
        if !FIELDS.iter().any(|field| field.name == name && in_range(field.kind, setting)) {
            return bad(name);
        }
    }
    if options.max_players < options.min_players {
        return bad("max_players");
    }
    if options.weights.is_some_and(|weights| !weights.fit(options.tier)) {
        return bad("weights");
    }
    Ok(())
}

fn in_range(kind: Kind, setting: Setting) -> bool {
    match (kind, setting) {
        (Kind::Number { or: Some(other), .. }, setting) if setting == other => true,
        (Kind::Number { from, to, .. }, Setting::Number(number)) => (from..=to).contains(&number),
        _ => false,
    }
}
