//! Lessons: rooms in which everything but the learner's decisions is written down, and that there are no others.

use crate::test_server::*;
use catalog::proof::{GameKeys, hash_text};
use kernel::{Beat, DealKey, Drawn, Luck};
use serde_json::{Value, json};
use server::log::{Entry, RoomLog, What};

async fn learn(house: &House, game: &str) -> Client {
    let wish = json!({ "player": { "name": "Ann" }, "game": game });
    let (status, seated) = house.post("/api/lessons", &wish).await;
    assert_eq!(status, 200, "{seated}");
    let mut client = Client::rejoin(house, &seated).await;
    client.until(|client| client.view.is_some() && client.state() != "lobby").await;
    client
}

fn lesson(client: &Client) -> &Value {
    &client.room["lesson"]
}
fn now(client: &Client) -> &str {
    lesson(client)["now"].as_str().unwrap()
}
fn step(client: &Client) -> usize {
    lesson(client)["told"].as_array().unwrap().len()
}
async fn read(client: &mut Client) {
    let step = step(client);
    client.done(json!({ "read": { "step": step } })).await;
}

/// The others have made all moves that are due. The clock stands still while nothing is due.
async fn watch(house: &House, client: &mut Client) {
    while now(client) == "watch" {
        let seq = client.seq;
        // By small steps: the room plans the next move only when it has made the last.
        house.advance(2);
        client.at(seq + 1).await;
    }
}

/// What the script accepts at each of the learner's tries, in order.
fn wanted(game: &str) -> Vec<(String, Value, String)> {
    let script = catalog::find(game).unwrap().lesson().unwrap();
    let tries = script.beats.into_iter().filter_map(|beat| match beat {
        Beat::Try { text, mut accepts, hint } => Some((text.to_owned(), accepts.remove(0), hint.to_owned())),
        Beat::Move(..) | Beat::TimeUp | Beat::Read { .. } => None,
    });
    tries.collect()
}

/// Plays on until the lesson is over.
async fn to_the_end(house: &House, client: &mut Client) {
    let tries = wanted(client.room["game"].as_str().unwrap());
    loop {
        match now(client) {
            "read" => read(client).await,
            "watch" => watch(house, client).await,
            "try" => {
                let text = lesson(client)["told"].as_array().unwrap().last().unwrap().clone();
                let (_, action, _) = tries.iter().find(|(step, ..)| text == step.as_str()).unwrap();
                let seq =
                    client.act(action.clone()).await.unwrap_or_else(|refused| panic!("{text}: {refused:?}"));
                client.at(seq).await;
            }
            _ => return,
        }
    }
}

#[tokio::test]
async fn every_lesson_can_be_played_to_its_end_in_a_room() {
    for game in catalog::ALL.iter().filter(|game| game.lesson().is_some()) {
        let house = House::open().await;
        let mut ann = learn(&house, game.name).await;
        assert_eq!(step(&ann), 1);
        to_the_end(&house, &mut ann).await;
        assert_eq!(
            lesson(&ann)["told"].as_array().unwrap().len() as u64,
            lesson(&ann)["steps"].as_u64().unwrap()
        );
        // Nothing of it counts, and nothing of it is kept.
        assert!(ann.room["seats"].as_array().unwrap().iter().all(|seat| seat["wins"] == 0), "{}", game.name);
        assert_eq!(house.log.games(10, None).await.unwrap(), [], "{}", game.name);
        // The rules still hold, and the script is at its end.
        if let Some(action) = ann.legal.first().cloned() {
            assert_eq!(code(ann.act(action).await), "off_script");
        }
        ann.command(json!("leave")).await.unwrap();
        ann.until_closed().await;
        assert_eq!(house.log.open_rooms().await.unwrap(), []);
    }
}

