use alloc::string::String;
use core::fmt;
use serde::Serialize;

/// A mistake in a deck, and its place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{}", self.displayed())]
pub struct DeckError {
    /// The file.
    pub file: String,
    /// The line, from 1; 0 where it is about no line in particular.
    pub line: u32,
    /// What it is about, such as `card "great-auk"`.
    pub item: String,
    /// The field, such as `points` or `power.do[0].n`.
    pub field: String,
    /// What kind of mistake it is.
    pub kind: Fault,
    /// The mistake in words.
    pub detail: String,
}

impl DeckError {
    /// `cards.toml:41: card "great-auk": points: 12 is outside 0..=9 (out_of_range)`
    fn displayed(&self) -> impl fmt::Display {
        struct Displayed<'a>(&'a DeckError);
        impl fmt::Display for Displayed<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let DeckError { file, line, item, field, kind, detail } = self.0;
                write!(f, "{file}")?;
                if *line > 0 {
                    write!(f, ":{line}")?;
                }
                for part in [item, field] {
                    if !part.is_empty() {
                        write!(f, ": {part}")?;
                    }
                }
                write!(f, ": {detail} ({kind})")
            }
        }
        Displayed(self)
    }
}

macro_rules! words {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $word:literal,)* }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant,)*
        }
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self { $($name::$variant => $word,)* })
            }
        }
    };
}

words! {
    /// A kind of mistake in a deck.
    Fault {
        /// It is not TOML.
        Syntax = "syntax",
        /// It is written for other rules.
        BadSchema = "bad_schema",
        /// Too many bytes or cards.
        TooLarge = "too_large",
        /// Something must be there.
        MissingField = "missing_field",
        /// Something must not be there.
        UnknownField = "unknown_field",
        /// A number where a word should be, and the like.
        WrongType = "wrong_type",
        /// Too small or too large, or none of the words.
        OutOfRange = "out_of_range",
        /// An id has other characters or is too long.
        BadId = "bad_id",
        /// The same id twice.
        DuplicateId = "duplicate_id",
        /// A card of no species.
        UnknownSpecies = "unknown_species",
        /// A cost nobody could read.
        BadCost = "bad_cost",
        /// Eggs without a nest, or the reverse.
        BadNest = "bad_nest",
        /// No such operation.
        UnknownOp = "unknown_op",
        /// An operation in a wrong place.
        OpNotAllowed = "op_not_allowed",
        /// An operation whose fields do not fit each other.
        BadOp = "bad_op",
        /// No such count or filter.
        BadExpression = "bad_expression",
        /// Neither `per` nor ascending `tiers`.
        BadPayout = "bad_payout",
        /// Not enough cards to play.
        TooFewCards = "too_few_cards",
        /// Not enough goals to play.
        TooFewGoals = "too_few_goals",
        /// A tile without exactly two sides.
        BadTile = "bad_tile",
        /// No core set of bonus cards.
        BonusMissing = "bonus_missing",
        /// Numbers of the mat that do not fit.
        BadBoard = "bad_board",
    }
}

/// Something odd about a deck that can be played all the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
pub struct Warning {
    /// What it is about.
    pub item: String,
    /// The oddity.
    pub kind: WarningKind,
    /// In words.
    pub detail: String,
}

words! {
    /// What can be odd about a deck.
    #[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
    WarningKind {
        /// Far from what the price formula says.
        PriceOff = "price_off",
        /// Far from half the clutch.
        EggLimitOff = "egg_limit_off",
        /// A food that the species does not eat.
        CostNotEaten = "cost_not_eaten",
        /// A habitat in which the species does not live.
        HabitatOff = "habitat_off",
        /// A set-up may offer fewer than two bonus cards.
        BonusMayRunShort = "bonus_may_run_short",
    }
}
