use crate::{Action, Error, Phase, State};
use alloc::vec::Vec;
use kernel::{Card, CardSet, CommonError, Seat};

impl State {
    pub(crate) fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        let open = &self.open;
        match open.phase {
            Phase::Cut | Phase::Deal | Phase::Finished => {}
            Phase::DealOver => {
                if !open.ready.contains(seat) {
                    out.push(Action::Ready);
                }
            }
            _ if seat != open.turn => {}
            // The hot path: bots list cards millions of times a second.
            Phase::Trick => list_plays(self.playable(seat), out),
            Phase::Discard => out.extend(self.discardable().iter().map(|card| Action::Discard { card })),
            Phase::Bid1 => self.legal_orders(seat, out),
            Phase::Bid2 => self.legal_names(seat, out),
            Phase::AloneChoice => {
                out.push(Action::Alone { yes: true });
                if !self.must_go_alone(seat) {
                    out.push(Action::Alone { yes: false });
                }
            }
            Phase::DefendChoice => out.extend([Action::Defend { yes: true }, Action::Defend { yes: false }]),
        }
    }

    /// Reasons in the order of Euchre 9.
    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), Error> {
        let open = &self.open;
        if open.phase == Phase::Finished {
            return Err(CommonError::GameOver.into());
        }
        if !fits(action, open.phase) {
            return Err(Error::WrongPhase { phase: open.phase });
        }
        if open.phase == Phase::Trick && open.sitting_out.contains(seat) {
            return Err(Error::SittingOut);
        }
        if open.phase == Phase::DealOver {
            return if open.ready.contains(seat) { Err(CommonError::AlreadyReady.into()) } else { Ok(()) };
        }
        if seat != open.turn {
            return Err(CommonError::NotYourTurn.into());
        }
        match action {
            Action::Pass => self.check_pass(),
            Action::Order { alone } => self.check_order(seat, alone),
            Action::Name { suit, alone } => self.check_name(seat, suit, alone),
            Action::Alone { yes: false } if self.must_go_alone(seat) => Err(Error::MustGoAlone),
            Action::Discard { card } => self.check_discard(seat, card),
            Action::Play { card } => self.check_play(seat, card),
            Action::Alone { .. } | Action::Defend { .. } | Action::Ready => Ok(()),
        }
    }

    fn check_discard(&self, seat: Seat, card: Card) -> Result<(), Error> {
        if !self.hands[seat.index()].contains(card) {
            Err(Error::NotInHand { card })
        } else if !self.discardable().contains(card) {
            Err(Error::UpcardDiscard)
        } else {
            Ok(())
        }
    }

    fn check_play(&self, seat: Seat, card: Card) -> Result<(), Error> {
        if !self.hands[seat.index()].contains(card) {
            return Err(Error::NotInHand { card });
        }
        match self.led_suit() {
            Some(led) if !self.playable(seat).contains(card) => Err(Error::MustFollow { led }),
            _ => Ok(()),
        }
    }
}

/// Whether this kind of action belongs to `phase`.
const fn fits(action: Action, phase: Phase) -> bool {
    matches!(
        (action, phase),
        (Action::Pass, Phase::Bid1 | Phase::Bid2)
            | (Action::Order { .. }, Phase::Bid1)
            | (Action::Name { .. }, Phase::Bid2)
            | (Action::Discard { .. }, Phase::Discard)
            | (Action::Alone { .. }, Phase::AloneChoice)
            | (Action::Defend { .. }, Phase::DefendChoice)
            | (Action::Play { .. }, Phase::Trick)
            | (Action::Ready, Phase::DealOver)
    )
}

/// Appends a play for each of at most five cards: five times without asking, then cut to size, because how
/// many cards a hand holds is not to be predicted.
#[inline]
fn list_plays(cards: CardSet, out: &mut Vec<Action>) {
    let mut left = cards.bits();
    let mut listed = out.len();
    out.extend([(); 5].map(|()| {
        listed += usize::from(left != 0);
        // Past the last card this is the last of the pack, and cut off below.
        let card = Card::from_index((left.trailing_zeros() as u8).min(Card::COUNT - 1));
        left &= left.wrapping_sub(1);
        Action::Play { card }
    }));
    debug_assert!(left == 0, "a hand in play holds at most five cards");
    out.truncate(listed);
}