#[tokio::test]
async fn a_legal_but_unexpected_action_gets_a_hint_and_changes_nothing() {
    let house = House::open().await;
    let mut ann = learn(&house, "euchre").await;
    while now(&ann) != "try" {
        if now(&ann) == "read" { read(&mut ann).await } else { watch(&house, &mut ann).await }
    }
    let (before, room) = (ann.seq, house.only_room().await);
    let entries = house.entries(room).await.len();
    for wrong in [json!("pass"), json!({ "order": { "alone": true } })] {
        assert!(ann.legal.contains(&wrong));
        assert_eq!(ann.act(wrong.clone()).await, Err(("off_script".into(), json!({ "hint": "take-it" }))));
        assert_eq!(ann.ask(wrong).await.unwrap_err().0, "off_script");
    }
    // The rules refuse what they forbid.
    assert_eq!(code(ann.act(json!({ "name": { "suit": "c" } })).await), "wrong_phase");
    assert_eq!(ann.seq, before);
    assert_eq!(house.entries(room).await.len(), entries);
    ann.act(json!({ "order": { "alone": false } })).await.unwrap();
}

#[tokio::test]
async fn a_click_too_many_skips_nothing() {
    let house = House::open().await;
    let mut ann = learn(&house, "euchre").await;
    ann.done(json!({ "read": { "step": 1 } })).await;
    assert_eq!(code(ann.command(json!({ "read": { "step": 1 } })).await), "stale");
    assert_eq!(code(ann.command(json!({ "read": { "step": 3 } })).await), "stale");
    assert_eq!(step(&ann), 2);
}

#[tokio::test]
async fn a_learner_who_acts_at_once_has_read_enough() {
    let house = House::open().await;
    let mut ann = learn(&house, "eights").await;
    assert_eq!(now(&ann), "read");
    let (_, action, _) = wanted("eights").remove(0);
    let seq = ann.act(action).await.unwrap();
    ann.at(seq).await;
    assert_eq!((step(&ann), now(&ann)), (2, "watch"));
}

#[tokio::test]
async fn the_others_wait_while_the_learner_reads_or_is_away() {
    let house = House::open().await;
    let mut ann = learn(&house, "euchre").await;
    // It is not Ann's turn, but she reads.
    house.advance(600);
    ann.settle().await;
    assert_eq!((step(&ann), ann.view.as_ref().unwrap()["open"]["calls"].as_array().unwrap().len()), (1, 0));
    read(&mut ann).await;
    read(&mut ann).await;
    assert_eq!(now(&ann), "watch");
    let seated = ann.seated.clone();
    drop(ann);
    let room = house.only_room().await;
    while !matches!(house.entries(room).await.last().unwrap().what, What::Connection { online: false, .. }) {
        tokio::task::yield_now().await;
    }
    let before = house.entries(room).await.len();
    house.advance(30 * 60);
    let mut ann = Client::rejoin(&house, &seated).await;
    assert_eq!(house.entries(room).await.len(), before + 1, "nothing but that she is back");
    assert_eq!((ann.state(), now(&ann)), ("playing", "watch"));
    watch(&house, &mut ann).await;
    assert_eq!((step(&ann), now(&ann)), (3, "read"));
}

#[tokio::test]
async fn a_lesson_goes_on_after_a_restart_where_it_was() {
    for game in ["eights", "euchre"] {
        let house = House::open().await;
        let mut ann = learn(&house, game).await;
        while step(&ann) < 5 || now(&ann) == "watch" {
            match now(&ann) {
                "read" => read(&mut ann).await,
                "watch" => watch(&house, &mut ann).await,
                _ => {
                    let text = lesson(&ann)["told"].as_array().unwrap().last().unwrap().clone();
                    let tries = wanted(game);
                    let (_, action, _) = tries.iter().find(|(step, ..)| text == step.as_str()).unwrap();
                    let seq = ann.act(action.clone()).await.unwrap();
                    ann.at(seq).await;
                }
            }
        }
        let (seated, told, view) = (ann.seated.clone(), lesson(&ann).clone(), ann.view.clone().unwrap());
        drop(ann);
        let house = house.restart().await;
        let mut ann = Client::rejoin(&house, &seated).await;
        assert_eq!(lesson(&ann), &told);
        let hand = |view: &Value| (view["hand"].clone(), view["hands"].clone());
        assert_eq!(hand(ann.view.as_ref().unwrap()), hand(&view));
        to_the_end(&house, &mut ann).await;
    }
}

