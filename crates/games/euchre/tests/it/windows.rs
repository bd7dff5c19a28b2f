use crate::scene::*;
use euchre::{Action, Event, Phase};
use kernel::{Input, Refusal, SeatStatus, Suit, Turn, Viewer};
use std::time::Duration;

const ANY: [&str; 4] = ["", "", "", ""];

#[test]
fn u_36_a_bid_that_runs_out_is_a_pass() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.sent.clear();
    scene.expire();
    assert_eq!((scene.phase(), scene.turn()), (Phase::Bid1, B));
    assert_eq!(scene.received(Viewer::Spectator), [Event::TimedOut { seat: A }, Event::Passed { seat: A }]);
}

#[test]
fn u_37_the_clock_names_the_stuck_dealers_strongest_suit() {
    let hands = ["", "", "", "Jc Js As 9d 10h"];
    let mut scene = Scene::new(r#"{"stick_the_dealer":"on"}"#, D, hands, "9h");
    scene.pass(7).expire();
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.trump, open.maker, open.alone), (Some(Suit::Spades), Some(D), false));
    assert_eq!(euchre::strength(cards("Jc Js As 9d 10h"), Suit::Spades), 13);
    assert_eq!(euchre::strength(cards("Jc Js As 9d 10h"), Suit::Clubs), 11);
}

#[test]
fn equally_strong_suits_go_by_c_d_h_s() {
    // Without bowers in reach: one nine of each suit and nothing else that counts.
    let hands = ["", "", "", "9c 9d 9s 10c 10d"];
    let mut scene = Scene::new(r#"{"stick_the_dealer":"on"}"#, D, hands, "9h");
    scene.pass(7).expire();
    assert_eq!(scene.view(Viewer::Spectator).open.trump, Some(Suit::Clubs));
}

#[test]
fn u_38_the_clock_puts_away_the_weakest_card() {
    let mut scene = Scene::usual(["", "", "", "9c Kc As Jd Ah"], "10h");
    scene.act(A, ORDER).expire();
    assert_eq!(scene.view(Viewer::Seat(D)).discard, Some(card("9c")));
}

#[test]
fn the_clock_never_puts_away_a_forbidden_card() {
    let hands = ["", "", "", "Jh Ah Kh Qh 10h"];
    let mut scene = Scene::new(r#"{"may_discard_upcard":"off"}"#, D, hands, "9h");
    scene.act(A, ORDER).expire();
    assert_eq!(scene.view(Viewer::Seat(D)).discard, Some(card("10h")), "the nine came up");
}

#[test]
fn u_39_the_clock_leads_the_weakest_card() {
    let mut scene = Scene::usual(["Jd 9h Ks 10c 10d", "", "", ""], "Qs");
    scene.pass(4).act(A, name(Suit::Hearts)).expire();
    assert_eq!(scene.view(Viewer::Spectator).open.trick.unwrap().led(), Some(card("10c")));
}

#[test]
fn the_clock_follows_suit() {
    let mut scene = Scene::usual(["Ac", "Kc Qc 9s 9d 9h", "", ""], "Qs");
    scene.pass(4).act(A, name(Suit::Hearts)).tricks("Ac").expire();
    assert_eq!(scene.view(Viewer::Spectator).open.trick.unwrap().cards[1], Some(card("Qc")));
}

#[test]
fn u_40_a_late_deadline_changes_nothing_and_a_second_click_is_stale() {
    let mut scene = Scene::usual(ANY, "10h");
    let window = scene.window();
    scene.act(A, Action::Pass);
    assert_eq!(scene.table.check(&Input::Expire(window)), Err(Refusal::WindowClosed { window }));
    // A room refuses what was formed before the current window appeared.
    assert_ne!(scene.window(), window);
}

#[test]
fn u_41_the_window_moves_with_every_call() {
    let mut scene = Scene::usual(ANY, "10h");
    scene.act(A, Action::Pass);
    let seen_by_c = scene.window();
    scene.act(B, Action::Pass);
    assert_ne!(scene.window(), seen_by_c, "what C sent on the old view is stale");
}

#[test]
fn windows_move_with_every_step_except_ready_and_never_return() {
    let mut scene = Scene::usual(ANY, "10h");
    let mut seen = vec![scene.window()];
    scene.act(A, ORDER);
    seen.push(scene.window());
    scene.expire();
    seen.push(scene.window());
    while scene.phase() == Phase::Trick {
        let seat = scene.turn();
        let action = scene.legal(seat)[0];
        scene.act(seat, action);
        seen.push(scene.window());
    }
    assert!(seen.windows(2).all(|pair| pair[0] < pair[1]), "{seen:?}");
    let over = scene.window();
    scene.act(B, Action::Ready);
    assert_eq!(scene.window(), over, "ready leaves the window open for the others");
    scene.act(A, Action::Ready).act(C, Action::Ready).act(D, Action::Ready);
    scene.deal(ANY, "9c");
    assert!(scene.window() > over);
}

#[test]
fn each_phase_has_its_own_time() {
    let json = r#"{"bid_seconds":6,"discard_seconds":7,"choice_seconds":8,"play_seconds":9,
        "ready_seconds":0,"alone_when":"after_discard"}"#;
    let mut scene = Scene::new(json, D, ANY, "10h");
    let limit = |scene: &Scene| {
        let Turn::Seats { window, .. } = scene.table.turn() else { panic!("nobody is to act") };
        (window.lasts, window.idles)
    };
    let seconds = |s| Some(Duration::from_secs(s));
    assert_eq!(limit(&scene), (seconds(6), true));
    scene.act(A, ORDER);
    assert_eq!(limit(&scene), (seconds(7), true));
    scene.expire();
    assert_eq!((scene.phase(), limit(&scene)), (Phase::AloneChoice, (seconds(8), true)));
    scene.expire();
    assert!(!scene.view(Viewer::Spectator).open.alone, "the clock says no");
    assert_eq!(limit(&scene), (seconds(9), true));
    scene.play_out();
    assert_eq!(limit(&scene), (None, false), "a finished deal makes nobody idle");
}

#[test]
fn the_clock_does_not_defend_alone() {
    let mut scene = Scene::new(r#"{"defend_alone":"any"}"#, D, ANY, "10h");
    scene.pass(4).act(A, name(Suit::Clubs)).expire().expire();
    let open = scene.view(Viewer::Spectator).open;
    assert_eq!((open.phase, open.lone_defender), (Phase::Trick, None));
}

#[test]
fn the_occupant_of_a_seat_does_not_change_the_cards() {
    let mut scene = Scene::usual(ANY, "10h");
    let before = (scene.recall(B), scene.window());
    scene.table.check(&Input::Status(B, SeatStatus::Bot)).unwrap();
    scene.table.commit(&Input::Status(B, SeatStatus::Bot));
    assert_eq!((scene.recall(B), scene.window()), before);
}
