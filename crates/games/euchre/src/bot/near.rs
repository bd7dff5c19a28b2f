//! Between actions of nearly the same value, what partners expect decides.

use super::{position::Position, rule::best_so_far, weighed::Weighed};
use crate::{
    Action, Open, Side, State, Worlds, effective_suit, suit_cards,
    trump::{height, weakness},
};
use alloc::vec::Vec;
use kernel::{Card, CardSet, Rank, Seat, Suit};

/// Values within this share of the span of results count as equal.
const NEAR: f32 = 1.0 / 30.0;

/// A card on which the partner wins counts as safe if so few of the worlds say otherwise.
const AT_RISK: f32 = 0.10;

/// The best action, where the nearly best ones are decided by `fits`; and the name of what decided.
pub(crate) fn pick<A: Copy + Ord>(
    weighed: &[Weighed<A>],
    span: f32,
    rules: &[(&'static str, &dyn Fn(A) -> bool)],
    order: impl Fn(A) -> (u8, u8),
) -> (A, Option<&'static str>) {
    let best = weighed.iter().map(Weighed::value).fold(f32::MIN, f32::max);
    let near: Vec<&Weighed<A>> = weighed.iter().filter(|one| one.value() >= best - NEAR * span).collect();
    let top = |some: &[&Weighed<A>]| {
        some.iter()
            .copied()
            .reduce(|a, b| match b.value().total_cmp(&a.value()) {
                core::cmp::Ordering::Greater => b,
                core::cmp::Ordering::Equal if order(b.action) < order(a.action) => b,
                _ => a,
            })
            .expect("something is legal")
            .action
    };
    let plain = top(&near);
    for (name, fits) in rules {
        let fitting: Vec<_> = near.iter().copied().filter(|one| fits(one.action)).collect();
        if !fitting.is_empty() && fitting.len() < near.len() {
            let chosen = top(&fitting);
            return (chosen, (chosen != plain).then_some(name));
        }
        if !fitting.is_empty() {
            break;
        }
    }
    (plain, None)
}

/// What a seat sees of the current trick and of those before.
pub(crate) struct Seen<'a> {
    pub(crate) worlds: &'a Worlds,
    pub(crate) world: &'a State,
    pub(crate) me: Seat,
    pub(crate) trump: Suit,
    pub(crate) sample: &'a [State],
}

impl Seen<'_> {
    /// Decides between cards.
    pub(crate) fn pick(&self, weighed: &[Weighed<Card>], span: f32) -> (Card, Option<&'static str>) {
        let trump = self.trump;
        let weakest = |card| {
            let (height, suit) = weakness(card, trump);
            (height, suit as u8)
        };
        let trumps = suit_cards(trump, Some(trump));
        let hand = self.world.hands[self.me.index()];
        if best_so_far(self.world).is_some() {
            let safe = self.partner_wins_safely();
            let low = hand_weakest(weighed, weakest);
            let rules: [(_, &dyn Fn(Card) -> bool); 1] =
                [("partner_wins", &|card| safe && Some(card) == low)];
            return pick(weighed, span, &rules, weakest);
        }
        let plain = |card: Card| !trumps.contains(card);
        let highest_trump = (hand & trumps).iter().max_by_key(|card| height(*card, trump));
        let aces = (hand - trumps) & CardSet::of_rank(Rank::Ace);
        let held = |card: Card| (hand & suit_cards(effective_suit(card, Some(trump)), Some(trump))).len();
        let shortest = aces.iter().map(held).min();
        let thrown = self.thrown_off();
        let low_thrown = |card: Card| {
            let suit = effective_suit(card, Some(trump));
            let of_suit = hand & suit_cards(suit, Some(trump));
            thrown.contains(&suit) && of_suit.iter().min_by_key(|c| height(*c, trump)) == Some(card)
        };
        let (out, own) = (self.opponents_out_of_trump(), self.own_side_chose());
        let rules: [(_, &dyn Fn(Card) -> bool); 4] = [
            ("opponents_have_no_trump", &|card| out && plain(card)),
            ("own_side_named_trump", &|card| own && Some(card) == highest_trump),
            ("plain_ace", &|card| aces.contains(card) && Some(held(card)) == shortest),
            ("partner_threw_it_off", &low_thrown),
        ];
        pick(weighed, span, &rules, weakest)
    }

    fn opponents_out_of_trump(&self) -> bool {
        let open = &self.world.open;
        Seat::all(4)
            .filter(|seat| Side::of(*seat) != Side::of(self.me) && !open.sitting_out.contains(*seat))
            .all(|seat| self.worlds.void(seat, self.trump).is_some())
    }
    /// Whether the seat's side named trump of its own free will.
    fn own_side_chose(&self) -> bool {
        let open = &self.world.open;
        let stuck = open.calls.len() == 8 && self.world.options.stick_the_dealer.is_on();
        open.maker.is_some_and(|maker| Side::of(maker) == Side::of(self.me)) && !stuck
    }
    /// Plain suits of which the partner threw a card on another suit.
    fn thrown_off(&self) -> Vec<Suit> {
        let partner = Open::partner(self.me);
        let suit = |card| effective_suit(card, Some(self.trump));
        let thrown = self.world.history.iter().filter_map(|trick| {
            let (led, card) = (trick.led()?, trick.cards[partner.index()]?);
            (suit(card) != suit(led) && suit(card) != self.trump).then(|| suit(card))
        });
        thrown.collect()
    }
    /// Whether the partner's card wins so far, and hardly anybody can beat it.
    fn partner_wins_safely(&self) -> bool {
        if best_so_far(self.world).is_none_or(|(seat, _)| seat != Open::partner(self.me)) {
            return false;
        }
        let beaten = self.sample.iter().filter(|world| {
            Position::of(world).is_some_and(|mut position| {
                // After any card of this seat that leaves the partner in front.
                let harmless = position.playable();
                let losing =
                    (0..32).map(|i| 1 << i).find(|card| harmless & card != 0 && !position.would_win(*card));
                let Some(card) = losing else { return false };
                if position.due() == 1 {
                    return false;
                }
                position.play(card);
                loop {
                    if position.turn().0 & 1 != self.me.0 & 1 {
                        let mut cards = position.playable();
                        while cards != 0 {
                            let card = cards & cards.wrapping_neg();
                            cards ^= card;
                            if position.would_win(card) {
                                return true;
                            }
                        }
                    }
                    if position.due() == 1 {
                        return false;
                    }
                    let any = position.playable();
                    position.play(any & any.wrapping_neg());
                }
            })
        });
        beaten.count() as f32 <= AT_RISK * self.sample.len() as f32
    }
}

