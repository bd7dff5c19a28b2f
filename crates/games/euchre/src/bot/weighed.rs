use super::stakes::Worth;
use alloc::vec::Vec;
use kernel::Candidate;

/// The results of an action, world by world.
#[derive(Clone, Debug)]
pub(crate) struct Weighed<A> {
    pub(crate) action: A,
    sum: f64,
    squares: f64,
    points: f64,
    worlds: u32,
}

impl<A> Weighed<A> {
    pub(crate) fn new(action: A) -> Weighed<A> {
        Weighed { action, sum: 0.0, squares: 0.0, points: 0.0, worlds: 0 }
    }
    pub(crate) fn add(&mut self, worth: Worth) {
        let value = f64::from(worth.value);
        self.sum += value;
        self.squares += value * value;
        self.points += f64::from(worth.points);
        self.worlds += 1;
    }
    /// Takes `cost` off its value.
    pub(crate) fn charge(&mut self, cost: f32) {
        self.sum -= f64::from(cost) * f64::from(self.worlds);
    }
    pub(crate) fn map<B>(self, action: impl FnOnce(A) -> B) -> Weighed<B> {
        let Weighed { action: old, sum, squares, points, worlds } = self;
        Weighed { action: action(old), sum, squares, points, worlds }
    }
    pub(crate) fn value(&self) -> f32 {
        (self.sum / f64::from(self.worlds.max(1))) as f32
    }
    fn error(&self) -> f32 {
        if self.worlds < 2 {
            return 0.0;
        }
        let count = f64::from(self.worlds);
        let variance = (self.squares - self.sum * self.sum / count) / (count - 1.0);
        libm::sqrt(variance.max(0.0) / count) as f32
    }
}

/// For the reasons: best first, the first of equals first.
pub(crate) fn candidates<A: Copy>(weighed: &[Weighed<A>]) -> Vec<Candidate<A>> {
    let mut candidates: Vec<Candidate<A>> = weighed
        .iter()
        .map(|one| Candidate {
            action: Some(one.action),
            value: one.value(),
            points: Some((one.points / f64::from(one.worlds.max(1))) as f32),
            error: one.error(),
            visits: one.worlds,
        })
        .collect();
    candidates.sort_by(|a, b| b.value.total_cmp(&a.value));
    candidates
}
