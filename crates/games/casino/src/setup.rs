//! Arbitrary positions, for tests: all fields public, nothing checked.

use crate::{Build, BuildId, Open, Options, Phase, State, value::total};
use alloc::vec::Vec;
use kernel::{Card, CardSet, Seat};

/// A position in the middle of a game. What it does not name lies in the stock.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The house rules.
    pub options: Options,
    /// How many sit at the table.
    pub seats: u8,
    /// Which deal.
    pub deal: u8,
    /// Whose turn it is.
    pub turn: Seat,
    /// Each seat's cards.
    pub hands: [CardSet; 4],
    /// Loose cards.
    pub loose: CardSet,
    /// Builds, numbered in this order.
    pub builds: Vec<Laid>,
    /// Piles, from the bottom.
    pub piles: [Vec<Card>; 4],
    /// Cards still to be dealt, the next one last.
    pub stock: Vec<Card>,
    /// The seat that captured last.
    pub last_capturer: Option<Seat>,
}

/// A build that lies there.
#[derive(Clone, Debug)]
pub struct Laid {
    /// Its value.
    pub value: u8,
    /// Whose it is.
    pub owner: Option<Seat>,
    /// Its cards, from the bottom.
    pub cards: Vec<Card>,
}

impl Setup {
    /// The position as a state.
    ///
    /// # Panics
    /// If it does not fit into one.
    pub fn state(self) -> State {
        let mut open = Open::new(&self.options, self.seats, Some(Seat(0)));
        open.phase = Phase::Turn;
        open.turn = self.turn;
        open.deal = self.deal;
        open.loose = self.loose;
        open.last_capturer = self.last_capturer;
        for laid in self.builds {
            let compound = total(laid.cards.iter().copied().collect()) > u32::from(laid.value);
            let id = BuildId(open.built);
            open.built += 1;
            let cards = laid.cards.into_iter().collect();
            open.builds.push(Build { id, value: laid.value, owner: laid.owner, cards, compound });
        }
        State {
            hands: self.hands,
            stock: self.stock.into_iter().collect(),
            piles: self.piles.map(|pile| pile.into_iter().collect()),
            ..State::before_the_deal(&self.options, open)
        }
    }
}
