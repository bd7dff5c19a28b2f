use super::report::{Decisive, rounded};
use kernel::{Knowledge, Study};

/// Where hidden cards were in the worlds of a decision, and the results there.
pub(super) struct Whereabouts<'a> {
    knowledge: &'a Knowledge,
    /// By card and place.
    there: Vec<Vec<Sum>>,
    all: Sum,
}

#[derive(Clone, Copy, Default)]
struct Sum {
    count: f32,
    value: f32,
    squares: f32,
}

impl Sum {
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        self.value += value;
        self.squares += value * value;
    }
    fn less(self, other: Sum) -> Sum {
        Sum {
            count: self.count - other.count,
            value: self.value - other.value,
            squares: self.squares - other.squares,
        }
    }
    fn mean(self) -> f32 {
        self.value / self.count.max(1.0)
    }
    /// The variance of its mean.
    fn variance(self) -> f32 {
        let spread = (self.squares / self.count.max(1.0) - self.mean() * self.mean()).max(0.0);
        spread / (self.count - 1.0).max(1.0)
    }
}

/// A decisive card has to stand out from many cards in many places.
const ERRORS: f32 = 4.0;
/// And large enough to be reported.
const LEAST: f32 = 0.04;
/// A result that was nearly certain, or nearly impossible, does not count as a surprise.
const FEWEST: f32 = 8.0;
const MOST_TOLD: usize = 3;

impl<'a> Whereabouts<'a> {
    pub(super) fn new(knowledge: &'a Knowledge) -> Whereabouts<'a> {
        let places = vec![Sum::default(); knowledge.places.len()];
        Whereabouts { knowledge, there: vec![places; knowledge.cards.len()], all: Sum::default() }
    }
    /// One more world, and the chance to win in it.
    pub(super) fn add<G: Study>(&mut self, world: &G::State, value: f32) {
        self.all.add(value);
        for (sums, place) in self.there.iter_mut().zip(G::truth(world, self.knowledge)) {
            if let Some(sum) = place.and_then(|place| sums.get_mut(place)) {
                sum.add(value);
            }
        }
    }
    /// The cards on which most depended, each with the place that mattered most.
    pub(super) fn told(&self) -> Vec<Decisive> {
        let mut found: Vec<(f32, Decisive)> = Vec::new();
        for (card, sums) in self.knowledge.cards.iter().zip(&self.there) {
            let swings = sums.iter().zip(&self.knowledge.places).filter_map(|(&there, place)| {
                let elsewhere = self.all.less(there);
                if there.count < FEWEST || elsewhere.count < FEWEST {
                    return None;
                }
                let swing = there.mean() - elsewhere.mean();
                let error = (there.variance() + elsewhere.variance()).sqrt();
                let told = Decisive {
                    card: card.card.clone(),
                    place: place.name.clone(),
                    likely: rounded(there.count / self.all.count),
                    there: rounded(there.mean()),
                    elsewhere: rounded(elsewhere.mean()),
                };
                (swing.abs() >= LEAST && swing.abs() > ERRORS * error).then_some((swing.abs(), told))
            });
            found.extend(swings.max_by(|(a, _), (b, _)| a.total_cmp(b)));
        }
        found.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        found.into_iter().take(MOST_TOLD).map(|(_, told)| told).collect()
    }
}
