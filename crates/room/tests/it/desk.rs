//! Local rooms over lines of JSON, as a worker speaks to them.

use room::local::Desk;
use serde_json::{Value, json};

const SEED: &str = "0101010101010101010101010101010101010101010101010101010101010101";
const KEY: &str = "0909090909090909090909090909090909090909090909090909090909090909";

fn ask(desk: &mut Desk, request: &Value) -> Value {
    serde_json::from_str(&desk.answer(&request.to_string())).unwrap()
}

fn open(desk: &mut Desk, wish: &Value) -> Value {
    open_with(desk, wish, SEED)
}

fn open_with(desk: &mut Desk, wish: &Value, seed: &str) -> Value {
    let answer = ask(desk, &json!({ "open": { "wish": wish, "now": 1000, "seed": seed, "key": KEY } }));
    answer.get("opened").unwrap_or_else(|| panic!("{answer}")).clone()
}

fn hello(seated: &Value) -> String {
    let (code, player, token) = (&seated["code"], &seated["player_id"], &seated["token"]);
    let protocol = room::protocol::PROTOCOL;
    json!({ "rejoin": { "protocol": protocol, "code": code, "player_id": player, "token": token } })
        .to_string()
}

#[test]
fn a_worker_opens_plays_stores_and_resumes_a_room() {
    let mut desk = Desk::default();
    let player = json!({ "name": "Ann" });
    let opened = open(&mut desk, &json!({ "play": { "player": player, "game": "casino", "level": "easy" } }));
    let room = opened["room"].clone();
    let mut entries: Vec<Value> = opened["outcome"]["entries"].as_array().unwrap().clone();
    let mut now = 2_000;
    let frame = |text: String, now: u64| json!({ "frame": { "room": room, "text": text, "now": now } });
    let mut outcome = ask(&mut desk, &frame(hello(&opened["seated"]), now))["outcome"].clone();
    let (mut table, mut state, mut seq) = (Value::Null, Value::Null, Value::Null);
    for step in 0..5_000 {
        entries.extend(outcome["entries"].as_array().unwrap().iter().cloned());
        assert_eq!(outcome["faults"], json!([]));
        for text in outcome["frames"].as_array().unwrap() {
            let frame: Value = serde_json::from_str(text.as_str().unwrap()).unwrap();
            assert!(frame.get("err").is_none(), "{frame}");
            let Some(update) = frame.get("update") else { continue };
            seq = update["seq"].clone();
            table = update.get("table").cloned().unwrap_or(table);
            state = update.get("room").map_or(state, |room| room["state"].clone());
        }
        if state == "finished" {
            break;
        }
        if step == 40 {
            // The worker is gone, and another begins with what was stored.
            desk = Desk::default();
            let resume = json!({ "resume": { "room": room, "entries": entries, "seed": SEED, "key": KEY } });
            assert_eq!(ask(&mut desk, &resume)["resumed"]["summary"]["game"], "casino");
            outcome = ask(&mut desk, &frame(hello(&opened["seated"]), now))["outcome"].clone();
            continue;
        }
        let legal = table["legal"].as_array().cloned().unwrap_or_default();
        let next = match (&outcome["thinking"], outcome["next"].as_u64(), legal.first()) {
            (Value::Bool(true), ..) => json!({ "tick": { "room": room, "now": now } }),
            (_, _, Some(action)) => {
                let order = json!({ "id": format!("m{step}"), "version": seq, "do": action });
                frame(order.to_string(), now)
            }
            (_, Some(at), None) => {
                now = now.max(at);
                json!({ "tick": { "room": room, "now": now } })
            }
            (_, None, None) => panic!("nobody can go on"),
        };
        let answer = ask(&mut desk, &next);
        outcome = answer.get("outcome").unwrap_or_else(|| panic!("{next}: {answer}")).clone();
    }
    assert_eq!(state, "finished");
    assert_eq!(outcome["game"]["game"], "casino");

    let record = format!("{}-1", room.as_str().unwrap());
    let proof = ask(&mut desk, &json!({ "proof": { "record": record, "key": KEY } }));
    let text = proof["proof"]["text"].as_str().unwrap();
    assert!(catalog::proof::verify(text.as_bytes()).is_consistent());
    let replay = json!({ "record": record, "viewer": 0, "from": 0 });
    let here = ask(&mut desk, &json!({ "replay": replay }));
    assert_eq!(here["replay"]["game"], "casino");

    // Without the room in memory, the stored entries do.
    assert_eq!(ask(&mut desk, &json!({ "drop": { "room": room } })), json!({ "done": {} }));
    let gone = ask(&mut desk, &json!({ "replay": replay }));
    assert_eq!(gone["error"]["code"], "room_not_found");
    let stored = json!({ "record": record, "viewer": 0, "from": 0, "entries": entries });
    assert_eq!(ask(&mut desk, &json!({ "replay": stored })), here);
    let proof_again = json!({ "proof": { "record": record, "key": KEY, "entries": entries } });
    assert_eq!(ask(&mut desk, &proof_again), proof);
    let other = json!({ "proof": { "record": record, "key": SEED, "entries": entries } });
    assert_eq!(ask(&mut desk, &other)["error"]["code"], "not_available", "another device did not sign it");
}

