#[cfg(feature = "measuring")]
use crate::measuring::Measuring;
use crate::{
    AnyTable, Fault, HouseRules, Json, Lesson, OpenError, Thinker,
    analysis::{self, Analyst},
    decks::{DeckDoors, fill},
    house_rules::{by_name, defaults, settings},
    lesson::lesson,
    near,
    open_error::{owned, quoted},
    proof::Proof,
    table::Erased,
};
use kernel::{Aside, DeckMark, Decked, Field, Game, Kind, Level, Preset, Search, Seat, Start, Teach};
use serde::{Serialize, Serializer, ser::SerializeStruct};
use serde_json::{Map, Value, json};
use std::fmt;

/// Every game there is.
pub static ALL: &[Entry] = &[
    Entry::teaching::<casino::Casino>(),
    Entry::teaching::<dutch::Dutch>(),
    Entry::teaching::<eights::Eights>(),
    Entry::teaching::<euchre::Euchre>(),
    Entry::teaching::<roost::Roost>().with_decks::<roost::Roost>(),
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

/// One game of the catalog: what can be known of it before a table is opened, and the doors to its tables.
///
/// On the wire: name, rules, seats, fields, presets (what each changes), defaults, whether it has a lesson, and its
/// decks where it has some.
pub struct Entry {
    /// Its name, as in URLs and logs.
    pub name: &'static str,
    /// The newest version of its rules.
    pub rules: u32,
    /// The fewest seats it is played with, over all options.
    pub fewest: u8,
    /// The most.
    pub most: u8,
    /// How many sit down if nobody says.
    pub usual: u8,
    about: About,
    doors: Doors,
    #[cfg(feature = "measuring")]
    pub(crate) measuring: Measuring,
}

/// What a game says of itself.
struct About {
    fields: fn() -> &'static [Field],
    presets: fn() -> &'static [Preset],
    defaults: fn() -> Map<String, Value>,
}

/// The functions of a game behind which its types end.
struct Doors {
    agree: fn(&HouseRules) -> OrFault<Agreed>,
    open: fn(&HouseRules, &Start) -> OrFault<Box<dyn AnyTable>>,
    analyst: AnalystDoor,
    thinker: fn(&Json, &Json, Seat, Level) -> OrFault<Thinker>,
    lesson: Option<fn() -> Lesson>,
    decks: Option<DeckDoors>,
}

pub(crate) type OrFault<T> = Result<T, Fault>;
type AnalystDoor = fn(&Proof, Option<Seat>) -> OrFault<Box<dyn Analyst>>;

impl Entry {
    /// The entry of a game. Everything that is compiled once per game starts here.
    pub const fn of<G: Search + Aside>() -> Entry {
        Entry {
            name: G::NAME,
            rules: G::RULES,
            fewest: *G::SEATS.start(),
            most: *G::SEATS.end(),
            usual: G::DEFAULT_SEATS,
            about: About { fields: G::fields, presets: G::presets, defaults: defaults::<G> },
            doors: Doors {
                agree: agree::<G>,
                open: open::<G>,
                analyst: analysis::open::<G>,
                thinker: thinker::<G>,
                lesson: None,
                decks: None,
            },
            #[cfg(feature = "measuring")]
            measuring: Measuring::of::<G>(),
        }
    }
    /// The entry of a game that has a lesson.
    pub const fn teaching<G: Search + Aside + Teach>() -> Entry {
        let mut entry = Entry::of::<G>();
        entry.doors.lesson = Some(lesson::<G>);
        entry
    }
    /// The same entry of a game whose cards are data.
    #[must_use]
    pub const fn with_decks<G: Decked>(mut self) -> Entry {
        self.doors.decks = Some(DeckDoors::of::<G>());
        self
    }
    pub(crate) const fn deck_doors(&self) -> Option<DeckDoors> {
        self.doors.decks
    }
    /// Its options, each with its values and default.
    pub fn fields(&self) -> &'static [Field] {
        (self.about.fields)()
    }
    /// Its named sets of options; the first is the default.
    pub fn presets(&self) -> &'static [Preset] {
        (self.about.presets)()
    }
    /// Its default options.
    pub fn defaults(&self) -> Map<String, Value> {
        (self.about.defaults)()
    }
    /// A first game by the newest rules, seat 0 being host.
    pub fn start(&self, seats: Option<u8>) -> Start {
        Start { seats: seats.unwrap_or(self.usual), host: Seat(0), first: None, rules: self.rules }
    }
    /// The same by house rules, which may not allow the usual number of seats.
    pub fn start_by(&self, rules: &HouseRules, seats: Option<u8>) -> Start {
        // What cannot be played at all is refused when the table is opened.
        self.start(seats.or_else(|| self.agree(rules).ok().map(|agreed| agreed.usual)))
    }
    /// What these house rules come to, if they can be played at all.
    pub fn agree(&self, rules: &HouseRules) -> Result<Agreed, Fault> {
        (self.doors.agree)(rules)
    }
    /// A table before its first card.
    pub fn open(&self, rules: &HouseRules, start: &Start) -> Result<Box<dyn AnyTable>, Fault> {
        (self.doors.open)(rules, start)
    }
    /// Somebody who goes through a finished game of this entry again.
    pub(crate) fn analyst(&self, proof: &Proof, seat: Option<Seat>) -> Result<Box<dyn Analyst>, Fault> {
        (self.doors.analyst)(proof, seat)
    }
    /// A question to a bot about a view that somebody has as JSON: the recall of `seat`.
    pub fn thinker(&self, options: &Json, view: &Json, seat: Seat, level: Level) -> Result<Thinker, Fault> {
        (self.doors.thinker)(options, view, seat, level)
    }
    /// Its lesson, if it has one.
    pub fn lesson(&self) -> Option<Lesson> {
        self.doors.lesson.map(|lesson| lesson())
    }
}

