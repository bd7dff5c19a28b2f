//! The embedded log: the laws of every log, and what only a file can do.

use crate::log_suite::{self, fill, fresh_room, numbered, numbers};
use futures_util::{FutureExt, future::join_all};
use rusqlite::Connection;
use serde_json::json;
use server::log::{AppendError, Entry, GameRow, IndexUpdate, RoomId, RoomLog, Seq, SqliteLog, What};
use std::{
    collections::BTreeMap,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::Arc,
};
use tempfile::TempDir;

log_suite::run!(open);

async fn open() -> (Arc<dyn RoomLog>, TempDir) {
    let home = Home::new();
    (Arc::new(home.open()), home.0)
}

struct Home(TempDir);

impl Home {
    fn new() -> Self {
        Home(tempfile::tempdir().unwrap())
    }
    fn file(&self) -> PathBuf {
        self.0.path().join("rooms.db")
    }
    fn open(&self) -> SqliteLog {
        SqliteLog::open(self.file()).unwrap()
    }
    /// A connection behind the log's back.
    fn outside(&self) -> Connection {
        Connection::open(self.file()).unwrap()
    }
}

type Answer = Result<Seq, AppendError>;

/// Sends appends so that they end up in the same batches: while the database is locked from outside, the
/// writer waits with the first few, and all the others wait for the writer. The answers come in order.
async fn together(
    home: &Home,
    log: &SqliteLog,
    appends: &[(RoomId, Seq, Option<IndexUpdate>)],
) -> Vec<Answer> {
    let outside = home.outside();
    outside.execute_batch("BEGIN IMMEDIATE").unwrap();
    let mut waiting: Vec<_> = appends
        .iter()
        .map(|(room, expected, mark)| log.append(*room, *expected, &numbered(expected + 1), mark.clone()))
        .collect();
    // Sent when polled, not answered while the lock is held.
    for append in &mut waiting {
        assert_eq!(append.now_or_never(), None);
    }
    outside.execute_batch("COMMIT").unwrap();
    join_all(waiting).await
}

fn game(number: u32) -> GameRow {
    GameRow {
        number,
        game: "euchre".into(),
        rules: 3,
        options: json!({ "score": 10 }),
        players: json!([{ "name": "Zoë" }, null]),
        outcome: json!("a draw"),
        first: 2,
        last: 40,
        ended_at: 1_700_000_000_000 + u64::from(number),
        hints: number.is_multiple_of(2),
    }
}

fn finished(number: u32) -> Option<IndexUpdate> {
    Some(IndexUpdate::Finished(Box::new(game(number))))
}

#[tokio::test]
async fn everything_is_there_after_reopening() {
    let home = Home::new();
    let rooms = [fresh_room(), fresh_room()];
    for round in 1..=3 {
        let log = home.open();
        for room in rooms {
            fill(&log, room, 10 * round).await;
        }
        match round {
            1 => log.close().await,
            _ => drop(log),
        }
    }
    let log = home.open();
    for room in rooms {
        assert_eq!(numbers(&log.read(room, 0).await.unwrap()), (1..=30).collect::<Vec<_>>());
        assert_eq!(log.append(room, 29, &numbered(0), None).await, Err(AppendError::Conflict { at: 30 }));
        assert_eq!(log.append(room, 30, &numbered(31), None).await, Ok(31));
    }
}

#[tokio::test]
async fn a_closed_log_has_answered_everything_and_takes_nothing_more() {
    let home = Home::new();
    let log = home.open();
    let rooms: Vec<_> = (0..100).map(|_| fresh_room()).collect();
    let one = numbered(1);
    let mut sent: Vec<_> = rooms.iter().map(|room| log.append(*room, 0, &one, None)).collect();
    let already: Vec<_> = sent.iter_mut().map(FutureExt::now_or_never).collect();
    log.close().await;
    for (already, append) in already.into_iter().zip(sent) {
        let answer = match already {
            Some(answer) => answer,
            None => append.await,
        };
        assert_eq!(answer, Ok(1));
    }
    let refused = log.append(rooms[0], 1, &numbered(2), None).await;
    assert!(matches!(refused, Err(AppendError::Failed(_))));
    log.close().await;
    let next = home.open();
    assert_eq!(next.read(rooms[99], 0).await.unwrap().len(), 1);
}

