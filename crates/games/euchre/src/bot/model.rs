//! How people call, as numbers: what a bot expects of others, and what weaker bots do themselves. Changing
//! the constants changes strength, never fairness.

use super::rule::{add, rule};
use crate::{
    Action, Alone, AloneWhen, Call, Open, Options, Phase, Side, State, Trick, View,
    bidding::DEALS_BEFORE_STICK, effective_suit, strength, suit_cards, trump::height,
};
use kernel::{Card, CardSet, Rank, Rng, Seat, Suit};

/// An order is as likely as not at this strength.
const ORDER_AT: f32 = 9.0;
/// And naming a suit at this one.
const NAME_AT: f32 = 8.0;
/// How sharp that edge is.
const EDGE: f32 = 0.8;
/// What the dealer gives away for the card that has to go.
const DISCARD_COST: f32 = 0.5;
/// What the suit of the up-card's colour is worth more to the dealer's opponents, once it is turned down.
const NEXT_BONUS: f32 = 1.0;
/// Naming another suit than the best.
const OTHER_SUIT: f32 = 0.03;
/// Going alone is as likely as not at this strength.
pub(crate) const ALONE_AT: f32 = 16.0;
/// Nobody is held to be so predictable that a call rules a hand out.
const LEAST: f32 = 0.05;
/// Discarding another plain card than the rule's, and a trump with plain cards in hand.
const OTHER_DISCARD: f32 = 0.25;
const TRUMP_DISCARD: f32 = 0.02;
/// How often people play the card of the five-line rule, where they have a choice.
const BY_RULE: f32 = 0.6;

fn logistic(x: f32) -> f32 {
    1.0 / (1.0 + libm::expf(-x))
}

/// The worth of the up-card as a trump.
fn worth(up_card: Card) -> f32 {
    match up_card.rank() {
        Rank::Jack => 5.0,
        Rank::Ace | Rank::King => 3.0,
        _ => 2.0,
    }
}

/// The chance that `seat` orders the up-card with these five cards.
pub(crate) fn orders(hand: CardSet, seat: Seat, open: &Open, up_card: Card) -> f32 {
    let worth = worth(up_card);
    let position = if seat == open.dealer {
        worth - DISCARD_COST
    } else if seat == Open::partner(open.dealer) {
        worth / 2.0
    } else {
        -worth / 2.0
    };
    logistic((strength(hand, up_card.suit()) as f32 + position - ORDER_AT) / EDGE)
}

/// The best suit to name in round 2 with these five cards, and how strong it is; ties c d h s.
pub(crate) fn best_name(
    hand: CardSet,
    seat: Seat,
    open: &Open,
    up_card: Card,
    options: &Options,
) -> Option<(Suit, f32)> {
    let opponent = Seat(seat.0 ^ open.dealer.0).0 & 1 == 1;
    let worth = |suit: Suit| {
        let next = opponent && suit == up_card.suit().same_colour();
        strength(hand, suit) as f32 + if next { NEXT_BONUS } else { 0.0 }
    };
    let held = |suit: Suit| !(hand & suit_cards(suit, Some(suit))).is_empty();
    let needs = options.call_needs_trump.is_on() && !is_stuck(open, seat, options);
    Suit::ALL
        .into_iter()
        .filter(|&suit| suit != up_card.suit() && (!needs || held(suit)))
        .map(|suit| (suit, worth(suit)))
        .fold(None, |best: Option<(Suit, f32)>, this| match best {
            Some(best) if best.1 >= this.1 => Some(best),
            _ => Some(this),
        })
}

/// The chance that a hand of that strength is named on.
pub(crate) fn names(strength: f32) -> f32 {
    logistic((strength - NAME_AT) / EDGE)
}

/// What people would do with a hand that is to be called on, or to be left alone with; `None` where a card is to be
/// played. `drawn` from 0 to 1 stands for whim: below the chance of a call they call.
pub(crate) fn answer(world: &State, seat: Seat, legal: &[Action], drawn: f32) -> Option<Action> {
    let open = &world.open;
    match open.phase {
        Phase::Bid1 | Phase::Bid2 => Some(call(world, seat, legal, drawn, true)),
        Phase::Discard => {
            let card = rule_discard(world.hands[seat.index()], world.discardable(), open.trump?);
            Some(Action::Discard { card })
        }
        Phase::AloneChoice => {
            Some(Action::Alone { yes: strength(world.hands[seat.index()], open.trump?) as f32 >= ALONE_AT })
        }
        Phase::DefendChoice => Some(Action::Defend { yes: false }),
        _ => None,
    }
}

