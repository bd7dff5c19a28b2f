use crate::{Action, BuildId, BuildSet, Options, Tally, Tops, value::total};
use alloc::vec::Vec;
use arrayvec::ArrayVec;
use core::fmt;
use kernel::{Card, CardSet, Seat, SeatSet, WindowId};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

/// Common knowledge: what everybody at and around the table sees. Part of the state and, word for word,
/// of every view. Lists by seat have one entry per seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Open {
    /// How many sit at the table, removed seats included.
    pub seats: u8,
    /// Whether seats 0 and 2 play against seats 1 and 3.
    pub teams: bool,
    /// The current phase.
    pub phase: Phase,
    /// The current decision.
    pub window: WindowId,
    /// Which game of the match, from 1.
    pub game: u16,
    /// Which deal of this game, from 1; 0 before the first.
    pub deal: u8,
    /// How many deals this game has.
    pub deals: u8,
    /// The dealer.
    pub dealer: Seat,
    /// Whose turn it is, or whose capture waits.
    pub turn: Seat,
    /// The seats that are still in the game.
    pub in_play: SeatSet,
    /// Loose cards on the table.
    pub loose: CardSet,
    /// Builds, in the order they were made.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Build>"))]
    pub builds: ArrayVec<Build, 9>,
    /// How many builds were made; the next one gets this number.
    pub built: u8,
    /// The seat that captured last.
    pub last_capturer: Option<Seat>,
    /// Values of builds that each seat lost and its partner may restore.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Values>"))]
    pub owed: ArrayVec<Values, 4>,
    /// The seat that called shiya and must capture a build of its own next.
    pub due: SeatSet,
    /// The capture that waits for a call of shiya.
    pub waiting: Option<Waiting>,
    /// What each seat earned beside its cards.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Bonus>"))]
    pub bonus: ArrayVec<Bonus, 4>,
    /// Points of the match before this game, by seat; partners have the same.
    #[cfg_attr(feature = "ts", ts(as = "Vec<u32>"))]
    pub totals: ArrayVec<u32, 4>,
    /// The latest thing that happened.
    pub last: Option<Past>,
    /// How the game just finished was counted.
    pub tally: Option<Tally>,
    /// The seats that have seen enough of it.
    pub ready: SeatSet,
}

/// The current phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(rename_all = "snake_case")]
pub enum Phase {
    /// The first dealer is drawn.
    Cut,
    /// The pack is shuffled.
    Deal,
    /// A seat plays a card.
    Turn,
    /// A partner may call shiya.
    Shiya,
    /// A game of a match is counted.
    RoundOver,
    /// Nothing is to be done any more.
    Finished,
}

impl fmt::Display for Phase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Phase::Cut => "cut",
            Phase::Deal => "deal",
            Phase::Turn => "turn",
            Phase::Shiya => "shiya",
            Phase::RoundOver => "round_over",
            Phase::Finished => "finished",
        })
    }
}

/// Cards that lie together to be taken together, by a card of their value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Its name.
    pub id: BuildId,
    /// The total of each of its groups.
    pub value: u8,
    /// Whose it is; nobody's after its owner left the game.
    pub owner: Option<Seat>,
    /// Its cards, from the bottom.
    #[cfg_attr(feature = "ts", ts(as = "Vec<Card>"))]
    pub cards: ArrayVec<Card, 40>,
    /// Whether it has more than one group, so that it cannot be raised any more.
    pub compound: bool,
}

impl Build {
    /// Its cards as a set.
    pub fn set(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }
    /// How many groups it has.
    pub fn groups(&self) -> u32 {
        total(self.set()) / u32::from(self.value)
    }
}

/// A capture that waits for the captor's partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Waiting {
    /// The card played.
    pub card: Card,
    /// Loose cards it takes.
    pub loose: CardSet,
    /// The captor's own build.
    pub build: BuildId,
    /// Tops it takes.
    pub tops: Tops,
}

/// What a seat earned beside its cards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(deny_unknown_fields)]
pub struct Bonus {
    /// Captures of equal cards only.
    pub sets: u8,
    /// What they are worth.
    pub set_points: u16,
    /// How often it emptied the table.
    pub sweeps: u8,
}

/// Something that happened at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Past {
    /// A seat played a card or called.
    Act(Seat, Action),
    /// Nobody called, and the waiting capture was carried out.
    NoCall,
    /// A seat left the game.
    Removed(Seat),
}

