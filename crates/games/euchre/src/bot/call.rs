//! What a call is worth: who would play what with which cards, solved in every world.

use super::{
    model,
    position::{Position, pack},
    solver::Solver,
    stakes::{Makers, Stakes, Worth},
    weighed::Weighed,
};
use crate::{Action, AloneWhen, LonerLead, Open, Options, Side, State};
use alloc::vec::Vec;
use kernel::{Card, CardSet, Seat, Suit};

/// Branches of other people's calls that are less likely are not looked at.
const UNLIKELY: f32 = 0.01;

/// Worlds before trump is named, and what calls in them lead to.
pub(crate) struct Calls<'a> {
    pub(crate) options: &'a Options,
    pub(crate) open: &'a Open,
    pub(crate) stakes: &'a Stakes<'a>,
    pub(crate) solver: Solver,
    pub(crate) me: Seat,
}

/// A contract: who made what trump, and how.
#[derive(Clone, Copy)]
struct Contract {
    maker: Seat,
    trump: Suit,
    alone: bool,
    ordered: bool,
}

impl Calls<'_> {
    /// Weighs every legal call in every world.
    pub(crate) fn weigh(&mut self, legal: &[Action], worlds: &[State]) -> Vec<Weighed<Action>> {
        let mut weighed: Vec<Weighed<Action>> = legal.iter().map(|&action| Weighed::new(action)).collect();
        // Where the maker is asked later, a call is worth as much as the better of the two answers.
        let later = self.options.alone_when == AloneWhen::AfterDiscard;
        let mut alone: Vec<Weighed<Action>> = if later { weighed.clone() } else { Vec::new() };
        for world in worlds {
            for one in &mut weighed {
                let worth = self.call(world, one.action, false);
                one.add(worth);
            }
            for one in alone.iter_mut().filter(|one| one.action != Action::Pass) {
                let worth = self.call(world, one.action, true);
                one.add(worth);
            }
        }
        for (one, alone) in weighed.iter_mut().zip(alone) {
            if one.action != Action::Pass && alone.value() > one.value() {
                *one = alone;
            }
        }
        weighed
    }

    fn call(&mut self, world: &State, action: Action, and_alone: bool) -> Worth {
        let up_suit = self.open.up_card.map(Card::suit);
        let contract = match (action, up_suit) {
            (Action::Order { alone }, Some(trump)) => {
                Contract { maker: self.me, trump, alone: alone || and_alone, ordered: true }
            }
            (Action::Name { suit, alone }, _) => {
                Contract { maker: self.me, trump: suit, alone: alone || and_alone, ordered: false }
            }
            _ => return self.pass(world),
        };
        self.play(&world.hands, contract)
    }

    /// A pass: the others go on as the model has it, and so does this seat if it is asked again.
    fn pass(&mut self, world: &State) -> Worth {
        let (open, options) = (self.open, self.options);
        let Some(up_card) = open.up_card else { return self.stakes.thrown_in() };
        let mut reach = 1.0;
        let mut seen = 0.0;
        let mut sum = Worth::default();
        for number in open.calls.len() + 1..8 {
            let seat = open.dealer.step(number as i32 + 1, 4);
            let hand = world.hands[seat.index()];
            let (chance, contract) = if number < 4 {
                let contract = Contract { maker: seat, trump: up_card.suit(), alone: false, ordered: true };
                (model::orders(hand, seat, open, up_card), contract)
            } else {
                let Some((trump, strength)) = model::best_name(hand, seat, open, up_card, options) else {
                    continue;
                };
                let chance = if model::is_stuck(open, seat, options) { 1.0 } else { model::names(strength) };
                (chance, Contract { maker: seat, trump, alone: false, ordered: false })
            };
            if reach * chance >= UNLIKELY {
                let worth = self.perhaps_alone(&world.hands, contract);
                add(&mut sum, worth, reach * chance);
                seen += reach * chance;
            }
            reach *= 1.0 - chance;
            if reach < UNLIKELY {
                break;
            }
        }
        if reach >= UNLIKELY {
            add(&mut sum, self.stakes.thrown_in(), reach);
            seen += reach;
        }
        Worth { value: sum.value / seen, points: sum.points / seen }
    }

    /// What a contract of somebody else is worth, alone or not as the model has it.
    fn perhaps_alone(&mut self, hands: &[CardSet; 4], contract: Contract) -> Worth {
        let played = self.five_cards(hands, contract);
        let allowed = match self.options.alone {
            crate::Alone::Both => true,
            crate::Alone::Round1 => contract.ordered,
            crate::Alone::Off => false,
        };
        let alone = if allowed { model::goes_alone(played, contract.trump) } else { 0.0 };
        let mut sum = Worth::default();
        if alone < 0.9 {
            let worth = self.play(hands, contract);
            add(&mut sum, worth, if alone < 0.1 { 1.0 } else { 1.0 - alone });
        }
        if alone >= 0.1 {
            let worth = self.play(hands, Contract { alone: true, ..contract });
            add(&mut sum, worth, if alone < 0.9 { alone } else { 1.0 });
        }
        sum
    }

    /// The maker's hand when the first card is led.
    fn five_cards(&self, hands: &[CardSet; 4], contract: Contract) -> CardSet {
        self.picked_up(hands, contract)[contract.maker.index()]
    }

    /// The hands when the first card is led: after an order the dealer has put away the rule's card.
    fn picked_up(&self, hands: &[CardSet; 4], contract: Contract) -> [CardSet; 4] {
        let mut hands = *hands;
        if let (true, Some(up_card)) = (contract.ordered, self.open.up_card) {
            let dealers = &mut hands[self.open.dealer.index()];
            dealers.insert(up_card);
            let may = model::may_discard(*dealers, up_card, self.options);
            dealers.remove(model::rule_discard(*dealers, may, contract.trump));
        }
        hands
    }

    /// Solves a contract in a world.
    fn play(&mut self, hands: &[CardSet; 4], contract: Contract) -> Worth {
        let Contract { maker, trump, alone, .. } = contract;
        let hands = self.picked_up(hands, contract).map(|hand| pack(hand, trump));
        let makers = Makers { side: Side::of(maker), alone, lone_defender: false };
        let before = match self.options.loner_lead {
            LonerLead::LeftOfMaker if alone => maker,
            _ => self.open.dealer,
        };
        let out = |seat: Seat| alone && seat == Open::partner(maker);
        let mut leader = before.next(4);
        if out(leader) {
            leader = leader.next(4);
        }
        self.solver.new_deal();
        let class = self.solver.solve(&Position::new(hands, makers.side, out, leader), self.stakes.fine());
        self.stakes.of(makers, class)
    }
}

fn add(sum: &mut Worth, worth: Worth, share: f32) {
    sum.value += worth.value * share;
    sum.points += worth.points * share;
}