#[tokio::test]
async fn a_finished_lesson_waits_for_its_last_words() {
    let house = House::open().await;
    let mut ann = learn(&house, "eights").await;
    while ann.state() != "finished" {
        match now(&ann) {
            "read" => read(&mut ann).await,
            "watch" => watch(&house, &mut ann).await,
            _ => {
                let text = lesson(&ann)["told"].as_array().unwrap().last().unwrap().clone();
                let tries = wanted("eights");
                let (_, action, _) = tries.iter().find(|(step, ..)| text == step.as_str()).unwrap();
                let seq = ann.act(action.clone()).await.unwrap();
                ann.at(seq).await;
            }
        }
    }
    assert_eq!(now(&ann), "read");
    for command in [json!("rematch"), json!("start"), json!("reopen")] {
        assert_eq!(code(ann.command(command).await), "not_available");
    }
    let seated = ann.seated.clone();
    let room = house.only_room().await;
    drop(ann);
    while !matches!(house.entries(room).await.last().unwrap().what, What::Connection { online: false, .. }) {
        tokio::task::yield_now().await;
    }
    house.advance(50 * 60);
    let mut ann = Client::rejoin(&house, &seated).await;
    read(&mut ann).await;
    assert_eq!(now(&ann), "done");
    drop(ann);
    while !matches!(house.entries(room).await.last().unwrap().what, What::Connection { online: false, .. }) {
        tokio::task::yield_now().await;
    }
    // An hour alone is the end of it.
    house.advance(61 * 60);
    while !house.log.open_rooms().await.unwrap().is_empty() {
        tokio::task::yield_now().await;
    }
    assert_eq!(code(Client::try_rejoin(&house, &seated).await.map(|_| ())), "room_not_found");
}

#[tokio::test]
async fn a_lesson_is_for_one_and_nobody_finds_it() {
    let house = House::open().await;
    let ann = learn(&house, "eights").await;
    let (_, rooms) = house.get("/api/rooms").await;
    assert_eq!(rooms, json!([]));
    let (_, joined) = house.post(&format!("/api/rooms/{}/join", ann.code), &json!({ "name": "Bea" })).await;
    assert_eq!(joined["code"], "room_full");
    assert_eq!(code(Client::watch(&house, &ann.code, "Eve").await.map(|_| ())), "not_available");
    let quick = json!({ "player": { "name": "Bea" }, "game": "eights" });
    let (_, seated) = house.post("/api/quick-play", &quick).await;
    assert_ne!(seated["code"], ann.code.as_str());
    let (status, unknown) =
        house.post("/api/lessons", &json!({ "player": { "name": "Bea" }, "game": "snap" })).await;
    assert_eq!((status, &unknown["code"]), (404, &json!("unknown_game")));
}

#[tokio::test]
async fn a_lesson_cannot_be_arranged() {
    let house = House::open().await;
    let mut ann = learn(&house, "eights").await;
    for command in [
        json!({ "options": { "settings": { "listed": "public" } } }),
        json!({ "add_bot": {} }),
        json!({ "fill": { "seats": 6 } }),
        json!({ "bot_level": { "seat": 1, "level": "expert" } }),
        json!({ "remove": { "seat": 1 } }),
        json!({ "move": { "from": 0, "to": 1 } }),
        json!("start"),
        json!("rematch"),
        json!("reopen"),
        json!({ "hand_over": { "seat": 1 } }),
    ] {
        assert_eq!(code(ann.command(command).await), "not_available");
    }
}

