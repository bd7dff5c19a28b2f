//! What each move does (Casino 3). Everything here was found legal before.

use crate::{
    Build, BuildId, BuildSet, Event, Phase, State, Tops, Waiting, scoring::Gain, value, value::total,
};
use arrayvec::ArrayVec;
use kernel::{Card, CardSet, Events, Seat};

impl State {
    pub(crate) fn trail(&mut self, seat: Seat, card: Card, events: &mut Events<Event>) {
        self.note_trail(seat);
        self.leaves_hand(seat, card);
        self.open.loose.insert(card);
        events.all(|| Event::Trailed { seat, card });
        self.end_turn(events);
    }

    pub(crate) fn capture(
        &mut self,
        seat: Seat,
        card: Card,
        loose: CardSet,
        builds: BuildSet,
        tops: Tops,
        events: &mut Events<Event>,
    ) {
        self.leaves_hand(seat, card);
        // A capture takes at most one build: that of its card's value.
        let build = builds.iter().next();
        if let Some(build) = build.filter(|_| self.waits_for_partner(seat, builds)) {
            self.open.waiting = Some(Waiting { card, loose, build, tops });
            self.open.phase = Phase::Shiya;
            return events.all(|| Event::ShiyaOpen { seat, card, loose, build, tops });
        }
        self.take(seat, card, loose, build, tops, events);
        self.end_turn(events);
    }

    /// Takes everything into the captor's pile: the build, tops, loose cards, and the card played on top.
    pub(crate) fn take(
        &mut self,
        seat: Seat,
        card: Card,
        loose: CardSet,
        build: Option<BuildId>,
        tops: Tops,
        events: &mut Events<Event>,
    ) {
        let build = build.and_then(|id| self.open.builds.iter().position(|build| build.id == id));
        let build = build.map(|place| self.open.builds.remove(place));
        self.take_tops(tops);
        self.open.loose -= loose;
        let pile = &mut self.piles[seat.index()];
        let before = pile.len();
        pile.extend(build.iter().flat_map(|build| build.cards.iter().copied()));
        pile.extend(tops.cards());
        pile.extend(loose.iter());
        pile.push(card);
        let taken: CardSet = pile[before..].iter().copied().collect();
        self.open.last_capturer = Some(seat);
        let left = !self.open.loose.is_empty() || !self.open.builds.is_empty();
        let gain = self.options.gain_of(taken, left);
        events.all(|| Event::Captured {
            seat,
            card,
            loose,
            builds: build.iter().map(|build| build.id).collect(),
            tops,
            total: total(taken) as u16,
            points: gain.points(),
        });
        if let Some(build) = &build {
            self.build_lost(build.owner, build.value, seat);
        }
        self.reward(seat, taken, gain, events);
    }

    pub(crate) fn make_build(
        &mut self,
        seat: Seat,
        card: Card,
        loose: CardSet,
        value: u8,
        events: &mut Events<Event>,
    ) {
        let duty = self.build_needs_key(seat, card, loose, value);
        let owner = self.owner_of_new_build(seat, card, loose, value);
        self.leaves_hand(seat, card);
        self.open.loose -= loose;
        let cards = loose.iter().chain([card]);
        let place = self.open.builds.iter().position(|build| build.value == value);
        // Casino 4.3: equal cards join a build of their sum.
        if let Some(place) = place {
            let build = &mut self.open.builds[place];
            build.cards.extend(cards);
            build.compound = true;
            let before = build.owner;
            let id = build.id;
            events.all(|| Event::Built { seat, card, loose, build: id, value });
            events.all(|| Event::Joined { build: id });
            if before.is_none_or(|owner| !self.open.allied(owner, seat)) {
                self.open.builds[place].owner = Some(seat);
                self.owns_build_now(seat);
            }
        } else {
            let id = BuildId(self.open.built);
            self.open.built += 1;
            let cards: ArrayVec<Card, 40> = cards.collect();
            let compound = total(cards.iter().copied().collect()) > u32::from(value);
            self.open.builds.push(Build { id, value, owner: Some(owner), cards, compound });
            self.owns_build_now(owner);
            events.all(|| Event::Built { seat, card, loose, build: id, value });
        }
        self.note_held(seat, duty.then_some(value));
        self.end_turn(events);
    }

