//! Carrying out powers (rules, section 9).

use crate::{
    Action, BonusId, BonusTask, DiscardAt, DrawFrom, Event, Foods, Gift, Habitat, LayOn, On, Op, Position,
    PowerTask, Price, State, Task, TuckFrom, Who, bonus,
    flow::{self, Step},
    hunts, row, setup, shares,
    supply::{self, Top},
    targets,
};
use alloc::vec::Vec;
use kernel::{Events, Seat, SeatSet};

impl PowerTask {
    /// The power of the bird at a place, not yet begun.
    pub(crate) const fn new(owner: Seat, at: Position) -> PowerTask {
        PowerTask { owner, at, offered: true, again: false, step: 0, left: 1, rerolled: false }
    }
}

/// A power comes up. Whether anything can come of it is decided when it is on top.
pub(crate) fn offer(state: &mut State, mut task: PowerTask) {
    if let Some(power) = state.power_at(task.owner, task.at) {
        task.left = power.step(0).times();
        state.open.tasks.push(Task::Power(task));
    }
}

fn top(state: &mut State) -> Option<&mut PowerTask> {
    match state.open.tasks.last_mut() {
        Some(Task::Power(task)) => Some(task),
        _ => None,
    }
}

/// A power is on top of the tasks.
pub(crate) fn step(state: &mut State, events: &mut Events<Event>) -> Step {
    let Some(Task::Power(task)) = state.open.tasks.last() else { return Step::Wait };
    let task = task.clone();
    let Some(power) = state.power_at(task.owner, task.at) else {
        state.open.tasks.pop();
        return Step::On;
    };
    if task.offered {
        if !targets::can_start(state, task.owner, task.at) {
            state.open.tasks.pop();
            events.all(|| Event::PowerIdle {
                seat: task.owner,
                position: task.at,
                bird: state.id_at(task.owner, task.at),
            });
            return Step::On;
        }
        if task.again {
            start(state, events);
            return Step::On;
        }
        return Step::Wait;
    }
    if task.left == 0 {
        let next = usize::from(task.step) + 1;
        let left = (next < power.steps()).then(|| power.step(next).times());
        match (left, top(state)) {
            (Some(left), Some(task)) => {
                task.step += 1;
                task.left = left;
                task.rerolled = false;
            }
            _ => {
                state.open.tasks.pop();
            }
        }
        return Step::On;
    }
    let op = power.step(usize::from(task.step));
    carry_out(state, &task, op, events)
}

/// The power on top is used, if it was not before: from here on it runs to its end.
pub(crate) fn start(state: &mut State, events: &mut Events<Event>) {
    let Some(task) = top(state).filter(|task| task.offered) else { return };
    task.offered = false;
    let (seat, position) = (task.owner, task.at);
    let between = state.power_at(seat, position).is_some_and(|power| matches!(power.on, On::Between(_)));
    if let Some(perch) = state.open.mats[seat].get_mut(position).filter(|_| between) {
        perch.spent = true;
    }
    events.all(|| Event::PowerUsed { seat, position, bird: state.id_at(seat, position) });
}

/// The dice are rolled before one is taken.
pub(crate) fn start_with_reroll(state: &mut State, events: &mut Events<Event>) {
    start(state, events);
    if let Some(task) = top(state) {
        task.rerolled = true;
    }
}

/// One of the current operation's times is done.
pub(crate) fn one_done(state: &mut State) {
    if let Some(task) = top(state) {
        task.left = task.left.saturating_sub(1);
        task.rerolled = false;
    }
}

/// And undone again.
pub(crate) fn one_undone(state: &mut State) {
    if let Some(task) = top(state) {
        task.left += 1;
    }
}

/// The current operation can do no more.
fn done(state: &mut State) -> Step {
    if let Some(task) = top(state) {
        task.left = 0;
    }
    Step::On
}

