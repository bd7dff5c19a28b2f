use crate::Error;
use core::time::Duration;
use kernel::{Field, Kind, Preset, Setting, Switch};
use serde::{Deserialize, Serialize};

/// House rules (Euchre 8).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Points that win the game.
    pub target: u8,
    /// Whether the dealer must name a suit after seven passes.
    pub stick_the_dealer: Switch,
    /// Whether the dealer may discard the card just taken.
    pub may_discard_upcard: Switch,
    /// Rounds in which the maker may go alone.
    pub alone: Alone,
    /// When the maker says so.
    pub alone_when: AloneWhen,
    /// Whether the dealer's partner may order up only alone.
    pub partner_alone: Switch,
    /// Whether a defender may play alone.
    pub defend_alone: DefendAlone,
    /// Points for setting a lone maker: 2 or 4.
    pub loner_euchre: u8,
    /// Whether makers without a trick give 4 points.
    pub super_euchre: Switch,
    /// Who leads first when the maker is alone.
    pub loner_lead: LonerLead,
    /// Whether a call needs a card of that suit in hand.
    pub call_needs_trump: Switch,
    /// Who gets the first card.
    pub deal_from: DealFrom,
    /// Whether players may see why a bot acted.
    pub reasons: Reasons,
    /// Time for a call; 0 = no limit, as for the others.
    pub bid_seconds: u8,
    /// Time for the discard.
    pub discard_seconds: u8,
    /// Time to say whether one plays alone.
    pub choice_seconds: u8,
    /// Time for a card.
    pub play_seconds: u8,
    /// Time to look at a finished deal.
    pub ready_seconds: u8,
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

/// Who leads first when the maker is alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LonerLead {
    /// The dealer's left, as always.
    LeftOfDealer,
    /// The maker's left.
    LeftOfMaker,
}

/// Who gets the first card.
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

impl Default for Options {
    fn default() -> Self {
        Options {
            target: 10,
            stick_the_dealer: Switch::Off,
            may_discard_upcard: Switch::On,
            alone: Alone::Both,
            alone_when: AloneWhen::WithCall,
            partner_alone: Switch::Off,
            defend_alone: DefendAlone::Off,
            loner_euchre: 2,
            super_euchre: Switch::Off,
            loner_lead: LonerLead::LeftOfDealer,
            call_needs_trump: Switch::Off,
            deal_from: DealFrom::Left,
            reasons: Reasons::AfterDeal,
            bid_seconds: 20,
            discard_seconds: 20,
            choice_seconds: 10,
            play_seconds: 20,
            ready_seconds: 15,
        }
    }
}

impl Options {
    /// What serde cannot see: ranges, and options that exclude each other.
    pub(crate) fn validate(&self) -> Result<(), Error> {
        let bad = |field: &str| Err(Error::BadOptions { field: field.into() });
        let time = |seconds: u8, most: u8| seconds == 0 || (5..=most).contains(&seconds);
        if !(5..=15).contains(&self.target) {
            return bad("target");
        }
        if self.loner_euchre != 2 && self.loner_euchre != 4 {
            return bad("loner_euchre");
        }
        if self.partner_alone.is_on() && self.alone == Alone::Off {
            return bad("partner_alone");
        }
        for (field, seconds, most) in [
            ("bid_seconds", self.bid_seconds, 60),
            ("discard_seconds", self.discard_seconds, 60),
            ("choice_seconds", self.choice_seconds, 30),
            ("play_seconds", self.play_seconds, 60),
            ("ready_seconds", self.ready_seconds, 60),
        ] {
            if !time(seconds, most) {
                return bad(field);
            }
        }
        Ok(())
    }
}

/// A limit in seconds; 0 is none.
pub(crate) fn limit(seconds: u8) -> Option<Duration> {
    (seconds > 0).then(|| Duration::from_secs(u64::from(seconds)))
}

const fn switch(name: &'static str, default: &'static str) -> Field {
    Field { name, kind: Kind::Switch, default: Setting::Word(default) }
}
const fn choice(name: &'static str, words: &'static [&'static str], default: &'static str) -> Field {
    Field { name, kind: Kind::Choice(words), default: Setting::Word(default) }
}
const fn number(name: &'static str, from: u32, to: u32, step: u32, default: u32) -> Field {
    Field { name, kind: Kind::Number { from, to, step, or: None }, default: Setting::Number(default) }
}
const fn seconds(name: &'static str, to: u32, default: u32) -> Field {
    let kind = Kind::Number { from: 5, to, step: 1, or: Some(Setting::Number(0)) };
    Field { name, kind, default: Setting::Number(default) }
}

pub(crate) const FIELDS: &[Field] = &[
    number("target", 5, 15, 1, 10),
    switch("stick_the_dealer", "off"),
    switch("may_discard_upcard", "on"),
    choice("alone", &["both", "round1", "off"], "both"),
    choice("alone_when", &["with_call", "after_discard"], "with_call"),
    switch("partner_alone", "off"),
    choice("defend_alone", &["off", "vs_loner", "any"], "off"),
    number("loner_euchre", 2, 4, 2, 2),
    switch("super_euchre", "off"),
    choice("loner_lead", &["left_of_dealer", "left_of_maker"], "left_of_dealer"),
    switch("call_needs_trump", "off"),
    choice("deal_from", &["left", "dealer"], "left"),
    choice("reasons", &["off", "after_deal"], "after_deal"),
    seconds("bid_seconds", 60, 20),
    seconds("discard_seconds", 60, 20),
    seconds("choice_seconds", 30, 10),
    seconds("play_seconds", 60, 20),
    seconds("ready_seconds", 60, 15),
];

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
