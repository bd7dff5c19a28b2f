mod chair;
mod decide;
mod levels;
mod player;

use crate::{Action, CardId, Options, Roost, State, View, scoring, worlds};
use alloc::{borrow::ToOwned, format, string::String, vec::Vec};
use kernel::{
    Ask, Contradiction, Decision, Habits, HiddenPlace, Level, Pause, Rng, Search, Seat, SeatMap, Study,
};
use levels::Strength;

pub use worlds::Worlds;

impl Search for Roost {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::new(options, view)
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        worlds.draw(rng)
    }
    /// Builds early and counts points late; a little off now and then, as people are.
    fn rollout(state: &State, seat: Seat, legal: &[Action], rng: &mut dyn Rng) -> usize {
        player::best(state, seat, legal, player::QUICK, rng)
    }
    /// A turn has three rows and the plays that promise most; payments and the like have their best few.
    fn candidates(state: &State, seat: Seat, legal: &mut Vec<Action>) {
        decide::narrow(state, seat, legal, 8);
    }
    /// What a seat has, and what its food, hand and birds promise.
    fn worth(state: &State, seat: Seat) -> Option<f32> {
        let own = player::promise(state, seat);
        let others = Seat::all(state.open.seats).filter(|&other| other != seat);
        let best = others.map(|other| player::promise(state, other)).fold(0.0, f32::max);
        Some((own - best / 2.0) / 100.0)
    }
    /// A bot looks to the end of the game.
    fn over_horizon(state: &State) -> bool {
        state.open.is_over()
    }
    /// The lead in hundreds of points.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        state.open.is_over().then(|| {
            let totals = totals(state);
            totals.map(|seat, _| lead(&totals, seat) / 100.0)
        })
    }
    /// The other hands, their bonus cards, and the two decks.
    fn unseen(_: &Options, view: &View) -> Result<Vec<HiddenPlace>, Contradiction> {
        let place = |name: String, size: u32| HiddenPlace { name, size };
        let seats = Seat::all(view.open.seats).map(|seat| {
            let hand = &view.hands[seat];
            let birds = hand.unknown.iter().map(|&unknown| u32::from(unknown)).sum::<u32>();
            let bonus = &view.bonus[seat];
            let bonus = if bonus.kinds.is_some() { 0 } else { u32::from(bonus.held) };
            let birds = if hand.cards.is_some() { 0 } else { birds };
            place(format!("seat {}", seat.0), birds + bonus)
        });
        let decks = [("deck", view.cards), ("bonus", view.bonus_cards)];
        let decks = decks.map(|(name, size)| place(name.to_owned(), size.into()));
        Ok(seats.chain(decks).filter(|place| place.size > 0).collect())
    }
    fn habits(level: Level) -> Habits {
        Strength::of(level).habits
    }
    /// What asks nothing, and what others do on another's turn, is answered quickly.
    fn pause(view: &View, level: Level) -> Pause {
        let quick = view.prompt.is_some_and(|prompt| prompt.free || prompt.phase == crate::Phase::React);
        if quick { Pause::Millis { from: 300, to: 600 } } else { Self::habits(level).pause }
    }
    fn decide(ask: &Ask<'_, Self>, rng: &mut dyn Rng) -> Option<Result<Decision<Action>, Contradiction>> {
        Some(decide::decide(ask, rng))
    }
}

impl Study for Roost {
    /// The points on the mats, as people count them.
    fn points(state: &State) -> Option<SeatMap<f32>> {
        state.open.is_over().then(|| totals(state))
    }
    /// The first birds, and the bonus cards to choose from.
    fn dealt(first: &View, seat: Seat) -> Vec<String> {
        let birds = first.hands[seat].cards.iter().flatten().map(|card| format!("bird {}", print(card)));
        let bonus = first.bonus[seat].kinds.iter().flat_map(|kinds| &kinds.offered);
        birds.chain(bonus.map(|kind| format!("bonus {kind}"))).collect()
    }
    /// The birds on a mat and the bonus cards held.
    fn used(ended: &View) -> Vec<(Seat, String)> {
        let mut used = Vec::new();
        for (seat, mat) in ended.open.mats.iter() {
            used.extend(mat.birds().map(|(_, perch)| (seat, format!("bird {}", print(&perch.card)))));
            let bonus = ended.bonus[seat].kinds.iter().flat_map(|kinds| &kinds.held);
            used.extend(bonus.map(|kind| (seat, format!("bonus {kind}"))));
        }
        used
    }
}

/// The print on a card, whichever copy it is.
fn print(card: &CardId) -> &str {
    card.as_str().split('#').next().unwrap_or_default()
}

/// The seat's points, less half of those of the best other seat: points are worth having, and more so if
/// others do not have them.
fn lead(totals: &SeatMap<f32>, seat: Seat) -> f32 {
    let others = totals.iter().filter(|(other, _)| *other != seat).map(|(_, total)| *total);
    totals[seat] - others.fold(0.0, f32::max) / 2.0
}

fn totals(state: &State) -> SeatMap<f32> {
    SeatMap::from_fn(state.open.seats, |seat| scoring::score(state, seat, true).total as f32)
}
