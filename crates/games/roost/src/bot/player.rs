//! A quick player: rates what it can do, one question at a time.

use super::chair::Chair;
use crate::{
    Action, Ask, CardId, CardNo, Draw, Food, FoodSet, Foods, Habitat, Op, Position, Prompt, Setup, State,
    Task, Till, Trade, prompt, scoring,
};
use alloc::vec::Vec;
use kernel::{Rng, Seat};

/// How a player weighs things.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// How far off it is, in points: as much too high or too low as this.
    pub(crate) noise: f32,
    /// How much it looks after bonus cards and goals.
    pub(crate) care: f32,
}

/// How everybody is thought to play in a playout.
pub(crate) const QUICK: Manner = Manner { noise: 0.8, care: 1.0 };

/// The place of the action that this player takes.
pub(crate) fn best(state: &State, seat: Seat, legal: &[Action], manner: Manner, rng: &mut dyn Rng) -> usize {
    let player = Player::new(state, seat, manner.care);
    let mut best = (0, f32::MIN);
    for (place, action) in legal.iter().enumerate() {
        let noise = manner.noise * ((rng.next_u32() >> 8) as f32 / (1 << 23) as f32 - 1.0);
        let rate = player.rate(action) + noise;
        if rate > best.1 {
            best = (place, rate);
        }
    }
    best.0
}

/// A chair at which a question is asked.
pub(crate) struct Player<'a> {
    chair: Chair<'a>,
    prompt: Option<Prompt>,
    /// How much a token of each food is wanted, where the question is about food.
    appetite: [f32; 5],
    /// The plans for the cards of the hand, where the question is what to do.
    plans: Plans,
}

/// What the hand promises.
#[derive(Clone, Copy, Debug, Default)]
struct Plans {
    /// The best bird that waits for food, with the tokens it takes.
    food: (f32, u32),
    /// The best bird that waits for eggs only, with the eggs it takes.
    eggs: (f32, u32),
    /// How many birds are worth playing.
    good: f32,
}

