//! What a move is worth to somebody who does not think ahead.

use crate::{
    Action, Options, Scoring, State, value,
    value::{of_value, total},
};
use kernel::{CardSet, Seat, Suit};

impl Options {
    /// What captured cards are worth, in points.
    pub(crate) fn gain(&self, cards: CardSet) -> f32 {
        let points = f32::from(self.points_of(cards));
        match self.scoring {
            // All cards together are worth as much as the points of the other game.
            Scoring::Pips => points / 20.0,
            Scoring::Casino => {
                let spades = (cards & CardSet::of_suit(Suit::Spades)).len() as f32;
                points + 0.1 * spades + 0.05 * cards.len() as f32
            }
        }
    }
}

impl State {
    /// What a move is worth to a quick player: as below, and something off for what is left lying.
    pub(crate) fn greed(&self, seat: Seat, action: Action) -> f32 {
        match action {
            Action::Trail { card } => -0.3 * self.options.gain(CardSet::only(card)),
            _ => self.worth_at_once(seat, action),
        }
    }

    /// What a move is worth at once: captured cards, and something for builds.
    pub(crate) fn worth_at_once(&self, seat: Seat, action: Action) -> f32 {
        let Some(card) = action.card() else { return 0.0 };
        let laid = action.loose() | action.tops().cards().chain([card]).collect();
        let heap = self.open.builds.iter().filter(|build| action.builds().contains(build.id));
        let heap = heap.fold(laid, |all, build| all | build.set());
        let built = match action {
            Action::Capture { .. } => return self.options.gain(heap),
            Action::Build { value, .. } => value,
            Action::Add { build, .. } => self.open.build(build).map_or(0, |build| build.value),
            Action::Raise { build, loose, .. } => {
                let old = self.open.build(build).map_or(0, |build| build.value);
                old + value(card) + total(loose) as u8
            }
            Action::Trail { .. } | Action::Shiya | Action::Ready => return 0.0,
        };
        let keys = of_value(built) & (self.hands[seat.index()] - CardSet::only(card));
        let hope = if keys.is_empty() { 0.1 } else { 0.6 };
        hope * self.options.gain(heap)
    }
}
