//! What every log must do, wherever it keeps its entries. An implementation runs all of it with one line:
//! `log_suite::run!(open)`, where `open` is an async function that gives an `Arc<dyn RoomLog>` and whatever
//! must live as long as that.

use catalog::Json;
use catalog::proof::Signature;
use futures_util::future::join_all;
use kernel::{Drawn, Hex32, Input, Seat, SeatStatus, Start, WindowId};
use serde_json::{json, value::RawValue};
use server::{
    cluster::NodeId,
    log::{
        AppendError, AppendedEntry, Chair, Deal, DeckPin, Discarded, Entry, IndexUpdate, Person, Played,
        RoomId, RoomLog, Sender, Seq, What,
    },
    protocol::lobby::{Level, Settings},
};
use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};
use tokio::{sync::broadcast, time::timeout};

type Log = Arc<dyn RoomLog>;

/// Every law of this file as a test of its own.
macro_rules! run {
    ($open:path) => {
        $crate::log_suite::run!(
            $open:
            everything_comes_back,
            large_entries_come_back,
            an_unknown_room_is_empty,
            reading_may_begin_anywhere_and_changes_nothing,
            a_wrong_expectation_changes_nothing,
            of_many_who_expect_the_same_one_succeeds,
            a_writer_that_catches_up_gets_in,
            rooms_do_not_touch_each_other,
            a_subscriber_receives_every_entry_once_and_in_order,
            watching_and_then_reading_misses_nothing,
            open_rooms_are_those_not_closed,
        );
    };
    ($open:path: $($law:ident),* $(,)?) => {
        $(
            #[tokio::test(flavor = "multi_thread")]
            async fn $law() {
                let (log, _home) = $open().await;
                $crate::log_suite::$law(log).await;
            }
        )*
    };
}
pub(crate) use run;

