//! The names of an enum's variants, asked of the type itself: a list kept by hand would be forgotten.

use serde::de::{DeserializeOwned, Error, value::StrDeserializer};
use std::{cell::RefCell, fmt};

thread_local! {
    static NAMES: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
}

/// What the variants of an enum are called on the wire, in order, those of enums that it embeds included; nothing for a
/// type that is not an enum or does not begin with the variant's name.
pub(crate) fn names<T: DeserializeOwned>() -> Vec<&'static str> {
    NAMES.take();
    // Nothing can be read from a question: what counts is only which variants it is compared with.
    let _: Result<T, Unread> = T::deserialize(StrDeserializer::new("zz_unknown"));
    NAMES.take()
}

/// An enum that does not know a variant says which ones it knows.
#[derive(Debug)]
struct Unread;

impl Error for Unread {
    fn custom<T: fmt::Display>(_: T) -> Unread {
        Unread
    }
    fn unknown_variant(_: &str, known: &'static [&'static str]) -> Unread {
        NAMES.with_borrow_mut(|names| names.extend(known));
        Unread
    }
}
impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no value here")
    }
}
impl std::error::Error for Unread {}

#[cfg(test)]
mod tests {
    use super::names;
    use kernel::{CommonError, Luck, Seat, Start, Suit};
    use serde::Deserialize;

    #[derive(Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[expect(dead_code, reason = "only its names count")]
    enum Embedding {
        Own,
        #[serde(untagged)]
        Common(CommonError),
    }

    #[test]
    fn an_enum_names_its_variants_and_nothing_else_does() {
        assert_eq!(names::<Suit>(), ["c", "d", "h", "s"]);
        assert_eq!(names::<Luck>(), ["shuffle", "roll"]);
        assert_eq!(names::<Embedding>()[..2], ["own", "bad_options"]);
        assert!(names::<Start>().is_empty() && names::<Seat>().is_empty() && names::<Vec<Suit>>().is_empty());
    }
}
