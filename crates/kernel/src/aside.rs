use crate::{Data, Game, Seat};
use core::error::Error;
use serde::Serialize;

/// Comments on actions that somebody only asks about, and previews of moves in preparation. A game without them does
/// not implement this. Nothing of it changes a table, and all of it follows from what the seat is shown.
pub trait Aside: Game {
    /// A comment on an action.
    type Note: Serialize;
    /// What a seat may show the others while it makes up its mind.
    type Remark: Data;
    /// Why a remark is not passed on.
    type Unfit: Error + Serialize;

    /// The comment on `action` for the seat whose [recall](crate::Viewer::Recall) this is. Without `hints` it says
    /// only what everybody at the table sees and can add up.
    fn note(
        _: &Self::Options,
        _recall: &Self::View,
        _action: &Self::Action,
        _hints: bool,
    ) -> Option<Self::Note> {
        None
    }
    /// Whether the others may be shown this remark of `seat`: whether it says only what everybody sees. `public`
    /// is the view of a spectator.
    fn remark(
        options: &Self::Options,
        public: &Self::View,
        seat: Seat,
        remark: &Self::Remark,
    ) -> Result<(), Self::Unfit>;
}