/// Does what needs no answer; waits where one is needed and possible.
fn carry_out(state: &mut State, task: &PowerTask, op: Op, events: &mut Events<Event>) -> Step {
    let (owner, at) = (task.owner, task.at);
    let wait_if = |possible: bool, state: &mut State| if possible { Step::Wait } else { done(state) };
    match op {
        Op::Gain { food, n, who } if who == Who::All || food.len() == 1 => {
            let Some(food) = food.iter().next() else { return done(state) };
            let seats: Vec<Seat> = match who {
                Who::All => state.open.seats_from(owner).collect(),
                Who::Owner => [owner].into(),
            };
            seats.into_iter().for_each(|seat| gain(state, seat, food, n, events));
            done(state)
        }
        Op::Gain { .. } | Op::Pay { what: Price::Food(_), .. } => Step::Wait,
        Op::Take { food, .. } => {
            let feeder = state.open.feeder;
            wait_if(feeder.shows(food) || (!task.rerolled && feeder.is_uniform()), state)
        }
        Op::Cache { food, n } => {
            if let Some(perch) = state.open.mats[owner].get_mut(at) {
                perch.cached.add(food, n);
                events.all(|| Event::Cached {
                    seat: owner,
                    position: at,
                    bird: state.id_at(owner, at),
                    food,
                    n,
                });
            }
            done(state)
        }
        Op::Lay { on: LayOn::This, n, .. } => {
            let fits = n.min(state.room(owner, at));
            lay_all(state, owner, (0..fits).map(|_| at).collect(), events);
            done(state)
        }
        Op::Lay { on: LayOn::Each(nest), .. } => {
            let birds = state.mat(owner).birds();
            let fits = birds
                .filter(|(at, perch)| state.bird(perch.card).nest.is(nest) && state.room(owner, *at) > 0);
            let fits: Vec<Position> = fits.map(|(at, _)| at).collect();
            lay_all(state, owner, fits, events);
            done(state)
        }
        Op::Lay { on: LayOn::Nest(nest), n, who: Who::All } => {
            done(state);
            shares::share(state, owner, at, nest, n);
            Step::On
        }
        Op::Lay { on: LayOn::Nest(nest), .. } => wait_if(shares::can_lay(state, owner, nest), state),
        Op::Lay { on: LayOn::Any, .. } => wait_if(row::has_room(state, owner), state),
        Op::Draw { n, who: Who::All, .. } => {
            done(state);
            shares::give(state, owner, state.open.in_play, n);
            Step::On
        }
        Op::Draw { from: DrawFrom::Deck, n, .. } => {
            done(state);
            shares::give(state, owner, SeatSet::only(owner), n);
            Step::On
        }
        Op::Draw { from: DrawFrom::Tray, .. } => wait_if(!state.tray_is_empty(), state),
        Op::Draw { .. } => wait_if(state.has_card() || !state.tray_is_empty(), state),
        Op::Discard { n, at: DiscardAt::TurnEnd } => {
            state.open.owed += n;
            done(state)
        }
        Op::Discard { .. } | Op::Tuck { from: TuckFrom::Hand, .. } | Op::Pay { what: Price::Card, .. } => {
            wait_if(state.hand_len(owner) > 0, state)
        }
        Op::Tuck { .. } => tuck_top(state, owner, at, events),
        Op::HuntDeck { below_cm } => {
            // The hunt counts as done first: those who react to it are asked before what follows.
            one_done(state);
            if !hunts::in_the_deck(state, owner, at, below_cm, events) {
                undo_below(state);
            }
            Step::On
        }
        Op::HuntDice { food } => {
            done(state);
            hunts::among_the_dice(state, owner, at, food);
            Step::On
        }
        Op::Pay { what: Price::Egg | Price::OtherEgg, .. } => wait_if(state.mat(owner).eggs() > 0, state),
        Op::Bonus { draw, keep } => {
            done(state);
            state.open.tasks.push(Task::Bonus(BonusTask { owner, at, draw, keep }));
            Step::On
        }
        Op::PlayAgain { habitat } => wait_if(targets::can_play_again(state, owner, at, habitat), state),
        Op::Move => {
            let possible = targets::move_targets(state, owner, at).next().is_some();
            wait_if(possible, state)
        }
        Op::Repeat { .. } => {
            let possible = targets::repeat_targets(state, owner, at).next().is_some();
            wait_if(possible, state)
        }
        Op::Fewest { habitat, gift } => {
            done(state);
            fewest(state, owner, habitat, gift, events);
            Step::On
        }
    }
}

