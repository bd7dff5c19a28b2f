//! House rules: what they may be and what they do together.

use crate::desk::{Deal, chaos, deal, insane};
use eights::{Action, Eights, Error, MercyLimit, Options, Stacking, Tier};
use kernel::{CommonError, Game, Kind, Refusal, Seat, Setting, Start, Switch, Table, Viewer};
use serde_json::{Map, Value, json};

fn refused_field(options: &Options) -> Option<String> {
    let start = Start { seats: 3, host: Seat(0), first: None, rules: 2 };
    match Table::<Eights>::new(options, &start) {
        Ok(_) => None,
        Err(Refusal::Rule(Error::Common(CommonError::BadOptions { field, .. }))) => Some(field.into_owned()),
        Err(other) => panic!("{other}"),
    }
}

fn as_json(setting: Setting) -> Value {
    serde_json::to_value(setting).unwrap()
}

fn with(name: &str, value: Value) -> Options {
    let mut options = Map::new();
    options.insert(name.to_owned(), value);
    serde_json::from_value(Value::Object(options)).unwrap()
}

#[test]
fn numbers_out_of_range_are_bad_options() {
    for field in Eights::FIELDS {
        let Kind::Number { from, to, or, .. } = field.kind else { continue };
        for value in [from - 1, to + 1, 1_000_000].map(|value| json!(value)) {
            if or.map(as_json).as_ref() != Some(&value) {
                assert_eq!(
                    refused_field(&with(field.name, value.clone())).as_deref(),
                    Some(field.name),
                    "{value}"
                );
            }
        }
        for value in [json!(from), json!(to)].into_iter().chain(or.map(as_json)) {
            // A table for two at most does not fit three needed.
            if field.name != "max_players" || value != json!(2) {
                assert_eq!(refused_field(&with(field.name, value.clone())), None, "{} {value}", field.name);
            }
        }
    }
}

#[test]
fn at_most_as_many_as_needed() {
    let options = Options { min_players: 3, max_players: 2, ..Options::default() };
    assert_eq!(refused_field(&options).as_deref(), Some("max_players"));
}

#[test]
fn the_presets_are_the_tiers() {
    let names: Vec<_> = Eights::PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["insane", "base", "chaos"], "the default first");
    for preset in Eights::PRESETS {
        let settings = preset.settings.iter().map(|&(name, setting)| (name.to_owned(), as_json(setting)));
        let options: Options = serde_json::from_value(Value::Object(settings.collect())).unwrap();
        assert_eq!(json!(options.tier), json!(preset.name));
        assert_eq!((options.weights, options.stacking), (None, None), "by tier");
    }
}

#[test]
fn any_plus_card_answers_any_unless_the_option_says_otherwise() {
    let pending = |deal: Deal| {
        let mut desk = deal.first(3).hand(3, "+20").hand(0, "red +2").begin();
        desk.play(3, "+20: red");
        desk.accepts(0, "red +2")
    };
    assert!(pending(insane()));
    assert!(pending(chaos()));
    assert!(!pending(chaos().with(|o| o.stacking = Some(Stacking::EqualOrHigher))));
    assert!(!pending(chaos().rules(1)), "games of the first version replay as they were played");
    assert!(pending(insane().rules(1)));
}

#[test]
fn options_of_a_higher_tier_are_ignored() {
    let desk = deal(Tier::Base)
        .with(|o| {
            o.stacking = Some(Stacking::Off);
            o.swap_anytime = Switch::On;
            o.skip_count = 5;
        })
        .hand(0, "red 5, wild")
        .begin();
    assert_eq!(desk.legal(0).len(), 1 + 4 + 1);
}

#[test]
fn must_play_and_play_drawn_go_together() {
    let mut desk = insane()
        .with(|o| {
            o.must_play = Switch::On;
            o.play_drawn = Switch::On;
        })
        .begin();
    desk.draw(0, "red 5");
    assert!(desk.legal(0).contains(&Action::Pass), "nothing could be played before the draw");
    desk.act(0, Action::Pass);
    assert_eq!(desk.open().current, Seat(1));
}

#[test]
fn mercy_comes_before_the_choice_of_a_drawn_card() {
    let mut desk = insane()
        .with(|o| {
            o.play_drawn = Switch::On;
            o.hand_size = 10;
            o.mercy_limit = MercyLimit::Cards(15);
        })
        .seats(3)
        .first(2)
        .hand(2, "+4")
        .begin();
    desk.play(2, "+4: red");
    desk.draw(0, "");
    desk.draw(1, "");
    desk.draw(2, "");
    assert_eq!(desk.counts()[0], 14);
    desk.draw(0, "red 5");
    assert_eq!((desk.counts()[0], desk.open().current), (0, Seat(1)), "out, although it could be played");
}

#[test]
fn custom_weights_make_the_cards() {
    let weights = eights::Weights { number: 1, wild: 99, ..Default::default() };
    let mut desk = deal(Tier::Base).with(|o| o.weights = Some(weights)).begin();
    desk.act(0, Action::Draw);
    desk.roll(&[36]);
    assert_eq!(desk.hand(0).last().unwrap(), "wild");
}

#[test]
fn ten_can_sit_at_one_table() {
    let desk = insane().seats(10).begin();
    assert_eq!(desk.table.view(Viewer::Seat(Seat(9))).hand().len(), 7);
}
