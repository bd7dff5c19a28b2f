use crate::{Food, Habitat};
use kernel::CommonError;
use serde::{Deserialize, Serialize};

/// Which rule forbids it, in the order in which they are tried (rules, section 17).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Error {
    /// The action does not answer the current question.
    #[error("that is not one of the current choices")]
    WrongPhase,
    /// This seat has chosen.
    #[error("you have chosen already")]
    AlreadyChosen,
    /// A bird that is not among the five.
    #[error("that bird was not dealt to you")]
    NotDealt,
    /// Birds and foods must be five together.
    #[error("keep five birds and food in total, not {kept}")]
    SetupTotal {
        /// How many they are.
        kept: u32,
    },
    /// A bonus card that was not offered, or none although one was.
    #[error("keep one of the bonus cards you were offered")]
    NotOffered,
    /// This cannot be declined any more.
    #[error("this cannot be skipped")]
    CannotSkip,
    /// An announcement can be taken back once in a turn.
    #[error("you have taken a bird back on this turn already")]
    NoBack,
    /// Whatever else that card may be.
    #[error("that card is not in your hand")]
    NotInHand,
    /// The bird does not live there.
    #[error("that bird does not live in the {habitat}")]
    WrongHabitat { habitat: Habitat },
    /// The power speaks of another row.
    #[error("this power does not play birds in the {habitat}")]
    WrongRow { habitat: Habitat },
    /// No place is left.
    #[error("the {habitat} is full")]
    RowFull { habitat: Habitat },
    /// Too few eggs to pay for the place.
    #[error("that place costs {needed} eggs")]
    EggsShort { needed: u32 },
    /// The tokens do not suffice, or are not there.
    #[error("you do not have the food for that")]
    FoodShort,
    /// Nothing lives there.
    #[error("there is no bird there")]
    NoSuchBird,
    /// No egg can be taken.
    #[error("there is no egg to take there")]
    NoEggThere,
    /// These tokens do not pay.
    #[error("that does not pay for it")]
    NotAPayment,
    /// Less would do.
    #[error("that is more than it costs")]
    Overpaid,
    /// No die shows that.
    #[error("no die in the feeder shows that")]
    NoSuchDie,
    /// The die does not give that, or it is not among the foods to choose from.
    #[error("{food} is not offered there")]
    FoodMismatch {
        /// The food.
        food: Food,
    },
    /// The power does not take that food.
    #[error("this power does not take {food}")]
    NotWanted {
        /// The food.
        food: Food,
    },
    /// The power puts nothing onto its bird.
    #[error("this food cannot be cached")]
    CannotCache,
    /// The dice differ, or were rolled for this die before.
    #[error("the feeder cannot be rolled now")]
    NoReroll,
    /// The bird is full.
    #[error("that bird can hold no more eggs")]
    NoRoom,
    /// The power means other birds.
    #[error("this power does not apply to that bird")]
    WrongNest,
    /// Deck and discards are empty.
    #[error("there is no card left to draw")]
    NoCard,
    /// A hole in the tray.
    #[error("that place of the tray is empty")]
    TraySlotEmpty,
    /// The power draws from elsewhere.
    #[error("this power does not draw from there")]
    WrongSource,
    /// This row trades something else.
    #[error("the {row} does not trade that")]
    BadTrade {
        /// The row.
        row: Habitat,
    },
    /// The bird cannot go there.
    #[error("it cannot move there")]
    CannotMove,
    /// That bird's power cannot be used once more.
    #[error("that power cannot be used once more")]
    CannotRepeat,
    /// A reason that every game has.
    #[error(transparent)]
    #[serde(untagged)]
    Common(#[from] CommonError),
}
