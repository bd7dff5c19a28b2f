//! What the laws ask and the product must not.
//!
//! Written from the table "who may see what" (rules, section 16), not from the view.

use crate::{
    Action, BonusId, BonusNo, CardId, CardNo, Deal, Draw, Face, Food, FoodSet, Foods, Habitat, Position,
    Roost, Setup, Slot, State, Task, Trade, worlds,
};
use alloc::{format, string::String, vec::Vec};
use kernel::{Events, Game, Input, Inspect, Rng, Seat, Viewer, below};

impl Inspect for Roost {
    fn cards(state: &State) -> Vec<(String, String)> {
        let open = &state.open;
        let mut cards: Vec<(String, String)> = Vec::new();
        let mut put = |place: &str, card: CardNo| cards.push((place.into(), format!("{}", state.id(card))));
        // Until they are dealt, the cards of a shuffled deck are all alike to everyone.
        state.deck.iter().for_each(|&card| put("deck", card));
        open.discards.iter().for_each(|&card| put("discards", card));
        open.tray.iter().flatten().for_each(|&card| put("tray", card));
        open.removed.iter().for_each(|&card| put("removed", card));
        state.removed.iter().for_each(|held| put("removed", held.card));
        for (seat, mat) in open.mats.iter() {
            state.hand(seat).for_each(|card| put(&format!("hand {}", seat.0), card));
            for (at, perch) in mat.birds() {
                put(&format!("{at} {}", seat.0), perch.card);
                perch.tucked.iter().for_each(|&card| put(&format!("under {at} {}", seat.0), card));
            }
        }
        for task in &open.tasks {
            if let Task::Pay(pay) = task {
                put("announced", pay.card);
            }
        }
        let name = |kind: &BonusNo| format!("bonus {}", state.rules.deck.bonus[usize::from(kind.0)].id);
        cards.extend(state.bonus_deck.iter().map(|kind| ("bonus deck".into(), name(kind))));
        for (seat, hand) in state.bonus.iter() {
            let all = hand.held.iter().chain(&hand.offered);
            cards.extend(all.map(|kind| (format!("bonus {}", seat.0), name(kind))));
        }
        cards
    }

    fn exchange(
        state: &State,
        viewer: Viewer,
        next: Option<&Input<Action>>,
        rng: &mut dyn Rng,
    ) -> Option<State> {
        let keep = next.map_or_else(Keep::default, |input| Keep::by(state, viewer, input));
        let mut other = state.clone();
        exchange_birds(&mut other, viewer, &keep, rng);
        if !keep.bonus {
            exchange_bonus(&mut other, viewer, rng);
        }
        if !keep.choices {
            for seat in Seat::all(state.open.seats).filter(|&seat| viewer.seat() != Some(seat)) {
                if other.choices[seat].is_some() {
                    other.choices[seat] = Some(worlds::any_choice(&other, seat, rng));
                }
            }
        }
        Some(other)
    }

