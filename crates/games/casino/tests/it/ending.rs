//! The end of a deal, of a game and of a match; points.

use crate::scene::*;
use casino::{Event, Laid, Phase, Reason, Score, Setup, Tally};
use kernel::{Card, CommonError, Game, Seat, SeatSet, Turn, Viewer};

/// Piles with these cards, one last card in the hand of A: it is trailed, and the game is counted.
fn counted(json: &str, seats: u8, piles: &str) -> Tally {
    let mut scene = last_card(json, seats, piles, |_| {});
    scene.act(A, trail("9h"));
    scene.view(Viewer::Spectator).open.tally.unwrap()
}

/// A holds one last card, 9h; piles are given by seat, and cards that are nowhere do not matter.
fn last_card(json: &str, seats: u8, piles: &str, more: impl FnOnce(&mut Setup)) -> Scene {
    let options = options(json);
    let mut setup = Setup { options, seats, ..Setup::default() };
    setup.deal = if options.deck == 52 { 12 / seats } else { 1 + u8::from(seats == 2) };
    setup.hands[0] = cards("9h");
    for (pile, names) in setup.piles.iter_mut().zip(piles.split('|')) {
        *pile = names.split_whitespace().map(card).collect();
    }
    more(&mut setup);
    Scene { state: setup.state(), options, sent: vec![] }
}

/// Most cards, most spades, aces, 10d and 2s (Casino 8.2).
const CASINO: &str = r#"{"scoring":"casino"}"#;

fn points(tally: &Tally, seat: Seat) -> u16 {
    score(tally, seat).points
}
fn score(tally: &Tally, seat: Seat) -> Score {
    *tally.scores.iter().find(|score| score.seats.contains(seat)).unwrap()
}

#[test]
fn c_51_builds_stay_from_deal_to_deal() {
    let hands = two_hands("5s 2c 2d 3c 3d 4c 4d 6c 6d 7c", "5h 8c 8d 9c 9d 10c 10d 8h 9h 10h");
    // B is first: it trails 5h, A builds on it, and everything else is trailed.
    let hands: Vec<&str> = hands.split(' ').collect();
    let swapped: Vec<&str> = hands.chunks(2).flat_map(|pair| [pair[1], pair[0]]).collect();
    let mut scene = Scene::dealt(r#"{"trail_ban":"never"}"#, 2, &swapped.join(" "));
    scene.act(A, trail("5h")).act(B, build("5s", "5h", 10));
    for _ in 0..18 {
        let seat = scene.turn();
        let card = scene.hand(seat).iter().next().unwrap();
        scene.act(seat, casino::Action::Trail { card });
    }
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.deal, open.turn, scene.view(Viewer::Spectator).stock), (2, A, 0));
    assert_eq!(scene.builds(), "B10(B: 5h 5s)");
    assert_eq!(scene.hand(A).len(), 10);
    assert!(scene.received(Viewer::Seat(A)).contains(&Event::DealEnded));
}

#[test]
fn c_52_what_is_left_goes_to_the_last_captor() {
    let mut scene = last_card("{}", 2, "|", |setup| {
        setup.loose = cards("3c");
        setup.builds = vec![Laid { value: 10, owner: Some(A), cards: vec![card("5h"), card("5s")] }];
        setup.last_capturer = Some(B);
    });
    scene.act(A, trail("9h"));
    assert_eq!(scene.pile(B), "3c 5h 5s 9h");
    let view = scene.view(Viewer::Spectator);
    let tally = view.open.tally.unwrap();
    assert_eq!((tally.leftovers_to, tally.leftovers), (Some(B), cards("3c 5h 5s 9h")));
    assert_eq!(tally.reason, Reason::CardsOut);
    assert!(view.open.builds.is_empty() && view.open.loose.is_empty());
}

#[test]
fn c_53_nobody_captured_and_nobody_scores() {
    let mut scene = last_card("{}", 2, "|", |_| {});
    scene.act(A, trail("9h"));
    let Turn::Over(outcome) = casino::Casino::turn(&scene.state) else { panic!("it is over") };
    assert_eq!((outcome.points.values(), outcome.places.values()), ([0, 0].as_slice(), [1, 1].as_slice()));
    assert_eq!(scene.loose(), cards("9h"));
}

