//! The answers that a question allows (rules, 17.3).

use crate::{
    Action, Ask, CardNo, Cost, Draw, Error, Food, FoodSet, Foods, Habitat, Position, Slot, State, Task, Till,
    Trade, bonus, legal::Desk, prompt, setup, targets,
};
use alloc::vec::Vec;
use core::ops::ControlFlow;
use kernel::Seat;

/// The one answer there is, where the table gives it automatically (Roost 9.3). `back` is not an answer.
pub(crate) fn only_answer(state: &State) -> Option<(Seat, Action)> {
    let prompt = prompt::prompt(state)?;
    let asked_anyway = matches!(
        prompt.ask,
        Ask::Turn | Ask::Setup | Ask::KeepBonus | Ask::PlayAgain(_) | Ask::Ready | Ask::Trade(_)
    );
    if asked_anyway || prompt.skip {
        return None;
    }
    let seat = prompt.seats.iter().next()?;
    let desk = Desk { state, seat, prompt };
    desk.only().map(|action| (seat, action))
}

impl Desk<'_> {
    /// The cards of the hand in alphabetical order.
    fn sorted_hand(&self) -> Vec<CardNo> {
        let mut hand: Vec<CardNo> = self.state.hand(self.seat).collect();
        hand.sort_unstable();
        hand
    }
    /// Birds on the mat that pass a check.
    fn birds(&self, passes: impl Fn(Position) -> Result<(), Error>) -> impl Iterator<Item = Position> {
        self.mat().birds().map(|(at, _)| at).filter(move |&at| passes(at).is_ok())
    }
    /// Appends the answers, `back` and `skip` aside.
    pub(crate) fn list(&self, out: &mut Vec<Action>) {
        let state = self.state;
        match self.prompt.ask {
            Ask::Setup => setup::list(state, self.seat, out),
            Ask::Turn | Ask::PlayAgain(_) => {
                for card in self.sorted_hand() {
                    for habitat in Habitat::ALL {
                        if self.playable(card, habitat).is_ok() {
                            out.push(Action::Play { card: state.id(card), habitat });
                        }
                    }
                }
                if self.prompt.ask == Ask::Turn {
                    out.extend([Action::GainFood, Action::LayEggs, Action::DrawCards]);
                }
            }
            Ask::PayEgg(_) => {
                out.extend(
                    self.birds(|at| self.check_pay_egg(at)).map(|position| Action::PayEgg { position }),
                );
            }
            Ask::PayFood | Ask::PayPower(_) => {
                let from = out.len();
                self.payments(&mut |tokens| {
                    out.push(Action::PayFood { tokens });
                    ControlFlow::Continue(())
                });
                out[from..].sort_unstable();
            }
            Ask::Take(..) => self.list_dice(out),
            Ask::TakeAll(_) => {
                if self.may_reroll() {
                    out.push(Action::Reroll);
                }
                if self.check_use().is_ok() {
                    out.push(Action::Use);
                }
            }
            Ask::Lay(_) => {
                out.extend(self.birds(|at| self.check_lay(at)).map(|position| Action::Lay { position }));
            }
            Ask::Draw(_) => out.extend(self.sources().map(Action::Draw)),
            Ask::Trade(row) => {
                match row {
                    Habitat::Forest => {
                        let hand = self.sorted_hand().into_iter();
                        out.extend(hand.map(|card| Action::Trade(Trade::Card(state.id(card)))));
                    }
                    Habitat::Grassland => {
                        let foods = Food::ALL.into_iter().filter(|&f| self.mat().tokens.of(f) > 0);
                        out.extend(foods.map(|food| Action::Trade(Trade::Food(food))));
                    }
                    Habitat::Wetland => {
                        let birds = self.mat().birds().filter(|(_, perch)| perch.eggs > 0);
                        out.extend(birds.map(|(at, _)| Action::Trade(Trade::Position(at))));
                    }
                }
                out.push(Action::NoTrade);
            }
            Ask::Use => out.push(Action::Use),
            Ask::ChooseFood(foods) => out.extend(foods.iter().map(|food| Action::ChooseFood { food })),
            Ask::Tuck => {
                out.extend(self.sorted_hand().into_iter().map(|card| Action::Tuck { card: state.id(card) }));
            }
            Ask::Discard => {
                let hand = self.sorted_hand().into_iter();
                out.extend(hand.map(|card| Action::Discard { card: state.id(card) }));
            }
            Ask::KeepBonus => {
                let from = out.len();
                let kinds = bonus::ids(state, &state.bonus[self.seat].offered);
                out.extend(kinds.into_iter().map(|kind| Action::KeepBonus { kind }));
                out[from..].sort_unstable();
            }
            Ask::Move => {
                if let Some((_, at)) = self.prompt.bird {
                    let rows = targets::move_targets(state, self.seat, at);
                    out.extend(rows.map(|habitat| Action::Move { habitat }));
                }
            }
            Ask::Repeat => {
                if let Some((_, at)) = self.prompt.bird {
                    let birds = targets::repeat_targets(state, self.seat, at);
                    out.extend(birds.map(|position| Action::Repeat { position }));
                }
            }
            Ask::Ready => out.push(Action::Ready),
        }
    }
    fn list_dice(&self, out: &mut Vec<Action>) {
        let Ask::Take(foods, may_cache) = self.prompt.ask else { return };
        for die in self.state.open.feeder.faces() {
            for food in die.foods().and(foods).iter() {
                out.push(Action::Take { die, food, cache: false });
                if may_cache {
                    out.push(Action::Take { die, food, cache: true });
                }
            }
        }
        if self.may_reroll() {
            out.push(Action::Reroll);
        }
    }
    fn sources(&self) -> impl Iterator<Item = Draw> {
        let slots = Slot::ALL.map(Draw::Tray);
        core::iter::once(Draw::Deck).chain(slots).filter(|&draw| self.check_draw(draw).is_ok())
    }
    fn payments(&self, found: &mut dyn FnMut(Foods) -> ControlFlow<()>) {
        match (self.prompt.ask, self.state.open.tasks.last()) {
            (Ask::PayPower(foods), _) => {
                // Exactly this many of these foods: as a cost that only they pay.
                let cost = Cost::Fixed { need: Foods::NONE, wild: self.prompt.left };
                let listed = self.listed(foods);
                Till { cost, two_for_one: false }.each(listed, found);
            }
            (_, Some(Task::Pay(pay))) => self.till(pay.card).each(self.mat().tokens, found),
            _ => {}
        }
    }
    fn listed(&self, foods: FoodSet) -> Foods {
        let mut listed = Foods::NONE;
        foods.iter().for_each(|food| listed.add(food, self.mat().tokens.of(food)));
        listed
    }

    /// The answer, if there is exactly one.
    fn only(&self) -> Option<Action> {
        fn sole<T>(mut answers: impl Iterator<Item = T>) -> Option<T> {
            let first = answers.next()?;
            answers.next().is_none().then_some(first)
        }
        match self.prompt.ask {
            Ask::PayEgg(_) => {
                sole(self.birds(|at| self.check_pay_egg(at))).map(|position| Action::PayEgg { position })
            }
            Ask::PayFood | Ask::PayPower(_) => {
                let (mut first, mut more) = (None, false);
                self.payments(&mut |tokens| {
                    more = first.is_some();
                    first = first.or(Some(tokens));
                    if more { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                first.filter(|_| !more).map(|tokens| Action::PayFood { tokens })
            }
            Ask::Lay(_) => sole(self.birds(|at| self.check_lay(at))).map(|position| Action::Lay { position }),
            Ask::Draw(_) => sole(self.sources()).map(Action::Draw),
            Ask::Tuck => {
                sole(self.state.hand(self.seat)).map(|card| Action::Tuck { card: self.state.id(card) })
            }
            Ask::Discard => {
                sole(self.state.hand(self.seat)).map(|card| Action::Discard { card: self.state.id(card) })
            }
            _ => {
                let mut answers = Vec::new();
                self.list(&mut answers);
                sole(answers.into_iter())
            }
        }
    }
}
