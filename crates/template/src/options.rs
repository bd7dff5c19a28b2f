use kernel::{Field, Preset, Setting};

kernel::options! {
    /// House rules.
    #[derive(Copy, Eq)]
    pub struct Options {
        /// Cards dealt to each seat.
        hand_size: u8 = Field::number("hand_size", 3..=10, 5),
        /// Time to play a card; 0: no limit.
        turn_seconds: u8 = Field::number("turn_seconds", 5..=60, 20).or_unlimited(),
    }
}

pub(crate) const PRESETS: &[Preset] = &[
    Preset { name: "house", settings: &[] },
    Preset { name: "long", settings: &[("hand_size", Setting::Number(10))] },
];
