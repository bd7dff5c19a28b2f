use crate::{Error, Phase, State, trump::PACK};
use alloc::vec::Vec;
use kernel::{Card, CardSet, Seat, Suit};
use serde::{Deserialize, Serialize};

/// A decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "euchre/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Action {
    /// Call nothing.
    Pass,
    /// Make the up-card's suit trump.
    Order {
        /// Without the partner.
        #[serde(default)]
        alone: bool,
    },
    /// Make another suit trump.
    Name {
        /// Which.
        suit: Suit,
        /// Without the partner.
        #[serde(default)]
        alone: bool,
    },
    /// Put a card away after taking the up-card.
    Discard {
        /// Which.
        card: Card,
    },
    /// Answer whether the maker plays alone.
    Alone {
        /// Alone.
        yes: bool,
    },
    /// Answer whether a defender plays alone.
    Defend {
        /// Alone.
        yes: bool,
    },
    /// Play a card.
    Play {
        /// Which.
        card: Card,
    },
    /// On to the next deal.
    Ready,
}

/// The number of a card of the pack: rank (9 = 0 to ace = 5) × 4 + suit (c d h s = 0 to 3). Shuffles
/// order these numbers (Euchre 3.3).
pub const fn card_number(card: Card) -> u8 {
    card.index() - FIRST
}

/// The card with that number.
///
/// # Panics
/// If the number is above 23.
pub const fn card_from_number(number: u8) -> Card {
    assert!(number < 24);
    Card::from_index(number + FIRST)
}

/// The nine of clubs among all 52 cards.
const FIRST: u8 = 28;

impl Action {
    /// The number under which other Euchre programs know this action, where they have one: the card's
    /// number; 24 for a pass; 25 to 28 for making c, d, h, s trump; 29 and 30 for alone and not alone.
    pub const fn number(self, up_card: Card) -> Option<u8> {
        Some(match self {
            Action::Discard { card } | Action::Play { card } => card_number(card),
            Action::Pass => 24,
            Action::Order { .. } => 25 + up_card.suit() as u8,
            Action::Name { suit, .. } => 25 + suit as u8,
            Action::Alone { yes: true } | Action::Defend { yes: true } => 29,
            Action::Alone { yes: false } | Action::Defend { yes: false } => 30,
            Action::Ready => return None,
        })
    }
    /// Whether this kind of action belongs to `phase`.
    const fn fits(self, phase: Phase) -> bool {
        matches!(
            (self, phase),
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
}

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
            return Err(Error::GameOver);
        }
        if !action.fits(open.phase) {
            return Err(Error::WrongPhase { phase: open.phase });
        }
        if open.phase == Phase::Trick && open.sitting_out.contains(seat) {
            return Err(Error::SittingOut);
        }
        if open.phase == Phase::DealOver {
            return if open.ready.contains(seat) { Err(Error::AlreadyReady) } else { Ok(()) };
        }
        if seat != open.turn {
            return Err(Error::NotYourTurn);
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

const _: () = assert!(PACK.len() == 24 && PACK.contains(card_from_number(0)));