/// Some values of cards. On the wire: numbers, ascending.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "casino/", type = "Array<number>"))]
pub struct Values(u16);

impl Values {
    /// Whether `value` is among them.
    pub const fn contains(self, value: u8) -> bool {
        self.0 & (1 << value) != 0
    }
    /// None at all.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
    /// Ascending.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            (left != 0).then(|| {
                let value = left.trailing_zeros() as u8;
                left &= left - 1;
                value
            })
        })
    }
    /// Those that are among both.
    pub(crate) const fn and(self, other: Values) -> Values {
        Values(self.0 & other.0)
    }
    /// Those that are among either.
    pub(crate) const fn or(self, other: Values) -> Values {
        Values(self.0 | other.0)
    }
    /// The differences between each of these and `total`.
    pub(crate) const fn up_to(self, total: u8) -> Values {
        Values(self.0.reverse_bits() >> (15 - total))
    }
    pub(crate) const fn insert(&mut self, value: u8) {
        self.0 |= 1 << value;
    }
    pub(crate) const fn remove(&mut self, value: u8) {
        self.0 &= !(1 << value);
    }
}

impl FromIterator<u8> for Values {
    fn from_iter<I: IntoIterator<Item = u8>>(values: I) -> Self {
        Values(values.into_iter().fold(0, |set, value| set | 1 << value))
    }
}
impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}
impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::<u8>::deserialize(deserializer)?;
        if values.windows(2).any(|pair| pair[0] >= pair[1]) || values.iter().any(|&value| value > 15) {
            return Err(D::Error::custom("values are a list of ascending numbers"));
        }
        Ok(values.into_iter().collect())
    }
}

impl Open {
    pub(crate) fn new(options: &Options, seats: u8, first: Option<Seat>) -> Open {
        // The seat that begins sits after the dealer (Casino 2.2).
        let dealer = first.map_or(Seat(0), |first| first.step(-1, seats));
        Open {
            seats,
            teams: options.teams.is_on(),
            phase: if first.is_some() { Phase::Deal } else { Phase::Cut },
            window: WindowId(0),
            game: 1,
            deal: 0,
            deals: options.deals(seats),
            dealer,
            turn: dealer,
            in_play: SeatSet::first(seats),
            loose: CardSet::EMPTY,
            builds: ArrayVec::new(),
            built: 0,
            last_capturer: None,
            owed: (0..seats).map(|_| Values::default()).collect(),
            due: SeatSet::EMPTY,
            waiting: None,
            bonus: (0..seats).map(|_| Bonus::default()).collect(),
            totals: (0..seats).map(|_| 0).collect(),
            last: None,
            tally: None,
            ready: SeatSet::EMPTY,
        }
    }
    /// The next seat after `seat` that is still in the game.
    pub fn seat_after(&self, seat: Seat) -> Seat {
        let mut next = seat.next(self.seats);
        while !self.in_play.contains(next) && next != seat {
            next = next.next(self.seats);
        }
        next
    }
    /// The seat that begins each deal.
    pub fn first(&self) -> Seat {
        self.seat_after(self.dealer)
    }
    /// The seat with which `seat` shares its score, if it has one.
    pub fn partner(&self, seat: Seat) -> Option<Seat> {
        self.teams.then_some(Seat(seat.0 ^ 2))
    }
    /// Whether the two play for the same side.
    pub fn allied(&self, one: Seat, other: Seat) -> bool {
        one == other || self.partner(one) == Some(other)
    }
    /// The build of that name.
    pub fn build(&self, id: BuildId) -> Option<&Build> {
        self.builds.iter().find(|build| build.id == id)
    }
    /// The build of that value.
    pub fn build_of(&self, value: u8) -> Option<&Build> {
        self.builds.iter().find(|build| build.value == value)
    }
    /// The builds of a seat.
    pub fn owned_by(&self, seat: Seat) -> impl Iterator<Item = &Build> {
        self.builds.iter().filter(move |build| build.owner == Some(seat))
    }
    /// Whether one of these builds is the seat's own.
    pub(crate) fn takes_own(&self, seat: Seat, builds: BuildSet) -> bool {
        self.owned_by(seat).any(|build| builds.contains(build.id))
    }
    /// All cards on the table.
    pub fn on_table(&self) -> CardSet {
        let waiting = self.waiting.map(|waiting| waiting.card);
        self.builds.iter().fold(self.loose, |all, build| all | build.set()) | waiting.into_iter().collect()
    }
}
