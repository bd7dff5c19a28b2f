//! The ceremony before a deal: nobody, the operator included, chooses last.

use crate::test_server::{Client, House, Refused, code, rejoin};
use catalog::proof::{GameKeys, Signature, Transcript, commitment, hash_text, promise};
use kernel::{Hex32, Seat};
use serde_json::{Value, json};
use server::log::{Deal, Entry, What};

/// The page of somebody who adds these bytes.
pub(crate) struct Page {
    pub(crate) client: Client,
    bytes: [u8; 32],
}

impl Page {
    pub(crate) async fn open(house: &House, seated: &Value, bytes: u8) -> Page {
        let mut hello = rejoin(seated);
        hello["rejoin"]["seals"] = json!(true);
        let mut client = Client::hello(house, &hello).await.unwrap();
        client.seated = seated.clone();
        Page { client, bytes: [bytes; 32] }
    }

    fn view(&self) -> &Value {
        &self.client.room["opening"]
    }

    fn opening(&self) -> String {
        self.view()["opening"].as_str().unwrap().to_owned()
    }

    /// The transcript, once it is frozen; its signature fits.
    fn transcript(&self) -> Option<Transcript> {
        let text = self.view()["transcript"].as_str()?;
        let transcript = Transcript::parse(text).unwrap();
        assert!(text.starts_with(&self.opening()));
        let signature = Signature::parse(self.view()["signature"].as_str().unwrap()).unwrap();
        assert!(signature.fits_transcript(&transcript.opening.server, &hash_text(text)));
        assert_eq!(transcript.opening.server.to_string(), self.client.room["server"].as_str().unwrap());
        Some(transcript)
    }

    /// Its seat in the coming game.
    fn seat(&self) -> Seat {
        let next = self.client.room["next"]["seats"].as_array().unwrap();
        Seat(next.iter().position(|seat| seat.as_u64() == self.client.you).unwrap() as u8)
    }

    fn promise(&self) -> Hex32 {
        promise(&hash_text(&self.opening()), self.seat(), &self.bytes)
    }

    pub(crate) async fn promises(&mut self) -> Result<u64, Refused> {
        self.client.until(|client| client.room.get("opening").is_some()).await;
        let (opening, promise) = (hash_text(&self.opening()), self.promise());
        let message =
            json!({ "promise": { "opening": opening.to_string(), "promise": promise.to_string() } });
        self.client.command(message).await
    }

    pub(crate) async fn reveals(&mut self, bytes: [u8; 32]) -> Result<u64, Refused> {
        let text = self.view()["transcript"].as_str().unwrap_or_default();
        let message = json!({ "reveal": { "transcript": hash_text(text).to_string(), "bytes": Hex32(bytes).to_string() } });
        self.client.command(message).await
    }

    /// Once everybody has promised, it shows its bytes.
    pub(crate) async fn keeps_its_promise(&mut self) {
        self.client.until(|client| client.room["opening"]["transcript"].is_string()).await;
        self.reveals(self.bytes).await.unwrap();
    }

    pub(crate) async fn plays(&mut self) {
        self.client.until(|client| client.view.is_some()).await;
    }
}

/// Ann and Bea at a table of Euchre with two bots, both with pages that take part, after the host wanted to start.
async fn about_to_start(house: &House) -> (Page, Page) {
    let body = json!({ "host": { "name": "Ann" }, "game": "euchre" });
    let (_, seated) = house.post("/api/rooms", &body).await;
    let mut ann = Page::open(house, &seated, 1).await;
    let path = format!("/api/rooms/{}/join", ann.client.code);
    let (_, seated) = house.post(&path, &json!({ "name": "Bea" })).await;
    let mut bea = Page::open(house, &seated, 2).await;
    ann.client.done(json!({ "fill": { "seats": 4 } })).await;
    ann.client.done(json!("start")).await;
    bea.client.until(|client| client.room.get("opening").is_some()).await;
    (ann, bea)
}

fn deal(entries: &[Entry]) -> Option<&Deal> {
    entries.iter().find_map(|entry| match &entry.what {
        What::Started { deal, .. } => deal.as_ref(),
        _ => None,
    })
}

fn transcript_of(page: &Page) -> Transcript {
    Transcript::parse(page.client.room["deal"]["transcript"].as_str().unwrap()).unwrap()
}

