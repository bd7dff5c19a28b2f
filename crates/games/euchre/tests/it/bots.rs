//! Bots know what their seat was shown, decide alike everywhere, and can say why.

use crate::scene::*;
use euchre::{Action, Euchre, Options, Phase, effective_suit};
use kernel::{
    Ask, Drawn, Events, Game, Input, Inspect, Level, Rng, Search, Seat, Study, Suit, Turn, Viewer, below,
};
use rand_xoshiro::{Xoshiro256PlusPlus, rand_core::SeedableRng};

type State = <Euchre as Game>::State;

fn ask<'a>(options: &'a Options, view: &'a euchre::View, seat: Seat, level: Level) -> Ask<'a, Euchre> {
    Ask { options, view, seat, level, budget: Some(20), explain: true, out_of_time: &|| false }
}

/// Plays random deals and shows every decision that is due.
fn decisions(seeds: std::ops::Range<u64>, mut each: impl FnMut(u64, &Options, &State, Seat, &mut dyn Rng)) {
    for seed in seeds {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = options(
            [
                "{}",
                r#"{"stick_the_dealer":"on","may_discard_upcard":"off","alone_when":"after_discard"}"#,
                r#"{"defend_alone":"any","super_euchre":"on","call_needs_trump":"on"}"#,
                r#"{"partner_alone":"on","loner_lead":"left_of_maker","loner_euchre":4}"#,
            ][seed as usize % 4],
        );
        let mut state = Euchre::new(&options, &START).unwrap();
        while !Euchre::over_horizon(&state) {
            let input = match Euchre::turn(&state) {
                Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
                Turn::Over(_) => break,
                Turn::Seats { must, .. } => {
                    let seat = must.iter().next().unwrap();
                    each(seed, &options, &state, seat, &mut rng);
                    let mut legal = vec![];
                    Euchre::legal(&state, seat, &mut legal);
                    Input::Act(seat, legal[below(legal.len() as u32, &mut rng) as usize])
                }
            };
            Euchre::apply(&mut state, &input, &mut Events::muted());
        }
    }
}

#[test]
fn u_57_cards_a_seat_may_not_know_change_nothing_it_does_or_says() {
    let mut compared = 0;
    decisions(0..24, |seed, options, state, seat, rng| {
        let Some(other) = Euchre::exchange(state, Viewer::Recall(seat), None, rng) else { return };
        let decide = |state: &State| {
            let view = Euchre::view(state, Viewer::Recall(seat));
            let level = if seed % 2 == 0 { Level::Expert } else { Level::Medium };
            let choice = bot::choose(&ask(options, &view, seat, level), seed).unwrap();
            (choice.action, choice.when, serde_json::to_string(&choice.reasons).unwrap())
        };
        assert_eq!(decide(state), decide(&other), "seed {seed}");
        compared += 1;
    });
    assert!(compared > 200, "{compared}");
}

#[test]
fn u_58_one_view_level_and_seed_have_one_answer() {
    decisions(100..104, |seed, options, state, seat, _| {
        let view = Euchre::view(state, Viewer::Recall(seat));
        for level in Level::ALL {
            let ask = ask(options, &view, seat, level);
            assert_eq!(bot::choose(&ask, seed).unwrap(), bot::choose(&ask, seed).unwrap());
        }
    });
}

#[test]
fn every_level_answers_every_decision_with_something_legal() {
    decisions(200..216, |seed, options, state, seat, _| {
        let view = Euchre::view(state, Viewer::Recall(seat));
        for level in Level::ALL {
            let action = bot::choose(&ask(options, &view, seat, level), seed).unwrap().action.unwrap();
            assert_eq!(Euchre::check(state, seat, &action), Ok(()), "seed {seed}, {level}");
        }
    });
}

#[test]
fn u_64_a_record_says_what_was_weighed_and_what_is_known() {
    let mut checked = 0;
    decisions(300..312, |_, options, state, seat, _| {
        let view = Euchre::view(state, Viewer::Recall(seat));
        let choice = bot::choose(&ask(options, &view, seat, Level::Hard), 1).unwrap();
        let mut legal = vec![];
        Euchre::legal(state, seat, &mut legal);
        if legal.len() < 2 {
            return;
        }
        let reasons = choice.reasons;
        let mut weighed: Vec<Action> = reasons.candidates.iter().filter_map(|c| c.action).collect();
        weighed.sort_unstable();
        legal.sort_unstable();
        assert_eq!(weighed, legal);
        assert!(reasons.worlds.kept == 20 && reasons.worlds.drawn == 80 && !reasons.stopped_early);
        let knowledge = reasons.knowledge.unwrap();
        let sizes: u32 = knowledge.places.iter().map(|place| place.size).sum();
        assert_eq!(sizes as usize, knowledge.cards.len());
        for card in &knowledge.cards {
            for chances in [&card.chances, card.weighed.as_ref().unwrap()] {
                assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4, "{card:?}");
            }
        }
        checked += 1;
    });
    assert!(checked > 50, "{checked}");
}

#[test]
fn u_65_the_panel_of_a_seat_does_not_know_hidden_cards() {
    let mut compared = 0;
    decisions(400..424, |seed, options, state, seat, rng| {
        let Some(other) = Euchre::exchange(state, Viewer::Recall(seat), None, rng) else { return };
        let panel = |state: &State| Euchre::knowledge(options, &Euchre::view(state, Viewer::Recall(seat)));
        assert_eq!(panel(state).unwrap(), panel(&other).unwrap(), "seed {seed}");
        compared += 1;
    });
    assert!(compared > 200);
}

