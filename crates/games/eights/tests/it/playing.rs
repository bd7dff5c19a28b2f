//! A turn: what may be played, what a draw does, who may act.

use crate::desk::{Desk, choose, deal, insane};
use eights::{Action, CardId, Color, Error, Event, Phase, Tier};
use kernel::{CommonError, Input, Refusal, Seat, Switch, Viewer};

fn on(switch: bool) -> Switch {
    if switch { Switch::On } else { Switch::Off }
}

#[test]
fn e_08_the_active_colour_matches() {
    let mut desk = insane().hand(0, "red 5").begin();
    desk.play(0, "red 5");
    assert_eq!(desk.open().current, Seat(1));
    assert_eq!(desk.open().top.unwrap().to_string(), "red 5");
}

#[test]
fn e_09_the_same_value_matches_and_changes_the_colour() {
    let mut desk = insane().top("red 5").hand(0, "blue 5").begin();
    desk.play(0, "blue 5");
    assert_eq!(desk.open().color, Color::Blue);
}

#[test]
fn e_10_another_colour_and_value_do_not_match() {
    let desk = insane().hand(0, "blue 5").begin();
    assert_eq!(desk.refused(0, "blue 5"), Error::NoMatch);
}

#[test]
fn e_11_a_wild_needs_a_colour() {
    let mut desk = insane().hand(0, "wild").begin();
    assert_eq!(desk.refused(0, "wild"), Error::ColorRequired);
    let id = desk.card(0, "wild").id.0;
    let read = |json: String| serde_json::from_str::<Action>(&json);
    let null = read(format!(r#"{{"play":{{"card":{id},"color":null}}}}"#)).unwrap();
    assert_eq!(desk.refusal(0, null), Error::ColorRequired);
    assert!(read(format!(r#"{{"play":{{"card":{id},"color":"purple"}}}}"#)).is_err());
    let blue = read(format!(r#"{{"play":{{"card":{id},"color":"blue"}}}}"#)).unwrap();
    desk.act(0, blue);
    assert_eq!(desk.open().color, Color::Blue);
}

#[test]
fn e_12_on_a_wild_only_the_named_colour_counts() {
    let desk = |card: &str| {
        let mut desk = insane().first(3).hand(3, "wild").hand(0, card).begin();
        desk.play(3, "wild: blue");
        desk
    };
    assert_eq!(desk("red 9").refused(0, "red 9"), Error::NoMatch);
    assert!(desk("blue 0").accepts(0, "blue 0"));
    assert!(desk("wild").accepts(0, "wild: red"));
}

#[test]
fn e_13_a_choice_the_card_does_not_have_is_unexpected() {
    let desk = insane().hand(0, "red 5, wild").begin();
    assert_eq!(desk.refused(0, "red 5: red"), Error::UnexpectedChoice);
    assert_eq!(desk.refused(0, "red 5: @1"), Error::UnexpectedChoice);
    assert_eq!(desk.refused(0, "red 5: big_bang"), Error::UnexpectedChoice);
    assert_eq!(desk.refused(0, "wild: blue @1"), Error::UnexpectedChoice);
    assert_eq!(desk.refused(0, "wild: @1"), Error::ColorRequired, "what is missing comes first");
}

fn after_a_draw() -> Desk {
    let mut desk = insane().hand(0, "red 5").begin();
    desk.draw(0, "red 7");
    desk
}

#[test]
fn e_14_a_draw_is_allowed_although_cards_are_playable() {
    let desk = after_a_draw();
    assert_eq!(desk.counts(), [8, 7, 7, 7]);
    assert_eq!(desk.open().current, Seat(1));
}

#[test]
fn e_15_the_drawn_card_waits_for_the_next_turn() {
    assert_eq!(after_a_draw().refused(0, "red 7"), Error::from(CommonError::NotYourTurn));
}

#[test]
fn e_16_only_the_drawer_sees_the_drawn_card() {
    let desk = after_a_draw();
    assert!(desk.hand(0).contains(&"red 7".into()));
    let drew = |viewer: Viewer| {
        let received = desk.received(viewer);
        let [Event::Drew { seat: Seat(0), count: 1, forced: false, cards }] = &received[..] else {
            panic!("{received:?}")
        };
        cards.clone()
    };
    assert_eq!(drew(Viewer::Seat(Seat(0))).unwrap()[0], desk.card(0, "red 7"));
    for viewer in [Viewer::Seat(Seat(1)), Viewer::Recall(Seat(3)), Viewer::Spectator] {
        assert_eq!(drew(viewer), None);
        let view = desk.table.view(viewer);
        assert_eq!(view.hands[Seat(0)], None);
        assert_eq!(view.counts[Seat(0)], 8);
        assert!(!serde_json::to_string(&view).unwrap().contains("red 7"));
    }
}

#[test]
fn e_17_nobody_acts_on_another_seats_turn() {
    let desk = insane().hand(1, "red 5").begin();
    assert_eq!(desk.refused(1, "red 5"), Error::from(CommonError::NotYourTurn));
    assert_eq!(desk.refusal(1, Action::Draw), Error::from(CommonError::NotYourTurn));
}

#[test]
fn e_18_cards_that_are_not_in_the_hand_are_unknown() {
    let mut desk = insane().hand(0, "red 5, red 6").hand(1, "red 7").begin();
    let played = desk.card(0, "red 5").id;
    let foreign = desk.card(1, "red 7").id;
    desk.play(0, "red 5");
    for seat in 1..4 {
        desk.draw(seat, "");
    }
    for id in [CardId(9999), CardId(u32::MAX), played, foreign] {
        assert_eq!(desk.refusal(0, choose(id, "")), Error::UnknownCard, "{id:?}");
    }
}

#[test]
fn e_19_a_card_id_is_a_whole_number() {
    for card in [r#""0""#, "-1", "1.5", "null", "4294967296"] {
        let json = format!(r#"{{"play":{{"card":{card}}}}}"#);
        assert!(serde_json::from_str::<Action>(&json).is_err(), "{json}");
    }
    assert!(serde_json::from_str::<Action>(r#"{"play":{}}"#).is_err());
    assert!(serde_json::from_str::<Action>(r#"{"play":{"card":0}}"#).is_ok());
}

#[test]
fn e_20_the_window_has_moved_when_the_second_click_arrives() {
    let mut desk = insane().hand(0, "red 5").begin();
    let twice = desk.playing(0, "red 5");
    let formed_on = desk.window_id();
    desk.act(0, twice);
    assert!(desk.window_id() > formed_on, "a room calls the second message stale");
    assert_eq!(desk.refusal(0, twice), Error::from(CommonError::NotYourTurn));
    assert_eq!(desk.counts()[0], 6, "only one card left the hand");
}

#[test]
fn e_40_the_expiry_of_an_old_window_does_nothing() {
    let mut desk = insane().hand(0, "red 5").begin();
    let old = desk.window_id();
    desk.play(0, "red 5");
    let before = desk.everything();
    let late = desk.table.check(&Input::Expire(old));
    assert_eq!(late, Err(Refusal::WindowClosed { window: old }));
    assert_eq!(desk.everything(), before);
}

#[test]
fn e_60_a_drawn_card_may_be_played_or_kept() {
    let begin = || insane().with(|o| o.play_drawn = Switch::On).hand(0, "red 5").begin();

    let mut desk = begin();
    desk.draw(0, "red 7");
    assert_eq!((desk.open().phase, desk.open().current), (Phase::DrawnChoice, Seat(0)));
    assert_eq!(desk.view(0).drawn, Some(desk.card(0, "red 7").id));
    assert_eq!(desk.view(1).drawn, None);
    assert_eq!(desk.refused(0, "red 5"), Error::DrawnCardOnly);
    assert_eq!(desk.refusal(0, Action::Draw), Error::WrongPhase);
    assert_eq!(desk.legal(0), [desk.playing(0, "red 7"), Action::Pass]);
    desk.act(0, Action::Pass);
    assert_eq!((desk.open().phase, desk.open().current), (Phase::Turn, Seat(1)));
    assert_eq!(desk.sent(2), [Event::Passed { seat: Seat(0) }]);

    let mut desk = begin();
    desk.draw(0, "red 7");
    desk.play(0, "red 7");
    assert_eq!((desk.counts()[0], desk.open().current), (7, Seat(1)));

    let mut desk = begin();
    desk.draw(0, "blue 7");
    assert_eq!((desk.open().phase, desk.open().current), (Phase::Turn, Seat(1)));
}

#[test]
fn a_choice_after_a_draw_expires_into_a_pass_and_an_expired_turn_gives_none() {
    let mut desk = insane().with(|o| o.play_drawn = Switch::On).begin();
    desk.draw(0, "red 7");
    assert_eq!(desk.window().lasts, Some(std::time::Duration::from_secs(10)));
    desk.expire("");
    assert_eq!(desk.open().current, Seat(1));
    assert_eq!(desk.sent(0), [Event::TimedOut { seat: Seat(0) }, Event::Passed { seat: Seat(0) }]);
    desk.expire("red 7");
    assert_eq!(
        (desk.open().phase, desk.open().current),
        (Phase::Turn, Seat(2)),
        "the turn passes all the same"
    );
}

#[test]
fn a_stack_gives_no_choice_even_of_one_playable_card() {
    let mut desk = insane().with(|o| o.play_drawn = Switch::On).hand(0, "red +2").begin();
    desk.play(0, "red +2");
    desk.draw(1, "red 1, red 1");
    assert_eq!((desk.open().phase, desk.open().current), (Phase::Turn, Seat(2)));
}

#[test]
fn e_61_must_play_refuses_a_draw_but_never_a_stack() {
    let begin = |card: &str| {
        insane().first(3).with(|o| o.must_play = on(true)).hand(3, "red +2, red 1").hand(0, card).begin()
    };
    let mut desk = begin("red 5");
    desk.play(3, "red 1");
    assert_eq!(desk.refusal(0, Action::Draw), Error::MustPlay);
    assert_eq!(desk.legal(0), [desk.playing(0, "red 5")]);

    let mut desk = begin("red +2");
    desk.play(3, "red +2");
    assert!(desk.accepts(0, "red +2"));
    desk.draw(0, "");
    assert_eq!(desk.open().current, Seat(1));

    let mut desk = begin("blue 5");
    desk.play(3, "red 1");
    desk.draw(0, "");
    assert_eq!(desk.open().current, Seat(1), "for want of a play a draw is allowed");
}

#[test]
fn must_play_does_not_hinder_an_expiry() {
    let mut desk = insane().with(|o| o.must_play = on(true)).hand(0, "red 5").begin();
    desk.expire("");
    assert_eq!((desk.counts()[0], desk.open().current), (8, Seat(1)));
}

#[test]
fn actions_belong_to_their_phases() {
    let desk = insane().begin();
    for seat in 0..4 {
        assert_eq!(desk.refusal(seat, Action::Pass), Error::WrongPhase);
        assert_eq!(desk.refusal(seat, Action::Ready), Error::WrongPhase);
    }
}

#[test]
fn the_last_twenty_discards_are_kept() {
    let mut desk = deal(Tier::Base).seats(2).with(|o| o.hand_size = 10).begin();
    for turn in 0..24 {
        let seat = turn % 2;
        desk.draw(seat, "red 4");
        desk.draw(1 - seat, "");
        desk.play(seat, "red 4");
        assert!(desk.open().discards.len() <= 20);
    }
    let open = desk.open();
    assert_eq!(open.discards.len(), 20);
    assert!(open.discards.iter().all(|face| face.to_string() == "red 4"), "the red 3 is long gone");
}

#[test]
fn time_limits_can_be_off() {
    let desk = insane().with(|o| o.turn_seconds = 0).begin();
    assert_eq!(desk.window().lasts, None);
    assert!(desk.window().idles);
    let desk = insane().with(|o| o.turn_seconds = 45).begin();
    assert_eq!(desk.window().lasts, Some(std::time::Duration::from_secs(45)));
}