#[tokio::test]
async fn the_deal_follows_from_what_everybody_promised_before_anybody_showed_anything() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    let opening = ann.opening();
    assert_eq!(ann.client.state(), "lobby", "no card before the ceremony is over");
    assert!(ann.client.view.is_none() && ann.transcript().is_none());

    ann.promises().await.unwrap();
    assert_eq!(code(ann.reveals([1; 32]).await), "not_available", "the first to show would tell the rest");
    bea.promises().await.unwrap();
    for page in [&mut ann, &mut bea] {
        page.client.until(|client| client.room["opening"]["transcript"].is_string()).await;
    }
    let transcript = ann.transcript().unwrap();
    assert_eq!(transcript.promises, [(Seat(0), ann.promise()), (Seat(1), bea.promise())]);
    assert_eq!(ann.opening(), opening);
    assert_eq!(ann.client.room["opening"], bea.client.room["opening"], "everybody is sent the same");
    assert!(deal(&house.entries(house.only_room().await).await).is_none());

    ann.reveals([1; 32]).await.unwrap();
    // The operator sits there too, has seen everything but its own bytes, and would like others.
    for wish in 0..=255 {
        if wish != 2 {
            assert_eq!(code(bea.reveals([wish; 32]).await), "not_available");
        }
    }
    bea.reveals([2; 32]).await.unwrap();
    ann.plays().await;
    assert!(ann.client.room["deal"]["secret"].is_null(), "not before the end");
    assert!(ann.client.room.get("opening").is_none());
    let bytes = [Hex32([1; 32]).to_string(), Hex32([2; 32]).to_string()];
    assert_eq!(ann.client.room["deal"]["bytes"], json!(bytes));

    let entries = house.entries(house.only_room().await).await;
    let deal = deal(&entries).unwrap();
    assert_eq!(deal.transcript, transcript.to_text());
    assert_eq!(commitment(&deal.secret.0), transcript.opening.commitment);
    let keys = GameKeys::new(&deal.secret.0, &transcript.hash(), &[[1; 32], [2; 32]]);
    let first = entries.iter().find_map(|entry| match &entry.what {
        What::Started { chances, .. } => chances.first().cloned(),
        _ => None,
    });
    assert_eq!(first.unwrap(), keys.luck().answer(0, kernel::Luck::Roll { below: 4, times: 1 }));
    assert_eq!(code(ann.reveals([1; 32]).await), "not_available", "it is over");
}

#[tokio::test]
async fn the_opening_says_what_is_on_the_screen() {
    let house = House::open().await;
    let (ann, bea) = about_to_start(&house).await;
    let room = &ann.client.room;
    let expected = format!(
        "aboveboard deal 2\ntable {}\nroom {}\ngame 1\nattempt 1\nbefore -\nrules euchre {}\ndeck -\noptions {}\nsettings {}\n\
         start 4 0 -\nserver {}\n",
        ann.client.code,
        room["id"].as_str().unwrap(),
        room["rules"],
        raw(&ann, "options"),
        raw(&ann, "settings"),
        room["server"].as_str().unwrap(),
    );
    let seats = format!(
        "seat 0 person {}\nseat 1 person {}\nseat 2 bot medium\nseat 3 bot medium\n",
        ann.client.seated["player_id"].as_str().unwrap(),
        bea.client.seated["player_id"].as_str().unwrap()
    );
    let opening = ann.opening();
    let rest = opening.strip_prefix(&expected).unwrap_or_else(|| panic!("{opening}\n{expected}"));
    let (commitment, rest) = rest.split_once('\n').unwrap();
    assert!(commitment.starts_with("commitment ") && commitment.len() == 75, "{commitment}");
    assert_eq!(rest, seats);
}

/// A member of the last room that was sent, as it was written: objects keep their order.
fn raw(page: &Page, member: &str) -> String {
    #[derive(serde::Deserialize)]
    struct Frame {
        update: Update,
    }
    #[derive(serde::Deserialize)]
    struct Update {
        room: std::collections::HashMap<String, catalog::Json>,
    }
    let mut frames = page.client.frames.iter().rev();
    let found = frames.find_map(|frame| serde_json::from_str::<Frame>(frame).ok());
    found.unwrap().update.room[member].get().to_owned()
}

#[tokio::test]
async fn the_secret_is_shown_when_the_game_is_over_or_given_up() {
    let house = House::open().await;
    let mut people = house.playing("eights", &["Ann", "Bea", "Cem"], json!({})).await;
    crate::test_server::play_out(&house, &mut people, &mut crate::test_server::Dice::new(3)).await;
    let deal = &people[1].room["deal"];
    let promised = Transcript::parse(deal["transcript"].as_str().unwrap()).unwrap().opening.commitment;
    let secret = Hex32::parse(deal["secret"].as_str().unwrap()).unwrap();
    assert_eq!(commitment(&secret.0), promised);

    let house = House::open().await;
    let mut people = house.playing("eights", &["Ann", "Bea", "Cem"], json!({})).await;
    let transcript = people[1].room["deal"]["transcript"].as_str().unwrap().to_owned();
    people[0].command(json!("close")).await.unwrap();
    people[1].until_closed().await;
    let told = people[1].notices.back().unwrap()["closed"]["secret"].clone();
    let secret = Hex32::parse(told.as_str().unwrap()).unwrap();
    assert_eq!(commitment(&secret.0), Transcript::parse(&transcript).unwrap().opening.commitment);
}

