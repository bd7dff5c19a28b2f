/// Adds up values of one candidate.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    count: u32,
    sum: f64,
    squares: f64,
}

impl Tally {
    pub(crate) fn add(&mut self, value: f32) {
        let value = f64::from(value);
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }
    pub(crate) fn of(count: u32, sum: f64, squares: f64) -> Tally {
        Tally { count, sum, squares }
    }
    pub(crate) fn count(&self) -> u32 {
        self.count
    }
    pub(crate) fn mean(&self) -> f32 {
        if self.count == 0 { 0.0 } else { (self.sum / f64::from(self.count)) as f32 }
    }
    pub(crate) fn error(&self) -> f32 {
        standard_error(f64::from(self.count), self.sum, self.squares) as f32
    }
    pub(crate) fn merge(&mut self, other: &Tally) {
        self.count += other.count;
        self.sum += other.sum;
        self.squares += other.squares;
    }
}

/// A running mean of independent numbers with its 95 % interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Score {
    count: u64,
    sum: f64,
    squares: f64,
}

impl Score {
    /// One more number.
    pub fn add(&mut self, value: f64) {
        self.count += 1;
        self.sum += value;
        self.squares += value * value;
    }
    /// The number of values.
    pub fn count(&self) -> u64 {
        self.count
    }
    /// Their mean.
    pub fn mean(&self) -> f64 {
        if self.count == 0 { 0.0 } else { self.sum / self.count as f64 }
    }
    /// Half the width of the 95 % interval around the mean.
    pub fn ci95(&self) -> f64 {
        1.96 * standard_error(self.count as f64, self.sum, self.squares)
    }
}

fn standard_error(count: f64, sum: f64, squares: f64) -> f64 {
    if count < 2.0 {
        return 0.0;
    }
    let variance = (squares - sum * sum / count) / (count - 1.0);
    (variance.max(0.0) / count).sqrt()
}

/// How right predictions were: of those that said 30 %, did 30 % come true?
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Calibration {
    bins: [Tenth; 10],
    brier: Score,
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Tenth {
    count: u64,
    predicted: f64,
    came_true: u64,
}

/// Predictions of nearly equal size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bin {
    /// The number of predictions.
    pub count: u64,
    /// What they said on average.
    pub predicted: f64,
    /// The share that came true.
    pub came_true: f64,
}

impl Calibration {
    /// One thing that is in exactly one of several places: what was said of each, and where it was.
    pub fn add(&mut self, chances: &[f32], truth: usize) {
        let mut brier = 0.0;
        for (place, &chance) in chances.iter().enumerate() {
            let chance = f64::from(chance);
            let there = place == truth;
            let bin = &mut self.bins[((chance * 10.0) as usize).min(9)];
            bin.count += 1;
            bin.predicted += chance;
            bin.came_true += u64::from(there);
            brier += (chance - f64::from(u8::from(there))).powi(2);
        }
        self.brier.add(brier);
    }
    /// The Brier score: 0 is perfect, and smaller is better.
    pub fn brier(&self) -> f64 {
        self.brier.mean()
    }
    /// How many things were predicted.
    pub fn count(&self) -> u64 {
        self.brier.count()
    }
    /// The calibration curve, in tenths; `None` where nothing was predicted.
    pub fn bins(&self) -> [Option<Bin>; 10] {
        self.bins.map(|bin| {
            (bin.count > 0).then(|| Bin {
                count: bin.count,
                predicted: bin.predicted / bin.count as f64,
                came_true: bin.came_true as f64 / bin.count as f64,
            })
        })
    }
}
