//! Plays a small session and writes down one example of every message: `docs/protocol.md` is what really
//! travels. `UPDATE_PROTOCOL=1 cargo test -p server protocol` writes it again.

use crate::test_server::*;
use catalog::proof::{hash_text, promise};
use serde_json::{Value, json};
use server::Config;
use std::{collections::BTreeMap, fmt::Write, fs, path::PathBuf};

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/protocol.md");

/// Every message there is, by where it goes. A new one must be added here, and then shown below.
const HELLOS: [&str; 2] = ["rejoin", "watch"];
const ORDERS: [&str; 8] = ["do", "ask", "room", "hint", "why", "say", "show", "ping"];
const COMMANDS: [&str; 15] = [
    "options",
    "add_bot",
    "fill",
    "bot_level",
    "remove",
    "move",
    "start",
    "rematch",
    "reopen",
    "hand_over",
    "promise",
    "reveal",
    "read",
    "leave",
    "close",
];
const ANSWERS: [&str; 11] = [
    "welcome",
    "ok",
    "err",
    "update",
    "said",
    "shows",
    "pong",
    "announced",
    "replaced",
    "come_back",
    "closed",
];

/// Examples by name; the first of each name is kept.
#[derive(Default)]
struct Examples(BTreeMap<String, Value>);

impl Examples {
    fn keep(&mut self, name: &str, example: &Value) {
        self.0.entry(name.into()).or_insert_with(|| example.clone());
    }
    fn client(&mut self, message: &Value) {
        for name in ORDERS.into_iter().filter(|name| message.get(name).is_some()) {
            self.keep(&format!("client {name}"), message);
        }
        if let Some(command) = message.get("room") {
            let name = command
                .as_str()
                .or_else(|| command.as_object().and_then(|c| c.keys().next().map(String::as_str)));
            self.keep(&format!("command {}", name.unwrap()), message);
        }
    }
    fn frames(&mut self, client: &Client) {
        for frame in &client.frames {
            let message: Value = serde_json::from_str(frame).unwrap();
            let name = message
                .as_str()
                .or_else(|| message.as_object().and_then(|m| m.keys().next().map(String::as_str)));
            self.keep(&format!("server {}", name.unwrap()), &message);
        }
    }
    /// Sends an order under a speaking id, whatever becomes of it.
    async fn send(&mut self, client: &mut Client, id: &str, mut message: Value) {
        message["id"] = json!(id);
        message["version"] = json!(client.seq);
        self.client(&message);
        // Refusals are examples too.
        let _ = client.exact(&message).await;
    }
}

#[tokio::test]
async fn protocol_every_message_is_documented_as_it_travels() {
    let mut examples = Examples::default();
    let text = render(&session(&mut examples).await, &examples);
    if std::env::var_os("UPDATE_PROTOCOL").is_some_and(|on| on == "1") {
        fs::write(FILE, &text).unwrap();
    }
    let committed = fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        committed == text,
        "docs/protocol.md is not what travels; if the change is meant: UPDATE_PROTOCOL=1 cargo test -p server protocol"
    );
}

/// HTTP requests in order: each with its body and its answer.
type Http = Vec<(String, Value, Value)>;