#[test]
fn tables_lessons_games_and_decks_are_there() {
    let mut desk = Desk::default();
    let player = json!({ "name": "Ann" });
    let table = open(&mut desk, &json!({ "table": { "host": player, "game": "roost" } }));
    let summary = ask(&mut desk, &json!({ "summary": { "room": table["room"] } }));
    assert_eq!(summary["summary"]["state"], "lobby");
    let wish = json!({ "lesson": { "player": player, "game": "euchre" } });
    let again = ask(&mut desk, &json!({ "open": { "wish": wish, "now": 1000, "seed": SEED, "key": KEY } }));
    assert_eq!(again["error"]["code"], "id_reused", "a seed is used once");
    let lesson = open_with(&mut desk, &wish, KEY);
    let frame = json!({ "room": lesson["room"], "text": hello(&lesson["seated"]), "now": 5 });
    let outcome = ask(&mut desk, &json!({ "frame": frame }));
    assert!(outcome["outcome"]["frames"][1].as_str().unwrap().contains("\"lesson\""));
    let games = ask(&mut desk, &json!({ "games": {} }));
    assert_eq!(games["games"].as_array().unwrap().len(), catalog::ALL.len());
    let shown = ask(
        &mut desk,
        &json!({ "frame": { "room": table["room"], "text": hello(&table["seated"]), "now": 5 } }),
    );
    let update: Value = serde_json::from_str(shown["outcome"]["frames"][1].as_str().unwrap()).unwrap();
    let hash = &update["update"]["room"]["deck"]["hash"];
    assert!(ask(&mut desk, &json!({ "deck": { "hash": hash } }))["deck"].is_object(), "{hash}");
    assert_eq!(ask(&mut desk, &json!({ "disconnect": { "room": table["room"] } })), json!({ "done": {} }));
}

#[test]
fn an_invalid_request_is_an_error_with_a_code() {
    let mut desk = Desk::default();
    let player = json!({ "name": "Ann" });
    let poker = json!({ "play": { "player": player, "game": "poker" } });
    for (request, error) in [
        (json!({ "open": { "wish": poker, "now": 1, "seed": SEED, "key": KEY } }), "unknown_game"),
        (json!({ "open": { "wish": poker, "now": 1, "seed": "00", "key": KEY } }), "bad_message"),
        (json!({ "tick": { "room": "0000000000000001", "now": 1 } }), "room_not_found"),
        (json!({ "tick": { "room": "1", "now": 1 } }), "room_not_found"),
        (
            json!({ "resume": { "room": "0000000000000001", "entries": [], "seed": SEED, "key": KEY } }),
            "room_not_found",
        ),
        (json!({ "deck": { "hash": "none" } }), "deck_missing"),
        (json!({ "shuffle": {} }), "bad_message"),
        (json!("tick"), "bad_message"),
    ] {
        assert_eq!(ask(&mut desk, &request)["error"]["code"], error, "{request}");
    }
    assert!(desk.answer("rubbish").contains("bad_message"));
}
