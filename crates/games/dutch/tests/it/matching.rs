//! The same-rank window.

use crate::desk::*;
use dutch::{Action, Error, Event, Phase, Reason};
use kernel::{CommonError, SeatSet, Turn, Viewer};

/// A has played 9c, and the window is open.
fn nine_played() -> Desk {
    let deal = clear().hand(A, "7s 3h 9h Kd").hand(B, "5c 9d Qs 4h").hand(C, "6h 2d 3c 8s").pile("9c");
    let mut desk = deal.begin();
    desk.play_drawn();
    desk
}

#[test]
fn d_32_a_match_empties_its_slot_and_the_window_goes_on() {
    let mut desk = nine_played();
    let window = desk.window();
    desk.act(B, matching(1));
    assert_eq!((desk.hand(B), desk.top()), ("5c __ Qs 4h".into(), "9d".into()));
    assert_eq!(desk.window(), window, "the same deadline");
}

#[test]
fn d_33_a_wrong_match_is_shown_and_costs_a_blind_card() {
    let mut desk = nine_played();
    let blind = desk.zone("pile").last().unwrap().clone();
    desk.act(C, matching(0));
    assert_eq!(desk.hand(C), format!("6h 2d 3c 8s {blind}"));
    assert_eq!(desk.top(), "9c");
    assert_eq!(desk.open().locked, SeatSet::only(C));
    for viewer in Viewer::all(4) {
        assert!(desk.sees(viewer, "6h"), "all see what was tried");
        assert!(!desk.sees(viewer, &blind), "nobody sees the blind card");
    }
    desk.expire();
    for viewer in [A, B, C, D].map(Viewer::Seat) {
        assert!(!desk.sees(viewer, "6h"), "turned back when the window closes");
    }
    assert!(desk.sees(Viewer::Recall(B), "6h"));
}

#[test]
fn d_34_locked_out_until_the_window_closes() {
    let mut desk = nine_played();
    desk.act(C, matching(0));
    assert_eq!(desk.refused(C, matching(1)), Error::LockedOut);
    assert_eq!(desk.legal(C), []);
    desk.wait();
    desk.play_drawn();
    assert!(desk.legal(C).contains(&matching(1)), "in the next window C may match again");
}

#[test]
fn d_35_a_collection_card_is_not_matched_and_no_event_is_sent() {
    let mut desk = deal("{}").hand(B, "7c 9d 7d 3h").picks(B, &[0, 1]).pile("7s").begin();
    assert_eq!(desk.hand(B), "7c' 9d 7d 3h");
    desk.play_drawn();
    assert_eq!(desk.refused(B, matching(0)), Error::CollectionCard);
    assert!(desk.open().locked.is_empty() && desk.open().exposed.is_empty());
    desk.act(B, matching(2));
    assert_eq!((desk.hand(B), desk.top()), ("7c' 9d __ 3h".into(), "7d".into()));
}

