use crate::{
    Checked, Fault, Json, Parsed, Staged, Thinker,
    asides::Asides,
    input::{Moment, json},
    proof::{LastEntry, Screen},
    random_game,
    thinker::contradiction,
};
use kernel::{
    Addressed, Audience, Drawn, Game, Input, Level, Listed, Luck, Pause, Seat, SeatSet, SeatStatus, Start,
    Study, Table, Turn, Viewer,
};
use serde::Serialize;
use std::fmt;

/// A game in progress, whichever game it is: JSON in, JSON out.
///
/// An input passes three stations: [`parse`](AnyTable::parse) reads it, [`check`](AnyTable::check) judges it
/// and changes nothing, [`commit`](AnyTable::commit) carries it out. They are three and not one because a
/// room has work in between: whether a message is stale is decided before the rules are asked, and the
/// log is written before anything changes.
pub trait AnyTable: fmt::Debug + Send + Sync {
    /// The name of the game.
    fn game(&self) -> &'static str;
    /// The version of the rules it plays by.
    fn rules(&self) -> u32;
    /// How many seats it has, removed ones included.
    fn seats(&self) -> u8;
    /// All house rules in force.
    fn options(&self) -> Json;
    /// The occupant of `seat`, if the table has that seat.
    fn status(&self, seat: Seat) -> Option<SeatStatus>;
    /// Whether a seat can be taken out of this game.
    fn removable(&self) -> bool;
    /// Seats that win and lose together with `seat`, itself included.
    fn side(&self, seat: Seat) -> SeatSet;
    /// What it waits for.
    fn turn(&self) -> Turn;
    /// What each seat has used so far of what is worth counting over many games, by name.
    fn used(&self) -> Vec<(Seat, String)>;
    /// What luck has given each seat, before anybody decided anything.
    fn dealt(&self) -> Vec<(Seat, String)>;
    /// What `viewer` knows. A seat this table does not have knows what a spectator knows.
    fn view(&self, viewer: Viewer) -> Json;
    /// What `seat` may do now.
    fn legal(&self, seat: Seat) -> Legal;
    /// What `viewer` is shown right after an entry: a [`TableView`](crate::proof::TableView).
    fn show(&self, viewer: Viewer, entry: &LastEntry<'_>) -> Json;
    /// A question to a bot in the chair of `seat`: it is given that seat's recall, and nothing else.
    fn thinker(&self, seat: Seat, level: Level) -> Thinker;
    /// The same for a person on `seat` who wants advice: from what the game lets people be advised from.
    fn adviser(&self, seat: Seat, level: Level) -> Thinker;
    /// What such a person can work out about hidden cards.
    fn counts(&self, seat: Seat) -> Result<Option<Json>, Fault>;
    /// Whether all players see the cards of the deal just played.
    fn cards_revealed(&self) -> bool;
    /// How long a bot seems to think now, from public information.
    fn pause(&self, level: Level) -> Pause;
    /// What `seat` can work out about hidden cards from what it was shown: counts, voids, chances. `None`
    /// where the game has nothing to count, or nothing is hidden now.
    fn knowledge(&self, seat: Seat) -> Result<Option<Json>, Fault>;
    /// Reads an input; `bad_message` if this game has no such action.
    fn parse(&self, input: &Input<Json>) -> Result<Parsed, Fault>;
    /// Judges an input. Changes nothing.
    fn check(&self, parsed: Parsed) -> Result<Checked, Fault>;
    /// Carries out an input that was accepted, and returns its events; audiences name only seats
    /// that exist. `void` if the table has changed since, or is another one: then nothing happens.
    fn commit(&mut self, checked: Checked) -> Result<Vec<Addressed<Json>>, Fault>;

    /// Finds out what would become of the table, every chance that follows included, and changes nothing: a room
    /// logs input and chances in one transaction. `luck` answers the chances; a missing or wrong answer is refused.
    fn stage(&self, checked: Checked, luck: &mut dyn FnMut(Luck) -> Option<Drawn>) -> Result<Staged, Fault>;
    /// Makes the staged state current, and returns its events. `void` as for [`commit`](AnyTable::commit).
    fn settle(&mut self, staged: Staged) -> Result<Vec<Addressed<Json>>, Fault>;

    /// The table as it is now, for a bot that is still thinking while others act.
    fn copy(&self) -> Box<dyn AnyTable>;

    /// What the game has to say about an action that `seat` only asks about, from the seat's own recall: without
    /// `hints` only what everybody sees.
    fn note(&self, seat: Seat, parsed: &Parsed, hints: bool) -> Option<Json>;
    /// What the others may be shown of a seat that makes up its mind, in the game's own form: `bad_message` if
    /// it cannot be read, and the game's reason if it would say more than everybody sees.
    fn remark(&self, seat: Seat, remark: &Json) -> Result<Json, Fault>;

    /// All three stations at once, for those who keep no log in between.
    fn play(&mut self, input: &Input<Json>) -> Result<Vec<Addressed<Json>>, Fault> {
        let parsed = self.parse(input)?;
        let checked = self.check(parsed)?;
        self.commit(checked)
    }
}

/// What a seat may do now.
#[derive(Clone, Debug, Serialize)]
pub struct Legal {
    /// The actions.
    pub actions: Vec<Json>,
    /// Whether these are all.
    pub listed: Listed,
}

/// A table and the moment it is in.
pub(crate) struct Erased<G: Game> {
    table: Table<G>,
    asides: Option<Asides<G>>,
    rules: u32,
    moment: Moment,
}

impl<G: Game> Erased<G> {
    pub(crate) fn open(
        options: &G::Options,
        start: &Start,
        asides: Option<Asides<G>>,
    ) -> Result<Self, Fault> {
        let table = Table::new(options, start)?;
        Ok(Erased { table, asides, rules: start.rules, moment: Moment::next() })
    }
    /// Events as JSON, and audiences without seats that do not exist.
    fn to_json(&self, events: Vec<Addressed<G::Event>>) -> Vec<Addressed<Json>> {
        let seated = SeatSet::first(self.table.seats());
        let to_json = |sent: Addressed<G::Event>| Addressed {
            to: Audience { seats: sent.to.seats & seated, ..sent.to },
            event: json(&sent.event),
        };
        events.into_iter().map(to_json).collect()
    }
}

impl<G: Study> Erased<G> {
    fn known(&self, viewer: Viewer) -> Result<Option<Json>, Fault> {
        let knowledge =
            G::knowledge(self.table.options(), &self.table.view(viewer)).map_err(contradiction)?;
        Ok(knowledge.as_ref().map(json))
    }
}

impl<G: Game> fmt::Debug for Erased<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.table.fmt(f)
    }
}

