//! The ceremony before a deal: nobody, the operator included, chooses last.

use crate::house::{Client, House, code};
use kernel::{DealKey, Seat, promise};
use serde_json::{Value, json};
use server::log::{Entry, What};

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
fn unhex(digits: &Value) -> [u8; 32] {
    let digits = digits.as_str().unwrap();
    std::array::from_fn(|i| u8::from_str_radix(&digits[2 * i..2 * i + 2], 16).unwrap())
}

/// The browser of somebody who adds these bytes.
struct Sealer {
    client: Client,
    bytes: [u8; 32],
}

impl Sealer {
    async fn new(house: &House, seated: &Value, bytes: u8) -> Sealer {
        let hello = json!({ "rejoin": {
            "protocol": 1, "code": seated["code"], "player_id": seated["player_id"],
            "token": seated["token"], "seals": true,
        } });
        let mut client = Client::hello(house, &hello).await.unwrap();
        client.seated = seated.clone();
        Sealer { client, bytes: [bytes; 32] }
    }
    fn sealing(&self) -> &Value {
        &self.client.room["sealing"]
    }
    async fn promises(&mut self) -> Result<u64, (String, Value)> {
        let (attempt, promise) = (self.sealing()["attempt"].clone(), hex(&promise(&self.bytes)));
        self.client.command(json!({ "promise": { "attempt": attempt, "promise": promise } })).await
    }
    async fn adds(&mut self, bytes: [u8; 32]) -> Result<u64, (String, Value)> {
        let attempt = self.sealing()["attempt"].clone();
        self.client.command(json!({ "add": { "attempt": attempt, "bytes": hex(&bytes) } })).await
    }
}

/// Ann and Bea at a table of Euchre with two bots, both with browsers that seal, after the host wanted to start.
async fn about_to_start(house: &House) -> (Sealer, Sealer) {
    let body = json!({ "host": { "name": "Ann" }, "game": "euchre" });
    let (_, seated) = house.post("/api/rooms", &body).await;
    let mut ann = Sealer::new(house, &seated, 1).await;
    let path = format!("/api/rooms/{}/join", ann.client.code);
    let (_, seated) = house.post(&path, &json!({ "name": "Bea" })).await;
    let mut bea = Sealer::new(house, &seated, 2).await;
    ann.client.done(json!({ "fill": { "seats": 4 } })).await;
    ann.client.done(json!("start")).await;
    bea.client.until(|client| client.room.get("sealing").is_some()).await;
    (ann, bea)
}

fn started(entries: &[Entry]) -> Option<(&[u8; 32], &server::log::Seal)> {
    entries.iter().find_map(|entry| match &entry.what {
        What::Started { key, seal, .. } => Some((key, seal.as_ref()?)),
        _ => None,
    })
}

#[tokio::test]
async fn the_deal_is_made_from_what_everybody_promised_before_anybody_showed_anything() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    let commitment = ann.sealing()["commitment"].clone();
    assert_eq!(ann.client.state(), "lobby", "no card before the ceremony is over");
    assert!(ann.client.view.is_none());

    ann.promises().await.unwrap();
    assert_eq!(code(ann.adds([1; 32]).await), "not_available", "who shows first tells the rest");
    let seq = bea.promises().await.unwrap();
    ann.client.at(seq).await;
    bea.client.at(seq).await;
    assert_eq!(ann.sealing()["opens"], true);
    assert_eq!(ann.sealing()["commitment"], commitment);
    assert_eq!(ann.sealing()["parts"][1]["promise"], hex(&promise(&[2; 32])), "everybody sees every promise");
    assert!(started(&house.entries(house.only_room().await).await).is_none());

    ann.adds([1; 32]).await.unwrap();
    bea.client.until(|client| client.room["sealing"]["parts"][0]["bytes"].is_string()).await;
    // The operator sits there too, has seen everything but the own bytes, and would like others.
    for wish in 0..=255 {
        if wish != 2 {
            assert_eq!(code(bea.adds([wish; 32]).await), "not_available");
        }
    }
    bea.adds([2; 32]).await.unwrap();
    ann.client.until(|client| client.view.is_some()).await;
    assert_eq!(ann.client.room["seal"]["commitment"], commitment);
    assert!(ann.client.room["seal"]["secret"].is_null(), "not before the end");
    assert!(ann.client.room.get("sealing").is_none());

    let entries = house.entries(house.only_room().await).await;
    let (key, seal) = started(&entries).unwrap();
    assert_eq!(seal.added, [(Seat(0), [1; 32]), (Seat(1), [2; 32])]);
    assert_eq!(hex(&promise(&seal.secret)), commitment.as_str().unwrap());
    let table = ann.client.code.clone();
    assert_eq!(*key, DealKey::sealed(&seal.secret, &table, 1, &seal.added).to_bytes());
    let late = json!({ "add": { "attempt": 1, "bytes": hex(&[1; 32]) } });
    assert_eq!(code(ann.client.command(late).await), "not_available", "it is over");
}

#[tokio::test]
async fn the_secret_is_shown_when_the_game_is_over_or_given_up() {
    let house = House::open().await;
    let mut people = house.playing("eights", &["Ann", "Bea", "Cem"], json!({})).await;
    let commitment = people[0].room["seal"]["commitment"].clone();
    crate::house::play_out(&house, &mut people, &mut crate::house::Dice::new(3)).await;
    let secret = unhex(&people[1].room["seal"]["secret"]);
    assert_eq!(hex(&promise(&secret)), commitment.as_str().unwrap());

    let house = House::open().await;
    let mut people = house.playing("eights", &["Ann", "Bea", "Cem"], json!({})).await;
    let commitment = people[1].room["seal"]["commitment"].clone();
    people[0].command(json!("close")).await.unwrap();
    people[1].until_closed().await;
    let secret = unhex(&people[1].notices.back().unwrap()["closed"]["secret"]);
    assert_eq!(hex(&promise(&secret)), commitment.as_str().unwrap());
}

