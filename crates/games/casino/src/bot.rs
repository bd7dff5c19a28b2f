use crate::{
    Action, BuildSet, Casino, Options, Phase, Scoring, State, Tops, View, Worlds, card_number,
    scoring::{card_points, pips},
    state::TEN_OF_DIAMONDS,
    value,
    value::{of_value, total},
};
use alloc::{collections::BTreeSet, vec::Vec};
use kernel::{CardSet, Contradiction, Rng, Search, Seat, SeatMap, Suit, below};

/// One in so many moves of a playout is any move at all.
const WHIM: u32 = 5;

impl Search for Casino {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::new(options, view)
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        worlds.draw(rng)
    }
    /// Takes what is worth most at once; of equals the one that uses least.
    fn rollout(state: &State, seat: Seat, legal: &[Action], rng: &mut dyn Rng) -> usize {
        if below(WHIM, rng) == 0 {
            return below(legal.len() as u32, rng) as usize;
        }
        let mut best = (0, f32::MIN);
        for (index, action) in legal.iter().enumerate() {
            let worth = state.greed(seat, *action);
            if worth > best.1 {
                best = (index, worth);
            }
        }
        best.0
    }
    /// Moves that differ only in suits that count nothing are one.
    fn candidates(state: &State, _: Seat, legal: &mut Vec<Action>) {
        let mut known = BTreeSet::new();
        legal.retain(|action| known.insert(likeness(&state.options, *action)));
    }
    /// The share of the points as the piles lie now, evened out while they are small.
    fn worth(state: &State, seat: Seat) -> Option<f32> {
        let worth = |pile: &[kernel::Card]| state.options.gain(pile.iter().copied().collect());
        let sum = |side: &dyn Fn(Seat) -> bool| {
            Seat::all(state.open.seats)
                .filter(|&seat| side(seat))
                .map(|seat| 1.0 + worth(&state.piles[seat.index()]))
                .sum::<f32>()
        };
        let own = sum(&|other| state.open.allied(other, seat));
        Some(own / sum(&|_| true))
    }
    /// A bot looks to the end of the game, also in a match.
    fn over_horizon(state: &State) -> bool {
        matches!(state.open.phase, Phase::RoundOver | Phase::Finished)
    }
    /// The share of the points of this game.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        let tally = state.open.tally.as_ref().filter(|_| Self::over_horizon(state))?;
        let all: u16 = tally.scores.iter().map(|score| score.points).sum();
        let sides = tally.scores.len().max(1) as f32;
        Some(SeatMap::from_fn(state.open.seats, |seat| {
            match tally.scores.iter().find(|score| score.seats.contains(seat)) {
                Some(_) if all == 0 => 1.0 / sides,
                Some(score) => f32::from(score.points) / f32::from(all),
                None => 0.0,
            }
        }))
    }
}

impl Options {
    /// What captured cards are worth to somebody who does not think ahead, in points.
    pub(crate) fn gain(&self, cards: CardSet) -> f32 {
        match self.scoring {
            // All cards together are worth as much as the points of the other game.
            Scoring::Pips => f32::from(pips(cards)) / 20.0,
            Scoring::Casino => {
                let spades = (cards & CardSet::of_suit(Suit::Spades)).len() as f32;
                f32::from(card_points(cards)) + 0.1 * spades + 0.05 * cards.len() as f32
            }
        }
    }
}

impl State {
    /// What a move is worth at once: captured cards, something for builds, something off for what is left lying.
    pub(crate) fn greed(&self, seat: Seat, action: Action) -> f32 {
        let Some(card) = action.card() else { return 0.0 };
        let laid = action.loose() | action.tops().cards().chain([card]).collect();
        let heap = self.open.builds.iter().filter(|build| action.builds().contains(build.id));
        let heap = heap.fold(laid, |all, build| all | build.set());
        let built = match action {
            Action::Trail { .. } => return -0.3 * self.options.gain(laid),
            Action::Capture { .. } => return self.options.gain(heap),
            Action::Build { value, .. } => value,
            Action::Add { build, .. } => self.open.build(build).map_or(0, |build| build.value),
            Action::Raise { build, loose, .. } => {
                let old = self.open.build(build).map_or(0, |build| build.value);
                old + value(card) + total(loose) as u8
            }
            Action::Shiya | Action::Ready => return 0.0,
        };
        let keys = of_value(built) & (self.hands[seat.index()] - CardSet::only(card));
        let hope = if keys.is_empty() { 0.1 } else { 0.6 };
        hope * self.options.gain(heap)
    }
}

/// What is the same for two moves that differ only in suits without meaning: everything but those suits.
fn likeness(options: &Options, action: Action) -> (u8, u8, u128, u128, BuildSet, Tops) {
    let (kind, named) = match action {
        Action::Trail { .. } => (0, 0),
        Action::Capture { .. } => (1, 0),
        Action::Build { value, .. } => (2, value),
        Action::Add { build, .. } => (3, build.0),
        Action::Raise { build, .. } => (4, build.0),
        Action::Shiya => (5, 0),
        Action::Ready => (6, 0),
    };
    let card = alike(options, action.card().into_iter().collect());
    (kind, named, card, alike(options, action.loose()), action.builds(), action.tops())
}

/// How many cards of each rank there are, those that count by themselves told apart: five bits for each rank.
fn alike(options: &Options, cards: CardSet) -> u128 {
    cards.iter().fold(0, |sum, card| {
        let plain =
            options.scoring == Scoring::Pips || (card.suit() != Suit::Spades && card != TEN_OF_DIAMONDS);
        let place = u32::from(card_number(card)) / 4 * 5;
        // Up to four plain cards of a rank, then the spade, then the ten of diamonds.
        sum + match (plain, card.suit()) {
            (true, _) => 1u128 << place,
            (false, Suit::Spades) => 1u128 << (place + 3),
            (false, _) => 1u128 << (place + 4),
        }
    })
}
