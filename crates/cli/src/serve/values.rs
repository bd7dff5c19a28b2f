//! Words that options may have.

use clap::ValueEnum;
use serde::Deserialize;
use server::Pace;
use std::{fmt, str::FromStr};

/// How fast bots act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum BotPace {
    /// With pauses like people
    Human,
    /// Without pauses
    AtOnce,
}

impl BotPace {
    pub(super) fn of_the_server(self) -> Pace {
        match self {
            BotPace::Human => Pace::Human,
            BotPace::AtOnce => Pace::AtOnce,
        }
    }
}

/// Whether a feature is on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OnOff {
    /// Switched on
    On,
    /// Switched off
    Off,
}

impl OnOff {
    pub(super) fn is_on(self) -> bool {
        self == OnOff::On
    }
}

/// What people have to enter to see anything of a card room.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct DoorCode(String);

impl DoorCode {
    pub(super) fn into_text(self) -> String {
        self.0
    }
}

impl fmt::Debug for DoorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DoorCode")
    }
}

impl FromStr for DoorCode {
    type Err = String;
    fn from_str(text: &str) -> Result<DoorCode, String> {
        let code = text.trim();
        match (6..=100).contains(&code.chars().count()) {
            true => Ok(DoorCode(code.to_owned())),
            false => Err("expected 6 to 100 characters: a shorter code can be guessed".into()),
        }
    }
}

impl TryFrom<String> for DoorCode {
    type Error = String;
    fn try_from(text: String) -> Result<DoorCode, String> {
        text.parse()
    }
}

/// How much a server logs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogLevel {
    Off,
    Error,
    Warn,
    #[default]
    Info,
    Debug,
    Trace,
}

/// Format of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum LogFormat {
    /// For people
    #[default]
    Text,
    /// For programs: one JSON object per line
    Json,
}
