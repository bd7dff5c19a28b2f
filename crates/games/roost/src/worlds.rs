//! Every world that a seat cannot tell from the real one, each equally likely (rules, section 18).

use crate::{
    BonusHand, BonusNo, CardId, CardNo, Deal, FoodSet, Held, Open, Options, Rules, State, Task, View,
    bonus_worlds::BonusWorlds,
    setup::{self, DEALT},
    state::Choice,
};
use alloc::{sync::Arc, vec, vec::Vec};
use kernel::{Contradiction, Rng, Seat, SeatMap, below};

/// The worlds that a view allows.
#[derive(Clone)]
pub struct Worlds {
    /// The table with what the viewer knows; hidden cards are missing.
    known: State,
    /// Unseen bird cards and where they may be, by age: a card that was among the discards when they became
    /// the deck for the n-th time, and was not seen since, can only have been drawn after that and before
    /// the next time.
    ages: Vec<Age>,
    bonus: BonusWorlds,
    /// Seats whose sealed choice nobody knows.
    sealed: Vec<Seat>,
}

#[derive(Clone, Default)]
struct Age {
    cards: Vec<CardNo>,
    /// In this order, with their numbers of cards.
    places: Vec<(Place, usize)>,
}

#[derive(Clone, Copy)]
enum Place {
    Hand(Seat),
    Removed,
    Deck,
}

impl core::fmt::Debug for Worlds {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Worlds").field("known", &self.known).finish_non_exhaustive()
    }
}

impl Worlds {
    /// Counts what the view leaves open.
    pub(crate) fn new(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        let known = known(options, view)?;
        let ages = ages(&known, view)?;
        let bonus = BonusWorlds::new(&known, view)?;
        let sealed = known.open.chosen.iter().filter(|&seat| view.seat != Some(seat));
        let choosing = known.open.tasks.iter().any(|task| matches!(task, Task::Setup));
        let sealed = sealed.filter(|&seat| choosing && known.open.in_play.contains(seat)).collect();
        Ok(Worlds { known, ages, bonus, sealed })
    }

    /// One world.
    pub(crate) fn draw(&self, rng: &mut dyn Rng) -> State {
        let mut world = self.known.clone();
        for (number, age) in self.ages.iter().enumerate() {
            let mut cards = age.cards.clone();
            for place in (1..cards.len()).rev() {
                cards.swap(place, below(place as u32 + 1, rng) as usize);
            }
            let mut cards = cards.into_iter();
            for &(place, size) in &age.places {
                let cards = cards.by_ref().take(size);
                let held = cards.map(|card| Held { card, age: number as u8 });
                match place {
                    Place::Hand(seat) => world.hands[seat].extend(held),
                    Place::Removed => world.removed.extend(held),
                    Place::Deck => world.deck.extend(held.map(|held| held.card)),
                }
            }
        }
        self.bonus.draw(&mut world, rng);
        for &seat in &self.sealed {
            world.choices[seat] = Some(any_choice(&world, seat, rng));
        }
        world
    }
}

/// Any five of five birds and five foods, each five equally likely.
pub(crate) fn any_choice(state: &State, seat: Seat, rng: &mut dyn Rng) -> Choice {
    let (mut kept, mut left) = (0u16, DEALT as u32);
    for place in 0..2 * DEALT as u32 {
        if below(2 * DEALT as u32 - place, rng) < left {
            kept |= 1 << place;
            left -= 1;
        }
    }
    let offered = state.bonus[seat].offered.len() as u32;
    Choice {
        birds: (kept & 0b1_1111) as u8,
        foods: FoodSet::numbered((kept >> DEALT) as u8),
        bonus: (offered > 0).then(|| below(offered, rng) as u8),
    }
}

