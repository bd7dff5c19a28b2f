use crate::{
    kuhn::{self, Kuhn, Say},
    snap::{self, Act, Snap},
};
use bot::{Choice, Flat, Sampler, Tree, choose};
use kernel::{Ask, Decision, Level, Search, Seat};
use std::sync::atomic::{AtomicU32, Ordering};

fn in_time() -> bool {
    false
}

fn tree<G: Search>(
    options: &G::Options,
    view: &G::View,
    seat: Seat,
    seed: u64,
    settings: Tree,
) -> Decision<G::Action> {
    let sampler = Sampler::<G>::of_view(options, view).unwrap();
    settings.decide(&sampler, seat, seed, &in_time)
}

fn asked<'a, G: Search<Options = ()>>(view: &'a G::View, seat: Seat, level: Level) -> Ask<'a, G> {
    Ask { options: &(), view, seat, level, budget: None, explain: false, out_of_time: &in_time }
}

const JACK: u8 = 0;
const KING: u8 = 2;

#[test]
fn the_tree_finds_what_is_right_in_three_card_poker() {
    let settings = Tree { iterations: 4_000, ..Tree::default() };
    let says = |seat, card, said: &[Say], seed| {
        let view = kuhn::View { seat: Seat(seat), card, said: said.to_vec() };
        tree::<Kuhn>(&(), &view, Seat(seat), seed, settings).action
    };
    for seed in 0..20 {
        // Whatever the other seat holds, a king calls and a jack folds.
        assert_eq!(says(1, KING, &[Say::High], seed), Some(Say::High));
        assert_eq!(says(1, JACK, &[Say::High], seed), Some(Say::Low));
        assert_eq!(says(0, KING, &[Say::Low, Say::High], seed), Some(Say::High));
        assert_eq!(says(0, JACK, &[Say::Low, Say::High], seed), Some(Say::Low));
        // After a check a king has nothing to lose by a bet.
        assert_eq!(says(1, KING, &[Say::Low], seed), Some(Say::High));
    }
}

#[test]
fn flat_playouts_find_what_needs_no_second_thought() {
    for seed in 0..20 {
        for (card, right) in [(JACK, Say::Low), (KING, Say::High)] {
            let view = kuhn::View { seat: Seat(1), card, said: vec![Say::High] };
            let sampler = Sampler::<Kuhn>::of_view(&(), &view).unwrap();
            let decision = Flat { worlds: 50, uniform: true }.decide(&sampler, Seat(1), seed, &in_time);
            assert_eq!(decision.action, Some(right));
            // A fold costs one in every world: the same worlds for both, and no doubt.
            let fold = decision.reasons.candidates.iter().find(|c| c.action == Some(Say::Low)).unwrap();
            assert_eq!((fold.value, fold.error, fold.visits), (-1.0, 0.0, 50));
        }
    }
}

#[test]
fn a_seat_that_may_act_does_so_only_where_it_pays() {
    let settings = Tree { iterations: 2_000, ..Tree::default() };
    for (high, right) in [(true, Some(Act::Snap)), (false, None)] {
        let view = snap::View { seat: Seat(1), high, snapped: [false; 3], closed: false };
        for seed in 0..10 {
            assert_eq!(tree::<Snap>(&(), &view, Seat(1), seed, settings).action, right, "seed {seed}");
        }
        let sampler = Sampler::<Snap>::of_view(&(), &view).unwrap();
        assert_eq!(Flat { worlds: 200, uniform: true }.decide(&sampler, Seat(1), 1, &in_time).action, right);
    }
}

#[test]
fn a_choice_made_by_all_at_once_is_made_without_knowing_the_others() {
    let view = snap::View { seat: Seat(2), high: false, snapped: [true, false, false], closed: true };
    for seed in 0..10 {
        let decision = tree::<Snap>(&(), &view, Seat(2), seed, Tree { iterations: 2_000, ..Tree::default() });
        assert_eq!(decision.action, Some(Act::Grab));
        assert_eq!(decision.reasons.candidates.len(), 2);
    }
}

#[test]
fn one_question_and_seed_have_one_answer_however_many_threads() {
    let view = kuhn::View { seat: Seat(0), card: 1, said: vec![] };
    let settings = Tree { iterations: 999, trees: 4, ..Tree::default() };
    let one = tree::<Kuhn>(&(), &view, Seat(0), 5, settings);
    assert_eq!(one, tree::<Kuhn>(&(), &view, Seat(0), 5, settings));
    assert_eq!(one, tree::<Kuhn>(&(), &view, Seat(0), 5, Tree { threads: 3, ..settings }));
    let other: Vec<_> = (6..12).map(|seed| tree::<Kuhn>(&(), &view, Seat(0), seed, settings)).collect();
    assert!(other.iter().any(|other| *other != one), "a seed that changes nothing is none");
    let visits: u32 = one.reasons.candidates.iter().map(|c| c.visits).sum();
    assert_eq!((visits, one.reasons.worlds.drawn), (1_000, 1_000));
}

#[test]
fn time_stops_a_search_and_the_reasons_say_so() {
    let view = kuhn::View { seat: Seat(0), card: 1, said: vec![] };
    let sampler = Sampler::<Kuhn>::of_view(&(), &view).unwrap();
    let asked = AtomicU32::new(0);
    let soon = || asked.fetch_add(1, Ordering::Relaxed) >= 3;
    let decision = Tree { iterations: 1_000_000, ..Tree::default() }.decide(&sampler, Seat(0), 1, &soon);
    assert!(decision.reasons.stopped_early && decision.action.is_some());
    assert!(decision.reasons.worlds.drawn < 1_000);
    let decision = Flat { worlds: 1_000_000, uniform: true }.decide(&sampler, Seat(0), 1, &|| true);
    assert!(decision.reasons.stopped_early && decision.action.is_some());
}

#[test]
fn a_level_is_a_handicap_and_a_pause_and_never_a_look_at_cards() {
    let view = |card| kuhn::View { seat: Seat(1), card, said: vec![Say::High] };
    let choice = |card, level, seed| -> Choice<Say> {
        choose(&asked::<Kuhn>(&view(card), Seat(1), level), seed).unwrap()
    };
    for level in Level::ALL {
        for seed in 0..20 {
            assert_eq!(
                choice(JACK, level, seed).when,
                choice(KING, level, seed).when,
                "the pause tells a card"
            );
        }
    }
    let wrong = |level| (0..300).filter(|&seed| choice(JACK, level, seed).action != Some(Say::Low)).count();
    assert!(wrong(Level::Easy) > 10, "an easy bot slips");
    assert_eq!(wrong(Level::Hard), 0);
}

#[test]
fn a_seat_that_is_not_asked_does_nothing() {
    let view = kuhn::View { seat: Seat(1), card: KING, said: vec![] };
    let choice = choose(&asked::<Kuhn>(&view, Seat(1), Level::Hard), 1).unwrap();
    assert_eq!((choice.action, choice.reasons.method.as_str()), (None, "idle"));
}
