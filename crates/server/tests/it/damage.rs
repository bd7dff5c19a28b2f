//! What a bad disk does to a card room: less than it could.

use crate::test_server::*;
use serde_json::json;
use server::{
    Config,
    doctor::examine,
    log::{AppendError, RoomLog, SqliteLog},
};
use std::{
    fs,
    io::{Seek, SeekFrom, Write},
    time::Duration,
};

/// Two rooms, the house stopped, and the ids of both.
async fn two_rooms(house: &House) -> (Client, Client) {
    let ann = house.room("eights", "Ann", json!({})).await;
    let bea = house.room("eights", "Bea", json!({})).await;
    (ann, bea)
}

#[tokio::test]
async fn a_room_that_cannot_be_read_is_set_aside_and_all_others_go_on() {
    for broken in [r#"{"at":1,"what":{"levitated":{"seat":0}}}"#, "{\"at\":1,\"wh", "", "\u{1F0A1}"] {
        let house = House::open().await;
        let (ann, bea) = two_rooms(&house).await;
        let (ann, bea) = (ann.seated.clone(), bea.seated.clone());
        let room: i64 = {
            let db = house.database();
            let code = ann["code"].as_str().unwrap();
            let room =
                db.query_row("SELECT room FROM rooms WHERE code = ?1", [code], |row| row.get(0)).unwrap();
            db.execute("UPDATE entries SET body = ?1 WHERE room = ?2 AND seq = 2", (broken, room)).unwrap();
            room
        };
        let house = house.restart().await;
        Client::rejoin(&house, &bea).await;
        assert_eq!(code(Client::try_rejoin(&house, &ann).await.map(|_| ())), "not_available");
        let (status, health) = house.get("/healthz").await;
        let health = health.as_str().unwrap();
        let id = format!("{:016x}", room.cast_unsigned());
        assert!(status == 200 && health.starts_with("ok\n") && health.contains(&id[..8]), "{health}");
        assert!(!health.contains(&id), "strangers are not told the name of a game: {health}");
        assert_eq!(house.metric("aboveboard_rooms_set_aside").await, 1.0);
        let error = house.log.read(server::log::RoomId(room.cast_unsigned()), 0).await.unwrap_err();
        assert!(error.to_string().starts_with("the log cannot be read: entry 2 of room"), "{error}");
    }
}

#[tokio::test]
async fn a_flipped_bit_never_keeps_readable_rooms_from_going_on() {
    let house = House::open().await;
    let mut seated = Vec::new();
    for _ in 0..30 {
        let body = json!({ "player": { "name": "Ann" }, "game": "eights" });
        seated.push(house.post("/api/play-now", &body).await.1);
    }
    let mut house = house;
    house.stop().await;
    house.log.close().await;
    let file = house.files().into_iter().find(|file| file.ends_with("aboveboard.db")).unwrap();
    let sound = fs::read(&file).unwrap();
    let mut dice = Dice::new(21);
    let mut outcomes = [0; 3];
    for _ in 0..60 {
        let mut damaged = sound.clone();
        let at = dice.below(damaged.len());
        damaged[at] ^= 1 << dice.below(8);
        let folder = memory();
        let copy = folder.path().join("aboveboard.db");
        fs::write(&copy, damaged).unwrap();
        // What nothing can be read from says how to restore it.
        let log = match SqliteLog::open(&copy) {
            Ok(log) => log,
            Err(error) => {
                let text = error.to_string();
                assert!(
                    text.contains("to restore: stop the server") || text.contains("newer release"),
                    "{text}"
                );
                outcomes[0] += 1;
                continue;
            }
        };
        let open = match log.open_rooms().await {
            Ok(open) => open,
            Err(AppendError::Unreadable(_)) => {
                outcomes[1] += 1;
                continue;
            }
            Err(error) => panic!("{error}"),
        };
        // Everything else starts, with as many rooms as can be read.
        let mut readable = 0;
        for (room, _) in &open {
            readable += usize::from(log.read(*room, 0).await.is_ok());
        }
        assert!(readable >= 20, "one page holds the entries of a few rooms: {readable}");
        outcomes[2] += 1;
    }
    assert!(outcomes[2] >= 50, "{outcomes:?}");
}

