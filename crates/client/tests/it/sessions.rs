//! Clients on a real server.

#[path = "../../examples/first_action.rs"]
#[expect(dead_code, reason = "its main is for the command line")]
mod first_action;

use client::{
    Ceremony, Client, Endpoint, Error, Http, Lobby, Refusal, Socket,
    protocol::{
        Command, Hello, Hint, RoomState, ServerMsg,
        lobby::{Learn, NewRoom, Person, Play, Seated},
    },
};
use serde_json::value::RawValue;
use server::{
    Backends, Config, Pace,
    clock::{Clock, ManualClock, SystemClock},
    log::SqliteLog,
};
use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};
use tempfile::TempDir;
use tokio::net::{TcpListener, TcpStream};

/// A server with bots that act at once. It serves as long as the test runs.
async fn server() -> (SocketAddr, TempDir) {
    server_with(Arc::new(SystemClock::default())).await
}

async fn server_with(clock: Arc<dyn Clock>) -> (SocketAddr, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let log = SqliteLog::open(folder.path().join("log.db")).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let config = Config { pace: Pace::AtOnce, ..Config::default() };
    let backends = Backends { clock, ..Backends::new(Arc::new(log)) };
    tokio::spawn(server::run(listener, backends, config, std::future::pending()));
    (address, folder)
}

fn room(game: &str) -> NewRoom {
    NewRoom { host: Person::named("Ann"), game: game.into(), ..NewRoom::default() }
}

/// Ann and Bea in a room, both connected.
async fn pair(server: SocketAddr, game: &str, seals: bool) -> (Vec<Seated>, Client, Client) {
    let mut lobby = Lobby::connect(server).await.unwrap();
    let ann = lobby.open_room(&room(game)).await.unwrap();
    let bea = lobby.join(&ann.code, &Person::named("Bea")).await.unwrap();
    let host = Client::connect(server, &Hello::rejoin(&ann, seals)).await.unwrap();
    let guest = Client::connect(server, &Hello::rejoin(&bea, seals)).await.unwrap();
    (vec![ann, bea], host, guest)
}

fn refusal<T>(result: Result<T, Error>) -> Refusal {
    match result {
        Err(Error::Refused(refusal)) => refusal,
        Err(Error::Io(error)) => panic!("{error}"),
        Ok(_) => panic!("this should be refused"),
    }
}

#[tokio::test]
async fn the_documented_program_plays_a_game_to_its_end() {
    let (server, _folder) = server().await;
    let points = first_action::play(server).await.unwrap();
    assert!(points.len() > 1, "{points:?}");
}

#[tokio::test]
async fn two_people_play_talk_and_come_back() {
    let (server, _folder) = server().await;
    let (seats, mut ann, mut bea) = pair(server, "casino", false).await;
    ann.command(Command::Start).await.unwrap();
    ann.until(|shown| shown.table.is_some()).await.unwrap();
    let started = ann.shown().seq;
    bea.until(|shown| shown.seq >= started).await.unwrap();
    assert_eq!((ann.shown().you, bea.shown().state()), (Some(0), Some(RoomState::Playing)));

    bea.say("hello").await.unwrap();
    bea.ping(7).await.unwrap();
    let said = loop {
        match ann.receive().await.unwrap() {
            Some(ServerMsg::Said { seat, phrase }) => break (seat, phrase),
            _ => continue,
        }
    };
    assert_eq!(said, (1, "hello".into()));
    let (mover, other) =
        if bea.shown().legal().is_empty() { (&mut ann, &mut bea) } else { (&mut bea, &mut ann) };
    let action = mover.shown().legal()[0].clone();
    assert_eq!(refusal(other.act(action.clone()).await).code, "not_your_turn");
    mover.ask(action.clone()).await.unwrap();
    let version = mover.act(action).await.unwrap().version;
    other.until(|shown| shown.seq >= version).await.unwrap();
    assert_eq!(refusal(other.hint(Hint::Move).await).code, "not_available", "two people have no hints");
    assert_eq!(refusal(other.why(version).await).code, "not_available");

    // The same seat from another connection; then with a wrong token.
    let back = Client::connect(server, &Hello::rejoin(&seats[1], false)).await.unwrap();
    assert!(back.shown().seq >= version && back.shown().table.is_some());
    bea.until(|shown| shown.seq > u64::MAX - 1).await.unwrap_err();
    let replaced = std::iter::from_fn(|| bea.notice()).any(|notice| matches!(notice, ServerMsg::Replaced));
    assert!(replaced);
    let thief = Seated { token: "0".repeat(32), ..seats[1].clone() };
    let stolen = Client::connect(server, &Hello::rejoin(&thief, false)).await;
    assert_eq!(refusal(stolen).code, "bad_token");
    back.close().await.unwrap();
}

