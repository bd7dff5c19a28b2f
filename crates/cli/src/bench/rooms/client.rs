use super::lobby::{Seated, dial};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{json, value::RawValue};
use std::{
    fmt::Display,
    io,
    net::{IpAddr, SocketAddr},
};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async_with_config,
    tungstenite::{Message, protocol::WebSocketConfig},
};

/// One seat of one room: a connection that knows what it needs to play, and nothing else.
pub(super) struct Client {
    socket: WebSocketStream<TcpStream>,
    /// The version of the room that it has seen.
    seq: u64,
    /// The next message's name.
    next_id: u64,
    /// One of its legal actions as JSON, drawn when they came; empty if it has none.
    choice: String,
    /// Whether the game is over.
    finished: bool,
    /// The name of the latest game.
    record: Option<String>,
    random: u64,
}

/// What a server says, as far as it matters here. Everything else is skipped.
#[derive(Deserialize)]
struct Heard<'a> {
    ok: Option<Accepted>,
    err: Option<Refused>,
    #[serde(borrow)]
    update: Option<News<'a>>,
}

#[derive(Deserialize)]
struct Accepted {
    version: u64,
}

#[derive(Deserialize)]
struct Refused {
    code: String,
}

#[derive(Deserialize)]
struct News<'a> {
    seq: u64,
    #[serde(borrow)]
    room: Option<Room<'a>>,
    #[serde(borrow)]
    table: Option<Table<'a>>,
}

#[derive(Deserialize)]
struct Table<'a> {
    #[serde(borrow)]
    legal: Vec<&'a RawValue>,
}

#[derive(Deserialize)]
struct Room<'a> {
    state: &'a str,
    #[serde(borrow)]
    deal: Option<Deal<'a>>,
}

#[derive(Deserialize)]
struct Deal<'a> {
    record: &'a str,
}

/// The answer to a message: the version after it, or why it was refused.
pub(super) type Answer = Result<u64, String>;

impl Client {
    /// Connects to a seat and waits until it is shown the room. `seed` decides what it chooses.
    pub(super) async fn connect(address: SocketAddr, seated: &Seated, seed: u64) -> io::Result<Client> {
        Client::connect_from(None, address, seated, seed).await
    }

    /// The same from a certain address of this machine.
    pub(super) async fn connect_from(
        from: Option<IpAddr>,
        address: SocketAddr,
        seated: &Seated,
        seed: u64,
    ) -> io::Result<Client> {
        let hello = json!({ "rejoin": {
            "protocol": server::protocol::PROTOCOL,
            "code": seated.code,
            "player_id": seated.player_id,
            "token": seated.token,
        } });
        Client::greet(from, address, &hello.to_string(), seed).await
    }

    /// Connects as a spectator and waits until it is shown the room.
    pub(super) async fn watch(from: Option<IpAddr>, address: SocketAddr, code: &str) -> io::Result<Client> {
        let hello = json!({ "watch": {
            "protocol": server::protocol::PROTOCOL,
            "code": code,
            "name": "Spectator",
        } });
        Client::greet(from, address, &hello.to_string(), 1).await
    }

    async fn greet(from: Option<IpAddr>, address: SocketAddr, hello: &str, seed: u64) -> io::Result<Client> {
        let stream = dial(from, address).await?;
        stream.set_nodelay(true)?;
        // Thousands of these share a machine with the server.
        let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
        let url = format!("ws://{address}/ws");
        let (socket, _) =
            client_async_with_config(url, stream, Some(config)).await.map_err(io::Error::other)?;
        // Zero is the one state that the generator never leaves.
        let random = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
        // Ids of a seat must differ after it comes back.
        let next_id = seed << 20;
        let (choice, record) = (String::new(), None);
        let mut client = Client { socket, seq: 0, next_id, choice, finished: false, record, random };
        client.send(hello.to_string()).await?;
        client.until(1).await?;
        Ok(client)
    }

    /// Whether it has something to do.
    pub(super) fn may_act(&self) -> bool {
        !self.choice.is_empty()
    }
    /// The name of the latest game.
    pub(super) fn record(&self) -> Option<&str> {
        self.record.as_deref()
    }
    /// Whether it has seen the end of the game.
    pub(super) fn is_finished(&self) -> bool {
        self.finished
    }

    /// Does one of the things it may do, and waits for the answer.
    pub(super) async fn act(&mut self) -> io::Result<Answer> {
        let text = self.order("do", &self.choice);
        self.ask(text).await
    }
    /// Changes something about the room, and waits for the answer.
    pub(super) async fn command(&mut self, command: &str) -> io::Result<Answer> {
        self.say("room", &format!("\"{command}\"")).await
    }
    /// Sends an order of any kind with its argument in JSON, and waits for the answer.
    pub(super) async fn say(&mut self, what: &str, argument: &str) -> io::Result<Answer> {
        let text = self.order(what, argument);
        self.ask(text).await
    }
    /// Waits until it has seen version `seq`.
    pub(super) async fn until(&mut self, seq: u64) -> io::Result<()> {
        while self.seq < seq {
            // An answer that nobody waits for has been given up already.
            let _ = self.hear().await?;
        }
        Ok(())
    }
    /// Waits for anything at all.
    pub(super) async fn news(&mut self) -> io::Result<()> {
        self.hear().await.map(drop)
    }

    fn order(&self, what: &str, argument: impl Display) -> String {
        let Client { seq, next_id, .. } = self;
        format!(r#"{{"id":"{next_id}","version":{seq},"{what}":{argument}}}"#)
    }

    async fn ask(&mut self, text: String) -> io::Result<Answer> {
        self.next_id += 1;
        self.send(text).await?;
        loop {
            if let Some(answer) = self.hear().await? {
                return Ok(answer);
            }
        }
    }

    async fn send(&mut self, text: String) -> io::Result<()> {
        self.socket.send(Message::text(text)).await.map_err(io::Error::other)
    }

    /// Takes in the next message; returns the answer if it is one.
    async fn hear(&mut self) -> io::Result<Option<Answer>> {
        let message =
            self.socket.next().await.ok_or(io::ErrorKind::UnexpectedEof)?.map_err(io::Error::other)?;
        let text = match message {
            Message::Text(text) => text,
            // The library answers these by itself.
            Message::Ping(_) | Message::Pong(_) => return Ok(None),
            other => return Err(io::Error::other(format!("the server sent {other}"))),
        };
        let heard: Heard<'_> = serde_json::from_str(&text)
            .map_err(|error| io::Error::other(format!("{error} in what the server sent: {text}")))?;
        if let Some(update) = heard.update {
            self.take_in(&update);
        }
        let refused = heard.err.map(|refused| Err(refused.code));
        Ok(heard.ok.map(|accepted| Ok(accepted.version)).or(refused))
    }

    fn take_in(&mut self, update: &News<'_>) {
        self.seq = update.seq;
        if let Some(room) = &update.room {
            self.finished = room.state == "finished";
            self.record = room.deal.as_ref().map(|deal| deal.record.to_owned()).or(self.record.take());
        }
        if let Some(Table { legal }) = &update.table {
            self.choice.clear();
            if !legal.is_empty() {
                let index = self.draw(legal.len());
                self.choice.push_str(legal[index].get());
            }
        }
    }

    /// A number below `below`: xorshift is random enough for a measurement, and costs nothing.
    fn draw(&mut self, below: usize) -> usize {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        ((u128::from(self.random) * below as u128) >> 64) as usize
    }
}
