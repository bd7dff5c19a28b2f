use super::lesson::Lesson;
use kernel::{DealKey, Drawn, Luck};
use std::sync::Arc;

/// The answer to chance number so-and-so of every game, where it has one.
pub type Script = Arc<dyn Fn(u64, Luck) -> Option<Drawn> + Send + Sync>;

/// Answers the chances of one game, in order: from its key. Only the game's own lesson, or a test of the server, has
/// other answers; nothing that a client sends leads to either.
pub(crate) struct ChanceSource<'a> {
    pub(crate) key: &'a DealKey,
    /// How many were answered.
    pub(crate) drawn: u64,
    pub(crate) lesson: Option<&'a Lesson>,
    pub(crate) script: Option<&'a Script>,
}

impl ChanceSource<'_> {
    pub(crate) fn answer(&mut self, luck: Luck) -> Drawn {
        let counter = self.drawn;
        self.drawn += 1;
        let written = self.lesson.and_then(|lesson| lesson.chance(counter));
        let given = written.or_else(|| self.script.and_then(|script| script(counter, luck)));
        given.unwrap_or_else(|| self.key.answer(counter, luck))
    }
}
