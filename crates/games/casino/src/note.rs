//! What the game can say about a move to the seat that thinks about it (Casino 15): what a capture brings, from what
//! everybody sees; and hints from that seat's own memory and by exact counting, never from a hidden card.

use crate::{
    Action, Build, BuildId, Majorities, Options, Scoring, View, Worlds,
    groups::{Counts, Offered, Wanted},
    value::{of_value, total},
};
use alloc::vec::Vec;
use kernel::{CardSet, SeatSet, Suit};
use serde::{Deserialize, Serialize};

/// What is known about a move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// What it would capture.
    pub haul: Option<Haul>,
    /// The build it would make or change, as it would lie then. A hint.
    pub build: Option<Prospect>,
    /// The builds that lie there now. A hint.
    pub table: Vec<Prospect>,
}

/// Captured cards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Haul {
    /// How many, the card played included.
    pub cards: u8,
    /// Their values added up.
    pub total: u16,
    /// The points they bring at once in the scoring of the table, for a set or a sweep too.
    pub points: u16,
    /// How many of these points are for a set.
    pub set: u16,
    /// How many of these points are for a sweep.
    pub sweep: u16,
    /// How many are spades, where the most spades bring points.
    pub spades: Option<u8>,
}

/// What may become of a build.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Prospect {
    /// Its name, if it lies there already.
    pub id: Option<BuildId>,
    /// Its value.
    pub value: u8,
    /// How many cards it has.
    pub cards: u8,
    /// Their values added up.
    pub total: u16,
    /// How many cards that take it the seat holds (after the move).
    pub keys: u8,
    /// The most cards one of them would take next turn, if the table stayed as it is.
    pub next: Option<Haul>,
    /// Cards of its value that the seat has not seen.
    pub unseen: u8,
    /// Cards in opponents' hands.
    pub in_hands: u8,
    /// The chance that an opponent holds a card that takes it, all unseen cards being equally likely to lie
    /// anywhere they can.
    pub risk: f64,
    /// Whether everybody can know that nobody can take it any more.
    pub dead: bool,
}

/// What can be said about `action` to the seat whose [recall](kernel::Viewer::Recall) `view` is; `None` if that is
/// nothing. Without `hints`, which the room knows of, only what a capture brings.
pub fn note(options: &Options, view: &View, action: &Action, hints: bool) -> Option<Note> {
    let card = action.card()?;
    let haul = matches!(action, Action::Capture { .. }).then(|| captured(options, view, action));
    if !hints {
        return haul.map(|haul| Note { haul: Some(haul), build: None, table: Vec::new() });
    }
    let thinker = Thinker::new(options, view)?;
    let hand = thinker.hand - CardSet::only(card);
    let loose = view.open.loose - action.loose();
    let build =
        changed_build(view, action).map(|(id, value, cards)| thinker.prospect(id, value, cards, hand, loose));
    Some(Note { haul, build, table: thinker.table() })
}

/// What a capture brings.
fn captured(options: &Options, view: &View, action: &Action) -> Haul {
    let open = &view.open;
    let laid: CardSet = action.loose() | action.tops().cards().chain(action.card()).collect();
    let (taken, left): (Vec<&Build>, Vec<&Build>) =
        open.builds.iter().partition(|build| action.builds().contains(build.id));
    let cards = taken.into_iter().fold(laid, |all, build| all | build.set());
    let leaves = !left.is_empty() || !(open.loose - action.loose()).is_empty();
    haul(options, view, cards, leaves)
}

/// What these cards bring to the one who captures them. `left`: whether anything stays on the table.
fn haul(options: &Options, view: &View, cards: CardSet, left: bool) -> Haul {
    let sides = if view.open.teams { 2 } else { usize::from(view.open.seats) };
    let gain = options.gain_of(cards, left);
    Haul {
        cards: cards.len() as u8,
        total: total(cards) as u16,
        points: gain.points(),
        set: gain.set,
        sweep: gain.sweep,
        spades: (options.majorities_among(sides) != Majorities::Off).then(|| spades(cards)),
    }
}

fn spades(cards: CardSet) -> u8 {
    (cards & CardSet::of_suit(Suit::Spades)).len() as u8
}

