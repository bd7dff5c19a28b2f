use crate::command::{Chance, Open};
use catalog::{AnyTable, Fault, Json, Thought};
use kernel::{Addressed, DealKey, Drawn, Input, Level, Refusal, Seat, Start, Turn};
use std::collections::BTreeMap;

/// The table that an engine drives, with everything that has happened to it.
pub(crate) struct OpenTable {
    table: Box<dyn AnyTable>,
    start: Start,
    inputs: Vec<Input<Json>>,
    /// Answers all luck as it falls due, if the table was opened with a seed.
    key: Option<DealKey>,
    /// How many chances were answered: the counter of the next draw.
    chances: u64,
    /// Seats that the engine plays itself: how well, and from which seed.
    bots: BTreeMap<Seat, (Level, u64)>,
}

/// What a successful input led to.
#[derive(Default)]
pub(crate) struct Change {
    /// What the engine drew.
    pub(crate) drawn: Vec<Drawn>,
    /// What the engine's bots did.
    pub(crate) acted: Vec<(Seat, Json)>,
    /// The events by viewer.
    pub(crate) events: Vec<Addressed<Json>>,
}

impl OpenTable {
    pub(crate) fn new(open: &Open) -> Result<(OpenTable, Change), Fault> {
        let entry = catalog::find(&open.game)?;
        let mut start = entry.start_by(&open.house, open.seats);
        start.host = open.host.unwrap_or(start.host);
        start.first = open.first;
        start.rules = open.rules.unwrap_or(start.rules);
        let table = entry.open(&open.house, &start)?;
        let key = open.seed.map(DealKey::from_seed);
        let mut table =
            OpenTable { table, start, inputs: Vec::new(), key, chances: 0, bots: BTreeMap::new() };
        let mut change = Change::default();
        table.go_on(&mut change)?;
        Ok((table, change))
    }
    pub(crate) fn table(&self) -> &dyn AnyTable {
        &*self.table
    }
    pub(crate) fn start(&self) -> Start {
        self.start
    }
    pub(crate) fn inputs(&self) -> &[Input<Json>] {
        &self.inputs
    }
    /// `no_such_seat` for a seat this table does not have. A view or a list of such a seat would be empty,
    /// and its asker would look for the mistake elsewhere.
    pub(crate) fn seat(&self, seat: Seat) -> Result<Seat, Fault> {
        let seats = self.table.seats();
        if seat.0 < seats { Ok(seat) } else { Err(Refusal::<Fault>::NoSuchSeat { seat, seats }.into()) }
    }
    /// The action in the game's own form, if it is legal.
    pub(crate) fn check(&self, seat: Seat, action: Json) -> Result<Json, Fault> {
        let parsed = self.table.parse(&Input::Act(seat, action))?;
        match self.table.check(parsed)?.to_json() {
            Input::Act(_, action) => Ok(action),
            _ => unreachable!("an action stays an action"),
        }
    }
    /// Carries out one input and then, with a seed, all luck that it led to.
    pub(crate) fn play(&mut self, input: &Input<Json>) -> Result<Change, Fault> {
        let mut change = Change::default();
        self.step(input, &mut change)?;
        self.go_on(&mut change)?;
        Ok(change)
    }
    /// Answers a chance with a given outcome, or draws it.
    pub(crate) fn chance(&mut self, chance: Chance) -> Result<Change, Fault> {
        match chance {
            Chance::Chosen(drawn) => self.play(&Input::Chance(drawn)),
            Chance::Seed(seed) => {
                let Turn::Chance(luck) = self.table.turn() else {
                    return Err(Refusal::<Fault>::NoChanceDue.into());
                };
                let drawn = DealKey::from_seed(seed).answer(self.chances, luck);
                let mut change = self.play(&Input::Chance(drawn.clone()))?;
                change.drawn.insert(0, drawn);
                Ok(change)
            }
        }
    }

    /// Gives a seat to a bot of the engine, which then acts as soon as it is its turn; without a level, takes it
    /// back.
    pub(crate) fn seat_bot(&mut self, seat: Seat, level: Option<Level>, seed: u64) -> Result<Change, Fault> {
        self.seat(seat)?;
        match level {
            Some(level) => self.bots.insert(seat, (level, seed)),
            None => self.bots.remove(&seat),
        };
        let mut change = Change::default();
        self.go_on(&mut change)?;
        Ok(change)
    }

    /// Luck that the engine answers, and bots that it plays, until it is somebody else's turn.
    fn go_on(&mut self, change: &mut Change) -> Result<(), Fault> {
        loop {
            self.draw_what_is_due(change)?;
            let Turn::Seats { must, .. } = self.table.turn() else { return Ok(()) };
            let Some((seat, (level, seed))) =
                must.iter().find_map(|seat| Some((seat, *self.bots.get(&seat)?)))
            else {
                return Ok(());
            };
            let seed = seed.wrapping_add(self.inputs.len() as u64);
            let answer = self.table.thinker(seat, level).think(Thought::new(seed))?;
            let Some(action) = answer.action else { return Ok(()) };
            self.step(&Input::Act(seat, action.clone()), change)?;
            change.acted.push((seat, action));
        }
    }

    fn step(&mut self, input: &Input<Json>, change: &mut Change) -> Result<(), Fault> {
        let checked = self.table.check(self.table.parse(input)?)?;
        let logged = checked.to_json();
        change.events.extend(self.table.commit(checked)?);
        self.chances += u64::from(matches!(logged, Input::Chance(_)));
        self.inputs.push(logged);
        Ok(())
    }
    fn draw_what_is_due(&mut self, change: &mut Change) -> Result<(), Fault> {
        let Some(key) = self.key.clone() else { return Ok(()) };
        while let Turn::Chance(luck) = self.table.turn() {
            let drawn = key.answer(self.chances, luck);
            self.step(&Input::Chance(drawn.clone()), change)?;
            change.drawn.push(drawn);
        }
        Ok(())
    }
}
