//! Every world that a seat cannot tell from the real one, counted and drawn exactly (Casino 14).

use crate::{Facts, Options, Phase, State, Values, View, bot::Memory, pack, value};
use alloc::{vec, vec::Vec};
use arrayvec::ArrayVec;
use kernel::{Card, CardSet, Class, Contradiction, Deals, PlaceSet, Rank, Rng, Seat, SeatSet, below};

/// Where a card can be without a seat seeing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In somebody's hand; a removed seat's hand is out of play.
    Hand(Seat),
    /// Not dealt yet.
    Stock,
    /// In a pile, but forgotten. Only a bot with a bad memory has such a place.
    Forgotten,
}

/// The worlds that one seat's recall allows, all equally likely.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The table with what the seat knows; hidden cards are missing.
    known: State,
    deals: Deals<Card>,
    places: Vec<Place>,
    /// How many cards each place holds.
    sizes: Vec<u8>,
    /// Where in the piles the forgotten cards lie.
    gaps: Vec<(Seat, usize)>,
}

impl Worlds {
    /// Counts the worlds of a view with a memory, that is of [`Viewer::Recall`](kernel::Viewer::Recall).
    pub fn new(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        Worlds::of(options, view, known(options, view)?, CardSet::EMPTY)
    }
    /// The worlds of somebody who has forgotten some of it. They are for playing on: what happened so far is not
    /// in them.
    pub(crate) fn remembered(
        options: &Options,
        view: &View,
        memory: &Memory,
    ) -> Result<Worlds, Contradiction> {
        let mut known = known(options, view)?;
        known.history = Vec::new();
        for facts in &mut known.facts {
            let keep = |minded: bool, values: Values| if minded { values } else { Values::default() };
            *facts = Facts { held: keep(memory.held, facts.held), lacks: keep(memory.lacks, facts.lacks) };
        }
        Worlds::of(options, view, known, memory.forgotten)
    }

    fn of(options: &Options, view: &View, known: State, forgotten: CardSet) -> Result<Worlds, Contradiction> {
        let dealt = !matches!(view.open.phase, Phase::Cut | Phase::Deal);
        if view.shown.is_some() || !dealt {
            let (places, sizes, gaps) = (vec![], vec![], vec![]);
            return Ok(Worlds { known, deals: Deals::count(vec![], &[])?, places, sizes, gaps });
        }
        let in_piles = Seat::all(view.open.seats).flat_map(|seat| {
            known.piles[seat.index()].iter().enumerate().map(move |(place, card)| (seat, place, *card))
        });
        let gaps: Vec<(Seat, usize)> = in_piles
            .filter(|(_, _, card)| forgotten.contains(*card))
            .map(|(seat, place, _)| (seat, place))
            .collect();
        let me = view.seat.ok_or(Contradiction::View("a spectator holds no cards"))?;
        let mut places: Vec<Place> =
            Seat::all(view.open.seats).filter(|&seat| seat != me).map(Place::Hand).collect();
        places.push(Place::Stock);
        if !gaps.is_empty() {
            places.push(Place::Forgotten);
        }
        let sizes: Vec<u8> = places
            .iter()
            .map(|place| match place {
                Place::Hand(seat) => view.counts[*seat],
                Place::Stock => view.stock,
                Place::Forgotten => gaps.len() as u8,
            })
            .collect();
        let unseen = (pack(options.deck) - known.seen()) | forgotten;
        let deals = Deals::count(classes_of(unseen, &places, &known.facts), &sizes)?;
        Ok(Worlds { known, deals, places, sizes, gaps })
    }
    /// How many worlds there are, if the order of the stock does not matter.
    pub fn ways(&self) -> u128 {
        self.deals.ways()
    }
    /// In how many of them `card` is in `place`.
    pub fn ways_in(&self, card: Card, place: Place) -> u128 {
        let class = self.deals.classes().iter().position(|class| class.cards.contains(&card));
        match (class, self.places.iter().position(|p| *p == place)) {
            (Some(class), Some(place)) => self.deals.ways_in(class, place),
            (Some(_), None) => 0,
            (None, _) => {
                let there = match place {
                    Place::Hand(seat) => self.known.hands[seat.index()].contains(card),
                    Place::Stock => self.known.stock.contains(&card),
                    Place::Forgotten => false,
                };
                if there { self.ways() } else { 0 }
            }
        }
    }
    /// Where cards are hidden, and how many each place holds.
    pub fn places(&self) -> impl Iterator<Item = (Place, u8)> + '_ {
        self.places.iter().copied().zip(self.sizes.iter().copied())
    }
    /// The cards in those places.
    pub fn unseen(&self) -> CardSet {
        self.deals.classes().iter().flat_map(|class| class.cards.iter().copied()).collect()
    }
    /// The chance that one of these seats holds a card of this value.
    pub fn chance_held(&self, value: u8, seats: SeatSet) -> f64 {
        let mut facts = self.known.facts;
        for seat in seats.iter() {
            facts[seat.index()].lacks.insert(value);
        }
        self.chance_of_not(classes_of(self.unseen(), &self.places, &facts))
    }
    /// The chance that at least one card of this rank is there.
    pub fn chance_of_rank(&self, rank: Rank, place: Place) -> f64 {
        let Some(place) = self.places.iter().position(|known| *known == place) else { return 0.0 };
        let mut classes = Vec::new();
        for class in self.deals.classes() {
            let (of_rank, others): (Vec<Card>, Vec<Card>) =
                class.cards.iter().partition(|card| card.rank() == rank);
            // A class with needs has cards of one rank only.
            let needs = |cards: &[Card]| if cards.is_empty() { vec![] } else { class.needs.clone() };
            let allowed = class.allowed.without(place);
            classes.push(Class { needs: needs(&of_rank), cards: of_rank, allowed });
            classes.push(Class { needs: needs(&others), cards: others, allowed: class.allowed });
        }
        self.chance_of_not(classes)
    }
    /// The chance that the cards do not lie as these classes say.
    fn chance_of_not(&self, classes: Vec<Class<Card>>) -> f64 {
        match Deals::count(classes, &self.sizes) {
            Ok(without) => 1.0 - without.ways() as f64 / self.ways() as f64,
            // In no world they do.
            Err(_) => 1.0,
        }
    }
    /// Whether the seat knows where every card is: only the order of the stock may be open.
    pub fn is_certain(&self) -> bool {
        self.ways() == 1
    }
    /// One world.
    pub fn draw(&self, rng: &mut dyn Rng) -> State {
        let mut world = self.known.clone();
        let mut forgotten = ArrayVec::<Card, 52>::new();
        self.deals.draw(rng, |place, card| match self.places[place] {
            Place::Hand(seat) => world.hands[seat.index()].insert(card),
            Place::Stock => world.stock.push(card),
            Place::Forgotten => forgotten.push(card),
        });
        // Classes come out one after the other; neither stock nor forgotten cards have an order that anybody knows.
        if !self.places.is_empty() {
            shuffle(&mut world.stock, rng);
            shuffle(&mut forgotten, rng);
        }
        for (&(seat, place), card) in self.gaps.iter().zip(forgotten) {
            world.piles[seat.index()][place] = card;
        }
        world
    }
}

