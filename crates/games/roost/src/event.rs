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
pub enum Event {
    /// The goals of the four rounds are known.
    Goals {
        /// Which.
        goals: Vec<GoalId>,
    },
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
        /// To whom.
        seat: Seat,
        /// How many.
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
    SetupDone {
        /// Which.
        seat: Seat,
    },
    /// What a seat kept of its food, and the birds it did not keep.
    SetupShown {
        /// Which.
        seat: Seat,
        /// One token of each of these.
        foods: FoodSet,
        /// Birds that went to the discards.
        discarded: Vec<CardId>,
    },
    /// A round begins.
    RoundStarted {
        /// Which.
        round: u8,
        /// The seat that begins.
        first: Seat,
    },
    /// A turn begins.
    TurnStarted {
        /// Whose.
        seat: Seat,
    },
    /// A seat uses a row.
    RowUsed {
        /// The seat.
        seat: Seat,
        /// Which.
        row: Habitat,
    },
    /// A bird was announced.
    Announced {
        /// By whom.
        seat: Seat,
        /// Which.
        card: CardId,
        /// Where it shall live.
        habitat: Habitat,
    },
    /// An announcement was taken back.
    TakenBack {
        /// By whom.
        seat: Seat,
        /// Which.
        card: CardId,
    },
    /// Something was paid.
    Paid {
        /// By whom.
        seat: Seat,
        /// Eggs of these birds.
        eggs: Vec<Position>,
        /// And these tokens.
        tokens: Foods,
    },
    /// A bird was placed.
    Placed {
        /// By whom.
        seat: Seat,
        /// Which.
        card: CardId,
        /// Where.
        position: Position,
    },
    /// A die was taken.
    DieTaken {
        /// By whom.
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
        /// By whom.
        seat: Seat,
        /// One on each of these; a bird with several is named several times.
        positions: Vec<Position>,
    },
    /// A card was drawn.
    Drew {
        /// By whom.
        seat: Seat,
        /// Whether from the tray.
        tray: bool,
        /// Which; from the deck only its drawer knows.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        card: Option<CardId>,
    },
    /// Something was traded for one more.
    Traded {
        /// By whom.
        seat: Seat,
        /// What.
        what: Trade,
    },
    /// A power is used.
    PowerUsed {
        /// Whose.
        seat: Seat,
        /// Of which bird.
        position: Position,
        /// Its card.
        bird: CardId,
    },
    /// A power was declined.
    PowerSkipped {
        /// By whom.
        seat: Seat,
        /// Of which bird.
        position: Position,
        /// Its card.
        bird: CardId,
    },
    /// A power could do nothing.
    PowerIdle {
        /// Whose.
        seat: Seat,
        /// Of which bird.
        position: Position,
        /// Its card.
        bird: CardId,
    },
    /// Tokens came from the supply.
    Gained {
        /// To whom.
        seat: Seat,
        /// Which.
        food: Food,
        /// How many.
        n: u8,
    },
    /// Tokens were put onto a bird.
    Cached {
        /// Whose.
        seat: Seat,
        /// Which bird.
        position: Position,
        /// Its card.
        bird: CardId,
        /// Which food.
        food: Food,
        /// How many.
        n: u8,
    },
    /// A card was put under a bird.
    Tucked {
        /// Whose.
        seat: Seat,
        /// Which bird.
        position: Position,
        /// Its card.
        bird: CardId,
        /// Which card.
        card: CardId,
    },
    /// A bird looked for prey in the deck.
    HuntedDeck {
        /// Whose.
        seat: Seat,
        /// Which bird.
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
        /// Whose.
        seat: Seat,
        /// Which bird.
        position: Position,
        /// Its card.
        bird: CardId,
        /// How the dice fell.
        faces: Vec<Face>,
        /// Whether one showed prey.
        success: bool,
    },
    /// A card was discarded.
    Discarded {
        /// By whom.
        seat: Seat,
        /// Which.
        card: CardId,
    },
    /// A bonus card was kept.
    BonusKept {
        /// By whom.
        seat: Seat,
        /// To that seat: which.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        kind: Option<BonusId>,
    },
    /// A bird moved.
    Moved {
        /// Whose.
        seat: Seat,
        /// From where.
        from: Position,
        /// To where.
        to: Position,
        /// Which.
        bird: CardId,
    },
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
        /// How.
        scored: Scored,
    },
    /// A seat is ready for the next round.
    Ready {
        /// Which.
        seat: Seat,
    },
    /// A decision ran out of time.
    TimedOut {
        /// Whose.
        seat: Seat,
    },
    /// A seat is out for good.
    SeatRemoved {
        /// Which.
        seat: Seat,
    },
    /// The game ended.
    Ended {
        /// How.
        result: Ending,
        /// What everyone has, bonus cards included.
        scores: SeatMap<Score>,
        /// The cards in everyone's hand that were not known.
        hands: SeatMap<Vec<CardId>>,
        /// Everyone's bonus cards, also those just offered.
        bonus: SeatMap<Vec<BonusId>>,
    },
}
