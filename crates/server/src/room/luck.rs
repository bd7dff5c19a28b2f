use crate::Script;
use kernel::{DealKey, Drawn, Luck};

/// Answers the chances of one game, in order: from its key, unless a script has another answer.
pub(crate) struct Fortune<'a> {
    pub(crate) key: &'a DealKey,
    /// How many were answered.
    pub(crate) drawn: u64,
    pub(crate) script: Option<&'a Script>,
}

impl Fortune<'_> {
    pub(crate) fn answer(&mut self, luck: Luck) -> Drawn {
        let counter = self.drawn;
        self.drawn += 1;
        self.script.and_then(|script| script(counter, luck)).unwrap_or_else(|| self.key.answer(counter, luck))
    }
}