    pub(crate) fn add(
        &mut self,
        seat: Seat,
        card: Card,
        id: BuildId,
        loose: CardSet,
        tops: Tops,
        events: &mut Events<Event>,
    ) {
        self.leaves_hand(seat, card);
        self.open.loose -= loose;
        self.take_tops(tops);
        let duty = self.add_needs_key(seat, id);
        let build = self.build_mut(id);
        build.cards.extend(tops.cards().chain(loose.iter()).chain([card]));
        build.compound = true;
        let value = build.value;
        events.all(|| Event::Added { seat, card, loose, tops, build: id });
        self.note_held(seat, duty.then_some(value));
        self.end_turn(events);
    }

    pub(crate) fn raise(
        &mut self,
        seat: Seat,
        card: Card,
        id: BuildId,
        loose: CardSet,
        events: &mut Events<Event>,
    ) {
        self.leaves_hand(seat, card);
        self.open.loose -= loose;
        let build = self.build_mut(id);
        let (before, old) = (build.owner, build.value);
        let raised = old + value(card) + total(loose) as u8;
        build.cards.extend(loose.iter().chain([card]));
        build.value = raised;
        build.owner = Some(seat);
        events.all(|| Event::Raised { seat, card, loose, build: id, value: raised });
        // Casino 3.6: it joins an own build of the same value.
        let twin = self.open.builds.iter().position(|build| build.id != id && build.value == raised);
        if let Some(twin) = twin {
            let place = self.open.builds.iter().position(|build| build.id == id).expect("just raised");
            let cards = self.open.builds[place].cards.clone();
            let joined = &mut self.open.builds[twin];
            joined.cards.extend(cards);
            joined.compound = true;
            let build = joined.id;
            self.open.builds.remove(place);
            events.all(|| Event::Joined { build });
        }
        self.build_lost(before, old, seat);
        self.owns_build_now(seat);
        let duty = self.raise_needs_key();
        self.note_held(seat, duty.then_some(raised));
        self.end_turn(events);
    }

    /// The turn passes to the next seat that holds a card, or the deal is over.
    pub(crate) fn end_turn(&mut self, events: &mut Events<Event>) {
        self.open.due.remove(self.open.turn);
        self.note_kept(self.open.turn);
        self.pass_on(events);
    }

    pub(crate) fn pass_on(&mut self, events: &mut Events<Event>) {
        let open = &mut self.open;
        open.phase = Phase::Turn;
        let mut next = open.turn;
        for _ in 0..open.seats {
            next = open.seat_after(next);
            if !self.hands[next.index()].is_empty() {
                open.turn = next;
                return;
            }
        }
        self.end_deal(events);
    }

    fn leaves_hand(&mut self, seat: Seat, card: Card) {
        self.hands[seat.index()].remove(card);
        let value = value(card);
        self.open.owed[seat.index()].remove(value);
        // Casino 14.2: whether it has another one is open again.
        self.facts[seat.index()].held.remove(value);
    }

    fn take_tops(&mut self, tops: Tops) {
        for top in tops.iter() {
            let pile = &mut self.piles[top.seat.index()];
            debug_assert_eq!(pile.last(), Some(&top.card));
            pile.pop();
        }
    }

    pub(crate) fn build_mut(&mut self, id: BuildId) -> &mut Build {
        self.open.builds.iter_mut().find(|build| build.id == id).expect("a build that was found legal")
    }

    /// Casino 8.5 and 8.6: sets and sweeps are noted when they happen.
    fn reward(&mut self, seat: Seat, taken: CardSet, gain: Gain, events: &mut Events<Event>) {
        let bonus = &mut self.open.bonus[seat.index()];
        if gain.set > 0 {
            bonus.sets += 1;
            bonus.set_points += gain.set;
            events.all(|| Event::Set { seat, count: taken.len() as u8 });
        }
        if gain.sweep > 0 {
            bonus.sweeps += 1;
            events.all(|| Event::Swept { seat });
        }
    }
}
