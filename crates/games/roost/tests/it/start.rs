//! Dealing, bonus offers and the sealed choice (rules, sections 2 to 4).

use crate::scene::*;
use kernel::{CommonError, DealKey, Drawn, Events, Game, Input, Seat, SeatSet, Start, Turn, Viewer};
use roost::*;
use serde_json::json;
use std::collections::BTreeMap;
use testkit::chi_square_passes;

/// A table after its deal, luck coming from a key.
fn dealt(options: &Options, seats: u8, seed: u64) -> State {
    let mut state = Roost::new(options, &start(seats)).unwrap();
    let key = DealKey::from_seed(seed);
    for counter in 0.. {
        let Turn::Chance(luck) = Roost::turn(&state) else { break };
        Roost::apply(&mut state, &Input::Chance(key.answer(counter, luck)), &mut Events::muted());
    }
    state
}
fn offered(state: &State, seat: Seat) -> Vec<String> {
    let view = Roost::view(state, Viewer::Seat(seat));
    let kinds = view.bonus[seat].kinds.clone().expect("the own cards are seen");
    kinds.offered.iter().map(ToString::to_string).collect()
}
fn setup(birds: &[&str], kept: &str, bonus: Option<&str>) -> Action {
    Action::Setup(Setup {
        birds: birds.iter().map(|name| id(name)).collect(),
        foods: kept.chars().map(|letter| food(&letter.to_string())).collect(),
        bonus: bonus.map(BonusId::new),
    })
}
/// The number of a card: its place among the ids in alphabetical order.
fn number(name: &str) -> u16 {
    let mut names: Vec<String> = Deck::built_in().cards.iter().map(|bird| bird.id.to_string()).collect();
    names.sort();
    names.iter().position(|other| other == name).unwrap() as u16
}
/// A table of three with these cards on top of the deck, and the bonus decks in these orders.
fn scripted(top: &[&str], bonus: &[Vec<u16>]) -> State {
    let mut order: Vec<u16> = top.iter().map(|name| number(name)).collect();
    order.extend((0..80).filter(|n| !order.contains(n)).collect::<Vec<_>>());
    let mut state = Roost::new(&Options::default(), &start(3)).unwrap();
    let mut luck = vec![
        Drawn::Shuffle(order),
        Drawn::Shuffle((0..9).collect()),
        Drawn::Roll(vec![0; 4]),
        Drawn::Roll(vec![0, 1, 2, 3, 4]),
    ];
    luck.extend((0..3u16).map(|n| {
        let wanted = bonus.get(usize::from(n)).cloned().unwrap_or_default();
        let rest: Vec<u16> = (0..25 - 2 * n).filter(|card| !wanted.contains(card)).collect();
        Drawn::Shuffle(wanted.into_iter().chain(rest).collect())
    }));
    for drawn in luck {
        let Turn::Chance(due) = Roost::turn(&state) else { panic!("no luck is due") };
        assert!(drawn.answers(due), "{drawn:?} for {due:?}");
        Roost::apply(&mut state, &Input::Chance(drawn), &mut Events::muted());
    }
    state
}
fn counts(state: &State) -> (usize, usize, u16, u16) {
    let view = Roost::view(state, Viewer::Spectator);
    let hands = view.hands.values().iter().map(|hand| usize::from(hand.unknown[0])).sum();
    (hands, view.open.tray.iter().flatten().count(), view.cards, view.bonus_cards)
}

#[test]
fn b_01_three_seats() {
    assert_eq!(counts(&dealt(&Options::default(), 3, 1)), (15, 3, 62, 19));
}

#[test]
fn b_02_four_seats_play_with_two_copies() {
    assert_eq!(counts(&dealt(&Options::default(), 4, 1)), (20, 3, 137, 17));
}

#[test]
fn b_03_too_few_and_too_many() {
    let refused = |seats| Roost::new(&Options::default(), &Start { seats, ..start(1) }).unwrap_err();
    assert_eq!(refused(0), Error::from(CommonError::TooFewPlayers { needed: 1 }));
    assert_eq!(refused(6), Error::from(CommonError::TooManyPlayers { most: 5 }));
}

#[test]
fn b_04_a_pack_must_be_large_enough() {
    let one = options(&json!({ "bird_copies": 1 }));
    assert!(Roost::new(&one, &start(5)).is_ok());
    let small = Options { deck: crate::decks::first_cards(30), ..one };
    assert_eq!(
        Roost::new(&small, &start(5)).unwrap_err(),
        Error::from(CommonError::bad_option("bird_copies"))
    );
    assert!(Roost::new(&small, &start(3)).is_ok());
}

