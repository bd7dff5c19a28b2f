//! What bots remember, what they do, and that nothing unseen makes a difference.

use crate::desk::*;
use bot::{Choice, When};
use dutch::{Action, Dutch, Memory, Phase, View, decide};
use kernel::{
    Ask, DealKey, Game, Input, Inspect, Level, Rng, Search, Seat, Start, Study, Table, Turn, Viewer, below,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

fn choice(desk: &Desk, seat: Seat, level: Level, seed: u64) -> Option<Action> {
    decide(desk.table.options(), &desk.recall(seat), &desk.legal(seat), level, seed).action
}
fn expert(desk: &Desk, seat: Seat) -> Option<Action> {
    choice(desk, seat, Level::Expert, 1)
}
/// A bot asked as a room asks it.
fn asked(options: &dutch::Options, view: &View, seat: Seat, level: Level, seed: u64) -> Choice<Action> {
    let ask = Ask { options, view, seat, level, budget: None, explain: false, out_of_time: &|| false };
    bot::choose::<Dutch>(&ask, seed).unwrap()
}
/// The same with all that can be said about it.
fn explained(options: &dutch::Options, view: &View, seat: Seat, level: Level, seed: u64) -> Choice<Action> {
    let ask = Ask { options, view, seat, level, budget: None, explain: true, out_of_time: &|| false };
    bot::choose::<Dutch>(&ask, seed).unwrap()
}
fn memory(desk: &Desk, seat: Seat, level: Level, seed: u64) -> Memory {
    Memory::of(&desk.recall(seat), desk.table.options().hand_size, level, seed)
}

#[test]
fn an_expert_forgets_nothing_and_follows_every_swap() {
    let mut desk = clear().hand(A, "9c 5c 9d 9h").pile("2c Jc").begin();
    desk.quiet_turns(1).play_drawn().expire().act(B, swap((A, 1), (D, 0)));
    let memory = memory(&desk, A, Level::Expert, 7);
    assert_eq!((memory.at(at(D, 0)), memory.at(at(A, 1))), (Some(card("5c")), None));
    assert_eq!(memory.at(at(A, 0)), Some(card("9c")));
}

#[test]
fn an_easy_bot_forgets_and_loses_track_but_the_same_every_time() {
    let mut desk = clear().hand(A, "9c 5c 9d 9h").pile("2c Jc").begin();
    desk.quiet_turns(1).play_drawn().expire().act(B, swap((A, 1), (D, 0)));
    let (mut forgot, mut followed, mut lost) = (0, 0, 0);
    for seed in 0..1_000 {
        let memory = memory(&desk, A, Level::Easy, seed);
        assert_eq!(memory, self::memory(&desk, A, Level::Easy, seed));
        match (memory.at(at(A, 1)), memory.at(at(D, 0))) {
            (None, None) => forgot += 1,
            (None, Some(_)) => followed += 1,
            (Some(old), None) => {
                assert_eq!(old, card("5c"), "still believed where it was");
                lost += 1;
            }
            both => panic!("{both:?}"),
        }
    }
    // 15 % are not learned; of the rest 70 % are followed.
    assert!((110..190).contains(&forgot), "{forgot}");
    assert!((550..640).contains(&followed) && (210..300).contains(&lost), "{followed} {lost}");
}

#[test]
fn a_belief_that_is_disproved_is_dropped() {
    // A's five goes to D, who plays it: whoever still believed it in A's hand knows better now.
    let mut desk = clear().hand(A, "9c 5c 9d 9h").pile("2c Jc 3c").begin();
    desk.quiet_turns(1).play_drawn().expire().act(B, swap((A, 1), (D, 0))).wait();
    desk.quiet_turns(1).act(D, DRAW).act(D, play(0));
    for seed in 0..200 {
        assert_eq!(memory(&desk, A, Level::Easy, seed).at(at(A, 1)), None);
    }
}

#[test]
fn it_plays_the_rank_it_is_best_rid_of() {
    // Two nines are worth more than a king; unknown cards count six.
    let mut desk = deal(r#"{"mode":"clear","peek_count":4}"#).hand(A, "9c Kc 9d 2h").pile("8s").begin();
    desk.act(A, DRAW);
    assert_eq!(expert(&desk, A), Some(play(0)));
    desk.act(A, play(0));
    assert_eq!(expert(&desk, A), Some(matching(2)), "and matches the other one");
    let mut desk = clear().hand(A, "2c 3c 9d 2h").pile("4s").begin();
    desk.act(A, DRAW);
    assert_eq!(expert(&desk, A), Some(play(2)), "better an unknown card than a four");
}

#[test]
fn it_matches_only_what_it_believes_to_know() {
    let mut desk = clear().hand(B, "9c 5c 9d 9h").pile("9s 8s").begin();
    desk.play_drawn();
    assert_eq!(expert(&desk, B), Some(matching(0)));
    desk.act(B, matching(0));
    assert_eq!(expert(&desk, B), None, "the other nines were never seen");
}

#[test]
fn it_collects_the_third_and_fourth_and_a_cheap_second() {
    let aces = deal("{}").hand(B, "Ac X1").top("As").begin();
    assert_eq!(expert(&aces, B), Some(collect("As")));
    let sixes = deal("{}").hand(B, "6c X1").top("6s").begin();
    assert_eq!(expert(&sixes, B), None, "six points more");
    let once = deal(r#"{"collection_scoring":"once"}"#).hand(B, "6c X1").top("6s").begin();
    assert_eq!(expert(&once, B), Some(collect("6s")));
    let mut third = deal("{}").hand(B, "6c X1").top("6s").pile("6d").begin();
    third.act(B, collect("6s")).play_drawn().expire();
    assert_eq!(expert(&third, B), Some(collect("6d")));
}

#[test]
fn a_queen_looks_at_an_own_unknown_card() {
    let mut desk = clear().pile("Qc").begin();
    desk.play_drawn().expire();
    assert_eq!(expert(&desk, A), Some(look(A, 2)));
    desk.act(A, look(A, 2));
    assert_eq!(expert(&desk, A), Some(Action::DonePeeking));
}

#[test]
fn a_jack_breaks_up_a_collection_of_three() {
    let mut desk = deal("{}").hand(A, "Kc Kd").hand(B, "6c X1").top("6s").pile("6d 2h 3h 4h Jc").begin();
    desk.act(B, collect("6s")).play_drawn().expire().act(B, collect("6d")).wait();
    desk.quiet_turns(3).play_drawn().expire();
    assert_eq!(desk.phase(), Phase::JackSwap);
    assert_eq!(expert(&desk, A), Some(swap((A, 0), (B, 0))), "the black king for a six");
}

#[test]
fn a_jack_hits_the_caller_first() {
    let mut desk = clear().hand(A, "2c 3c").hand(B, "Ks 10d").pile("8s Jc").begin();
    desk.play_drawn().act(A, Action::CallDutch).wait();
    desk.play_drawn().expire();
    assert_eq!(expert(&desk, B), Some(swap((B, 1), (A, 0))));
}

#[test]
fn it_calls_with_few_points_and_well_ahead() {
    let json = r#"{"mode":"clear","peek_count":4}"#;
    let mut desk = deal(json).hand(A, "Ac 2c X1 Kd").pile("9s").begin();
    desk.play_drawn();
    assert_eq!(expert(&desk, A), Some(Action::CallDutch));
    for seed in 0..50 {
        let choice = asked(desk.table.options(), &desk.recall(A), A, Level::Expert, seed);
        assert_eq!((choice.action, choice.not_before), (Some(Action::CallDutch), 0.8));
        let lasts = desk.window().lasts.unwrap();
        let after = choice.when.after(Some(lasts));
        assert!(after >= lasts * 4 / 5 && after < lasts, "in the last fifth of the window");
    }
    let mut desk = deal(json).hand(A, "Ac 2c 5c Kd").pile("9s").begin();
    desk.play_drawn();
    assert_eq!(expert(&desk, A), None, "eight points are too many");
}

/// Plays a game; `None` is a player who takes any legal action or lets it pass. The quickest acts.
fn game(levels: [Option<Level>; 4], seed: u64, mut each: impl FnMut(&Table<Dutch>)) -> Vec<Seat> {
    let start = Start { seats: 4, host: A, first: None, rules: 1 };
    let mut table = Table::<Dutch>::new(&Default::default(), &start).unwrap();
    let (key, mut chances) = (DealKey::from_seed(seed), 0);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let input = match table.turn() {
            Turn::Over(outcome) => {
                return outcome
                    .places
                    .iter()
                    .filter(|(_, place)| **place == 1)
                    .map(|(seat, _)| seat)
                    .collect();
            }
            Turn::Chance(luck) => {
                chances += 1;
                Input::Chance(key.answer(chances - 1, luck))
            }
            Turn::Seats { must, may, window } => {
                each(&table);
                let mut answers = Vec::new();
                for seat in (must | may).iter() {
                    let mut legal = Vec::new();
                    table.legal(seat, &mut legal);
                    let (action, after) = match levels[seat.index()] {
                        Some(level) => {
                            let view = table.view(Viewer::Recall(seat));
                            let choice = asked(table.options(), &view, seat, level, rng.next_u64());
                            (choice.action, choice.when.after(window.lasts).as_millis() as u64)
                        }
                        None => {
                            let choice = below(legal.len() as u32 + 1, &mut rng) as usize;
                            (legal.get(choice).copied(), u64::from(rng.next_u32() % 5_000))
                        }
                    };
                    answers.extend(action.map(|action| (after, seat, action)));
                }
                match answers.into_iter().min() {
                    Some((_, seat, action)) => Input::Act(seat, action),
                    None => Input::Expire(window.id),
                }
            }
        };
        table.check(&input).unwrap();
        table.commit(&input);
    }
}

/// How many of a number of games the first player's side wins, in per cent; shared wins count in part.
fn wins(side: &[usize], levels: [Option<Level>; 4], games: u64) -> f64 {
    let mut won = 0.0;
    for seed in 0..games {
        let turn = (seed % 4) as usize;
        let mut seated = levels;
        seated.rotate_right(turn);
        let winners = game(seated, seed, |_| {});
        let ours = winners.iter().filter(|seat| side.contains(&((seat.index() + 4 - turn) % 4))).count();
        won += ours as f64 / winners.len() as f64;
    }
    100.0 * won / games as f64
}

#[test]
fn an_expert_beats_three_random_players() {
    let won = wins(&[0], [Some(Level::Expert), None, None, None], 400);
    println!("expert against three random players: {won:.1} %");
    assert!(won >= 70.0, "{won:.1} %");
}

#[test]
fn each_level_beats_the_one_below() {
    for pair in Level::ALL.windows(2) {
        let [low, high] = [Some(pair[0]), Some(pair[1])];
        let won = wins(&[0, 2], [high, low, high, low], 600);
        println!("{:?} against {:?}: {won:.1} %", pair[1], pair[0]);
        assert!(won > 50.0, "{:?} wins {won:.1} % against {:?}", pair[1], pair[0]);
    }
}

#[test]
fn d_79_no_card_a_bot_has_not_seen_changes_its_decision() {
    // The state is the one that the log gives; cards that the seat may not know are exchanged in it.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(79);
    let mut compared = 0;
    for seed in 0..20 {
        let options = Default::default();
        let start = Start { seats: 4, host: A, first: Some(A), rules: 1 };
        let mut state = Dutch::new(&options, &start).unwrap();
        let key = DealKey::from_seed(seed);
        let mut chances = 0;
        for step in 0..400u64 {
            let input = match Dutch::turn(&state) {
                Turn::Over(_) => break,
                Turn::Chance(luck) => {
                    chances += 1;
                    Input::Chance(key.answer(chances - 1, luck))
                }
                Turn::Seats { must, may, window } => {
                    let level = Level::ALL[(step % 4) as usize];
                    let answer = |state: &dutch::State, seat: Seat| {
                        explained(&options, &Dutch::view(state, Viewer::Recall(seat)), seat, level, seed)
                    };
                    for seat in (must | may).iter() {
                        let other = Dutch::exchange(&state, Viewer::Recall(seat), None, &mut rng);
                        if let Some(other) = other.filter(|other| *other != state) {
                            assert_eq!(answer(&state, seat), answer(&other, seat));
                            compared += 1;
                        }
                    }
                    let acting =
                        (must | may).iter().find_map(|seat| Some((seat, answer(&state, seat).action?)));
                    acting.map_or(Input::Expire(window.id), |(seat, action)| Input::Act(seat, action))
                }
            };
            Dutch::apply(&mut state, &input, &mut kernel::Events::muted());
        }
    }
    assert!(compared > 1_000, "{compared}");
}

#[test]
fn a_bot_decides_within_its_window_and_only_what_is_legal() {
    for seed in 0..20 {
        let levels = [Level::Easy, Level::Medium, Level::Hard, Level::Expert].map(Some);
        game(levels, seed, |table| {
            let Turn::Seats { must, may, window } = table.turn() else { return };
            for seat in (must | may).iter() {
                let mut legal = Vec::new();
                table.legal(seat, &mut legal);
                let view = table.view(Viewer::Recall(seat));
                let choice = asked(table.options(), &view, seat, Level::Hard, seed);
                assert!(choice.action.is_none_or(|action| legal.contains(&action)));
                let after = choice.when.after(window.lasts);
                assert!(after.as_millis() >= 600 && after < window.lasts.unwrap());
            }
        });
    }
}

#[test]
fn a_bot_remembers_the_same_whenever_it_is_asked() {
    // What a room draws for each decision must not change what was forgotten.
    let mut desk = deal(r#"{"mode":"clear","peek_count":4}"#).hand(A, "9c Kc 9d 2h").pile("8s").begin();
    desk.act(A, DRAW);
    for level in Level::ALL {
        let first = asked(desk.table.options(), &desk.recall(A), A, level, 0);
        for seed in 1..50 {
            assert_eq!(asked(desk.table.options(), &desk.recall(A), A, level, seed).action, first.action);
        }
    }
}

#[test]
fn a_pause_is_short_outside_of_the_race_and_never_a_rush() {
    let mut desk = clear().pile("9s 8s").begin();
    let pause = |desk: &Desk| Dutch::pause(&desk.recall(B), Level::Expert);
    let drawn = |pause| {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
        (0..200).map(move |_| When::draw(pause, &mut rng).after(Some(std::time::Duration::from_secs(10))))
    };
    let shares = |pause, range: std::ops::RangeInclusive<u128>| {
        assert!(drawn(pause).all(|after| range.contains(&after.as_millis())));
    };
    shares(pause(&desk), 600..=600);
    desk.act(A, DRAW);
    shares(pause(&desk), 600..=1_200);
    desk.act(A, PLAY_DRAWN);
    assert_eq!(desk.phase(), Phase::SameRankWindow);
    shares(pause(&desk), 2_000..=6_000);
    shares(Dutch::pause(&desk.recall(B), Level::Easy), 5_000..=9_000);
    let soon = When::draw(pause(&desk), &mut Xoshiro256PlusPlus::seed_from_u64(1));
    assert_eq!(soon.after(Some(std::time::Duration::from_secs(1))).as_millis().max(600), 600);
}

#[test]
fn reasons_name_the_rule_and_weigh_the_cards() {
    let mut desk = deal(r#"{"mode":"clear","peek_count":4}"#).hand(A, "9c Kc 9d 2h").pile("8s").begin();
    desk.act(A, DRAW);
    let reasons = explained(desk.table.options(), &desk.recall(A), A, Level::Expert, 1).reasons;
    assert_eq!((reasons.method.as_str(), reasons.rule.as_deref()), ("rule", Some("best_card")));
    let weighed: Vec<_> = reasons.candidates.iter().map(|c| (c.action.unwrap(), c.value)).collect();
    assert_eq!(weighed[0], (play(0), 18.0));
    assert_eq!(weighed.last(), Some(&(play(3), 2.0)));
    assert!(reasons.knowledge.is_some());
}

#[test]
fn a_seat_knows_what_it_saw_and_how_likely_the_rest_is() {
    let mut desk = deal("{}").hand(A, "9c 5c").begin();
    desk.play_drawn();
    let (options, view) = (desk.table.options(), desk.recall(A));
    let knowledge = Dutch::knowledge(options, &view).unwrap().unwrap();
    for card in &knowledge.cards {
        assert!((card.chances.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{card:?}");
    }
    let place = |name: &str| knowledge.places.iter().position(|place| place.name == name).unwrap();
    let chance = |card: &str, at: usize| {
        knowledge.cards.iter().find(|known| known.card == card).map_or(0.0, |known| known.chances[at])
    };
    assert_eq!(chance("9c", place("seat 0 slot 0")), 1.0, "it was seen there");
    assert!(!knowledge.cards.iter().any(|card| card.card == "5c"), "it lies open");
    // A card passed over would not have been chosen; drawing worlds says the same as counting.
    let worlds = Dutch::worlds(options, &view).unwrap();
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    let draws = 20_000;
    let mut met = std::collections::BTreeMap::new();
    for _ in 0..draws {
        let world = Dutch::world(&worlds, &mut rng);
        for (card, at) in knowledge.cards.iter().zip(Dutch::truth(&world, &knowledge)) {
            *met.entry((card.card.clone(), at.unwrap())).or_insert(0u32) += 1;
        }
    }
    for card in &knowledge.cards {
        for (at, chance) in card.chances.iter().enumerate() {
            let share = *met.get(&(card.card.clone(), at)).unwrap_or(&0) as f32 / draws as f32;
            assert!((share - chance).abs() < 0.02, "{} at {at}: {share} for {chance}", card.card);
        }
    }
}
