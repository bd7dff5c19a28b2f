//! What each seat sees, and what can be remembered of it.

use crate::desk::*;
use dutch::{Action, Memo, Phase};
use kernel::Viewer;

#[test]
fn d_76_the_memory_aid_follows_a_card_through_a_swap() {
    for (aid, noted) in [("on", Some(card("5c"))), ("off", None)] {
        let json = format!(r#"{{"mode":"clear","memory_aid":"{aid}"}}"#);
        let mut desk = deal(&json).hand(A, "9c 5c 9d 9h").pile("2c Jc").begin();
        desk.quiet_turns(1).play_drawn().expire();
        let before = desk.view(A).hands[A][1].unwrap();
        assert_eq!((before.card, before.noted), (None, noted));
        desk.act(B, swap((A, 1), (D, 0)));
        let (there, here) = (desk.view(A).hands[D][0].unwrap(), desk.view(A).hands[A][1].unwrap());
        assert_eq!((there.card, there.noted), (None, noted));
        assert_eq!((here.card, here.noted), (None, None), "nothing is known of what came");
        assert!(!desk.sees(Viewer::Spectator, "5c") && !desk.sees(Viewer::Seat(B), "5c"));
    }
}

/// Faces in a view of now. Without the common knowledge by the table of the rules.
fn private_faces(desk: &Desk, viewer: Viewer) -> Vec<String> {
    let view = desk.table.view(viewer);
    let everyone = desk.spectator();
    let mut faces = Vec::new();
    for (seat, slots) in view.hands.iter() {
        for (number, slot) in slots.iter().enumerate() {
            let public = everyone.hands[seat][number].and_then(|slot| slot.card).is_some();
            faces.extend(slot.and_then(|slot| slot.card).filter(|_| !public).map(|card| card.to_string()));
        }
    }
    faces.extend(view.drawn.filter(|_| everyone.drawn.is_none()).map(|card| card.to_string()));
    faces
}

#[test]
fn d_78_a_view_shows_what_the_table_of_the_rules_allows_and_no_more() {
    let none: [&str; 0] = [];
    let mut desk = deal("{}").hand(A, "7s 3h 9c Kd").hand(C, "6h 2d 3c 8s").pile("Qc").dealt();
    desk.act(A, Action::Peek { slot: 2 }).act(A, Action::Peek { slot: 0 });
    assert_eq!(private_faces(&desk, Viewer::Seat(A)), ["7s", "9c"], "the first look, while it lasts");
    assert_eq!(private_faces(&desk, Viewer::Seat(B)), none);
    desk.expire();
    assert_eq!(private_faces(&desk, Viewer::Seat(A)), none, "a memory game: not even the own hand");
    desk.act(A, DRAW);
    assert_eq!(private_faces(&desk, Viewer::Seat(A)), ["Qc"]);
    assert_eq!(private_faces(&desk, Viewer::Seat(C)), none);
    desk.act(A, PLAY_DRAWN).act(C, matching(3));
    assert!(desk.sees(Viewer::Spectator, "8s"), "a wrong match, until the window closes");
    desk.expire();
    assert!(!desk.sees(Viewer::Spectator, "8s"));
    desk.act(A, look(C, 2));
    assert_eq!(private_faces(&desk, Viewer::Seat(A)), ["3c"], "the queen's look");
    assert_eq!(private_faces(&desk, Viewer::Seat(C)), none, "not even the card's owner");
    desk.expire();
    assert_eq!(private_faces(&desk, Viewer::Seat(A)), none);
}

#[test]
fn discards_below_the_top_are_in_no_view_of_now() {
    let mut desk = clear().top("2c").pile("3c 4c").begin();
    desk.quiet_turns(2);
    for viewer in [A, B, C, D].map(Viewer::Seat).into_iter().chain([Viewer::Spectator]) {
        assert!(!desk.sees(viewer, "2c") && !desk.sees(viewer, "3c") && desk.sees(viewer, "4c"));
    }
    let remembered = desk.recall(B).recall.unwrap().discards;
    assert_eq!(remembered, cards("2c 3c 4c"));
}

#[test]
fn the_journal_tells_each_seat_what_it_saw() {
    let mut desk = clear().hand(A, "7s 3h 9c Kd").hand(C, "6h 2d 3c 8s").pile("2c 6s Jc").begin();
    desk.act(A, DRAW).act(A, play(2)).act(C, matching(0)).wait();
    desk.play_drawn().expire().act(B, swap((A, 2), (C, 0)));
    let blind = Memo::Laid { at: at(C, 4), card: None };
    let public =
        [Memo::Saw { at: at(C, 0), card: card("6h") }, blind, Memo::Swapped { a: at(A, 2), b: at(C, 0) }];
    let played = Memo::Left { at: at(A, 2), card: card("9c") };
    let laid = |card| Memo::Laid { at: at(A, 2), card };
    let own = [Memo::Saw { at: at(A, 0), card: card("7s") }, Memo::Saw { at: at(A, 1), card: card("3h") }];
    let expected: Vec<Memo> = own.into_iter().chain([played, laid(Some(card("2c")))]).chain(public).collect();
    assert_eq!(desk.journal(A), expected);
    let expected: Vec<Memo> = [played, laid(None)].into_iter().chain(public).collect();
    assert_eq!(desk.journal(D)[2..], expected, "after its own first look");
}

#[test]
fn recall_says_who_else_knows_a_card_and_where_it_came_from() {
    let mut desk = deal("{}").hand(B, "9c 6h 9d 10h").pile("Qc").begin();
    desk.play_drawn().expire().act(A, look(B, 0)).act(A, Action::DonePeeking);
    assert_eq!(desk.phase(), Phase::TurnEnd);
    let trace = |seat| desk.recall(seat).recall.unwrap().hands[B][0].unwrap();
    assert_eq!((trace(A).card, trace(C).card), (Some(card("9c")), None));
    assert_eq!(trace(C).known_by, [A, B].into_iter().collect());
    let passed_over = trace(C).passed_over.unwrap();
    assert_eq!((passed_over.slot, passed_over.chosen.unwrap().card), (0, card("6h")));
    assert_eq!(trace(C).pack, 0);
}

#[test]
fn everything_is_revealed_at_the_end() {
    let mut desk = clear().seats(3).begin();
    desk.quiet_turns(2).remove(B).remove(C);
    for viewer in Viewer::all(3) {
        let view = desk.table.view(viewer);
        let rest = view.rest.unwrap();
        let hands = view.hands.values().iter().flatten().flatten().filter(|slot| slot.card.is_some()).count();
        assert_eq!(hands + rest.pile.len() + rest.discards.len() + rest.removed.len(), 54);
    }
}

#[test]
fn a_view_of_now_stays_small() {
    let desk = deal("{}").begin();
    let bytes = serde_json::to_string(&desk.view(A)).unwrap().len();
    assert!(bytes < 2_400, "{bytes} bytes");
}