#[test]
fn the_panel_counts_as_a_person_would() {
    let hands = ["Ac Ah As Jd 9h", "Kc Qh 9s Jh Kh", "9c Ks Qs Kd 10d", "10c 10h 10s Ad 9d"];
    let mut scene = Scene::new(r#"{"stick_the_dealer":"on"}"#, A, hands, "Qd");
    scene.pass(7).act(A, name(Suit::Hearts));
    scene.tricks("Kc 9c 10c Ac  Ah Qh Ks 10h  As 9s Qs 10s");
    let panel = Euchre::knowledge(&scene.options, &scene.recall(A)).unwrap().unwrap();
    let names: Vec<&str> = panel.places.iter().map(|place| place.name.as_str()).collect();
    assert_eq!(names, ["seat 1", "seat 2", "seat 3", "kitty"]);
    assert_eq!(panel.voids.len(), 1);
    assert_eq!((panel.voids[0].seat, panel.voids[0].suit.as_str(), panel.voids[0].trick), (C, "h", 2));
    let jack = panel.cards.iter().find(|card| card.card == "Jh").unwrap();
    for (chance, exact) in jack.chances.iter().zip([2.0 / 7.0, 0.0, 2.0 / 7.0, 3.0 / 7.0]) {
        assert!((chance - exact).abs() < 1e-6);
    }
    let hearts = panel.suits.iter().find(|suit| suit.suit == "h").unwrap();
    assert_eq!((hearts.out, hearts.some[1]), (2, 0.0));
    // The right bower is still out, so no trump is the highest; nothing else is held.
    assert!(panel.highest.is_empty(), "{:?}", panel.highest);
}

#[test]
fn u_67_no_inference_is_ever_false() {
    let mut voids = 0;
    decisions(500..560, |seed, options, state, seat, _| {
        let view = Euchre::view(state, Viewer::Recall(seat));
        let Some(panel) = Euchre::knowledge(options, &view).unwrap() else { return };
        let truth = Euchre::truth(state, &panel);
        for (card, place) in panel.cards.iter().zip(truth) {
            let place = place.unwrap_or_else(|| panic!("seed {seed}: {} is nowhere", card.card));
            assert!(card.chances[place] > 0.0, "seed {seed}: {} was ruled out where it is", card.card);
        }
        voids += panel.voids.len();
    });
    assert!(voids > 100, "{voids}");
}

/// The seats that have shown a void in a suit, from the cards on the table alone.
fn proven_voids(view: &euchre::View) -> Vec<(Seat, Suit)> {
    let trump = view.open.trump;
    let tricks = view.history.iter().flatten().chain(&view.open.trick);
    let shown = tricks.flat_map(|trick| {
        let led = trick.cards[trick.leader.index()].map(|card| effective_suit(card, trump));
        let suits = trick.played().map(move |(seat, card)| (seat, effective_suit(card, trump)));
        suits.filter_map(move |(seat, suit)| led.filter(|led| *led != suit).map(|led| (seat, led)))
    });
    shown.collect()
}

/// In how many decisions of games that `level` plays against itself its worlds put a card where a void is proven,
/// and in how many of them some void was proven.
fn dealt_against_voids(level: Level, games: u64) -> (u32, u32) {
    let (mut wrong, mut proven) = (0, 0);
    for seed in 0..games {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let options = options("{}");
        let mut state = Euchre::new(&options, &START).unwrap();
        while !Euchre::over_horizon(&state) {
            let input = match Euchre::turn(&state) {
                Turn::Chance(luck) => Input::Chance(Drawn::draw(luck, &mut rng)),
                Turn::Over(_) => break,
                Turn::Seats { must, .. } => {
                    let seat = must.iter().next().unwrap();
                    let view = Euchre::view(&state, Viewer::Recall(seat));
                    let choice = bot::choose(&ask(&options, &view, seat, level), seed).unwrap();
                    let voids = proven_voids(&view);
                    if let Some(knowledge) = choice.reasons.knowledge.filter(|_| !voids.is_empty()) {
                        proven += 1;
                        wrong += u32::from(voids.iter().any(|(seat, suit)| {
                            let name = format!("seat {}", seat.0);
                            let Some(place) = knowledge.places.iter().position(|at| at.name == name) else {
                                return false;
                            };
                            knowledge.cards.iter().any(|card| {
                                let of_suit =
                                    effective_suit(crate::scene::card(&card.card), view.open.trump) == *suit;
                                let weighed = card.weighed.as_ref().unwrap();
                                of_suit && (weighed[place] > 0.0 || card.chances[place] > 0.0)
                            })
                        }));
                    }
                    Input::Act(seat, choice.action.unwrap())
                }
            };
            Euchre::apply(&mut state, &input, &mut Events::muted());
        }
    }
    (wrong, proven)
}

#[test]
fn from_medium_up_no_level_deals_a_suit_to_a_seat_that_showed_it_has_none() {
    for level in [Level::Medium, Level::Hard, Level::Expert] {
        let (wrong, proven) = dealt_against_voids(level, 60);
        assert_eq!(wrong, 0, "{level}: in {wrong} of {proven} decisions");
        assert!(proven > 300, "{level}: {proven}");
    }
}

#[test]
fn the_last_card_is_played_at_once_and_pauses_tell_nothing() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    let pause = |scene: &Scene| Euchre::pause(&scene.view(Viewer::Spectator), Level::Hard);
    let usual = pause(&scene);
    scene.pass(2).act(C, ORDER);
    let put_away = scene.legal(D)[0];
    scene.act(D, put_away);
    assert_eq!(pause(&scene), usual);
    for _ in 0..16 {
        let seat = scene.turn();
        let action = scene.legal(seat)[0];
        scene.act(seat, action);
    }
    assert_eq!(scene.phase(), Phase::Trick);
    assert_eq!(pause(&scene), kernel::Pause::Millis { from: 500, to: 500 });
}
