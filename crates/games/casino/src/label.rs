//! What a choice is called when cards were laid together (Casino 13.3).

use crate::{Action, Open, value, value::total};
use core::fmt;
use kernel::{CardSet, Rank};

/// The name of a move, with its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Label {
    /// The values of all cards that would move to the pile.
    Capture(u32),
    /// Court cards have no value: their rank instead.
    CaptureRank(Rank),
    /// The value of the build.
    Build(u8),
    /// The value of the build.
    Add(u8),
    /// The new value of the build.
    Raise(u8),
    /// Nothing is taken.
    Trail,
    /// A call.
    Shiya,
    /// On to the next game.
    Ready,
}

impl Label {
    /// What `action` is called at this table.
    pub fn of(action: &Action, open: &Open) -> Label {
        let build = |id| open.build(id).map_or(0, |build| build.value);
        match *action {
            Action::Trail { .. } => Label::Trail,
            Action::Capture { card, .. } if value(card) == 0 => Label::CaptureRank(card.rank()),
            Action::Capture { card, loose, builds, tops } => {
                let cards = loose | tops.cards().chain([card]).collect();
                let builds = open.builds.iter().filter(|build| builds.contains(build.id));
                Label::Capture(total(builds.fold(cards, |all: CardSet, build| all | build.set())))
            }
            Action::Build { value, .. } => Label::Build(value),
            Action::Add { build: id, .. } => Label::Add(build(id)),
            Action::Raise { card, build: id, loose } => {
                Label::Raise(build(id) + value(card) + total(loose) as u8)
            }
            Action::Shiya => Label::Shiya,
            Action::Ready => Label::Ready,
        }
    }
}

impl fmt::Display for Label {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Label::Capture(sum) => write!(f, "Capture {sum}"),
            Label::CaptureRank(rank) => write!(f, "Capture {rank}"),
            Label::Build(value) => write!(f, "Build {value}"),
            Label::Add(value) => write!(f, "Add to {value}"),
            Label::Raise(value) => write!(f, "Raise to {value}"),
            Label::Trail => f.write_str("Trail"),
            Label::Shiya => f.write_str("Shiya"),
            Label::Ready => f.write_str("Ready"),
        }
    }
}
