use serde::{Deserialize, Deserializer, de};
use std::str::FromStr;

/// A whole number within bounds, read by the same rule wherever it comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Within<const FROM: u32, const TO: u32>(u32);

impl<const FROM: u32, const TO: u32> Within<FROM, TO> {
    pub(crate) fn get(self) -> u32 {
        self.0
    }
    fn new(number: Option<i64>) -> Result<Self, String> {
        let number = number.and_then(|number| u32::try_from(number).ok());
        let number = number.filter(|number| (FROM..=TO).contains(number));
        number.map(Within).ok_or_else(|| format!("expected a whole number from {FROM} to {TO}"))
    }
}

impl<const FROM: u32, const TO: u32> FromStr for Within<FROM, TO> {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        Within::new(text.trim().parse().ok())
    }
}

impl<'de, const FROM: u32, const TO: u32> Deserialize<'de> for Within<FROM, TO> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Within::new(Some(i64::deserialize(deserializer)?)).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_for_text_and_for_numbers() {
        type Small = Within<1, 20>;
        assert_eq!("20".parse(), Ok(Within::<1, 20>(20)));
        assert_eq!("1".parse::<Small>().map(Within::get), Ok(1));
        for bad in ["0", "21", "-1", "1.5", "", "x", "99999999999999999999"] {
            let refused = bad.parse::<Small>();
            assert_eq!(refused, Err("expected a whole number from 1 to 20".into()), "{bad}");
        }
        let read = |text: &str| serde_json::from_str::<Small>(text).map(Within::get).ok();
        assert_eq!(
            (read("7"), read("0"), read("21"), read("-3"), read("\"7\"")),
            (Some(7), None, None, None, None)
        );
    }
}
