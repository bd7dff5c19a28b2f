use super::lesson::Lesson;
use crate::Script;
use kernel::{DealKey, Drawn, Luck};

/// Answers the chances of one game, in order: from its key. Only the game's own lesson, or a test of the server, has
/// other answers; nothing that a client sends leads to either.
pub(crate) struct Fortune<'a> {
    pub(crate) key: &'a DealKey,
    /// How many were answered.
    pub(crate) drawn: u64,
    pub(crate) lesson: Option<&'a Lesson>,
    pub(crate) script: Option<&'a Script>,
}

impl Fortune<'_> {
    pub(crate) fn answer(&mut self, luck: Luck) -> Drawn {
        let counter = self.drawn;
        self.drawn += 1;
        let written = self.lesson.and_then(|lesson| lesson.chance(counter));
        let given = written.or_else(|| self.script.and_then(|script| script(counter, luck)));
        given.unwrap_or_else(|| self.key.answer(counter, luck))
    }
}