fn hand_weakest(weighed: &[Weighed<Card>], weakest: impl Fn(Card) -> (u8, u8)) -> Option<Card> {
    weighed.iter().map(|one| one.action).min_by_key(|card| weakest(*card))
}

/// Decides between calls: with the partner before alone.
pub(crate) fn pick_call(weighed: &[Weighed<Action>], span: f32) -> (Action, Option<&'static str>) {
    let with_partner = |action: Action| {
        !matches!(
            action,
            Action::Order { alone: true }
                | Action::Name { alone: true, .. }
                | Action::Alone { yes: true }
                | Action::Defend { yes: true }
        )
    };
    // Only the same call with and without the partner is compared, never a lone call with a pass.
    let (best, _) = pick(weighed, 0.0, &[], |_| (0, 0));
    let same: Vec<Weighed<Action>> =
        weighed.iter().filter(|one| same_call(one.action, best)).cloned().collect();
    pick(&same, span, &[("with_partner", &with_partner)], |_| (0, 0))
}

fn same_call(a: Action, b: Action) -> bool {
    match (a, b) {
        (Action::Order { .. }, Action::Order { .. })
        | (Action::Alone { .. }, Action::Alone { .. })
        | (Action::Defend { .. }, Action::Defend { .. }) => true,
        (Action::Name { suit: a, .. }, Action::Name { suit: b, .. }) => a == b,
        _ => a == b,
    }
}
