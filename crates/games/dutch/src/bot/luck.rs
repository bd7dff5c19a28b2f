/// A bot's own luck: a hash of its seed and of what is being decided, never of anything it cannot see.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Luck(u64);

impl Luck {
    pub(crate) const fn new(seed: u64) -> Luck {
        Luck(seed)
    }
    /// Whether something that happens in `per_cent` of all cases happens. The same question has the same answer.
    pub(crate) fn happens(self, per_cent: u8, about: &[u64]) -> bool {
        self.below(100, about) < per_cent.into()
    }
    /// A number below `n`.
    pub(crate) fn below(self, n: u64, about: &[u64]) -> u64 {
        let number = about.iter().fold(scramble(self.0), |number, &word| scramble(number ^ scramble(word)));
        number % n.max(1)
    }
}

/// SplitMix64's finalizer: neighbours become strangers.
pub(crate) const fn scramble(number: u64) -> u64 {
    let number = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    number ^ (number >> 31)
}
