//! A game and its house rules, as several commands take them.

use crate::Failure;
use catalog::{Entry, HouseRules};
use kernel::Start;
use serde_json::Value;

/// Which game, and by which house rules.
#[derive(Debug, clap::Args)]
pub(crate) struct Table {
    /// A game, as `aboveboard games` lists them
    game: String,
    /// Number of seats [default: the game's default]
    #[arg(long)]
    seats: Option<u8>,
    /// A named set of options
    #[arg(long)]
    preset: Option<String>,
    /// One option, overriding the preset; may be repeated
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = option)]
    options: Vec<(String, Value)>,
}

impl Table {
    /// A game by its default rules.
    pub(crate) fn of(game: &str) -> Table {
        Table { game: game.into(), seats: None, preset: None, options: Vec::new() }
    }
    pub(crate) fn entry(&self) -> Result<&'static Entry, Failure> {
        catalog::find(&self.game).map_err(Failure::Usage)
    }
    pub(crate) fn rules(&self) -> HouseRules {
        HouseRules { preset: self.preset.clone(), options: self.options.iter().cloned().collect() }
    }
    pub(crate) fn start(&self, entry: &Entry) -> Start {
        entry.start_by(&self.rules(), self.seats)
    }
}

/// A value is JSON where it reads as JSON (`target=5`), else a word (`stick_the_dealer=on`).
fn option(text: &str) -> Result<(String, Value), String> {
    let (key, value) = text.split_once('=').ok_or("an option is written KEY=VALUE")?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((key.into(), value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_json_or_words() {
        assert_eq!(option("target=5"), Ok(("target".into(), 5.into())));
        assert_eq!(option("alone=off"), Ok(("alone".into(), "off".into())));
        assert_eq!(option("a=b=c"), Ok(("a".into(), "b=c".into())));
        assert!(option("target").is_err());
    }
}
