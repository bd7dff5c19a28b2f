//! What a power could do now. All of it follows from public facts (Roost 9.2).

use crate::{DrawFrom, Group, Habitat, LayOn, Op, Position, Price, State, TuckFrom, Where, Who, row, shares};
use kernel::Seat;

/// Whether every cost can be paid in full and the first operation can have an effect.
pub(crate) fn can_start(state: &State, owner: Seat, at: Position) -> bool {
    let Some(power) = state.power_at(owner, at) else { return false };
    let payable = power.cost.iter().all(|&cost| can_pay(state, owner, at, cost));
    payable && power.ops.first().is_some_and(|&op| has_effect(state, owner, at, op))
}

fn can_pay(state: &State, owner: Seat, at: Position, cost: Op) -> bool {
    let mat = state.mat(owner);
    match cost {
        Op::Tuck { n, .. } | Op::Pay { what: Price::Card, n } => state.hand_len(owner) >= usize::from(n),
        Op::Pay { what: Price::Egg, n } => mat.eggs() >= u32::from(n),
        Op::Pay { what: Price::OtherEgg, n } => {
            let own = mat.get(at).map_or(0, |perch| perch.eggs);
            mat.eggs() - u32::from(own) >= u32::from(n)
        }
        Op::Pay { what: Price::Food(foods), n } => mat.tokens.among(foods) >= u32::from(n),
        _ => false,
    }
}

fn has_effect(state: &State, owner: Seat, at: Position, op: Op) -> bool {
    match op {
        Op::Gain { .. } | Op::Cache { .. } | Op::Fewest { .. } => true,
        Op::Take { food, .. } => state.open.feeder.shows(food) || state.open.feeder.is_uniform(),
        Op::Lay { on, who, .. } => match (on, who) {
            (LayOn::This, _) => state.room(owner, at) > 0,
            (LayOn::Any, _) => row::has_room(state, owner),
            (LayOn::Nest(nest), Who::All) => {
                state.open.in_play.iter().any(|seat| shares::can_lay(state, seat, nest))
            }
            (LayOn::Nest(nest) | LayOn::Each(nest), _) => shares::can_lay(state, owner, nest),
        },
        Op::Draw { from, .. } => match from {
            DrawFrom::Deck => state.has_card(),
            DrawFrom::Tray => !state.tray_is_empty(),
            DrawFrom::Either => state.has_card() || !state.tray_is_empty(),
        },
        Op::Tuck { from: TuckFrom::Deck, .. } | Op::HuntDeck { .. } => state.has_card(),
        Op::HuntDice { .. } => state.open.feeder.outside() > 0,
        Op::Bonus { .. } => !state.bonus_deck.is_empty(),
        Op::PlayAgain { habitat } => can_play_again(state, owner, at, habitat),
        Op::Move => move_targets(state, owner, at).next().is_some(),
        Op::Repeat { .. } => repeat_targets(state, owner, at).next().is_some(),
        Op::Discard { .. } | Op::Tuck { .. } | Op::Pay { .. } => false,
    }
}

/// Whether one more bird could be played, as far as everyone can tell.
pub(crate) fn can_play_again(state: &State, owner: Seat, at: Position, habitat: Where) -> bool {
    let mat = state.mat(owner);
    let has_place = match habitat {
        Where::Row(row) => mat.has_place(row),
        Where::Same => mat.has_place(at.row()),
        Where::Any => Habitat::ALL.into_iter().any(|row| mat.has_place(row)),
    };
    has_place && state.hand_len(owner) > 0
}

/// Where the bird can move: only the last one of a row leaves no gap.
pub(crate) fn move_targets(state: &State, owner: Seat, at: Position) -> impl Iterator<Item = Habitat> {
    let mat = state.mat(owner);
    let last = mat.row(at.row()).len() == at.column() + 1;
    let printed = mat.get(at).map(|perch| state.bird(perch.card).habitats);
    let fits = move |&row: &Habitat| {
        last && row != at.row() && mat.has_place(row) && printed.is_some_and(|rows| rows.contains(row))
    };
    Habitat::ALL.into_iter().filter(fits)
}

/// The other birds of the row whose power the bird can use once more.
pub(crate) fn repeat_targets(state: &State, owner: Seat, at: Position) -> impl Iterator<Item = Position> {
    let group = state.power_at(owner, at).and_then(|power| {
        power.ops.iter().find_map(|op| match op {
            Op::Repeat { power } => Some(*power),
            _ => None,
        })
    });
    let group = group.unwrap_or(Group::Any);
    let row = (0..state.mat(owner).row(at.row()).len()).map(move |column| Position::new(at.row(), column));
    row.filter(move |&other| {
        other != at
            && state.power_at(owner, other).is_some_and(|power| {
                power.on == crate::On::Activate && power.is_in(group) && !power.repeats()
            })
            && can_start(state, owner, other)
    })
}
