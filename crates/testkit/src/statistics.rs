//! Is it the same distribution? Pearson's chi-square, for tests that must not cry wolf.

/// As many standard deviations off, and we no longer believe in chance: less than one false alarm in three
/// million comparisons.
const DOUBT: f64 = 5.0;

/// Cells that expect fewer than this are merged: chi-square is unreliable for rare events.
const FEWEST: f64 = 5.0;

/// Whether counts fit expectations (one-sample chi-square, significance about 3 in 10 million).
///
/// `expected` may be given as counts, as numbers of worlds or as probabilities: only its proportions
/// count. Something observed where nothing is expected never fits. Rare cells are put together.
///
/// ```
/// // 6000 throws of a fair die, and of one that avoids the six.
/// assert!(testkit::chi_square_passes(&[1010, 985, 1003, 1021, 969, 1012], &[1.0; 6]));
/// assert!(!testkit::chi_square_passes(&[1110, 1085, 1103, 1121, 1069, 512], &[1.0; 6]));
/// ```
///
/// # Panics
/// If the two differ in length or nothing at all is expected.
pub fn chi_square_passes(observed: &[u64], expected: &[f64]) -> bool {
    assert_eq!(observed.len(), expected.len(), "one expectation for each count");
    let total: f64 = observed.iter().map(|&count| count as f64).sum();
    let scale: f64 = total / expected.iter().sum::<f64>();
    assert!(scale.is_finite(), "something must be expected");
    if observed.iter().zip(expected).any(|(&count, &share)| share <= 0.0 && count > 0) {
        return false;
    }
    let cells = observed.iter().zip(expected).map(|(&count, &share)| (count as f64, share * scale));
    let pooled = pool(cells, |&(_, expectation)| expectation, |a, b| (a.0 + b.0, a.1 + b.1));
    let square = pooled.iter().map(|(count, expectation)| (count - expectation).powi(2) / expectation).sum();
    normal_of_chi_square(square, pooled.len().saturating_sub(1)) <= DOUBT
}

/// Whether two lists of counts over the same cells come from one distribution (two-sample chi-square,
/// significance about 3 in 10 million). The samples may differ in size. Rare cells are put together.
///
/// ```
/// assert!(testkit::samples_agree(&[100, 205, 295], &[210, 398, 592]));
/// assert!(!testkit::samples_agree(&[100, 205, 295], &[295, 205, 100]));
/// ```
///
/// # Panics
/// If the two differ in length.
pub fn samples_agree(one: &[u64], other: &[u64]) -> bool {
    two_sample_normal(one, other) <= DOUBT
}

/// How many standard deviations the difference between two samples is worth; see [`samples_agree`].
pub(crate) fn two_sample_normal(one: &[u64], other: &[u64]) -> f64 {
    assert_eq!(one.len(), other.len(), "the same cells in both samples");
    let sum = |sample: &[u64]| sample.iter().sum::<u64>() as f64;
    let (all_one, all_other) = (sum(one), sum(other));
    if all_one == 0.0 || all_other == 0.0 {
        return 0.0;
    }
    let share = all_one / (all_one + all_other);
    let rarer = share.min(1.0 - share);
    let cells = one.iter().zip(other).map(|(&a, &b)| (a as f64, b as f64));
    let pooled = pool(cells, |&(a, b)| (a + b) * rarer, |x, y| (x.0 + y.0, x.1 + y.1));
    let square = pooled
        .iter()
        .map(|&(a, b)| {
            let (expect_a, expect_b) = ((a + b) * share, (a + b) * (1.0 - share));
            (a - expect_a).powi(2) / expect_a + (b - expect_b).powi(2) / expect_b
        })
        .sum();
    normal_of_chi_square(square, pooled.len().saturating_sub(1))
}

/// The number of standard deviations of a normal variable that is as unlikely as this chi-square (Wilson
/// and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal).
pub fn normal_of_chi_square(square: f64, degrees: usize) -> f64 {
    if degrees == 0 {
        return 0.0;
    }
    let variance = 2.0 / (9.0 * degrees as f64);
    ((square / degrees as f64).cbrt() - (1.0 - variance)) / variance.sqrt()
}

/// Puts cells that expect too few into one; where even that one expects too few it joins its neighbour.
fn pool<C>(
    cells: impl Iterator<Item = C>,
    expectation: impl Fn(&C) -> f64,
    join: impl Fn(C, C) -> C,
) -> Vec<C> {
    let (mut pooled, rare): (Vec<C>, Vec<C>) =
        cells.filter(|cell| expectation(cell) > 0.0).partition(|cell| expectation(cell) >= FEWEST);
    let mut rest = rare.into_iter().reduce(&join);
    if rest.as_ref().is_some_and(|rest| expectation(rest) < FEWEST)
        && let Some(neighbour) = pooled.pop()
    {
        rest = rest.map(|rest| join(neighbour, rest));
    }
    pooled.extend(rest);
    pooled
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Critical values from printed tables, with the normal deviate of the same significance.
    #[test]
    fn the_approximation_meets_the_tables() {
        for (degrees, square, normal) in [
            (1, 3.841, 1.645),
            (2, 5.991, 1.645),
            (5, 11.070, 1.645),
            (10, 18.307, 1.645),
            (10, 29.588, 3.090),
            (30, 43.773, 1.645),
            (100, 124.342, 1.645),
            (100, 149.449, 3.090),
        ] {
            let found = normal_of_chi_square(square, degrees);
            assert!((found - normal).abs() < 0.06, "{square} with {degrees}: {found}, not {normal}");
        }
    }

    #[test]
    fn nothing_to_compare_is_not_a_difference() {
        assert_eq!(normal_of_chi_square(0.0, 0), 0.0);
        assert!(chi_square_passes(&[7], &[3.0]));
        assert_eq!(two_sample_normal(&[0, 0], &[5, 5]), 0.0);
        assert_eq!(two_sample_normal(&[9], &[90]), 0.0);
    }

    #[test]
    fn impossible_positions_are_refused() {
        assert!(!chi_square_passes(&[1_000_000, 1], &[1.0, 0.0]));
        assert!(chi_square_passes(&[1_000_000, 0], &[1.0, 0.0]));
    }

    #[test]
    fn the_proportions_count_and_not_the_scale() {
        for scale in [0.001, 1.0, 1e6] {
            assert!(chi_square_passes(&[510, 1_490], &[0.25 * scale, 0.75 * scale]));
            assert!(!chi_square_passes(&[750, 1_250], &[0.25 * scale, 0.75 * scale]));
        }
    }

    #[test]
    fn rare_cells_are_put_together() {
        // One in a cell that expects a thousandth would be a huge chi-square of its own.
        let mut observed = vec![1_000, 1_000];
        let mut expected = vec![1_000.0, 1_000.0];
        observed.extend([1, 0, 0, 0]);
        expected.extend([0.001; 4]);
        assert!(chi_square_passes(&observed, &expected));
        assert!(two_sample_normal(&[500, 500, 1, 0], &[500, 500, 0, 1]) < 1.0);
    }

    #[test]
    fn two_samples_of_different_size_are_compared_by_share() {
        assert!(samples_agree(&[30, 70], &[3_050, 6_950]));
        assert!(!samples_agree(&[70, 30], &[3_050, 6_950]));
    }
}
