//! The forms in which things travel.

use crate::desk::{chaos, insane};
use eights::{Action, CardId, Color, Error, MercyLimit, Options, Play, Power, Stacking, View, Weights};
use kernel::{CommonError, Seat, Switch};
use serde_json::{from_value, json, to_value};

#[test]
fn actions_are_written_as_the_rules_say() {
    let play = Play { color: Some(Color::Blue), ..Play::card(CardId(1042)) };
    assert_eq!(to_value(Action::Play(play)).unwrap(), json!({ "play": { "card": 1042, "color": "blue" } }));
    let god = Play { power: Some(Power::AllSeeingEye), ..Play::card(CardId(3)) };
    assert_eq!(
        to_value(Action::Play(god)).unwrap(),
        json!({ "play": { "card": 3, "power": "all_seeing_eye" } })
    );
    let pick = Play { target: Some(Seat(2)), ..Play::card(CardId(4)) };
    assert_eq!(to_value(Action::Play(pick)).unwrap(), json!({ "play": { "card": 4, "target": 2 } }));
    for (action, word) in [(Action::Draw, "draw"), (Action::Pass, "pass"), (Action::Ready, "ready")] {
        assert_eq!(to_value(action).unwrap(), json!(word));
    }
}

#[test]
fn absent_choices_may_be_null() {
    let read: Action =
        from_value(json!({ "play": { "card": 1, "color": null, "target": null, "power": null } })).unwrap();
    assert_eq!(read, Action::Play(Play::card(CardId(1))));
}

#[test]
fn malformed_actions_are_not_read() {
    let bad = [
        json!({ "play": { "card": 1, "colour": "red" } }),
        json!({ "play": { "card": 1, "target": -1 } }),
        json!({ "play": { "card": 1, "target": 256 } }),
        json!({ "play": { "card": 1, "target": "2" } }),
        json!({ "play": { "card": 1, "power": "x" } }),
        json!({ "play": { "card": 1 }, "draw": null }),
        json!({ "play": 1 }),
        json!("play"),
        json!("shuffle"),
        json!({ "draw": { "count": 3 } }),
        json!(null),
    ];
    for action in bad {
        assert!(from_value::<Action>(action.clone()).is_err(), "{action}");
    }
}

#[test]
fn errors_carry_their_numbers() {
    let wire = |error: Error| to_value(error).unwrap();
    assert_eq!(wire(Error::NoMatch), json!("no_match"));
    assert_eq!(
        wire(Error::from(CommonError::TooFewPlayers { needed: 3 })),
        json!({ "too_few_players": { "needed": 3 } })
    );
    assert_eq!(
        wire(Error::from(CommonError::TooManyPlayers { most: 6 })),
        json!({ "too_many_players": { "most": 6 } })
    );
    assert_eq!(
        wire(Error::from(CommonError::bad_option("weights"))),
        json!({ "bad_options": { "field": "weights" } })
    );
    assert_eq!(wire(Error::StackPending { stack: 26 }), json!({ "stack_pending": { "stack": 26 } }));
    assert_eq!(wire(Error::ReverseLimit { limit: 4 }), json!({ "reverse_limit": { "limit": 4 } }));
}

#[test]
fn options_are_read_with_defaults_and_without_strangers() {
    assert_eq!(from_value::<Options>(json!({})).unwrap(), Options::default());
    let options: Options = from_value(json!({
        "tier": "chaos",
        "weights": { "number": 90, "nope": 10 },
        "stacking": "same_only",
        "mercy_limit": 25,
        "must_play": "on",
        "match": "points",
    }))
    .unwrap();
    assert_eq!(options.weights, Some(Weights { number: 90, nope: 10, ..Weights::default() }));
    assert_eq!(options.stacking, Some(Stacking::SameOnly));
    assert_eq!((options.mercy_limit, options.must_play), (MercyLimit::Cards(25), Switch::On));
    let unset: Options =
        from_value(json!({ "weights": null, "stacking": null, "mercy_limit": "off" })).unwrap();
    assert_eq!(unset, Options::default());
    let bad = [
        json!({ "teir": "base" }),
        json!({ "tier": "mad" }),
        json!({ "weights": { "number": 99, "joker": 1 } }),
        json!({ "mercy_limit": "on" }),
        json!({ "mercy_limit": -1 }),
        json!({ "hand_size": "7" }),
        json!({ "turn_limit": 1.5 }),
        json!({ "match_kind": "points" }),
    ];
    for options in bad {
        assert!(from_value::<Options>(options.clone()).is_err(), "{options}");
    }
}

#[test]
fn a_card_in_a_hand_shows_id_and_face() {
    let desk = insane().hand(0, "red 5").begin();
    let view = to_value(desk.view(0)).unwrap();
    assert_eq!(view["hands"][0][0], json!({ "id": 0, "face": "red 5" }));
    assert_eq!(view["hands"][1], json!(null));
    assert_eq!((&view["open"]["dir"], &view["open"]["phase"]), (&json!(1), &json!("turn")));
    assert_eq!(from_value::<View>(view).unwrap(), desk.view(0));
}

#[test]
fn debug_shows_no_hand() {
    let mut desk = chaos().hand(0, "red swap, yellow 7").begin();
    desk.play(0, "red swap");
    assert!(!format!("{:?}", desk.table).contains("yellow"));
}