#[tokio::test]
async fn a_seat_that_promises_nothing_in_time_plays_on_without_a_promise() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    ann.promises().await.unwrap();
    house.advance(3);
    ann.client.until(|client| client.room["opening"]["transcript"].is_string()).await;
    assert_eq!(ann.transcript().unwrap().promises, [(Seat(0), ann.promise())]);
    bea.client.until(|client| client.room["opening"]["transcript"].is_string()).await;
    assert_eq!(code(bea.promises().await), "not_available", "too late");
    ann.keeps_its_promise().await;
    bea.plays().await;
    assert_eq!(bea.client.you, Some(1));
    assert_eq!(bea.client.room["deal"]["bytes"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn promised_bytes_that_do_not_come_void_the_deal_and_the_next_names_it() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    let first = ann.opening();
    ann.promises().await.unwrap();
    bea.promises().await.unwrap();
    ann.keeps_its_promise().await;
    // Bea has seen Ann's bytes, does not like the deal they lead to, and says nothing.
    house.advance(10);
    ann.client
        .until(|client| client.room["opening"]["discarded"].as_array().is_some_and(|d| !d.is_empty()))
        .await;
    let discarded = ann.view()["discarded"][0].clone();
    let thrown_away = Transcript::parse(discarded["transcript"].as_str().unwrap()).unwrap();
    assert!(thrown_away.to_text().starts_with(&first));
    let secret = Hex32::parse(discarded["secret"].as_str().unwrap()).unwrap();
    assert_eq!(
        commitment(&secret.0),
        thrown_away.opening.commitment,
        "the secret of a deal never played is shown"
    );
    assert_eq!(discarded["bytes"], json!([Hex32([1; 32]).to_string(), null]));
    ann.bytes = [5; 32];
    ann.promises().await.unwrap();
    ann.keeps_its_promise().await;
    ann.plays().await;
    let transcript = transcript_of(&ann);
    assert_eq!(transcript.opening.attempt, 2);
    assert_eq!(transcript.opening.before, Some(thrown_away.hash()));
    assert_ne!(transcript.opening.commitment, thrown_away.opening.commitment, "a fresh secret");
    assert_eq!(transcript.promises.len(), 1, "the page that was late takes no part");
    assert_eq!(ann.client.room["deal"]["discarded"][0], discarded);
}

#[tokio::test]
async fn a_ceremony_outlives_a_restart_and_nobody_comes_or_changes_rules_meanwhile() {
    let house = House::open().await;
    let (mut ann, bea) = about_to_start(&house).await;
    let path = format!("/api/rooms/{}/join", ann.client.code);
    assert_eq!(house.post(&path, &json!({ "name": "Eve" })).await.1["code"], "already_started");
    let level = json!({ "bot_level": { "seat": 2, "level": "hard" } });
    for late in [json!("start"), json!({ "add_bot": {} }), json!({ "options": {} }), level] {
        assert_eq!(code(ann.client.command(late).await), "already_started");
    }
    ann.promises().await.unwrap();
    let (seated, other) = (ann.client.seated.clone(), bea.client.seated.clone());
    let house = house.restart().await;
    let mut ann = Page::open(&house, &seated, 1).await;
    let mut bea = Page::open(&house, &other, 2).await;
    bea.promises().await.unwrap();
    ann.keeps_its_promise().await;
    bea.keeps_its_promise().await;
    ann.plays().await;
    assert_eq!(ann.client.room["deal"]["bytes"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn a_leave_voids_the_ceremony_and_what_was_frozen_counts() {
    for frozen in [false, true] {
        let house = House::open().await;
        let (mut ann, mut bea) = about_to_start(&house).await;
        if frozen {
            ann.promises().await.unwrap();
            bea.promises().await.unwrap();
        }
        bea.client.command(json!("leave")).await.unwrap();
        ann.client.until(|client| client.room.get("opening").is_none()).await;
        assert_eq!(ann.client.state(), "lobby");
        ann.client.done(json!({ "fill": { "seats": 4 } })).await;
        ann.client.done(json!("start")).await;
        assert_eq!(ann.view()["asked"], json!([0]));
        // A promise that nobody could use revealed nothing.
        let attempt = if frozen { "attempt 2\n" } else { "attempt 1\n" };
        assert!(ann.opening().contains(attempt), "{}", ann.opening());
        assert_eq!(ann.view()["discarded"].as_array().unwrap().len(), usize::from(frozen));
    }
}

#[tokio::test]
async fn a_room_that_is_closed_after_the_freeze_shows_what_it_throws_away() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    ann.promises().await.unwrap();
    bea.promises().await.unwrap();
    bea.keeps_its_promise().await;
    ann.client.command(json!("close")).await.unwrap();
    bea.client.until_closed().await;
    let discarded = bea.client.notices.back().unwrap()["closed"]["discarded"].clone();
    let thrown_away = Transcript::parse(discarded["transcript"].as_str().unwrap()).unwrap();
    let secret = Hex32::parse(discarded["secret"].as_str().unwrap()).unwrap();
    assert_eq!(commitment(&secret.0), thrown_away.opening.commitment);
    assert_eq!(discarded["bytes"], json!([null, Hex32([2; 32]).to_string()]));
}

#[tokio::test]
async fn play_now_waits_a_moment_for_the_page_that_asked_for_it() {
    let house = House::open().await;
    let wish = json!({ "player": { "name": "Ann" }, "game": "euchre", "seals": true });
    let (_, seated) = house.post("/api/play-now", &wish).await;
    let mut ann = Page::open(&house, &seated, 7).await;
    assert_eq!(ann.client.state(), "lobby");
    ann.promises().await.unwrap();
    ann.keeps_its_promise().await;
    ann.plays().await;
    assert_eq!(ann.client.room["deal"]["bytes"], json!([Hex32([7; 32]).to_string()]));

    let (_, seated) = house.post("/api/play-now", &wish).await;
    let mut ann = Client::rejoin(&house, &seated).await;
    house.advance(3);
    ann.until(|ann| ann.view.is_some()).await;
    assert_eq!(ann.room["deal"]["bytes"], json!([]), "it did not come, and the game begins without it");
}

#[tokio::test]
async fn bad_promises_and_bytes_are_refused_and_change_nothing() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    let opening = hash_text(&ann.opening()).to_string();
    let zeros = "0".repeat(64);
    for wrong in ["", "00", &"g".repeat(64), &"A".repeat(64), &"0".repeat(66)] {
        let message = json!({ "promise": { "opening": opening, "promise": wrong } });
        assert_eq!(code(ann.client.command(message).await), "bad_message");
        let message = json!({ "reveal": { "transcript": wrong, "bytes": zeros } });
        assert_eq!(code(ann.client.command(message).await), "bad_message");
    }
    let foreign = json!({ "promise": { "opening": zeros, "promise": zeros } });
    assert_eq!(code(ann.client.command(foreign).await), "not_available", "to another opening");
    ann.promises().await.unwrap();
    assert_eq!(code(ann.promises().await), "not_available", "twice");
    bea.promises().await.unwrap();
    bea.client.until(|client| client.room["opening"]["transcript"].is_string()).await;
    let foreign = json!({ "reveal": { "transcript": zeros, "bytes": Hex32([2; 32]).to_string() } });
    assert_eq!(code(bea.client.command(foreign).await), "not_available", "to another transcript");
    ann.keeps_its_promise().await;
    assert_eq!(code(ann.reveals([1; 32]).await), "not_available", "twice");
    bea.keeps_its_promise().await;
    ann.plays().await;
    assert_eq!(
        ann.client.room["deal"]["bytes"].as_array().unwrap().len(),
        2,
        "nobody has lost a place by it"
    );
}

#[tokio::test]
async fn a_spectator_has_no_part_in_a_ceremony() {
    let house = House::open().await;
    let (mut ann, mut bea) = about_to_start(&house).await;
    let mut zoe = Client::watch(&house, &ann.client.code.clone(), "Zoe").await.unwrap();
    let (opening, people) = (hash_text(&ann.opening()).to_string(), [ann.seat(), bea.seat()]);
    let digits = Hex32([9; 32]).to_string();
    let promise = json!({ "promise": { "opening": opening, "promise": digits } });
    assert_eq!(code(zoe.command(promise.clone()).await), "not_seated");
    ann.promises().await.unwrap();
    bea.promises().await.unwrap();
    bea.client.until(|client| client.room["opening"]["transcript"].is_string()).await;
    let transcript = hash_text(bea.view()["transcript"].as_str().unwrap()).to_string();
    let reveal = json!({ "reveal": { "transcript": transcript, "bytes": digits } });
    assert_eq!(code(zoe.command(reveal).await), "not_seated");
    ann.keeps_its_promise().await;
    bea.keeps_its_promise().await;
    ann.plays().await;
    let promised: Vec<Seat> = transcript_of(&ann).promises.into_iter().map(|(seat, _)| seat).collect();
    assert_eq!(promised, people);
    assert_eq!(code(zoe.command(promise).await), "not_seated", "nor when it is over");
}
