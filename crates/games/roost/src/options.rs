use crate::{BonusSet, Deck, Pack};
use alloc::{
    string::{String, ToString},
    sync::Arc,
    vec::Vec,
};
use core::fmt;
use kernel::{CommonError, Field, Preset, Setting, Switch, word_or_number};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

kernel::options! {
    /// House rules, fixed before the deal (rules, section 2).
    pub struct Options {
        /// Which birds, bonus cards and goals there are.
        deck: DeckChoice = Field::choice("deck", &["roost"], "roost"),
        /// Which bonus cards are played with.
        bonus_deck: BonusSet = Field::choice("bonus_deck", &["core", "wide"], "core"),
        /// Seats there may be.
        max_seats: u32 = Field::number("max_seats", 1..=5, 5),
        /// How often each bird is in the pack.
        bird_copies: Copies = Field::word_or_number("bird_copies", "auto", 1..=4),
        /// How many turns there are.
        length: Length = Field::choice("length", &["full", "short"], "full"),
        /// How goals are scored.
        goal_scoring: GoalScoring = Field::choice("goal_scoring", &["majority", "counted"], "majority"),
        /// Whether any two tokens pay for one.
        two_for_one: Switch = Field::switch("two_for_one", Switch::On),
        /// The seat that begins.
        first_seat: FirstSeat = Field::choice("first_seat", &["random", "host"], "random"),
        /// Time to choose what to keep; 0: as long as it takes.
        setup_seconds: u32 = Field::number("setup_seconds", 30..=600, 120).or_unlimited(),
        /// Time to choose what to do on a turn; 0: as long as it takes.
        turn_seconds: u32 = Field::number("turn_seconds", 20..=300, 75).or_unlimited(),
        /// Time for every further question; 0: as long as it takes.
        step_seconds: u32 = Field::number("step_seconds", 5..=90, 20).or_unlimited(),
        /// Time to use a power on another player's turn.
        react_seconds: u32 = Field::number("react_seconds", 3..=30, 12),
        /// Time to look at a goal that was scored; 0: none.
        round_seconds: u32 = Field::number("round_seconds", 0..=60, 20),
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
        Ok(word_or_number(deserializer, "auto")?.map_or(Copies::Auto, Copies::Number))
    }
}

/// Which deck is played with.
///
/// The built-in one goes by its id. Any other is written down as its id and its hash; the catalog adds its
/// files when a table is opened.
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

/// Named sets of house rules; the default first.
pub(crate) const PRESETS: &[Preset] = &[
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
    pub(crate) fn new(options: &Options, seats: u8) -> Result<Rules, CommonError> {
        let bad = CommonError::bad_option;
        options.admitted()?;
        let deck = options.deck.deck().ok_or(bad("deck"))?.clone();
        if options.max_seats > u32::from(deck.max_players) {
            return Err(bad("max_seats"));
        }
        let bonus: Vec<u8> = (0..deck.bonus.len() as u8)
            .filter(|&kind| deck.bonus[usize::from(kind)].set == options.bonus_deck)
            .collect();
        if bonus.is_empty() {
            return Err(bad("bonus_deck"));
        }
        CommonError::check_seats(seats, 1..=options.max_seats as u8)?;
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
}
