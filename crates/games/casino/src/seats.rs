//! Seats that leave, and their cards (Casino 9.4).

use crate::{Event, Past, Phase, State};
use kernel::{Events, Seat};

impl State {
    /// A seat is out of the game for good. Its hand stays unseen where it is, its builds are nobody's, its pile
    /// stays.
    pub(crate) fn remove(&mut self, seat: Seat, events: &mut Events<Event>) {
        self.remember(Past::Removed(seat));
        let open = &mut self.open;
        open.in_play.remove(seat);
        open.ready.remove(seat);
        events.all(|| Event::SeatRemoved { seat });
        for build in open.builds.iter_mut().filter(|build| build.owner == Some(seat)) {
            build.owner = None;
        }
        if open.last_capturer == Some(seat) {
            open.last_capturer = None;
        }
        if open.in_play.len() == 1 {
            return self.last_player(events);
        }
        match open.phase {
            Phase::RoundOver if open.ready == open.in_play => self.next_game(),
            Phase::Turn if open.turn == seat => {
                self.next_window();
                self.pass_on(events);
            }
            _ => {}
        }
    }
}
