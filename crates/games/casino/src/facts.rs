//! What a move shows of the hand it came from (Casino 14). Everything here follows from what all have seen.

use crate::{Action, BuildId, KeyCard, State, TrailBan, same_rank, value::of_value};
use kernel::{Card, CardSet, Seat};

impl State {
    /// Casino 5.1: whether this build must be backed by a card in hand.
    pub(crate) fn build_needs_key(&self, seat: Seat, card: Card, loose: CardSet, value: u8) -> bool {
        match self.options.key_card {
            KeyCard::Free => false,
            KeyCard::Stack if same_rank(card, loose).is_some() => false,
            KeyCard::Stack | KeyCard::Required => !self.restores(seat, value),
        }
    }

    /// Not for a partner's build: its owner was asked for the card.
    pub(crate) fn add_needs_key(&self, seat: Seat, id: BuildId) -> bool {
        self.options.key_card != KeyCard::Free
            && self.open.build(id).is_some_and(|build| build.owner == Some(seat))
    }

    pub(crate) fn raise_needs_key(&self) -> bool {
        self.options.key_card != KeyCard::Free
    }

    /// Casino 3.2: whether an owner who could take a build may not trail now.
    pub(crate) fn trail_ban(&self) -> bool {
        match self.options.trail_ban {
            TrailBan::Never => false,
            TrailBan::FirstDeal => self.open.seats == 2 && self.options.deck == 40 && self.open.deal == 1,
            TrailBan::Always => true,
        }
    }

    /// After a move that had to be backed: the seat holds a card of that value.
    pub(crate) fn note_held(&mut self, seat: Seat, backed: Option<u8>) {
        if let Some(value) = backed {
            self.facts[seat.index()].held.insert(value);
        }
    }

    /// After every move, where the last card that takes a build is kept for it: the owner still has one.
    pub(crate) fn note_kept(&mut self, seat: Seat) {
        if self.options.key_card == KeyCard::Required {
            for build in self.open.builds.iter().filter(|build| build.owner == Some(seat)) {
                self.facts[seat.index()].held.insert(build.value);
            }
        }
    }

    /// Before a trail: who owns a build and was allowed to trail holds no card of its value.
    pub(crate) fn note_trail(&mut self, seat: Seat) {
        if self.trail_ban() {
            self.note_lack(seat);
        }
    }

    /// Before a move: who was due to capture an own build and does something else cannot.
    pub(crate) fn note_due(&mut self, seat: Seat, action: Action) {
        let captures_own =
            matches!(action, Action::Capture { builds, .. } if self.open.takes_own(seat, builds));
        if self.open.due.contains(seat) && !captures_own {
            self.note_lack(seat);
        }
    }

    fn note_lack(&mut self, seat: Seat) {
        for build in self.open.builds.iter().filter(|build| build.owner == Some(seat)) {
            self.facts[seat.index()].lacks.insert(build.value);
        }
    }

    /// Casino 10.4: whether everybody can know that nobody can take a build of this value any more.
    pub(crate) fn is_dead(&self, value: u8) -> bool {
        let gone: CardSet = self.piles.iter().flatten().copied().collect();
        (of_value(value) - (gone | self.open.on_table())).is_empty()
    }
}