#[tokio::test]
async fn damage_is_found_at_the_start_and_by_the_doctor() {
    let mut house = House::open().await;
    for _ in 0..20 {
        house.post("/api/play-now", &json!({ "player": { "name": "Ann" }, "game": "eights" })).await;
    }
    house.stop().await;
    house.log.close().await;
    let file = house.files().into_iter().find(|file| file.ends_with("aboveboard.db")).unwrap();
    let sound = examine(&file, true);
    assert!(sound.iter().all(|finding| finding.sound), "{sound:?}");
    assert!(sound.iter().any(|finding| finding.text.contains("rooms played again: 20")), "{sound:?}");
    // The second half of a page in the middle, as a bad sector leaves it.
    let mut bytes = fs::OpenOptions::new().read(true).write(true).open(&file).unwrap();
    let pages = bytes.metadata().unwrap().len() / 4096;
    bytes.seek(SeekFrom::Start(pages / 2 * 4096)).unwrap();
    bytes.write_all(&[0x5a; 2048]).unwrap();
    drop(bytes);
    let log = SqliteLog::open(&file).unwrap();
    assert!(log.storage().damage.is_some());
    log.close().await;
    let ill = examine(&file, true);
    assert!(ill.iter().any(|finding| !finding.sound && finding.text.contains("damaged")), "{ill:?}");
    assert!(ill.last().unwrap().text.contains("to restore"), "{ill:?}");
}

#[tokio::test]
async fn the_doctor_names_the_room_and_the_entry() {
    let mut house = House::open().await;
    let _clients = two_rooms(&house).await;
    house.database().execute("UPDATE entries SET body = '{}' WHERE seq = 2", ()).unwrap();
    house.stop().await;
    house.log.close().await;
    let file = house.files().into_iter().find(|file| file.ends_with("aboveboard.db")).unwrap();
    let found = examine(&file, true);
    let wrong: Vec<_> = found.iter().filter(|finding| !finding.sound).collect();
    assert!(
        wrong.iter().any(|finding| finding.text.contains("(open): entry 2 cannot be understood")),
        "{wrong:?}"
    );
    assert!(examine(&file, false).iter().all(|finding| finding.sound), "a short look reads no entries");
}

#[tokio::test]
async fn an_idle_log_leaves_nothing_in_the_write_ahead_log_alone() {
    let house = House::open().await;
    let _ann = house.room("eights", "Ann", json!({})).await;
    let file = house.files().into_iter().find(|file| file.ends_with("aboveboard.db")).unwrap();
    // The database itself, as it would be if the write-ahead log were lost.
    let alone = || {
        let folder = memory();
        let copy = folder.path().join("copy.db");
        fs::copy(&file, &copy).unwrap();
        let db = rusqlite::Connection::open(&copy).unwrap();
        db.query_row("SELECT count(*) FROM entries", (), |row| row.get::<_, i64>(0)).unwrap_or(0)
    };
    let copied = async {
        while alone() < 2 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), copied)
        .await
        .expect("the write-ahead log is copied when idle");
}

