use crate::{Food, FoodSet, Habitat, Nest, Position};
use alloc::vec::Vec;
use kernel::{Seat, SeatSet};
use serde::{Deserialize, Serialize};

/// Something that is under way. Tasks lie on a pile; the top one is worked on, asks its question or waits for
/// luck, and what it leads to is put on top of it. All of it is common knowledge, because whether a question
/// is asked depends on public facts only (Roost 9.2).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Task<C> {
    /// The set-up, step by step.
    Deal(Deal),
    /// Everybody chooses what to keep.
    Setup,
    /// The current seat chooses what to do.
    Turn,
    /// A row is used.
    Row(RowTask),
    /// A bird was announced and is to be paid for.
    Pay(PayTask<C>),
    /// Others may use their powers.
    React(ReactTask),
    /// A power.
    Power(PowerTask),
    /// Everybody lays eggs.
    Share(ShareTask),
    /// Several seats draw cards from the deck.
    Give(GiveTask),
    /// Bonus cards are offered to a seat, which keeps some.
    Bonus(BonusTask),
    /// The five dice are rolled into the feeder.
    RollFeeder,
    /// The dice outside are rolled for a hunt.
    Hunt(HuntTask),
    /// The discards become the deck.
    Reshuffle,
    /// The holes of the tray are filled.
    FillTray,
    /// The turn ends.
    EndTurn,
    /// The turn passes on, or the round ends.
    NextTurn,
    /// Everybody looks at the goal that was scored.
    RoundScored,
    /// The next round begins.
    NextRound,
}

/// The steps of the set-up, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Deal {
    /// The bird cards are shuffled.
    Birds,
    /// The goal tiles are shuffled.
    Tiles,
    /// Their sides are drawn.
    Sides,
    /// The feeder is rolled.
    Feeder,
    /// The first seat is drawn.
    FirstSeat,
    /// Hands and tray are dealt.
    Hands,
    /// A seat is offered its bonus cards.
    Bonus(Seat),
}

/// A row is used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct RowTask {
    /// The row.
    pub row: Habitat,
    /// A task.
    pub stage: RowStage,
    /// How many dice, eggs, cards or birds are left to do it with.
    pub left: u8,
    /// Whether something may be traded for one more.
    pub trade: bool,
    /// The feeder was rolled for the die that is due.
    pub rerolled: bool,
    /// Foods that its dice gave.
    pub taken: FoodSet,
}

/// The use of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum RowStage {
    /// Its yield is taken.
    Yield,
    /// The trade is decided.
    Trade,
    /// The goods traded for are taken.
    Extra,
    /// Others react.
    React,
    /// Its birds use their powers, from the right.
    Activate,
}

/// A bird was announced and is to be paid for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct PayTask<C> {
    /// The bird.
    pub card: C,
    /// Where it goes.
    pub row: Habitat,
    /// How many eggs it costs.
    pub owed: u8,
    /// The eggs named so far. None has left its bird yet.
    pub eggs: Vec<Position>,
}

/// Others may use their powers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct ReactTask {
    /// What they react to.
    pub to: Trigger,
    /// The seat whose birds are looked at.
    pub seat: Seat,
    /// How many of its places have been looked at.
    pub looked: u8,
}

/// What the current seat did that others may react to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case")]
pub enum Trigger {
    /// It laid eggs.
    Lay,
    /// It took these foods.
    Gain(FoodSet),
    /// It played a bird there.
    Play(Habitat),
    /// It hunted with success.
    Hunt,
}

/// A power.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct PowerTask {
    /// The seat whose power it is.
    pub owner: Seat,
    /// Of which bird.
    pub at: Position,
    /// It may still be skipped.
    pub offered: bool,
    /// It is used once more and cannot be skipped.
    pub again: bool,
    /// How many of its costs and operations are done.
    pub step: u8,
    /// How often the current one is left to do.
    pub left: u8,
    /// The feeder was rolled for the die that is due.
    pub rerolled: bool,
}

/// Everybody lays eggs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct ShareTask {
    /// Whose power it is.
    pub owner: Seat,
    /// Of which bird.
    pub at: Position,
    /// On birds with that nest.
    pub nest: Nest,
    /// How many eggs each.
    pub each: u8,
    /// The seats that lay.
    pub seat: Seat,
    /// How many eggs that seat has left.
    pub left: u8,
    /// Seats that come later.
    pub rest: SeatSet,
}

/// Several seats draw cards from the deck.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct GiveTask {
    /// How many cards each.
    pub each: u8,
    /// The seats that draw.
    pub seat: Seat,
    /// How many cards that seat has left.
    pub left: u8,
    /// Seats that come later.
    pub rest: SeatSet,
}

/// Bonus cards are offered to a seat, which keeps some.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct BonusTask {
    /// Whose power it is.
    pub owner: Seat,
    /// Of which bird.
    pub at: Position,
    /// How many are drawn; 0 once they are.
    pub draw: u8,
    /// How many are left to keep.
    pub keep: u8,
}

/// The dice outside are rolled for a hunt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(deny_unknown_fields)]
pub struct HuntTask {
    /// The seat that hunts.
    pub owner: Seat,
    /// The place of the bird.
    pub at: Position,
    /// The food.
    pub food: Food,
}

impl<C> Task<C> {
    /// The same task with its card written in another form; `None` if it has none.
    pub(crate) fn try_map<D>(&self, mut told: impl FnMut(&C) -> Option<D>) -> Option<Task<D>> {
        Some(match self {
            Task::Pay(PayTask { card, row, owed, eggs }) => {
                Task::Pay(PayTask { card: told(card)?, row: *row, owed: *owed, eggs: eggs.clone() })
            }
            Task::Deal(deal) => Task::Deal(*deal),
            Task::Setup => Task::Setup,
            Task::Turn => Task::Turn,
            Task::Row(task) => Task::Row(task.clone()),
            Task::React(task) => Task::React(task.clone()),
            Task::Power(task) => Task::Power(task.clone()),
            Task::Share(task) => Task::Share(task.clone()),
            Task::Give(task) => Task::Give(task.clone()),
            Task::Bonus(task) => Task::Bonus(task.clone()),
            Task::RollFeeder => Task::RollFeeder,
            Task::Hunt(task) => Task::Hunt(task.clone()),
            Task::Reshuffle => Task::Reshuffle,
            Task::FillTray => Task::FillTray,
            Task::EndTurn => Task::EndTurn,
            Task::NextTurn => Task::NextTurn,
            Task::RoundScored => Task::RoundScored,
            Task::NextRound => Task::NextRound,
        })
    }
}
