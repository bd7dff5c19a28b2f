use alloc::sync::Arc;
use core::fmt;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// An id that the deck gives out. Copies share the text, so that lists of actions and views are cheap.
macro_rules! id {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/", type = "string"))]
        pub struct $name(Arc<str>);

        impl $name {
            /// The id of that name, whether any deck has it or not.
            pub fn new(name: &str) -> $name {
                $name(name.into())
            }
            /// As it is written.
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.0)
            }
        }
        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Visitor;
                impl serde::de::Visitor<'_> for Visitor {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str("an id")
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        Ok($name::new(text))
                    }
                }
                deserializer.deserialize_str(Visitor)
            }
        }
    };
}

id! {
    /// A bird card: the id of its card in the deck, and `#2`, `#3`, `#4` behind it for further copies.
    CardId
}
id! {
    /// A kind of bonus card. Nobody holds two of a kind, so the kind names the card.
    BonusId
}
id! {
    /// A side of a goal tile.
    GoalId
}
