/// The time of a room: the caller's, but for one thing. It never runs backwards, and it goes on where the caller's clock was
/// set back: a device may correct its clock, and bots must not wait until the old time is reached once more.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Clock {
    last: u64,
    ahead: u64,
}

impl Clock {
    /// The time of the room, when the caller's clock says `now`.
    pub(super) fn read(&mut self, now: u64) -> u64 {
        self.ahead = self.ahead.max(self.last.saturating_sub(now));
        self.last = now + self.ahead;
        self.last
    }
    /// A time of the room, by the caller's clock.
    pub(super) fn to_caller(self, at: u64) -> u64 {
        at.saturating_sub(self.ahead)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_is_set_back_goes_on_from_where_it_was() {
        let mut clock = Clock::default();
        assert_eq!(clock.read(1_000), 1_000);
        assert_eq!(clock.read(1_500), 1_500);
        assert_eq!(clock.read(500), 1_500, "set back by a second");
        assert_eq!(clock.read(600), 1_600);
        assert_eq!(clock.to_caller(1_700), 700, "callers get their own time");
        assert_eq!(clock.read(2_000), 3_000);
    }
}
