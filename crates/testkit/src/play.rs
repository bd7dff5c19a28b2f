//! Random play: any input that a table would take, weighted so that games get on.

use crate::TestRng;
use kernel::{Drawn, Game, Input, Seat, SeatMap, SeatStatus, Turn, below};

/// Somebody who plays all seats, the clock and luck.
#[derive(Debug)]
pub(crate) struct RandomPlay {
    rng: TestRng,
    status: SeatMap<SeatStatus>,
    /// One in this number of decisions is left to the clock; 0: none.
    dawdles: u32,
    /// One in this number of inputs is a change of occupant; 0: none.
    restless: u32,
}

impl RandomPlay {
    /// Each game has a temper of its own: some are played like clockwork, some are a coming and going.
    pub(crate) fn new(seats: u8, mut rng: TestRng) -> Self {
        let dawdles = [0, 64, 16, 4][below(4, &mut rng) as usize];
        let restless = [0, 0, 128, 24][below(4, &mut rng) as usize];
        RandomPlay { rng, status: SeatMap::from_fn(seats, |_| SeatStatus::Human), dawdles, restless }
    }

    /// What happens next; nothing when the game is over. `Err`: the table is stuck.
    pub(crate) fn next<G: Game>(
        &mut self,
        options: &G::Options,
        state: &G::State,
    ) -> Result<Option<Input<G::Action>>, String> {
        let (must, may, window) = match G::turn(state) {
            Turn::Over(_) => return Ok(None),
            Turn::Chance(luck) => return Ok(Some(Input::Chance(Drawn::draw(luck, &mut self.rng)))),
            Turn::Seats { must, may, window } => (must, may, window),
        };
        if self.one_in(self.restless)
            && let Some((seat, status)) = self.coming_and_going::<G>(options)
        {
            return Ok(Some(Input::Status(seat, status)));
        }
        if self.one_in(self.dawdles) {
            return Ok(Some(Input::Expire(window.id)));
        }
        // Butting in is an exception; a window in which nobody owes anything closes sooner or later.
        let interrupts = !may.is_empty() && below(if must.is_empty() { 2 } else { 4 }, &mut self.rng) == 0;
        let mut actions = Vec::new();
        if interrupts {
            let seat = self.pick(may.iter());
            G::legal(state, seat, &mut actions);
            if !actions.is_empty() {
                return Ok(Some(Input::Act(seat, self.pick(actions.into_iter()))));
            }
        }
        if must.is_empty() {
            return Ok(Some(Input::Expire(window.id)));
        }
        let seat = self.pick(must.iter());
        G::legal(state, seat, &mut actions);
        if actions.is_empty() {
            return Err(format!("{seat} owes a decision but has no action"));
        }
        Ok(Some(Input::Act(seat, self.pick(actions.into_iter()))))
    }

    /// Somebody changes places with somebody, as a table would allow it.
    fn coming_and_going<G: Game>(&mut self, options: &G::Options) -> Option<(Seat, SeatStatus)> {
        let here = self.status.iter().filter(|(_, status)| **status != SeatStatus::Removed);
        let here: Vec<Seat> = here.map(|(seat, _)| seat).collect();
        if here.is_empty() {
            return None;
        }
        let seat = self.pick(here.into_iter());
        let new = [SeatStatus::Human, SeatStatus::Bot, SeatStatus::Offline, SeatStatus::Removed];
        let old = self.status[seat];
        let status = self.pick(new.into_iter().filter(|&status| status != old));
        if status == SeatStatus::Removed && !G::removable(options) {
            return None;
        }
        self.status[seat] = status;
        Some((seat, status))
    }

    fn one_in(&mut self, so_many: u32) -> bool {
        so_many > 0 && below(so_many, &mut self.rng) == 0
    }

    fn pick<T>(&mut self, items: impl Iterator<Item = T>) -> T {
        let mut items: Vec<T> = items.collect();
        items.swap_remove(below(items.len() as u32, &mut self.rng) as usize)
    }
}