/// What people would call.
pub(crate) fn call(world: &State, seat: Seat, legal: &[Action], drawn: f32, loners: bool) -> Action {
    let (open, options) = (&world.open, &world.options);
    let hand = world.hands[seat.index()];
    let Some(up_card) = open.up_card else { return Action::Pass };
    let allowed = options.alone_when == AloneWhen::WithCall
        && match options.alone {
            Alone::Both => true,
            Alone::Round1 => open.phase == Phase::Bid1,
            Alone::Off => false,
        };
    let alone = |hand, suit| loners && allowed && strength(hand, suit) as f32 >= ALONE_AT;
    let wished = if open.phase == Phase::Bid1 {
        let mut played = hand;
        if seat == open.dealer {
            played.insert(up_card);
            let may = may_discard(played, up_card, options);
            played.remove(rule_discard(played, may, up_card.suit()));
        }
        let orders = drawn < orders(hand, seat, open, up_card);
        orders.then(|| Action::Order { alone: alone(played, up_card.suit()) })
    } else {
        best_name(hand, seat, open, up_card, options).and_then(|(suit, worth)| {
            let named = !legal.contains(&Action::Pass) || drawn < names(worth);
            named.then(|| Action::Name { suit, alone: alone(hand, suit) })
        })
    };
    // A house may forbid what people would do, such as a partner's order that is not alone.
    let allowed = |action: &Action| legal.contains(action);
    wished.filter(allowed).or(Some(Action::Pass).filter(allowed)).unwrap_or(legal[0])
}

/// A number from 0 to 1.
pub(crate) fn drawn(rng: &mut dyn Rng) -> f32 {
    (rng.next_u32() >> 8) as f32 / (1 << 24) as f32
}

/// The chance that a maker with these five cards goes alone.
pub(crate) fn goes_alone(hand: CardSet, trump: Suit) -> f32 {
    logistic(strength(hand, trump) as f32 - ALONE_AT)
}

/// Whether `seat` would be a dealer who may not pass in round 2.
pub(crate) fn is_stuck(open: &Open, seat: Seat, options: &Options) -> bool {
    seat == open.dealer && (options.stick_the_dealer.is_on() || open.thrown_in >= DEALS_BEFORE_STICK)
}

/// The card to put away by rule: the lowest plain card below the ace that is alone in its suit, else the
/// lowest plain card below the ace, else a plain ace, else the lowest trump; ties c d h s.
pub(crate) fn rule_discard(hand: CardSet, may: CardSet, trump: Suit) -> Card {
    let trumps = suit_cards(trump, Some(trump));
    let lowest = |cards: CardSet| cards.iter().min_by_key(|card| (height(*card, trump), card.suit()));
    let plain = may - trumps;
    let small = plain - CardSet::of_rank(Rank::Ace);
    let single: CardSet = small
        .iter()
        .filter(|card| (hand & suit_cards(effective_suit(*card, Some(trump)), Some(trump))).len() == 1)
        .collect();
    lowest(single).or(lowest(small)).or(lowest(plain)).or(lowest(may)).expect("the dealer holds six cards")
}

/// Cards as they were dealt, before the pick-up.
pub(crate) fn dealt_hands(world: &State) -> [CardSet; 4] {
    let mut hands = world.hands;
    for (seat, card) in world.history.iter().chain(&world.open.trick).flat_map(Trick::played) {
        hands[seat.index()].insert(card);
    }
    if let (true, Some(up_card)) = (world.open.picked_up(), world.open.up_card) {
        let dealers = &mut hands[world.open.dealer.index()];
        dealers.extend(world.discard);
        dealers.remove(up_card);
    }
    hands
}

