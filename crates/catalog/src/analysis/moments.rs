use crate::{Fault, Parsed, calibrate::Inferences, proof::Proof, thinker::contradiction};
use kernel::{
    Events, HiddenPlace, Input, Knowledge, Outcome, Refusal, Seat, SeatSet, Study, Table, Turn, Viewer,
};

/// A decision as its seat had it.
pub(super) struct Moment<G: Study> {
    pub(super) frame: u32,
    pub(super) seat: Seat,
    /// The seat's recall.
    pub(super) view: G::View,
    pub(super) legal: Vec<G::Action>,
    /// Whether it owed a decision.
    pub(super) must: bool,
    /// What it did; `None`: it let time pass.
    pub(super) played: Option<G::Action>,
    /// What it could work out.
    pub(super) knowledge: Option<Knowledge>,
    pub(super) unseen: Vec<HiddenPlace>,
}

/// A game taken apart.
pub(super) struct Moments<G: Study> {
    pub(super) options: G::Options,
    pub(super) seats: u8,
    pub(super) moments: Vec<Moment<G>>,
    pub(super) forced: u32,
    pub(super) outcome: Option<Outcome>,
    /// What seats could work out, held against the truth.
    pub(super) inferences: Inferences,
    /// The same with nothing but the number of cards in each place.
    pub(super) blind: Inferences,
}

impl<G: Study> Moments<G> {
    /// Plays a game again and stops wherever a seat had a choice: all seats, or one of them.
    pub(super) fn of(proof: &Proof, whose: Option<Seat>) -> Result<Moments<G>, Fault> {
        let opening = proof.opening()?;
        let (_, rules) = opening.house_rules()?;
        let (options, start) = (rules.read::<G>()?, opening.start);
        let seats = start.seats;
        let mut walk = Walk::<G> {
            whose: whose.map_or(SeatSet::first(seats), SeatSet::only),
            // The table judges every input; the state beside it is there to be looked at.
            table: Table::new(&options, &start)?,
            state: G::new(&options, &start).map_err(Refusal::Rule)?,
            found: Moments {
                options,
                seats,
                moments: Vec::new(),
                forced: 0,
                outcome: None,
                inferences: Inferences::default(),
                blind: Inferences::default(),
            },
        };
        for (frame, happened) in proof.log.iter().enumerate() {
            for step in &happened.steps {
                walk.step(frame as u32, &Parsed::read::<G>(&step.input())?)?;
            }
        }
        if let Turn::Over(outcome) = walk.table.turn() {
            walk.found.outcome = Some(outcome);
        }
        Ok(walk.found)
    }
}

struct Walk<G: Study> {
    whose: SeatSet,
    table: Table<G>,
    state: G::State,
    found: Moments<G>,
}

impl<G: Study> Walk<G> {
    fn step(&mut self, frame: u32, parsed: &Parsed) -> Result<(), Fault> {
        let input = parsed.typed::<G>().ok_or_else(|| Fault::new("void", "an input of another game"))?;
        self.table.check(input)?;
        // Past the horizon nobody decides anything: people say that they are ready.
        if !G::over_horizon(&self.state) {
            match (input, G::turn(&self.state)) {
                (Input::Act(seat, action), Turn::Seats { must, .. }) => {
                    self.decided(frame, *seat, must.contains(*seat), Some(action))?;
                }
                // A seat that might have acted has decided as well.
                (Input::Expire(_), Turn::Seats { may, .. }) => {
                    may.iter().try_for_each(|seat| self.decided(frame, seat, false, None))?;
                }
                _ => {}
            }
        }
        self.table.commit(input);
        G::apply(&mut self.state, input, &mut Events::muted());
        Ok(())
    }

    fn decided(
        &mut self,
        frame: u32,
        seat: Seat,
        must: bool,
        played: Option<&G::Action>,
    ) -> Result<(), Fault> {
        if !self.whose.contains(seat) {
            return Ok(());
        }
        let mut legal = Vec::new();
        G::legal(&self.state, seat, &mut legal);
        if legal.is_empty() || legal.len() == 1 && must {
            self.found.forced += 1;
            return Ok(());
        }
        let options = &self.found.options;
        let view = G::view(&self.state, Viewer::Recall(seat));
        let knowledge = G::knowledge(options, &view).map_err(contradiction)?;
        if let Some(knowledge) = knowledge.as_ref().filter(|_| played.is_some()) {
            let truth = G::truth(&self.state, knowledge);
            self.found.inferences.add(knowledge, &truth);
            self.found.blind.add(&blind(knowledge), &truth);
        }
        let unseen = G::unseen(options, &view).map_err(contradiction)?;
        let played = played.cloned();
        self.found.moments.push(Moment { frame, seat, view, legal, must, played, knowledge, unseen });
        Ok(())
    }
}

/// What somebody would say who counts the cards of each place, and knows nothing else.
fn blind(knowledge: &Knowledge) -> Knowledge {
    let mut knowledge = knowledge.clone();
    let all: u32 = knowledge.places.iter().map(|place| place.size).sum();
    let share = |size: u32| size as f32 / all.max(1) as f32;
    for card in &mut knowledge.cards {
        card.chances = knowledge.places.iter().map(|place| share(place.size)).collect();
        card.weighed = None;
    }
    knowledge
}
