use crate::{Open, Options, Phase, State, Template, View};
use alloc::{vec, vec::Vec};
use kernel::{Card, CardSet, Class, Contradiction, Deals, PlaceSet, Rng, Search, Seat, SeatMap, Study};

/// The states that a view allows: its unseen cards in the other hands and the stock, in every way.
#[derive(Debug)]
pub struct Worlds {
    options: Options,
    open: Open,
    own: Option<(Seat, CardSet)>,
    /// Places of the deals: the seats, then the stock.
    deals: Deals<Card>,
}

impl Search for Template {
    type Worlds = Worlds;

    fn worlds(options: &Options, view: &View) -> Result<Worlds, Contradiction> {
        let open = view.open.clone();
        let own = view.seat.zip(view.hand);
        let hand = own.map_or(CardSet::EMPTY, |(_, hand)| hand);
        let seen = hand | open.played | open.trick.values().iter().flatten().copied().collect();
        let unseen: Vec<Card> = (CardSet::PACK - seen).iter().collect();
        let mut room: Vec<u8> = open.counts.values().to_vec();
        if let Some((seat, _)) = own {
            room[seat.index()] = 0;
        }
        room.push((unseen.len() as u8).saturating_sub(room.iter().sum()));
        let allowed = PlaceSet((1 << room.len()) - 1);
        let deals = Deals::count(vec![Class { cards: unseen, allowed, needs: Vec::new() }], &room)?;
        Ok(Worlds { options: *options, open, own, deals })
    }
    fn world(worlds: &Worlds, rng: &mut dyn Rng) -> State {
        let seats = worlds.open.counts.seats();
        let mut hands = SeatMap::from_fn(seats, |_| CardSet::EMPTY);
        let mut stock = CardSet::EMPTY;
        worlds.deals.draw(rng, |place, card| match place {
            place if place < usize::from(seats) => hands[Seat(place as u8)].insert(card),
            _ => stock.insert(card),
        });
        if let Some((seat, hand)) = worlds.own {
            hands[seat] = hand;
        }
        if worlds.open.phase == Phase::Deal {
            stock = CardSet::EMPTY;
        }
        State { options: worlds.options, open: worlds.open.clone(), hands, stock }
    }
    /// A share of the win.
    fn value(state: &State) -> Option<SeatMap<f32>> {
        (state.open.phase == Phase::Over).then(|| {
            let places = state.outcome().places;
            let winners = places.values().iter().filter(|&&place| place == 1).count();
            places.map(|_, &place| if place == 1 { 1.0 / winners as f32 } else { 0.0 })
        })
    }
}

impl Study for Template {}
