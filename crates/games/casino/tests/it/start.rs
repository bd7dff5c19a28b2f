//! Before the first card: seats, options, the deal.

use crate::scene::*;
use casino::{Casino, Error, KeyCard, Options, Phase, Scoring};
use kernel::{CommonError, Drawn, Game, Luck, Seat, Setting, Start, Switch, Table, Turn, Viewer};
use serde_json::json;

fn opened(json: &str, seats: u8) -> Result<(), Error> {
    Casino::new(&options(json), &start(seats)).map(|_| ())
}

/// The option that is refused.
fn bad(json: &str, seats: u8) -> Option<String> {
    match opened(json, seats) {
        Err(Error::Common(CommonError::BadOptions { field, .. })) => Some(field.into_owned()),
        _ => None,
    }
}

#[test]
fn c_01_what_is_dealt() {
    for (seats, hand, stock, loose) in [(2, 10, 20, 0), (3, 13, 0, 1), (4, 10, 0, 0)] {
        let scene = Scene::dealt("{}", seats, "");
        let view = scene.view(Viewer::Spectator);
        assert_eq!(view.counts.values(), vec![hand; seats.into()]);
        assert_eq!((view.stock, view.open.loose.len()), (stock, loose));
        assert_eq!((view.open.turn, view.open.dealer), (A, Seat(seats - 1)));
    }
}

#[test]
fn c_02_two_to_four_seats_and_partners_only_at_four() {
    assert_eq!(opened("{}", 1), Err(Error::from(CommonError::TooFewPlayers { needed: 2 })));
    assert_eq!(opened("{}", 5), Err(Error::from(CommonError::TooManyPlayers { most: 4 })));
    assert_eq!(bad(r#"{"teams":"on"}"#, 3).as_deref(), Some("teams"));
    assert_eq!(opened(r#"{"teams":"on"}"#, 4), Ok(()));
}

#[test]
fn c_03_options_have_their_ranges() {
    assert_eq!(bad(r#"{"build_limit":4}"#, 2).as_deref(), Some("build_limit"));
    assert_eq!(bad(r#"{"build_limit":11}"#, 2).as_deref(), Some("build_limit"));
    assert_eq!(bad(r#"{"set_multiplier":4}"#, 2).as_deref(), Some("set_multiplier"));
    assert_eq!(bad(r#"{"turn_seconds":5}"#, 2).as_deref(), Some("turn_seconds"));
    assert_eq!(bad(r#"{"deck":44}"#, 2).as_deref(), Some("deck"));
}

/// The options of a preset, as the lobby sends them.
fn preset(name: &str) -> Options {
    let preset = Casino::PRESETS.iter().find(|preset| preset.name == name).unwrap();
    let value = |setting: &Setting| match setting {
        Setting::Unset => json!(null),
        Setting::Word(word) => json!(word),
        Setting::Number(number) => json!(number),
    };
    let settings: serde_json::Map<_, _> =
        preset.settings.iter().map(|(name, setting)| ((*name).into(), value(setting))).collect();
    serde_json::from_value(settings.into()).unwrap()
}

#[test]
fn captures_count_at_once_unless_a_preset_says_otherwise() {
    assert_eq!(Options::default().scoring, Scoring::Pips);
    assert_eq!(preset("house"), Options::default());
    let casino_points = Options { scoring: Scoring::Casino, match_target: 21, ..Options::default() };
    assert_eq!(preset("casino_points"), casino_points);
    let traditional = Options { key_card: KeyCard::Required, partner_rebuild: Switch::On, ..casino_points };
    assert_eq!(preset("traditional"), traditional);
    assert_eq!(preset("classic52").scoring, Scoring::Casino);
}

#[test]
fn the_first_dealer_is_drawn_and_the_next_seat_begins() {
    let start = Start { first: None, ..start(3) };
    let mut table = Table::<Casino>::new(&options("{}"), &start).unwrap();
    assert_eq!(table.turn(), Turn::Chance(Luck::Roll { below: 3, times: 1 }));
    table.commit(&kernel::Input::Chance(Drawn::Roll(vec![2])));
    table.commit(&kernel::Input::Chance(Drawn::Shuffle((0..40).collect())));
    let open = table.view(Viewer::Spectator).open;
    assert_eq!((open.dealer, open.turn, open.phase), (C, A, Phase::Turn));
    // One card at a time: the first seat has the first, fourth, seventh …
    assert_eq!(table.view(Viewer::Seat(A)).hand.unwrap().len(), 13);
    assert!(table.view(Viewer::Seat(A)).hand.unwrap().contains(card("Ac")));
    assert!(table.view(Viewer::Seat(B)).hand.unwrap().contains(card("Ad")));
    assert_eq!(open.loose, cards("10s"));
}

#[test]
fn c_76_the_large_pack() {
    let scene = Scene::dealt(r#"{"deck":52}"#, 2, "");
    let view = scene.view(Viewer::Spectator);
    assert_eq!((view.counts.values(), view.stock, view.open.loose.len()), ([4, 4].as_slice(), 40, 4));
    assert_eq!(view.open.deals, 6);
    let scene = Scene::with(CLASSIC, "A[Jc] T[Jh Jd 2c]");
    let labels: Vec<_> = scene.legal(A).iter().map(|action| scene.label(action)).collect();
    assert_eq!(labels, ["Trail", "Capture J", "Capture J", "Capture J"]);
    assert_eq!(scene.refused(A, build("Jc", "2c", 2)), Error::CourtCard { card: card("Jc") });
    assert_eq!(scene.refused(A, capture("Jc", "2c")), Error::CourtCard { card: card("Jc") });
}

#[test]
fn c_77_the_classic_game_bans_trails_and_raises_own_builds() {
    let scene = Scene::with(CLASSIC, "A[7h 4c] B7(A: 3c 2c 2d)");
    assert_eq!(scene.refused(A, trail("4c")), Error::TrailBanned { value: 7 });
    let mut scene = Scene::with(CLASSIC, "A[7h 2h 9d] B7(A: 3c 4c)");
    scene.act(A, raise("2h", 0, ""));
    assert_eq!(scene.builds(), "B9(A: 3c 4c 2h)");
}

const CLASSIC: &str = r#"{"deck":52,"key_card":"required","builds_per_seat":"any","raise_own":"on",
    "pile_tops":"off","trail_ban":"always","majorities":"three_one"}"#;
