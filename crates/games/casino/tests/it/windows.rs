//! The clock, and people who leave.

use crate::scene::*;
use casino::{Casino, Error, Event, Phase};
use core::time::Duration;
use kernel::{CommonError, Game, Turn, Viewer};

fn lasts(scene: &Scene) -> Option<Duration> {
    let Turn::Seats { window, .. } = Casino::turn(&scene.state) else { panic!("nobody is to act") };
    window.lasts
}

#[test]
fn c_60_the_clock_trails_the_least_precious_card() {
    let mut scene = Scene::new("A[Ac 2s 10d 7s 6h 6c]");
    scene.expire();
    assert_eq!(scene.loose(), cards("6c"));
    assert_eq!(scene.received(Viewer::Spectator)[0], Event::TimedOut { seat: A });
}

#[test]
fn c_61_the_clock_captures_where_nothing_can_be_trailed() {
    let mut scene = Scene::new("A[7h] B7(A: 3c 4c)");
    scene.expire();
    assert_eq!(scene.pile(A), "3c 4c 7h");
}

#[test]
fn c_62_without_a_limit_nothing_expires() {
    assert_eq!(lasts(&Scene::with(r#"{"turn_seconds":0}"#, "A[7h]")), None);
    assert_eq!(lasts(&Scene::new("A[7h]")), Some(Duration::from_secs(60)));
}

#[test]
fn c_63_a_draft_is_not_an_input() {
    // Whatever is asked about a position, it stays what it was: there is nothing to take back.
    let scene = Scene::new("A[5s] T[5h]");
    let (before, window) = (scene.state.clone(), scene.window());
    assert_eq!(scene.choices("5s", "5h").len(), 2);
    assert!(scene.state == before && scene.window() == window);
}

#[test]
fn c_67_every_move_opens_a_new_window() {
    let mut scene = Scene::new("A[5s 9c] B[2c 2d] T[5h]");
    let window = scene.window();
    scene.act(A, capture("5s", "5h"));
    assert!(scene.window() > window);
    // A second card on the same turn is too late: only one left the hand.
    assert_eq!(scene.refused(A, trail("9c")), Error::from(CommonError::NotYourTurn));
    assert_eq!(scene.hand(A), cards("9c"));
}

#[test]
fn c_75_a_seat_leaves_and_its_build_is_nobodys() {
    let mut scene = Scene::at("{}", 3, 1, "A[9c 9h 2h] B[4c 6c] C[3c 9d] B6(B: 4h 2d)");
    scene.act(A, trail("2h"));
    let window = scene.window();
    scene.remove(B);
    assert_eq!(scene.builds(), "B6(-: 4h 2d)");
    assert_eq!(scene.turn(), C);
    assert!(scene.window() > window, "a fresh deadline");
    scene.act(C, raise("3c", 0, ""));
    assert_eq!(scene.builds(), "B9(C: 4h 2d 3c)");
    // Its hand stays unseen.
    let view = scene.view(Viewer::Seat(A));
    assert_eq!((view.counts[B], view.hand.unwrap().len()), (2, 2));
}

#[test]
fn the_last_one_at_the_table_wins() {
    let mut scene = Scene::at("{}", 3, 1, "A[9c] B[4c] C[3c]");
    scene.remove(A).remove(C);
    assert_eq!(scene.view(Viewer::Spectator).open.phase, Phase::Finished);
    let Turn::Over(outcome) = Casino::turn(&scene.state) else { panic!("it is over") };
    assert_eq!((outcome.reason.as_ref(), outcome.places[B], outcome.places[A]), ("last_player", 1, 2));
    assert_eq!(scene.refused(B, trail("4c")), Error::from(CommonError::GameOver));
}

#[test]
fn leftovers_of_a_captor_who_left_are_nobodys() {
    let mut scene = Scene::at("{}", 3, 1, "A[9c] B[2c] C[3c] T[2h]");
    scene.act(A, trail("9c")).act(B, capture("2c", "2h")).remove(B);
    scene.act(C, trail("3c"));
    let tally = scene.view(Viewer::Spectator).open.tally.unwrap();
    assert_eq!((tally.leftovers_to, tally.leftovers), (None, cards("9c 3c")));
    assert!(tally.scores.iter().all(|score| !score.seats.contains(B)), "no score without a seat");
}
