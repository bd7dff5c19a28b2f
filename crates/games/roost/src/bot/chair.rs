//! What things are worth to a player, in points: rough, quick, and from nothing but what that player knows.

use crate::{
    Bird, BonusNo, CardNo, Cost, Count, DrawFrom, Food, Foods, Gift, Habitat, LayOn, Mat, On, Op, Payout,
    Perch, Position, Power, Price, State, Till, TuckFrom, When, Who,
};
use kernel::Seat;

/// An egg, a cached token and a tucked card are a point each.
const POINT: f32 = 1.0;
/// A token and a card while there is time to make something of them.
const TOKEN: f32 = 0.7;
const CARD: f32 = 0.6;
/// How many turns it takes to make something of a token or a card.
const SOON: f32 = 4.0;
/// What share of later turns goes to each row; the others are for playing birds.
const SHARES: [f32; 3] = [0.24, 0.20, 0.16];
/// What share of a plan's worth is due to the turn that prepares it.
const PREPARES: f32 = 0.5;

/// A seat with a decision to make, and how it looks at the table. It reads its own hand and bonus cards and
/// what is public, and nothing else of the state.
pub(crate) struct Chair<'a> {
    pub(crate) state: &'a State,
    pub(crate) seat: Seat,
    /// The seat's turns after the current one.
    pub(crate) later: f32,
    /// How much of a token's or card's worth is left.
    fade: f32,
    /// How much bonus cards and goals count.
    pub(crate) care: f32,
}

/// What it takes to play a card of the hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plan {
    /// What playing it is worth in the end, all costs paid.
    pub(crate) net: f32,
    /// Tokens that are missing.
    pub(crate) tokens: u32,
    /// Eggs that are missing.
    pub(crate) eggs: u32,
}

impl<'a> Chair<'a> {
    pub(crate) fn new(state: &'a State, seat: Seat, care: f32) -> Chair<'a> {
        let open = &state.open;
        let coming = state.rules.turns.iter().skip(usize::from(open.round)).map(|&turns| f32::from(turns));
        let here = f32::from(open.turns[seat]);
        let acting = open.current == seat && open.round > 0;
        let later = (here + coming.sum::<f32>() - if acting { 1.0 } else { 0.0 }).max(0.0);
        Chair { state, seat, later, fade: (later / SOON).min(1.0), care }
    }

    pub(crate) fn mat(&self) -> &'a Mat<CardNo> {
        self.state.mat(self.seat)
    }
    pub(crate) fn token(&self) -> f32 {
        TOKEN * self.fade
    }
    pub(crate) fn card(&self) -> f32 {
        CARD * self.fade
    }
    /// How often a row will still be used.
    pub(crate) fn uses(&self, row: Habitat) -> f32 {
        self.later * SHARES[row as usize]
    }
    /// What one more of what a row yields is worth.
    fn unit(&self, row: Habitat) -> f32 {
        match row {
            Habitat::Forest => self.token(),
            Habitat::Grassland => POINT,
            Habitat::Wetland => self.card(),
        }
    }

