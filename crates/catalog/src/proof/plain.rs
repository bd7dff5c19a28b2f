//! JSON in the one form that `JSON.stringify` and `serde_json` both write, so that a page and a program hash the same
//! bytes: no spaces, integers that every JavaScript number holds, no member twice, and no member whose name is made of
//! digits, because JavaScript would move it to the front.

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, SeqAccess, Visitor},
    ser::{Serialize, SerializeMap, Serializer},
};
use std::fmt;

/// The largest integer that JavaScript holds exactly, and the smallest as its negative.
const LARGEST: i64 = (1 << 53) - 1;

/// Whether a text is JSON in the one form that pages and programs both write, so that they hash the same bytes.
pub fn is_plain(text: &str) -> bool {
    let read = serde_json::from_str::<Plain>(text);
    read.is_ok_and(|value| serde_json::to_string(&value).is_ok_and(|again| again == text))
}

/// A value whose members keep their order.
enum Plain {
    Null,
    Bool(bool),
    Number(i64),
    Text(String),
    List(Vec<Plain>),
    Object(Vec<(String, Plain)>),
}

impl Serialize for Plain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Plain::Null => serializer.serialize_unit(),
            Plain::Bool(value) => serializer.serialize_bool(*value),
            Plain::Number(value) => serializer.serialize_i64(*value),
            Plain::Text(value) => serializer.serialize_str(value),
            Plain::List(items) => items.serialize(serializer),
            Plain::Object(members) => {
                let mut map = serializer.serialize_map(Some(members.len()))?;
                for (name, value) in members {
                    map.serialize_entry(name, value)?;
                }
                map.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for Plain {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Plain, D::Error> {
        deserializer.deserialize_any(PlainVisitor)
    }
}

struct PlainVisitor;

impl<'de> Visitor<'de> for PlainVisitor {
    type Value = Plain;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON with integers of at most 53 bits and no member twice")
    }
    fn visit_unit<E>(self) -> Result<Plain, E> {
        Ok(Plain::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Plain, E> {
        Ok(Plain::Bool(value))
    }
    fn visit_i64<E: Error>(self, value: i64) -> Result<Plain, E> {
        if (-LARGEST..=LARGEST).contains(&value) {
            Ok(Plain::Number(value))
        } else {
            Err(E::custom("the integer is too large"))
        }
    }
    fn visit_u64<E: Error>(self, value: u64) -> Result<Plain, E> {
        i64::try_from(value)
            .map_err(|_| E::custom("the integer is too large"))
            .and_then(|value| self.visit_i64(value))
    }
    fn visit_str<E>(self, value: &str) -> Result<Plain, E> {
        Ok(Plain::Text(value.into()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Plain, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element()? {
            list.push(item);
        }
        Ok(Plain::List(list))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<Plain, A::Error> {
        let mut object: Vec<(String, Plain)> = Vec::new();
        while let Some((name, value)) = members.next_entry::<String, Plain>()? {
            let is_number = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit());
            if is_number || object.iter().any(|(known, _)| *known == name) {
                return Err(A::Error::custom("a member comes twice or has a number for a name"));
            }
            object.push((name, value));
        }
        Ok(Plain::Object(object))
    }
}
