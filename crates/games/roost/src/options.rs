use crate::{BonusSet, Deck, Error, Pack};
use alloc::{
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use core::{fmt, time::Duration};
use kernel::{Field, Kind, Preset, Setting, Switch};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// House rules, fixed before the deal (rules, section 2).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Which birds, bonus cards and goals there are.
    pub deck: DeckChoice,
    /// Which bonus cards are played with.
    pub bonus_deck: BonusSet,
    /// Seats there may be.
    pub max_seats: u32,
    /// How often each bird is in the pack.
    pub bird_copies: Copies,
    /// How many turns there are.
    pub length: Length,
    /// How goals are scored.
    pub goal_scoring: GoalScoring,
    /// Whether any two tokens pay for one.
    pub two_for_one: Switch,
    /// The seat that begins.
    pub first_seat: FirstSeat,
    /// Time to choose what to keep; 0: as long as it takes.
    pub setup_seconds: u32,
    /// Time to choose what to do on a turn; 0: as long as it takes.
    pub turn_seconds: u32,
    /// Time for every further question; 0: as long as it takes.
    pub step_seconds: u32,
    /// Time to use a power on another player's turn.
    pub react_seconds: u32,
    /// Time to look at a goal that was scored; 0: none.
    pub round_seconds: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            deck: DeckChoice::default(),
            bonus_deck: BonusSet::Core,
            max_seats: 5,
            bird_copies: Copies::Auto,
            length: Length::Full,
            goal_scoring: GoalScoring::Majority,
            two_for_one: Switch::On,
            first_seat: FirstSeat::Random,
            setup_seconds: 120,
            turn_seconds: 75,
            step_seconds: 20,
            react_seconds: 12,
            round_seconds: 20,
        }
    }
}

/// How many turns there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the names say it")]
pub enum Length {
    Full,
    Short,
}

/// How goals are scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum GoalScoring {
    /// By places.
    Majority,
    /// By counting.
    Counted,
}

/// The seat that begins the first round.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FirstSeat {
    /// Any seat, each equally likely.
    Random,
    /// The host's.
    Host,
}

/// How often each bird is in the pack. On the wire `"auto"` or a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Copies {
    /// As often as it takes for the number of seats.
    Auto,
    /// This often.
    Number(u32),
}

impl Serialize for Copies {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Copies::Auto => serializer.serialize_str("auto"),
            Copies::Number(number) => serializer.serialize_u32(*number),
        }
    }
}

