use crate::scene::*;
use euchre::{Event, Phase, Shown, View};
use kernel::{CardSet, Suit, Viewer};

/// Every card named anywhere in a view.
fn cards_in(view: &View) -> CardSet {
    let json = serde_json::to_string(view).unwrap();
    json.split('"').filter_map(|word| serde_json::from_str(&format!("\"{word}\"")).ok()).collect()
}

#[test]
fn a_seat_is_told_its_own_hand_and_the_up_card() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    let told = std::mem::take(&mut scene.told);
    for viewer in Viewer::all(4) {
        let events: Vec<_> = told.iter().filter(|t| t.to.includes(viewer)).map(|t| &t.event).collect();
        let hand = viewer.seat().map(|seat| scene.hand(seat));
        assert_eq!(events, [&Event::Dealt { dealer: D, up_card: card("10h"), hand }]);
    }
}

#[test]
fn a_view_names_no_card_its_owner_may_not_see() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.act(A, ORDER).act(D, discard("10h"));
    let first = scene.turn();
    let lead = scene.legal(first)[0];
    scene.act(first, lead);
    let public: CardSet =
        scene.view(Viewer::Spectator).open.trick.unwrap().played().map(|(_, c)| c).collect();
    let public = public | cards("10h");
    assert_eq!(cards_in(&scene.view(Viewer::Spectator)), public);
    for seat in [A, B, C] {
        assert_eq!(cards_in(&scene.view(Viewer::Seat(seat))), public | scene.hand(seat));
        assert_eq!(cards_in(&scene.recall(seat)), public | scene.hand(seat));
    }
}

#[test]
fn earlier_tricks_are_remembered_by_recall_alone() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.pass(4).act(A, name(Suit::Clubs));
    let mut first_trick = CardSet::EMPTY;
    for i in 0..8 {
        let seat = scene.turn();
        let action = scene.legal(seat)[0];
        scene.act(seat, action);
        if i == 3 {
            first_trick =
                scene.view(Viewer::Spectator).open.last_trick.unwrap().played().map(|(_, c)| c).collect();
        }
    }
    for seat in [A, B, C, D] {
        assert!((cards_in(&scene.view(Viewer::Seat(seat))) & first_trick).is_empty());
        assert_eq!(cards_in(&scene.recall(seat)) & first_trick, first_trick);
        assert_eq!(scene.recall(seat).history.unwrap().len(), 2);
    }
    assert!((cards_in(&scene.view(Viewer::Spectator)) & first_trick).is_empty());
}

#[test]
fn a_finished_deal_lies_open_for_everyone() {
    let mut scene = Scene::usual(["Ah", "", "", "9c"], "10h");
    scene.act(A, ORDER);
    let dealt = [A, B, C].map(|seat| scene.hand(seat));
    scene.act(D, discard("9c"));
    let dealers = scene.hand(D);
    scene.told.clear();
    scene.play_out();
    for viewer in Viewer::all(4) {
        let shown: Shown = scene.view(viewer).shown.unwrap();
        assert_eq!(shown.hands, [dealt[0], dealt[1], dealt[2], dealers]);
        assert_eq!(shown.discard, Some(card("9c")));
        assert_eq!(shown.kitty.len(), 3);
        assert_eq!(cards_in(&scene.view(viewer)), euchre::PACK);
    }
    let told = scene.heard(Viewer::Spectator);
    assert!(told.iter().any(|event| matches!(event, Event::DealOver(_))));
}

#[test]
fn a_deal_that_nobody_wanted_is_never_shown() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.pass(7);
    scene.told.clear();
    scene.pass(1);
    assert_eq!(scene.phase(), Phase::Deal);
    for viewer in Viewer::all(4) {
        assert_eq!(cards_in(&scene.view(viewer)), CardSet::EMPTY);
    }
    let dealer = D;
    assert_eq!(scene.heard(Viewer::Spectator), [Event::Passed { seat: dealer }, Event::Redeal]);
}

#[test]
fn a_view_stays_in_the_hundreds_of_bytes() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.act(A, ORDER).act(D, discard("10h"));
    let bytes = serde_json::to_string(&scene.view(Viewer::Seat(A))).unwrap().len();
    assert!(bytes < 700, "{bytes} bytes");
}

#[test]
fn the_table_prints_no_card() {
    let scene = Scene::usual(["Ah", "", "", ""], "10h");
    let text = format!("{:?}", scene.table);
    assert_eq!(text, r#"Table { game: "euchre", .. }"#);
}
