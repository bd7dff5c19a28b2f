use crate::{Sampler, moves::Moves, rollout::Rollout, score::Tally};
use kernel::{Candidate, Decision, Events, Input, Reasons, Search, Seat, WorldCount};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// Flat Monte Carlo: every candidate is played to the horizon in the same worlds.
#[derive(Clone, Copy, Debug)]
pub struct Flat {
    /// How many worlds.
    pub worlds: u32,
    /// Whether playouts are random instead of the game's quick player's.
    pub uniform: bool,
}

impl Flat {
    /// Decides for `seat`.
    pub fn decide<G: Search>(
        &self,
        sampler: &Sampler<'_, G>,
        seat: Seat,
        seed: u64,
        out_of_time: &(dyn Fn() -> bool + Sync),
    ) -> Decision<G::Action> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let candidates = Moves::candidates::<G>(&sampler.draw(&mut rng), seat);
        let mut tallies = vec![Tally::default(); candidates.len()];
        let mut rollout = Rollout::<G>::new(self.uniform);
        let mut worlds = 0;
        let mut stopped_early = false;
        while worlds < self.worlds {
            if worlds > 0 && out_of_time() {
                stopped_early = true;
                break;
            }
            let world = sampler.draw_weighed(&mut rng);
            // All candidates are played out with the same luck.
            let luck = rng.clone();
            for (candidate, tally) in candidates.iter().zip(&mut tallies) {
                let mut state = world.clone();
                let mut luck = luck.clone();
                if let Some(action) = candidate {
                    G::apply(&mut state, &Input::Act(seat, action.clone()), &mut Events::muted());
                }
                tally.add(rollout.run(&mut state, &mut luck)[seat.index()]);
            }
            rng.jump();
            worlds += 1;
        }
        decision("flat", candidates, &tallies, worlds, stopped_early)
    }
}

/// The best of the candidates, and all of them, best first.
pub(crate) fn decision<A: Clone>(
    method: &str,
    candidates: Vec<Option<A>>,
    tallies: &[Tally],
    worlds: u32,
    stopped_early: bool,
) -> Decision<A> {
    let mut weighed: Vec<Candidate<A>> = candidates
        .into_iter()
        .zip(tallies)
        .map(|(action, tally)| Candidate {
            action,
            value: tally.mean(),
            points: None,
            error: tally.error(),
            visits: tally.count(),
        })
        .collect();
    // Stable, so that the first of equals stays first.
    weighed.sort_by(|a, b| b.value.total_cmp(&a.value));
    let action = weighed.first().and_then(|best| best.action.clone());
    let mut reasons = Reasons::plain(method);
    reasons.candidates = weighed;
    reasons.worlds = WorldCount { drawn: worlds, kept: worlds, effective: worlds as f32 };
    reasons.stopped_early = stopped_early;
    Decision { action, reasons }
}
