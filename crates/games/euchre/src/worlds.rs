//! Every world that a seat cannot tell from the real one, counted and drawn exactly (Euchre 10).

use crate::{
    Options, PACK, Phase, Shown, State, Trick, View, bidding::DEALS_BEFORE_STICK, effective_suit, suit_cards,
};
use alloc::{vec, vec::Vec};
use arrayvec::ArrayVec;
use kernel::{Card, CardSet, Class, Contradiction, Deals, PlaceSet, Rng, Seat, Suit};

/// Where a card can be without a seat seeing it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In somebody's hand.
    Hand(Seat),
    /// Among the three cards nobody has.
    Kitty,
    /// Put away by the dealer.
    Discard,
}

/// The worlds that one seat's recall allows, all equally likely.
#[derive(Clone, Debug)]
pub struct Worlds {
    /// The table with what the seat knows; hidden cards are missing.
    known: State,
    deals: Deals<Card>,
    places: Vec<Place>,
    sizes: Vec<u8>,
    voids: Voids,
}

/// By seat and suit: the trick, from 1, in which the seat showed that it holds none.
type Voids = [[Option<u8>; 4]; 4];

impl Worlds {
    /// Counts the worlds of a view with a memory, that is of [`Viewer::Recall`](kernel::Viewer::Recall).
    pub fn new(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        let known = known(options, view)?;
        let over = matches!(view.open.phase, Phase::DealOver | Phase::Finished);
        let dealt = !matches!(view.open.phase, Phase::Cut | Phase::Deal);
        if over || !dealt {
            let deals = Deals::count(vec![], &[])?;
            return Ok(Worlds { known, deals, places: vec![], sizes: vec![], voids: Voids::default() });
        }
        let me = view.seat.ok_or(Contradiction::View("a spectator holds no cards"))?;
        let hidden = Hidden::new(options, view, me, &known)?;
        let sizes: Vec<u8> = hidden.sizes.iter().copied().collect();
        let deals = Deals::count(hidden.classes()?, &sizes)?;
        Ok(Worlds { known, deals, places: hidden.places.to_vec(), sizes, voids: hidden.voids })
    }
    /// The worlds of a seat that has looked at the kitty and at what the dealer put away.
    pub(crate) fn peeked(options: &Options, truth: &State, seat: Seat) -> Result<Worlds, Contradiction> {
        let mut worlds = Worlds::new(options, &View::new(truth, kernel::Viewer::Recall(seat)))?;
        let out_of_play = truth.kitty | truth.discard.into_iter().collect();
        let mut classes = Vec::new();
        for class in worlds.deals.classes() {
            let (out, dealt): (Vec<Card>, Vec<Card>) =
                class.cards.iter().partition(|card| out_of_play.contains(**card));
            let hands = worlds.places.iter().enumerate().filter(|(_, place)| matches!(place, Place::Hand(_)));
            let hands = hands.fold(PlaceSet::default(), |set, (number, _)| set.with(number));
            classes.push(Class {
                cards: dealt,
                allowed: PlaceSet(class.allowed.0 & hands.0),
                needs: class.needs.clone(),
            });
            for card in out {
                let place = if truth.discard == Some(card) { Place::Discard } else { Place::Kitty };
                let number = worlds.places.iter().position(|p| *p == place);
                let number = number.ok_or(Contradiction::View("a card lies where nothing is hidden"))?;
                classes.push(Class { cards: vec![card], allowed: PlaceSet::only(number), needs: vec![] });
            }
        }
        worlds.deals = Deals::count(classes, &worlds.sizes)?;
        Ok(worlds)
    }
    /// How many worlds there are.
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
                    Place::Kitty => self.known.kitty.contains(card),
                    Place::Discard => self.known.discard == Some(card),
                };
                if there { self.ways() } else { 0 }
            }
        }
    }
    /// In how many of them `place` holds no card of `suit`: in those that are left if the suit may not be there.
    pub fn ways_without(&self, suit: Suit, place: Place) -> u128 {
        let Some(number) = self.places.iter().position(|p| *p == place) else { return self.ways() };
        let trump = self.known.open.trump;
        let mut classes = Vec::new();
        for class in self.deals.classes() {
            let (of_suit, others): (Vec<Card>, Vec<Card>) =
                class.cards.iter().partition(|card| effective_suit(**card, trump) == suit);
            // Only trumps are needed anywhere, and those that are make a class of their own: nothing is torn apart.
            for (cards, allowed) in [(of_suit, class.allowed.without(number)), (others, class.allowed)] {
                if !cards.is_empty() {
                    classes.push(Class { cards, allowed, needs: class.needs.clone() });
                }
            }
        }
        match Deals::count(classes, &self.sizes) {
            Ok(deals) => deals.ways(),
            Err(Contradiction::NoWorld) => 0,
            Err(error) => unreachable!("these are some of the worlds that were counted: {error}"),
        }
    }
    /// The cards that the seat does not see.
    pub fn hidden_cards(&self) -> impl Iterator<Item = Card> + '_ {
        self.deals.classes().iter().flat_map(|class| class.cards.iter().copied())
    }
    /// How many unseen cards are in `place`.
    pub fn room(&self, place: Place) -> u8 {
        let number = self.places.iter().position(|p| *p == place);
        number.map_or(0, |number| self.sizes[number])
    }
    /// The trick, from 1, in which `seat` showed that it holds no card of `suit`.
    pub fn void(&self, seat: Seat, suit: Suit) -> Option<u8> {
        self.voids[seat.index()][suit as usize]
    }
    /// The table with what the seat knows; hidden cards are missing.
    pub(crate) fn known(&self) -> &State {
        &self.known
    }
    /// The places in which the seat sees no card.
    pub fn places(&self) -> &[Place] {
        &self.places
    }
    /// One world.
    pub fn draw(&self, rng: &mut dyn Rng) -> State {
        let mut world = self.known.clone();
        self.deals.draw(rng, |place, card| match self.places[place] {
            Place::Hand(seat) => world.hands[seat.index()].insert(card),
            Place::Kitty => world.kitty.insert(card),
            Place::Discard => world.discard = Some(card),
        });
        world
    }
}