#[tokio::test]
async fn one_server_at_a_time() {
    let home = Home::new();
    let log = home.open();
    for _ in 0..2 {
        let refused = SqliteLog::open(home.file()).unwrap_err().to_string();
        assert!(refused.contains("rooms.db is in use by another server"), "{refused}");
    }
    // The attempt did no harm.
    fill(&log, fresh_room(), 3).await;
    drop(log);
    home.open();
}

#[tokio::test]
async fn an_empty_file_and_a_missing_folder_become_a_log() {
    let home = Home::new();
    std::fs::write(home.file(), b"").unwrap();
    fill(&home.open(), fresh_room(), 1).await;
    let deep = home.0.path().join("some/where/else.db");
    fill(&SqliteLog::open(&deep).unwrap(), fresh_room(), 1).await;
    // The cards of every running game are in there.
    #[cfg(unix)]
    for name in ["else.db", "else.db.lock"] {
        use std::os::unix::fs::PermissionsExt;
        let mode = deep.with_file_name(name).metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o077, 0, "{name}");
    }
}

#[tokio::test]
async fn a_newer_database_is_refused_and_left_alone() {
    let home = Home::new();
    fill(&home.open(), fresh_room(), 3).await;
    let version = |n: i64| home.outside().pragma_update(None, "user_version", n).unwrap();
    let known: i64 = home.outside().pragma_query_value(None, "user_version", |row| row.get(0)).unwrap();
    version(1000);
    let refused = SqliteLog::open(home.file()).unwrap_err().to_string();
    assert!(
        refused.contains(&format!(
            "rooms.db is from a newer release: its schema is 1000, this program knows {known}"
        )),
        "{refused}"
    );
    let entries = "SELECT count(*) FROM entries";
    assert_eq!(home.outside().query_row(entries, [], |row| row.get::<_, i64>(0)).unwrap(), 3);
    version(known);
    home.open();
}

#[test]
fn a_file_that_is_not_a_database_is_reported_as_such() {
    let home = Home::new();
    std::fs::write(home.file(), "Dear diary, ".repeat(1000)).unwrap();
    let refused = SqliteLog::open(home.file()).unwrap_err().to_string();
    assert!(refused.contains("rooms.db is damaged: file is not a database; to restore:"), "{refused}");
    let refused = SqliteLog::open(home.0.path()).unwrap_err().to_string();
    assert!(refused.starts_with("cannot open"), "{refused}");
    let refused = SqliteLog::open(home.file().join("below.db")).unwrap_err().to_string();
    assert!(refused.starts_with("cannot open"), "{refused}");
}

