use crate::{
    BonusId, CardId, Ending, Face, Food, FoodSet, Foods, GoalId, Habitat, Position, Score, Scored, Short,
    Trade,
};
use alloc::vec::Vec;
use kernel::{Seat, SeatMap};
use serde::{Deserialize, Serialize};

/// A fact, as its audience learns it (rules, 16.4). Where a part is private, everybody else gets the same
/// fact without that part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export_to = "roost/"))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "names of fields say what they hold")]
pub enum Event {
    /// The goals of the four rounds are known.
    Goals { goals: Vec<GoalId> },
    /// Hands and tray were dealt.
    Dealt {
        /// The tray.
        tray: Vec<CardId>,
        /// To each seat its own five birds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        birds: Option<Vec<CardId>>,
    },
    /// Bonus cards were offered.
    BonusOffered {
        seat: Seat,
        count: u8,
        /// Why they are fewer than they should be.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        short: Option<Short>,
        /// To that seat: which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        kinds: Option<Vec<BonusId>>,
    },
    /// A seat has chosen what to keep.
    SetupDone { seat: Seat },
    /// What a seat kept of its food, and the birds it did not keep.
    SetupShown {
        seat: Seat,
        /// One token of each of these.
        foods: FoodSet,
        /// Birds that went to the discards.
        discarded: Vec<CardId>,
    },
    /// A round begins.
    RoundStarted {
        round: u8,
        /// The seat that begins.
        first: Seat,
    },
    /// A turn begins.
    TurnStarted { seat: Seat },
    /// A seat uses a row.
    RowUsed {
        /// The seat.
        seat: Seat,
        row: Habitat,
    },
    /// A bird was announced.
    Announced {
        seat: Seat,
        card: CardId,
        /// Where it shall live.
        habitat: Habitat,
    },
    /// An announcement was taken back.
    TakenBack { seat: Seat, card: CardId },
    /// Something was paid.
    Paid {
        seat: Seat,
        /// Eggs of these birds.
        eggs: Vec<Position>,
        /// And these tokens.
        tokens: Foods,
    },
    /// A bird was placed.
    Placed { seat: Seat, card: CardId, position: Position },
    /// A die was taken.
    DieTaken {
        seat: Seat,
        /// What it shows.
        face: Face,
        /// What it was taken as.
        food: Food,
        /// The bird the token was put onto.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        cached: Option<Position>,
    },
    /// All dice were rolled into the feeder.
    FeederRolled {
        /// How they fell.
        faces: Vec<Face>,
    },
    /// Eggs were laid.
    Laid {
        seat: Seat,
        /// One on each of these; a bird with several is named several times.
        positions: Vec<Position>,
    },
    /// A card was drawn.
    Drew {
        seat: Seat,
        /// Whether from the tray.
        tray: bool,
        /// Which; from the deck only its drawer knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        card: Option<CardId>,
    },
    /// Something was traded for one more.
    Traded { seat: Seat, what: Trade },
    /// A power is used.
    PowerUsed {
        seat: Seat,
        /// Of which bird.
        position: Position,
        /// Its card.
        bird: CardId,
    },
    /// A power was declined.
    PowerSkipped {
        seat: Seat,
        /// Of which bird.
        position: Position,
        /// Its card.
        bird: CardId,
    },
    /// A power could do nothing.
    PowerIdle {
        seat: Seat,
        /// Of which bird.
        position: Position,
        /// Its card.
        bird: CardId,
    },
    /// Tokens came from the supply.
    Gained { seat: Seat, food: Food, n: u8 },
    /// Tokens were put onto a bird.
    Cached {
        seat: Seat,
        position: Position,
        /// Its card.
        bird: CardId,
        /// Which food.
        food: Food,
        n: u8,
    },
    /// A card was put under a bird.
    Tucked {
        seat: Seat,
        position: Position,
        /// Its card.
        bird: CardId,
        card: CardId,
    },
    /// A bird looked for prey in the deck.
    HuntedDeck {
        seat: Seat,
        position: Position,
        /// Its card.
        bird: CardId,
        /// The card turned over.
        card: CardId,
        /// Whether it was prey. If so, it lies under the bird.
        success: bool,
    },
    /// A bird looked for prey among the dice.
    HuntedDice {
        seat: Seat,
        position: Position,
        /// Its card.
        bird: CardId,
        /// How the dice fell.
        faces: Vec<Face>,
        /// Whether one showed prey.
        success: bool,
    },
    /// A card was discarded.
    Discarded { seat: Seat, card: CardId },
    /// A bonus card was kept.
    BonusKept {
        seat: Seat,
        /// To that seat: which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        kind: Option<BonusId>,
    },
    /// A bird moved.
    Moved { seat: Seat, from: Position, to: Position, bird: CardId },
    /// The holes of the tray were filled.
    TrayFilled {
        /// The tray as it is now.
        tray: [Option<CardId>; 3],
    },
    /// The discards became the deck.
    Reshuffled {
        /// How many there were.
        count: u16,
    },
    /// The goal of a round was scored.
    GoalScored {
        /// The round.
        round: u8,
        scored: Scored,
    },
    /// A seat is ready for the next round.
    Ready { seat: Seat },
    /// A decision ran out of time.
    TimedOut { seat: Seat },
    /// A seat is out for good.
    SeatRemoved { seat: Seat },
    /// The game ended.
    Ended {
        result: Ending,
        /// What everyone has, bonus cards included.
        scores: SeatMap<Score>,
        /// The cards in everyone's hand that were not known.
        hands: SeatMap<Vec<CardId>>,
        /// Everyone's bonus cards, also those just offered.
        bonus: SeatMap<Vec<BonusId>>,
    },
}