    /// What a bird brings to a row, costs aside.
    pub(crate) fn placed(&self, bird: &Bird, row: Habitat) -> f32 {
        let uses = self.uses(row);
        let power = bird.power.as_ref().map_or(0.0, |power| match power.on {
            On::Play => self.effect(power, Some((bird, row))).max(0.0),
            On::Activate => uses * self.effect(power, Some((bird, row))).max(0.0),
            On::Between(when) => self.later * chance_of(when) * self.effect(power, None).max(0.0),
        });
        f32::from(bird.points)
            + power
            + 0.5 * uses * self.unit(row)
            + self.nests(bird)
            + self.care * (self.bonus_for(bird) + self.goals_for_bird(bird, row))
    }
    /// What room for more eggs is worth: nothing where there is more than will ever be laid.
    fn nests(&self, bird: &Bird) -> f32 {
        let room: f32 = self.mat().birds().map(|(at, _)| f32::from(self.state.room(self.seat, at))).sum();
        (1.1 * self.later - room).clamp(0.0, f32::from(bird.egg_limit))
    }
    /// What using a power once is worth, costs paid. `here`: for a bird that is only thought of.
    pub(crate) fn effect(&self, power: &Power, here: Option<(&Bird, Habitat)>) -> f32 {
        let all = power.cost.iter().chain(&power.ops);
        all.map(|&op| self.op(op, here)).sum()
    }
    fn op(&self, op: Op, here: Option<(&Bird, Habitat)>) -> f32 {
        let others = f32::from(self.state.open.seats - 1).min(2.0);
        // What everybody gets is worth half as much.
        let shared = |who: Who, worth: f32| if who == Who::All && others > 0.0 { 0.5 * worth } else { worth };
        match op {
            Op::Gain { n, who, .. } => shared(who, f32::from(n) * self.token()),
            Op::Take { all: true, .. } => 1.3 * self.token(),
            Op::Take { cache: true, .. } => 0.7 * POINT.max(self.token()),
            Op::Take { .. } => 0.8 * self.token(),
            Op::Cache { n, .. } | Op::Tuck { from: TuckFrom::Deck, n } => f32::from(n) * POINT,
            Op::Lay { on, n, who } => {
                let eggs = match on {
                    LayOn::This => f32::from(n).min(here.map_or(1.0, |(bird, _)| f32::from(bird.egg_limit))),
                    LayOn::Any | LayOn::Nest(_) => 0.9 * f32::from(n),
                    LayOn::Each(nest) => {
                        let fits = self.mat().birds().filter(|(at, perch)| {
                            self.state.bird(perch.card).nest.is(nest) && self.state.room(self.seat, *at) > 0
                        });
                        fits.count() as f32 + here.map_or(0.0, |(bird, _)| f32::from(bird.nest.is(nest)))
                    }
                };
                shared(who, eggs * POINT)
            }
            Op::Draw { n, who, from } => {
                let tray = if from == DrawFrom::Deck { 1.0 } else { 1.2 };
                shared(who, f32::from(n) * tray * self.card())
            }
            Op::Discard { n, .. } | Op::Pay { what: Price::Card, n } => -0.6 * f32::from(n) * self.card(),
            // A card that nobody would play is there soon.
            Op::Tuck { n, .. } => f32::from(n) * (POINT - 0.6 * self.card()),
            // Half of all birds are smaller than 60 cm, seven in ten smaller than 110.
            Op::HuntDeck { below_cm } => (0.28 + 0.004 * f32::from(below_cm)).min(1.0) * POINT,
            Op::HuntDice { food } => match food {
                Food::Invertebrate | Food::Seed => 0.55 * POINT,
                Food::Fish | Food::Fruit | Food::Rodent => 0.35 * POINT,
            },
            Op::Pay { what: Price::Egg | Price::OtherEgg, n } => -f32::from(n) * POINT,
            Op::Pay { what: Price::Food(_), n } => -f32::from(n) * self.token(),
            Op::Bonus { .. } => 2.5,
            // A turn saved, if there is something to play.
            Op::PlayAgain { .. } => 1.5 * self.fade.min(self.state.hand_len(self.seat) as f32 / 2.0),
            Op::Move => 0.2 * self.fade,
            Op::Repeat { .. } => 0.7,
            Op::Fewest { gift, .. } => {
                0.5 * match gift {
                    Gift::Gain { n, .. } => f32::from(n) * self.token(),
                    Gift::Draw { n } => f32::from(n) * self.card(),
                }
            }
        }
    }