#[tokio::test]
async fn appends_of_one_room_may_follow_each_other_in_a_batch() {
    let home = Home::new();
    let log = home.open();
    let room = fresh_room();
    let appends: Vec<_> = (0..20).map(|expected| (room, expected, None)).collect();
    let answers = together(&home, &log, &appends).await;
    assert_eq!(answers, (1..=20).map(Ok).collect::<Vec<_>>());
    assert_eq!(numbers(&log.read(room, 0).await.unwrap()), (1..=20).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_conflict_does_not_spoil_the_others() {
    let home = Home::new();
    let log = home.open();
    let [a, b, c] = [(); 3].map(|()| fresh_room());
    fill(&log, b, 2).await;
    let appends =
        [(a, 0, None), (b, 1, None), (a, 1, finished(1)), (c, 7, finished(9)), (b, 2, None), (a, 1, None)];
    let conflict = |at| Err(AppendError::Conflict { at });
    let answers = together(&home, &log, &appends).await;
    assert_eq!(answers, [Ok(1), conflict(2), Ok(2), conflict(0), Ok(3), conflict(2)]);
    let lengths = join_all([a, b, c].map(|room| log.read(room, 0))).await;
    assert!(lengths.into_iter().map(|read| read.unwrap().len()).eq([2, 3, 0]));
    assert_eq!(log.games(10, None).await.unwrap().len(), 1);
}

#[tokio::test]
async fn the_primary_key_has_the_last_word() {
    let home = Home::new();
    let log = home.open();
    let [here, elsewhere] = [(); 2].map(|()| fresh_room());
    fill(&log, here, 1).await;
    // Somebody got past the lock: the writer believes that the room has one entry.
    let outside = home.outside();
    let body = serde_json::to_string(&numbered(2)).unwrap();
    outside
        .execute("INSERT INTO entries (room, seq, body) VALUES (?1, 2, ?2)", (here.0.cast_signed(), body))
        .unwrap();
    let answers = together(&home, &log, &[(elsewhere, 0, None), (here, 1, None), (here, 2, None)]).await;
    assert_eq!(answers, [Ok(1), Err(AppendError::Conflict { at: 2 }), Ok(3)]);
}

#[tokio::test]
async fn the_write_ahead_log_does_not_grow_for_ever() {
    let home = Home::new();
    let log = home.open();
    let (room, reason) = (fresh_room(), "x".repeat(20_000));
    let large = Entry { at: 0, by: None, what: What::Closed { reason } };
    for hundreds in 0..20 {
        let appends = (0..100).map(|n| log.append(room, hundreds * 100 + n, &large, None));
        assert!(join_all(appends).await.iter().all(Result::is_ok));
    }
    let size = |name: &str| home.0.path().join(name).metadata().unwrap().len();
    assert!(size("rooms.db") > 20_000_000, "most of it is in the database itself");
    assert!(size("rooms.db-wal") < 15_000_000);
}

#[tokio::test]
async fn finished_games_are_archived_with_their_entry() {
    let home = Home::new();
    let log = home.open();
    let room = fresh_room();
    for number in 1..=5 {
        let at = Seq::from(number);
        assert_eq!(log.append(room, at - 1, &numbered(at), finished(number)).await, Ok(at));
    }
    let all = log.games(10, None).await.unwrap();
    assert!(all.iter().map(|game| game.row.number).eq([5, 4, 3, 2, 1]));
    assert!(all.iter().all(|found| found.room == room && found.row == game(found.row.number)));
    let page = log.games(2, Some(all[1].id)).await.unwrap();
    assert_eq!(page, all[2..4]);
    assert_eq!(log.games(2, Some(all[4].id)).await.unwrap(), []);
}

#[tokio::test]
async fn an_entry_whose_row_is_refused_is_not_there_either() {
    let home = Home::new();
    let log = home.open();
    let outside = home.outside();
    outside
        .execute_batch(
            "CREATE TRIGGER refuse BEFORE INSERT ON games WHEN NEW.number = 13
             BEGIN SELECT RAISE(ABORT, 'an unlucky number'); END",
        )
        .unwrap();
    let [a, b, c] = [(); 3].map(|()| fresh_room());
    let mut watcher = log.watch(b).await.unwrap();
    let appends = [(a, 0, finished(1)), (b, 0, finished(13)), (b, 1, None), (c, 0, finished(2))];
    let answers = together(&home, &log, &appends).await;
    assert!(matches!(&answers[1], Err(AppendError::Failed(why)) if why.contains("unlucky")), "{answers:?}");
    assert_eq!((&answers[0], &answers[2]), (&Ok(1), &Err(AppendError::Conflict { at: 0 })));
    assert_eq!(answers[3], Ok(1));
    assert_eq!(log.read(b, 0).await.unwrap().len(), 0);
    assert_eq!(log.games(10, None).await.unwrap().len(), 2);
    assert_eq!(log.append(b, 0, &numbered(1), finished(3)).await, Ok(1));
    assert_eq!(watcher.recv().await.unwrap().seq, 1);
}

/// What a failing disk does, as far as it can be had without one: the commit fails, or the transaction is
/// lost in the middle.
#[tokio::test]
async fn of_a_failed_batch_nothing_is_there() {
    let fails_at_the_commit = "
        CREATE TABLE a (x INTEGER PRIMARY KEY);
        CREATE TABLE b (x REFERENCES a DEFERRABLE INITIALLY DEFERRED);
        CREATE TRIGGER fail AFTER INSERT ON entries WHEN NEW.seq = 7 BEGIN INSERT INTO b VALUES (1); END";
    let fails_in_the_middle = "
        CREATE TRIGGER fail AFTER INSERT ON entries WHEN NEW.seq = 7
        BEGIN SELECT RAISE(ROLLBACK, 'lost'); END";
    for failure in [fails_at_the_commit, fails_in_the_middle] {
        let home = Home::new();
        let log = home.open();
        let [a, b, c] = [(); 3].map(|()| fresh_room());
        fill(&log, b, 6).await;
        home.outside().execute_batch(failure).unwrap();
        let watchers = join_all([a, b, c].map(|room| log.watch(room))).await;
        let mut watchers: Vec<_> = watchers.into_iter().map(Result::unwrap).collect();
        // Whatever the writer takes first, the rest is one batch and the seventh entry is in it.
        let first = (fresh_room(), 0, None);
        let appends = [first, (a, 0, None), (a, 1, finished(1)), (b, 6, None), (c, 0, None)];
        let answers = together(&home, &log, &appends).await;
        assert!(matches!(answers[3], Err(AppendError::Failed(_))), "{answers:?}");
        for (room, answered, before) in
            [(a, &answers[1..3], 0), (b, &answers[3..4], 6), (c, &answers[4..], 0)]
        {
            let written = answered.iter().filter(|answer| answer.is_ok()).count();
            assert_eq!(log.read(room, 0).await.unwrap().len(), before + written, "{answers:?}");
        }
        assert_eq!(log.games(10, None).await.unwrap().len(), usize::from(answers[2].is_ok()));
        assert!(watchers[1].is_empty());

        // When the trouble is over, the log goes on where it was.
        home.outside().execute_batch("DROP TRIGGER fail").unwrap();
        assert_eq!(log.append(b, 6, &numbered(7), None).await, Ok(7));
        assert_eq!(watchers[1].recv().await.unwrap().seq, 7);
        let length = log.read(c, 0).await.unwrap().len() as Seq;
        assert_eq!(log.append(c, length, &numbered(1), None).await, Ok(length + 1));
    }
}

/// Set for the process that is to be killed: where its log is.
const VICTIM: &str = "ABOVEBOARD_TEST_APPEND_UNTIL_KILLED";
const ROOMS: u64 = 12;

#[tokio::test]
async fn acknowledged_entries_survive_a_kill() {
    let home = Home::new();
    let mut acknowledged = BTreeMap::new();
    for round in 1..=4 {
        acknowledge_until_killed(&home.file(), &mut acknowledged, 150 * round);
        let log = home.open();
        for room in 0..ROOMS {
            let read = numbers(&log.read(RoomId(room), 0).await.unwrap());
            let known = acknowledged.get(&room).copied().unwrap_or_default();
            // Each room had one append under way, which may be there.
            assert!(
                read.len() as Seq == known || read.len() as Seq == known + 1,
                "{} of {known}",
                read.len()
            );
            acknowledged.insert(room, read.len() as Seq);
            assert!(read.into_iter().zip(1..).all(|(read, written)| read == written));
        }
    }
}

/// Lets a process append until it has acknowledged this number of entries, and kills it without a warning.
fn acknowledge_until_killed(file: &Path, acknowledged: &mut BTreeMap<u64, Seq>, enough: usize) {
    struct Victim(Child);
    impl Drop for Victim {
        fn drop(&mut self) {
            let _ = self.0.kill();
            let _ = self.0.wait();
        }
    }
    let victim = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "sqlite::appends_until_killed", "--nocapture"])
        .env(VICTIM, file)
        .stdout(Stdio::piped())
        .spawn();
    let mut victim = Victim(victim.unwrap());
    let mut lines = BufReader::new(victim.0.stdout.take().unwrap());
    let (mut line, mut heard) = (String::new(), 0);
    while lines.read_line(&mut line).unwrap() > 0 {
        // What it wrote before it died counts too, but not half a line.
        if let Some((room, seq)) = line.strip_suffix('\n').and_then(acknowledgement) {
            acknowledged.insert(room, seq);
            heard += 1;
        }
        if heard == enough {
            victim.0.kill().unwrap();
        }
        line.clear();
    }
    assert!(heard >= enough, "it ended by itself after {heard}");
}

fn acknowledgement(line: &str) -> Option<(u64, Seq)> {
    let (room, seq) = line.strip_prefix("durable ")?.split_once(' ')?;
    Some((room.parse().ok()?, seq.parse().ok()?))
}

/// Not a test of its own: the process that [`acknowledged_entries_survive_a_kill`] starts and kills.
#[tokio::test(flavor = "multi_thread")]
async fn appends_until_killed() {
    let Some(file) = std::env::var_os(VICTIM) else { return };
    let log = Arc::new(SqliteLog::open(file).unwrap());
    let rooms = (0..ROOMS).map(|room| {
        let log = log.clone();
        tokio::spawn(async move {
            let mut seq = log.read(RoomId(room), 0).await.unwrap().len() as Seq;
            loop {
                seq = log.append(RoomId(room), seq, &numbered(seq + 1), None).await.unwrap();
                println!("durable {room} {seq}");
            }
        })
    });
    join_all(rooms).await;
}
