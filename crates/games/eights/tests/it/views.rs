//! What each seat sees, over random games with every kind of input, and the invariants of the rules.

use crate::desk::{chaos, insane};
use eights::{Action, Eights, Event, Hands, Options, Phase, Tier, View};
use kernel::{Addressed, DealKey, Drawn, Input, Rng, Seat, SeatStatus, Start, Table, Turn, Viewer, below};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};
use serde_json::Value;
use std::collections::BTreeSet;

/// A random game with all inputs; `look` sees the table before and after each of them.
fn random_game(
    seed: u64,
    mut look: impl FnMut(&Table<Eights>, &[View], &[Addressed<Event>], &Input<Action>),
) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let tiers = [Tier::Base, Tier::Insane, Tier::Chaos, Tier::Chaos];
    let seats = 2 + below(5, &mut rng) as u8;
    let coin = |rng: &mut Xoshiro256PlusPlus| {
        if below(2, rng) == 0 { kernel::Switch::On } else { kernel::Switch::Off }
    };
    let options = Options {
        tier: tiers[below(4, &mut rng) as usize],
        min_players: 2,
        hand_size: 3 + below(6, &mut rng),
        play_drawn: coin(&mut rng),
        must_play: coin(&mut rng),
        turn_limit: 100,
        ..Options::default()
    };
    let start = Start { seats, host: Seat(0), first: None, rules: 2 };
    let mut table = Table::<Eights>::new(&options, &start).unwrap();
    let mut actions = Vec::new();
    loop {
        let input = match table.turn() {
            Turn::Over(_) => return,
            Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
            Turn::Seats { window, .. } if below(12, &mut rng) == 0 => Input::Expire(window.id),
            Turn::Seats { .. } if below(40, &mut rng) == 0 => {
                let seat = Seat(below(seats.into(), &mut rng) as u8);
                let all = [SeatStatus::Human, SeatStatus::Bot, SeatStatus::Offline, SeatStatus::Removed];
                Input::Status(seat, all[below(4, &mut rng) as usize])
            }
            Turn::Seats { must, .. } => {
                let seat = must.iter().next().expect("somebody decides");
                actions.clear();
                table.legal(seat, &mut actions);
                Input::Act(seat, actions[below(actions.len() as u32, &mut rng) as usize])
            }
        };
        if table.check(&input).is_err() {
            assert!(matches!(input, Input::Status(..)), "{input:?}");
            continue;
        }
        let before: Vec<View> = Viewer::all(seats).map(|viewer| table.view(viewer)).collect();
        let sent = table.commit(&input);
        look(&table, &before, &sent, &input);
    }
}

/// The ids of all cards in some JSON.
fn ids_in(value: &Value, found: &mut BTreeSet<u64>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| ids_in(item, found)),
        Value::Object(fields) => {
            if let (Some(id), Some(_)) = (fields.get("id"), fields.get("face")) {
                found.insert(id.as_u64().expect("an id is a number"));
            }
            fields.values().for_each(|field| ids_in(field, found));
        }
        _ => {}
    }
}

fn ids(data: &impl serde::Serialize) -> BTreeSet<u64> {
    let mut found = BTreeSet::new();
    ids_in(&serde_json::to_value(data).unwrap(), &mut found);
    found
}

#[test]
fn e_67_no_foreign_card_is_seen_outside_the_eye_and_the_end() {
    let mut compared = 0;
    for seed in 0..60 {
        random_game(seed, |table, _, sent, _| {
            let open = table.view(Viewer::Spectator).open;
            if open.eye.is_some() || open.phase.is_over() {
                return;
            }
            // From each seat's own view: whose card is which.
            let hands: Vec<BTreeSet<u64>> =
                Seat::all(open.seats).map(|seat| ids(&table.view(Viewer::Seat(seat)))).collect();
            for viewer in Viewer::all(open.seats) {
                let own = viewer.seat().map(|seat| hands[seat.index()].clone()).unwrap_or_default();
                assert_eq!(ids(&table.view(viewer)), own, "seed {seed}, {viewer:?}");
                for sent in sent.iter().filter(|sent| sent.to.includes(viewer)) {
                    let foreign: Vec<_> = ids(&sent.event).difference(&own).copied().collect();
                    // A victim learns what was stolen from it; nothing else that is not its own.
                    let stolen =
                        matches!(&sent.event, Event::Stole { victim, .. } if viewer.seat() == Some(*victim));
                    assert!(foreign.is_empty() || stolen, "seed {seed}, {viewer:?}: {:?}", sent.event);
                    compared += 1;
                }
            }
        });
    }
    assert!(compared > 10_000, "{compared}");
}