/// A room that no other test uses. Half of them have the highest bit set.
pub(crate) fn fresh_room() -> RoomId {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    RoomId(NEXT.fetch_add(1, Ordering::Relaxed).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

/// An entry that its number distinguishes from others.
pub(crate) fn numbered(n: u64) -> Entry {
    let by = Sender { player: format!("player {}", n % 4), id: format!("message {n}"), body: u64::MAX - n };
    Entry { at: n, by: Some(by), what: What::Played(act(Seat((n % 4) as u8), &format!(r#"{{"play":{n}}}"#))) }
}

/// An entry as text: two entries are the same if this is.
pub(crate) fn text(entry: &Entry) -> String {
    serde_json::to_string(entry).unwrap()
}

/// The numbers of [`numbered`] entries.
pub(crate) fn numbers(entries: &[Entry]) -> Vec<u64> {
    entries.iter().map(|entry| entry.at).collect()
}

/// Appends `numbered` entries until the room has `length`.
pub(crate) async fn fill(log: &dyn RoomLog, room: RoomId, length: Seq) {
    let begun = log.read(room, 0).await.unwrap().len() as Seq;
    for n in begun..length {
        assert_eq!(log.append(room, n, &numbered(n + 1), None).await, Ok(n + 1));
    }
}

pub(crate) async fn everything_comes_back(log: Log) {
    let room = fresh_room();
    let entries = one_of_each();
    for (entry, n) in entries.iter().zip(0..) {
        assert_eq!(log.append(room, n, entry, None).await, Ok(n + 1));
    }
    let read = log.read(room, 0).await.unwrap();
    let texts = |entries: &[Entry]| entries.iter().map(text).collect::<Vec<_>>();
    assert_eq!(texts(&read), texts(&entries));
}

pub(crate) async fn large_entries_come_back(log: Log) {
    let room = fresh_room();
    for (size, n) in [1_000, 5_000, 100_000, 900_000].into_iter().zip(0..) {
        let entry = Entry { at: n, by: None, what: What::Closed { reason: "ß".repeat(size / 2) } };
        assert_eq!(log.append(room, n, &entry, None).await, Ok(n + 1));
        let read = log.read(room, n).await.unwrap();
        assert!(read.len() == 1 && text(&read[0]) == text(&entry), "an entry of {size} bytes");
    }
}

pub(crate) async fn an_unknown_room_is_empty(log: Log) {
    assert_eq!(log.read(fresh_room(), 0).await.unwrap().len(), 0);
    assert_eq!(log.read(RoomId(u64::MAX), 7).await.unwrap().len(), 0);
}

pub(crate) async fn reading_may_begin_anywhere_and_changes_nothing(log: Log) {
    let room = fresh_room();
    fill(&*log, room, 10).await;
    for _ in 0..3 {
        for from in 0..=10 {
            assert_eq!(numbers(&log.read(room, from).await.unwrap()), (from + 1..=10).collect::<Vec<_>>());
        }
        for beyond in [11, 1 << 40, u64::MAX] {
            assert_eq!(log.read(room, beyond).await.unwrap().len(), 0);
        }
    }
    assert_eq!(log.append(room, 10, &numbered(11), None).await, Ok(11));
}

pub(crate) async fn a_wrong_expectation_changes_nothing(log: Log) {
    let room = fresh_room();
    let entry = numbered(99);
    let opened = || Some(IndexUpdate::Opened { code: "NEVER".into() });
    for wrong in [1, 2, u64::MAX] {
        let refused = log.append(room, wrong, &entry, opened()).await;
        assert_eq!(refused, Err(AppendError::Conflict { at: 0 }));
    }
    fill(&*log, room, 3).await;
    for wrong in [0, 1, 2, 4, 1 << 63, u64::MAX] {
        let refused = log.append(room, wrong, &entry, opened()).await;
        assert_eq!(refused, Err(AppendError::Conflict { at: 3 }));
    }
    assert_eq!(numbers(&log.read(room, 0).await.unwrap()), [1, 2, 3]);
    assert!(log.open_rooms().await.unwrap().iter().all(|(open, _)| *open != room));
    assert_eq!(log.append(room, 3, &numbered(4), None).await, Ok(4));
}

pub(crate) async fn of_many_who_expect_the_same_one_succeeds(log: Log) {
    let room = fresh_room();
    for round in 0..40 {
        let racers = (0..16).map(|racer| {
            let log = log.clone();
            tokio::spawn(async move { (racer, log.append(room, round, &numbered(racer), None).await) })
        });
        let mut winners = Vec::new();
        for racer in join_all(racers).await {
            match racer.unwrap() {
                (racer, Ok(seq)) => winners.push((racer, seq)),
                (_, refused) => assert_eq!(refused, Err(AppendError::Conflict { at: round + 1 })),
            }
        }
        let written = numbers(&log.read(room, round).await.unwrap());
        assert!(winners.len() == 1 && winners[0].1 == round + 1, "round {round}: {winners:?}");
        assert_eq!(written, [winners[0].0]);
    }
}

pub(crate) async fn a_writer_that_catches_up_gets_in(log: Log) {
    const EACH: u64 = 25;
    let room = fresh_room();
    let racers = (0..8).map(|racer| {
        let log = log.clone();
        tokio::spawn(async move {
            let (mut at, mut places) = (0, Vec::new());
            while places.len() < EACH as usize {
                let entry = numbered(racer * EACH + places.len() as u64);
                match log.append(room, at, &entry, None).await {
                    Ok(seq) => places.push((seq, entry.at)),
                    Err(AppendError::Conflict { at: now }) => {
                        assert!(now > at, "{now} is no progress from {at}");
                    }
                    Err(failed) => panic!("{failed}"),
                }
                at = log.read(room, at).await.unwrap().len() as u64 + at;
            }
            places
        })
    });
    let mut places: Vec<_> = join_all(racers).await.into_iter().flat_map(Result::unwrap).collect();
    places.sort_unstable();
    assert!(places.iter().map(|(seq, _)| *seq).eq(1..=8 * EACH), "one place for each");
    let read = numbers(&log.read(room, 0).await.unwrap());
    assert!(places.iter().map(|(_, n)| n).eq(&read), "and each is where it was told to be");
}

pub(crate) async fn rooms_do_not_touch_each_other(log: Log) {
    let rooms: Vec<_> = (0..50).map(|_| fresh_room()).collect();
    let filled = rooms.iter().zip(1..).map(|(room, length)| {
        let (log, room) = (log.clone(), *room);
        tokio::spawn(async move { fill(&*log, room, length).await })
    });
    join_all(filled).await.into_iter().for_each(Result::unwrap);
    for (room, length) in rooms.iter().zip(1..) {
        assert_eq!(numbers(&log.read(*room, 0).await.unwrap()), (1..=length).collect::<Vec<_>>());
    }
}

pub(crate) async fn a_subscriber_receives_every_entry_once_and_in_order(log: Log) {
    let (room, other) = (fresh_room(), fresh_room());
    let (mut first, mut second) = (log.watch(room).await.unwrap(), log.watch(room).await.unwrap());
    let (here, there) = (log.clone(), log.clone());
    let here = tokio::spawn(async move { fill(&*here, room, 100).await });
    let there = tokio::spawn(async move { fill(&*there, other, 100).await });
    here.await.unwrap();
    there.await.unwrap();
    // Subscribers do not receive a refused append.
    log.append(room, 5, &numbered(0), None).await.unwrap_err();
    let mut late = log.watch(room).await.unwrap();
    fill(&*log, room, 120).await;

    for (watcher, from) in [(&mut first, 0), (&mut second, 0), (&mut late, 100)] {
        for n in from + 1..=120 {
            let (seq, entry) = hear(watcher).await;
            assert_eq!((seq, text(&entry)), (n, text(&numbered(n))));
        }
        assert!(watcher.is_empty(), "nothing twice");
    }
    drop((first, second, late));
    let mut again = log.watch(room).await.unwrap();
    fill(&*log, room, 121).await;
    assert_eq!(hear(&mut again).await.0, 121);
}

pub(crate) async fn watching_and_then_reading_misses_nothing(log: Log) {
    const LENGTH: u64 = 200;
    let room = fresh_room();
    let writer = log.clone();
    let writer = tokio::spawn(async move { fill(&*writer, room, LENGTH).await });
    let followers = (0..8).map(|from| {
        let log = log.clone();
        tokio::spawn(async move {
            let mut at = 0;
            // Comes and goes all the time, as a node does that serves a room for a while.
            while at < LENGTH {
                let mut watcher = log.watch(room).await.unwrap();
                at += log.read(room, at).await.unwrap().len() as u64;
                for _ in 0..from {
                    if at >= LENGTH {
                        break;
                    }
                    let (seq, _) = hear(&mut watcher).await;
                    assert!(seq <= at + 1, "{seq} after {at}");
                    at = at.max(seq);
                }
            }
        })
    });
    join_all(followers).await.into_iter().for_each(Result::unwrap);
    writer.await.unwrap();
}

pub(crate) async fn open_rooms_are_those_not_closed(log: Log) {
    let rooms: Vec<_> = (0..6).map(|n| (fresh_room(), format!("CODE{n}"))).collect();
    for (room, code) in &rooms {
        let mark = IndexUpdate::Opened { code: code.clone() };
        assert_eq!(log.append(*room, 0, &numbered(1), Some(mark)).await, Ok(1));
        assert_eq!(log.append(*room, 1, &numbered(2), None).await, Ok(2));
    }
    for (room, _) in &rooms[..3] {
        assert_eq!(log.append(*room, 2, &numbered(3), Some(IndexUpdate::Closed)).await, Ok(3));
    }
    let open = log.open_rooms().await.unwrap();
    let among = |room: &(RoomId, String)| open.iter().filter(|other| *other == room).count();
    assert!(rooms[..3].iter().all(|closed| among(closed) == 0));
    assert!(rooms[3..].iter().all(|open| among(open) == 1));
    // A closed room can still be read, and its code used again.
    assert_eq!(log.read(rooms[0].0, 0).await.unwrap().len(), 3);
    assert_eq!(log.append(rooms[0].0, 2, &numbered(9), None).await, Err(AppendError::Conflict { at: 3 }));
    let again = (fresh_room(), rooms[0].1.clone());
    let mark = IndexUpdate::Opened { code: again.1.clone() };
    assert_eq!(log.append(again.0, 0, &numbered(1), Some(mark)).await, Ok(1));
    assert!(log.open_rooms().await.unwrap().contains(&again));
}

async fn hear(watcher: &mut broadcast::Receiver<AppendedEntry>) -> (Seq, Entry) {
    let heard = timeout(Duration::from_secs(20), watcher.recv()).await.expect("nothing to hear").unwrap();
    (heard.seq, heard.entry().unwrap())
}

fn act(seat: Seat, action: &str) -> Played {
    let action: Json = RawValue::from_string(action.into()).unwrap();
    Played { input: Input::Act(seat, action), chances: vec![Drawn::Roll(vec![6, u32::MAX])] }
}

fn deal() -> Deal {
    Deal {
        transcript: "aboveboard deal 2\n".into(),
        signature: Signature([1; 64]),
        secret: Hex32([7; 32]),
        bytes: vec![Hex32([9; 32])],
        discarded: vec![Discarded {
            transcript: "aboveboard deal 2\nattempt 1\n".into(),
            signature: Signature([2; 64]),
            secret: Hex32([8; 32]),
            bytes: vec![None, Some(Hex32([6; 32]))],
        }],
    }
}

fn one_of_each() -> Vec<Entry> {
    let options = json!({ "score": 500, "names": ["Ä\"\\\u{0}\n", "🂡"], "deep": { "x": [null, -1.5] } });
    let options = options.as_object().unwrap();
    let person =
        Person { id: "p1".into(), name: "Zoë 🂡".into(), avatar: "fox".into(), token_hash: "00ff".into() };
    let plain = |input| Played { input, chances: vec![] };
    let whats = vec![
        What::Opened {
            code: "QUIZ".into(),
            game: "euchre".into(),
            preset: Some("stick".into()),
            options: options.clone(),
            settings: Settings::default(),
            host: person.clone(),
            lesson: Some(1),
            quick: true,
        },
        What::Joined(person),
        What::BotAdded { level: Level::Expert, name: "Ada".into(), avatar: "owl".into() },
        What::BotLevel { seat: Seat(1), level: Level::Easy },
        What::Freed { seat: Seat(2) },
        What::Moved { from: Seat(0), to: Seat(15) },
        What::OptionsSet { preset: None, options: options.clone(), settings: Settings::default() },
        What::Connection {
            seat: Seat(0),
            online: true,
            node: Some(NodeId(u64::MAX)),
            seals: true,
            played: None,
        },
        What::Connection {
            seat: Seat(0),
            online: false,
            node: None,
            seals: false,
            played: Some(plain(Input::Status(Seat(0), SeatStatus::Offline))),
        },
        What::Started {
            start: Start { seats: 4, host: Seat(0), first: Some(Seat(3)), rules: 1 },
            chances: vec![Drawn::Shuffle((0..108).collect())],
            deck: Some(DeckPin { id: "garden".into(), hash: "0f".repeat(32) }),
            deal: Some(deal()),
        },
        What::DealOpened {
            opening: "aboveboard deal 2\n".into(),
            secret: Hex32([1; 32]),
            players: vec![("p1".into(), Seat(1))],
        },
        What::Promised { player: "p1".into(), promise: Hex32([2; 32]) },
        What::DealFrozen { transcript: "aboveboard deal 2\n".into(), signature: Signature([3; 64]) },
        What::Shown { player: "p1".into(), bytes: Hex32([3; 32]) },
        What::DealVoided { late: vec!["p1".into(), "p2".into()] },
        What::Played(act(Seat(1), r#"{"play":{"card":"9♥","call":null}}"#)),
        What::Played(plain(Input::Chance(Drawn::Shuffle(vec![1, 0, u16::MAX])))),
        What::Played(plain(Input::Expire(WindowId(u32::MAX)))),
        What::HandedOver { seat: Seat(1), to: Chair::Removed, left: true, played: act(Seat(1), "\"x\"") },
        What::Read,
        What::Rematch { seat: Seat(3) },
        What::Reopened,
        What::Closed { reason: "idle".into() },
    ];
    let kinds: BTreeSet<_> = whats.iter().map(kind).collect();
    assert!(kinds.into_iter().eq(0..KINDS), "one of each kind");
    let sender = |n: u64| Sender { player: "p1".into(), id: format!("m{n}"), body: u64::MAX - n };
    whats
        .into_iter()
        .zip(1_700_000_000_000..)
        .map(|(what, at)| Entry { at, by: at.is_multiple_of(2).then(|| sender(at)), what })
        .collect()
}

const KINDS: usize = 20;

/// Without a wildcard: a new kind of entry does not compile until it is in the list above.
fn kind(what: &What) -> usize {
    match what {
        What::Opened { .. } => 0,
        What::Joined(_) => 1,
        What::BotAdded { .. } => 2,
        What::BotLevel { .. } => 3,
        What::Freed { .. } => 4,
        What::Moved { .. } => 5,
        What::OptionsSet { .. } => 6,
        What::Connection { .. } => 7,
        What::Started { .. } => 8,
        What::Played(_) => 9,
        What::HandedOver { .. } => 10,
        What::Rematch { .. } => 11,
        What::Reopened => 12,
        What::Closed { .. } => 13,
        What::Read => 14,
        What::DealOpened { .. } => 15,
        What::Promised { .. } => 16,
        What::Shown { .. } => 17,
        What::DealFrozen { .. } => 18,
        What::DealVoided { .. } => 19,
    }
}
