use super::file::{EDITION, Happened, Proof, Seal, Step, fingerprint};
use crate::{AnyTable, Entry, Fault, HouseRules, Json};
use kernel::{Digits, Drawn, Input, Luck, Seat, Start, Turn, Viewer};

/// Writes a proof while a game is played, or played again.
#[derive(Debug)]
pub struct Scribe {
    table: Box<dyn AnyTable>,
    proof: Proof,
}

impl Scribe {
    /// Before the first card.
    pub fn new(
        entry: &Entry,
        rules: &HouseRules,
        start: &Start,
        players: Vec<String>,
        seal: Seal,
    ) -> Result<Scribe, Fault> {
        let table = entry.open(rules, start)?;
        let proof = Proof {
            aboveboard: EDITION.into(),
            game: table.game().into(),
            start: *start,
            options: table.options(),
            players,
            seal,
            log: Vec::new(),
            outcome: None,
            _digest: Digits([0; 32]),
        };
        Ok(Scribe { table, proof })
    }

    /// Something happens that makes the room's version `version`: these inputs, and before and after each of them
    /// every chance that is due.
    pub fn happened(
        &mut self,
        version: u64,
        inputs: &[Input<Json>],
        luck: &mut dyn FnMut(Luck) -> Option<Drawn>,
    ) -> Result<(), Fault> {
        let mut steps = Vec::new();
        self.draw(&mut steps, luck)?;
        for input in inputs {
            let checked = self.table.check(self.table.parse(input)?)?;
            steps.push(match checked.to_json() {
                Input::Act(seat, action) => Step::Act(seat, action),
                Input::Expire(window) => Step::Expire(window),
                Input::Status(seat, status) => Step::Status(seat, status),
                Input::Chance(_) => return Err(Fault::new("void", "chances are drawn, not given")),
            });
            self.table.commit(checked)?;
            self.draw(&mut steps, luck)?;
        }
        self.proof.log.push(Happened { version, steps, shown: shown(self.table.as_ref()) });
        Ok(())
    }

    fn draw(
        &mut self,
        steps: &mut Vec<Step>,
        answer: &mut dyn FnMut(Luck) -> Option<Drawn>,
    ) -> Result<(), Fault> {
        while let Turn::Chance(luck) = self.table.turn() {
            let drawn = answer(luck).ok_or_else(|| Fault::new("wrong_draw", "a chance has no answer"))?;
            self.table.play(&Input::Chance(drawn.clone()))?;
            steps.push(Step::Chance { luck, drawn });
        }
        Ok(())
    }

    /// The table, as it is now.
    pub fn table(&self) -> &dyn AnyTable {
        self.table.as_ref()
    }

    /// The proof of what has happened so far.
    pub fn finish(mut self) -> Proof {
        if let Turn::Over(outcome) = self.table.turn() {
            self.proof.outcome = Some(outcome);
        }
        self.proof
    }
}

/// What everybody is shown now: seats in their order, then onlookers.
pub(super) fn shown(table: &dyn AnyTable) -> Vec<String> {
    let seats = Seat::all(table.seats()).map(Viewer::Seat);
    seats.chain([Viewer::Spectator]).map(|viewer| fingerprint(&table.view(viewer))).collect()
}