#[test]
fn d_36_without_a_penalty_still_locked() {
    let mut desk = deal(r#"{"mode":"clear","wrong_penalty":0}"#).hand(C, "6h 2d 3c 8s").pile("9c").begin();
    desk.play_drawn().act(C, matching(0));
    assert_eq!(desk.hand(C), "6h 2d 3c 8s");
    assert!(desk.sees(Viewer::Spectator, "6h"));
    assert_eq!(desk.refused(C, matching(1)), Error::LockedOut);
}

#[test]
fn two_blind_cards_where_the_house_wants_it() {
    let mut desk = deal(r#"{"mode":"clear","wrong_penalty":2}"#).hand(C, "6h 2d 3c 8s").pile("9c").begin();
    desk.play_drawn().act(C, matching(0));
    assert_eq!(desk.spectator().hands[C].len(), 6);
}

#[test]
fn d_37_jokers_match_jokers_only() {
    let mut desk = clear().hand(B, "X2 2d").hand(C, "3d").pile("X1").begin();
    desk.play_drawn().act(B, matching(0));
    assert_eq!(desk.top(), "X2");
    desk.act(C, matching(0));
    assert!(matches!(desk.received(Viewer::Spectator)[..], [Event::MatchFailed { .. }]));
}

#[test]
fn d_38_who_played_the_card_may_match_too() {
    let mut desk = nine_played();
    desk.act(A, matching(2));
    assert_eq!((desk.hand(A), desk.top()), ("7s 3h __ Kd".into(), "9h".into()));
}

/// B and C hold one jack each, and A has just played one.
fn last_cards() -> Desk {
    let json = r#"{"mode":"clear","hand_size":3}"#;
    let deal = deal(json).first(D).hand(B, "Jd 5c 6c").hand(C, "Jh 5d 6d").pile("5s 6s 5h Jc");
    let mut desk = deal.begin();
    // D plays a five, A a six: B and C match all but their jacks.
    desk.play_drawn().act(B, matching(1)).act(C, matching(1)).wait();
    desk.play_drawn().act(B, matching(2)).act(C, matching(2)).wait();
    assert_eq!((desk.hand(B), desk.hand(C)), ("Jd __ __".into(), "Jh __ __".into()));
    // B keeps nothing: its time to draw runs out, and so does C's; D plays, then A plays the jack.
    desk.wait().wait();
    desk.play_drawn().wait();
    desk.play_drawn();
    assert_eq!((desk.top(), desk.open().powers.len()), ("Jc".into(), 1));
    desk
}

#[test]
fn d_39_the_last_card_wins_at_once_and_powers_lapse() {
    let mut desk = last_cards();
    desk.act(B, matching(0));
    assert_eq!((desk.phase(), desk.winners()), (Phase::GameEnded, vec![B]));
    assert_eq!(desk.open().ending.unwrap().reason, Reason::EmptyHand);
    assert!(desk.open().powers.is_empty());
    let slots = desk.spectator().hands;
    assert!(slots.values().iter().flatten().flatten().all(|slot| slot.card.is_some()), "all hands lie open");
    let Turn::Over(outcome) = desk.table.turn() else { panic!("not over") };
    assert_eq!((outcome.reason.as_ref(), outcome.places[B]), ("empty_hand", 1));
}

#[test]
fn d_40_of_two_that_could_go_out_the_first_wins_alone() {
    let mut desk = last_cards();
    desk.act(B, matching(0));
    assert_eq!(desk.refused(C, matching(0)), Error::from(CommonError::GameOver));
    assert_eq!(desk.winners(), [B]);
}

#[test]
fn d_81_the_list_of_matches_does_not_betray_faces() {
    // Of what B looked at, the queen is chosen before the jack.
    let mut desk = deal("{}").first(D).hand(B, "Jc 9d Qs 4h").picks(B, &[2, 0]).pile("4s 9c").begin();
    desk.play_drawn().act(B, matching(3)).wait();
    assert_eq!(desk.hand(B), "Jc 9d Qs' __");
    desk.play_drawn();
    assert_eq!(desk.legal(B), [matching(0), matching(1)], "whether they match or not");
    assert_eq!(desk.refused(B, matching(2)), Error::CollectionCard);
    assert_eq!(desk.refused(B, matching(3)), Error::EmptySlot);
}

#[test]
fn as_many_as_you_like() {
    let mut desk = clear().hand(B, "9d 9h 9s 4h").pile("9c").begin();
    desk.play_drawn().act(B, matching(0)).act(B, matching(2)).act(B, matching(1));
    assert_eq!(desk.hand(B), "__ __ __ 4h");
}

#[test]
fn a_window_is_for_everyone_and_nobody_owes_anything() {
    let mut desk = nine_played();
    let Turn::Seats { must, may, .. } = desk.table.turn() else { panic!("a window is open") };
    assert_eq!((must, may), (SeatSet::EMPTY, SeatSet::first(4)));
    desk.act(C, matching(0));
    let Turn::Seats { may, .. } = desk.table.turn() else { panic!("a window is open") };
    assert_eq!(may, SeatSet::first(4).without(C));
    desk.act(A, Action::CallDutch);
}

#[test]
fn a_wrong_match_may_need_a_new_pile() {
    let json = r#"{"mode":"clear","wrong_penalty":2}"#;
    let mut desk = deal(json).hand(C, "6h 2d 3c 8s").begin();
    desk.quiet_turns(36);
    assert_eq!(desk.spectator().pile, 1);
    let rank = {
        desk.play_drawn();
        desk.open().window_rank.unwrap()
    };
    let slot = desk.hand(C).split(' ').position(|word| card(word).rank() != rank).unwrap();
    let window = desk.window();
    desk.act(C, matching(slot as u8)).shuffle(&(0..37).collect::<Vec<_>>());
    assert_eq!((desk.window(), desk.phase()), (window, Phase::SameRankWindow));
    assert_eq!((desk.spectator().hands[C].len(), desk.spectator().pile), (6, 35));
}