/// Lobby, game, end. Returns the HTTP examples in order.
async fn session(examples: &mut Examples) -> Http {
    let folder = memory();
    let operator = Some(folder.path().to_owned());
    let house = House::with(Config { leaderboard: true, operator, ..generous() }).await;
    let mut http = Http::new();
    let open = json!({ "host": { "name": "Ann", "avatar": "🦊" }, "game": "euchre", "preset": "stick", "options": { "target": 5 } });
    let (_, seated) = house.post("/api/rooms", &open).await;
    http.push(("POST /api/rooms".into(), open, seated.clone()));
    let hello = json!({ "rejoin": { "protocol": 2, "code": seated["code"],
        "player_id": seated["player_id"], "token": seated["token"], "seals": true } });
    let mut ann = Client::hello(&house, &hello).await.unwrap();
    examples.keep("hello rejoin", &hello);
    let code = ann.code.clone();
    let join = json!({ "name": "Bea" });
    let (_, seated_bea) = house.post(&format!("/api/rooms/{code}/join"), &join).await;
    http.push((format!("POST /api/rooms/{code}/join"), join, seated_bea.clone()));
    let (_, summary) = house.get(&format!("/api/rooms/{code}")).await;
    http.push((format!("GET /api/rooms/{code}"), Value::Null, summary));
    let mut bea = Client::rejoin(&house, &seated_bea).await;
    examples.keep("hello watch", &json!({ "watch": { "protocol": 2, "code": code, "name": "Eve" } }));
    let mut eve = Client::watch(&house, &code, "Eve").await.unwrap();

    arrange(examples, &mut ann, &mut bea).await;
    deal(examples, &mut ann).await;
    play(examples, &mut ann, &mut bea).await;
    announce(folder.path().to_owned(), &mut bea).await;
    let second = Client::rejoin(&house, &seated).await;
    ann.until_closed().await;
    examples.frames(&ann);
    examples.frames(&bea);
    let mut ann = second;
    examples.send(&mut bea, "b2", json!({ "room": "leave" })).await;
    examples.send(&mut ann, "a14", json!({ "room": "close" })).await;
    eve.until_closed().await;
    examples.frames(&eve);
    examples.frames(&ann);

    let mut guest = other_tables(examples, &house, &mut http).await;
    preview(examples, &house).await;
    look_back(&house, &mut http).await;
    let (_, refused) = house.get("/api/rooms/XYZ").await;
    http.push(("GET /api/rooms/XYZ".into(), Value::Null, refused));
    let _house = house.restart().await;
    guest.until_closed().await;
    examples.frames(&guest);
    http
}

/// The operator of the server says something.
async fn announce(folder: PathBuf, bea: &mut Client) {
    let text = "The server restarts at ten.".into();
    let asked = move || server::operator::ask(&folder, &server::operator::Request::Announce { text });
    tokio::task::spawn_blocking(asked).await.unwrap().unwrap();
    bea.until(|bea| bea.notices.iter().any(|notice| notice.get("announced").is_some())).await;
}

/// What a host does in the lobby, and a guest who may not.
async fn arrange(examples: &mut Examples, ann: &mut Client, bea: &mut Client) {
    examples.send(ann, "a1", json!({ "room": { "options": { "options": { "target": 6 } } } })).await;
    examples.send(ann, "a2", json!({ "room": { "add_bot": { "level": "easy" } } })).await;
    examples.send(ann, "a3", json!({ "room": { "bot_level": { "seat": 2, "level": "hard" } } })).await;
    examples.send(ann, "a4", json!({ "room": { "fill": { "seats": 4 } } })).await;
    examples.send(ann, "a5", json!({ "room": { "move": { "from": 3, "to": 2 } } })).await;
    examples.send(ann, "a6", json!({ "room": { "remove": { "seat": 3 } } })).await;
    examples.send(ann, "a7", json!({ "room": { "fill": { "seats": 4 } } })).await;
    examples.send(bea, "b1", json!({ "room": "start" })).await;
}

/// The ceremony before the deal, and the deal.
async fn deal(examples: &mut Examples, ann: &mut Client) {
    ann.frames.clear();
    examples.send(ann, "a8", json!({ "room": "start" })).await;
    ann.until(|ann| ann.room.get("opening").is_some()).await;
    let (bytes, seat) = ([7; 32], kernel::Seat(ann.you.unwrap() as u8));
    let opening = hash_text(ann.room["opening"]["opening"].as_str().unwrap());
    let promise = promise(&opening, seat, &bytes);
    examples
        .send(ann, "a18", json!({ "room": { "promise": { "opening": opening, "promise": promise } } }))
        .await;
    ann.until(|ann| ann.room["opening"]["transcript"].is_string()).await;
    let transcript = hash_text(ann.room["opening"]["transcript"].as_str().unwrap());
    let reveal = json!({ "room": { "reveal": { "transcript": transcript, "bytes": kernel::Hex32(bytes) } } });
    examples.send(ann, "a19", reveal).await;
    ann.until(|ann| ann.view.is_some()).await;
    // The richest update: the one in which the cards are dealt.
    if let Some(update) = ann.frames.iter().find(|frame| frame.contains("\"table\":{")) {
        examples.keep("server update", &serde_json::from_str(update).unwrap());
    }
}