/// A number of cards with a number of spades, besides the ones named and without any that count alone.
fn filled(named: &str, cards: usize, spades: usize, taken: &mut Vec<Card>) -> String {
    let mut pile: Vec<Card> = named.split_whitespace().map(card).collect();
    let is_spade = |card: &Card| card.suit() == kernel::Suit::Spades;
    let counts =
        |card: &Card| casino::value(*card) == 1 || ["2s", "10d", "9h"].contains(&card.to_string().as_str());
    for card in casino::pack(40).iter() {
        let have = pile.iter().filter(|card| is_spade(card)).count();
        let others = pile.len() - have;
        let room = if is_spade(&card) { have < spades } else { others < cards - spades };
        if room && !counts(&card) && !taken.contains(&card) && !pile.contains(&card) {
            pile.push(card);
        }
    }
    assert_eq!(pile.len(), cards);
    taken.extend(&pile);
    pile.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn c_54_points_of_a_game() {
    let mut taken = vec![];
    let a = filled("10d Ac Ad As", 21, 5, &mut taken);
    let b = filled("2s Ah", 18, 5, &mut taken);
    // The nine of hearts is A's twenty-second card.
    let piles = format!("{a}|{b}");
    let mut scene = last_card(CASINO, 2, &piles, |setup| setup.last_capturer = Some(A));
    scene.act(A, trail("9h"));
    let tally = scene.view(Viewer::Spectator).open.tally.unwrap();
    let (one, other) = (score(&tally, A), score(&tally, B));
    assert_eq!((one.cards, one.spades, other.cards, other.spades), (22, 5, 18, 5));
    assert_eq!((one.most_cards, one.most_spades, one.ten_of_diamonds, one.aces), (2, 1, 2, 3));
    assert_eq!((one.points, other.points), (8, 3));
    assert_eq!(tally.scores[0].seats, SeatSet::only(A), "the best comes first");
}

#[test]
fn c_55_majorities_between_two() {
    let mut taken = vec![];
    let a = filled("", 15, 5, &mut taken);
    let b = filled("", 15, 3, &mut taken);
    let tally = counted(CASINO, 2, &format!("{a}|{b}"));
    assert_eq!((score(&tally, A).most_cards, score(&tally, B).most_cards), (1, 1));
    assert_eq!((score(&tally, A).most_spades, score(&tally, B).most_spades), (2, 0));
    let tally = counted(r#"{"scoring":"casino","majorities":"three_one"}"#, 2, &format!("{a}|{b}"));
    assert_eq!((score(&tally, A).most_cards, score(&tally, B).most_cards), (0, 0));
    assert_eq!((score(&tally, A).most_spades, score(&tally, B).most_spades), (1, 0));
    let tally = counted(r#"{"scoring":"casino","majorities":"off"}"#, 2, &format!("{a}|{b}"));
    assert_eq!((points(&tally, A), points(&tally, B)), (0, 0));
}

#[test]
fn c_56_no_majorities_among_four() {
    let tally = counted(CASINO, 4, "10d Ac 3s 4s|2s Ah|Ad|As 5c 5d 5h 5s");
    assert_eq!([A, B, C, D].map(|seat| points(&tally, seat)), [3, 2, 1, 1]);
    assert!(tally.scores.iter().all(|score| score.most_cards + score.most_spades == 0));
    // With two points for each majority, three who share get nothing of two.
    let shared = counted(r#"{"scoring":"casino","majorities":"two_two"}"#, 4, "3c|4c|5c|");
    assert_eq!(shared.scores.iter().map(|score| score.most_cards).sum::<u16>(), 0);
    let halves = counted(r#"{"scoring":"casino","majorities":"two_two"}"#, 4, "3c|4c||");
    assert_eq!([A, B, C, D].map(|seat| score(&halves, seat).most_cards), [1, 1, 0, 0]);
}

/// The points of the last capture, from its public event.
fn brought(scene: &Scene) -> u16 {
    let captured = scene.sent.iter().rev().find_map(|sent| match sent.event {
        Event::Captured { points, .. } => Some(points),
        _ => None,
    });
    captured.expect("somebody captured")
}
fn running(scene: &Scene, viewer: Viewer) -> Vec<Option<u16>> {
    scene.view(viewer).piles.values().iter().map(|pile| pile.points).collect()
}

#[test]
fn a_capture_of_ten_is_ten_points_at_once() {
    let mut scene = Scene::new("A[5s 9c] B[8c 7c] T[5h 4d 4h]");
    assert_eq!(running(&scene, Viewer::Spectator), [Some(0), Some(0)]);
    scene.act(A, capture("5s", "5h"));
    assert_eq!(brought(&scene), 10);
    for viewer in [Viewer::Seat(A), Viewer::Seat(B), Viewer::Spectator] {
        assert_eq!(running(&scene, viewer), [Some(10), Some(0)], "everybody sees the running score");
    }
    scene.act(B, capture("8c", "4d 4h"));
    assert_eq!((brought(&scene), running(&scene, Viewer::Spectator)), (16, vec![Some(10), Some(16)]));
}

#[test]
fn points_go_with_a_top_that_is_taken() {
    let mut scene = Scene::new("A[8d 2c] T[5c 3d] P(B: 9c 8h)");
    assert_eq!(running(&scene, Viewer::Spectator), [Some(0), Some(17)]);
    scene.act(A, capture_top("8d", "5c 3d", B, "8h"));
    assert_eq!((brought(&scene), running(&scene, Viewer::Spectator)), (24, vec![Some(24), Some(9)]));
}

#[test]
fn sets_and_sweeps_count_at_once_too() {
    let mut scene = Scene::with(r#"{"set_multiplier":2,"sweep_points":1}"#, "A[5s 2c] T[5h 5d]");
    scene.act(A, capture("5s", "5h 5d"));
    assert_eq!((brought(&scene), running(&scene, Viewer::Spectator)), (31, vec![Some(31), Some(0)]));
}

#[test]
fn casino_points_have_no_running_score() {
    let mut scene = Scene::with(CASINO, "A[As 2c] B[8c 2d] T[Ah 10d]");
    scene.act(A, capture("As", "Ah"));
    assert_eq!((brought(&scene), running(&scene, Viewer::Spectator)), (2, vec![None, None]));
}

#[test]
fn the_running_score_is_the_result() {
    let mut scene = last_card("{}", 2, "10c 5h|Ac 9c", |setup| {
        setup.loose = cards("3c");
        setup.last_capturer = Some(B);
    });
    assert_eq!(running(&scene, Viewer::Spectator), [Some(15), Some(10)]);
    scene.act(A, trail("9h"));
    let sent = scene.received(Viewer::Spectator);
    assert!(sent.contains(&Event::Leftovers { to: Some(B), cards: cards("3c 9h"), points: 12 }));
    let tally = scene.view(Viewer::Spectator).open.tally.unwrap();
    assert_eq!((points(&tally, A), points(&tally, B)), (15, 22));
    assert_eq!(running(&scene, Viewer::Spectator), [Some(15), Some(22)]);
}

#[test]
fn c_57_every_card_counts_its_value() {
    // 220 in all: the nine of hearts is left over and nobody's here.
    let tally = counted("{}", 2, "10c 10d 10h 10s 9c 9d 9s 8c|Ac As 2s 7d");
    assert_eq!((points(&tally, A), points(&tally, B)), (75, 11));
    let everything: Vec<String> =
        (casino::pack(52) - cards("9h")).iter().map(|card| card.to_string()).collect();
    let large = counted(r#"{"deck":52}"#, 2, &format!("{}|", everything.join(" ")));
    assert_eq!(points(&large, A), 340 - 9);
}

#[test]
fn c_58_sets_bring_extra_points() {
    for (json, extra, points) in [
        (r#"{"set_multiplier":2,"scoring":"casino"}"#, 1, 1),
        (r#"{"set_multiplier":2}"#, 15, 30),
        (r#"{"set_multiplier":3}"#, 30, 45),
    ] {
        let mut scene = Scene::with(json, "A[5s 2c] T[5h 5d 9c]");
        scene.act(A, capture("5s", "5h 5d"));
        assert_eq!(brought(&scene), points, "{json}");
        let bonus = scene.view(Viewer::Spectator).open.bonus[0];
        assert_eq!((bonus.sets, bonus.set_points), (1, extra));
        assert!(scene.received(Viewer::Spectator).contains(&Event::Set { seat: A, count: 3 }));
        let mut pair = Scene::with(json, "A[5s 2c] T[5h]");
        pair.act(A, capture("5s", "5h"));
        assert_eq!(pair.view(Viewer::Spectator).open.bonus[0].sets, 0);
    }
}

#[test]
fn c_59_sweeps() {
    let mut scene = Scene::with(r#"{"sweep_points":1}"#, "A[5s 2c] T[5h]");
    scene.act(A, capture("5s", "5h"));
    assert_eq!(scene.view(Viewer::Spectator).open.bonus[0].sweeps, 1);
    let leftovers = counted(r#"{"sweep_points":1}"#, 2, "3c|");
    assert_eq!(score(&leftovers, A).sweeps, 0);
}

#[test]
fn a_match_goes_on_until_one_side_is_ahead() {
    let json = r#"{"scoring":"casino","match":"points","match_target":11}"#;
    let mut scene = last_card(json, 2, "10d Ac Ad As|", |_| {});
    scene.act(A, trail("9h"));
    let view = scene.view(Viewer::Spectator);
    assert_eq!((view.open.phase, view.open.totals.as_slice()), (Phase::RoundOver, [9, 0].as_slice()));
    // Everything is revealed now.
    assert_eq!(view.shown.unwrap().piles[A].len(), 4);
    scene.act(B, casino::Action::Ready);
    assert_eq!(scene.refused(B, casino::Action::Ready), casino::Error::from(CommonError::AlreadyReady));
    scene.act(A, casino::Action::Ready);
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.phase, open.game, open.dealer), (Phase::Deal, 2, A));
    assert_eq!(open.totals.as_slice(), [9, 0]);
    assert!(open.tally.is_none());
}
