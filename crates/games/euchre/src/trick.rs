//! Five tricks (Euchre 5).

use crate::{
    Event, PACK, Phase, Side, State, Trick, effective_suit, suit_cards,
    trump::{following, height},
};
use kernel::{Card, CardSet, Events, Seat, Suit};

impl State {
    /// Euchre 5.2: cards of the suit led, if there are any; else every card.
    #[inline]
    pub(crate) fn playable(&self, seat: Seat) -> CardSet {
        let hand = self.hands[seat.index()];
        let following = hand & self.follow;
        if following.is_empty() { hand } else { following }
    }

    /// The effective suit of the card led to the current trick.
    pub(crate) fn led_suit(&self) -> Option<Suit> {
        let led = self.open.trick.as_ref()?.led()?;
        Some(effective_suit(led, self.open.trump))
    }

    #[inline(always)]
    pub(crate) fn play(&mut self, seat: Seat, card: Card, events: &mut Events<Event>) {
        events.all(|| Event::Played { seat, card });
        self.next_window();
        self.hands[seat.index()].remove(card);
        let open = &mut self.open;
        let (Some(trick), Some(trump)) = (&mut open.trick, open.trump) else {
            unreachable!("a card is played to a trick, with trump named")
        };
        trick.cards[seat.index()] = Some(card);
        let leader = trick.leader;
        if seat == leader {
            self.follow = following(card, trump);
        }
        let next = open.next_active(seat);
        if next == leader {
            self.end_trick(events);
        } else {
            open.turn = next;
        }
    }

    #[inline(never)]
    fn end_trick(&mut self, events: &mut Events<Event>) {
        let open = &mut self.open;
        let (Some(trick), Some(trump)) = (open.trick.take(), open.trump) else {
            unreachable!("a trick ends with trump named")
        };
        let winner = winner(&trick, trump, self.follow);
        events.all(|| Event::TrickWon { seat: winner });
        open.tricks[Side::of(winner).index()] += 1;
        open.last_trick = Some(trick);
        open.turn = winner;
        self.follow = PACK;
        self.history.push(trick);
        if self.history.len() == 5 {
            self.end_deal(events);
        } else {
            open.phase = Phase::Trick;
            open.trick = Some(Trick::led_by(winner));
        }
    }
}

/// Euchre 5.3: the highest trump, else the highest card of the suit led.
fn winner(trick: &Trick, trump: Suit, follow: CardSet) -> Seat {
    let counting = follow | suit_cards(trump, Some(trump));
    // A trump stands above every plain card, and of those only the suit led counts: the largest number
    // decides, and carries its seat with it. No branches, because cards are not to be predicted.
    let of_seat = |seat: u16| match trick.cards[usize::from(seat)] {
        Some(card) if counting.contains(card) => (u16::from(height(card, trump)) + 1) * 4 + seat,
        _ => 0,
    };
    let best = of_seat(0).max(of_seat(1)).max(of_seat(2)).max(of_seat(3));
    Seat((best % 4) as u8)
}