#[tokio::test]
async fn who_promises_nothing_in_time_is_left_out() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    let commitment = ann.sealing()["commitment"].clone();
    ann.promises().await.unwrap();
    house.advance(3);
    ann.client.until(|client| client.room["sealing"]["opens"] == true).await;
    assert_eq!(
        ann.sealing()["commitment"],
        commitment,
        "nobody has shown anything, so nothing is drawn anew"
    );
    bea.client.until(|client| client.room["sealing"]["opens"] == true).await;
    assert_eq!(code(bea.promises().await), "not_available", "too late");
    ann.adds([1; 32]).await.unwrap();
    bea.client.until(|client| client.view.is_some()).await;
    assert_eq!(bea.client.room["seal"]["added"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn who_does_not_show_what_was_promised_is_left_out_of_another_attempt() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    let commitment = ann.sealing()["commitment"].clone();
    ann.promises().await.unwrap();
    let seq = bea.promises().await.unwrap();
    ann.client.at(seq).await;
    let seq = ann.adds([1; 32]).await.unwrap();
    bea.client.at(seq).await;
    // Bea has seen Ann's bytes, does not like what comes of them, and says nothing.
    house.advance(3);
    ann.client.until(|client| client.room["sealing"]["attempt"] == 2).await;
    assert_ne!(ann.sealing()["commitment"], commitment, "a fresh secret");
    assert_eq!(ann.sealing()["parts"].as_array().unwrap().len(), 1);
    ann.bytes = [5; 32];
    let seq = ann.promises().await.unwrap();
    ann.client.at(seq).await;
    ann.adds([5; 32]).await.unwrap();
    ann.client.until(|client| client.view.is_some()).await;
    assert_eq!(ann.client.room["seal"]["attempt"], 2, "attempts are counted on the table");
}

#[tokio::test]
async fn a_ceremony_outlives_a_restart_and_nobody_comes_or_changes_rules_meanwhile() {
    let house = House::open().await;
    let (mut ann, bea) = about_to_start(&house).await;
    let path = format!("/api/rooms/{}/join", ann.client.code);
    assert_eq!(house.post(&path, &json!({ "name": "Eve" })).await.1["code"], "already_started");
    for late in [json!("start"), json!({ "add_bot": {} }), json!({ "options": {} })] {
        assert_eq!(code(ann.client.command(late).await), "already_started");
    }
    ann.promises().await.unwrap();
    let (seated, other) = (ann.client.seated.clone(), bea.client.seated.clone());
    let house = house.restart().await;
    let mut ann = Sealer::new(&house, &seated, 1).await;
    let mut bea = Sealer::new(&house, &other, 2).await;
    let seq = bea.promises().await.unwrap();
    ann.client.at(seq).await;
    let seq = ann.adds([1; 32]).await.unwrap();
    bea.client.at(seq).await;
    bea.adds([2; 32]).await.unwrap();
    ann.client.until(|client| client.view.is_some()).await;
    assert_eq!(ann.client.room["seal"]["added"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn who_leaves_takes_the_ceremony_along_and_the_host_starts_again() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    bea.client.command(json!("leave")).await.unwrap();
    ann.client.until(|client| client.room.get("sealing").is_none()).await;
    assert_eq!(ann.client.state(), "lobby");
    ann.client.done(json!({ "fill": { "seats": 4 } })).await;
    ann.client.done(json!("start")).await;
    assert_eq!(ann.sealing()["parts"].as_array().unwrap().len(), 1);
    assert_eq!(
        ann.sealing()["attempt"],
        2,
        "who leaves does not make others forget that there was another deal"
    );
}

#[tokio::test]
async fn play_now_waits_a_moment_for_the_browser_that_asked_for_it() {
    let house = House::open().await;
    let wish = json!({ "player": { "name": "Ann" }, "game": "euchre", "seals": true });
    let (_, seated) = house.post("/api/play-now", &wish).await;
    let mut ann = Sealer::new(&house, &seated, 7).await;
    assert_eq!(ann.client.state(), "lobby");
    let seq = ann.promises().await.unwrap();
    ann.client.at(seq).await;
    ann.adds([7; 32]).await.unwrap();
    ann.client.until(|client| client.view.is_some()).await;
    assert_eq!(ann.client.room["seal"]["added"][0]["bytes"], hex(&[7; 32]));

    let (_, seated) = house.post("/api/play-now", &wish).await;
    let mut ann = Client::rejoin(&house, &seated).await;
    house.advance(3);
    ann.until(|ann| ann.view.is_some()).await;
    assert_eq!(ann.room["seal"]["added"], json!([]), "it did not come, and the game begins without it");
}

#[tokio::test]
async fn a_promise_is_64_digits() {
    let house = House::open().await;
    let (mut ann, _bea) = about_to_start(&house).await;
    for wrong in ["", "00", &"g".repeat(64), &"A".repeat(64), &"0".repeat(66)] {
        let wrong = json!({ "promise": { "attempt": 1, "promise": wrong } });
        assert_eq!(code(ann.client.command(wrong).await), "bad_message");
    }
    let other = json!({ "promise": { "attempt": 2, "promise": "0".repeat(64) } });
    assert_eq!(code(ann.client.command(other).await), "not_available");
}
