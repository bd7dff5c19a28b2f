//! What each seat sees (rules, section 16), and what must hold in every position.

use crate::{random, scene::*};
use kernel::{Game, Search, Seat, Turn, Viewer};
use rand_core::SeedableRng;
use roost::*;
use serde_json::json;
use std::collections::BTreeSet;
use testkit::TestRng;

/// What everyone was shown of hands, kept beside the table from events.
#[derive(Default)]
struct Notes {
    known: Vec<BTreeSet<String>>,
}

impl Notes {
    fn hear(&mut self, event: &Event) {
        let mut note = |seat: &Seat, card: &CardId, holds: bool| {
            let known = &mut self.known[seat.index()];
            if holds {
                known.insert(card.to_string())
            } else {
                known.remove(card.as_str())
            };
        };
        match event {
            Event::Drew { seat, tray: true, card: Some(card) } | Event::TakenBack { seat, card } => {
                note(seat, card, true);
            }
            Event::Announced { seat, card, .. }
            | Event::Discarded { seat, card }
            | Event::Tucked { seat, card, .. } => note(seat, card, false),
            _ => {}
        }
    }
}

#[test]
fn b_98_known_hand_cards_are_those_that_everyone_saw() {
    for seed in 0..12 {
        let seats = 1 + (seed % 5) as u8;
        let mut notes = Notes { known: vec![BTreeSet::new(); usize::from(seats)] };
        random::game(&options(&json!({})), &start(seats), seed, &mut |state, sent| {
            sent.iter().for_each(|event| notes.hear(event));
            let over = matches!(Roost::turn(state), Turn::Over(_));
            for viewer in Viewer::all(seats) {
                let view = Roost::view(state, viewer);
                for (seat, hand) in view.hands.iter() {
                    assert_eq!(hand.cards.is_some(), over || viewer.seat() == Some(seat));
                    assert_eq!(view.bonus[seat].kinds.is_some(), over || viewer.seat() == Some(seat));
                    let known: BTreeSet<String> =
                        view.open.mats[seat].known.iter().map(ToString::to_string).collect();
                    assert_eq!(known, notes.known[seat.index()]);
                }
            }
        });
    }
}

#[test]
fn invariants_hold_in_every_position() {
    for seed in 0..25 {
        let seats = 1 + (seed % 5) as u8;
        let set = ["core", "wide"][(seed % 2) as usize];
        let options = options(&json!({ "bonus_deck": set, "length": "short" }));
        let limits = |card: &CardId| {
            let print = card.as_str().split('#').next().unwrap_or_default();
            let deck = Deck::built_in();
            deck.cards.iter().find(|bird| bird.id.as_str() == print).map(|bird| bird.egg_limit)
        };
        random::game(&options, &start(seats), seed, &mut |state, _| {
            let view = Roost::view(state, Viewer::Spectator);
            for seat in Seat::all(seats) {
                let own = Roost::view(state, Viewer::Seat(seat)).bonus[seat].kinds.clone().unwrap();
                let mut kinds: Vec<_> = own.held.iter().chain(&own.offered).collect();
                kinds.sort();
                assert!(kinds.windows(2).all(|pair| pair[0] != pair[1]), "two of a kind: {kinds:?}");
                for (_, perch) in view.open.mats[seat].birds() {
                    assert!(perch.eggs <= limits(&perch.card).unwrap());
                }
                let score = &view.scores[seat];
                let bonus: u32 = score.bonus.iter().flatten().map(|bonus| bonus.points).sum();
                let parts = [score.birds, score.goals, score.eggs, score.cached, score.tucked, bonus];
                assert_eq!(parts.iter().sum::<u32>(), score.total);
            }
            if let Turn::Seats { must, may, .. } = Roost::turn(state) {
                let phase = view.prompt.expect("somebody is asked").phase;
                assert!(may.is_empty());
                assert!(must.len() == 1 || matches!(phase, Phase::Setup | Phase::RoundScored));
                assert!(view.open.round == 0 || view.open.feeder.inside() >= 1);
            }
        });
    }
}

/// Whether a question is asked, and which, is the same in all worlds.
#[test]
fn a_question_follows_from_what_everyone_knows() {
    let options = options(&json!({ "length": "short" }));
    let mut rng = TestRng::seed_from_u64(5);
    let mut step = 0;
    random::game(&options, &start(3), 11, &mut |state, _| {
        step += 1;
        if step % 7 == 0 {
            let view = Roost::view(state, Viewer::Recall(B));
            let worlds = Roost::worlds(&options, &view).unwrap();
            let world = Roost::world(&worlds, &mut rng);
            assert_eq!(Roost::view(&world, Viewer::Spectator).prompt, view.prompt);
        }
    });
    assert!(step > 100);
}

/// After the discards became the deck, what was drawn before cannot be one of them.
#[test]
fn worlds_tell_older_cards_from_younger_ones() {
    let mut play = scene()
        .tray([Some("shoebill"), Some("osprey"), Some("oilbird")])
        .top(&["mallard", "goldcrest", "wood-duck"])
        .view(|view| {
            // B drew a card before; it is one of two that were never seen.
            view.hands[B].unknown = vec![1];
            view.cards = 1;
        })
        .unseen(&["snowy-owl", "harpy-eagle"])
        .begin();
    play.act(A, Action::DrawCards).act(A, DECK);
    play.act(B, Action::DrawCards).act(B, DECK);
    let view = play.view(C);
    assert_eq!((view.hands[A].unknown.clone(), view.hands[B].unknown.clone()), (vec![1], vec![1, 1]));
    let seated = roost_options();
    let worlds = Roost::worlds(&seated, &Roost::view(&play.state, Viewer::Recall(C))).unwrap();
    let mut rng = TestRng::seed_from_u64(2);
    for _ in 0..50 {
        let world = Roost::world(&worlds, &mut rng);
        let hand = Roost::view(&world, Viewer::Seat(B)).hand();
        assert!(["snowy-owl", "harpy-eagle"].contains(&hand[0].as_str()), "{hand:?}");
        assert!(["mallard", "goldcrest", "wood-duck"].contains(&hand[1].as_str()), "{hand:?}");
    }
}
fn roost_options() -> Options {
    options(&json!({ "bird_copies": 1 }))
}