/// What players send during a game.
async fn play(examples: &mut Examples, ann: &mut Client, bea: &mut Client) {
    examples.client(&json!({ "say": "good_luck" }));
    bea.send_text(&json!({ "say": "good_luck" }).to_string()).await;
    bea.until(|bea| !bea.notices.is_empty()).await;
    examples.client(&json!({ "ping": 1 }));
    bea.send_text(&json!({ "ping": 1 }).to_string()).await;
    bea.until(|bea| bea.notices.iter().any(|notice| notice.get("pong").is_some())).await;
    let action = ann.legal.first().cloned().unwrap_or(json!("pass"));
    examples.send(ann, "a9", json!({ "ask": action.clone() })).await;
    examples.send(ann, "a10", json!({ "do": action })).await;
    examples.send(ann, "a16", json!({ "hint": "move" })).await;
    examples.send(ann, "a17", json!({ "why": 7 })).await;
    examples.send(ann, "a11", json!({ "room": { "hand_over": { "seat": 1 } } })).await;
    examples.send(ann, "a12", json!({ "room": "rematch" })).await;
    examples.send(ann, "a13", json!({ "room": "reopen" })).await;
}

/// The other ways to a table. Returns the guest of a public one.
async fn other_tables(examples: &mut Examples, house: &House, http: &mut Http) -> Client {
    let quick = json!({ "player": { "name": "Ann" }, "game": "eights" });
    let (_, seated) = house.post("/api/quick-play", &quick).await;
    http.push(("POST /api/quick-play".into(), quick.clone(), seated.clone()));
    let (_, rooms) = house.get("/api/rooms?game=eights").await;
    http.push(("GET /api/rooms?game=eights".into(), Value::Null, rooms));
    let guest = Client::rejoin(house, &seated).await;
    let mut now = quick;
    now["level"] = json!("easy");
    let (_, seated) = house.post("/api/play-now", &now).await;
    http.push(("POST /api/play-now".into(), now, seated));
    let learn = json!({ "player": { "name": "Ann" }, "game": "euchre" });
    let (_, seated) = house.post("/api/lessons", &learn).await;
    http.push(("POST /api/lessons".into(), learn, seated.clone()));
    let mut learner = Client::rejoin(house, &seated).await;
    examples.send(&mut learner, "a15", json!({ "room": { "read": { "step": 1 } } })).await;
    let (_, address) = house.get("/api/address").await;
    http.push(("GET /api/address".into(), Value::Null, address));
    guest
}

/// A move preview.
async fn preview(examples: &mut Examples, house: &House) {
    let mut pair = house.playing("casino", &["Ann", "Bea"], json!({ "staging_hint": "on" })).await;
    let mover = pair.iter().position(|client| !client.legal.is_empty()).unwrap();
    let show = json!({ "show": { "from_hand": true } });
    examples.client(&show);
    pair[mover].send_text(&show.to_string()).await;
    pair[1 - mover].until(|other| other.notices.iter().any(|notice| notice.get("shows").is_some())).await;
    examples.frames(&pair[1 - mover]);
}

