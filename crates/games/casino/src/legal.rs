//! What may be done, and the first reason against everything else, in the order of Casino 12.

use crate::{
    Action, Build, BuildId, BuildSet, BuildsPerSeat, Error, KeyCard, Phase, Raise, State, Tops,
    groups::{Counts, Offered, Wanted, split_into, split_with_base},
    same_rank,
    top_choice::TopChoice,
    value,
    value::{COURT, of_value, total},
};
use alloc::vec::Vec;
use kernel::{Card, CardSet, CommonError, Listed, Seat};

impl State {
    /// Appends everything that `seat` may do now.
    pub(crate) fn legal(&self, seat: Seat, out: &mut Vec<Action>) -> Listed {
        let open = &self.open;
        match open.phase {
            Phase::Turn if seat == open.turn => return self.list_moves(seat, out),
            Phase::Shiya | Phase::RoundOver => {
                let action = if open.phase == Phase::Shiya { Action::Shiya } else { Action::Ready };
                out.extend(self.check(seat, action).is_ok().then_some(action));
            }
            Phase::Cut | Phase::Deal | Phase::Turn | Phase::Finished => {}
        }
        Listed::All
    }

    pub(crate) fn check(&self, seat: Seat, action: Action) -> Result<(), Error> {
        let open = &self.open;
        if open.phase == Phase::Finished {
            return Err(CommonError::GameOver.into());
        }
        if !action.fits(open.phase) {
            return Err(Error::WrongPhase { phase: open.phase });
        }
        match action {
            Action::Ready if !open.in_play.contains(seat) => return Err(CommonError::NotYourTurn.into()),
            Action::Ready if open.ready.contains(seat) => return Err(CommonError::AlreadyReady.into()),
            Action::Ready => return Ok(()),
            Action::Shiya => return self.check_shiya(seat),
            _ if seat != open.turn => return Err(CommonError::NotYourTurn.into()),
            _ => {}
        }
        self.check_named(seat, action)?;
        self.check_due(seat, action)?;
        match action {
            Action::Trail { card } => self.check_trail(seat, card),
            Action::Capture { card, loose, builds, tops } => {
                self.check_capture(seat, card, loose, builds, tops)
            }
            Action::Build { card, loose, value } => self.check_build(seat, card, loose, value),
            Action::Add { card, build, loose, tops } => {
                self.check_add(seat, card, self.named(build)?, loose, tops)
            }
            Action::Raise { card, build, loose } => self.check_raise(seat, card, self.named(build)?, loose),
            Action::Shiya | Action::Ready => Ok(()),
        }
    }

    /// Whether everything that is named is there and may be used in such a move at all.
    /// Casino 3.3: whether a capture of these cards leaves something that could come along.
    fn could_take_more(&self, total: u8, loose: CardSet, tops: Tops) -> bool {
        let taken = Counts::of(loose);
        let base = self.open.build_of(total).is_none();
        let room = Counts::of(self.open.loose);
        let offered = Offered::by(room);
        let mut buffer = Vec::new();
        for along in TopChoice::each(tops.iter()) {
            let (fixed, base) = (along.values(), base && along.len() > 0);
            let wanted = Wanted { total, fixed, room, offered: &offered, base, most: u32::MAX };
            if wanted.find(&mut buffer).iter().any(|&more| more != taken && more.has(taken)) {
                return true;
            }
        }
        false
    }

    fn check_named(&self, seat: Seat, action: Action) -> Result<(), Error> {
        let (open, options) = (&self.open, &self.options);
        if let Some(card) = action.card().filter(|&card| !self.hands[seat.index()].contains(card)) {
            return Err(Error::NotInHand { card });
        }
        if let Some(card) = (action.loose() - open.loose).iter().next() {
            return Err(Error::NotLoose { card });
        }
        match action {
            Action::Capture { builds, .. } => builds.iter().try_for_each(|id| self.named(id).map(|_| ()))?,
            Action::Add { build, .. } | Action::Raise { build, .. } => {
                self.named(build)?;
            }
            _ => {}
        }
        let off = |option: &str| Err(Error::OptionOff { option: option.into() });
        if !action.tops().is_empty() && !options.pile_tops.is_on() {
            return off("pile_tops");
        }
        if let Action::Raise { loose, .. } = action {
            let allowed = match options.raise {
                Raise::Off => false,
                Raise::Hand => loose.is_empty(),
                Raise::HandAndLoose => true,
            };
            if !allowed {
                return off("raise");
            }
        }
        for top in action.tops().iter() {
            if open.allied(top.seat, seat) {
                return Err(Error::TopNotAllowed { card: top.card });
            }
            if self.piles[top.seat.index()].last() != Some(&top.card) {
                return Err(Error::TopChanged { card: top.card });
            }
        }
        match action {
            Action::Capture { loose, builds, .. } if loose.is_empty() && builds.is_empty() => {
                return Err(Error::NothingTaken);
            }
            Action::Build { loose, .. } if loose.is_empty() => return Err(Error::NothingTaken),
            _ => {}
        }
        check_court_cards(action)
    }

