mod decide;
mod levels;
mod player;

use crate::{
    Action, CardId, Eights, Face, FaceSet, Hand, Open, Options, Phase, Recall, Rules, State, Supply, View,
    card::Held, legal,
};
use alloc::{format, sync::Arc, vec::Vec};
use kernel::{
    Ask, Contradiction, Decision, Habits, HiddenPlace, Level, Rng, Search, Seat, SeatMap, SeatSet, Study,
    below,
};
use levels::Strength;

/// What a view allows: hands that are seen, cards that are known, and places for all others.
#[derive(Clone)]
pub struct Worlds {
    rules: Arc<Rules>,
    open: Open,
    hands: SeatMap<Outline>,
    /// Above every id in sight, so that made-up cards cannot be mistaken for seen ones.
    next_id: u32,
}

/// Everything known of one hand.
#[derive(Clone)]
struct Outline {
    hand: Hand,
    /// How many more cards are in it. They may be anything the supply makes.
    hidden: usize,
    /// The seats that see the cards that are made up for it.
    known: SeatSet,
}

impl core::fmt::Debug for Worlds {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Worlds").field("open", &self.open).finish_non_exhaustive()
    }
}

impl Search for Eights {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        let open = view.open.clone();
        // A view does not say which version is played; only the first one, without an option, differs.
        let rules = Rules::new(options, open.seats, <Self as kernel::Game>::RULES)
            .map_err(|_| Contradiction::View("these options do not allow this table"))?;
        let seen = view.hands.values().iter().flatten().flatten();
        let mut next_id = seen.map(|card| card.id.0.saturating_add(1)).max().unwrap_or(0);
        consistent(view, next_id)?;
        let mut hands = Vec::new();
        for seat in Seat::all(open.seats) {
            hands.push(outline(view, seat, &mut next_id)?);
        }
        Ok(Worlds { rules: Arc::new(rules), open, hands: hands.into(), next_id })
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        let hands = worlds.hands.map(|_, outline| {
            let mut hand = outline.hand.clone();
            hand.cards.reserve(outline.hidden);
            hand
        });
        let mut world =
            State { rules: worlds.rules.clone(), open: worlds.open.clone(), hands, next_id: worlds.next_id };
        for (seat, outline) in worlds.hands.iter() {
            for _ in 0..outline.hidden {
                let card = world.new_card(below(Supply::ROLLS, rng), false, outline.known);
                world.hands[seat].cards.push(card);
            }
        }
        let current = world.open.current;
        if world.open.phase == Phase::DrawnChoice && worlds.hands[current].hidden > 0 {
            // Eights 4.3: there would be no choice if the card just drawn could not be played.
            let playable = legal::playable(&world);
            if let Some(drawn) = world.hands[current].cards.last_mut() {
                drawn.face = face_among(&worlds.rules.supply, playable, rng);
            }
        }
        world
    }
    fn rollout(state: &State, seat: Seat, legal: &[Action], rng: &mut dyn Rng) -> usize {
        let action = decide::quick(state, seat, &state.rules.options, rng);
        legal.iter().position(|legal| *legal == action).unwrap_or(0)
    }
    /// The other hands, but for the cards in them that are known.
    fn unseen(_: &Options, view: &View) -> Result<Vec<HiddenPlace>, Contradiction> {
        let hidden = |seat: Seat| {
            let known = view.recall.as_ref().map_or(0, |recall| recall.known[seat].len());
            match view.hands[seat] {
                Some(_) => 0,
                None => u32::from(view.counts[seat]).saturating_sub(known as u32),
            }
        };
        let places = Seat::all(view.open.seats)
            .map(|seat| HiddenPlace { name: format!("seat {}", seat.0), size: hidden(seat) });
        Ok(places.filter(|place| place.size > 0).collect())
    }
    fn habits(level: Level) -> Habits {
        Strength::of(level).habits
    }
    fn decide(ask: &Ask<'_, Self>, rng: &mut dyn Rng) -> Option<Result<Decision<Action>, Contradiction>> {
        Some(decide::decide(ask, rng))
    }
    fn over_horizon(state: &State) -> bool {
        state.open.phase.is_over()
    }
    /// A share of the win, and for the others a quarter of what their place would make of it: a bot that
    /// cannot win still sheds cards.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        let ending = state.open.ending.as_ref()?;
        let others = f32::from(state.open.seats - 1);
        Some(ending.places.map(|seat, &place| {
            if ending.winners.contains(seat) {
                1.0 / ending.winners.len() as f32
            } else {
                0.25 * f32::from(state.open.seats - place) / others
            }
        }))
    }
    fn cards_revealed(public: &View) -> bool {
        public.open.ending.is_some()
    }
}

