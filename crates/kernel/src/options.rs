use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One house rule, described so that a form, a command line and a random test can fill it in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Its name in the options.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is if nobody says anything. [`Setting::Unset`]: it follows from the other options.
    pub default: Setting,
}

/// What a field may be set to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// `"on"` or `"off"`.
    Switch,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A whole number.
    Number {
        /// The smallest.
        from: u32,
        /// The largest.
        to: u32,
        /// The distance from one to the next.
        step: u32,
        /// One more value outside the range, such as 0 for "no limit".
        or: Option<Setting>,
    },
    /// Whole numbers by name that add up to a total.
    Shares {
        /// The names.
        of: &'static [&'static str],
        /// What they add up to.
        total: u32,
    },
}

/// A value of a field, as it stands in JSON.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// Left to the other options.
    Unset,
    /// A word.
    Word(&'static str),
    /// A whole number.
    Number(u32),
}

/// A named set of house rules: the defaults with some fields changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// Its name.
    pub name: &'static str,
    /// What differs from the defaults.
    pub settings: &'static [(&'static str, Setting)],
}

/// A house rule that is on or off. On the wire `"on"` and `"off"`; `true` and `false` are understood.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Switch {
    /// In force.
    On,
    /// Not in force.
    #[default]
    Off,
}

impl Switch {
    /// Whether it is on.
    pub const fn is_on(self) -> bool {
        matches!(self, Switch::On)
    }
}

impl Serialize for Switch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if self.is_on() { "on" } else { "off" })
    }
}

impl<'de> Deserialize<'de> for Switch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Switch;
            fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.write_str("\"on\" or \"off\"")
            }
            fn visit_bool<E: serde::de::Error>(self, on: bool) -> Result<Switch, E> {
                Ok(if on { Switch::On } else { Switch::Off })
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Switch, E> {
                match word {
                    "on" => Ok(Switch::On),
                    "off" => Ok(Switch::Off),
                    _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
