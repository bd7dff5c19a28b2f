use super::{
    call::Calls,
    knowledge,
    levels::{Calling, CardPlay, Strength},
    model,
    near::{self, Seen},
    position::{Position, bit},
    rule::rule_card,
    sample::Sample,
    solver::Solver,
    stakes::{Makers, Stakes, Worth},
    weighed::{Weighed, candidates},
};
use crate::{Action, Euchre, Options, Phase, Side, State, View, Worlds, strength, trump::weakness};
use alloc::vec::Vec;
use kernel::{Ask, Card, Contradiction, Decision, Events, Reasons, Rng, Seat, WorldCount};

/// With all cards open nobody guesses wrong, and that flatters makers: a call has to be better than a pass by
/// this share of the span of results.
const CAUTION: f32 = 0.08;

/// A solved world takes for granted that everybody sees all cards, a playout that nobody thinks. Cards are
/// weighed by both: so much of their value comes from the playout.
pub(crate) const PLAYOUT_SHARE: f32 = 0.5;

/// Decides as the level does.
pub(crate) fn decide(ask: &Ask<'_, Euchre>, rng: &mut dyn Rng) -> Result<Decision<Action>, Contradiction> {
    let strength = Strength::of(ask.level);
    let worlds = Worlds::new(ask.options, ask.view)?;
    let mut legal = Vec::new();
    worlds.known().legal(ask.seat, &mut legal);
    let chair = Chair { ask, view: ask.view, options: ask.options, me: ask.seat, worlds, legal };
    Ok(match ask.view.open.phase {
        Phase::Trick => chair.card(strength.cards, rng),
        Phase::Bid1 | Phase::Bid2 => chair.call(strength.calls, rng),
        Phase::Discard => chair.discard(strength.calls, rng),
        Phase::AloneChoice | Phase::DefendChoice => chair.alone(strength.calls, rng),
        Phase::Cut | Phase::Deal | Phase::DealOver | Phase::Finished => {
            Decision { action: chair.legal.first().copied(), reasons: Reasons::plain("rule") }
        }
    })
}

/// A seat with a decision to make, and everything it knows.
struct Chair<'a> {
    ask: &'a Ask<'a, Euchre>,
    view: &'a View,
    options: &'a Options,
    me: Seat,
    worlds: Worlds,
    legal: Vec<Action>,
}