impl<'de> Deserialize<'de> for Copies {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Copies;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"auto\" or a number")
            }
            fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Copies, E> {
                let number = u32::try_from(number)
                    .map_err(|_| E::invalid_value(serde::de::Unexpected::Unsigned(number), &self))?;
                Ok(Copies::Number(number))
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Copies, E> {
                match word {
                    "auto" => Ok(Copies::Auto),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Which deck is played with.
///
/// The built-in one goes by its id. Any other is written down as its id and its hash; whoever keeps decks puts
/// its files beside them when a table is opened.
#[derive(Clone, PartialEq)]
pub struct DeckChoice(Choice);

#[derive(Clone, PartialEq)]
enum Choice {
    Loaded(Arc<Deck>),
    /// A deck that nobody brought along.
    Missing(Named),
}

/// How a deck is written down.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    hash: Option<String>,
    #[serde(default, skip_serializing)]
    files: Option<Vec<(String, String)>>,
}

impl Named {
    /// The deck of that id and hash: the built-in one, or the one whose files came along.
    fn find(self) -> Result<DeckChoice, String> {
        let is = |deck: &Deck| deck.id == self.id && self.hash.as_ref().is_none_or(|hash| *hash == deck.hash);
        let built_in = Deck::built_in();
        if is(&built_in) {
            return Ok(DeckChoice::of(built_in));
        }
        let Some(files) = &self.files else { return Ok(DeckChoice(Choice::Missing(self))) };
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (&**path, &**text)).collect();
        let deck = Deck::parse(&files).map_err(|errors| errors[0].to_string())?;
        if is(&deck) {
            Ok(DeckChoice::of(Arc::new(deck)))
        } else {
            Err("these files are not the deck they claim to be".into())
        }
    }
}

impl DeckChoice {
    /// A deck that was read before.
    pub fn of(deck: Arc<Deck>) -> DeckChoice {
        DeckChoice(Choice::Loaded(deck))
    }
    /// The deck, if it is there.
    pub fn deck(&self) -> Option<&Arc<Deck>> {
        match &self.0 {
            Choice::Loaded(deck) => Some(deck),
            Choice::Missing(_) => None,
        }
    }
}

impl Default for DeckChoice {
    fn default() -> Self {
        DeckChoice::of(Deck::built_in())
    }
}
impl fmt::Debug for DeckChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Choice::Loaded(deck) => deck.fmt(f),
            Choice::Missing(named) => write!(f, "missing deck {}", named.id),
        }
    }
}
impl Serialize for DeckChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Choice::Missing(Named { id, hash: None, .. }) => serializer.serialize_str(id),
            Choice::Missing(named) => named.serialize(serializer),
            Choice::Loaded(deck) if deck.is_built_in() => serializer.serialize_str(&deck.id),
            Choice::Loaded(deck) => {
                let (id, hash) = (deck.id.clone(), Some(deck.hash.clone()));
                Named { id, hash, files: None }.serialize(serializer)
            }
        }
    }
}
impl<'de> Deserialize<'de> for DeckChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = DeckChoice;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("the id of a deck, or a deck with its hash")
            }
            fn visit_str<E: serde::de::Error>(self, id: &str) -> Result<DeckChoice, E> {
                Named { id: id.into(), hash: None, files: None }.find().map_err(E::custom)
            }
            fn visit_map<A: serde::de::MapAccess<'de>>(self, map: A) -> Result<DeckChoice, A::Error> {
                let named = Named::deserialize(serde::de::value::MapAccessDeserializer::new(map))?;
                named.find().map_err(serde::de::Error::custom)
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}

/// Every option with its values and its default, in the order of the rules, section 2.
pub(crate) static FIELDS: [Field; 13] = [
    field("deck", Kind::Choice(&["roost"]), Setting::Word("roost")),
    field("bonus_deck", Kind::Choice(&["core", "wide"]), Setting::Word("core")),
    number("max_seats", 1, 5, 5, None),
    field(
        "bird_copies",
        Kind::Number { from: 1, to: 4, step: 1, or: Some(Setting::Word("auto")) },
        Setting::Word("auto"),
    ),
    field("length", Kind::Choice(&["full", "short"]), Setting::Word("full")),
    field("goal_scoring", Kind::Choice(&["majority", "counted"]), Setting::Word("majority")),
    field("two_for_one", Kind::Switch, Setting::Word("on")),
    field("first_seat", Kind::Choice(&["random", "host"]), Setting::Word("random")),
    number("setup_seconds", 30, 600, 120, Some(Setting::Number(0))),
    number("turn_seconds", 20, 300, 75, Some(Setting::Number(0))),
    number("step_seconds", 5, 90, 20, Some(Setting::Number(0))),
    number("react_seconds", 3, 30, 12, None),
    number("round_seconds", 0, 60, 20, None),
];

/// Named sets of house rules; the default first.
pub(crate) static PRESETS: [Preset; 4] = [
    Preset { name: "standard", settings: &[] },
    Preset { name: "wide", settings: &[("bonus_deck", Setting::Word("wide"))] },
    Preset {
        name: "quick",
        settings: &[
            ("length", Setting::Word("short")),
            ("setup_seconds", Setting::Number(75)),
            ("turn_seconds", Setting::Number(40)),
            ("step_seconds", Setting::Number(12)),
            ("react_seconds", Setting::Number(6)),
        ],
    },
    Preset {
        name: "family",
        settings: &[
            ("goal_scoring", Setting::Word("counted")),
            ("setup_seconds", Setting::Number(0)),
            ("turn_seconds", Setting::Number(0)),
            ("step_seconds", Setting::Number(0)),
        ],
    },
];