    /// Casino 7.4: after a call of shiya an own build is captured, if that is possible.
    fn check_due(&self, seat: Seat, action: Action) -> Result<(), Error> {
        let captures_own =
            matches!(action, Action::Capture { builds, .. } if self.open.takes_own(seat, builds));
        if self.must_capture_own(seat) && !captures_own { Err(Error::CaptureDue) } else { Ok(()) }
    }

    pub(crate) fn must_capture_own(&self, seat: Seat) -> bool {
        self.open.due.contains(seat) && self.open.owned_by(seat).any(|build| self.holds(seat, build.value))
    }

    fn check_trail(&self, seat: Seat, card: Card) -> Result<(), Error> {
        if self.is_locked(seat, card) {
            return Err(Error::KeyCardLocked { card });
        }
        if let Some(value) = self.bans_trail(seat) {
            return Err(Error::TrailBanned { value });
        }
        if self.pairs(card) { Err(Error::PairTrail { card }) } else { Ok(()) }
    }

    /// Casino 3.2: the value of an own build that could be taken and so forbids trailing.
    pub(crate) fn bans_trail(&self, seat: Seat) -> Option<u8> {
        let could_take = |build: &&Build| self.holds(seat, build.value);
        if self.trail_ban() {
            self.open.owned_by(seat).find(could_take).map(|build| build.value)
        } else {
            None
        }
    }

    /// Casino 3.2: whether the house forbids to trail a card because of what it matches.
    #[inline]
    pub(crate) fn pairs(&self, card: Card) -> bool {
        self.options.no_pair_trail.is_on()
            && (!(self.open.loose & CardSet::of_rank(card.rank())).is_empty()
                || self.open.build_of(value(card)).is_some())
    }

    fn check_capture(
        &self,
        seat: Seat,
        card: Card,
        loose: CardSet,
        builds: BuildSet,
        tops: Tops,
    ) -> Result<(), Error> {
        let value = value(card);
        let build = self.open.build_of(value);
        if value > 0 {
            let other_build = builds.iter().any(|id| build.is_none_or(|build| build.id != id));
            let (cards, on_piles) = (Counts::of(loose), Counts::of(tops.cards().collect()));
            if other_build || !split_into(cards.plus(on_piles), value) {
                return Err(Error::NoSplit { value });
            }
            if !tops.is_empty() && builds.is_empty() && !split_with_base(cards, on_piles, value) {
                return Err(Error::NoBase { value });
            }
        }
        // The last key card takes its build, and may take more.
        if builds.is_empty() && self.is_locked(seat, card) {
            return Err(Error::KeyCardLocked { card });
        }
        let more = if value > 0 {
            build.is_some() && builds.is_empty() || self.could_take_more(value, loose, tops)
        } else {
            loose != self.open.loose & CardSet::of_rank(card.rank())
        };
        if self.options.must_take_all.is_on() && more { Err(Error::MustTakeAll) } else { Ok(()) }
    }

    fn check_build(&self, seat: Seat, card: Card, loose: CardSet, value: u8) -> Result<(), Error> {
        let stacked = self.stacked(card, loose);
        if let Some(sum) = stacked.filter(|&sum| sum != u32::from(value)) {
            return Err(Error::StackValue { sum: sum as u8 });
        }
        self.check_limit(value.into())?;
        if value < 2 {
            return Err(Error::BadValue { value });
        }
        if !split_into(Counts::of(loose | CardSet::only(card)), value) {
            return Err(Error::NoSplit { value });
        }
        // Casino 4.3: builds of equal cards are always possible.
        if stacked.is_none() {
            if self.options.builds_per_seat == BuildsPerSeat::One && self.open.owned_by(seat).next().is_some()
            {
                return Err(Error::OwnsBuild);
            }
            if self.open.build_of(value).is_some() {
                return Err(Error::ValueTaken { value });
            }
        }
        self.check_key(seat, card, value, self.build_needs_key(seat, card, loose, value))?;
        self.check_lock(seat, card)
    }

    fn check_add(
        &self,
        seat: Seat,
        card: Card,
        build: &Build,
        loose: CardSet,
        tops: Tops,
    ) -> Result<(), Error> {
        if build.owner.is_none_or(|owner| !self.open.allied(owner, seat)) {
            return Err(Error::NotYourBuild { build: build.id });
        }
        let laid = loose | tops.cards().chain([card]).collect();
        if !split_into(Counts::of(laid), build.value) {
            return Err(Error::NoSplit { value: build.value });
        }
        self.check_key(seat, card, build.value, self.add_needs_key(seat, build.id))?;
        self.check_lock(seat, card)
    }

