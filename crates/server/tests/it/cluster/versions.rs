//! Nodes of neighbouring releases: what one adds does not trouble the other, and what the other cannot understand it leaves
//! alone.

use crate::{cluster::Room, test_server::*};
use async_nats::{
    HeaderMap,
    jetstream::{self, kv},
};
use serde_json::{Value, json};
use server::log::{Connection, JetStreamLog, RoomId, RoomLog};

/// A node of a later release, as it looks in NATS.
struct Later {
    context: jetstream::Context,
    prefix: String,
    log: JetStreamLog,
}

impl Later {
    async fn of(room: &Room) -> Later {
        let client = async_nats::connect(&room.jetstream.servers).await.unwrap();
        let connection = Connection::open(&room.jetstream).await.unwrap();
        let log = JetStreamLog::open(&connection).await.unwrap();
        Later { context: jetstream::new(client), prefix: room.jetstream.prefix.clone(), log }
    }

    async fn only_room(&self) -> RoomId {
        let open = self.log.open_rooms().await.unwrap();
        assert_eq!(open.len(), 1, "{open:?}");
        open[0].0
    }

    /// Appends an entry in its own words.
    async fn append(&self, room: RoomId, entry: &Value) -> u64 {
        let subject = format!("{}.room.{room}", self.prefix);
        let stream = self.context.get_stream(format!("{}-rooms", self.prefix)).await.unwrap();
        let last = stream.get_last_raw_message_by_subject(&subject).await.unwrap();
        let seq = last.headers.get("Aboveboard-Seq").unwrap().as_str().parse::<u64>().unwrap() + 1;
        let mut headers = HeaderMap::new();
        headers.insert("Aboveboard-Seq", seq.to_string());
        headers.insert("Aboveboard-Mood", "cheerful");
        headers.insert("Nats-Expected-Last-Subject-Sequence", last.sequence.to_string());
        let body = entry.to_string();
        self.context.publish_with_headers(subject, headers, body.into()).await.unwrap().await.unwrap();
        seq
    }

    async fn bucket(&self, name: &str) -> kv::Store {
        self.context.get_key_value(format!("{}-{name}", self.prefix)).await.unwrap()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn additions_of_a_later_release_are_ignored() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let later = Later::of(&room).await;
    let mut ann = nodes[0].room("eights", "Ann", json!({})).await;
    let mut bea = nodes[1].join(&ann.code, "Bea").await;
    ann.done(json!({ "add_bot": {} })).await;
    let id = later.only_room().await;

    // A field more in an entry, beside what happened and in it.
    let entry = json!({ "at": 7, "weather": "fine", "what": { "bot_level": { "seat": 2, "level": "hard", "why": "asked" } } });
    let seq = later.append(id, &entry).await;
    for client in [&mut ann, &mut bea] {
        client.at(seq).await;
        assert_eq!(client.room["seats"][2]["level"], "hard", "{}", client.room);
    }
    // In the list of rooms, in the heartbeats, and in the messages between nodes.
    let codes = later.bucket("codes").await;
    let mut line: Value = serde_json::from_slice(&codes.get(&ann.code).await.unwrap().unwrap()).unwrap();
    line["colour"] = json!("green");
    line["summary"]["weather"] = json!("fine");
    codes.put(&ann.code, line.to_string().into()).await.unwrap();
    let signs = later.bucket("nodes").await;
    signs.put("00000000000000aa", json!({ "version": "9.9.9" }).to_string().into()).await.unwrap();
    signs.put("not-a-number", "here".into()).await.unwrap();
    later.bucket("leases").await.put("not-a-room", "nobody".into()).await.unwrap();
    let aside = format!("{}.aside.{id}", room.jetstream.prefix);
    for said in [r#"{"from":170,"what":{"sings":{"seat":0}}}"#, "no letter at all"] {
        later.context.client().publish(aside.clone(), said.into()).await.unwrap();
    }
    // And something in the archive that nobody here knows.
    let news = format!("{}.archive.medal.1", room.jetstream.prefix);
    let medal = json!({ "medal": { "alias": "x" } }).to_string();
    later.context.publish(news, medal.into()).await.unwrap().await.unwrap();

    for node in &nodes {
        let (status, summary) = node.get(&format!("/api/rooms/{}", ann.code)).await;
        assert_eq!((status, &summary["people"]), (200, &json!(2)), "{summary}");
    }
    ann.command(json!("start")).await.unwrap();
    let mut clients = [ann, bea];
    for client in &mut clients {
        client.until(|client| client.view.is_some()).await;
    }
    let third = room.node().await;
    let mut watcher = Client::watch(&third, &clients[0].code, "Wim").await.unwrap();
    watcher.until(|client| client.view.is_some()).await;
    for node in [&nodes[0], &nodes[1], &third] {
        assert_eq!(node.get("/readyz").await.0, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_that_is_not_understood_is_left_alone() {
    let room = Room::new();
    let nodes = room.nodes(2).await;
    let later = Later::of(&room).await;
    let mut ann = nodes[0].room("eights", "Ann", json!({})).await;
    let mut bea = nodes[1].join(&ann.code, "Bea").await;
    let id = later.only_room().await;
    ann.at(bea.seq).await;
    let seq = later.append(id, &json!({ "at": 7, "what": { "danced": { "seat": 0 } } })).await;
    // Nobody is shown a room that goes on as if nothing had happened.
    for client in [&mut ann, &mut bea] {
        client.until_closed().await;
        assert!(client.notices.iter().any(|notice| notice == "come_back"), "{:?}", client.notices);
        assert!(client.seq < seq);
    }
    for (node, seated) in [(&nodes[0], &ann.seated), (&nodes[1], &bea.seated)] {
        // Not a refusal: a client that reconnects may get a node that understands it.
        let mut client = Client::connect(node).await;
        client.send_text(&rejoin(seated).to_string()).await;
        assert_eq!(client.receive().await, None);
        let (status, refused) =
            node.post(&format!("/api/rooms/{}/join", ann.code), &json!({ "name": "Cal" })).await;
        assert_eq!((status, &refused["code"]), (500, &json!("internal")));
        // Everything else goes on, and so does the room's log, untouched.
        node.room("euchre", "Dot", json!({})).await;
    }
    let stream = later.context.get_stream(format!("{}-rooms", room.jetstream.prefix)).await.unwrap();
    let subject = format!("{}.room.{id}", room.jetstream.prefix);
    let last = stream.get_last_raw_message_by_subject(&subject).await.unwrap();
    assert_eq!(last.headers.get("Aboveboard-Seq").unwrap().as_str(), seq.to_string());
}
