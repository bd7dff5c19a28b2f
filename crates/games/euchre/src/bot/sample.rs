use super::model;
use crate::{Options, State, View, Worlds};
use alloc::vec::Vec;
use kernel::{Rng, WorldCount};

/// Worlds drawn for one that is kept.
const DRAWN_PER_WORLD: usize = 4;

/// Worlds to look at, each as important as the other.
pub(crate) struct Sample {
    pub(crate) worlds: Vec<State>,
    pub(crate) count: WorldCount,
}

impl Sample {
    /// Any worlds.
    pub(crate) fn plain(worlds: &Worlds, count: u32, rng: &mut dyn Rng) -> Sample {
        let drawn = (0..count).map(|_| worlds.draw(rng)).collect();
        Sample { worlds: drawn, count: WorldCount { drawn: count, kept: count, effective: count as f32 } }
    }
    /// Worlds that explain what the others called and put away: more are drawn than kept, and the likelier
    /// one is, the more often it is kept.
    pub(crate) fn weighed(
        worlds: &Worlds,
        view: &View,
        options: &Options,
        count: u32,
        rng: &mut dyn Rng,
    ) -> Sample {
        let drawn: Vec<State> = (0..count as usize * DRAWN_PER_WORLD).map(|_| worlds.draw(rng)).collect();
        let weights: Vec<f32> = drawn.iter().map(|world| model::weight(view, options, world)).collect();
        let sum: f32 = weights.iter().sum();
        let squares: f32 = weights.iter().map(|weight| weight * weight).sum();
        let effective = if squares > 0.0 { sum * sum / squares } else { 0.0 };
        // Systematic resampling: marks at equal distances on the line of all weights.
        let step = sum / count as f32;
        let mut mark = step * (rng.next_u32() >> 8) as f32 / (1 << 24) as f32;
        let mut up_to = 0.0;
        let mut kept = Vec::with_capacity(count as usize);
        for (world, weight) in drawn.iter().zip(&weights) {
            up_to += weight;
            while mark < up_to && kept.len() < count as usize {
                kept.push(world.clone());
                mark += step;
            }
        }
        let kept_count = kept.len() as u32;
        Sample { worlds: kept, count: WorldCount { drawn: drawn.len() as u32, kept: kept_count, effective } }
    }
}
