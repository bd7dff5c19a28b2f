use super::report::{Beliefs, Tenth};
use crate::calibrate::Inferences;

/// How right inferences were, and those of somebody who only counts places.
pub(super) fn beliefs(inferences: &Inferences, blind: &Inferences) -> Option<Beliefs> {
    let counted = &inferences.counted;
    let places = |number: f64| (number * 1e4).round() / 1e4;
    (counted.count() > 0).then(|| Beliefs {
        decisions: inferences.decisions as u32,
        cards: counted.count() as u32,
        brier: places(counted.brier()),
        blind: places(blind.counted.brier()),
        falsely_certain: inferences.falsely_certain as u32,
        tenths: counted
            .bins()
            .into_iter()
            .map(|bin| {
                bin.map(|bin| Tenth {
                    count: bin.count as u32,
                    said: places(bin.predicted),
                    came_true: places(bin.came_true),
                })
            })
            .collect(),
    })
}
