use crate::{
    BonusTask, DiscardAt, DrawFrom, FoodSet, Habitat, LayOn, Nest, On, Op, Position, PowerTask, Price,
    RowStage, State, Task, TuckFrom,
};
use kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// The question on the table: who is asked what, and for which bird. Everybody may know it; the answers
/// are the business of those who are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct Prompt {
    /// The current phase.
    pub phase: Phase,
    /// The seats that are asked.
    pub seats: SeatSet,
    /// The question.
    pub ask: Ask,
    /// Whose bird's power it is about, and where that bird lives.
    pub bird: Option<(Seat, Position)>,
    /// Whether `skip` is an answer.
    pub skip: bool,
    /// The power costs nothing, asks nothing and gives nothing to others.
    pub free: bool,
    /// How many answers of this kind are due, this one included.
    pub left: u8,
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// Everybody chooses what to keep.
    Setup,
    /// A seat chooses what to do.
    Turn,
    /// A bird is paid for.
    Pay,
    /// A row gives what it has.
    Yield,
    /// One more, for something else?
    Trade,
    /// A power of the seat whose turn it is.
    Power,
    /// A power on another player's turn.
    React,
    /// Cards that are owed are discarded.
    Discard,
    /// The goal of a round was scored.
    RoundScored,
}

/// The question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Ask {
    /// What to keep.
    Setup,
    /// What to do on this turn.
    Turn,
    /// Which bird an egg is taken from; with `true` not from the bird with the power.
    PayEgg(bool),
    /// Which tokens pay for the bird.
    PayFood,
    /// Which of these foods pay for the power.
    PayPower(FoodSet),
    /// Which die is taken, as one of these foods; with `true` the token may be cached.
    Take(FoodSet, bool),
    /// Whether every die of that food is taken.
    TakeAll(FoodSet),
    /// Which bird gets an egg; of that nest only, if one is named.
    Lay(Option<Nest>),
    /// Where a card is drawn from.
    Draw(DrawFrom),
    /// Whether something is traded for one more in that row.
    Trade(Habitat),
    /// Whether the power is used.
    Use,
    /// Which of these foods is gained.
    ChooseFood(FoodSet),
    /// Which card is tucked.
    Tuck,
    /// Which card is discarded.
    Discard,
    /// Which bonus card is kept.
    KeepBonus,
    /// Which bird is played besides; in that row only, if one is named.
    PlayAgain(Option<Habitat>),
    /// Where the bird moves.
    Move,
    /// Which bird uses its power once more.
    Repeat,
    /// Whether everybody has seen enough.
    Ready,
}

/// The question on the table; `None` while luck decides and when the game is over.
pub(crate) fn prompt(state: &State) -> Option<Prompt> {
    let open = &state.open;
    if open.is_over() {
        return None;
    }
    let current = SeatSet::only(open.current);
    let plain = |phase, seats, ask, left| {
        Some(Prompt { phase, seats, ask, bird: None, skip: false, free: false, left })
    };
    match open.tasks.last()? {
        Task::Setup => plain(Phase::Setup, open.in_play - open.chosen, Ask::Setup, 1),
        Task::Turn => plain(Phase::Turn, current, Ask::Turn, 1),
        Task::Pay(pay) => {
            let left = pay.owed - pay.eggs.len() as u8;
            if left > 0 {
                plain(Phase::Pay, current, Ask::PayEgg(false), left)
            } else {
                plain(Phase::Pay, current, Ask::PayFood, 1)
            }
        }
        Task::Row(task) => match (task.stage, task.row) {
            (RowStage::Trade, row) => plain(Phase::Trade, current, Ask::Trade(row), 1),
            (_, Habitat::Forest) => plain(Phase::Yield, current, Ask::Take(FoodSet::ALL, false), task.left),
            (_, Habitat::Grassland) => plain(Phase::Yield, current, Ask::Lay(None), task.left),
            (_, Habitat::Wetland) => plain(Phase::Yield, current, Ask::Draw(DrawFrom::Either), task.left),
        },
        Task::Power(task) => power_prompt(state, task),
        Task::Share(task) => {
            let skip = task.seat != task.owner;
            let (seats, bird) = (SeatSet::only(task.seat), Some((task.owner, task.at)));
            let ask = Ask::Lay(Some(task.nest));
            Some(Prompt { phase: Phase::Power, seats, ask, bird, skip, free: false, left: task.left })
        }
        Task::Bonus(BonusTask { owner, at, draw: 0, keep }) => Some(Prompt {
            phase: Phase::Power,
            seats: SeatSet::only(*owner),
            ask: Ask::KeepBonus,
            bird: Some((*owner, *at)),
            skip: false,
            free: false,
            left: *keep,
        }),
        Task::EndTurn => plain(Phase::Discard, current, Ask::Discard, open.owed),
        Task::RoundScored => plain(Phase::RoundScored, open.in_play - open.ready, Ask::Ready, 1),
        Task::Bonus(_)
        | Task::Deal(_)
        | Task::React(_)
        | Task::Give(_)
        | Task::RollFeeder
        | Task::Hunt(_)
        | Task::Reshuffle
        | Task::FillTray
        | Task::NextTurn
        | Task::NextRound => None,
    }
}

fn power_prompt(state: &State, task: &PowerTask) -> Option<Prompt> {
    let power = state.power_at(task.owner, task.at)?;
    let op = power.step(usize::from(task.step));
    let between = matches!(power.on, On::Between(_));
    let ask = if task.offered && !op.asks() && !matches!(op, Op::Take { .. }) {
        Ask::Use
    } else {
        ask_of(op, task.at)?
    };
    Some(Prompt {
        phase: if between { Phase::React } else { Phase::Power },
        seats: SeatSet::only(task.owner),
        ask,
        bird: Some((task.owner, task.at)),
        // Roost 9.1: later choices cannot be skipped, except those of `play_again`.
        skip: task.offered || matches!(op, Op::PlayAgain { .. }),
        free: power.is_free(),
        left: task.left,
    })
}

/// What an operation asks of its player.
fn ask_of(op: Op, at: Position) -> Option<Ask> {
    Some(match op {
        Op::Gain { food, .. } => Ask::ChooseFood(food),
        Op::Take { food, all: true, .. } => Ask::TakeAll(food),
        Op::Take { food, cache, .. } => Ask::Take(food, cache),
        Op::Lay { on: LayOn::Nest(nest), .. } => Ask::Lay(Some(nest)),
        Op::Lay { on: LayOn::Any, .. } => Ask::Lay(None),
        Op::Draw { from, .. } => Ask::Draw(from),
        Op::Discard { at: DiscardAt::Now, .. } | Op::Pay { what: Price::Card, .. } => Ask::Discard,
        Op::Tuck { from: TuckFrom::Hand, .. } => Ask::Tuck,
        Op::Pay { what: Price::Egg, .. } => Ask::PayEgg(false),
        Op::Pay { what: Price::OtherEgg, .. } => Ask::PayEgg(true),
        Op::Pay { what: Price::Food(foods), .. } => Ask::PayPower(foods),
        Op::PlayAgain { habitat } => Ask::PlayAgain(match habitat {
            crate::Where::Row(row) => Some(row),
            crate::Where::Same => Some(at.row()),
            crate::Where::Any => None,
        }),
        Op::Move => Ask::Move,
        Op::Repeat { .. } => Ask::Repeat,
        _ => return None,
    })
}
