use super::{
    DiscardedDeal, GameKeys, LastEntry, Opening, Signature, TextError, Transcript,
    file::{EDITION, Happened, Proof, Step, linked_text},
    hash_text,
    shown::fingerprint,
};
use crate::{Agreed, AnyTable, Entry, Fault, HouseRules, Json, find};
use kernel::{Addressed, Drawn, Hex32, Input, Luck, Seat, Turn, Viewer};

/// Writes a proof while a game is played, or played again.
#[derive(Debug)]
pub struct Scribe {
    table: Box<dyn AnyTable>,
    keys: GameKeys,
    link: Hex32,
    proof: Proof,
}

/// What the luck of a game follows from, as a proof has it.
#[derive(Clone, Debug)]
pub struct DealRecord {
    /// Everything that was fixed before anybody revealed anything.
    pub transcript: String,
    /// The server's signature of it.
    pub signature: Signature,
    /// The server's secret.
    pub secret: Hex32,
    /// The promised bytes, in the order of the promises.
    pub bytes: Vec<Hex32>,
    /// The deals of this game that were thrown away before.
    pub discarded: Vec<DiscardedDeal>,
}

impl Scribe {
    /// Before the first card.
    pub fn new(deal: DealRecord, players: Vec<String>) -> Result<Scribe, Fault> {
        let transcript = Transcript::parse(&deal.transcript).map_err(|error| unreadable(&error))?;
        let link = hash_text(&deal.transcript);
        let DealRecord { transcript: text, signature, secret, bytes, discarded } = deal;
        let proof = Proof {
            aboveboard: EDITION.into(),
            transcript: text,
            signature,
            secret,
            bytes,
            discarded,
            players,
            log: Vec::new(),
            outcome: None,
            digest: Hex32([0; 32]),
            signed: Signature([0; 64]),
        };
        Ok(Scribe { table: open(&transcript)?, keys: proof.keys(), link, proof })
    }

    /// Something happens that makes the room's version `version`: these inputs, and before and after each of them
    /// every chance that is due.
    pub fn happened(
        &mut self,
        version: u64,
        inputs: &[Input<Json>],
        luck: &mut dyn FnMut(Luck) -> Option<Drawn>,
    ) -> Result<(), Fault> {
        let (mut steps, mut events, mut acted) = (Vec::new(), Vec::new(), None);
        self.draw(&mut steps, &mut events, luck)?;
        for input in inputs {
            let checked = self.table.check(self.table.parse(input)?)?;
            let step = Step::of(&checked.to_json());
            let step = step.ok_or_else(|| Fault::new("void", "chances are drawn, not given"))?;
            if let Step::Act(seat, _) = step {
                acted = Some(seat);
            }
            steps.push(step);
            events.extend(self.table.commit(checked)?);
            self.draw(&mut steps, &mut events, luck)?;
        }
        self.link = self.keys.link(&self.link, &linked_text(version, &steps));
        let revealed = self.table.cards_revealed();
        let entry = LastEntry { version, link: &self.link, events: &events, acted, revealed };
        let shown = shown(self.table.as_ref(), &entry);
        self.proof.log.push(Happened { version, steps, shown });
        Ok(())
    }

    fn draw(
        &mut self,
        steps: &mut Vec<Step>,
        events: &mut Vec<Addressed<Json>>,
        answer: &mut dyn FnMut(Luck) -> Option<Drawn>,
    ) -> Result<(), Fault> {
        while let Turn::Chance(luck) = self.table.turn() {
            let drawn = answer(luck).ok_or_else(|| Fault::new("wrong_draw", "a chance has no answer"))?;
            events.extend(self.table.play(&Input::Chance(drawn.clone()))?);
            steps.push(Step::Chance { luck, drawn });
        }
        Ok(())
    }

    /// The table, as it is now.
    pub fn table(&self) -> &dyn AnyTable {
        self.table.as_ref()
    }

    /// The proof of what has happened so far. It is not signed yet.
    pub fn finish(mut self) -> Proof {
        if let Turn::Over(outcome) = self.table.turn() {
            self.proof.outcome = Some(outcome);
        }
        self.proof
    }
}

/// The table that a transcript opens.
pub(super) fn open(transcript: &Transcript) -> Result<Box<dyn AnyTable>, Fault> {
    let (game, rules) = transcript.opening.house_rules()?;
    game.open(&rules, &transcript.opening.start)
}

/// What the options of an opening come to.
pub(super) fn agreed(opening: &Opening) -> Result<Agreed, Fault> {
    let (game, rules) = opening.house_rules()?;
    game.agree(&rules)
}

impl Opening {
    /// The game and its house rules, with the very deck that is named.
    pub(crate) fn house_rules(&self) -> Result<(&'static Entry, HouseRules), Fault> {
        let game = find(&self.rules)?;
        let options = serde_json::from_str(self.options.get()).map_err(|error| Fault::unreadable(&error))?;
        let rules = HouseRules { preset: None, options };
        Ok(match &self.deck {
            Some(deck) => (game, game.pinned(&rules, &deck.id, &deck.hash.to_string())),
            None => (game, rules),
        })
    }
}

fn unreadable(error: &TextError) -> Fault {
    Fault::new("bad_transcript", error.to_string())
}

/// What everybody is shown now: seats in their order, then spectators.
pub(super) fn shown(table: &dyn AnyTable, entry: &LastEntry<'_>) -> Vec<String> {
    let seats = Seat::all(table.seats()).map(Viewer::Seat);
    let viewers = seats.chain([Viewer::Spectator]);
    viewers.map(|viewer| fingerprint(&table.show(viewer, entry))).collect()
}