/// The build that a move makes or changes: name, value and cards as they would be then.
fn changed_build(view: &View, action: &Action) -> Option<(Option<BuildId>, u8, CardSet)> {
    let open = &view.open;
    let laid = action.loose() | action.tops().cards().chain(action.card()).collect();
    let onto = |build: &Build, value: u8| (Some(build.id), value, build.set() | laid);
    match *action {
        Action::Build { value, .. } => Some(match open.build_of(value) {
            Some(build) => onto(build, value),
            None => (None, value, laid),
        }),
        Action::Add { build, .. } => open.build(build).map(|build| onto(build, build.value)),
        Action::Raise { build, .. } => {
            let raised = open.build(build)?;
            let value = raised.value + total(laid) as u8;
            let twin = open.build_of(value).map_or(CardSet::EMPTY, Build::set);
            Some((Some(raised.id), value, raised.set() | laid | twin))
        }
        Action::Trail { .. } | Action::Capture { .. } | Action::Shiya | Action::Ready => None,
    }
}

/// A seat that looks at the table.
struct Thinker<'a> {
    options: &'a Options,
    view: &'a View,
    hand: CardSet,
    /// Everything it has seen, its own hand included.
    seen: CardSet,
    opponents: SeatSet,
    worlds: Worlds,
}

impl<'a> Thinker<'a> {
    fn new(options: &'a Options, view: &'a View) -> Option<Thinker<'a>> {
        let (seat, hand, recall) = (view.seat?, view.hand?, view.recall.as_ref()?);
        let open = &view.open;
        let piles: CardSet = recall.piles.values().iter().flatten().copied().collect();
        Some(Thinker {
            options,
            view,
            hand,
            seen: piles | open.on_table() | hand,
            opponents: open.in_play.iter().filter(|&other| !open.allied(other, seat)).collect(),
            worlds: Worlds::new(options, view).ok()?,
        })
    }

    fn table(&self) -> Vec<Prospect> {
        let open = &self.view.open;
        let look =
            |build: &Build| self.prospect(Some(build.id), build.value, build.set(), self.hand, open.loose);
        open.builds.iter().map(look).collect()
    }

    fn prospect(
        &self,
        id: Option<BuildId>,
        value: u8,
        cards: CardSet,
        hand: CardSet,
        loose: CardSet,
    ) -> Prospect {
        let keys = hand & of_value(value);
        let others = |build: &&Build| Some(build.id) != id && build.value != value;
        let other_builds = self.view.open.builds.iter().filter(others).count();
        let next = keys.iter().next().map(|key| {
            let taken = self.largest(value, loose);
            let left = other_builds > 0 || !(loose - taken).is_empty();
            haul(self.options, self.view, cards | CardSet::only(key) | taken, left)
        });
        let unseen = of_value(value) - self.seen;
        Prospect {
            id,
            value,
            cards: cards.len() as u8,
            total: total(cards) as u16,
            keys: keys.len() as u8,
            next,
            unseen: unseen.len() as u8,
            in_hands: self.opponents.iter().map(|seat| self.view.counts[seat]).sum(),
            risk: self.worlds.chance_held(value, self.opponents),
            dead: unseen.is_empty() && keys.is_empty(),
        }
    }

    /// The loose cards that split into `total` and bring the most; of several, those with the most cards and spades.
    fn largest(&self, total: u8, loose: CardSet) -> CardSet {
        let mut buffer = Vec::new();
        let room = Counts::of(loose);
        let offered = Offered::by(room);
        let wanted = Wanted { total, fixed: &[], room, offered: &offered, base: false, most: u32::MAX };
        // Where captures count at once their values decide, where the most cards count their number does.
        let by_value = self.options.scoring == Scoring::Pips;
        let size = |counts: &Counts| {
            let values = (1..=10).map(|value| u32::from(value) * counts.number(value)).sum();
            if by_value { (values, counts.len()) } else { (counts.len(), 0) }
        };
        let worth = |cards: CardSet| (self.options.points_of(cards), spades(cards));
        let found = wanted.find(&mut buffer);
        let most = found.iter().map(size).max();
        let mut best = CardSet::EMPTY;
        for counts in found.iter().filter(|counts| Some(size(counts)) == most) {
            counts.choose(loose, |cards| {
                if best.is_empty() || worth(cards) > worth(best) {
                    best = cards;
                }
            });
        }
        best
    }
}
