use kernel::{CommonError, Field, Preset, Setting, Switch};
use serde::{Deserialize, Serialize};

kernel::options! {
    /// House rules (Euchre 8).
    #[derive(Copy, Eq)]
    pub struct Options {
        /// Points that win the game.
        target: u8 = Field::number("target", 5..=15, 10),
        /// Whether the dealer must name a suit after seven passes.
        stick_the_dealer: Switch = Field::switch("stick_the_dealer", Switch::Off),
        /// Whether the dealer may discard the card just taken.
        may_discard_upcard: Switch = Field::switch("may_discard_upcard", Switch::On),
        /// Rounds in which the maker may go alone.
        alone: Alone = Field::choice("alone", &["both", "round1", "off"], "both"),
        /// When the maker says so.
        alone_when: AloneWhen = Field::choice("alone_when", &["with_call", "after_discard"], "with_call"),
        /// Whether the dealer's partner may order up only alone.
        partner_alone: Switch = Field::switch("partner_alone", Switch::Off),
        /// Whether a defender may play alone.
        defend_alone: DefendAlone = Field::choice("defend_alone", &["off", "vs_loner", "any"], "off"),
        /// Points for setting a lone maker: 2 or 4.
        loner_euchre: u8 = Field::number("loner_euchre", 2..=4, 2).step(2),
        /// Whether makers without a trick give 4 points.
        super_euchre: Switch = Field::switch("super_euchre", Switch::Off),
        /// The seat that leads first when the maker is alone.
        loner_lead: LonerLead = Field::choice("loner_lead", &["left_of_dealer", "left_of_maker"], "left_of_dealer"),
        /// Whether a call needs a card of that suit in hand.
        call_needs_trump: Switch = Field::switch("call_needs_trump", Switch::Off),
        /// The seat that gets the first card.
        deal_from: DealFrom = Field::choice("deal_from", &["left", "dealer"], "left"),
        /// Whether players may see why a bot acted.
        reasons: Reasons = Field::choice("reasons", &["off", "after_deal"], "after_deal"),
        /// Time for a call; 0 = no limit, as for the others.
        bid_seconds: u8 = Field::number("bid_seconds", 5..=60, 20).or_unlimited(),
        /// Time for the discard.
        discard_seconds: u8 = Field::number("discard_seconds", 5..=60, 20).or_unlimited(),
        /// Time to say whether one plays alone.
        choice_seconds: u8 = Field::number("choice_seconds", 5..=30, 10).or_unlimited(),
        /// Time for a card.
        play_seconds: u8 = Field::number("play_seconds", 5..=60, 20).or_unlimited(),
        /// Time to look at a finished deal.
        ready_seconds: u8 = Field::number("ready_seconds", 5..=60, 15).or_unlimited(),
    }
}

/// Rounds of calling in which the maker may go alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Alone {
    /// In both.
    Both,
    /// Only when ordering up.
    Round1,
    /// In none.
    Off,
}

/// When the maker says "alone".
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AloneWhen {
    /// In the same breath as the call.
    WithCall,
    /// After the dealer's discard, in a phase of its own.
    AfterDiscard,
}

/// When a defender may play alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DefendAlone {
    /// Never.
    Off,
    /// Against a lone maker.
    VsLoner,
    /// After every call.
    Any,
}

/// The seat that leads first when the maker is alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LonerLead {
    /// The dealer's left, as always.
    LeftOfDealer,
    /// The maker's left.
    LeftOfMaker,
}

/// The seat that gets the first card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DealFrom {
    /// The dealer's left.
    Left,
    /// The dealer.
    Dealer,
}

/// Whether players may see why a bot acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reasons {
    /// Never.
    Off,
    /// Once the deal is over.
    AfterDeal,
}

impl Options {
    /// Checks the options and the number of seats.
    pub(crate) fn validate(&self, seats: u8) -> Result<(), CommonError> {
        // Euchre 3.1.
        CommonError::check_seats(seats, 4..=4)?;
        self.admitted()?;
        if self.partner_alone.is_on() && self.alone == Alone::Off {
            return Err(CommonError::bad_option("partner_alone"));
        }
        Ok(())
    }
}

pub(crate) const PRESETS: &[Preset] = &[
    Preset { name: "house", settings: &[] },
    Preset { name: "stick", settings: &[("stick_the_dealer", Setting::Word("on"))] },
    Preset {
        name: "openspiel",
        settings: &[
            ("stick_the_dealer", Setting::Word("on")),
            ("may_discard_upcard", Setting::Word("off")),
            ("alone_when", Setting::Word("after_discard")),
            ("deal_from", Setting::Word("dealer")),
        ],
    },
];