/// The shuffle that is now on top comes first; the hunt below it is still to be done.
fn undo_below(state: &mut State) {
    let below = state.open.tasks.len().wrapping_sub(2);
    if let Some(Task::Power(task)) = state.open.tasks.get_mut(below) {
        task.left += 1;
    }
}

fn gain(state: &mut State, seat: Seat, food: crate::Food, n: u8, events: &mut Events<Event>) {
    state.open.mats[seat].tokens.add(food, n);
    events.all(|| Event::Gained { seat, food, n });
}

fn lay_all(state: &mut State, seat: Seat, positions: Vec<Position>, events: &mut Events<Event>) {
    for &at in &positions {
        if let Some(perch) = state.open.mats[seat].get_mut(at) {
            perch.eggs += 1;
        }
    }
    if !positions.is_empty() {
        events.all(|| Event::Laid { seat, positions });
    }
}

fn tuck_top(state: &mut State, seat: Seat, position: Position, events: &mut Events<Event>) -> Step {
    match supply::take_top(state, events) {
        Top::Shuffle => {}
        Top::None => return done(state),
        Top::Card(card) => {
            tuck(state, seat, position, card, events);
            one_done(state);
        }
    }
    Step::On
}

fn tuck(state: &mut State, seat: Seat, position: Position, card: crate::CardNo, events: &mut Events<Event>) {
    if let Some(perch) = state.open.mats[seat].get_mut(position) {
        perch.tucked.push(card);
        events.all(|| Event::Tucked {
            seat,
            position,
            bird: state.id_at(seat, position),
            card: state.id(card),
        });
    }
}

fn fewest(state: &mut State, owner: Seat, row: Habitat, gift: Gift, events: &mut Events<Event>) {
    let birds = |seat: Seat| state.mat(seat).row(row).len();
    let least = state.open.in_play.iter().map(birds).min();
    let seats: SeatSet = state.open.in_play.iter().filter(|&seat| Some(birds(seat)) == least).collect();
    match gift {
        Gift::Draw { n } => shares::give(state, owner, seats, n),
        Gift::Gain { food, n } => {
            let order: Vec<Seat> =
                state.open.seats_from(owner).filter(|&seat| seats.contains(seat)).collect();
            order.into_iter().for_each(|seat| gain(state, seat, food, n, events));
        }
    }
}

/// A power, or a part in somebody else's, is declined.
pub(crate) fn skip(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    match state.open.tasks.last() {
        Some(Task::Share(_)) => shares::decline(state),
        Some(Task::Power(task)) if task.offered => {
            let position = task.at;
            state.open.tasks.pop();
            events.all(|| Event::PowerSkipped { seat, position, bird: state.id_at(seat, position) });
        }
        // Roost 9.1: a further bird need not be played.
        _ => {
            done(state);
        }
    }
}

