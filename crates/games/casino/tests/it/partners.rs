//! Two against two: shared builds, shiya, and builds that are owed.

use crate::scene::*;
use casino::{Action, BuildId, Casino, Error, Phase};
use core::time::Duration;
use kernel::{CommonError, Game, SeatSet, Turn, Viewer};

const SHIYA: &str = r#"{"teams":"on","shiya":"on"}"#;

#[test]
fn c_72_a_partner_asks_for_the_build() {
    let position = "A[7h 2c] B[9c 9d] C[7c 3d] D[9h 9s] T[5d 2d] B7(A: 3c 4c)";
    let mut scene = Scene::at(SHIYA, 4, 1, position);
    scene.act(A, capture_build("7h", "5d 2d", 0));
    let Turn::Seats { must, may, window } = Casino::turn(&scene.state) else { panic!("somebody may act") };
    assert_eq!((must, may, window.idles), (SeatSet::EMPTY, SeatSet::only(C), false));
    assert_eq!(window.lasts, Some(Duration::from_secs(3)));
    assert_eq!(scene.refused(D, Action::Shiya), Error::from(CommonError::NotYourTurn));

    // Nobody called: the capture is carried out.
    let mut passed = scene.clone();
    passed.expire();
    assert_eq!((passed.pile(A), passed.turn()), ("3c 4c 2d 5d 7h".into(), B));

    // Called: only the card played moves.
    scene.act(C, Action::Shiya);
    assert_eq!(scene.builds(), "B7*(C: 3c 4c 7h)");
    assert_eq!((scene.loose(), scene.turn()), (cards("5d 2d"), B));

    // A partner without a seven cannot call, but is asked all the same.
    let mut without = Scene::at(SHIYA, 4, 1, "A[7h 2c] B[9c] C[3d 4d] D[9h] B7(A: 3c 4c)");
    without.act(A, capture_build("7h", "", 0));
    assert_eq!(without.view(Viewer::Spectator).open.phase, Phase::Shiya);
    assert_eq!(without.refused(C, Action::Shiya), Error::NoShiya { value: 7 });
    let Turn::Seats { may, window, .. } = Casino::turn(&without.state) else { panic!("somebody may act") };
    assert_eq!((may, window.lasts), (SeatSet::only(C), Some(Duration::from_secs(3))));
}

#[test]
fn c_73_who_called_must_capture() {
    let mut scene = Scene::at(SHIYA, 4, 1, "A[7h 2c] B[9c 9d] C[7c 3d] D[9h 9s] B7(A: 3c 4c)");
    scene.act(A, capture_build("7h", "", 0)).act(C, Action::Shiya).act(B, trail("9c"));
    assert_eq!(scene.refused(C, trail("3d")), Error::CaptureDue);
    scene.act(C, capture_build("7c", "", 0));
    // Its partner is asked in turn, and once nobody calls the heap is C's.
    scene.expire();
    assert_eq!(scene.pile(C), "3c 4c 7h 7c");
}

#[test]
fn c_73_unless_the_build_is_gone() {
    let mut scene = Scene::at(SHIYA, 4, 1, "A[7h 2c] B[7d 9d] C[7c 3d] D[9h 9s] B7(A: 3c 4c)");
    scene.act(A, capture_build("7h", "", 0)).act(C, Action::Shiya).act(B, capture_build("7d", "", 0));
    scene.act(C, trail("3d"));
}

#[test]
fn c_74_a_partner_restores_a_build_that_was_taken() {
    let json = r#"{"teams":"on","partner_rebuild":"on"}"#;
    let mut scene = Scene::at(json, 4, 1, "A[2c 8d] B[8h 9d] C[5c 10c] D[9h 9s] B8(A: 6c 2d) T[3d]");
    scene.act(A, trail("2c")).act(B, capture_build("8h", "", 0));
    let owed = &scene.view(Viewer::Spectator).open.owed;
    assert!(owed[0].contains(8) && owed[1].is_empty());
    scene.act(C, build("5c", "3d", 8));
    assert_eq!(scene.builds(), "B8(A: 3d 5c)");
    assert!(scene.view(Viewer::Spectator).open.owed[0].is_empty());
}

#[test]
fn nothing_is_owed_to_a_seat_that_played_the_value() {
    let json = r#"{"teams":"on","partner_rebuild":"on"}"#;
    let position = "A[8d 2c] B[8h 9d] C[5c 10c] D[9h 9s] B8(A: 6c 2d) T[3d]";
    let mut scene = Scene::at(json, 4, 1, position);
    scene.act(A, trail("2c")).act(B, capture_build("8h", "", 0)).act(C, trail("10c")).act(D, trail("9h"));
    scene.act(A, trail("8d")).act(B, trail("9d"));
    assert_eq!(scene.refused(C, build("5c", "3d", 8)), Error::KeyCardMissing { value: 8 });
}

#[test]
fn partners_add_to_each_others_builds_and_never_raise_them() {
    let mut scene = Scene::at(r#"{"teams":"on"}"#, 4, 1, "A[6c 3h 9c] T[2c] B8(C: 5c 3c) B5(D: 4c Ac)");
    assert_eq!(scene.refused(A, raise("3h", 0, "")), Error::CannotRaise { build: BuildId(0) });
    // No key card is asked of a partner.
    scene.act(A, add("6c", 0, "2c"));
    assert_eq!(scene.builds(), "B8*(C: 5c 3c 2c 6c) B5(D: 4c Ac)");
}
