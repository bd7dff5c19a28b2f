//! What partners do for each other: shiya, and builds that are owed (Casino 7).

use crate::{BuildSet, Event, Phase, State, same_rank};
use kernel::{Card, CardSet, Events, Seat};

impl State {
    /// Casino 7.3: whether the captor's partner is asked first. Always, whatever the partner holds.
    pub(crate) fn waits_for_partner(&self, seat: Seat, builds: BuildSet) -> bool {
        self.open.teams && self.options.shiya.is_on() && self.open.takes_own(seat, builds)
    }

    /// Only the card played moves: it joins the build, which is the caller's from now on.
    pub(crate) fn call_shiya(&mut self, seat: Seat, events: &mut Events<Event>) {
        let waiting = self.open.waiting.take().expect("a capture waits");
        let build = self.build_mut(waiting.build);
        build.cards.push(waiting.card);
        build.compound = true;
        build.owner = Some(seat);
        let value = build.value;
        self.owns_build_now(seat);
        self.open.due.insert(seat);
        self.facts[seat.index()].held.insert(value);
        events.all(|| Event::ShiyaCalled { seat, build: waiting.build });
        self.end_turn(events);
    }

    /// Nobody called: the capture goes through.
    pub(crate) fn carry_out(&mut self, events: &mut Events<Event>) {
        let waiting = self.open.waiting.take().expect("a capture waits");
        self.open.phase = Phase::Turn;
        let seat = self.open.turn;
        self.take(seat, waiting.card, waiting.loose, Some(waiting.build), waiting.tops, events);
        self.end_turn(events);
    }

    /// Casino 7.2: whether a build of `value` by this seat restores one that its partner lost.
    #[inline]
    pub(crate) fn restores(&self, seat: Seat, value: u8) -> bool {
        let owed = |partner: Seat| self.open.owed[partner.index()].contains(value);
        self.options.partner_rebuild.is_on() && self.open.partner(seat).is_some_and(owed)
    }

    /// Whose a new build is: its maker's, or the partner's to whom it was owed. Builds from equal cards are
    /// always their maker's where the house plays them as such.
    pub(crate) fn owner_of_new_build(&self, seat: Seat, card: Card, loose: CardSet, value: u8) -> Seat {
        let stacked = self.options.key_card == crate::KeyCard::Stack && same_rank(card, loose).is_some();
        match self.open.partner(seat) {
            Some(partner) if !stacked && self.restores(seat, value) => partner,
            _ => seat,
        }
    }

    /// The owner of a build is owed nothing.
    pub(crate) fn owns_build_now(&mut self, seat: Seat) {
        self.open.owed[seat.index()] = crate::Values::default();
    }

    /// A build was captured or raised: its owner is owed one, if an opponent did it and nothing else is left.
    pub(crate) fn build_lost(&mut self, owner: Option<Seat>, value: u8, by: Seat) {
        let Some(owner) = owner else { return };
        let open = &mut self.open;
        if self.options.partner_rebuild.is_on()
            && open.teams
            && !open.allied(owner, by)
            && open.owned_by(owner).next().is_none()
        {
            open.owed[owner.index()].insert(value);
        }
    }
}
