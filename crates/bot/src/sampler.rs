use kernel::{Ask, Contradiction, Rng, Search};
use std::fmt;

/// One of this number of worlds is kept, in proportion to how well it explains what the others chose.
const DRAWN_PER_WORLD: usize = 4;

/// Where a search gets its worlds from.
pub struct Sampler<'a, G: Search>(Source<'a, G>);

enum Source<'a, G: Search> {
    View { worlds: Box<G::Worlds>, view: &'a G::View },
    Other(&'a (dyn Fn(&mut dyn Rng) -> G::State + Sync)),
}

impl<G: Search> fmt::Debug for Sampler<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sampler").field("game", &G::NAME).finish_non_exhaustive()
    }
}

impl<'a, G: Search> Sampler<'a, G> {
    /// The worlds that a view allows.
    pub fn of_view(options: &G::Options, view: &'a G::View) -> Result<Self, Contradiction> {
        Ok(Sampler(Source::View { worlds: Box::new(G::worlds(options, view)?), view }))
    }
    /// The worlds that a bot has in mind: those of its view, and others where it forgot something.
    pub fn of_memory(ask: &Ask<'a, G>) -> Result<Self, Contradiction> {
        Ok(Sampler(Source::View { worlds: Box::new(G::remembered(ask)?), view: ask.view }))
    }
    /// Worlds that somebody else makes: reference players of the arena are not all fair.
    pub fn of(draw: &'a (dyn Fn(&mut dyn Rng) -> G::State + Sync)) -> Self {
        Sampler(Source::Other(draw))
    }
    /// Any world, each equally likely.
    pub fn draw(&self, rng: &mut dyn Rng) -> G::State {
        match &self.0 {
            Source::View { worlds, .. } => G::world(worlds, rng),
            Source::Other(draw) => draw(rng),
        }
    }
    /// A world that explains what was chosen so far. Games without an opinion on that get any.
    pub fn draw_weighed(&self, rng: &mut dyn Rng) -> G::State {
        let Source::View { worlds, view } = &self.0 else { return self.draw(rng) };
        if !G::WEIGHED {
            return G::world(worlds, rng);
        }
        let mut kept = G::world(worlds, rng);
        let mut total = G::weight(view, &kept).max(0.0);
        for _ in 1..DRAWN_PER_WORLD {
            let world = G::world(worlds, rng);
            let weight = G::weight(view, &world).max(0.0);
            total += weight;
            if (rng.next_u32() >> 8) as f32 * total < weight * (1 << 24) as f32 {
                kept = world;
            }
        }
        kept
    }
}
