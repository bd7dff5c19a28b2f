//! Two rounds of calling, the pick-up, and who plays alone (Euchre 4).

use crate::{
    Action, Alone, AloneWhen, Call, DefendAlone, Error, Event, LonerLead, Open, Phase, Side, State, Trick,
    strength, suit_cards,
};
use alloc::vec::Vec;
use kernel::{Audience, Card, CardSet, Events, Seat, Suit};

/// After this many deals in a row without a call the next dealer is stuck, so that every game ends.
pub(crate) const DEALS_BEFORE_STICK: u8 = 12;

// What may be called.
impl State {
    pub(crate) fn legal_orders(&self, seat: Seat, out: &mut Vec<Action>) {
        out.push(Action::Pass);
        let suit = self.up_suit();
        if !self.may_call(seat, suit) {
            return;
        }
        let with_call = self.options.alone_when == AloneWhen::WithCall;
        if !(with_call && self.must_go_alone(seat)) {
            out.push(Action::Order { alone: false });
        }
        if with_call && self.alone_allowed() {
            out.push(Action::Order { alone: true });
        }
    }

    pub(crate) fn legal_names(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.is_stuck() {
            out.push(Action::Pass);
        }
        let alone = self.options.alone_when == AloneWhen::WithCall && self.alone_allowed();
        for suit in Suit::ALL {
            if suit != self.up_suit() && self.may_call(seat, suit) {
                out.push(Action::Name { suit, alone: false });
                if alone {
                    out.push(Action::Name { suit, alone: true });
                }
            }
        }
    }

    pub(crate) fn check_pass(&self) -> Result<(), Error> {
        if self.is_stuck() { Err(Error::MustName) } else { Ok(()) }
    }

    pub(crate) fn check_order(&self, seat: Seat, alone: bool) -> Result<(), Error> {
        self.check_alone(alone)?;
        let with_call = self.options.alone_when == AloneWhen::WithCall;
        if with_call && !alone && self.must_go_alone(seat) {
            return Err(Error::MustGoAlone);
        }
        self.check_trump_in_hand(seat, self.up_suit())
    }

    pub(crate) fn check_name(&self, seat: Seat, suit: Suit, alone: bool) -> Result<(), Error> {
        if suit == self.up_suit() {
            return Err(Error::TurnedDownSuit { suit });
        }
        self.check_alone(alone)?;
        self.check_trump_in_hand(seat, suit)
    }

    /// Euchre 4.7: whether this seat, the dealer's partner, may order up only alone.
    pub(crate) fn must_go_alone(&self, seat: Seat) -> bool {
        let open = &self.open;
        self.options.partner_alone.is_on()
            && seat == Open::partner(open.dealer)
            && (open.phase == Phase::Bid1 || open.picked_up())
    }

    /// What may be put away: with a house rule not the card just taken.
    pub(crate) fn discardable(&self) -> CardSet {
        let hand = self.hands[self.open.dealer.index()];
        match self.open.up_card {
            Some(up_card) if !self.options.may_discard_upcard.is_on() => hand - CardSet::only(up_card),
            _ => hand,
        }
    }

    /// Euchre 7.2: what the clock calls in round 2. The stuck dealer names the strongest suit.
    pub(crate) fn forced_call(&self, seat: Seat) -> Action {
        if !self.is_stuck() {
            return Action::Pass;
        }
        let hand = self.hands[seat.index()];
        let suits = Suit::ALL.into_iter().filter(|&suit| suit != self.up_suit());
        // The last of equal maxima wins, so c d h s must come in reverse for the first to win.
        let suit = suits.rev().max_by_key(|&suit| strength(hand, suit)).expect("three suits are left");
        Action::Name { suit, alone: false }
    }

    fn check_alone(&self, alone: bool) -> Result<(), Error> {
        match self.options.alone_when {
            AloneWhen::AfterDiscard if alone => Err(Error::AloneLater),
            AloneWhen::WithCall if alone && !self.alone_allowed() => Err(Error::OptionOff),
            _ => Ok(()),
        }
    }

    fn check_trump_in_hand(&self, seat: Seat, suit: Suit) -> Result<(), Error> {
        if self.may_call(seat, suit) { Ok(()) } else { Err(Error::NoTrumpInHand { suit }) }
    }

    /// Euchre 4.8: a card of the suit in hand, where the house demands one.
    fn may_call(&self, seat: Seat, suit: Suit) -> bool {
        !self.options.call_needs_trump.is_on()
            || self.is_stuck()
            || !(self.hands[seat.index()] & suit_cards(suit, Some(suit))).is_empty()
    }

    /// Euchre 4.4: whether the seat to call is a dealer who may not pass.
    fn is_stuck(&self) -> bool {
        let open = &self.open;
        open.phase == Phase::Bid2
            && open.turn == open.dealer
            && (self.options.stick_the_dealer.is_on() || open.thrown_in >= DEALS_BEFORE_STICK)
    }