/// Every draw that the log of a room knows, each with the question it answers.
fn draws(entries: &[Entry]) -> (DealKey, Vec<Drawn>) {
    let mut found = None;
    let mut drawn = vec![];
    for entry in entries {
        match &entry.what {
            What::Started { deal: Some(deal), chances, .. } => {
                let bytes: Vec<_> = deal.bytes.iter().map(|bytes| bytes.0).collect();
                let keys = GameKeys::new(&deal.secret.0, &hash_text(&deal.transcript), &bytes);
                found = Some(keys.luck().clone());
                drawn.extend(chances.iter().cloned());
            }
            What::Played(played) => drawn.extend(played.chances.iter().cloned()),
            _ => {}
        }
    }
    (found.expect("the game began"), drawn)
}

/// The question that an answer of Eights answers, from the rules: rolls below 3600 make cards, the first discard is
/// below 36, the first player below the number of seats.
fn asked(place: usize, drawn: &Drawn) -> Luck {
    let times = drawn.rolled().len() as u16;
    match place {
        1 => Luck::Roll { below: 36, times },
        2 => Luck::Roll { below: 2, times },
        _ => Luck::Roll { below: 3600, times },
    }
}

#[tokio::test]
async fn nothing_that_a_client_of_an_ordinary_room_sends_chooses_a_deal() {
    let house = House::open().await;
    let host = json!({ "name": "Ann" });
    let deal = json!([{ "roll": [0, 0, 0] }]);
    // Opening.
    for (path, who) in [
        ("/api/rooms", "host"),
        ("/api/play-now", "player"),
        ("/api/quick-play", "player"),
        ("/api/lessons", "player"),
    ] {
        for (name, value) in [
            ("chances", deal.clone()),
            ("key", json!(vec![0; 32])),
            ("seed", json!(7)),
            ("script", json!("euchre")),
            ("deal", deal.clone()),
            ("kind", json!("lesson")),
        ] {
            let mut wish = json!({ "game": "eights" });
            wish[who] = host.clone();
            wish[name] = value;
            let (status, refused) = house.post(path, &wish).await;
            assert_eq!((status, &refused["code"]), (400, &json!("bad_message")), "{path} {name}");
        }
    }
    let lesson = json!({ "game": "eights", "host": host, "lesson": 1 });
    assert_eq!(house.post("/api/rooms", &lesson).await.1["code"], "bad_message");
    // Neither the options nor the settings of a room are a way in.
    for (field, value) in [("options", json!({ "chances": deal })), ("settings", json!({ "lesson": 1 }))] {
        let mut wish = json!({ "game": "eights", "host": host });
        wish[field] = value;
        assert_eq!(house.post("/api/rooms", &wish).await.0, 400);
    }

    // In the lobby and at the table.
    let mut people =
        house.playing("eights", &["Ann", "Bea"], json!({ "min_players": 2, "turn_seconds": 0 })).await;
    let room = house.only_room().await;
    let before = house.entries(room).await.len();
    for person in &mut people {
        let messages = [
            json!({ "do": { "chance": deal[0] } }),
            json!({ "do": { "act": [0, "draw"] } }),
            json!({ "do": "draw", "chances": deal }),
            json!({ "do": { "draw": { "chances": deal } } }),
            json!({ "room": { "start": { "key": vec![0; 32] } } }),
            json!({ "room": { "start": { "chances": deal } } }),
            json!({ "room": { "lesson": 1 } }),
            json!({ "chance": deal[0] }),
        ];
        for message in messages {
            let mut message = message;
            message["version"] = json!(person.seq);
            assert_eq!(code(person.order(message.clone()).await), "bad_message", "{message}");
        }
        assert_eq!(code(person.command(json!({ "read": { "step": 1 } })).await), "not_available");
    }
    assert_eq!(house.entries(room).await.len(), before);

    // Whatever was sent, the cards are those of the room's own key.
    for _ in 0..6 {
        let turn = people.iter_mut().find(|person| !person.legal.is_empty()).unwrap();
        let seq = turn.act(json!("draw")).await.unwrap();
        all_at(&mut people, seq).await;
    }
    let (key, drawn) = draws(&house.entries(room).await);
    assert_eq!(drawn.len(), 3 + 6);
    for (place, drawn) in drawn.iter().enumerate() {
        assert_eq!(*drawn, key.answer(place as u64, asked(place, drawn)), "chance {place}");
    }
}