impl<'a> Player<'a> {
    pub(crate) fn new(state: &'a State, seat: Seat, care: f32) -> Player<'a> {
        let chair = Chair::new(state, seat, care);
        let prompt = prompt::prompt(state);
        let ask = prompt.map(|prompt| prompt.ask);
        let about_food = matches!(
            ask,
            Some(Ask::Take(..) | Ask::TakeAll(_) | Ask::ChooseFood(_) | Ask::PayFood | Ask::PayPower(_))
        ) || matches!(ask, Some(Ask::Trade(Habitat::Forest | Habitat::Grassland)));
        let appetite = if about_food { chair.appetite() } else { [0.0; 5] };
        let plans = if ask == Some(Ask::Turn) { Plans::of(&chair) } else { Plans::default() };
        Player { chair, prompt, appetite, plans }
    }

    /// What an action is worth, in points.
    pub(crate) fn rate(&self, action: &Action) -> f32 {
        let chair = &self.chair;
        match action {
            Action::Setup(kept) => self.setup(kept),
            Action::Play { card, habitat } => {
                let plan = self.in_hand(card).and_then(|card| chair.plan_in(card, *habitat));
                plan.map_or(0.0, |plan| plan.net)
            }
            Action::GainFood => self.gain_food(),
            Action::LayEggs => self.lay_eggs(),
            Action::DrawCards => self.draw_cards(),
            Action::PayEgg { position } => -self.egg(*position),
            Action::PayFood { tokens } => -self.tokens(*tokens),
            // A player that announces a bird has thought about it.
            Action::Back => -100.0,
            Action::Take { food, cache: true, .. } => 1.0 - 0.01 * self.appetite[*food as usize],
            Action::Take { food, .. } => self.appetite[*food as usize],
            Action::Reroll => self.reroll(),
            Action::Lay { position } => self.egg(*position),
            Action::Draw(from) => self.draw(*from),
            Action::Trade(what) => self.trade(what),
            Action::NoTrade | Action::Skip => 0.0,
            Action::Use => self.power(),
            Action::ChooseFood { food } => 0.2 + self.appetite[*food as usize],
            Action::Tuck { card } => self.power().max(0.3) - self.card(card),
            Action::Discard { card } => -self.card(card),
            Action::KeepBonus { kind } => {
                let offered = &chair.state.bonus[chair.seat].offered;
                let kind =
                    offered.iter().find(|&&no| chair.state.rules.deck.bonus[usize::from(no.0)].id == *kind);
                kind.map_or(0.0, |&kind| chair.bonus_hope(kind))
            }
            Action::Move { habitat } => self.moving(*habitat),
            Action::Repeat { position } => {
                let power = chair.state.power_at(chair.seat, *position);
                power.map_or(0.0, |power| chair.effect(power, None))
            }
            Action::Ready => 1.0,
        }
    }

    fn in_hand(&self, card: &CardId) -> Option<CardNo> {
        self.chair.state.find_in_hand(self.chair.seat, card)
    }
    fn card(&self, card: &CardId) -> f32 {
        self.in_hand(card).map_or(0.0, |card| self.chair.held(card))
    }

    fn gain_food(&self) -> f32 {
        let chair = &self.chair;
        let birds = chair.mat().row(Habitat::Forest).len();
        let dice = f32::from(chair.state.rules.deck.board.food[birds]);
        let (net, missing) = self.plans.food;
        let plan = net * (dice / (missing as f32).max(1.0)).min(1.0);
        let prepares = if chair.later >= 1.0 { 0.8 * plan } else { 0.0 };
        // A player with plenty needs no more.
        let tokens = if chair.mat().tokens.total() > 4 { 0.3 * dice } else { dice } * chair.token();
        prepares.max(tokens) + chair.row_powers(Habitat::Forest)
    }
    fn lay_eggs(&self) -> f32 {
        let chair = &self.chair;
        let birds = chair.mat().row(Habitat::Grassland).len();
        let mut left = f32::from(chair.state.rules.deck.board.eggs[birds]);
        let (net, missing) = self.plans.eggs;
        let plan = net * (left / (missing as f32).max(1.0)).min(1.0);
        let prepares = if chair.later >= 1.0 { 0.45 * plan } else { 0.0 };
        let mut worth = prepares + chair.row_powers(Habitat::Grassland);
        // What will fit later as well can wait.
        let all: f32 = chair.mat().birds().map(|(at, _)| f32::from(chair.state.room(chair.seat, at))).sum();
        let egg = (all / (1.0 + 1.5 * chair.later)).clamp(0.2, 1.0);
        for (at, _) in chair.mat().birds() {
            let room = f32::from(chair.state.room(chair.seat, at)).min(left);
            if room > 0.0 {
                worth += egg * room + chair.care * chair.goals_for_egg(at);
                left -= room;
            }
        }
        worth
    }
    fn draw_cards(&self) -> f32 {
        let chair = &self.chair;
        let birds = chair.mat().row(Habitat::Wetland).len();
        let cards = f32::from(chair.state.rules.deck.board.cards[birds]);
        // A player with fewer birds to play than turns looks for more.
        let wanted = (0.35 * chair.later).min(5.0);
        let hungry = ((wanted - self.plans.good) / 2.0).clamp(0.0, 1.0);
        cards.min(3.0) * (chair.card() + 2.0 * hungry) + chair.row_powers(Habitat::Wetland)
    }

    /// What an egg on a bird is worth beyond its point.
    fn egg(&self, at: Position) -> f32 {
        let chair = &self.chair;
        // Where there is much room, one egg more or less is all the same.
        1.0 + chair.care * chair.goals_for_egg(at) + 0.02 * f32::from(chair.state.room(chair.seat, at))
    }
    fn tokens(&self, tokens: Foods) -> f32 {
        let wants =
            Food::ALL.into_iter().map(|food| f32::from(tokens.of(food)) * self.appetite[food as usize]);
        wants.sum::<f32>() + 0.3 * tokens.total() as f32
    }
    fn reroll(&self) -> f32 {
        let Some(Ask::Take(foods, _) | Ask::TakeAll(foods)) = self.prompt.map(|prompt| prompt.ask) else {
            return 0.0;
        };
        // Five new dice show what is wanted most, more often than not.
        0.75 * self.best_of(foods)
    }
    fn best_of(&self, foods: FoodSet) -> f32 {
        foods.iter().map(|food| self.appetite[food as usize]).fold(0.0, f32::max)
    }
    fn draw(&self, from: Draw) -> f32 {
        let chair = &self.chair;
        match from {
            Draw::Deck => 1.6 * (chair.later / (chair.later + 3.0)),
            Draw::Tray(slot) => chair.state.open.tray[slot.index()].map_or(0.0, |card| chair.held(card)),
        }
    }
    fn trade(&self, what: &Trade) -> f32 {
        let chair = &self.chair;
        match what {
            Trade::Card(card) => self.best_of(FoodSet::ALL).max(chair.token()) - self.card(card) - 0.1,
            Trade::Food(food) => 1.0 - self.appetite[*food as usize] - 0.1,
            Trade::Position(at) => 1.6 * chair.card() - self.egg(*at),
        }
    }
    /// What the power on the table brings.
    fn power(&self) -> f32 {
        let chair = &self.chair;
        if let Some(Ask::TakeAll(foods)) = self.prompt.map(|prompt| prompt.ask) {
            let feeder = chair.state.open.feeder;
            let shown = feeder.faces().filter(|face| !face.foods().and(foods).is_empty());
            let dice: u8 = shown.map(|face| feeder.of(face)).sum();
            return 0.1 + f32::from(dice) * self.best_of(foods).max(0.2);
        }
        let Some(Task::Power(task)) = chair.state.open.tasks.last() else { return 0.5 };
        let Some(power) = chair.state.power_at(task.owner, task.at) else { return 0.5 };
        let free = power.cost.is_empty() && !power.ops.iter().any(|op| matches!(op, Op::Discard { .. }));
        let worth = chair.effect(power, None);
        if free { worth.max(0.1) } else { worth }
    }
    fn moving(&self, row: Habitat) -> f32 {
        let chair = &self.chair;
        let Some((_, at)) = self.prompt.and_then(|prompt| prompt.bird) else { return 0.0 };
        let birds = |row: Habitat| chair.mat().row(row).len() as f32;
        // A row with more birds gives more; the one it leaves is used less.
        0.15 * (birds(row) - birds(at.row())) * (chair.later / 8.0).min(1.0) - 0.05
    }

    /// Birds that can be paid for soon, with the food that is left.
    fn setup(&self, kept: &Setup) -> f32 {
        let chair = &self.chair;
        let mut tokens = Foods::NONE;
        kept.foods.iter().for_each(|food| tokens.add(food, 1));
        let mut birds: Vec<(f32, CardNo)> = Vec::new();
        for card in kept.birds.as_slice() {
            if let Some(card) = self.in_hand(card) {
                let rows = chair.state.bird(card).habitats.iter();
                let worth = rows.map(|row| chair.placed(chair.state.bird(card), row)).fold(0.0, f32::max);
                birds.push((worth, card));
            }
        }
        birds.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut worth = 0.0;
        for (place, (value, card)) in birds.into_iter().enumerate() {
            let bird = chair.state.bird(card);
            let till = Till { cost: bird.cost, two_for_one: chair.state.rules.options.two_for_one.is_on() };
            let mut cheapest: Option<Foods> = None;
            till.each(tokens, &mut |paid| {
                if cheapest.is_none_or(|other| paid.total() < other.total()) {
                    cheapest = Some(paid);
                }
                core::ops::ControlFlow::Continue(())
            });
            let share = match cheapest {
                Some(paid) => {
                    tokens.remove(paid);
                    1.0
                }
                None => 0.7 / (1.0 + 0.3 * chair.missing(bird.cost, tokens) as f32),
            };
            // Later birds come later.
            worth += value * share * (1.0 - 0.1 * place as f32);
        }
        let offered = &chair.state.bonus[chair.seat].offered;
        let kind = kept.bonus.as_ref().and_then(|kind| {
            offered.iter().find(|&&no| chair.state.rules.deck.bonus[usize::from(no.0)].id == *kind)
        });
        let hope = kind.map_or(0.0, |&kind| chair.bonus_hope(kind));
        worth + 1.3 * tokens.total() as f32 + chair.care * hope
    }
}

impl Plans {
    fn of(chair: &Chair<'_>) -> Plans {
        let mut plans = Plans::default();
        for card in chair.state.hand(chair.seat) {
            let Some(plan) = chair.plan(card) else { continue };
            plans.good += (plan.net / 6.0).clamp(0.0, 1.0);
            if plan.tokens > 0 {
                // What takes longer is worth less now.
                let worth = plan.net / (1.0 + 0.25 * (plan.tokens - 1) as f32);
                if worth > plans.food.0 {
                    plans.food = (worth, plan.tokens);
                }
            } else if plan.eggs > 0 && plan.net > plans.eggs.0 {
                plans.eggs = (plan.net, plan.eggs);
            }
        }
        plans
    }
}

/// What a seat has, and what its tokens, its hand and its birds promise.
pub(crate) fn promise(state: &State, seat: Seat) -> f32 {
    let chair = Chair::new(state, seat, QUICK.care);
    let has = scoring::score(state, seat, true).total as f32;
    let tokens = 0.5 * chair.token() * (chair.mat().tokens.total() as f32).min(chair.later);
    let mut hand: Vec<f32> = state.hand(seat).map(|card| chair.held(card)).collect();
    hand.sort_by(|a, b| b.total_cmp(a));
    let hand: f32 = hand.into_iter().take(1 + (chair.later / 3.0) as usize).sum();
    let rows: f32 = Habitat::ALL.into_iter().map(|row| chair.uses(row) * chair.row_powers(row)).sum();
    // Every turn brings something, and more of it in longer rows.
    let turns = chair.later * (1.5 + 0.12 * chair.mat().birds().count() as f32);
    has + tokens + hand + rows + turns
}