    /// Whether the maker of this round may go alone.
    fn alone_allowed(&self) -> bool {
        match self.options.alone {
            Alone::Both => true,
            Alone::Round1 => !self.open.turned_down,
            Alone::Off => false,
        }
    }

    fn up_suit(&self) -> Suit {
        self.open.up_card.expect("calls come after the deal").suit()
    }
}

// What a call does.
impl State {
    pub(crate) fn pass(&mut self, seat: Seat, events: &mut Events<Event>) {
        events.all(|| Event::Passed { seat });
        let open = &mut self.open;
        open.calls.push(Call::Pass);
        open.turn = seat.next(4);
        match open.calls.len() {
            4 => {
                open.turned_down = true;
                open.phase = Phase::Bid2;
                events.all(|| Event::TurnedDown);
            }
            8 => self.throw_in(events),
            _ => {}
        }
    }

    pub(crate) fn order(&mut self, seat: Seat, alone: bool, events: &mut Events<Event>) {
        events.all(|| Event::Ordered { seat, alone });
        let suit = self.up_suit();
        self.make_trump(seat, suit, alone, Call::Order);

        let dealer = self.open.dealer;
        self.hands[dealer.index()].extend(self.open.up_card);
        self.open.phase = Phase::Discard;
        self.open.turn = dealer;
        events.all(|| Event::PickedUp { dealer });
    }

    pub(crate) fn name(&mut self, seat: Seat, suit: Suit, alone: bool, events: &mut Events<Event>) {
        events.all(|| Event::Named { seat, suit, alone });
        self.make_trump(seat, suit, alone, Call::Name(suit));
        self.ask_maker();
    }

    pub(crate) fn put_away(&mut self, card: Card, events: &mut Events<Event>) {
        let dealer = self.open.dealer;
        self.hands[dealer.index()].remove(card);
        self.discard = Some(card);
        events.split(
            Audience::only(dealer),
            || Event::Discarded { dealer, card: Some(card) },
            || Event::Discarded { dealer, card: None },
        );
        self.ask_maker();
    }

    pub(crate) fn answer_alone(&mut self, seat: Seat, yes: bool, events: &mut Events<Event>) {
        events.all(|| Event::Alone { seat, yes });
        self.open.alone = yes;
        self.seat_out_makers_partner();
    }

    pub(crate) fn answer_defend(&mut self, seat: Seat, yes: bool, events: &mut Events<Event>) {
        events.all(|| Event::Defends { seat, yes });
        let open = &mut self.open;
        let partner = Open::partner(seat);
        // Euchre 4.9: both defenders are asked, in order from the dealer's left.
        let is_first_asked = seat == open.dealer.step(1, 4) || seat == open.dealer.step(2, 4);
        if yes {
            open.lone_defender = Some(seat);
            open.sitting_out.insert(partner);
            self.first_lead();
        } else if is_first_asked {
            open.turn = partner;
        } else {
            self.first_lead();
        }
    }

    fn make_trump(&mut self, maker: Seat, suit: Suit, alone: bool, call: Call) {
        let open = &mut self.open;
        open.calls.push(call);
        open.trump = Some(suit);
        open.maker = Some(maker);
        open.alone = alone;
        open.thrown_in = 0;
    }

    /// Euchre 4.5: where the house asks late, the maker is asked now.
    fn ask_maker(&mut self) {
        if self.options.alone_when == AloneWhen::AfterDiscard && self.alone_allowed() {
            self.open.phase = Phase::AloneChoice;
            self.open.turn = self.maker();
        } else {
            self.seat_out_makers_partner();
        }
    }

    fn seat_out_makers_partner(&mut self) {
        let maker = self.maker();
        if self.open.alone {
            self.open.sitting_out.insert(Open::partner(maker));
        }
        let asked = match self.options.defend_alone {
            DefendAlone::Off => false,
            DefendAlone::VsLoner => self.open.alone,
            DefendAlone::Any => true,
        };
        if asked {
            let left = self.open.dealer.next(4);
            self.open.phase = Phase::DefendChoice;
            self.open.turn = if Side::of(left) == Side::of(maker) { left.next(4) } else { left };
        } else {
            self.first_lead();
        }
    }

    /// Euchre 5.1.
    fn first_lead(&mut self) {
        let open = &mut self.open;
        let before = match (self.options.loner_lead, open.maker) {
            (LonerLead::LeftOfMaker, Some(maker)) if open.alone => maker,
            _ => open.dealer,
        };
        open.turn = open.next_active(before);
        open.phase = Phase::Trick;
        open.trick = Some(Trick::led_by(open.turn));
    }

    fn maker(&self) -> Seat {
        self.open.maker.expect("trump is named")
    }
}
