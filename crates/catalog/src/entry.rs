use crate::{
    Fault, HouseRules, Listing,
    house_rules::settings,
    listing::AnyGame,
    near,
    open_error::{OpenError, owned, quoted},
};
use kernel::{DeckMark, Field, Kind, Preset, Seat, Start, Study};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use serde_json::{Map, Value, json};
use std::{fmt, ops::Deref};

/// Every game there is.
pub static ALL: &[Entry] = &[
    Entry::of(&Listing::<casino::Casino>::new().with_asides().with_lesson()),
    Entry::of(&Listing::<dutch::Dutch>::new().with_lesson()),
    Entry::of(&Listing::<eights::Eights>::new().with_lesson()),
    Entry::of(&Listing::<euchre::Euchre>::new().with_lesson()),
    Entry::of(&Listing::<roost::Roost>::new().with_lesson().with_decks()),
];

/// The game of that name, or an `unknown_game` that suggests near ones.
pub fn find(name: &str) -> Result<&'static Entry, Fault> {
    let names = || ALL.iter().map(|entry| entry.name);
    let unknown = || OpenError::UnknownGame {
        game: quoted(name),
        near: owned(near(name, names())),
        known: owned(names()),
    };
    ALL.iter().find(|entry| entry.name == name).ok_or_else(|| unknown().into())
}

/// One game of the catalog. It dereferences to [`AnyGame`], which opens its tables.
///
/// On the wire: name, rules, seats, fields, presets (what each changes), defaults, whether it has a lesson, and its
/// decks where it has some.
pub struct Entry {
    /// Its name, as in URLs and logs.
    pub name: &'static str,
    /// The newest version of its rules.
    pub rules: u32,
    /// The fewest seats it is played with, over all options.
    pub min_seats: u8,
    /// The most.
    pub max_seats: u8,
    /// How many sit down if nobody says.
    pub default_seats: u8,
    game: &'static dyn AnyGame,
}

pub(crate) type OrFault<T> = Result<T, Fault>;

impl Deref for Entry {
    type Target = dyn AnyGame;
    fn deref(&self) -> &Self::Target {
        self.game
    }
}

impl Entry {
    /// The entry of a game.
    pub const fn of<G: Study>(game: &'static Listing<G>) -> Entry {
        Entry {
            name: G::NAME,
            rules: G::RULES,
            min_seats: *G::SEATS.start(),
            max_seats: *G::SEATS.end(),
            default_seats: G::DEFAULT_SEATS,
            game,
        }
    }
    /// A first game by the newest rules, seat 0 being host.
    pub fn start(&self, seats: Option<u8>) -> Start {
        Start { seats: seats.unwrap_or(self.default_seats), host: Seat(0), first: None, rules: self.rules }
    }
    /// The same by house rules, which may not allow the default number of seats.
    pub fn start_by(&self, rules: &HouseRules, seats: Option<u8>) -> Start {
        // What cannot be played at all is refused when the table is opened.
        self.start(seats.or_else(|| self.agree(rules).ok().map(|agreed| agreed.default_seats)))
    }
    /// The same house rules for games as short as can be, for tests with many tables. The names of the options say
    /// how: numbers whose names end in `_seconds`, `_limit` or `target` are as small as they can be, and what can be
    /// `short` is.
    #[must_use]
    pub fn shortened(&self, mut rules: HouseRules) -> HouseRules {
        for field in self.fields() {
            let short: Value = match field.kind {
                Kind::Number { from, .. } if shortens(field.name) => from.into(),
                Kind::Choice(words) if words.contains(&"short") => "short".into(),
                _ => continue,
            };
            rules = rules.with(field.name, short);
        }
        rules
    }
}

/// Whether the name of a number says that smaller values make a game shorter.
fn shortens(name: &str) -> bool {
    ["_seconds", "_limit", "target"].iter().any(|end| name.ends_with(end))
}

/// House rules that can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreed {
    /// All options, those that nobody chose included.
    pub options: Map<String, Value>,
    /// The same as text in its one form: in the order in which the game declares them.
    pub form: String,
    /// The fewest seats they can be played with.
    pub min_seats: u8,
    /// The most.
    pub max_seats: u8,
    /// How many sit down if nobody says: the game's default, or as near to it as they allow.
    pub default_seats: u8,
    /// Whether a seat can be taken out of a running game.
    pub removable: bool,
    /// The deck they name, where cards are data; among the options stands its id.
    pub deck: Option<DeckMark>,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Serialize for Entry {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let preset = |preset: &Preset| json!({ "name": preset.name, "options": settings(preset) });
        let decks: Vec<_> = self.decks().iter().map(|deck| deck.mark.clone()).collect();
        let mut entry = serializer.serialize_struct("Entry", 7 + usize::from(self.has_decks()))?;
        entry.serialize_field("name", self.name)?;
        entry.serialize_field("rules", &self.rules)?;
        entry.serialize_field(
            "seats",
            &json!({ "from": self.min_seats, "to": self.max_seats, "usual": self.default_seats }),
        )?;
        entry.serialize_field("fields", &self.fields_with_decks())?;
        entry.serialize_field("presets", &self.presets().iter().map(preset).collect::<Vec<_>>())?;
        entry.serialize_field("defaults", &self.defaults())?;
        entry.serialize_field("lesson", &self.lesson().is_some())?;
        if self.has_decks() {
            entry.serialize_field("decks", &decks)?;
        }
        entry.end()
    }
}

impl Entry {
    /// The options as they can be set now: which decks there are is known only when the program runs.
    fn fields_with_decks(&self) -> Vec<Value> {
        let choice = self.deck_choice();
        let field = |field: &Field| {
            let mut told = json!(field);
            if let Some((option, decks)) = choice.as_ref().filter(|(option, _)| *option == field.name) {
                debug_assert!(matches!(field.kind, Kind::Choice(_)), "{option} is a choice");
                told["kind"] = json!({ "choice": decks });
            }
            told
        };
        self.fields().iter().map(field).collect()
    }
}