#[tokio::test]
async fn a_database_that_is_removed_is_missed_and_nothing_more_is_acknowledged() {
    let house = House::open().await;
    let mut ann = house.room("eights", "Ann", json!({})).await;
    assert_eq!(house.get("/readyz").await.0, 200);
    let files = house.files();
    let file = files.iter().find(|file| file.ends_with("aboveboard.db")).unwrap();
    let elsewhere = file.with_extension("elsewhere");
    fs::rename(file, &elsewhere).unwrap();
    assert_eq!(code(ann.command(json!({ "fill": { "seats": 2 } })).await), "internal");
    let body = json!({ "host": { "name": "Bea" }, "game": "eights" });
    assert_eq!(house.post("/api/rooms", &body).await.0, 500);
    let noticed = async {
        while house.get("/readyz").await.0 == 200 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), noticed).await.expect("it is noticed without a write");
    // Another file of that name is not the one that was opened.
    fs::write(file, "").unwrap();
    assert_eq!(code(ann.command(json!({ "fill": { "seats": 2 } })).await), "internal");
    fs::rename(&elsewhere, file).unwrap();
    ann.command(json!({ "fill": { "seats": 2 } })).await.unwrap();
}

#[tokio::test]
async fn below_the_free_space_mark_no_room_is_opened_and_games_go_on() {
    let house = House::with(Config { min_free_bytes: u64::MAX, ..generous() }).await;
    let body = json!({ "host": { "name": "Ann" }, "game": "eights" });
    let (_, refused) = house.post("/api/rooms", &body).await;
    assert!(refused["text"].as_str().unwrap().contains("nearly full"), "{refused}");
    let (status, text) = house.get("/readyz").await;
    assert_eq!((status, text.as_str().unwrap()), (503, "not ready: the disk is nearly full\n"));
    assert_eq!(house.get("/healthz").await.0, 200);
}

#[cfg(unix)]
#[test]
fn a_restored_backup_and_a_new_folder_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = memory();
    let path = folder.path().join("new/folder/aboveboard.db");
    drop(SqliteLog::open(&path).unwrap());
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(path.parent().unwrap()), 0o700);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    drop(SqliteLog::open(&path).unwrap());
    assert_eq!(mode(&path), 0o600);
}

/// The entries of rooms with finished games.
const PLAYED: &str = "entries WHERE room IN (SELECT room FROM games)";

#[tokio::test]
async fn closed_rooms_are_removed_after_a_while_and_finished_games_stay() {
    let house = House::with(Config { pace: server::Pace::AtOnce, ..generous() }).await;
    let count = |house: &House, table: &str| -> i64 {
        house.database().query_row(&format!("SELECT count(*) FROM {table}"), (), |row| row.get(0)).unwrap()
    };
    let mut ann = house.room("eights", "Ann", json!({})).await;
    ann.command(json!("close")).await.unwrap();
    let names = ["Bea", "Cal"];
    let mut clients = house.playing("eights", &names, json!({ "hand_size": 3, "min_players": 2 })).await;
    play_out(&house, &mut clients, &mut Dice::new(3)).await;
    clients[0].command(json!("close")).await.unwrap();
    drop(clients);
    assert_eq!((count(&house, "rooms"), count(&house, "games")), (2, 1));
    house.advance(25 * 60 * 60);
    let removed = async {
        while count(&house, "rooms") > 1 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), removed).await.expect("the room without a game is removed");
    assert!(count(&house, PLAYED) > 0, "the proof of a finished game stays");
    let zoe = house.room("eights", "Zoe", json!({})).await.seated.clone();
    // A clock that has jumped by years closes and deletes nothing at once.
    let day = Duration::from_secs(24 * 60 * 60);
    let config = Config { keep_played: Some(day), ..generous() };
    let house = house.restart_with(config.clone(), 3 * 365 * 24 * 60 * 60).await;
    for _ in 0..20 {
        assert_eq!(house.get("/healthz").await.0, 200);
    }
    assert!(count(&house, PLAYED) > 0, "a clock that is years ahead is not believed");
    let zoe = Client::rejoin(&house, &zoe).await;
    drop(zoe);
    house.advance(25 * 60 * 60);
    let removed = async {
        while count(&house, PLAYED) > 0 {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), removed).await.expect("after a day it is");
    assert_eq!((count(&house, "games"), count(&house, "history_games")), (1, 1), "the archive has it");
}
