//! What the game can say about a move to the seat that thinks about it (Casino 15): from that seat's own memory
//! and by exact counting, never from a hidden card.

use crate::{
    Action, Build, BuildId, Options, View, Worlds,
    groups::{Counts, Offered, Wanted},
    scoring::card_points,
    value::{all_of_one_rank, of_value, total},
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
    /// The build it would make or change, as it would lie then.
    pub build: Option<Prospect>,
    /// The builds that lie there now.
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
    /// Points for aces, 10d and 2s among them.
    pub points: u16,
    /// How many are spades.
    pub spades: u8,
    /// Extra points, if they are a set.
    pub set_bonus: u16,
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

/// What can be said about `action` to the seat whose [recall](kernel::Viewer::Recall) `view` is. Nothing about an
/// action without a card. Whether the table gives hints is a setting of its room.
pub fn note(options: &Options, view: &View, action: &Action) -> Option<Note> {
    let card = action.card()?;
    let thinker = Thinker::new(options, view)?;
    let hand = thinker.hand - CardSet::only(card);
    let loose = view.open.loose - action.loose();
    let build =
        changed_build(view, action).map(|(id, value, cards)| thinker.prospect(id, value, cards, hand, loose));
    let haul = match *action {
        Action::Capture { loose, builds, tops, .. } => {
            let builds = view.open.builds.iter().filter(|build| builds.contains(build.id));
            let cards =
                builds.fold(loose | tops.cards().chain([card]).collect(), |all, build| all | build.set());
            Some(thinker.haul(cards))
        }
        _ => None,
    };
    Some(Note { haul, build, table: thinker.table() })
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
        let next = keys.iter().next().map(|key| {
            let with_build = cards | CardSet::only(key);
            self.haul(with_build | largest(value, loose))
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

    fn haul(&self, cards: CardSet) -> Haul {
        let is_set = self.options.set_multiplier > 1
            && cards.len() >= usize::from(self.options.set_size)
            && all_of_one_rank(cards);
        Haul {
            cards: cards.len() as u8,
            total: total(cards) as u16,
            points: card_points(cards),
            spades: (cards & CardSet::of_suit(Suit::Spades)).len() as u8,
            set_bonus: if is_set { self.options.set_bonus(cards) } else { 0 },
        }
    }
}

/// The most loose cards that split into `total`; of several, those with the most points and spades.
fn largest(total: u8, loose: CardSet) -> CardSet {
    let mut buffer = Vec::new();
    let room = Counts::of(loose);
    let offered = Offered::by(room);
    let wanted = Wanted { total, fixed: &[], room, offered: &offered, base: false, most: u32::MAX };
    let found = wanted.find(&mut buffer);
    let most = found.iter().map(|counts| counts.len()).max().unwrap_or(0);
    let mut best = CardSet::EMPTY;
    for counts in found.iter().filter(|counts| counts.len() == most) {
        counts.choose(loose, |cards| {
            let worth = |cards: CardSet| (card_points(cards), (cards & CardSet::of_suit(Suit::Spades)).len());
            if best.is_empty() || worth(cards) > worth(best) {
                best = cards;
            }
        });
    }
    best
}