    fn check_raise(&self, seat: Seat, card: Card, build: &Build, loose: CardSet) -> Result<(), Error> {
        if !self.can_be_raised(seat, build) {
            return Err(Error::CannotRaise { build: build.id });
        }
        let raised = u32::from(build.value + value(card)) + total(loose);
        self.check_limit(raised)?;
        let raised = raised as u8;
        self.check_raised(seat, build, raised)?;
        self.check_key(seat, card, raised, self.raise_needs_key())?;
        // The last key card of an own build may raise that very build.
        let own = build.owner == Some(seat) && build.value == value(card);
        if own { Ok(()) } else { self.check_lock(seat, card) }
    }

    pub(crate) fn can_be_raised(&self, seat: Seat, build: &Build) -> bool {
        let whose = match build.owner {
            Some(owner) if owner == seat => self.options.raise_own.is_on(),
            Some(owner) => !self.open.allied(owner, seat),
            None => true,
        };
        whose && !build.compound && build.value < self.options.build_limit
    }

    /// Casino 3.6: whether a build raised to that value has a place on the table.
    pub(crate) fn check_raised(&self, seat: Seat, build: &Build, raised: u8) -> Result<(), Error> {
        let mut others = self.open.owned_by(seat).filter(|other| other.id != build.id).peekable();
        let one = self.options.builds_per_seat == BuildsPerSeat::One;
        if one && others.peek().is_some() && !others.any(|other| other.value == raised) {
            return Err(Error::OwnsBuild);
        }
        match self.open.build_of(raised) {
            Some(other) if other.owner != Some(seat) => Err(Error::ValueTaken { value: raised }),
            _ => Ok(()),
        }
    }

    fn check_shiya(&self, seat: Seat) -> Result<(), Error> {
        let open = &self.open;
        if open.partner(open.turn) != Some(seat) {
            return Err(CommonError::NotYourTurn.into());
        }
        let value = open.waiting.and_then(|waiting| open.build(waiting.build)).map_or(0, |build| build.value);
        if self.holds(seat, value) { Ok(()) } else { Err(Error::NoShiya { value }) }
    }

    fn check_limit(&self, value: u32) -> Result<(), Error> {
        let limit = self.options.build_limit;
        if value > u32::from(limit) {
            return Err(Error::OverLimit { value: value.min(255) as u8, limit });
        }
        Ok(())
    }

    fn check_key(&self, seat: Seat, card: Card, value: u8, needed: bool) -> Result<(), Error> {
        let keys = of_value(value) & (self.hands[seat.index()] - CardSet::only(card));
        if needed && keys.is_empty() { Err(Error::KeyCardMissing { value }) } else { Ok(()) }
    }

    fn check_lock(&self, seat: Seat, card: Card) -> Result<(), Error> {
        if self.is_locked(seat, card) { Err(Error::KeyCardLocked { card }) } else { Ok(()) }
    }

    /// Casino 5.3: whether this is the last card that can take an own build, and is kept for it.
    #[inline]
    pub(crate) fn is_locked(&self, seat: Seat, card: Card) -> bool {
        self.options.key_card == KeyCard::Required && self.is_last_key(seat, card)
    }
    fn is_last_key(&self, seat: Seat, card: Card) -> bool {
        self.open.owned_by(seat).any(|build| build.value == value(card))
            && (self.hands[seat.index()] & of_value(value(card))).len() == 1
    }

    /// The sum of a build from equal cards, where the house plays those separately.
    pub(crate) fn stacked(&self, card: Card, loose: CardSet) -> Option<u32> {
        same_rank(card, loose).filter(|_| self.options.key_card == KeyCard::Stack)
    }

    pub(crate) fn holds(&self, seat: Seat, value: u8) -> bool {
        !(self.hands[seat.index()] & of_value(value)).is_empty()
    }

    fn named(&self, id: BuildId) -> Result<&Build, Error> {
        self.open.build(id).ok_or(Error::NoSuchBuild { build: id })
    }
}

/// Casino 1.2: a court card is trailed, or captures its own rank; it has no other use.
fn check_court_cards(action: Action) -> Result<(), Error> {
    let Some(card) = action.card() else { return Ok(()) };
    let others = action.loose() | action.tops().cards().collect();
    let culprit = match action {
        Action::Trail { .. } | Action::Shiya | Action::Ready => None,
        Action::Capture { builds, tops, .. } if COURT.contains(card) => {
            let strangers = !(others - CardSet::of_rank(card.rank())).is_empty();
            (strangers || !builds.is_empty() || !tops.is_empty()).then_some(card)
        }
        _ => ((others | CardSet::only(card)) & COURT).iter().next(),
    };
    culprit.map_or(Ok(()), |card| Err(Error::CourtCard { card }))
}