/// An answer to the current operation; the first one starts the power.
pub(crate) fn answer(state: &mut State, seat: Seat, action: &Action, events: &mut Events<Event>) {
    start(state, events);
    let Some(at) = top(state).map(|task| task.at) else { return };
    match action {
        Action::Use => return use_it(state, seat, events),
        Action::PayFood { tokens } => return pay(state, seat, *tokens, events),
        _ => one_done(state),
    }
    match action {
        Action::Take { die, food, cache } => {
            row::take_die(state, seat, *die, *food, cache.then_some(at), events);
        }
        Action::Lay { position } => row::lay(state, seat, *position, events),
        Action::Draw(from) => row::draw(state, seat, *from, events),
        Action::ChooseFood { food } => gain(state, seat, *food, 1, events),
        Action::Discard { card } => flow::discard(state, seat, card, events),
        Action::Tuck { card } => {
            if let Some(card) = state.find_in_hand(seat, card) {
                state.take_from_hand(seat, card);
                tuck(state, seat, at, card, events);
            }
        }
        Action::PayEgg { position } => {
            if let Some(perch) = state.open.mats[seat].get_mut(*position) {
                perch.eggs -= 1;
                events.all(|| Event::Paid { seat, eggs: [*position].into(), tokens: Foods::NONE });
            }
        }
        Action::Move { habitat } => move_bird(state, seat, at, *habitat, events),
        Action::Repeat { position } => {
            offer(state, PowerTask { again: true, ..PowerTask::new(seat, *position) });
        }
        _ => {}
    }
}

/// `use`: where the operation needs no choice it simply runs; taking every die needs the word each time.
fn use_it(state: &mut State, seat: Seat, events: &mut Events<Event>) {
    let Some(Task::Power(task)) = state.open.tasks.last() else { return };
    let op = state.power_at(task.owner, task.at).map(|power| power.step(usize::from(task.step)));
    if let Some(Op::Take { food, all: true, .. }) = op
        && let Some(food) = food.iter().next()
    {
        done(state);
        for face in state.open.feeder.take_all(food) {
            state.open.mats[seat].tokens.add(food, 1);
            events.all(|| Event::DieTaken { seat, face, food, cached: None });
        }
        row::refill_if_empty(state);
    }
}

fn pay(state: &mut State, seat: Seat, tokens: Foods, events: &mut Events<Event>) {
    done(state);
    state.open.mats[seat].tokens.remove(tokens);
    events.all(|| Event::Paid { seat, eggs: Vec::new(), tokens });
}

fn move_bird(state: &mut State, seat: Seat, from: Position, row: Habitat, events: &mut Events<Event>) {
    let mat = &mut state.open.mats[seat];
    let Some(perch) = mat.rows[from.row() as usize].pop() else { return };
    let to = Position::new(row, mat.row(row).len());
    mat.rows[row as usize].push(perch);
    if let Some(task) = top(state) {
        task.at = to;
    }
    events.all(|| Event::Moved { seat, from, to, bird: state.id_at(seat, to) });
}

/// The bonus cards of the task on top are drawn.
pub(crate) fn draw_bonus(state: &mut State, order: Option<&[u16]>, events: &mut Events<Event>) {
    let Some(Task::Bonus(task)) = state.open.tasks.last_mut() else { return };
    let (seat, draw) = (task.owner, core::mem::take(&mut task.draw));
    bonus::offer(state, seat, draw, order, events);
    let offered = state.bonus[seat].offered.len() as u8;
    match state.open.tasks.last_mut() {
        Some(Task::Bonus(task)) if offered > 0 => task.keep = task.keep.min(offered),
        _ => {
            state.open.tasks.pop();
        }
    }
}

/// One of the bonus cards offered is kept; after the last one the others go back.
pub(crate) fn keep_bonus(state: &mut State, seat: Seat, kind: &BonusId, events: &mut Events<Event>) {
    let Some(place) = setup::place_of(state, &state.bonus[seat].offered, kind) else { return };
    let kept = state.bonus[seat].offered[place];
    let Some(Task::Bonus(task)) = state.open.tasks.last_mut() else { return };
    task.keep -= 1;
    let last = task.keep == 0;
    bonus::keep(state, seat, Some(place), last);
    if last {
        state.open.tasks.pop();
    }
    setup::tell_kept(state, seat, kept, events);
}
