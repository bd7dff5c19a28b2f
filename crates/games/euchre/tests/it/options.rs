use crate::scene::*;
use euchre::{Action, Error, Euchre, Phase};
use kernel::{CommonError, Drawn, Input, Refusal, SeatStatus, Start, Suit, Table, Viewer};

fn opened(json: &str, seats: u8) -> Result<Table<Euchre>, Refusal<Error>> {
    Table::new(&options(json), &Start { seats, ..START })
}

#[test]
fn u_01_five_cards_each_an_up_card_and_a_kitty() {
    let scene = Scene::usual(["", "", "", ""], "10h");
    let view = scene.view(Viewer::Spectator);
    assert_eq!(view.counts, [5; 4]);
    assert_eq!(view.open.up_card, Some(card("10h")));
    assert_eq!(view.open.phase, Phase::Bid1);
    assert_eq!(view.open.turn, A);
    // 24 - 20 - 1: the kitty is what nobody sees.
    let seen: usize = [A, B, C, D].iter().map(|&seat| scene.hand(seat).len()).sum();
    assert_eq!(seen + 1, 21);
}

#[test]
fn u_02_exactly_four_seats() {
    assert_eq!(
        opened("{}", 3).unwrap_err(),
        Refusal::Rule(Error::from(CommonError::TooFewPlayers { needed: 4 }))
    );
    assert_eq!(
        opened("{}", 5).unwrap_err(),
        Refusal::Rule(Error::from(CommonError::TooManyPlayers { most: 4 }))
    );
    assert_eq!(
        opened("{}", 0).unwrap_err(),
        Refusal::Rule(Error::from(CommonError::TooFewPlayers { needed: 4 }))
    );
    assert_eq!(
        opened("{}", 255).unwrap_err(),
        Refusal::Rule(Error::from(CommonError::TooManyPlayers { most: 4 }))
    );
}

#[test]
fn u_03_options_outside_their_range_are_refused() {
    let bad = |json: &str| match opened(json, 4) {
        Err(Refusal::Rule(Error::Common(CommonError::BadOptions { field, .. }))) => field,
        other => panic!("{json} should be bad options, not {other:?}"),
    };
    assert_eq!(bad(r#"{"target": 4}"#), "target");
    assert_eq!(bad(r#"{"target": 16}"#), "target");
    assert_eq!(bad(r#"{"loner_euchre": 3}"#), "loner_euchre");
    assert_eq!(bad(r#"{"partner_alone": "on", "alone": "off"}"#), "partner_alone");
    assert_eq!(bad(r#"{"bid_seconds": 4}"#), "bid_seconds");
    assert_eq!(bad(r#"{"discard_seconds": 61}"#), "discard_seconds");
    assert_eq!(bad(r#"{"choice_seconds": 31}"#), "choice_seconds");
    assert_eq!(bad(r#"{"play_seconds": 1}"#), "play_seconds");
    assert_eq!(bad(r#"{"ready_seconds": 200}"#), "ready_seconds");
}

#[test]
fn u_03_a_seat_cannot_be_removed() {
    let scene = Scene::usual(["", "", "", ""], "10h");
    let removal = Input::Status(B, SeatStatus::Removed);
    assert_eq!(scene.table.check(&removal), Err(Refusal::NotRemovable));
}

#[test]
fn u_04_position_0_goes_to_the_left_or_to_the_dealer() {
    for (deal_from, receiver) in [("left", A), ("dealer", D)] {
        let options = options(&format!(r#"{{"deal_from": "{deal_from}"}}"#));
        let mut table = Table::<Euchre>::new(&options, &START).unwrap();
        table.commit(&Input::Chance(Drawn::Roll(vec![3])));
        table.commit(&Input::Chance(Drawn::Shuffle((0..24).collect())));
        let hand = table.view(Viewer::Seat(receiver)).hand.unwrap();
        assert_eq!(hand, cards("9c 10c Jc Qc Kc"), "positions 0, 4, 8, 12, 16 with {deal_from}");
        assert_eq!(table.view(Viewer::Spectator).open.up_card, Some(card("Ac")), "position 20");
    }
}

#[test]
fn the_first_dealer_is_drawn_or_given() {
    let mut table = Table::<Euchre>::new(&options("{}"), &START).unwrap();
    assert_eq!(
        table.check(&Input::Chance(Drawn::Roll(vec![4]))).unwrap_err().to_string(),
        "that does not answer the chance that is due"
    );
    table.commit(&Input::Chance(Drawn::Roll(vec![2])));
    assert_eq!(table.view(Viewer::Spectator).open.dealer, C);

    let table = Table::<Euchre>::new(&options("{}"), &Start { first: Some(B), ..START }).unwrap();
    assert_eq!(table.view(Viewer::Spectator).open.dealer, B);
    assert!(table.check(&Input::Chance(Drawn::Shuffle((0..24).collect()))).is_ok());
}

#[test]
fn actions_are_read_in_one_form_only() {
    let read = |json: &str| serde_json::from_str::<Action>(json);
    assert_eq!(read(r#""pass""#).unwrap(), Action::Pass);
    assert_eq!(read(r#"{"order":{}}"#).unwrap(), ORDER, "a missing alone is false");
    assert_eq!(read(r#"{"name":{"suit":"s"}}"#).unwrap(), name(Suit::Spades));
    assert_eq!(read(r#"{"play":{"card":"10h"}}"#).unwrap(), play("10h"));
    for bad in [
        r#"{"name":{"suit":"x"}}"#,
        r#"{"name":{}}"#,
        r#"{"play":{"card":"11h"}}"#,
        r#"{"play":{"card":"10H"}}"#,
        r#"{"play":{"card":"Th"}}"#,
        r#"{"play":{"card":"10♥"}}"#,
        r#"{"play":{"card":10}}"#,
        r#"{"play":{"card":"10h","extra":1}}"#,
        r#"{"order":{"alone":"yes"}}"#,
        r#""fold""#,
        r#"7"#,
        "",
    ] {
        assert!(read(bad).is_err(), "{bad} is no action");
    }
}

#[test]
fn a_card_outside_the_pack_is_not_in_hand() {
    let mut scene = Scene::usual(["", "", "", ""], "10h");
    scene.act(A, ORDER);
    assert_eq!(scene.refused(D, discard("2c")), Error::NotInHand { card: card("2c") });
    scene.expire();
    assert_eq!(scene.refused(A, play("8s")), Error::NotInHand { card: card("8s") });
}
