use crate::{Bird, CardId, Deck};
use alloc::{format, sync::Arc, vec::Vec};

/// A bird card by its number: its place among the ids of the pack in alphabetical order. So numbers compare
/// as ids do. It never leaves the crate; everyone else speaks of ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CardNo(pub(crate) u16);

/// All bird cards of a game.
#[derive(Debug)]
pub(crate) struct Pack {
    deck: Arc<Deck>,
    ids: Vec<CardId>,
    /// By number: which card of the deck it is.
    prints: Vec<u16>,
}

impl Pack {
    /// Every card of the deck a number of times.
    pub(crate) fn new(deck: &Arc<Deck>, copies: u8) -> Pack {
        let mut all: Vec<(CardId, u16)> = Vec::new();
        for (print, bird) in deck.cards.iter().enumerate() {
            all.push((bird.id.clone(), print as u16));
            all.extend((2..=copies).map(|n| (CardId::new(&format!("{}#{n}", bird.id)), print as u16)));
        }
        all.sort();
        let (ids, prints) = all.into_iter().unzip();
        Pack { deck: deck.clone(), ids, prints }
    }
    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }
    /// All of them.
    pub(crate) fn all(&self) -> impl Iterator<Item = CardNo> + use<> {
        (0..self.ids.len() as u16).map(CardNo)
    }
    /// The print on a card.
    pub(crate) fn bird(&self, card: CardNo) -> &Bird {
        &self.deck.cards[usize::from(self.prints[usize::from(card.0)])]
    }
    /// Its id.
    pub(crate) fn id(&self, card: CardNo) -> CardId {
        self.ids[usize::from(card.0)].clone()
    }
    /// The card of that id, if there is one.
    pub(crate) fn number(&self, id: &CardId) -> Option<CardNo> {
        self.ids.binary_search(id).ok().map(|n| CardNo(n as u16))
    }
    /// Whether a card has that id.
    pub(crate) fn is(&self, card: CardNo, id: &CardId) -> bool {
        self.ids[usize::from(card.0)] == *id
    }
}