fn shuffle(cards: &mut [Card], rng: &mut dyn Rng) {
    for i in (1..cards.len()).rev() {
        cards.swap(i, below(i as u32 + 1, rng) as usize);
    }
}

/// The table as far as the view shows it.
fn known(options: &Options, view: &View) -> Result<State, Contradiction> {
    let Some(recall) = &view.recall else {
        return Err(Contradiction::View("a view without a memory has no worlds"));
    };
    let seats = view.open.seats;
    let lists = [view.counts.seats(), recall.piles.seats(), recall.facts.seats()];
    if !(2..=4).contains(&seats) || lists != [seats; 3] {
        return Err(Contradiction::View("not one entry per seat"));
    }
    let mut known = State::before_the_deal(options, view.open.clone());
    known.history.clone_from(&recall.history);
    for seat in Seat::all(seats) {
        known.facts[seat.index()] = recall.facts[seat];
        known.piles[seat.index()] = recall.piles[seat].iter().copied().take(52).collect();
    }
    if let Some(shown) = &view.shown {
        for seat in Seat::all(seats) {
            known.hands[seat.index()] = shown.hands[seat];
        }
        known.stock = shown.stock.iter().copied().take(52).collect();
    } else if let (Some(me), Some(hand)) = (view.seat, view.hand) {
        known.hands[me.index()] = hand;
    }
    Ok(known)
}

/// Unseen cards of which exactly the same is known: a rank each where something is known of it, and the rest.
fn classes_of(unseen: CardSet, places: &[Place], facts: &[Facts; 4]) -> Vec<Class<Card>> {
    let everywhere = (0..places.len()).fold(PlaceSet::default(), PlaceSet::with);
    let mut rest = CardSet::EMPTY;
    let mut classes = Vec::new();
    for rank in Rank::ALL {
        let cards = unseen & CardSet::of_rank(rank);
        let number = value(Card::new(rank, kernel::Suit::Clubs));
        let (mut allowed, mut needs) = (everywhere, Vec::new());
        for (place, kind) in places.iter().enumerate() {
            let Place::Hand(seat) = kind else { continue };
            let Facts { held, lacks } = facts[seat.index()];
            // Court cards have no value, and nothing is ever shown of them.
            if number > 0 && lacks.contains(number) {
                allowed = allowed.without(place);
            }
            if number > 0 && held.contains(number) {
                needs.push(PlaceSet::only(place));
            }
        }
        if allowed == everywhere && needs.is_empty() {
            rest |= cards;
        } else {
            classes.push(Class { cards: cards.iter().collect(), allowed, needs });
        }
    }
    classes.push(Class { cards: rest.iter().collect(), allowed: everywhere, needs: vec![] });
    classes
}

impl State {
    /// All cards that are public or are known to this table.
    fn seen(&self) -> CardSet {
        let piles: CardSet = self.piles.iter().flatten().copied().collect();
        self.hands.into_iter().fold(piles | self.open.on_table(), |all, hand| all | hand)
    }
}
