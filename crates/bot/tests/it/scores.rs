use bot::{Bin, Calibration, Score};

#[test]
fn a_mean_comes_with_its_interval() {
    let mut score = Score::default();
    assert_eq!((score.mean(), score.ci95()), (0.0, 0.0));
    for value in [1.0, 2.0, 3.0, 4.0] {
        score.add(value);
    }
    assert_eq!((score.count(), score.mean()), (4, 2.5));
    // Variance 5/3, so the standard error is the root of 5/12.
    assert!((score.ci95() - 1.96 * (5.0f64 / 12.0).sqrt()).abs() < 1e-12);
}

#[test]
fn u_66_the_brier_score_of_the_worked_example() {
    let mut calibration = Calibration::default();
    // The right bower: 2/7, 0, 2/7, 3/7; it was with the first.
    calibration.add(&[2.0 / 7.0, 0.0, 2.0 / 7.0, 3.0 / 7.0], 0);
    assert!((calibration.brier() - 0.776).abs() < 0.0005, "{}", calibration.brier());
    let bins = calibration.bins();
    assert_eq!(bins[0], Some(Bin { count: 1, predicted: 0.0, came_true: 0.0 }));
    assert_eq!(bins[2].map(|bin| (bin.count, bin.came_true)), Some((2, 0.5)));
    assert_eq!(bins[9], None);
}