impl<G: Study> AnyTable for Erased<G> {
    fn game(&self) -> &'static str {
        G::NAME
    }
    fn rules(&self) -> u32 {
        self.rules
    }
    fn seats(&self) -> u8 {
        self.table.seats()
    }
    fn options(&self) -> Json {
        json(self.table.options())
    }
    fn status(&self, seat: Seat) -> Option<SeatStatus> {
        self.table.status(seat)
    }
    fn removable(&self) -> bool {
        G::removable(self.table.options())
    }
    fn side(&self, seat: Seat) -> SeatSet {
        G::side(self.table.options(), seat, self.table.seats())
    }
    fn turn(&self) -> Turn {
        self.table.turn()
    }
    fn used(&self) -> Vec<(Seat, String)> {
        G::used(&self.table.view(Viewer::Spectator))
    }
    fn dealt(&self) -> Vec<(Seat, String)> {
        random_game::dealt(&self.table, self.seats())
    }
    fn view(&self, viewer: Viewer) -> Json {
        json(&self.table.view(viewer))
    }
    fn legal(&self, seat: Seat) -> Legal {
        let mut actions = Vec::new();
        let listed = self.table.legal(seat, &mut actions);
        Legal { actions: actions.iter().map(json).collect(), listed }
    }
    fn show(&self, viewer: Viewer, entry: &LastEntry<'_>) -> Json {
        let mut actions = Vec::new();
        let more = match viewer {
            Viewer::Seat(seat) => self.table.legal(seat, &mut actions) == Listed::Truncated,
            Viewer::Spectator | Viewer::Recall(_) => false,
        };
        let view = self.table.view(viewer);
        json(&Screen::new(viewer, entry, &view, &actions, more))
    }
    fn thinker(&self, seat: Seat, level: Level) -> Thinker {
        let view = self.table.view(Viewer::Recall(seat));
        Thinker::new::<G>(self.table.options().clone(), view, seat, level)
    }
    fn adviser(&self, seat: Seat, level: Level) -> Thinker {
        let view = self.table.view(G::advised_from(seat));
        Thinker::new::<G>(self.table.options().clone(), view, seat, level)
    }
    fn counts(&self, seat: Seat) -> Result<Option<Json>, Fault> {
        self.known(G::advised_from(seat))
    }
    fn cards_revealed(&self) -> bool {
        matches!(self.table.turn(), Turn::Over(_)) || G::cards_revealed(&self.table.view(Viewer::Spectator))
    }
    fn pause(&self, level: Level) -> Pause {
        G::pause(&self.table.view(Viewer::Spectator), level)
    }
    fn knowledge(&self, seat: Seat) -> Result<Option<Json>, Fault> {
        self.known(Viewer::Recall(seat))
    }
    fn parse(&self, input: &Input<Json>) -> Result<Parsed, Fault> {
        Parsed::read::<G>(input)
    }
    fn check(&self, parsed: Parsed) -> Result<Checked, Fault> {
        let input = parsed.typed::<G>().ok_or_else(void)?;
        self.table.check(input)?;
        Ok(Checked { parsed, moment: self.moment })
    }
    fn commit(&mut self, checked: Checked) -> Result<Vec<Addressed<Json>>, Fault> {
        let input = checked.parsed.typed::<G>().filter(|_| checked.moment == self.moment);
        let events = self.table.commit(input.ok_or_else(void)?);
        self.moment = Moment::next();
        Ok(self.to_json(events))
    }
    fn stage(&self, checked: Checked, luck: &mut dyn FnMut(Luck) -> Option<Drawn>) -> Result<Staged, Fault> {
        let input = checked.parsed.typed::<G>().filter(|_| checked.moment == self.moment);
        let mut asked = Vec::new();
        let staged = self.table.stage(input.ok_or_else(void)?, |due| {
            asked.push(due);
            luck(due)
        })?;
        Ok(Staged::new(checked.to_json(), asked, self.moment, staged))
    }
    fn settle(&mut self, staged: Staged) -> Result<Vec<Addressed<Json>>, Fault> {
        let next = staged.into_next::<G>(self.moment).ok_or_else(void)?;
        let events = self.table.settle(next);
        self.moment = Moment::next();
        Ok(self.to_json(events))
    }
    fn copy(&self) -> Box<dyn AnyTable> {
        Box::new(Erased {
            table: self.table.copy(),
            asides: self.asides,
            rules: self.rules,
            moment: Moment::next(),
        })
    }
    fn note(&self, seat: Seat, parsed: &Parsed, hints: bool) -> Option<Json> {
        let Some(Input::Act(_, action)) = parsed.typed::<G>() else { return None };
        (self.asides?.note)(&self.table, seat, action, hints)
    }
    fn remark(&self, seat: Seat, remark: &Json) -> Result<Json, Fault> {
        let asides = self.asides.ok_or_else(|| Fault::bad_message("this game has no previews of moves"))?;
        (asides.remark)(&self.table, seat, remark)
    }
}

/// Only a mistake in the program that drives a table gets to see this.
fn void() -> Fault {
    Fault::new("void", "that was checked by another table, or before this one changed")
}