#[test]
fn b_05_everyone_is_offered_two_different_kinds() {
    for set in ["core", "wide"] {
        for seats in 1..=5 {
            for seed in 0..40 {
                let state = dealt(&options(&json!({ "bonus_deck": set })), seats, seed);
                for seat in Seat::all(seats) {
                    let offered = offered(&state, seat);
                    assert!(offered.len() == 2 && offered[0] != offered[1], "{offered:?}");
                }
            }
        }
    }
}

#[test]
fn b_07_different_seats_may_be_offered_the_same() {
    // Sorted, 0 to 4 are rodentologist and 5 to 9 cartographer; after the first offer 0 to 3 and 4 to 7.
    let state = scripted(&[], &[vec![0, 5], vec![0, 4]]);
    assert_eq!(offered(&state, A), ["rodentologist", "cartographer"]);
    assert_eq!(offered(&state, B), ["rodentologist", "cartographer"]);
}

const CORE: [&str; 5] = ["rodentologist", "cartographer", "ecologist", "photographer", "birdwatcher"];

#[test]
fn b_14_each_pair_is_equally_likely_for_every_seat() {
    let mut pairs = vec![BTreeMap::<(String, String), u64>::new(); 5];
    for seed in 0..6000 {
        let state = dealt(&options(&json!({})), 5, seed);
        for seat in Seat::all(5) {
            let [first, second] = offered(&state, seat).try_into().unwrap();
            *pairs[seat.index()].entry((first, second)).or_default() += 1;
        }
    }
    for pairs in pairs {
        assert_eq!(pairs.len(), 20);
        let counts: Vec<u64> = pairs.into_values().collect();
        assert!(chi_square_passes(&counts, &[1.0; 20]), "{counts:?}");
    }
}

/// The second seat's pair after the first one was offered R and C, by the formula n_a/N x n_b/(N - n_a).
#[test]
fn b_15_the_second_seat_draws_from_what_is_left() {
    let left: [f64; 5] = [4.0, 4.0, 5.0, 5.0, 5.0];
    let share = |a: usize, b: usize| left[a] / 23.0 * left[b] / (23.0 - left[a]);
    for ((a, b), exact) in
        [((0, 1), 16.0 / 437.0), ((0, 2), 20.0 / 437.0), ((2, 0), 10.0 / 207.0), ((2, 3), 25.0 / 414.0)]
    {
        assert!((share(a, b) - exact).abs() < 1e-12);
    }
    let mut expected = Vec::new();
    let mut cells = BTreeMap::new();
    for (a, first) in CORE.iter().enumerate() {
        for (b, second) in CORE.iter().enumerate().filter(|&(b, _)| b != a) {
            cells.insert(((*first).to_owned(), (*second).to_owned()), expected.len());
            expected.push(share(a, b));
        }
    }
    let mut observed = vec![0; 20];
    for seed in 0..40_000 {
        let state = dealt(&options(&json!({})), 2, seed);
        if offered(&state, A).iter().all(|kind| CORE[..2].contains(&kind.as_str())) {
            let [first, second] = offered(&state, B).try_into().unwrap();
            observed[cells[&(first, second)]] += 1;
        }
    }
    assert!(observed.iter().sum::<u64>() > 3_000);
    assert!(chi_square_passes(&observed, &expected), "{observed:?}");
}

#[test]
fn b_16_the_wide_set_offers_ten_different_kinds_to_five_seats() {
    let state = dealt(&options(&json!({ "bonus_deck": "wide" })), 5, 3);
    let mut all: Vec<String> = Seat::all(5).flat_map(|seat| offered(&state, seat)).collect();
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 10);
    assert_eq!(counts(&state).3, 8);
}

#[test]
fn b_18_there_are_504_ways_to_keep_five() {
    let state = dealt(&Options::default(), 3, 5);
    let mut actions = Vec::new();
    Roost::legal(&state, A, &mut actions);
    assert_eq!(actions.len(), 504);
    assert!(actions.is_sorted());
}

const DEALT: [&str; 5] = ["great-hornbill", "goldcrest", "mallard", "common-linnet", "osprey"];

#[test]
fn b_19_birds_and_foods_make_five() {
    let state = scripted(&DEALT, &[vec![0, 5]]);
    let answer = |action| Roost::check(&state, A, &action);
    let kept = &DEALT[..3];
    assert_eq!(answer(setup(kept, "is", Some("rodentologist"))), Ok(()));
    assert_eq!(answer(setup(kept, "isf", Some("rodentologist"))), Err(Error::SetupTotal { kept: 6 }));
    assert_eq!(answer(setup(kept, "is", Some("ecologist"))), Err(Error::NotOffered));
    assert_eq!(answer(setup(kept, "is", None)), Err(Error::NotOffered));
    assert_eq!(answer(setup(&["wood-duck"], "isfu", Some("rodentologist"))), Err(Error::NotDealt));
}