/// The table as far as the view shows it.
fn known(options: &Options, view: &View) -> Result<State, Contradiction> {
    let Some(history) = view.history.clone() else {
        return Err(Contradiction::View("a view without a memory has no worlds"));
    };
    let mut known = State {
        options: *options,
        open: view.open.clone(),
        hands: [CardSet::EMPTY; 4],
        kitty: CardSet::EMPTY,
        discard: view.discard,
        follow: PACK,
        history,
    };
    if let Some(led) = known.led_suit() {
        known.follow = suit_cards(led, view.open.trump);
    }
    if let Some(Shown { hands, kitty, discard }) = &view.shown {
        known.hands = *hands;
        known.kitty = *kitty;
        known.discard = *discard;
        for (seat, card) in known.history.iter().flat_map(Trick::played) {
            known.hands[seat.index()].remove(card);
        }
    } else if let (Some(me), Some(hand)) = (view.seat, view.hand) {
        known.hands[me.index()] = hand;
        // On its way from the table to the discard, the up-card is known to be in the dealer's hand.
        if view.open.phase == Phase::Discard {
            known.hands[view.open.dealer.index()].extend(view.open.up_card);
        }
    }
    Ok(known)
}

/// What one seat does not see, and what it knows about it all the same.
struct Hidden {
    unseen: CardSet,
    places: ArrayVec<Place, 5>,
    sizes: ArrayVec<u8, 5>,
    trump: Option<Suit>,
    /// Suits that seats are known not to hold.
    voids: Voids,
    /// The up-card, while it may be in the dealer's hand or put away.
    loose_up_card: Option<(Card, PlaceSet)>,
    /// Places of which one must hold a trump, because its owner called it.
    caller: Option<PlaceSet>,
}

impl Hidden {
    fn new(options: &Options, view: &View, me: Seat, known: &State) -> Result<Hidden, Contradiction> {
        let open = &view.open;
        let mut hidden = Hidden {
            unseen: PACK,
            places: ArrayVec::new(),
            sizes: ArrayVec::new(),
            trump: open.trump,
            voids: Voids::default(),
            loose_up_card: None,
            caller: None,
        };
        for seat in Seat::all(4).filter(|&seat| seat != me) {
            let seen = known.hands[seat.index()].len() as u8;
            let size = view.counts[seat.index()]
                .checked_sub(seen)
                .ok_or(Contradiction::View("a hand is smaller than what is seen of it"))?;
            hidden.places.push(Place::Hand(seat));
            hidden.sizes.push(size);
        }
        hidden.places.push(Place::Kitty);
        hidden.sizes.push(3);
        // Euchre 10.3: after a pick-up one more card is out of play, and only the dealer knows it.
        let put_away = open.picked_up() && open.phase != Phase::Discard;
        if put_away && me != open.dealer {
            hidden.places.push(Place::Discard);
            hidden.sizes.push(1);
        }
        hidden.leave_out_the_seen(view, known);
        hidden.infer_voids(known);
        hidden.place_up_card(options, view, me, put_away);
        hidden.remember_caller(options, view, me, known);
        Ok(hidden)
    }

    fn leave_out_the_seen(&mut self, view: &View, known: &State) {
        self.unseen -= known.hands.into_iter().fold(CardSet::EMPTY, |all, hand| all | hand);
        for (_, card) in known.tricks_so_far().flat_map(Trick::played) {
            self.unseen.remove(card);
        }
        for card in view.discard.into_iter().chain(view.open.up_card) {
            self.unseen.remove(card);
        }
    }