impl Chair<'_> {
    fn card(&self, play: CardPlay, rng: &mut dyn Rng) -> Decision<Action> {
        let cards: Vec<Card> = self.legal.iter().filter_map(|action| card_of(*action)).collect();
        let known = self.worlds.known();
        let (Some(trump), Some(makers)) = (known.open.trump, makers(known)) else { return self.first() };
        let (mut weighed, sample, stakes) = match play {
            CardPlay::Rule => {
                let card = rule_card(known, self.me, known.playable(self.me));
                return plain("rule", card.map(|card| Action::Play { card }));
            }
            CardPlay::Playouts { worlds } => {
                let stakes = self.stakes(false);
                let sample = Sample::plain(&self.worlds, self.budget(worlds), rng);
                (weigh_playouts(&cards, &sample.worlds, self.me, &stakes, makers), sample, stakes)
            }
            CardPlay::Solved { worlds } => {
                let stakes = self.stakes(true);
                let sample = self.sample(worlds, rng);
                (weigh_cards(&cards, &sample.worlds, &stakes, makers, self.ask), sample, stakes)
            }
        };
        weighed.sort_by_key(|one| weakness(one.action, trump));
        let seen = Seen { worlds: &self.worlds, world: known, me: self.me, trump, sample: &sample.worlds };
        let (card, rule) = seen.pick(&weighed, stakes.span(Some(makers)));
        let weighed: Vec<_> = weighed.into_iter().map(|one| one.map(|card| Action::Play { card })).collect();
        self.decided(Action::Play { card }, rule, &weighed, &sample)
    }

    fn discard(&self, calling: Calling, rng: &mut dyn Rng) -> Decision<Action> {
        let known = self.worlds.known();
        let (Some(trump), Some(maker)) = (known.open.trump, known.open.maker) else { return self.first() };
        let rule = model::rule_discard(known.hands[self.me.index()], known.discardable(), trump);
        let Calling::Solved { worlds } = calling else {
            return plain("model", Some(Action::Discard { card: rule }));
        };
        let stakes = self.stakes(true);
        let makers = Makers { side: Side::of(maker), alone: known.open.alone, lone_defender: false };
        let sample = self.sample(worlds, rng);
        let fine = stakes.fine();
        let table = stakes.table(makers);
        let mut solver = Solver::default();
        let mut weighed: Vec<Weighed<Action>> =
            self.legal.iter().map(|action| Weighed::new(*action)).collect();
        for world in &sample.worlds {
            for one in &mut weighed {
                let mut state = world.clone();
                state.act(self.me, one.action, &mut Events::muted());
                // If the maker is asked after the discard, assume the answer no.
                while matches!(state.open.phase, Phase::AloneChoice | Phase::DefendChoice) {
                    state.expire(&mut Events::muted());
                }
                if let Some(position) = Position::of(&state) {
                    solver.new_deal();
                    one.add(table[solver.solve(&position, fine) as usize]);
                }
            }
        }
        let by_rule: [(_, &dyn Fn(Action) -> bool); 1] =
            [("rule_discard", &|action| action == Action::Discard { card: rule })];
        let order = |action| {
            let (height, suit) =
                card_of(action).map_or((0, kernel::Suit::Clubs), |card| weakness(card, trump));
            (height, suit as u8)
        };
        let (action, decided) = near::pick(&weighed, stakes.span(Some(makers)), &by_rule, order);
        self.decided(action, decided, &weighed, &sample)
    }

    fn call(&self, calling: Calling, rng: &mut dyn Rng) -> Decision<Action> {
        match calling {
            Calling::Sampled => plain("model", Some(self.model_call(true, rng))),
            Calling::Likeliest => plain("model", Some(self.model_call(false, rng))),
            Calling::Solved { worlds } => {
                let stakes = self.stakes(true);
                let sample = self.sample(worlds, rng);
                let (options, open) = (self.options, &self.view.open);
                let mut calls =
                    Calls { options, open, stakes: &stakes, solver: Solver::default(), me: self.me };
                let mut weighed = calls.weigh(&self.legal, &sample.worlds);
                for call in weighed.iter_mut().filter(|call| call.action != Action::Pass) {
                    call.charge(CAUTION * stakes.span(None));
                }
                let (action, rule) = near::pick_call(&weighed, stakes.span(None));
                self.decided(action, rule, &weighed, &sample)
            }
        }
    }

    /// The call that people would make with this hand. A bot that imitates them never goes alone.
    fn model_call(&self, sampled: bool, rng: &mut dyn Rng) -> Action {
        let drawn = if sampled { model::drawn(rng) } else { 0.5 };
        model::call(self.worlds.known(), self.me, &self.legal, drawn, !sampled)
    }

    fn alone(&self, calling: Calling, rng: &mut dyn Rng) -> Decision<Action> {
        let known = self.worlds.known();
        let (Some(trump), Some(maker)) = (known.open.trump, known.open.maker) else { return self.first() };
        let asked_maker = known.open.phase == Phase::AloneChoice;
        if !matches!(calling, Calling::Solved { .. }) {
            let strong = strength(known.hands[self.me.index()], trump) as f32 >= model::ALONE_AT;
            let yes = asked_maker && strong && matches!(calling, Calling::Likeliest);
            let wished = if asked_maker { Action::Alone { yes } } else { Action::Defend { yes } };
            return plain(
                "model",
                self.legal.iter().copied().find(|a| *a == wished).or(self.legal.first().copied()),
            );
        }
        let Calling::Solved { worlds } = calling else { unreachable!("the others have returned") };
        let stakes = self.stakes(true);
        let sample = self.sample(worlds, rng);
        let mut solver = Solver::default();
        let mut weighed: Vec<Weighed<Action>> =
            self.legal.iter().map(|action| Weighed::new(*action)).collect();
        for world in &sample.worlds {
            for one in &mut weighed {
                let mut state = world.clone();
                state.act(self.me, one.action, &mut Events::muted());
                while state.open.phase == Phase::DefendChoice {
                    state.expire(&mut Events::muted());
                }
                let makers = makers(&state).unwrap_or(Makers {
                    side: Side::of(maker),
                    alone: false,
                    lone_defender: false,
                });
                if let Some(position) = Position::of(&state) {
                    solver.new_deal();
                    one.add(stakes.of(makers, solver.solve(&position, stakes.fine())));
                }
            }
        }
        let (action, rule) = near::pick_call(&weighed, stakes.span(None));
        self.decided(action, rule, &weighed, &sample)
    }

    fn sample(&self, worlds: u32, rng: &mut dyn Rng) -> Sample {
        Sample::weighed(&self.worlds, self.view, self.options, self.budget(worlds), rng)
    }
    fn budget(&self, worlds: u32) -> u32 {
        self.ask.budget.unwrap_or(worlds).max(1)
    }
    fn stakes(&self, match_counts: bool) -> Stakes<'_> {
        Stakes::new(self.options, self.view, self.me, match_counts)
    }
    fn first(&self) -> Decision<Action> {
        plain("rule", self.legal.first().copied())
    }
    fn decided(
        &self,
        action: Action,
        rule: Option<&'static str>,
        weighed: &[Weighed<Action>],
        sample: &Sample,
    ) -> Decision<Action> {
        let knowledge = self.ask.explain.then(|| {
            let mut knowledge = knowledge::of(&self.worlds, self.view);
            knowledge::weigh(&mut knowledge, &self.worlds, &sample.worlds);
            knowledge
        });
        let candidates = candidates(weighed);
        let tried = candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        let reasons = Reasons {
            method: "worlds".into(),
            candidates,
            worlds: WorldCount { kept: tried, ..sample.count },
            rule: rule.map(Into::into),
            knowledge,
            stopped_early: tried < sample.count.kept,
        };
        Decision { action: Some(action), reasons }
    }
}

