use crate::CommonError;
use alloc::{format, string::String};
use core::{
    fmt::{self, Write},
    ops::RangeInclusive,
};
use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{DeserializeOwned, IntoDeserializer, Unexpected, Visitor, value::Error},
    forward_to_deserialize_any,
};

/// Declares the house rules of a game: each option once, with its type, its values and its default.
///
/// ```
/// use kernel::{CommonError, Field, Switch};
///
/// kernel::options! {
///     /// House rules.
///     #[derive(Copy, Eq)]
///     pub struct Options {
///         /// Points that win the game.
///         target: u8 = Field::number("target", 5..=15, 10),
///         /// Whether the dealer must name a suit after seven passes.
///         stick_the_dealer: Switch = Field::switch("stick_the_dealer", Switch::Off),
///     }
/// }
///
/// assert_eq!(Options::default().target, 10);
/// assert_eq!(Options::FIELDS[1].name, "stick_the_dealer");
/// let refused = Options { target: 99, ..Options::default() }.admitted().unwrap_err();
/// assert_eq!(refused.to_string(), "target must be 5 to 15");
/// ```
#[macro_export]
macro_rules! options {
    (
        $(#[$meta:meta])*
        $vis:vis struct $Options:ident {
            $($(#[$field_meta:meta])* $field:ident: $kind:ty = $declared:expr),* $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        $vis struct $Options {
            $($(#[$field_meta])* $vis $field: $kind,)*
        }

        impl Default for $Options {
            fn default() -> Self {
                // Constants, so that the description is not built where it is read.
                $Options { $($field: { const FIELD: &$crate::Field = &$declared; FIELD.initial() },)* }
            }
        }

        impl $Options {
            /// Every option with its values and its default.
            pub const FIELDS: &'static [$crate::Field] = &[$($declared),*];

            /// Refuses a number outside the range of its option.
            pub fn admitted(&self) -> Result<(), $crate::CommonError> {
                $({
                    const FIELD: &$crate::Field = &$declared;
                    FIELD.check(&self.$field)?;
                })*
                Ok(())
            }
        }
    };
}

/// One house rule, described so that a form, a command line and a random test can fill it in.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Field {
    /// Its name in the options.
    pub name: &'static str,
    /// What it may be.
    pub kind: Kind,
    /// What it is if nobody sets it. [`Setting::Unset`]: it follows from the other options.
    pub default: Setting,
}

impl Field {
    /// An option that is on or off.
    pub const fn switch(name: &'static str, default: Switch) -> Field {
        Field { name, kind: Kind::Switch, default: Setting::Word(default.word()) }
    }
    /// One of some words.
    pub const fn choice(name: &'static str, words: &'static [&'static str], default: &'static str) -> Field {
        Field { name, kind: Kind::Choice(words), default: Setting::Word(default) }
    }
    /// A whole number.
    pub const fn number(name: &'static str, range: RangeInclusive<u32>, default: u32) -> Field {
        let kind = Kind::Number { from: *range.start(), to: *range.end(), step: 1, or: None };
        Field { name, kind, default: Setting::Number(default) }
    }
    /// A whole number or, by default, a word.
    pub const fn word_or_number(name: &'static str, word: &'static str, range: RangeInclusive<u32>) -> Field {
        let default = Setting::Word(word);
        Field { default, ..Field::number(name, range, 0).or(default) }
    }
    /// An option that follows from the others unless it is set.
    pub const fn unset(name: &'static str, kind: Kind) -> Field {
        Field { name, kind, default: Setting::Unset }
    }
    /// The same number in steps of `by`, from the smallest.
    #[must_use]
    pub const fn step(mut self, by: u32) -> Field {
        if let Kind::Number { step, .. } = &mut self.kind {
            *step = by;
        }
        self
    }
    /// The same number, or one more value outside of its range.
    #[must_use]
    pub const fn or(mut self, other: Setting) -> Field {
        if let Kind::Number { or, .. } = &mut self.kind {
            *or = Some(other);
        }
        self
    }
    /// The same number of seconds, or 0 for no limit.
    #[must_use]
    pub const fn or_unlimited(self) -> Field {
        self.or(Setting::Number(0))
    }

    /// Whether the option can be `value`. Only numbers are looked at: a type has no words but those of its option.
    pub fn admits(&self, value: &impl Serialize) -> bool {
        let Kind::Number { from, to, step, or } = self.kind else { return true };
        let mut text = String::new();
        if write!(text, "{}", Plain(value)).is_err() {
            return false;
        }
        match (text.parse::<u32>(), or) {
            (Ok(number), Some(Setting::Number(other))) if number == other => true,
            (Ok(number), _) => (from..=to).contains(&number) && (number - from).is_multiple_of(step),
            (Err(_), Some(Setting::Word(word))) => text == word,
            (Err(_), _) => false,
        }
    }
    /// What a number can be, as a person reads it; `None` if the option is not a number.
    pub fn range(&self) -> Option<String> {
        let Kind::Number { from, to, step, or } = self.kind else { return None };
        let mut range = match (to - from) / step {
            1 => format!("{from} or {to}"),
            _ if step > 1 => format!("{from} to {to} in steps of {step}"),
            _ => format!("{from} to {to}"),
        };
        match or {
            Some(Setting::Number(number)) => range += &format!(", or {number}"),
            Some(Setting::Word(word)) => range += &format!(", or {word}"),
            Some(Setting::Unset) | None => {}
        }
        Some(range)
    }
    /// Refuses a number that the option cannot be, and says what it can be.
    pub fn check(&self, value: &impl Serialize) -> Result<(), CommonError> {
        if self.admits(value) {
            return Ok(());
        }
        Err(CommonError::BadOptions { field: self.name.into(), range: self.range() })
    }
    /// Its default as a value of the type that the options have for it.
    ///
    /// # Panics
    /// If the type has no such value.
    pub fn initial<T: DeserializeOwned>(&self) -> T {
        T::deserialize(self.default).unwrap_or_else(|error| panic!("the default of {}: {error}", self.name))
    }
}

/// A number or a word without quotation marks.
struct Plain<'a, T>(&'a T);

impl<T: Serialize> fmt::Display for Plain<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.serialize(f)
    }
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

impl<'de> Deserializer<'de> for Setting {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self {
            Setting::Unset => visitor.visit_none(),
            Setting::Word(word) => visitor.visit_str(word),
            Setting::Number(number) => visitor.visit_u32(number),
        }
    }
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self == Setting::Unset { visitor.visit_none() } else { visitor.visit_some(self) }
    }
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self {
            Setting::Word(word) => visitor.visit_enum(IntoDeserializer::<Error>::into_deserializer(word)),
            _ => self.deserialize_any(visitor),
        }
    }
    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

/// Reads an option that is `word` or a number; `None` for the word.
pub fn word_or_number<'de, D: Deserializer<'de>>(
    deserializer: D,
    word: &'static str,
) -> Result<Option<u32>, D::Error> {
    struct WordOrNumber(&'static str);
    impl Visitor<'_> for WordOrNumber {
        type Value = Option<u32>;
        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "\"{}\" or a whole number", self.0)
        }
        fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Option<u32>, E> {
            let small = u32::try_from(number).ok();
            small.map(Some).ok_or_else(|| E::invalid_value(Unexpected::Unsigned(number), &self))
        }
        fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Option<u32>, E> {
            if word == self.0 { Ok(None) } else { Err(E::invalid_value(Unexpected::Str(word), &self)) }
        }
    }
    deserializer.deserialize_any(WordOrNumber(word))
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
    const fn word(self) -> &'static str {
        if self.is_on() { "on" } else { "off" }
    }
}

impl Serialize for Switch {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.word())
    }
}

impl<'de> Deserialize<'de> for Switch {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl serde::de::Visitor<'_> for Visitor {
            type Value = Switch;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("\"on\" or \"off\"")
            }
            fn visit_bool<E: serde::de::Error>(self, on: bool) -> Result<Switch, E> {
                Ok(if on { Switch::On } else { Switch::Off })
            }
            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Switch, E> {
                match word {
                    "on" => Ok(Switch::On),
                    "off" => Ok(Switch::Off),
                    _ => Err(E::invalid_value(Unexpected::Str(word), &self)),
                }
            }
        }
        deserializer.deserialize_any(Visitor)
    }
}
