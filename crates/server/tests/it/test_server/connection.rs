use super::{House, TIMEOUT};
use client::Socket;
use serde_json::{Value, json};
use server::protocol::{RoomView, ServerMsg, Update};
use std::{collections::VecDeque, sync::atomic::Ordering, time::Duration};
use tokio::net::TcpStream;

/// A client that keeps everything as JSON, as it came, and may send anything.
///
/// It is made on [`client::Socket`]: every message also has to fit the protocol's types, to the byte.
pub(crate) struct Client {
    pub(crate) socket: Socket,
    pub(crate) code: String,
    pub(crate) seated: Value,
    pub(crate) you: Option<u64>,
    pub(crate) seq: u64,
    pub(crate) room: Value,
    pub(crate) view: Option<Value>,
    /// The version of the table that was shown last.
    pub(crate) shown: u64,
    pub(crate) legal: Vec<Value>,
    pub(crate) remaining: Option<u64>,
    pub(crate) events: Vec<Value>,
    /// Messages that are neither updates nor answers that somebody waited for.
    pub(crate) notices: VecDeque<Value>,
    /// Every frame received, as it came.
    pub(crate) frames: Vec<String>,
    /// The number of the connection: one player's ids must differ after coming back.
    number: u64,
    sent: u64,
}

/// A refusal: its code and detail.
pub(crate) type Refused = (String, Value);

impl Client {
    /// Connects with what the lobby gave.
    pub(crate) async fn rejoin(house: &House, seated: &Value) -> Client {
        Client::try_rejoin(house, seated).await.unwrap_or_else(|refused| panic!("{refused:?}"))
    }
    pub(crate) async fn try_rejoin(house: &House, seated: &Value) -> Result<Client, Refused> {
        let mut client = Client::hello(house, &rejoin(seated)).await?;
        client.seated = seated.clone();
        Ok(client)
    }
    pub(crate) async fn watch(house: &House, code: &str, name: &str) -> Result<Client, Refused> {
        Client::hello(house, &json!({ "watch": { "protocol": 2, "code": code, "name": name } })).await
    }
    pub(crate) async fn connect(house: &House) -> Client {
        Client::over(house, TcpStream::connect(house.address).await.unwrap()).await
    }
    /// The same over a connection of the test's own making.
    pub(crate) async fn over(house: &House, stream: TcpStream) -> Client {
        Client {
            socket: Socket::over(stream, &house.address.to_string()).await.unwrap(),
            code: String::new(),
            seated: Value::Null,
            you: None,
            seq: 0,
            room: Value::Null,
            view: None,
            shown: 0,
            legal: vec![],
            remaining: None,
            events: vec![],
            notices: VecDeque::new(),
            frames: vec![],
            number: house.setup.connections.fetch_add(1, Ordering::Relaxed),
            sent: 0,
        }
    }
    pub(crate) async fn hello(house: &House, hello: &Value) -> Result<Client, Refused> {
        Client::connect(house).await.greet(hello).await
    }
    pub(crate) async fn greet(self, hello: &Value) -> Result<Client, Refused> {
        let mut client = self;
        client.send_text(&hello.to_string()).await;
        loop {
            let message = client.receive().await.expect("the server answers a hello");
            if message.get("err").is_some() {
                return Err(refusal(&message));
            }
            if message.get("update").is_some() && client.room != Value::Null {
                client.code = client.room["code"].as_str().unwrap().to_owned();
                return Ok(client);
            }
        }
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        self.socket.send_text(text).await.unwrap();
    }
    /// The next message, taken in; `None` when the connection is over.
    pub(crate) async fn receive(&mut self) -> Option<Value> {
        let text = tokio::time::timeout(TIMEOUT, self.socket.receive_text()).await.expect("nothing came");
        let text = text.ok().flatten()?;
        fits_the_types(&text);
        self.frames.push(text.to_string());
        let message: Value = serde_json::from_str(&text).unwrap();
        self.take_in(&message);
        Some(message)
    }
    fn take_in(&mut self, message: &Value) {
        let Some(update) = message.get("update") else {
            if message.get("ok").is_none() && message.get("err").is_none() {
                self.notices.push_back(message.clone());
            }
            return;
        };
        self.seq = update["seq"].as_u64().unwrap();
        if let Some(room) = update.get("room") {
            self.room = room.clone();
            self.you = update.get("you").and_then(Value::as_u64);
        }
        for earlier in update.get("earlier").and_then(Value::as_array).into_iter().flatten() {
            if earlier["version"].as_u64().unwrap() > self.shown {
                self.events.extend(earlier["events"].as_array().cloned().unwrap());
            }
        }
        if let Some(table) = update.get("table") {
            self.view = Some(table["view"].clone());
            self.legal = table["legal"].as_array().unwrap().clone();
            let version = table["version"].as_u64().unwrap();
            // A view from before a reconnect is shown again.
            if version > self.shown {
                self.events.extend(table["events"].as_array().cloned().unwrap());
            }
            self.shown = version;
        }
        self.remaining = update.get("remaining_ms").and_then(Value::as_u64);
    }
    /// Receives until something is so.
    pub(crate) async fn until(&mut self, mut so: impl FnMut(&Client) -> bool) {
        while !so(self) {
            self.receive().await.expect("the connection is over before it came to that");
        }
    }
    /// Receives until it has been shown that version.
    pub(crate) async fn at(&mut self, seq: u64) {
        self.until(|client| client.seq >= seq).await;
    }
    /// Receives until the server has closed the connection.
    pub(crate) async fn until_closed(&mut self) {
        while self.receive().await.is_some() {}
    }

