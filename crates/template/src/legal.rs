use crate::{Action, Error, Phase, State};
use alloc::vec::Vec;
use kernel::{CommonError, Seat};

impl State {
    /// Appends everything `seat` may do now.
    pub(crate) fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.open.phase == Phase::Play && self.open.turn == seat {
            out.extend(self.hands[seat].iter().map(|card| Action::Play { card }));
        }
    }

    /// `Ok` for what may be done now, otherwise the first rule against it.
    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), Error> {
        let Action::Play { card } = action;
        if self.open.phase == Phase::Over {
            Err(CommonError::GameOver.into())
        } else if self.open.phase == Phase::Deal || self.open.turn != seat {
            Err(CommonError::NotYourTurn.into())
        } else if !self.hands[seat].contains(card) {
            Err(Error::NotInHand { card })
        } else {
            Ok(())
        }
    }
}
