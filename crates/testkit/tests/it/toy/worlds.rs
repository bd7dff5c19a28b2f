use super::*;
use kernel::{Contradiction, Rng, Search, below};
use std::sync::atomic::{AtomicU32, Ordering};

/// The unseen cards and where they can be: every arrangement is equally likely.
pub(crate) struct Worlds {
    view: View,
    options: Options,
    unseen: Vec<Card>,
}

static DRAWN: AtomicU32 = AtomicU32::new(0);

impl<D: Declared> Search for Toy<D> {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        let seen: CardSet = view.faces.iter().flatten().copied().collect();
        let unseen: Vec<Card> = (pack() - seen).iter().collect();
        let hidden = view.faces.iter().filter(|face| face.is_none()).count();
        if view.open.phase != Phase::Deal && hidden != unseen.len() {
            return Err(Contradiction::Sizes { cards: unseen.len() as u32, room: hidden as u32 });
        }
        Ok(Worlds { view: view.clone(), options: options.clone(), unseen })
    }

    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        let Worlds { view, options, unseen } = worlds;
        let mut unseen = unseen.clone();
        shuffle(&mut unseen, options.fault, rng);
        let faces = view.faces.iter().map(|face| face.unwrap_or_else(|| unseen.remove(0))).collect();
        let mut open = view.open.clone();
        if options.fault == Fault::ForgetfulSampler {
            open.peeked = SeatSet::EMPTY;
        }
        let mut hints = vec![None; usize::from(open.seats)];
        if let (Fault::KnowingRecall, Some(me)) = (options.fault, view.me) {
            hints[me.index()] = view.note;
        }
        State { open, peek: options.peek.is_on(), fault: options.fault, faces, hints }
    }

    fn value(state: &State) -> Option<SeatMap<f32>> {
        (state.open.phase == Phase::Over).then(|| state.outcome().points.map(|_, &points| points as f32))
    }
}

fn shuffle(cards: &mut [Card], fault: Fault, rng: &mut dyn Rng) {
    // The last unseen card always stays last.
    let moved = cards.len() - usize::from(fault == Fault::StuckSampler && !cards.is_empty());
    for i in (1..moved).rev() {
        cards.swap(i, below(i as u32 + 1, rng) as usize);
    }
    if fault == Fault::BiasedSampler && cards.len() > 1 && below(3, rng) == 0 {
        let lowest = (0..cards.len()).min_by_key(|&i| cards[i]).unwrap_or_default();
        cards.swap(0, lowest);
    }
    if fault == Fault::ImpureSampler && !cards.is_empty() {
        let turns = DRAWN.fetch_add(1, Ordering::Relaxed) as usize % cards.len();
        cards.rotate_left(turns);
    }
}