/// House rules that can be played.
#[derive(Clone, Debug, PartialEq)]
pub struct Agreed {
    /// All options, those that nobody chose included.
    pub options: Map<String, Value>,
    /// The same as text in its one form: in the order in which the game declares them.
    pub form: String,
    /// The fewest seats they can be played with.
    pub fewest: u8,
    /// The most.
    pub most: u8,
    /// How many sit down if nobody says: the game's usual number, or as near to it as they allow.
    pub usual: u8,
    /// Whether a seat can be taken out of a running game.
    pub removable: bool,
    /// The deck they name, where cards are data; among the options stands its id.
    pub deck: Option<DeckMark>,
}

/// Only the game knows how many its options allow, so every number is tried.
fn agree<G: Game>(rules: &HouseRules) -> Result<Agreed, Fault> {
    let (options, deck) = rules.read_with_deck::<G>()?;
    let open = |seats| G::new(&options, &Start { seats, host: Seat(0), first: None, rules: G::RULES });
    let mut playable = G::SEATS.filter(|seats| open(*seats).is_ok());
    let Some(fewest) = playable.next() else {
        let refused = open(*G::SEATS.start()).err().map(|error| Fault::of(&error));
        return Err(
            refused.unwrap_or_else(|| Fault::new("bad_options", "these options cannot be played together"))
        );
    };
    let most = playable.next_back().unwrap_or(fewest);
    let mut by_name = by_name::<G>(&options);
    let choice = ALL.iter().find(|entry| entry.name == G::NAME).and_then(Entry::deck_choice);
    if let (Some((option, _)), Some(deck)) = (choice, &deck) {
        by_name.insert(option.into(), deck.mark.id.clone().into());
    }
    let form = match &deck {
        Some(_) => declared_form::<G>(&by_name),
        None => crate::input::json(&options).get().to_owned(),
    };
    Ok(Agreed {
        form,
        fewest,
        most,
        usual: G::DEFAULT_SEATS.clamp(fewest, most),
        removable: G::removable(&options),
        options: by_name,
        deck: deck.map(|deck| deck.mark.clone()),
    })
}

/// Options as text in which the deck is named and not written out. Those that a game leaves out are left out here too.
fn declared_form<G: Game>(options: &Map<String, Value>) -> String {
    let members = G::fields()
        .iter()
        .filter_map(|field| Some(format!("\"{}\":{}", field.name, options.get(field.name)?)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}

fn open<G: Search + Aside>(rules: &HouseRules, start: &Start) -> Result<Box<dyn AnyTable>, Fault> {
    Ok(Box::new(Erased::<G>::open(&rules.read::<G>()?, start)?))
}

fn thinker<G: Search>(options: &Json, view: &Json, seat: Seat, level: Level) -> Result<Thinker, Fault> {
    let mut options: Map<String, Value> =
        serde_json::from_str(options.get()).map_err(|error| Fault::unreadable(&error))?;
    fill(G::NAME, &mut options)?;
    let options =
        serde_json::from_value(Value::Object(options)).map_err(|error| Fault::unreadable(&error))?;
    let view = serde_json::from_str(view.get()).map_err(|error| Fault::unreadable(&error))?;
    Ok(Thinker::new::<G>(options, view, seat, level))
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
            &json!({ "from": self.fewest, "to": self.most, "usual": self.usual }),
        )?;
        entry.serialize_field("fields", &self.fields_with_decks())?;
        entry.serialize_field("presets", &self.presets().iter().map(preset).collect::<Vec<_>>())?;
        entry.serialize_field("defaults", &self.defaults())?;
        entry.serialize_field("lesson", &self.doors.lesson.is_some())?;
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