const fn field(name: &'static str, kind: Kind, default: Setting) -> Field {
    Field { name, kind, default }
}
const fn number(name: &'static str, from: u32, to: u32, default: u32, or: Option<Setting>) -> Field {
    field(name, Kind::Number { from, to, step: 1, or }, Setting::Number(default))
}

/// House rules that were found possible, with all that follows from them.
#[derive(Debug)]
pub(crate) struct Rules {
    pub(crate) options: Options,
    pub(crate) seats: u8,
    pub(crate) deck: Arc<Deck>,
    pub(crate) pack: Pack,
    /// Which bonus cards of the deck are played with: their places in its list.
    pub(crate) bonus: Vec<u8>,
    pub(crate) turns: [u8; 4],
    /// Roost 10.4: a table with one seat always counts.
    pub(crate) counted: bool,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Rules) -> bool {
        self.seats == other.seats && self.options == other.options
    }
}
impl Eq for Rules {}

impl Rules {
    /// Checks the options and the number of seats.
    pub(crate) fn new(options: &Options, seats: u8) -> Result<Rules, Error> {
        let bad = |field: &'static str| Error::BadOptions { field: field.into() };
        in_ranges(options)?;
        let deck = options.deck.deck().ok_or_else(|| bad("deck"))?.clone();
        if options.max_seats > u32::from(deck.max_players) {
            return Err(bad("max_seats"));
        }
        let bonus: Vec<u8> = (0..deck.bonus.len() as u8)
            .filter(|&kind| deck.bonus[usize::from(kind)].set == options.bonus_deck)
            .collect();
        if bonus.is_empty() {
            return Err(bad("bonus_deck"));
        }
        if seats == 0 {
            return Err(Error::TooFewPlayers { needed: 1 });
        }
        if u32::from(seats) > options.max_seats {
            return Err(Error::TooManyPlayers { most: options.max_seats });
        }
        let cards = deck.cards.len();
        let copies = match options.bird_copies {
            // Roost 2.3: 24 cards for each seat are more than it could use up.
            Copies::Auto => (24 * usize::from(seats)).div_ceil(cards).max(1) as u8,
            Copies::Number(copies) => copies as u8,
        };
        if usize::from(copies) * cards < 5 * usize::from(seats) + 13 {
            return Err(bad("bird_copies"));
        }
        Ok(Rules {
            options: options.clone(),
            seats,
            pack: Pack::new(&deck, copies),
            bonus,
            turns: match options.length {
                Length::Full => deck.board.turns,
                Length::Short => deck.board.turns_short,
            },
            counted: seats == 1 || options.goal_scoring == GoalScoring::Counted,
            deck,
        })
    }
    /// A limit in seconds; 0 is none.
    pub(crate) fn lasts(seconds: u32) -> Option<Duration> {
        (seconds > 0).then(|| Duration::from_secs(seconds.into()))
    }
}

/// Whether every option is within its range.
fn in_ranges(options: &Options) -> Result<(), Error> {
    let bird_copies = match options.bird_copies {
        Copies::Auto => Setting::Word("auto"),
        Copies::Number(copies) => Setting::Number(copies),
    };
    let settings = [
        ("max_seats", Setting::Number(options.max_seats)),
        ("bird_copies", bird_copies),
        ("setup_seconds", Setting::Number(options.setup_seconds)),
        ("turn_seconds", Setting::Number(options.turn_seconds)),
        ("step_seconds", Setting::Number(options.step_seconds)),
        ("react_seconds", Setting::Number(options.react_seconds)),
        ("round_seconds", Setting::Number(options.round_seconds)),
    ];
    for (name, setting) in settings {
        if !FIELDS.iter().any(|field| field.name == name && in_range(field.kind, setting)) {
            return Err(Error::BadOptions { field: name.into() });
        }
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