#[test]
fn b_20_all_birds_or_all_food() {
    let state = scripted(&DEALT, &[vec![0, 5]]);
    assert_eq!(Roost::check(&state, A, &setup(&[], "isfur", Some("cartographer"))), Ok(()));
    assert_eq!(Roost::check(&state, A, &setup(&DEALT, "", Some("cartographer"))), Ok(()));
}

#[test]
fn b_21_a_choice_stays_sealed() {
    let mut state = scripted(&DEALT, &[vec![0, 5], vec![0, 4]]);
    let before = Roost::view(&state, Viewer::Seat(C));
    let choice = setup(&DEALT[..2], "isf", Some("rodentologist"));
    Roost::apply(&mut state, &Input::Act(A, choice.clone()), &mut Events::muted());
    for viewer in [Viewer::Seat(B), Viewer::Seat(C), Viewer::Spectator] {
        let mut view = Roost::view(&state, viewer);
        assert_eq!(view.open.chosen, SeatSet::only(A));
        assert_eq!(view.choice, None);
        if viewer == Viewer::Seat(C) {
            view.open.chosen = SeatSet::EMPTY;
            view.prompt = before.prompt;
            assert_eq!(view, before);
        }
    }
    assert_eq!(Roost::check(&state, A, &choice), Err(Error::AlreadyChosen));
    assert!(Roost::view(&state, Viewer::Seat(A)).choice.is_some());
}

#[test]
fn b_22_the_clock_keeps_two_cheap_birds_and_what_they_eat() {
    let mut top = vec!["budgerigar"; 0];
    let others: Vec<String> = Deck::built_in().cards.iter().map(|bird| bird.id.to_string()).collect();
    let others: Vec<&str> = others.iter().map(String::as_str).filter(|name| !DEALT.contains(name)).collect();
    top.extend(&others[..10]);
    top.extend(DEALT);
    let mut state = scripted(&top, &[vec![0, 5], vec![0, 4], vec![0, 3]]);
    let Turn::Seats { window, .. } = Roost::turn(&state) else { panic!("they choose") };
    assert!(window.idles);
    Roost::apply(&mut state, &Input::Expire(window.id), &mut Events::muted());
    let view = Roost::view(&state, Viewer::Seat(C));
    assert_eq!(view.hand(), [id("goldcrest"), id("common-linnet")]);
    assert_eq!(view.open.mats[C].tokens, foods("1i 1s 1f"));
    assert_eq!(view.bonus[C].kinds.as_ref().unwrap().held, [BonusId::new("rodentologist")]);
}

#[test]
fn b_23_what_was_not_kept_is_shown_or_returned() {
    let mut state = scripted(&DEALT, &[vec![0, 5], vec![0, 4], vec![0, 3]]);
    for seat in Seat::all(3) {
        let mut actions = Vec::new();
        Roost::legal(&state, seat, &mut actions);
        Roost::apply(&mut state, &Input::Act(seat, actions[0].clone()), &mut Events::muted());
    }
    // The first of all choices keeps no bird.
    for viewer in Viewer::all(3) {
        let view = Roost::view(&state, viewer);
        assert_eq!(view.open.discards.len(), 15);
        assert_eq!(view.open.discards[..5], DEALT.map(id));
        assert_eq!(view.bonus_cards, 22);
        assert_eq!((view.open.round, view.open.current), (1, A));
        for (seat, bonus) in view.bonus.iter() {
            assert_eq!((bonus.held, bonus.offered), (1, 0));
            assert_eq!(bonus.kinds.is_some(), viewer.seat() == Some(seat));
        }
    }
}

#[test]
fn b_17_a_kind_that_was_returned_may_be_offered_again() {
    let play = scene()
        .view(|view| view.open.round = 1)
        .bonus(&[&["cartographer"]])
        .wetland(A, &["sandwich-tern"])
        .grassland(A, &[])
        .tokens(A, "3f")
        .hand(A, &["shoebill"])
        .eggs(A, "W1", 1)
        .begin();
    // Whatever the order of the bonus deck: never cartographer, and rodentologist in some.
    let mut kinds = BTreeMap::<String, u32>::new();
    for first in 0..24u16 {
        let mut play = play.clone();
        play.order((0..24).map(|n| (n + first) % 24).collect());
        play.act(A, play_card("shoebill")).act(A, Action::Use);
        let offered = play.view(A).bonus[A].kinds.clone().unwrap().offered;
        offered.iter().for_each(|kind| *kinds.entry(kind.to_string()).or_default() += 1);
    }
    assert!(kinds.contains_key("rodentologist") && !kinds.contains_key("cartographer"), "{kinds:?}");
}
fn play_card(card: &str) -> Action {
    play(card, Habitat::Wetland)
}