    /// Does something formed on what is seen now.
    pub(crate) async fn act(&mut self, action: Value) -> Result<u64, Refused> {
        let version = self.seq;
        self.order(json!({ "version": version, "do": action })).await
    }
    /// The same, but only asks whether it could be done.
    pub(crate) async fn ask(&mut self, action: Value) -> Result<u64, Refused> {
        let version = self.seq;
        self.order(json!({ "version": version, "ask": action })).await
    }
    /// A command, and then everything up to what it led to.
    pub(crate) async fn done(&mut self, command: Value) {
        let seq = self.command(command).await.unwrap_or_else(|refused| panic!("{refused:?}"));
        self.at(seq).await;
    }
    /// Asks something that changes nothing, so that everything sent before the answer has been received.
    pub(crate) async fn settle(&mut self) {
        let version = u64::MAX;
        self.order(json!({ "version": version, "room": "start" })).await.expect_err("no such version yet");
    }
    pub(crate) async fn command(&mut self, command: Value) -> Result<u64, Refused> {
        let version = self.seq;
        self.order(json!({ "version": version, "room": command })).await
    }
    /// Sends a message under a fresh id and waits for its answer.
    pub(crate) async fn order(&mut self, mut message: Value) -> Result<u64, Refused> {
        self.sent += 1;
        let id =
            format!("m{}-{}-{}", self.sent, self.number, self.seated["player_id"].as_str().unwrap_or("x"));
        message["id"] = json!(&id[..id.len().min(36)]);
        self.exact(&message).await
    }
    /// Sends a message as it is and waits for its answer.
    pub(crate) async fn exact(&mut self, message: &Value) -> Result<u64, Refused> {
        self.send_text(&message.to_string()).await;
        loop {
            let answer = self.receive().await.expect("the server answers every message");
            if answer["ok"]["id"] == message["id"] && answer.get("ok").is_some() {
                return Ok(answer["ok"]["version"].as_u64().unwrap());
            }
            if answer.get("err").is_some()
                && (answer["err"]["id"] == message["id"] || answer["err"]["id"].is_null())
            {
                return Err(refusal(&answer));
            }
        }
    }
    pub(crate) fn seat(&self) -> usize {
        self.you.expect("this client has a seat") as usize
    }
    pub(crate) fn occupant(&self, seat: usize) -> &Value {
        &self.room["seats"][seat]
    }
    pub(crate) fn state(&self) -> &str {
        self.room["state"].as_str().unwrap()
    }
}

/// Reads a message of the server into the types of the protocol and writes it again: it must be the same to the byte.
fn fits_the_types(text: &str) {
    let message: ServerMsg = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    assert_eq!(serde_json::to_string(&message).unwrap(), text);
    if let ServerMsg::Update(Update { room: Some(room), .. }) = message {
        let view: RoomView =
            serde_json::from_str(room.get()).unwrap_or_else(|error| panic!("{error}: {room}"));
        assert_eq!(serde_json::to_string(&view).unwrap(), room.get());
    }
}

fn refusal(message: &Value) -> Refused {
    (message["err"]["code"].as_str().unwrap().to_owned(), message["err"]["detail"].clone())
}

/// The hello of somebody who has a seat.
pub(crate) fn rejoin(seated: &Value) -> Value {
    json!({ "rejoin": {
        "protocol": 2, "code": seated["code"], "player_id": seated["player_id"], "token": seated["token"],
    } })
}

/// Everybody has seen version `seq`.
pub(crate) async fn all_at(clients: &mut [Client], seq: u64) {
    for client in clients {
        client.at(seq).await;
    }
}

/// Numbers that are the same in every run, for choices of tests.
pub(crate) struct Dice(u64);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(seed)
    }
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((mixed ^ (mixed >> 31)) % n as u64) as usize
    }
    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

/// Any legal actions until the game is over; returns how many. Where nobody can do anything, time passes.
pub(crate) async fn play_out(house: &House, clients: &mut [Client], dice: &mut Dice) -> usize {
    for moves in 0.. {
        if clients.iter().all(|client| client.state() == "finished") {
            return moves;
        }
        let Some(actor) = clients.iter().position(|client| !client.legal.is_empty()) else {
            let left = clients[0].remaining.expect("somebody can act, or time runs");
            let next = clients[0].seq + 1;
            house.clock.advance(Duration::from_millis(left));
            all_at(clients, next).await;
            continue;
        };
        let action = dice.pick(&clients[actor].legal).clone();
        let seq =
            clients[actor].act(action.clone()).await.unwrap_or_else(|r| panic!("{action} is listed: {r:?}"));
        all_at(clients, seq).await;
    }
    unreachable!("a game ends")
}

/// Just the code of a refusal.
pub(crate) fn code<T: std::fmt::Debug>(outcome: Result<T, Refused>) -> String {
    outcome.expect_err("this should be refused").0
}