/// How well a world explains the calls, the discard and the cards of everybody but the viewer.
pub(crate) fn weight(view: &View, options: &Options, world: &State) -> f32 {
    let open = &view.open;
    let (Some(up_card), Some(me)) = (open.up_card, view.seat) else { return 1.0 };
    if matches!(open.phase, Phase::DealOver | Phase::Finished) {
        return 1.0;
    }
    let hands = dealt_hands(world);
    let mut weight = 1.0;
    for (number, call) in open.calls.iter().enumerate() {
        let seat = open.dealer.step(number as i32 + 1, 4);
        if seat == me {
            continue;
        }
        let hand = hands[seat.index()];
        let chance = if number < 4 {
            let orders = orders(hand, seat, open, up_card);
            if *call == Call::Pass { 1.0 - orders } else { orders }
        } else {
            let stuck = is_stuck(open, seat, options);
            match (call, best_name(hand, seat, open, up_card, options)) {
                (Call::Name(suit), Some((best, _))) if stuck => {
                    if *suit == best {
                        1.0
                    } else {
                        OTHER_SUIT
                    }
                }
                (Call::Name(suit), Some((best, strength))) if *suit == best => names(strength),
                (Call::Name(_), _) => OTHER_SUIT,
                (_, Some((_, strength))) => 1.0 - names(strength),
                (_, None) => 1.0,
            }
        };
        weight *= chance.max(LEAST);
    }
    weight
        * weight_of_alone(view, world, hands, me)
        * weight_of_discard(view, options, world, me)
        * weight_of_play(view, world, me)
}

fn weight_of_alone(view: &View, world: &State, hands: [CardSet; 4], me: Seat) -> f32 {
    let open = &view.open;
    let (Some(maker), Some(trump)) = (open.maker, open.trump) else { return 1.0 };
    // Not asked yet, or asked of oneself.
    if maker == me || matches!(open.phase, Phase::Discard | Phase::AloneChoice) && !open.alone {
        return 1.0;
    }
    let mut hand = hands[maker.index()];
    if maker == open.dealer && open.picked_up() {
        hand.extend(open.up_card);
        hand -= world.discard.into_iter().collect();
    }
    let alone = goes_alone(hand, trump);
    (if open.alone { alone } else { 1.0 - alone }).max(LEAST)
}

fn weight_of_discard(view: &View, options: &Options, world: &State, me: Seat) -> f32 {
    let open = &view.open;
    let (Some(discard), Some(trump), Some(up_card)) = (world.discard, open.trump, open.up_card) else {
        return 1.0;
    };
    if me == open.dealer || !open.picked_up() {
        return 1.0;
    }
    let mut six = dealt_hands(world)[open.dealer.index()];
    six.insert(up_card);
    let may = may_discard(six, up_card, options);
    let trumps = suit_cards(trump, Some(trump));
    if discard == rule_discard(six, may, trump) {
        1.0
    } else if trumps.contains(discard) && !(six - trumps).is_empty() {
        TRUMP_DISCARD
    } else {
        OTHER_DISCARD
    }
}

/// What the dealer may put away of six cards.
pub(crate) fn may_discard(six: CardSet, up_card: Card, options: &Options) -> CardSet {
    if options.may_discard_upcard.is_on() { six } else { six - CardSet::only(up_card) }
}

/// How likely the cards of the others so far are in a world, if they play by the rule more often than not.
fn weight_of_play(view: &View, world: &State, me: Seat) -> f32 {
    let (Some(trump), Some(maker)) = (view.open.trump, view.open.maker) else { return 1.0 };
    let mut hands = world.hands;
    let mut weight = 1.0;
    // From the last trick back to the first, cards return to the hands they were played from.
    for trick in world.open.trick.iter().chain(world.history.iter().rev()) {
        for (seat, card) in trick.played() {
            hands[seat.index()].insert(card);
        }
        let mut lead = None;
        for (seat, card) in trick.played() {
            let hand = hands[seat.index()];
            let following = trick.led().map_or(hand, |led| hand & crate::trump::following(led, trump));
            let may = if lead.is_none() || following.is_empty() { hand } else { following };
            if seat != me && may.len() > 1 {
                let named = Side::of(maker) == Side::of(seat);
                weight *= if rule(may, trump, named, seat, lead) == Some(card) {
                    BY_RULE
                } else {
                    (1.0 - BY_RULE) / (may.len() - 1) as f32
                };
            }
            lead = Some(add(lead, seat, card, trump));
        }
    }
    weight
}
