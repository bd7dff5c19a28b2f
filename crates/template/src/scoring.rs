use crate::State;
use kernel::Outcome;

impl State {
    /// Rule 3.
    pub(crate) fn outcome(&self) -> Outcome {
        let tricks = &self.open.tricks;
        let better = |own: u8| tricks.values().iter().filter(|&&other| other > own).count() as u8;
        Outcome {
            places: tricks.map(|_, &own| 1 + better(own)),
            points: tricks.map(|_, &own| own.into()),
            reason: "played".into(),
            next_first: None,
        }
    }
}