/// Two people play, one of them with a profile, who looks back at it then.
async fn look_back(house: &House, http: &mut Http) {
    let key = "00112233445566778899aabbccddeeff";
    let open = json!({ "host": { "name": "Ann", "avatar": "🦊", "profile": key }, "game": "casino" });
    let (_, seated) = house.post("/api/rooms", &open).await;
    http.push(("POST /api/rooms".into(), open, seated.clone()));
    let mut ann = Client::rejoin(house, &seated).await;
    let bea = house.join(&ann.code.clone(), "Bea").await;
    ann.done(json!("start")).await;
    let mut pair = [ann, bea];
    let seq = pair[0].seq;
    all_at(&mut pair, seq).await;
    play_out(house, &mut pair, &mut Dice::new(1)).await;
    let header = format!("authorization: Bearer {key}\r\n");
    let name = json!({ "name": "Ann" });
    for (method, path, body) in [
        ("PUT", "/api/history/name", name),
        ("GET", "/api/history", Value::Null),
        ("GET", "/api/history/games?game=casino&with=bea", Value::Null),
        ("GET", "/api/leaderboard", Value::Null),
        ("DELETE", "/api/history", Value::Null),
    ] {
        let sent = if body.is_null() { String::new() } else { body.to_string() };
        let (_, _, answer) = house.raw_http(method, path, &header, &sent).await;
        http.push((format!("{method} {path}"), body, serde_json::from_str(&answer).unwrap()));
    }
}

fn render(http: &[(String, Value, Value)], examples: &Examples) -> String {
    let example = include_str!("../../../client/examples/first_action.rs");
    let mut text = include_str!("protocol_head.md").replace("{{example}}", example.trim_end());
    let mut section = |title: &str, note: &str, prefix: &str, names: &[&str]| {
        writeln!(text, "\n## {title}\n\n{note}").unwrap();
        for name in names {
            let example = examples.0.get(&format!("{prefix} {name}"));
            let example = example.unwrap_or_else(|| panic!("no example of {prefix} {name} in the session"));
            writeln!(text, "\n### `{name}`\n\n```json\n{}\n```", pretty(example)).unwrap();
        }
    };
    section(
        "The first frame",
        "It identifies the client. The server answers with `welcome` and a full `update`, or with `err` and closes the socket. If the socket\ncloses without an error, reconnect: another server of a cluster may be able to answer.",
        "hello",
        &HELLOS,
    );
    section(
        "What a client sends",
        "An action of the game, a question about one, a change of the room, a request for advice or reasons, a phrase, or a\npreview of a move for the others (in games that have previews; at most five a second). A `ping` is answered at once:\na client that receives nothing for a few seconds sends one, and reconnects if no `pong` comes.",
        "client",
        &ORDERS,
    );
    section(
        "Commands of a room",
        "Sent under `room`. Those of the host alone are refused to others as `not_host`.",
        "command",
        &COMMANDS,
    );
    section(
        "What the server sends",
        "Answers to the sender of a message, updates to everybody in the room.",
        "server",
        &ANSWERS,
    );
    writeln!(
        text,
        "\n## The lobby over HTTP\n\nBodies and answers are JSON. A refusal has the status 4xx and a `code`."
    )
    .unwrap();
    for (request, body, answer) in http {
        writeln!(text, "\n### `{request}`\n").unwrap();
        if !body.is_null() {
            writeln!(text, "```json\n{}\n```\n", pretty(body)).unwrap();
        }
        writeln!(text, "```json\n{}\n```", pretty(answer)).unwrap();
    }
    text
}

/// Indented, with what fits on one line on one line.
fn pretty(value: &Value) -> String {
    fn write(value: &Value, depth: usize, out: &mut String) {
        let flat = value.to_string();
        let (open, close, items): (_, _, Vec<(Option<&String>, &Value)>) = match value {
            _ if flat.len() <= 96 => return out.push_str(&flat),
            Value::Object(fields) => {
                ('{', '}', fields.iter().map(|(key, value)| (Some(key), value)).collect())
            }
            Value::Array(items) => ('[', ']', items.iter().map(|item| (None, item)).collect()),
            _ => return out.push_str(&flat),
        };
        let indent = "  ".repeat(depth + 1);
        out.push(open);
        for (index, (key, item)) in items.iter().enumerate() {
            out.push_str(if index == 0 { "\n" } else { ",\n" });
            out.push_str(&indent);
            if let Some(key) = key {
                write!(out, "{}: ", json!(key)).unwrap();
            }
            write(item, depth + 1, out);
        }
        write!(out, "\n{}{close}", "  ".repeat(depth)).unwrap();
    }
    let mut out = String::new();
    write(value, 0, &mut out);
    out
}
