use crate::{Supply, Weights};
use core::time::Duration;
use kernel::{CommonError, Field, Kind, Preset, Setting, Switch, time_limit, word_or_number};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

kernel::options! {
    /// House rules, fixed before the deal (rules, section 11).
    #[derive(Eq)]
    pub struct Options {
        /// Which cards there are.
        tier: Tier = Field::choice("tier", &["base", "insane", "chaos"], "insane"),
        /// How often each kind of card comes; unset: as the tier has it.
        #[serde(skip_serializing_if = "Option::is_none")]
        weights: Option<Weights> = Field::unset("weights", Kind::Shares { of: &Weights::NAMES, total: Weights::TOTAL }),
        /// Seats needed to start.
        min_players: u32 = Field::number("min_players", 2..=3, 3),
        /// Seats there may be.
        max_players: u32 = Field::number("max_players", 2..=10, 6),
        /// Cards dealt to each seat.
        hand_size: u32 = Field::number("hand_size", 3..=10, 7),
        /// The seat that begins the first game.
        first_seat: FirstSeat = Field::choice("first_seat", &["random", "host"], "random"),
        /// Which plus cards answer a plus card; unset: every one.
        #[serde(skip_serializing_if = "Option::is_none")]
        stacking: Option<Stacking> = Field::unset("stacking", Kind::Choice(&["any", "equal_or_higher", "same_only", "off"])),
        /// Seats that one skip passes over.
        skip_count: u32 = Field::number("skip_count", 1..=5, 2),
        /// Reverses in a row.
        reverse_limit: u32 = Field::number("reverse_limit", 2..=10, 4),
        /// Whether drawing is refused while a card could be played.
        must_play: Switch = Field::switch("must_play", Switch::Off),
        /// Whether a drawn card may be played at once.
        play_drawn: Switch = Field::switch("play_drawn", Switch::Off),
        /// Whether `swap` goes on everything.
        swap_anytime: Switch = Field::switch("swap_anytime", Switch::Off),
        /// The size of hand that puts its seat out.
        mercy_limit: MercyLimit = Field::word_or_number("mercy_limit", "off", 15..=100),
        /// Turns in a round.
        turn_limit: u32 = Field::number("turn_limit", 100..=5000, 1000),
        /// Time for a turn; 0: as long as it takes.
        turn_seconds: u32 = Field::number("turn_seconds", 10..=120, 30).or_unlimited(),
        /// One round, or rounds up to a number of points.
        #[serde(rename = "match")]
        match_kind: MatchKind = Field::choice("match", &["single", "points"], "single"),
        /// The number of points that ends a match.
        points_target: u32 = Field::number("points_target", 100..=1000, 500),
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
        Ok(word_or_number(deserializer, "off")?.map_or(MercyLimit::Off, MercyLimit::Cards))
    }
}

/// The tiers with their own weights; the default first.
pub(crate) const PRESETS: &[Preset] = &[
    Preset { name: "insane", settings: &[] },
    Preset { name: "base", settings: &[("tier", Setting::Word("base"))] },
    Preset { name: "chaos", settings: &[("tier", Setting::Word("chaos"))] },
];

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
    pub(crate) fn new(options: &Options, seats: u8, version: u32) -> Result<Rules, CommonError> {
        possible(options)?;
        CommonError::check_seats(seats, options.min_players as u8..=options.max_players as u8)?;
        let weights = options.weights.unwrap_or(Weights::of_tier(options.tier));
        // Eights 5.2. Games of the first version were played with another rule, and their logs must replay.
        let by_default = match options.tier {
            Tier::Chaos if version == 1 => Stacking::EqualOrHigher,
            _ => Stacking::Any,
        };
        Ok(Rules {
            options: options.clone(),
            stacking: options.stacking.unwrap_or(by_default),
            supply: Supply::new(&weights),
            lucky: Supply::new(&Weights::LUCKY),
            mercy: match options.mercy_limit {
                MercyLimit::Off => None,
                MercyLimit::Cards(cards) => Some(cards as usize),
            },
            turn_lasts: time_limit(options.turn_seconds),
            // Eights 9.3: a table without a turn limit has none for the small decisions either.
            choice_lasts: (options.turn_seconds > 0).then(|| Duration::from_secs(10)),
        })
    }
}

/// Whether every option is within its range and fits the others.
fn possible(options: &Options) -> Result<(), CommonError> {
    options.admitted()?;
    if options.max_players < options.min_players {
        return Err(CommonError::bad_option("max_players"));
    }
    if options.weights.is_some_and(|weights| !weights.fit(options.tier)) {
        return Err(CommonError::bad_option("weights"));
    }
    Ok(())
}
