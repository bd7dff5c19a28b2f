use crate::{
    Agreed, AnyTable, Entry, Fault, HouseRules, Json, Lesson, Thinker,
    analysis::{self, Analyst},
    asides::Asides,
    decks::{DeckLoader, fill},
    entry::{ALL, OrFault},
    house_rules::{by_name, defaults},
    lesson::lesson,
    measuring::Measured,
    proof::Proof,
    table::Erased,
};
use kernel::{Aside, Decked, Field, Game, Level, Preset, Seat, Start, Study, Teach};
use serde_json::{Map, Value};

/// What can be done with a game whose types are erased.
pub trait AnyGame: Measured + Sync {
    /// Its options, each with its values and default.
    fn fields(&self) -> &'static [Field];
    /// Its named sets of options; the first is the default.
    fn presets(&self) -> &'static [Preset];
    /// Its default options.
    fn defaults(&self) -> Map<String, Value>;
    /// What these house rules come to, if they can be played at all.
    fn agree(&self, rules: &HouseRules) -> Result<Agreed, Fault>;
    /// A table before its first card.
    fn open(&self, rules: &HouseRules, start: &Start) -> Result<Box<dyn AnyTable>, Fault>;
    /// The analysis of a finished game: of one seat's decisions, or of everybody's.
    fn analyst(&self, proof: &Proof, seat: Option<Seat>) -> Result<Box<dyn Analyst>, Fault>;
    /// A question to a bot about a view that somebody has as JSON: the recall of `seat`.
    fn thinker(&self, options: &Json, view: &Json, seat: Seat, level: Level) -> Result<Thinker, Fault>;
    /// Its lesson, if it has one.
    fn lesson(&self) -> Option<Lesson>;
    /// How its decks are read, if its cards are data.
    #[doc(hidden)]
    fn deck_loader(&self) -> Option<DeckLoader>;
}

/// A game as the catalog lists it: with what it has beyond rules and bots.
#[derive(Debug)]
pub struct Listing<G: Game> {
    asides: Option<Asides<G>>,
    lesson: Option<fn() -> Lesson>,
    decks: Option<DeckLoader>,
}

impl<G: Study> Listing<G> {
    /// A game with rules and bots.
    #[expect(clippy::new_without_default, reason = "a constant, and Default is not one")]
    pub const fn new() -> Listing<G> {
        Listing { asides: None, lesson: None, decks: None }
    }
    /// The same with comments on actions and previews of moves.
    #[must_use]
    pub const fn with_asides(mut self) -> Listing<G>
    where
        G: Aside,
    {
        self.asides = Some(Asides::new());
        self
    }
    /// The same with a lesson.
    #[must_use]
    pub const fn with_lesson(mut self) -> Listing<G>
    where
        G: Teach,
    {
        self.lesson = Some(lesson::<G>);
        self
    }
    /// The same with cards that are data.
    #[must_use]
    pub const fn with_decks(mut self) -> Listing<G>
    where
        G: Decked,
    {
        self.decks = Some(DeckLoader::of::<G>());
        self
    }
}

impl<G: Study> AnyGame for Listing<G> {
    fn fields(&self) -> &'static [Field] {
        G::FIELDS
    }
    fn presets(&self) -> &'static [Preset] {
        G::PRESETS
    }
    fn defaults(&self) -> Map<String, Value> {
        defaults::<G>()
    }
    fn agree(&self, rules: &HouseRules) -> OrFault<Agreed> {
        agree::<G>(rules)
    }
    fn open(&self, rules: &HouseRules, start: &Start) -> OrFault<Box<dyn AnyTable>> {
        Ok(Box::new(Erased::<G>::open(&rules.read::<G>()?, start, self.asides)?))
    }
    fn analyst(&self, proof: &Proof, seat: Option<Seat>) -> OrFault<Box<dyn Analyst>> {
        analysis::open::<G>(proof, seat)
    }
    fn thinker(&self, options: &Json, view: &Json, seat: Seat, level: Level) -> OrFault<Thinker> {
        let unreadable = |error| Fault::unreadable(&error);
        let mut options: Map<String, Value> = serde_json::from_str(options.get()).map_err(unreadable)?;
        fill(G::NAME, &mut options)?;
        let options = serde_json::from_value(Value::Object(options)).map_err(unreadable)?;
        let view = serde_json::from_str(view.get()).map_err(unreadable)?;
        Ok(Thinker::new::<G>(options, view, seat, level))
    }
    fn lesson(&self) -> Option<Lesson> {
        self.lesson.map(|lesson| lesson())
    }
    fn deck_loader(&self) -> Option<DeckLoader> {
        self.decks
    }
}

/// Only the game knows how many its options allow, so every number is tried.
fn agree<G: Game>(rules: &HouseRules) -> Result<Agreed, Fault> {
    let (options, deck) = rules.read_with_deck::<G>()?;
    let open = |seats| G::new(&options, &Start { seats, host: Seat(0), first: None, rules: G::RULES });
    let mut playable = G::SEATS.filter(|seats| open(*seats).is_ok());
    let Some(min_seats) = playable.next() else {
        let refused = open(*G::SEATS.start()).err().map(|error| Fault::of(&error));
        return Err(
            refused.unwrap_or_else(|| Fault::new("bad_options", "these options cannot be played together"))
        );
    };
    let max_seats = playable.next_back().unwrap_or(min_seats);
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
        min_seats,
        max_seats,
        default_seats: G::DEFAULT_SEATS.clamp(min_seats, max_seats),
        removable: G::removable(&options),
        options: by_name,
        deck: deck.map(|deck| deck.mark.clone()),
    })
}

/// Options as text in which the deck is named and not written out. Those that a game leaves out are left out here too.
fn declared_form<G: Game>(options: &Map<String, Value>) -> String {
    let members =
        G::FIELDS.iter().filter_map(|field| Some(format!("\"{}\":{}", field.name, options.get(field.name)?)));
    format!("{{{}}}", members.collect::<Vec<_>>().join(","))
}
