//! What may be done, and the first reason against everything else (Dutch 15).

use crate::{Action, Card, Draw, Error, Mode, Phase, Place, Play, Source, State, Swap};
use alloc::vec::Vec;
use kernel::{CommonError, Seat, SeatSet};

impl State {
    pub(crate) fn legal(&self, seat: Seat, out: &mut Vec<Action>) {
        let open = &self.open;
        if open.due.is_some() || !open.in_play.contains(seat) {
            return;
        }
        match open.phase {
            Phase::InitialPeek => self.list_peeks(seat, out),
            Phase::DrawingCard if seat == open.current => {
                out.push(Action::Draw(Draw::Pile {}));
                out.extend(self.takeable(seat).ok().map(|card| Action::Draw(Draw::Discard { card })));
            }
            Phase::PlayingCard if seat == open.current => {
                out.extend((open.drawn == Some(Source::Pile)).then_some(Action::Play(Play::Drawn)));
                out.extend(self.hands[seat].playable().map(|slot| Action::Play(Play::Slot(slot))));
            }
            Phase::SameRankWindow if self.can_match(seat).is_ok() => {
                out.extend(self.hands[seat].playable().map(|slot| Action::Match { slot }));
            }
            phase if phase.is_power() && open.power_owner() == Some(seat) => self.list_power(out),
            Phase::DealEnded if !open.ready.contains(seat) => out.push(Action::Ready),
            _ => {}
        }
        out.extend(self.collectable(seat).ok().map(|card| Action::Collect { card }));
        out.extend(self.check(seat, Action::CallDutch).is_ok().then_some(Action::CallDutch));
    }

    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), Error> {
        let open = &self.open;
        if open.phase == Phase::GameEnded {
            return Err(CommonError::GameOver.into());
        }
        if open.due.is_some() || !action.fits(open.phase) {
            return Err(Error::WrongPhase { phase: open.phase });
        }
        let on_turn = matches!(action, Action::Draw(_) | Action::Play(_) | Action::CallDutch);
        if !open.in_play.contains(seat) || (on_turn && seat != open.current) {
            return Err(CommonError::NotYourTurn.into());
        }
        match action {
            Action::Peek { slot } => self.check_peek(seat, slot),
            Action::ConfirmPeek => self.check_confirm(seat),
            Action::Draw(Draw::Discard { card }) => self.check_take(seat, card),
            Action::Play(Play::Drawn) => self.check_play_drawn(),
            Action::Play(Play::Slot(slot)) => self.check_own_card(seat, slot),
            Action::Match { slot } => self.can_match(seat).and_then(|()| self.check_own_card(seat, slot)),
            Action::Collect { card } => self.check_collect(seat, card),
            Action::CallDutch => self.check_call(),
            Action::Ready if open.ready.contains(seat) => Err(CommonError::AlreadyReady.into()),
            Action::Draw(Draw::Pile {}) | Action::Ready => Ok(()),
            _ if open.power_owner() != Some(seat) => Err(Error::NotYourPower),
            Action::PeekCard { seat, slot } => self.check_look(Place { seat, slot }),
            Action::Swap(swap) => self.check_swap(swap),
            Action::DonePeeking | Action::DeclinePower => Ok(()),
        }
    }

    /// Seats that may act although the table does not wait for them.
    pub(crate) fn may_interrupt(&self) -> SeatSet {
        let open = &self.open;
        let mut may = SeatSet::EMPTY;
        if open.phase == Phase::SameRankWindow {
            may = open
                .in_play
                .iter()
                .filter(|&seat| self.can_match(seat).is_ok() && self.hands[seat].playable().next().is_some())
                .collect();
        } else if !self.discards.is_empty() {
            may = open.in_play.iter().filter(|&seat| self.collectable(seat).is_ok()).collect();
        }
        if self.check(open.current, Action::CallDutch).is_ok() {
            may.insert(open.current);
        }
        may
    }

    /// The places that a jack can name (Dutch 6.3 and 8.4).
    pub(crate) fn swappable(&self) -> impl Iterator<Item = Place> + Clone + '_ {
        let in_reach = self.open.in_play.iter().filter(|&seat| !self.is_frozen(seat));
        in_reach.flat_map(|seat| {
            self.hands[seat]
                .slots
                .iter()
                .enumerate()
                .filter_map(move |(slot, held)| held.is_some().then_some(Place { seat, slot: slot as u8 }))
        })
    }

    /// The places that a queen can look at (Dutch 6.2).
    pub(crate) fn lookable(&self) -> impl Iterator<Item = Place> + '_ {
        let in_play = self.open.in_play.iter();
        in_play.flat_map(|seat| self.hands[seat].playable().map(move |slot| Place { seat, slot }))
    }

    fn list_peeks(&self, seat: Seat, out: &mut Vec<Action>) {
        let picks = &self.open.picks[seat];
        if self.open.confirmed.contains(seat) {
            return;
        }
        if picks.len() == usize::from(self.options.peek_count) {
            out.push(Action::ConfirmPeek);
        } else {
            let left = (0..self.options.hand_size).filter(|slot| !picks.contains(slot));
            out.extend(left.map(|slot| Action::Peek { slot }));
        }
    }

    fn list_power(&self, out: &mut Vec<Action>) {
        match self.open.phase {
            Phase::QueenPeek => {
                out.extend(self.lookable().map(|Place { seat, slot }| Action::PeekCard { seat, slot }));
                out.push(Action::DeclinePower);
            }
            Phase::JackSwap => {
                let mut places = self.swappable();
                while let Some(a) = places.next() {
                    out.extend(places.clone().map(|b| Action::Swap(Swap::new(a, b))));
                }
                out.push(Action::DeclinePower);
            }
            _ => out.push(Action::DonePeeking),
        }
    }

    fn check_peek(&self, seat: Seat, slot: u8) -> Result<(), Error> {
        let (picks, most) = (&self.open.picks[seat], self.options.peek_count);
        if self.open.confirmed.contains(seat) {
            Err(Error::AlreadyConfirmed)
        } else if picks.len() == usize::from(most) {
            Err(Error::PeekLimit { most })
        } else if slot >= self.options.hand_size {
            Err(Error::NoSuchSlot)
        } else if picks.contains(&slot) {
            Err(Error::AlreadyPeeked)
        } else {
            Ok(())
        }
    }

    fn check_confirm(&self, seat: Seat) -> Result<(), Error> {
        let left = self.options.peek_count - self.open.picks[seat].len() as u8;
        if self.open.confirmed.contains(seat) {
            Err(Error::AlreadyConfirmed)
        } else if left > 0 {
            Err(Error::PeekIncomplete { left })
        } else {
            Ok(())
        }
    }

    /// Dutch 4.6: the discard that `seat` could take.
    fn takeable(&self, seat: Seat) -> Result<Card, Error> {
        if !self.options.discard_take.is_on() {
            return Err(Error::OptionOff);
        }
        let top = *self.discards.last().ok_or(Error::DiscardEmpty)?;
        self.hands[seat].playable().next().map(|_| top).ok_or(Error::NothingToPlay)
    }

    fn check_take(&self, seat: Seat, card: Card) -> Result<(), Error> {
        match self.discards.last() {
            Some(&top) if top != card && self.options.discard_take.is_on() => {
                Err(Error::DiscardChanged { top })
            }
            _ => self.takeable(seat).map(|_| ()),
        }
    }

    fn check_play_drawn(&self) -> Result<(), Error> {
        match self.open.drawn {
            Some(Source::Pile) => Ok(()),
            Some(Source::Discard) => Err(Error::TakenCard),
            None => Err(Error::EmptySlot),
        }
    }

    /// Whether the card in that slot can be played or matched.
    fn check_own_card(&self, seat: Seat, slot: u8) -> Result<(), Error> {
        match self.hands[seat].slots.get(usize::from(slot)) {
            None => Err(Error::NoSuchSlot),
            Some(None) => Err(Error::EmptySlot),
            // Dutch 4.3 and 5.5: the reason is on the card, and only its owner hears it.
            Some(Some(held)) if held.collected => Err(Error::CollectionCard),
            Some(Some(_)) => Ok(()),
        }
    }

    fn can_match(&self, seat: Seat) -> Result<(), Error> {
        if self.open.locked.contains(seat) {
            Err(Error::LockedOut)
        } else if self.is_frozen(seat) {
            Err(Error::CallerFrozen)
        } else {
            Ok(())
        }
    }

    /// Dutch 7.1: the card that `seat` could collect, whatever it named.
    fn collectable(&self, seat: Seat) -> Result<Card, Error> {
        let top = self.discards.last().copied();
        let phase = self.open.phase;
        match top {
            Some(card) if (Action::Collect { card }).fits(phase) => {
                self.check_collect(seat, card).map(|()| card)
            }
            Some(_) => Err(Error::WrongPhase { phase }),
            None => Err(Error::DiscardEmpty),
        }
    }

    fn check_collect(&self, seat: Seat, card: Card) -> Result<(), Error> {
        if self.options.mode == Mode::Clear {
            return Err(Error::OptionOff);
        }
        let rank = self.open.ranks[seat].ok_or(Error::NoRank)?;
        if self.is_frozen(seat) {
            return Err(Error::CallerFrozen);
        }
        match self.discards.last() {
            None => Err(Error::DiscardEmpty),
            Some(&top) if top != card => Err(Error::DiscardChanged { top }),
            Some(top) if top.rank() != rank => Err(Error::RankMismatch { rank }),
            Some(_) => Ok(()),
        }
    }

    fn check_call(&self) -> Result<(), Error> {
        match self.open.caller {
            Some(caller) => Err(Error::AlreadyCalled { caller }),
            None if !self.open.played => Err(Error::NoPlayYet),
            None => Ok(()),
        }
    }

    fn check_look(&self, at: Place) -> Result<(), Error> {
        self.check_places([at])?;
        match self.hands[at.seat].get(at.slot) {
            Some(held) if held.collected => Err(Error::CardIsPublic),
            _ => Ok(()),
        }
    }

    fn check_swap(&self, swap: Swap) -> Result<(), Error> {
        let [a, b] = swap.places();
        if [a, b].iter().any(|place| self.is_frozen(place.seat)) {
            return Err(Error::CallerFrozen);
        }
        self.check_places([a, b])?;
        if a == b { Err(Error::SameSlot) } else { Ok(()) }
    }

    /// Whether there are cards; one reason after the other, not one place after the other.
    fn check_places<const N: usize>(&self, places: [Place; N]) -> Result<(), Error> {
        // A seat number may be anything here, also beyond what a set of seats can hold.
        let exists = |seat: Seat| seat.0 < self.open.seats() && self.open.in_play.contains(seat);
        let slot = |place: &Place| self.hands[place.seat].slots.get(usize::from(place.slot));
        if !places.iter().all(|place| exists(place.seat)) {
            Err(Error::NoSuchSeat)
        } else if !places.iter().all(|place| slot(place).is_some()) {
            Err(Error::NoSuchSlot)
        } else if !places.iter().all(|place| slot(place).is_some_and(Option::is_some)) {
            Err(Error::EmptySlot)
        } else {
            Ok(())
        }
    }

    /// Dutch 8.4.
    fn is_frozen(&self, seat: Seat) -> bool {
        self.options.freeze_caller.is_on() && self.open.caller == Some(seat)
    }
}
