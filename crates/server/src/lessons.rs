use crate::{
    opening::Opening,
    protocol::{
        Code, Command,
        lobby::{Hints, Learn, NewRoom, Seated, Settings},
    },
    shared::Shared,
};
use catalog::Fault;
use kernel::{Seat, Switch};
use std::sync::Arc;

impl Shared {
    /// A room of its own for somebody who learns a game: nobody finds it, nobody looks on, and it is under way at
    /// once. Everything about it comes from the game; who asks for it says only which game.
    pub(crate) async fn open_lesson(self: &Arc<Self>, wish: Learn) -> Result<Seated, Fault> {
        let game = catalog::find(&wish.game)?;
        let lesson = game.lesson().ok_or(Code::NotAvailable)?;
        let settings = Settings { spectators: Switch::Off, hints: Hints::Off, ..Settings::default() };
        let room = NewRoom {
            host: wish.player,
            game: wish.game,
            preset: None,
            options: lesson.options,
            settings: Some(settings),
        };
        let seated = self.open_room(room, Opening::Lesson { edition: lesson.edition }).await?;
        let fill = Command::Fill { seats: lesson.seats };
        let moved =
            (lesson.learner != Seat(0)).then_some(Command::Move { from: Seat(0), to: lesson.learner });
        self.command(&seated, [Some(fill), moved, Some(Command::Start)].into_iter().flatten(), false).await?;
        Ok(seated)
    }
}
