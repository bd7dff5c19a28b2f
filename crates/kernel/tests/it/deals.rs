//! The sampler of worlds, against plain enumeration.

use kernel::{Class, Contradiction, Deals, PlaceSet, below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use std::collections::BTreeMap;

type Puzzle = (Vec<Class<u8>>, Vec<u8>);

/// Small random constraints.
fn puzzle(rng: &mut Xoshiro256PlusPlus) -> Puzzle {
    let places = 1 + below(4, rng) as usize;
    let mut card = 0;
    let classes: Vec<Class<u8>> = (0..1 + below(4, rng))
        .map(|_| {
            let cards: Vec<u8> = (0..below(4, rng))
                .map(|_| {
                    card += 1;
                    card
                })
                .collect();
            let allowed = PlaceSet(below(1 << places, rng) as u8 | 1 << below(places as u32, rng));
            let needs =
                if below(4, rng) == 0 { vec![PlaceSet(below(1 << places, rng) as u8)] } else { vec![] };
            Class { cards, allowed, needs }
        })
        .collect();
    let mut room = vec![0; places];
    for _ in 0..card {
        room[below(places as u32, rng) as usize] += 1;
    }
    (classes, room)
}

/// All worlds, found by trying every place for every card.
fn enumerate((classes, room): &Puzzle) -> Vec<Vec<Vec<u8>>> {
    let cards: Vec<(u8, PlaceSet)> =
        classes.iter().flat_map(|class| class.cards.iter().map(|card| (*card, class.allowed))).collect();
    let mut worlds = vec![];
    let count = (room.len() as u64).pow(cards.len() as u32);
    for mut code in 0..count {
        let mut world = vec![vec![]; room.len()];
        let mut fits = true;
        for &(card, allowed) in &cards {
            let place = (code % room.len() as u64) as usize;
            code /= room.len() as u64;
            fits &= allowed.contains(place);
            world[place].push(card);
        }
        fits &= world.iter().zip(room).all(|(cards, size)| cards.len() == usize::from(*size));
        fits &= classes.iter().all(|class| {
            class.needs.iter().all(|group| {
                world.iter().enumerate().any(|(place, cards)| {
                    group.contains(place) && cards.iter().any(|card| class.cards.contains(card))
                })
            })
        });
        if fits {
            worlds.push(world);
        }
    }
    worlds
}

#[test]
fn counts_equal_enumeration() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut solvable, mut contradictory) = (0, 0);
    for _ in 0..2_000 {
        let puzzle = puzzle(&mut rng);
        let all = enumerate(&puzzle);
        match Deals::count(puzzle.0.clone(), &puzzle.1) {
            Err(contradiction) => {
                assert_eq!(contradiction, Contradiction::NoWorld);
                assert!(all.is_empty(), "{puzzle:?}");
                contradictory += 1;
            }
            Ok(deals) => {
                assert_eq!(deals.ways(), all.len() as u128, "{puzzle:?}");
                for (number, class) in puzzle.0.iter().enumerate() {
                    for place in 0..puzzle.1.len() {
                        for card in &class.cards {
                            let there = all.iter().filter(|world| world[place].contains(card)).count();
                            assert_eq!(deals.ways_in(number, place), there as u128);
                        }
                    }
                }
                solvable += 1;
            }
        }
    }
    assert!(solvable > 500 && contradictory > 200, "{solvable} and {contradictory}");
}

#[test]
fn draws_are_uniform_over_the_enumeration() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut compared = 0;
    while compared < 40 {
        let puzzle = puzzle(&mut rng);
        let all = enumerate(&puzzle);
        if !(5..=100).contains(&all.len()) {
            continue;
        }
        let deals = Deals::count(puzzle.0.clone(), &puzzle.1).unwrap();
        let mut seen: BTreeMap<_, f64> = all.into_iter().map(|world| (world, 0.0)).collect();
        let each = 200.0;
        let worlds = seen.len();
        for _ in 0..(worlds as f64 * each) as u32 {
            let mut world = vec![vec![]; puzzle.1.len()];
            deals.draw(&mut rng, |place, card| world[place].push(card));
            world.iter_mut().for_each(|cards| cards.sort_unstable());
            *seen.get_mut(&world).expect("only worlds that fit") += 1.0;
        }
        let chi: f64 = seen.values().map(|n| (n - each).powi(2) / each).sum();
        // Five standard deviations above the mean of chi-square.
        let degrees = worlds as f64 - 1.0;
        assert!(chi < degrees + 5.0 * (2.0 * degrees).sqrt() + 15.0, "{chi} with {degrees} degrees");
        compared += 1;
    }
}

#[test]
fn a_full_pack_can_be_counted() {
    let class = Class { cards: (0..52).collect(), allowed: PlaceSet(0b1111), needs: vec![] };
    let deals = Deals::count(vec![class], &[13, 13, 13, 13]).unwrap();
    assert_eq!(deals.ways(), 53_644_737_765_488_792_839_237_440_000);
    assert_eq!(deals.ways_in(0, 2) * 4, deals.ways());
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let mut hands = vec![vec![]; 4];
    deals.draw(&mut rng, |place, card: u8| hands[place].push(card));
    assert!(hands.iter().all(|hand| hand.len() == 13));
}

