//! The names of an enum's variants, asked of the type itself: a list kept by hand would be forgotten.

use serde::{
    Deserializer,
    de::{DeserializeOwned, Error, Visitor, value},
    forward_to_deserialize_any,
};

/// What the variants of an enum are called on the wire, in order; nothing for a type that is not an enum or
/// does not begin with the variant's name.
pub(crate) fn names<T: DeserializeOwned>() -> &'static [&'static str] {
    let mut names: &'static [&'static str] = &[];
    // Nothing can be read from a question: only what it was asked for counts.
    let _: Result<T, value::Error> = T::deserialize(Question(&mut names));
    names
}

/// Holds no value. An enum names its variants when it asks for one.
struct Question<'a>(&'a mut &'static [&'static str]);

impl<'de> Deserializer<'de> for Question<'_> {
    type Error = value::Error;

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, value::Error> {
        Err(Error::custom("there is no value here"))
    }
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, value::Error> {
        *self.0 = variants;
        self.deserialize_any(visitor)
    }
    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit
        unit_struct newtype_struct seq tuple tuple_struct map struct identifier ignored_any
    }
}

#[cfg(test)]
mod tests {
    use super::names;
    use kernel::{Luck, Seat, Start, Suit};

    #[test]
    fn an_enum_names_its_variants_and_nothing_else_does() {
        assert_eq!(names::<Suit>(), ["c", "d", "h", "s"]);
        assert_eq!(names::<Luck>(), ["shuffle", "roll"]);
        assert!(names::<Start>().is_empty() && names::<Seat>().is_empty() && names::<Vec<Suit>>().is_empty());
    }
}
