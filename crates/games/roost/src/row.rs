//! Using a row (rules, section 8).

use crate::{
    Action, Event, Face, Food, FoodSet, Habitat, Position, PowerTask, RowStage, RowTask, State, Task, Trade,
    Trigger,
    action::Draw,
    flow::{self, Step},
    reaction, supply,
};
use alloc::vec;
use kernel::{Events, Seat};

/// The current seat uses a row instead of playing a bird.
pub(crate) fn begin(state: &mut State, row: Habitat, events: &mut Events<Event>) {
    let seat = state.open.current;
    events.all(|| Event::RowUsed { seat, row });
    let birds = state.mat(seat).row(row).len();
    let board = &state.rules.deck.board;
    let yields = match row {
        Habitat::Forest => &board.food,
        Habitat::Grassland => &board.eggs,
        Habitat::Wetland => &board.cards,
    };
    let (left, trade) = (yields[birds], board.trade[birds]);
    state.open.tasks.pop();
    state.open.tasks.push(Task::Row(RowTask {
        row,
        stage: RowStage::Yield,
        left,
        trade,
        rerolled: false,
        taken: FoodSet::EMPTY,
    }));
}

/// A row is on top of the tasks.
pub(crate) fn step(state: &mut State) -> Step {
    let seat = state.open.current;
    let Some(Task::Row(task)) = state.open.tasks.last() else { return Step::Wait };
    let (row, stage, left, trade) = (task.row, task.stage, task.left, task.trade);
    let more = match row {
        Habitat::Forest => true,
        Habitat::Grassland => has_room(state, seat),
        Habitat::Wetland => state.has_card() || !state.tray_is_empty(),
    };
    match stage {
        RowStage::Yield | RowStage::Extra if left > 0 && more => return Step::Wait,
        RowStage::Yield => go_to(state, RowStage::Trade),
        RowStage::Trade => {
            let mat = state.mat(seat);
            let possible = match row {
                Habitat::Forest => state.hand_len(seat) > 0,
                Habitat::Grassland => mat.tokens.total() > 0 && more,
                Habitat::Wetland => mat.eggs() > 0 && more,
            };
            if trade && possible {
                return Step::Wait;
            }
            go_to(state, RowStage::React);
        }
        RowStage::Extra => go_to(state, RowStage::React),
        RowStage::React => begin_reactions(state),
        RowStage::Activate => activate_next(state),
    }
    Step::On
}

/// Whether an egg fits anywhere on a mat.
pub(crate) fn has_room(state: &State, seat: Seat) -> bool {
    state.mat(seat).birds().any(|(at, _)| state.room(seat, at) > 0)
}

fn task(state: &mut State) -> Option<&mut RowTask> {
    match state.open.tasks.last_mut() {
        Some(Task::Row(task)) => Some(task),
        _ => None,
    }
}

fn go_to(state: &mut State, stage: RowStage) {
    if let Some(task) = task(state) {
        task.stage = stage;
    }
}

/// The birds that will be activated are counted now: those that arrive later are not among them.
fn begin_reactions(state: &mut State) {
    let seat = state.open.current;
    let Some(Task::Row(task)) = state.open.tasks.last() else { return };
    let (row, taken) = (task.row, task.taken);
    let birds = state.mat(seat).row(row).len() as u8;
    if let Some(task) = self::task(state) {
        task.stage = RowStage::Activate;
        task.left = birds;
    }
    match row {
        Habitat::Forest => reaction::begin(state, Trigger::Gain(taken)),
        Habitat::Grassland => reaction::begin(state, Trigger::Lay),
        Habitat::Wetland => {}
    }
}

fn activate_next(state: &mut State) {
    let owner = state.open.current;
    let Some(task) = task(state) else { return };
    let Some(left) = task.left.checked_sub(1) else {
        state.open.tasks.pop();
        return;
    };
    task.left = left;
    let at = Position::new(task.row, usize::from(left));
    if state.power_at(owner, at).is_some_and(|power| power.on == crate::On::Activate) {
        crate::power_task::offer(state, PowerTask::new(owner, at));
    }
}

/// A die, an egg or a card, as the row gives it.
pub(crate) fn answer(state: &mut State, seat: Seat, action: &Action, events: &mut Events<Event>) {
    if let Some(task) = task(state) {
        task.left -= 1;
        task.rerolled = false;
        if let Action::Take { food, .. } = action {
            task.taken = task.taken.with(*food);
        }
    }
    match action {
        Action::Take { die, food, .. } => take_die(state, seat, *die, *food, None, events),
        Action::Lay { position } => lay(state, seat, *position, events),
        Action::Draw(from) => draw(state, seat, *from, events),
        _ => {}
    }
}

/// Trades something for one more, or not.
pub(crate) fn trade(state: &mut State, seat: Seat, what: Option<&Trade>, events: &mut Events<Event>) {
    let Some(task) = task(state) else { return };
    let Some(what) = what else { return go_to(state, RowStage::React) };
    task.stage = RowStage::Extra;
    task.left = 1;
    events.all(|| Event::Traded { seat, what: what.clone() });
    match what {
        Trade::Card(card) => flow::discard(state, seat, card, events),
        Trade::Food(food) => {
            let mat = &mut state.open.mats[seat];
            mat.tokens = mat.tokens.minus_one(*food);
        }
        Trade::Position(at) => {
            if let Some(perch) = state.open.mats[seat].get_mut(*at) {
                perch.eggs -= 1;
            }
        }
    }
}

/// Takes a die out of the feeder. Roost 7.2: the moment it is empty, all dice are rolled.
pub(crate) fn take_die(
    state: &mut State,
    seat: Seat,
    face: Face,
    food: Food,
    cached: Option<Position>,
    events: &mut Events<Event>,
) {
    state.open.feeder.take(face);
    let mat = &mut state.open.mats[seat];
    match cached.and_then(|at| mat.get_mut(at)) {
        Some(perch) => perch.cached.add(food, 1),
        None => mat.tokens.add(food, 1),
    }
    events.all(|| Event::DieTaken { seat, face, food, cached });
    refill_if_empty(state);
}

pub(crate) fn refill_if_empty(state: &mut State) {
    if state.open.feeder.inside() == 0 {
        state.open.tasks.push(Task::RollFeeder);
    }
}

/// Lays an egg.
pub(crate) fn lay(state: &mut State, seat: Seat, at: Position, events: &mut Events<Event>) {
    if let Some(perch) = state.open.mats[seat].get_mut(at) {
        perch.eggs += 1;
        events.all(|| Event::Laid { seat, positions: vec![at] });
    }
}

/// Draws a card, from the deck by way of a task, as it may have to be shuffled first.
pub(crate) fn draw(state: &mut State, seat: Seat, from: Draw, events: &mut Events<Event>) {
    match from {
        Draw::Tray(slot) => {
            if let Some(card) = state.open.tray[slot.index()].take() {
                state.open.mats[seat].known.push(card);
                let card = Some(state.id(card));
                events.all(|| Event::Drew { seat, tray: true, card });
            }
        }
        Draw::Deck => supply::give_one(state, seat),
    }
}