/// The table as far as the view shows it.
fn known(options: &Options, view: &View) -> Result<State, Contradiction> {
    let seats = view.open.seats;
    let rules = Rules::new(options, seats)
        .map_err(|_| Contradiction::View("these options do not allow this table"))?;
    let per_seat = [view.hands.seats(), view.bonus.seats(), view.open.mats.seats(), view.open.turns.seats()];
    if per_seat != [seats; 4] || view.open.current.0 >= seats {
        return Err(Contradiction::View("not one of everything per seat"));
    }
    let unknown_card = Contradiction::View("a card that is not in the pack");
    let number = |id: &CardId| rules.pack.number(id);
    let open: Open<CardNo> = view.open.try_map(number).ok_or(unknown_card)?;
    let mut hands = SeatMap::from_fn(seats, |_| Vec::new());
    for (seat, hand) in view.hands.iter() {
        let Some(cards) = &hand.cards else { continue };
        // They came one after the other, so the older ones stand in front.
        let ages = hand.unknown.iter().enumerate();
        let ages = ages.flat_map(|(age, &n)| (0..n).map(move |_| age as u8));
        let numbers: Vec<CardNo> = cards.iter().map(number).collect::<Option<_>>().ok_or(unknown_card)?;
        hands[seat] = numbers.into_iter().zip(ages).map(|(card, age)| Held { card, age }).collect();
        if hands[seat].len() != cards.len() {
            return Err(Contradiction::View("a hand that is seen has another size"));
        }
    }
    let place = |id: &crate::GoalId| rules.deck.goals.iter().position(|goal| goal.id == *id).map(|n| n as u8);
    let goals: Vec<u8> = view
        .goals
        .iter()
        .map(place)
        .collect::<Option<_>>()
        .filter(|goals: &Vec<u8>| goals.len() <= 4)
        .ok_or(Contradiction::View("a goal that is not in the deck"))?;
    let mut known = State {
        open,
        goals: goals.into_iter().collect(),
        deck: Vec::new(),
        hands,
        removed: Vec::new(),
        bonus_deck: Vec::new(),
        bonus: SeatMap::from_fn(seats, |_| BonusHand::default()),
        choices: SeatMap::from_fn(seats, |_| None),
        rules: Arc::new(rules),
    };
    for (seat, cards) in view.bonus.iter() {
        known.bonus[seat].short = cards.short;
        if let Some(kinds) = &cards.kinds {
            let numbers = |ids: &[crate::BonusId]| -> Result<Vec<BonusNo>, Contradiction> {
                let number =
                    |id: &crate::BonusId| known.rules.deck.bonus.iter().position(|bonus| bonus.id == *id);
                let numbers = ids.iter().map(|id| number(id).map(|n| BonusNo(n as u8)));
                numbers
                    .collect::<Option<_>>()
                    .ok_or(Contradiction::View("a bonus card that is not in the deck"))
            };
            known.bonus[seat] = BonusHand {
                held: numbers(&kinds.held)?,
                offered: numbers(&kinds.offered)?,
                returned: numbers(&kinds.returned)?,
                sunk: numbers(&kinds.sunk)?,
                short: cards.short,
            };
        }
    }
    if let (Some(seat), Some(choice)) = (view.seat, &view.choice) {
        known.choices[seat] = Some(setup::sealed(&known, seat, choice));
    }
    Ok(known)
}

/// Sorts the unseen cards and the places they may be in by age.
fn ages(known: &State, view: &View) -> Result<Vec<Age>, Contradiction> {
    let open = &known.open;
    let mut ages = vec![Age::default(); usize::from(open.age()) + 1];
    // Before they are shuffled, the cards are nowhere yet.
    if open.tasks.iter().any(|task| matches!(task, Task::Deal(Deal::Birds))) {
        return Ok(ages);
    }
    let mut unseen = vec![true; known.rules.pack.len()];
    for_each_seen(known, &mut |card| unseen[usize::from(card.0)] = false);
    let mut age_of = vec![0; known.rules.pack.len()];
    for (number, cards) in open.reshuffled.iter().enumerate() {
        cards.iter().for_each(|card| age_of[usize::from(card.0)] = number + 1);
    }
    for card in known.rules.pack.all().filter(|card| unseen[usize::from(card.0)]) {
        ages[age_of[usize::from(card.0)]].cards.push(card);
    }
    let too_young = Contradiction::View("a card younger than the deck");
    for (seat, hand) in view.hands.iter().filter(|(_, hand)| hand.cards.is_none()) {
        for (age, &n) in hand.unknown.iter().enumerate() {
            let place = (Place::Hand(seat), usize::from(n));
            ages.get_mut(age).ok_or(too_young)?.places.push(place);
        }
    }
    for (age, &n) in view.removed.iter().enumerate() {
        ages.get_mut(age).ok_or(too_young)?.places.push((Place::Removed, usize::from(n)));
    }
    if let Some(youngest) = ages.last_mut() {
        youngest.places.push((Place::Deck, usize::from(view.cards)));
    }
    for age in &ages {
        let room: usize = age.places.iter().map(|(_, size)| size).sum();
        if room != age.cards.len() {
            return Err(Contradiction::Sizes { cards: age.cards.len() as u32, room: room as u32 });
        }
    }
    Ok(ages)
}

/// Every bird card that is public or in a hand that is seen.
fn for_each_seen(known: &State, seen: &mut dyn FnMut(CardNo)) {
    let open = &known.open;
    open.tray.iter().flatten().for_each(|&card| seen(card));
    open.discards.iter().chain(&open.removed).for_each(|&card| seen(card));
    for mat in open.mats.values() {
        mat.known.iter().for_each(|&card| seen(card));
        for (_, perch) in mat.birds() {
            seen(perch.card);
            perch.tucked.iter().for_each(|&card| seen(card));
        }
    }
    for task in &open.tasks {
        if let Task::Pay(pay) = task {
            seen(pay.card);
        }
    }
    known.hands.values().iter().flatten().for_each(|held| seen(held.card));
}
