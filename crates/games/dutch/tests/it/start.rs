//! Before the first card, and the deal.

use crate::desk::*;
use dutch::{Action, Card, Dutch, Error, Event, Phase};
use kernel::{CommonError, Drawn, Game, Input, Refusal, Seat, Start, Table, Turn, Viewer};

fn opened(json: &str, seats: u8) -> Result<Table<Dutch>, Refusal<Error>> {
    Table::new(&options(json), &Start { seats, host: A, first: None, rules: 1 })
}

#[test]
fn d_01_sixteen_cards_in_hands_one_discard_thirty_seven_in_the_pile() {
    let desk = deal("{}").dealt();
    let view = desk.spectator();
    assert_eq!(view.hands.values().iter().map(Vec::len).sum::<usize>(), 16);
    assert_eq!((view.discards, view.pile), (1, 37));
    let mut all: Vec<String> = [A, B, C, D].iter().flat_map(|&seat| words(&desk.hand(seat))).collect();
    all.extend(desk.zone("pile").into_iter().chain(desk.zone("discards")));
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 54);
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn d_02_six_seats_leave_twenty_nine() {
    let desk = deal(r#"{"max_seats":6}"#).seats(6).dealt();
    assert_eq!(desk.spectator().pile, 29);
}

#[test]
fn d_03_too_few_and_too_many() {
    assert_eq!(
        opened("{}", 1).unwrap_err(),
        Refusal::Rule(Error::from(CommonError::TooFewPlayers { needed: 2 }))
    );
    assert_eq!(
        opened("{}", 5).unwrap_err(),
        Refusal::Rule(Error::from(CommonError::TooManyPlayers { most: 4 }))
    );
    assert!(opened(r#"{"max_seats":6}"#, 6).is_ok());
}

#[test]
fn d_04_the_first_discard_triggers_nothing() {
    let desk = deal("{}").top("Jc").begin();
    assert_eq!((desk.phase(), desk.open().current), (Phase::DrawingCard, A));
    assert_eq!((desk.open().window_rank, desk.open().powers.len()), (None, 0));
}

#[test]
fn the_shuffle_deals_seat_by_seat_in_the_order_of_the_cards_numbers() {
    let start = Start { seats: 3, host: A, first: None, rules: 1 };
    let mut table = Table::<Dutch>::new(&options("{}"), &start).unwrap();
    assert_eq!(table.turn(), Turn::Chance(kernel::Luck::Roll { below: 3, times: 1 }));
    table.commit(&Input::Chance(Drawn::Roll(vec![2])));
    let sent = table.commit(&Input::Chance(Drawn::Shuffle((0..54).collect())));
    // Twelve cards are dealt: aces, twos and threes. The first four is the discard.
    assert_eq!(sent[0].event, Event::Dealt { deal: 1, first: C, top: card("4c") });
    table.commit(&Input::Act(B, Action::Peek { slot: 3 }));
    assert_eq!(table.view(Viewer::Seat(B)).hands[B][3].unwrap().card, Some(card("2s")));
    let window = table.view(Viewer::Spectator).open.window;
    table.commit(&Input::Expire(window));
    assert_eq!(table.view(Viewer::Spectator).open.current, C);
    table.commit(&Input::Act(C, DRAW));
    assert_eq!(table.view(Viewer::Seat(C)).drawn, Some(card("4d")), "the card after the discard");
}

#[test]
fn options_outside_their_range_are_refused() {
    let bad = |json: &str| match opened(json, 2) {
        Err(Refusal::Rule(Error::Common(CommonError::BadOptions { field, .. }))) => field,
        other => panic!("{json} should be bad options, not {other:?}"),
    };
    for (json, field) in [
        (r#"{"max_seats":7}"#, "max_seats"),
        (r#"{"hand_size":2}"#, "hand_size"),
        (r#"{"peek_count":0}"#, "peek_count"),
        (r#"{"peek_count":5}"#, "peek_count"),
        (r#"{"red_kings":5}"#, "red_kings"),
        (r#"{"red_kings":20}"#, "red_kings"),
        (r#"{"wrong_penalty":3}"#, "wrong_penalty"),
        (r#"{"match_target":49}"#, "match_target"),
        (r#"{"caller_penalty":15}"#, "caller_penalty"),
        (r#"{"turn_limit":9}"#, "turn_limit"),
        (r#"{"peek_seconds":4}"#, "peek_seconds"),
        (r#"{"draw_seconds":61}"#, "draw_seconds"),
        (r#"{"play_seconds":4}"#, "play_seconds"),
        (r#"{"window_seconds":11}"#, "window_seconds"),
        (r#"{"queen_seconds":31}"#, "queen_seconds"),
        (r#"{"peeking_seconds":1}"#, "peeking_seconds"),
        (r#"{"jack_seconds":4}"#, "jack_seconds"),
        (r#"{"turn_end_seconds":6}"#, "turn_end_seconds"),
        (r#"{"ready_seconds":9}"#, "ready_seconds"),
    ] {
        assert_eq!(bad(json), field);
    }
    assert!(opened(r#"{"hand_size":6,"peek_count":6,"caller_penalty":20}"#, 2).is_ok());
}

#[test]
fn presets_are_what_they_are_called() {
    let names: Vec<_> = Dutch::PRESETS.iter().map(|preset| preset.name).collect();
    assert_eq!(names, ["collector", "classic", "speed", "no_powers", "long_match"]);
    let speed = Dutch::PRESETS.iter().find(|preset| preset.name == "speed").unwrap();
    let window = speed.settings.iter().find(|(name, _)| *name == "window_seconds");
    assert_eq!(window, None, "also in a fast game everybody has five seconds to match a rank");
    assert_eq!(dutch::Options::default().window_seconds, 5);
}

#[test]
fn a_card_has_one_name() {
    for card in Card::all() {
        assert_eq!(card.to_string().parse(), Ok(card));
    }
    for bad in ["", "X", "X0", "X3", "1h", "11h", "10H", "th", "♠", "A♠", "Xh", "A1", "10"] {
        assert!(bad.parse::<Card>().is_err(), "{bad} is no card");
    }
}

#[test]
fn actions_are_read_in_one_form_only() {
    let read = |json: &str| serde_json::from_str::<Action>(json);
    assert_eq!(read(r#"{"draw":{"from":"pile"}}"#).unwrap(), DRAW);
    assert_eq!(read(r#"{"play":"drawn"}"#).unwrap(), PLAY_DRAWN);
    assert_eq!(read(r#"{"play":{"slot":2}}"#).unwrap(), play(2));
    assert_eq!(read(r#"{"collect":{"card":"X1"}}"#).unwrap(), collect("X1"));
    let one = r#"{"swap":{"a":{"seat":0,"slot":3},"b":{"seat":2,"slot":1}}}"#;
    let other = r#"{"swap":{"a":{"seat":2,"slot":1},"b":{"seat":0,"slot":3}}}"#;
    assert_eq!(read(one).unwrap(), read(other).unwrap(), "an unordered pair is read either way round");
    assert_eq!(serde_json::to_string(&read(other).unwrap()).unwrap(), one);
    for bad in [
        r#"{"draw":{"from":"pile","card":"4d"}}"#,
        r#"{"draw":{"from":"discard"}}"#,
        r#"{"draw":"pile"}"#,
        r#"{"play":{"slot":2,"card":"4d"}}"#,
        r#"{"play":{"slot":-1}}"#,
        r#"{"match":{}}"#,
        r#"{"collect":{"card":"1c"}}"#,
        r#"{"swap":{"a":{"seat":0,"slot":3}}}"#,
        r#""pass""#,
    ] {
        assert!(read(bad).is_err(), "{bad} is no action");
    }
}

#[test]
fn the_table_prints_no_card() {
    let desk = deal("{}").dealt();
    assert_eq!(format!("{:?}", desk.table), r#"Table { game: "dutch", .. }"#);
    let state = Dutch::new(&options("{}"), &Start { seats: 2, host: A, first: Some(Seat(1)), rules: 1 });
    assert!(!format!("{state:?}").contains("hands"));
}