/// Each card solved in each world.
fn weigh_cards(
    cards: &[Card],
    worlds: &[State],
    stakes: &Stakes<'_>,
    makers: Makers,
    ask: &Ask<'_, Euchre>,
) -> Vec<Weighed<Card>> {
    let mut weighed: Vec<Weighed<Card>> = cards.iter().map(|card| Weighed::new(*card)).collect();
    let Some(trump) = ask.view.open.trump else { return weighed };
    let table = stakes.table(makers);
    let fine = stakes.fine();
    let mut solver = Solver::default();
    for (number, world) in worlds.iter().enumerate() {
        if number % 16 == 15 && (ask.out_of_time)() {
            break;
        }
        let Some(position) = Position::of(world) else { continue };
        solver.new_deal();
        for one in &mut weighed {
            let mut after = position;
            after.play(bit(one.action, trump));
            let solved = table[solver.solve(&after, fine) as usize];
            one.add(solved.mixed(PLAYOUT_SHARE, played_out(world, ask.seat, one.action, stakes, makers)));
        }
    }
    weighed
}

/// Each card played on by the rule in each world.
fn weigh_playouts(
    cards: &[Card],
    worlds: &[State],
    me: Seat,
    stakes: &Stakes<'_>,
    makers: Makers,
) -> Vec<Weighed<Card>> {
    let mut weighed: Vec<Weighed<Card>> = cards.iter().map(|card| Weighed::new(*card)).collect();
    for world in worlds {
        for one in &mut weighed {
            one.add(played_out(world, me, one.action, stakes, makers));
        }
    }
    weighed
}

/// What a card comes to in a world if everybody plays on by the rule.
fn played_out(world: &State, me: Seat, card: Card, stakes: &Stakes<'_>, makers: Makers) -> Worth {
    let mut state = world.clone();
    state.play(me, card, &mut Events::muted());
    play_by_rule(&mut state);
    stakes.tricks(makers, state.open.tricks[makers.side.index()])
}

/// Everybody plays by the rule to the end of the deal.
pub(crate) fn play_by_rule(state: &mut State) {
    while state.open.phase == Phase::Trick {
        let seat = state.open.turn;
        let cards = state.playable(seat);
        let Some(card) = rule_card(state, seat, cards) else { return };
        state.play(seat, card, &mut Events::muted());
    }
}

pub(crate) fn makers(state: &State) -> Option<Makers> {
    let open = &state.open;
    open.maker.map(|maker| Makers {
        side: Side::of(maker),
        alone: open.alone,
        lone_defender: open.lone_defender.is_some(),
    })
}

fn card_of(action: Action) -> Option<Card> {
    match action {
        Action::Play { card } | Action::Discard { card } => Some(card),
        _ => None,
    }
}

fn plain(method: &str, action: Option<Action>) -> Decision<Action> {
    Decision { action, reasons: Reasons::plain(method) }
}