    /// Euchre 10.4: who does not follow has none, from that moment on.
    fn infer_voids(&mut self, known: &State) {
        for (number, trick) in known.tricks_so_far().enumerate() {
            let Some(led) = trick.led() else { continue };
            let led = effective_suit(led, self.trump);
            for (seat, card) in trick.played() {
                if effective_suit(card, self.trump) != led {
                    self.voids[seat.index()][led as usize].get_or_insert(number as u8 + 1);
                }
            }
        }
    }

    /// Euchre 10.2: once picked up, the up-card is in the dealer's hand or put away until it is played.
    fn place_up_card(&mut self, options: &Options, view: &View, me: Seat, put_away: bool) {
        let (Some(up_card), Some(trump)) = (view.open.up_card, self.trump) else { return };
        let dealer = view.open.dealer;
        let played = view
            .history
            .iter()
            .flatten()
            .chain(&view.open.trick)
            .any(|trick| trick.cards[dealer.index()] == Some(up_card));
        if !put_away || me == dealer || played {
            return;
        }
        let mut allowed = PlaceSet::default();
        if self.voids[dealer.index()][trump as usize].is_none() {
            allowed = allowed.with(self.number_of(Place::Hand(dealer)));
        }
        if options.may_discard_upcard.is_on() {
            allowed = allowed.with(self.number_of(Place::Discard));
        }
        self.loose_up_card = Some((up_card, allowed));
    }

    /// Euchre 10.5: where a call needs a trump, the maker held one besides the up-card.
    fn remember_caller(&mut self, options: &Options, view: &View, me: Seat, known: &State) {
        let open = &view.open;
        let (Some(maker), Some(trump)) = (open.maker, self.trump) else { return };
        // Only a dealer who may not pass needs none. After a long row of deals without a call that may have been so
        // without the house rule, and nobody can tell any more.
        let may_be_stuck = options.stick_the_dealer.is_on() || open.deal > u16::from(DEALS_BEFORE_STICK);
        let stuck = open.calls.len() == 8 && may_be_stuck;
        if !options.call_needs_trump.is_on() || maker == me || stuck {
            return;
        }
        let mut trumps = suit_cards(trump, Some(trump));
        if open.picked_up() {
            open.up_card.into_iter().for_each(|card| trumps.remove(card));
        }
        let shown = known.tricks_so_far().filter_map(|trick| trick.cards[maker.index()]);
        if shown.into_iter().any(|card| trumps.contains(card)) {
            return;
        }
        let mut held = PlaceSet::only(self.number_of(Place::Hand(maker)));
        if maker == open.dealer && self.places.contains(&Place::Discard) {
            held = held.with(self.number_of(Place::Discard));
        }
        self.caller = Some(held);
    }

    /// Unseen cards of which exactly the same is known. Those that may be anywhere come last: where the others leave
    /// room they have one way to be split, so that there is little to count, and little to choose in a draw.
    fn classes(&self) -> Result<Vec<Class<Card>>, Contradiction> {
        let mut classes: Vec<Class<Card>> = Vec::new();
        if let Some((card, allowed)) = self.loose_up_card {
            classes.push(Class { cards: vec![card], allowed, needs: vec![] });
        }
        for suit in Suit::ALL {
            let cards: Vec<Card> = (self.unseen & suit_cards(suit, self.trump)).iter().collect();
            let needs: Vec<PlaceSet> = self.caller.filter(|_| self.trump == Some(suit)).into_iter().collect();
            if cards.is_empty() && needs.is_empty() {
                continue;
            }
            // Voids bind hands only, never the kitty or what was put away.
            let allowed =
                self.places.iter().enumerate().fold(
                    PlaceSet::default(),
                    |set, (number, place)| match place {
                        Place::Hand(seat) if self.voids[seat.index()][suit as usize].is_some() => set,
                        _ => set.with(number),
                    },
                );
            match classes
                .iter_mut()
                .find(|class| class.allowed == allowed && class.needs.is_empty() && needs.is_empty())
            {
                Some(alike) => alike.cards.extend(cards),
                None => classes.push(Class { cards, allowed, needs }),
            }
        }
        classes.sort_by_key(|class| class.allowed.0.count_ones());
        Ok(classes)
    }

    fn number_of(&self, place: Place) -> usize {
        self.places.iter().position(|p| *p == place).expect("asked for hidden places only")
    }
}

impl State {
    /// Completed tricks and the one on the table.
    fn tricks_so_far(&self) -> impl Iterator<Item = &Trick> {
        self.history.iter().chain(&self.open.trick)
    }
}