impl Study for Eights {
    /// 1 for a win, shares of it for a shared one.
    fn points(state: &State) -> Option<SeatMap<f32>> {
        let ending = state.open.ending.as_ref()?;
        let share = 1.0 / ending.winners.len().max(1) as f32;
        Some(ending.places.map(|seat, _| if ending.winners.contains(seat) { share } else { 0.0 }))
    }
}

/// A face as the supply makes it, given that it is one of `faces`, which have a number among them: every
/// supply makes numbers (rules, 2.7), so this ends.
pub(crate) fn face_among(supply: &Supply, faces: FaceSet, rng: &mut dyn Rng) -> Face {
    loop {
        let face = supply.face(below(Supply::ROLLS, rng));
        if faces.contains(face) {
            return face;
        }
    }
}

/// Whether a table can look like this at all; single hands aside.
fn consistent(view: &View, next_id: u32) -> Result<(), Contradiction> {
    let open = &view.open;
    let recalled = view.recall.as_ref().map_or(open.seats, |recall| recall.known.seats());
    if [view.counts.seats(), view.hands.seats(), recalled] != [open.seats; 3] {
        Err(Contradiction::View("not one hand per seat"))
    } else if open.current.0 >= open.seats {
        Err(Contradiction::View("nobody's turn"))
    } else if open.phase == Phase::DrawnChoice && (open.top.is_none() || open.stack > 0) {
        Err(Contradiction::View("a choice after a draw that gave none"))
    } else if next_id > u32::MAX / 2 {
        Err(Contradiction::View("more cards than any game makes"))
    } else {
        Ok(())
    }
}

/// What `view` says of the hand of `seat`.
fn outline(view: &View, seat: Seat, next_id: &mut u32) -> Result<Outline, Contradiction> {
    let open = &view.open;
    let count = usize::from(view.counts[seat]);
    let holder = SeatSet::only(seat);
    let mut hand = Hand::default();
    if let Some(recall) = &view.recall {
        hand.drew_on = recall.drew_on.get(seat).into_iter().flatten().copied().collect();
    }
    if let Some(cards) = &view.hands[seat] {
        if cards.len() != count {
            return Err(Contradiction::View("a hand that is seen has another size"));
        }
        let known = if open.eye.is_some() { SeatSet::first(open.seats) } else { holder };
        hand.cards = cards.iter().map(|card| Held { id: card.id, face: card.face, known }).collect();
        return Ok(Outline { hand, hidden: 0, known });
    }
    let remembered: &[Face] = match &view.recall {
        Some(Recall { known, .. }) => &known[seat],
        None => &[],
    };
    if remembered.len() > count {
        return Err(Contradiction::View("more cards known in a hand than it has"));
    }
    let known = view.seat.map_or(holder, |viewer| holder.with(viewer));
    for &face in remembered {
        hand.cards.push(Held { id: CardId(*next_id), face, known });
        *next_id += 1;
    }
    // Eights 3.1: while the cards are dealt they lie face down, for their holders too.
    let known = if open.phase == Phase::Dealing { SeatSet::EMPTY } else { holder };
    Ok(Outline { hidden: count - hand.len(), hand, known })
}