#[tokio::test]
async fn the_bytes_of_clients_that_seal_are_in_the_deal() {
    // The clock stands still, so nobody is late.
    let (server, _folder) = server_with(Arc::new(ManualClock::at(1_000_000_000))).await;
    let (_, ann, bea) = pair(server, "casino", true).await;
    let mut clients = [ann, bea];
    clients[0].command(Command::Start).await.unwrap();
    let mut ceremonies = [Ceremony::default(), Ceremony::default()];
    while clients.iter().any(|client| client.shown().table.is_none()) {
        for (seat, (client, ceremony)) in clients.iter_mut().zip(&mut ceremonies).enumerate() {
            while !client.take_part(ceremony, || [seat as u8; 32]).await.unwrap() {
                if client.shown().table.is_some() {
                    break;
                }
                client.wait().await.unwrap();
            }
        }
    }
    let deal = clients[1].shown().room.as_ref().unwrap().deal.clone().unwrap();
    assert_eq!(deal.bytes, ["00".repeat(32), "01".repeat(32)]);
    assert!(deal.discarded.is_empty(), "nobody was late");
    assert!(clients[0].shown().record().is_some_and(|record| record == deal.record));
}

#[tokio::test]
async fn the_lobby_opens_every_kind_of_table() {
    let (server, _folder) = server().await;
    let mut lobby =
        Lobby::connect(Endpoint { address: server, from: Some(IpAddr::from([127, 0, 0, 2])) }).await.unwrap();
    let play = Play { player: Person::named("Ann"), game: "eights".into(), ..Play::default() };
    let public = lobby.quick_play(&play).await.unwrap();
    assert_eq!(lobby.summary(&public.code).await.unwrap().people, 1);
    let lesson = Learn { player: Person::named("Ann"), game: "euchre".into() };
    let lesson = lobby.lesson(&lesson).await.unwrap();
    let learner = Client::connect(server, &Hello::rejoin(&lesson, false)).await.unwrap();
    assert!(learner.shown().room.as_ref().is_some_and(|room| room.lesson.is_some()));
    let mut spectator = Client::connect(server, &Hello::watch(&public.code, "Eve")).await.unwrap();
    assert_eq!(spectator.shown().you, None);
    assert_eq!(refusal(spectator.command(Command::Start).await).code, "not_seated");

    assert_eq!(refusal(lobby.summary("X1").await).code, "bad_code");
    assert_eq!(refusal(lobby.open_room(&room("poker")).await).code, "unknown_game");
    let health = lobby.http().get("/healthz").await.unwrap();
    assert_eq!((health.status, health.text().trim()), (200, "ok"));
    // What takes longer comes line by line.
    let http = Http::connect(server).await.unwrap();
    let (status, mut lines) = http.lines("/metrics").await.unwrap();
    let mut last = String::new();
    while let Some(line) = lines.next().await.unwrap() {
        last = line;
    }
    assert_eq!((status, last.as_str()), (200, "# EOF"));
}

#[tokio::test]
async fn a_raw_socket_sends_anything() {
    let (server, _folder) = server().await;
    let stream = TcpStream::connect(server).await.unwrap();
    let mut socket = Socket::over(stream, &server.to_string()).await.unwrap();
    socket.send_text("rubbish").await.unwrap();
    assert!(
        matches!(socket.receive().await.unwrap(), Some(ServerMsg::Err { code, .. }) if code == "bad_message")
    );
    assert!(socket.receive().await.unwrap().is_none(), "the server closes the connection");

    let (_, mut ann, _bea) = pair(server, "casino", false).await;
    ann.show(RawValue::from_string(r#"{"from_hand":true}"#.into()).unwrap()).await.unwrap();
    ann.socket().send_text(r#"{"ping":"seven"}"#).await.unwrap();
    loop {
        match ann.receive().await.unwrap() {
            Some(ServerMsg::Err { id: None, code, .. }) if code == "bad_message" => break,
            _ => continue,
        }
    }
}