#[test]
fn public_cards_carry_no_id() {
    let mut desk = chaos().hand(0, "red 5").begin();
    desk.play(0, "red 5");
    let view = serde_json::to_value(desk.spectator()).unwrap();
    assert_eq!(view["open"]["top"], "red 5");
    assert_eq!(view["open"]["discards"], serde_json::json!(["red 3", "red 5"]));
    let received = serde_json::to_value(desk.sent(1)).unwrap();
    assert_eq!(received, serde_json::json!([{ "played": { "seat": 0, "card": "red 5" } }]));
}

#[test]
fn e_68_cards_a_bot_never_saw_change_nothing_for_it() {
    let state = |hands: [&str; 3]| {
        let mut desk = chaos()
            .hand(0, &format!("red 5, {}", hands[0]))
            .hand(1, "red 1, blue 6")
            .hand(2, hands[1])
            .hand(3, &format!("red +2, {}", hands[2]))
            .begin();
        desk.play(0, "red 5");
        desk.play(1, "red 1");
        desk.draw(2, hands[1]);
        desk.play(3, "red +2");
        desk.draw(0, hands[2]);
        desk
    };
    let one = state(["yellow 1", "yellow 2", "wild"]);
    let other = state(["red godmode", "+20", "green 4"]);
    assert_ne!(one.recall(0), other.recall(0), "the states do differ");
    assert_eq!(one.recall(1), other.recall(1));
    assert_eq!(one.legal(1), other.legal(1));
}

#[test]
fn e_69_refused_inputs_leave_everything_as_it_was() {
    // Every refusal in these tests is compared by the desk; here any action at all, over random games.
    let mut refused = 0;
    for seed in 100..110 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        random_game(seed, |table, _, _, _| {
            let seats = table.seats();
            let everything = |table: &Table<Eights>| -> (Turn, Vec<View>) {
                (table.turn(), Viewer::all(seats).map(|viewer| table.view(viewer)).collect())
            };
            let before = everything(table);
            for _ in 0..8 {
                let action = crate::desk::choose(eights::CardId(below(80, &mut rng)), "");
                let seat = Seat(below(seats.into(), &mut rng) as u8);
                refused += u32::from(table.check(&Input::Act(seat, action)).is_err());
            }
            assert!(before == everything(table));
        });
    }
    assert!(refused > 1000, "{refused}");
}

#[test]
fn the_invariants_hold_in_random_games() {
    let mut rounds = 0;
    for seed in 200..280 {
        let mut ended = false;
        random_game(seed, |table, _, _, _| {
            let view = table.view(Viewer::Spectator);
            let open = &view.open;
            let mut seen = BTreeSet::new();
            for seat in Seat::all(open.seats) {
                for card in table.view(Viewer::Seat(seat)).hand() {
                    assert!(seen.insert(card.id), "ids are unique");
                }
            }
            assert!(u32::from(open.reverses) <= view.reverse_limit);
            assert!(open.stack == 0 || open.top.is_some_and(|top| top.kind().plus().is_some()));
            assert!((1..=view.turn_limit).contains(&open.turn));
            if matches!(open.phase, Phase::Turn | Phase::DrawnChoice | Phase::LuckyDraw) {
                assert!(open.in_play.contains(open.current));
                assert!(open.in_play.iter().all(|seat| (1..=250).contains(&view.counts[seat])));
            }
            ended |= open.phase == Phase::Finished;
        });
        assert!(ended);
        rounds += 1;
    }
    assert_eq!(rounds, 80);
}

#[test]
fn the_same_key_and_inputs_give_the_same_game() {
    let play = || {
        let options = Options { tier: Tier::Chaos, ..Options::default() };
        let start = Start { seats: 4, host: Seat(0), first: None, rules: 2 };
        let mut table = Table::<Eights>::new(&options, &start).unwrap();
        let key = DealKey::from_seed(11);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(11);
        let mut counter = 0;
        let mut log = Vec::new();
        for _ in 0..200 {
            let input = match table.turn() {
                Turn::Over(_) => break,
                Turn::Chance(luck) => {
                    counter += 1;
                    Input::Chance(key.answer(counter, luck))
                }
                Turn::Seats { must, .. } => {
                    let seat = must.iter().next().unwrap();
                    let mut actions = Vec::new();
                    table.legal(seat, &mut actions);
                    Input::Act(seat, actions[(rng.next_u32() as usize) % actions.len()])
                }
            };
            table.commit(&input);
            log.push(Viewer::all(4).map(|viewer| table.view(viewer)).collect::<Vec<_>>());
        }
        log
    };
    assert!(play() == play());
}

#[test]
fn spectators_see_counts_and_the_next_seat_only() {
    let desk = insane().begin();
    let view = desk.spectator();
    assert_eq!((view.seat, view.counts.values(), view.next), (None, &[7, 7, 7, 7][..], Some(Seat(1))));
    let hidden: &Hands = &view.hands;
    assert!(hidden.values().iter().all(Option::is_none));
    assert!(view.hand().is_empty());
}
