//! Worlds against exchanges: two samplers of the same hidden cards, written from different sources.

use super::{Cards, Law, Moment, worlds::Worlds};
use crate::{Report, TestRng, statistics::two_sample_normal};
use kernel::{Inspect, Search, Seat, Viewer};
use std::collections::BTreeMap;

/// The number of worlds and exchanges in the first look, which is cheap and may well be wrong.
const GLANCE: Trial = Trial { size: 200, clearly: 12, deviations: 3.5 };
/// Where the first look found something, a second one at fresh samples is beyond doubt: less than one false
/// alarm in a hundred million comparisons.
const PROOF: Trial = Trial { size: 6_000, clearly: 60, deviations: 6.0 };

/// Over many worlds each unseen card turns up where it may be, as often as it should, and nowhere else.
pub(super) fn coverage<G: Search + Inspect>(
    moment: &Moment<'_, G>,
    worlds: &Worlds<G>,
    seat: Seat,
    cards: Cards,
    rng: &mut TestRng,
    report: &mut Report,
) -> Result<(), String> {
    for trial in [GLANCE, PROOF] {
        let mut counts = Counts::default();
        for _ in 0..trial.size {
            let Some(exchanged) = G::exchange(moment.before, Viewer::Recall(seat), None, rng) else {
                return Ok(());
            };
            counts.add::<G>(Side::Exchange, &exchanged, cards);
            counts.add::<G>(Side::World, &G::world(&worlds.prepared, rng), cards);
        }
        report.count(Law::Coverage, 1);
        let alike = cards.endless || cards.twins;
        match if alike { counts.odd_face(&trial) } else { counts.odd_card(&trial) } {
            Some(odd) if trial.size == PROOF.size => return Err(format!("in the worlds of {seat}, {odd}")),
            Some(_) => {}
            None => return Ok(()),
        }
    }
    Ok(())
}

/// How many are drawn and what counts as a difference.
struct Trial {
    size: u32,
    /// How often it was seen on one side while it never was on the other.
    clearly: u64,
    /// Standard deviations.
    deviations: f64,
}

#[derive(Clone, Copy)]
enum Side {
    World,
    Exchange,
}

/// How often which card was where, on both sides.
#[derive(Default)]
struct Counts {
    /// Card and place.
    cells: BTreeMap<String, BTreeMap<String, [Sum; 2]>>,
    drawn: [u32; 2],
}

/// Numbers of equal faces in one place, summed over worlds.
#[derive(Clone, Copy, Default)]
struct Sum {
    number: u64,
    squares: u64,
}

impl Counts {
    fn add<G: Inspect>(&mut self, side: Side, state: &G::State, cards: Cards) {
        self.drawn[side as usize] += 1;
        if !cards.endless && !cards.twins {
            for (place, card) in G::cards(state) {
                let sum = &mut self.cells.entry(card).or_default().entry(place).or_default()[side as usize];
                sum.number += 1;
            }
            return;
        }
        let mut here: BTreeMap<(String, String), u64> = BTreeMap::new();
        for (place, card) in G::cards(state) {
            let face = if cards.endless { without_id(&card).to_owned() } else { card };
            *here.entry((face, place)).or_default() += 1;
        }
        for ((face, place), number) in here {
            let sum = &mut self.cells.entry(face).or_default().entry(place).or_default()[side as usize];
            sum.number += number;
            sum.squares += number * number;
        }
    }

    /// A card that is differently distributed over the places.
    fn odd_card(&self, trial: &Trial) -> Option<String> {
        self.cells.iter().find_map(|(card, places)| {
            one_sided(card, places, trial).or_else(|| {
                let side =
                    |side: Side| places.values().map(|sums| sums[side as usize].number).collect::<Vec<_>>();
                let off = two_sample_normal(&side(Side::World), &side(Side::Exchange));
                (off > trial.deviations).then(|| {
                    let table: Vec<_> = places
                        .iter()
                        .map(|(place, [world, exchange])| {
                            format!("{place} {}:{}", world.number, exchange.number)
                        })
                        .collect();
                    format!(
                        "{card} lies wrongly by {off:.1} standard deviations (worlds:exchanges): {}",
                        table.join(", ")
                    )
                })
            })
        })
    }

    /// A face that turns up in a place more or less often. Cards of one hand are not independent of each
    /// other, so whole worlds are the sample: the mean numbers per world are compared (Welch).
    fn odd_face(&self, trial: &Trial) -> Option<String> {
        self.cells.iter().find_map(|(face, places)| {
            one_sided(face, places, trial).or_else(|| {
                places.iter().find_map(|(place, sums)| {
                    let [(mean_w, var_w), (mean_e, var_e)] = [0, 1].map(|side| sums[side].moments(self.drawn[side]));
                    let off = (mean_w - mean_e).abs() / (var_w + var_e).sqrt();
                    let enough = sums[0].number + sums[1].number >= 4 * trial.clearly;
                    (enough && off > trial.deviations).then(|| {
                        format!("{place} holds {mean_w:.3} {face} and should hold {mean_e:.3} ({off:.1} standard deviations)")
                    })
                })
            })
        })
    }
}

impl Sum {
    /// The mean per world and the variance of that mean.
    fn moments(self, worlds: u32) -> (f64, f64) {
        let worlds = f64::from(worlds);
        let mean = self.number as f64 / worlds;
        (mean, (self.squares as f64 / worlds - mean * mean).max(0.0) / worlds)
    }
}

/// The face of a card whose name is "id face".
fn without_id(name: &str) -> &str {
    name.split_once(' ').map_or(name, |(_, face)| face)
}

/// A place where a card clearly is on one side and never on the other.
fn one_sided(card: &str, places: &BTreeMap<String, [Sum; 2]>, trial: &Trial) -> Option<String> {
    places.iter().find_map(|(place, [world, exchange])| {
        let never = match (world.number, exchange.number) {
            (0, often) if often >= trial.clearly => "never, although it can be there",
            (often, 0) if often >= trial.clearly => "although it cannot be there",
            _ => return None,
        };
        Some(format!("{card} is in {place} {never}"))
    })
}
