use alloc::{borrow::Cow, string::String};
use core::ops::RangeInclusive;
use serde::{Deserialize, Serialize};

/// The reasons to refuse that every game has. A game embeds them in its own errors, where they are serialized like
/// variants of its own:
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// use kernel::CommonError;
///
/// #[derive(Debug, PartialEq, Serialize, Deserialize, thiserror::Error)]
/// #[serde(rename_all = "snake_case")]
/// enum Error {
///     #[error("you must follow suit")]
///     MustFollow,
///     /// A reason that every game has. The last variant, as serde demands.
///     #[error(transparent)]
///     #[serde(untagged)]
///     Common(#[from] CommonError),
/// }
///
/// let error = Error::from(CommonError::NotYourTurn);
/// assert_eq!(error.to_string(), "it is not your turn");
/// assert_eq!(serde_json::to_string(&error).unwrap(), r#""not_your_turn""#);
/// assert_eq!(serde_json::from_str::<Error>(r#""not_your_turn""#).unwrap(), error);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "kernel/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum CommonError {
    /// An option is out of its range, or does not fit the other options or the number of seats.
    #[error("{field} {}", reason(range.as_deref()))]
    BadOptions {
        /// Its name.
        field: Cow<'static, str>,
        /// What it must be, such as "5 to 15", if it is out of its range.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        range: Option<String>,
    },
    /// Not enough seats to start.
    #[error("at least {needed} player{} needed", if *needed == 1 { " is" } else { "s are" })]
    TooFewPlayers {
        /// How many are needed.
        needed: u8,
    },
    /// More seats than the table takes.
    #[error("at most {most} players can play")]
    TooManyPlayers {
        /// How many can play.
        most: u8,
    },
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
    /// Another seat decides, or this one has left the game.
    #[error("it is not your turn")]
    NotYourTurn,
    /// This seat is ready.
    #[error("you are ready already")]
    AlreadyReady,
}

impl CommonError {
    /// An option that does not fit the other options or the number of seats.
    pub const fn bad_option(field: &'static str) -> CommonError {
        CommonError::BadOptions { field: Cow::Borrowed(field), range: None }
    }
    /// Refuses a number of seats outside of `range`.
    pub fn check_seats(seats: u8, range: RangeInclusive<u8>) -> Result<(), CommonError> {
        if seats < *range.start() {
            Err(CommonError::TooFewPlayers { needed: *range.start() })
        } else if seats > *range.end() {
            Err(CommonError::TooManyPlayers { most: *range.end() })
        } else {
            Ok(())
        }
    }
}

fn reason(range: Option<&str>) -> String {
    match range {
        Some(range) => alloc::format!("must be {range}"),
        None => "does not fit the other options or the number of seats".into(),
    }
}
