use alloc::vec::Vec;
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Names a build: a running number, never used twice in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
pub struct BuildId(pub u8);

impl fmt::Display for BuildId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "build {}", self.0)
    }
}

/// A set of builds. On the wire: their ids, ascending. No game makes 64 builds.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/", type = "Array<number>"))]
pub struct BuildSet(u64);

impl BuildSet {
    /// None.
    pub const EMPTY: BuildSet = BuildSet(0);

    /// One build.
    pub const fn only(build: BuildId) -> BuildSet {
        BuildSet(1 << build.0)
    }
    /// Whether `build` is among them.
    pub const fn contains(self, build: BuildId) -> bool {
        build.0 < 64 && self.0 & (1 << build.0) != 0
    }
    /// The number of builds.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }
    /// None at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = BuildId> + Clone {
        let mut left = self.0;
        core::iter::from_fn(move || {
            (left != 0).then(|| {
                let build = BuildId(left.trailing_zeros() as u8);
                left &= left - 1;
                build
            })
        })
    }
}

impl FromIterator<BuildId> for BuildSet {
    fn from_iter<I: IntoIterator<Item = BuildId>>(builds: I) -> Self {
        BuildSet(builds.into_iter().fold(0, |set, build| set | 1 << build.0))
    }
}
impl fmt::Debug for BuildSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|build| build.0)).finish()
    }
}
impl Serialize for BuildSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
impl<'de> Deserialize<'de> for BuildSet {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let builds = Vec::<BuildId>::deserialize(deserializer)?;
        if builds.iter().any(|build| build.0 >= 64) {
            return Err(D::Error::custom("the number of a build must be below 64"));
        }
        // Any order is read, so no sender has to sort; what is written is ascending.
        let set: BuildSet = builds.iter().copied().collect();
        if set.len() != builds.len() {
            return Err(D::Error::custom("a set of builds must not name a build twice"));
        }
        Ok(set)
    }
}
