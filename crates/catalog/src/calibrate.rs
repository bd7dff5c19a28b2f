//! How right a seat's inferences were: finished games are played again from their logs, and what each seat
//! could work out before each of its decisions is held against where the cards were.

use bot::Calibration;
use kernel::Knowledge;
#[cfg(feature = "measuring")]
use {
    crate::{Fault, thinker::contradiction},
    kernel::{Ask, Events, Game, Input, Level, Start, Study, Viewer},
    serde::Deserialize,
    serde_json::Value,
};

/// Statistics about inferences.
#[derive(Clone, Debug, Default)]
pub struct Inferences {
    /// What counting says.
    pub counted: Calibration,
    /// What a bot says that also weighs what the others chose; only where a game's bot does so.
    pub weighed: Calibration,
    /// Cards that were where they were said not to be. Any of them is a defect.
    pub falsely_certain: u64,
    /// Decisions looked at.
    pub decisions: u64,
}

#[cfg(feature = "measuring")]
#[derive(Deserialize)]
#[serde(bound = "")]
struct Log<G: Game> {
    start: Start,
    options: G::Options,
    inputs: Vec<Input<G::Action>>,
}

/// Adds the decisions of a finished game, as a log has it, to `inferences`.
#[cfg(feature = "measuring")]
pub(crate) fn add<G: Study>(log: &Value, level: Level, inferences: &mut Inferences) -> Result<(), Fault> {
    let mut log = log.clone();
    if let Value::Object(fields) = &mut log {
        fields.remove("game");
    }
    let log: Log<G> = serde_json::from_value(log).map_err(|error| Fault::unreadable(&error))?;
    let mut state = G::new(&log.options, &log.start).map_err(|error| Fault::of(&error))?;
    for (number, input) in log.inputs.iter().enumerate() {
        if let Input::Act(seat, action) = input {
            G::check(&state, *seat, action).map_err(|error| Fault::of(&error))?;
            let view = G::view(&state, Viewer::Recall(*seat));
            let ask = Ask::<G> {
                options: &log.options,
                view: &view,
                seat: *seat,
                level,
                budget: None,
                explain: true,
                out_of_time: &|| false,
            };
            let reasons = bot::choose(&ask, number as u64).map_err(contradiction)?.reasons;
            if let Some(knowledge) = reasons.knowledge {
                inferences.add(&knowledge, &G::truth(&state, &knowledge));
            }
        }
        G::apply(&mut state, input, &mut Events::muted());
    }
    Ok(())
}

impl Inferences {
    pub(crate) fn add(&mut self, knowledge: &Knowledge, truth: &[Option<usize>]) {
        self.decisions += 1;
        for (card, place) in knowledge.cards.iter().zip(truth) {
            let Some(place) = *place else {
                self.falsely_certain += 1;
                continue;
            };
            self.falsely_certain += u64::from(card.chances.get(place).is_none_or(|chance| *chance <= 0.0));
            self.counted.add(&card.chances, place);
            if let Some(weighed) = &card.weighed {
                self.weighed.add(weighed, place);
            }
        }
    }
}