#[test]
fn wrong_books_are_a_loud_error() {
    let class = |cards: Vec<u8>, allowed| Class { cards, allowed: PlaceSet(allowed), needs: vec![] };
    let sizes = Deals::count(vec![class(vec![1, 2], 0b11)], &[1, 2]);
    assert_eq!(sizes.unwrap_err(), Contradiction::Sizes { cards: 2, room: 3 });
    let nowhere = Deals::count(vec![class(vec![1, 2], 0b01), class(vec![3], 0b11)], &[1, 2]);
    assert_eq!(nowhere.unwrap_err(), Contradiction::NoWorld);
    let needed = Class { cards: vec![], allowed: PlaceSet(1), needs: vec![PlaceSet(1)] };
    let impossible = Deals::count(vec![needed, class(vec![1], 1)], &[1]);
    assert_eq!(impossible.unwrap_err(), Contradiction::NoWorld);
    let empty: Deals<u8> = Deals::count(vec![], &[]).unwrap();
    assert_eq!(empty.ways(), 1, "nothing to place can be placed in one way");
}

/// Casino's question: four seats, and of some ranks it is known who holds at least one.
fn ranks_with_needs() -> Puzzle {
    let class = |first: u8, count: u8, needs: &[usize]| Class {
        cards: (first..first + count).collect(),
        allowed: PlaceSet(0b1111),
        needs: needs.iter().map(|place| PlaceSet::only(*place)).collect(),
    };
    (vec![class(1, 3, &[0, 2]), class(11, 2, &[1]), class(21, 4, &[])], vec![2, 2, 3, 2])
}

#[test]
fn a_place_known_to_hold_a_rank_holds_it_in_every_world() {
    let puzzle = ranks_with_needs();
    let deals = Deals::count(puzzle.0.clone(), &puzzle.1).unwrap();
    assert_eq!(deals.ways(), enumerate(&puzzle).len() as u128);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..2_000 {
        let mut world = vec![vec![]; 4];
        deals.draw(&mut rng, |place, card: u8| world[place].push(card));
        assert!(world[0].iter().any(|card| *card <= 3) && world[2].iter().any(|card| *card <= 3));
        assert!(world[1].iter().any(|card| (11..13).contains(card)));
    }
}

#[test]
fn draws_agree_with_dealing_until_it_fits() {
    let puzzle = ranks_with_needs();
    let deals = Deals::count(puzzle.0.clone(), &puzzle.1).unwrap();
    let cards: Vec<u8> = puzzle.0.iter().flat_map(|class| class.cards.clone()).collect();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let mut counted: BTreeMap<(u8, usize), [f64; 2]> = BTreeMap::new();
    const DRAWS: u32 = 20_000;
    for _ in 0..DRAWS {
        deals.draw(&mut rng, |place, card| counted.entry((card, place)).or_default()[0] += 1.0);
        // The oracle deals any cards anywhere, and starts again if what is known is not so.
        let world = loop {
            let mut pack = cards.clone();
            for i in (1..pack.len()).rev() {
                pack.swap(i, below(i as u32 + 1, &mut rng) as usize);
            }
            let mut pack = pack.into_iter();
            let world: Vec<Vec<u8>> =
                puzzle.1.iter().map(|size| pack.by_ref().take(usize::from(*size)).collect()).collect();
            let fits = puzzle.0.iter().all(|class| {
                class.needs.iter().all(|group| {
                    let some = |cards: &Vec<u8>| cards.iter().any(|card| class.cards.contains(card));
                    world.iter().enumerate().any(|(place, cards)| group.contains(place) && some(cards))
                })
            });
            if fits {
                break world;
            }
        };
        for (place, cards) in world.iter().enumerate() {
            for card in cards {
                counted.entry((*card, place)).or_default()[1] += 1.0;
            }
        }
    }
    for ((card, place), [drawn, dealt]) in counted {
        let class = puzzle.0.iter().position(|class| class.cards.contains(&card)).unwrap();
        let exact = deals.ways_in(class, place) as f64 / deals.ways() as f64 * f64::from(DRAWS);
        // Five standard deviations.
        let slack = 5.0 * exact.sqrt() + 1.0;
        assert!((drawn - exact).abs() < slack, "card {card} in {place}: {drawn} drawn, {exact} counted");
        assert!((dealt - exact).abs() < slack, "card {card} in {place}: {dealt} dealt, {exact} counted");
    }
}

#[test]
fn a_need_that_no_place_can_meet_is_a_loud_error() {
    let needy = Class { cards: vec![1u8, 2], allowed: PlaceSet(0b011), needs: vec![PlaceSet::only(2)] };
    let other = Class { cards: vec![3], allowed: PlaceSet(0b111), needs: vec![] };
    assert_eq!(Deals::count(vec![needy, other], &[1, 1, 1]).unwrap_err(), Contradiction::NoWorld);
}