    /// What one more such bird is worth to the seat's bonus cards.
    fn bonus_for(&self, bird: &Bird) -> f32 {
        self.state.bonus[self.seat].held.iter().map(|&kind| self.bonus_step(kind, bird)).sum()
    }
    fn bonus_step(&self, kind: BonusNo, bird: &Bird) -> f32 {
        let bonus = &self.state.rules.deck.bonus[usize::from(kind.0)];
        match &bonus.count {
            Count::Birds { r#where } if r#where.passes_card(bird) => {
                slope(&bonus.payout, self.count(&bonus.count))
            }
            Count::MostNests => 0.4 * slope(&bonus.payout, self.count(&bonus.count)),
            Count::LeastBirds => 0.3 * slope(&bonus.payout, self.count(&bonus.count)),
            _ => 0.0,
        }
    }
    /// What a bonus card promises that is not yet held.
    pub(crate) fn bonus_hope(&self, kind: BonusNo) -> f32 {
        let bonus = &self.state.rules.deck.bonus[usize::from(kind.0)];
        let count = self.count(&bonus.count);
        let hand = match &bonus.count {
            Count::Birds { r#where } => {
                self.state.hand(self.seat).filter(|&card| r#where.passes_card(self.state.bird(card))).count()
            }
            _ => 0,
        };
        // Later turns bring more of what it wants.
        let hoped = count as f32 + 0.7 * hand as f32 + 0.12 * self.later;
        let low = bonus.payout.of(hoped as u32) as f32;
        let high = bonus.payout.of(hoped as u32 + 1) as f32;
        low + (hoped - f32::from(hoped as u16)) * (high - low)
    }
    pub(crate) fn count(&self, count: &Count) -> u32 {
        count.on(self.mat(), self.state.hand_len(self.seat), |card| self.state.bird(card))
    }

    /// What the goals to come make of one more such bird in that row.
    fn goals_for_bird(&self, bird: &Bird, row: Habitat) -> f32 {
        let perch = Perch::new(CardNo(0));
        self.goals(|count| match count {
            Count::Birds { r#where } => f32::from(r#where.passes(row, &perch, bird)),
            Count::LeastBirds | Count::LeastEggs => 0.2,
            _ => 0.0,
        })
    }
    /// What the goals to come make of one more egg on a bird.
    pub(crate) fn goals_for_egg(&self, at: Position) -> f32 {
        let Some(perch) = self.mat().get(at) else { return 0.0 };
        let (bird, row) = (self.state.bird(perch.card), at.row());
        self.goals(|count| match count {
            Count::Eggs { r#where } => f32::from(r#where.passes(row, perch, bird)),
            Count::Birds { r#where } => {
                let one_more = Perch { eggs: perch.eggs + 1, ..Perch::new(perch.card) };
                let now = r#where.passes(row, perch, bird);
                f32::from(!now && r#where.passes(row, &one_more, bird))
            }
            Count::LeastEggs => {
                let eggs = |row: Habitat| self.mat().row(row).iter().map(|perch| u32::from(perch.eggs)).sum();
                let here: u32 = eggs(row);
                f32::from(Habitat::ALL.into_iter().all(|other| other == row || eggs(other) > here))
            }
            _ => 0.0,
        })
    }
    /// Sums what one more item of the goals not yet scored is worth.
    fn goals(&self, items: impl Fn(&Count) -> f32) -> f32 {
        let open = &self.state.open;
        let present = usize::from(open.round.max(1)) - 1;
        let rounds = self.state.goals.iter().enumerate().skip(open.scored.len());
        let counted = self.state.rules.counted;
        rounds
            .map(|(round, &goal)| {
                let items = items(&self.state.rules.deck.goals[usize::from(goal)].count);
                // What stands now may not stand when the round is scored.
                let sure = if round == present { 0.8 } else { 0.35 };
                let each = if counted { 1.0 } else { 0.8 };
                items * each * sure
            })
            .sum()
    }

    /// What it takes to play a card, in the row where that is worth most.
    pub(crate) fn plan(&self, card: CardNo) -> Option<Plan> {
        let bird = self.state.bird(card);
        bird.habitats.iter().filter_map(|row| self.plan_in(card, row)).max_by(|a, b| a.net.total_cmp(&b.net))
    }
    pub(crate) fn plan_in(&self, card: CardNo, row: Habitat) -> Option<Plan> {
        let bird = self.state.bird(card);
        let eggs = u32::from(self.state.egg_cost(self.seat, row)?);
        let price = bird.cost.units() as f32 * self.token() + eggs as f32 * POINT;
        Some(Plan {
            net: self.placed(bird, row) - price,
            tokens: self.missing(bird.cost, self.mat().tokens),
            eggs: eggs.saturating_sub(self.mat().eggs()),
        })
    }
    /// How many more tokens a cost takes.
    pub(crate) fn missing(&self, cost: Cost, owned: Foods) -> u32 {
        let two_for_one = self.state.rules.options.two_for_one.is_on();
        if (Till { cost, two_for_one }).payable(owned) {
            return 0;
        }
        match cost {
            Cost::Either(_) => 1,
            Cost::Fixed { need, wild } => {
                let fitting = owned.common(need);
                let spare = owned.total() - fitting;
                let lack = need.total() - fitting;
                let wild = u32::from(wild);
                if two_for_one {
                    (2 * lack + wild - spare).min(lack + wild.saturating_sub(spare)).max(1)
                } else {
                    lack + wild.saturating_sub(spare)
                }
            }
        }
    }

    /// What the powers of a row bring when it is used.
    pub(crate) fn row_powers(&self, row: Habitat) -> f32 {
        let birds = self.mat().row(row).iter().enumerate();
        birds
            .map(|(column, perch)| {
                let bird = self.state.bird(perch.card);
                let Some(power) = bird.power.as_ref().filter(|power| power.on == On::Activate) else {
                    return 0.0;
                };
                let at = Position::new(row, column);
                if crate::targets::can_start(self.state, self.seat, at) {
                    self.effect(power, None).max(0.0)
                } else {
                    0.0
                }
            })
            .sum()
    }
    /// How much a token of each food is wanted: for the birds that are worth most.
    pub(crate) fn appetite(&self) -> [f32; 5] {
        let owned = self.mat().tokens;
        let mut wanted = [0.25 * self.token(); 5];
        for card in self.state.hand(self.seat) {
            let Some(plan) = self.plan(card).filter(|plan| plan.net > 0.0) else { continue };
            let strength = PREPARES * plan.net / (1.0 + plan.tokens as f32);
            let cost = self.state.bird(card).cost;
            for food in Food::ALL {
                let fits = match cost {
                    Cost::Fixed { need, wild } => {
                        if need.of(food) > owned.of(food) {
                            1.0
                        } else if wild > 0 && plan.tokens > 0 {
                            0.8
                        } else if need.of(food) > 0 {
                            0.15
                        } else {
                            0.0
                        }
                    }
                    Cost::Either(foods) => match (foods.contains(food), plan.tokens > 0) {
                        (true, true) => 1.0,
                        (true, false) => 0.1,
                        (false, _) => 0.0,
                    },
                };
                let want = &mut wanted[food as usize];
                *want = want.max(fits * strength.min(2.5) * self.fade.max(0.3));
            }
        }
        wanted
    }
    /// What a card would be worth in the hand.
    pub(crate) fn held(&self, card: CardNo) -> f32 {
        if self.later < 1.0 {
            return 0.0;
        }
        let Some(plan) = self.plan(card) else { return 0.05 };
        let wait = 1.0 + plan.tokens as f32 + 0.5 * plan.eggs as f32;
        (plan.net / (1.0 + 0.5 * wait)).max(0.05) * (self.later / (self.later + wait))
    }
}

/// How often another player does such a thing between two own turns.
fn chance_of(when: When) -> f32 {
    match when {
        When::Lay => 0.35,
        When::Gain { .. } => 0.2,
        When::Play { .. } | When::Hunt => 0.15,
    }
}

/// What one more is worth, on the way to the next tier.
fn slope(payout: &Payout, count: u32) -> f32 {
    match payout {
        Payout::Per(points) => f32::from(*points),
        Payout::Tiers(tiers) => {
            let now = payout.of(count);
            let next = tiers.iter().find(|(from, _)| u32::from(*from) > count);
            next.map_or(0.0, |&(from, points)| {
                let steps = (u32::from(from) - count) as f32;
                (u32::from(points) - now) as f32 / steps * if steps > 3.0 { 0.6 } else { 0.9 }
            })
        }
    }
}