    fn any_action(state: &State, rng: &mut dyn Rng) -> Action {
        let mut roll = |n: usize| below(n as u32, rng) as usize;
        let food = |n: usize| Food::ALL[n % 5];
        let position = |n: usize| Position::new(Habitat::ALL[n % 3], n / 3 % 5);
        // Half of the cards are out of hands, where they matter.
        let hands: Vec<CardNo> = Seat::all(state.open.seats).flat_map(|seat| state.hand(seat)).collect();
        let card = |n: usize| -> CardId {
            match (n % 2, hands.len()) {
                (0, 1..) => state.id(hands[n / 2 % hands.len()]),
                _ => state.id(CardNo((n % state.rules.pack.len()) as u16)),
            }
        };
        let kind =
            |n: usize| -> BonusId { state.rules.deck.bonus[n % state.rules.deck.bonus.len()].id.clone() };
        let any = roll(1 << 20);
        match roll(24) {
            0 => {
                let birds: Vec<CardId> = (0..roll(5)).map(|_| card(roll(1 << 16))).collect();
                let mut birds: Vec<CardId> = birds;
                birds.sort();
                birds.dedup();
                let foods = FoodSet::numbered(roll(32) as u8);
                let bonus = (roll(4) > 0).then(|| kind(roll(64)));
                Action::Setup(Setup { birds: birds.into_iter().collect(), foods, bonus })
            }
            1 | 2 => Action::Play { card: card(any), habitat: Habitat::ALL[roll(3)] },
            3 => Action::GainFood,
            4 => Action::LayEggs,
            5 => Action::DrawCards,
            6 => Action::PayEgg { position: position(any) },
            7 | 8 => Action::PayFood { tokens: Foods::new([0; 5].map(|_: u8| [0, 0, 0, 1, 2][roll(5)])) },
            9 => Action::Back,
            10 => Action::Take { die: Face::ALL[any % 6], food: food(any / 6), cache: roll(2) == 0 },
            11 => Action::Reroll,
            12 => Action::Lay { position: position(any) },
            13 => Action::Draw(match any % 4 {
                0 => Draw::Deck,
                n => Draw::Tray(Slot::ALL[n - 1]),
            }),
            14 => Action::Trade(match roll(3) {
                0 => Trade::Card(card(any)),
                1 => Trade::Food(food(any)),
                _ => Trade::Position(position(any)),
            }),
            15 => Action::NoTrade,
            16 => Action::Use,
            17 => Action::ChooseFood { food: food(any) },
            18 => Action::Tuck { card: card(any) },
            19 => Action::Discard { card: card(any) },
            20 => Action::KeepBonus { kind: kind(any) },
            21 => Action::Move { habitat: Habitat::ALL[any % 3] },
            22 => Action::Repeat { position: position(any) },
            _ => [Action::Skip, Action::Ready][any % 2].clone(),
        }
    }
}

/// What must stay as it is, so that the coming input tells a viewer the same.
#[derive(Default)]
struct Keep {
    /// Bird cards that come to light, or that the coming action names.
    cards: Vec<CardNo>,
    /// Hands out of which the clock will choose by what is in them.
    hands: Vec<Seat>,
    bonus: bool,
    choices: bool,
}

impl Keep {
    fn by(state: &State, viewer: Viewer, input: &Input<Action>) -> Keep {
        let mut after = state.clone();
        Roost::apply(&mut after, input, &mut Events::muted());
        let hidden = |state: &State| -> Vec<CardNo> {
            let places = hidden_places(state, viewer);
            places.into_iter().map(|place| card_in(state, place).0).collect()
        };
        let still_hidden = hidden(&after);
        let mut cards: Vec<CardNo> =
            hidden(state).into_iter().filter(|card| !still_hidden.contains(card)).collect();
        let setup = matches!(state.open.tasks.last(), Some(Task::Setup));
        let mut keep = Keep {
            // The bonus deck is shuffled in a given order: other cards would come out of it.
            bonus: matches!(state.open.tasks.last(), Some(Task::Deal(Deal::Bonus(_)) | Task::Bonus(_)))
                || after.open.is_over(),
            choices: setup && !matches!(after.open.tasks.last(), Some(Task::Setup)),
            ..Keep::default()
        };
        match input {
            Input::Act(_, Action::Setup(kept)) => {
                cards.extend(kept.birds.as_slice().iter().filter_map(|id| state.rules.pack.number(id)));
                keep.bonus = true;
            }
            Input::Act(_, Action::KeepBonus { .. }) => keep.bonus = true,
            // Rules 15: the clock takes the first card in alphabetical order, or the cheapest birds.
            Input::Expire(_) => {
                let asked = crate::prompt::prompt(state).map(|prompt| prompt.seats);
                keep.hands = asked.into_iter().flat_map(|seats| seats.iter().collect::<Vec<_>>()).collect();
                keep.bonus |= setup;
            }
            _ => {}
        }
        keep.bonus |= keep.choices;
        keep.cards = cards;
        keep
    }
}

/// A place in which a viewer sees no card.
#[derive(Clone, Copy)]
enum Place {
    Hand(Seat, usize),
    Removed(usize),
    Deck(usize),
}

/// Rules 16: the deck, hands removed, and the unknown cards of other hands until the game is over.
fn hidden_places(state: &State, viewer: Viewer) -> Vec<Place> {
    let mut places: Vec<Place> = (0..state.deck.len()).map(Place::Deck).collect();
    places.extend((0..state.removed.len()).map(Place::Removed));
    if !state.open.is_over() {
        for (seat, hand) in state.hands.iter().filter(|(seat, _)| viewer.seat() != Some(*seat)) {
            places.extend((0..hand.len()).map(|n| Place::Hand(seat, n)));
        }
    }
    places
}

/// The card in a hidden place, and how often the discards had become the deck when it came there.
fn card_in(state: &State, place: Place) -> (CardNo, u8) {
    match place {
        Place::Deck(n) => (state.deck[n], state.open.age()),
        Place::Removed(n) => (state.removed[n].card, state.removed[n].age),
        Place::Hand(seat, n) => (state.hands[seat][n].card, state.hands[seat][n].age),
    }
}

/// Mixes hidden cards of one age: everyone knows which cards became the deck, and when a card was drawn.
fn exchange_birds(other: &mut State, viewer: Viewer, keep: &Keep, rng: &mut dyn Rng) {
    for age in 0..=other.open.age() {
        let mut places = hidden_places(other, viewer);
        places.retain(|&place| {
            let (card, its_age) = card_in(other, place);
            let kept = matches!(place, Place::Hand(seat, _) if keep.hands.contains(&seat));
            its_age == age && !kept && !keep.cards.contains(&card)
        });
        let mut cards: Vec<CardNo> = places.iter().map(|&place| card_in(other, place).0).collect();
        for n in (1..cards.len()).rev() {
            cards.swap(n, below(n as u32 + 1, rng) as usize);
        }
        for (place, card) in places.into_iter().zip(cards) {
            match place {
                Place::Deck(n) => other.deck[n] = card,
                Place::Removed(n) => other.removed[n].card = card,
                Place::Hand(seat, n) => other.hands[seat][n].card = card,
            }
        }
    }
}

/// Exchanges hidden bonus cards two by two, until every way to deal them becomes equally likely: an
/// exchange and its reverse are tried equally often, and none is made that would give a seat two of a kind.
fn exchange_bonus(other: &mut State, viewer: Viewer, rng: &mut dyn Rng) {
    if other.open.is_over() {
        return;
    }
    let hidden = |seat: &Seat| viewer.seat() != Some(*seat);
    let seats: Vec<Seat> = Seat::all(other.open.seats).filter(hidden).collect();
    // What the viewer put back last is known to be in the deck.
    let sunk = viewer.seat().map(|seat| other.bonus[seat].sunk.clone()).unwrap_or_default();
    let mut deck = other.bonus_deck.clone();
    for kind in &sunk {
        if let Some(place) = deck.iter().position(|other| other == kind) {
            deck.remove(place);
        }
    }
    let mut places: Vec<(Option<Seat>, BonusNo)> = deck.into_iter().map(|kind| (None, kind)).collect();
    for &seat in &seats {
        let hand = &other.bonus[seat];
        places.extend(hand.held.iter().chain(&hand.offered).map(|&kind| (Some(seat), kind)));
    }
    for _ in 0..if places.len() > 1 { 40 * places.len() } else { 0 } {
        let (a, b) = (below(places.len() as u32, rng) as usize, below(places.len() as u32, rng) as usize);
        let clashes = |at: usize, with: usize| {
            let (owner, kind) = (places[at].0, places[with].1);
            owner.is_some()
                && places.iter().enumerate().any(|(n, place)| n != at && n != with && *place == (owner, kind))
        };
        if places[a].0 != places[b].0 && !clashes(a, b) && !clashes(b, a) {
            let kind = places[a].1;
            places[a].1 = places[b].1;
            places[b].1 = kind;
        }
    }
    other.bonus_deck = places.iter().filter(|(owner, _)| owner.is_none()).map(|(_, kind)| *kind).collect();
    other.bonus_deck.extend(sunk);
    other.bonus_deck.sort_unstable();
    for &seat in &seats {
        let kinds = places.iter().filter(|(owner, _)| *owner == Some(seat)).map(|(_, kind)| *kind);
        let mut kinds: Vec<BonusNo> = kinds.collect();
        let hand = &mut other.bonus[seat];
        hand.offered = kinds.split_off(hand.held.len());
        hand.held = kinds;
        // What others put back is their secret.
        hand.returned.clear();
        hand.sunk.clear();
    }
}
