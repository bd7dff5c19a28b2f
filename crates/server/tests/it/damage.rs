//! What a bad disk does to a card room: less than it could.

use crate::{
    history::{ANN, BEA, hosted, joined, quick},
    test_server::*,
};
use serde_json::json;
use server::{
    Config,
    doctor::examine,
    log::{RoomLog, SqliteLog},
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

/// A server's data as one file, with a number of open rooms and some finished games.
async fn played_in(rooms: usize) -> Vec<u8> {
    let house = House::with(quick()).await;
    for _ in 0..rooms {
        let body = json!({ "player": { "name": "Ann" }, "game": "eights" });
        assert_eq!(house.post("/api/play-now", &body).await.0, 200);
    }
    for seed in 0..5 {
        let mut ann = hosted(&house, "eights", "Bea", ANN, json!({ "hand_size": 3, "min_players": 2 })).await;
        let cal = joined(&house, &ann.code.clone(), "Cal", BEA).await;
        ann.command(json!("start")).await.unwrap();
        let mut clients = vec![ann, cal];
        for client in &mut clients {
            client.until(|client| client.view.is_some()).await;
        }
        play_out(&house, &mut clients, &mut Dice::new(seed)).await;
        clients[0].command(json!("close")).await.unwrap();
    }
    house.into_database().await
}

/// Changes the database of a house with SQL.
fn edited(database: &[u8], work: impl FnOnce(&rusqlite::Connection)) -> Vec<u8> {
    let folder = memory();
    let file = folder.path().join("aboveboard.db");
    fs::write(&file, database).unwrap();
    let db = rusqlite::Connection::open(&file).unwrap();
    work(&db);
    db.close().unwrap();
    fs::read(&file).unwrap()
}

/// Where the root page of a table or index begins.
fn root_page(database: &[u8], name: &str) -> usize {
    let mut root = 0_u32;
    edited(database, |db| {
        let select = "SELECT rootpage FROM sqlite_schema WHERE name = ?1";
        root = db.query_row(select, [name], |row| row.get(0)).unwrap();
    });
    (root as usize - 1) * 4096
}

fn on_disk(config: Config) -> Setup {
    Setup { config, ..Setup::default() }
}

#[tokio::test]
async fn a_flipped_bit_keeps_no_server_from_starting_and_what_is_missing_is_named() {
    let sound = played_in(30).await;
    let mut dice = Dice::new(21);
    let mut complete = 0;
    for flip in 0..60 {
        let mut damaged = sound.clone();
        // Some of them where all tables are described.
        let within = if flip < 10 { 2 * 4096 } else { damaged.len() };
        let (at, bit) = (dice.below(within), dice.below(8));
        damaged[at] ^= 1 << bit;
        let house = match House::on(&damaged, on_disk(quick())).await {
            Ok(house) => house,
            // Where the description of all tables is damaged, nothing can be read, and it says how to restore it.
            Err(error) => {
                assert!(at < 2 * 4096, "{error} for a bit of page {}", at / 4096 + 1);
                assert!(error.contains("to restore: stop") || error.contains("newer release"), "{error}");
                continue;
            }
        };
        assert_eq!(house.get("/readyz").await.0, 200, "bit {bit} of byte {at}");
        let running = house.metric("aboveboard_rooms").await;
        let (_, health) = house.get("/healthz").await;
        // One page holds the entries of a few rooms.
        assert!(running >= 25.0, "{running} rooms after bit {bit} of byte {at}: {health}");
        if health == json!("ok\n") {
            assert_eq!(running, 30.0, "bit {bit} of byte {at}");
            complete += 1;
        }
    }
    assert!(complete >= 20, "{complete}");
}

#[tokio::test]
async fn a_row_of_the_list_of_rooms_that_cannot_be_read_costs_no_room() {
    let house = House::with(quick()).await;
    let (ann, bea) = two_rooms(&house).await;
    let (ann, bea) = (ann.seated.clone(), bea.seated.clone());
    let sound = house.into_database().await;
    let code = ann["code"].as_str().unwrap().as_bytes();
    // The high bit of a letter: not UTF-8 any more, in the table and in its index.
    let mut damaged = sound.clone();
    let rows: Vec<usize> = [root_page(&sound, "rooms"), root_page(&sound, "rooms_open")]
        .into_iter()
        .map(|page| {
            page + sound[page..page + 4096].windows(code.len()).position(|here| here == code).unwrap()
        })
        .collect();
    for at in rows {
        damaged[at] ^= 0x80;
    }
    let house = House::on(&damaged, on_disk(quick())).await.unwrap();
    // The log of a room says its code as well.
    Client::rejoin(&house, &ann).await;
    Client::rejoin(&house, &bea).await;
    drop(house);
    // An index that cannot be read at all: the table has the rooms, and the damage is named.
    let mut damaged = sound.clone();
    let index = root_page(&sound, "rooms_open");
    damaged[index..index + 4096].fill(0x5a);
    let house = House::on(&damaged, on_disk(quick())).await.unwrap();
    Client::rejoin(&house, &ann).await;
    Client::rejoin(&house, &bea).await;
    let (_, health) = house.get("/healthz").await;
    assert!(health.as_str().unwrap().contains("the database is damaged"), "{health}");
}

#[tokio::test]
async fn a_damaged_history_keeps_nobody_from_a_table() {
    let sound = played_in(2).await;
    // The rows of finished games are to be made again, so that the start has to write them.
    let behind = edited(&sound, |db| {
        db.execute_batch("DELETE FROM history_games; UPDATE history_progress SET upto = 0;").unwrap();
    });
    for table in ["history_seats", "ratings", "sitters", "history_progress", "history_games"] {
        let mut damaged = behind.clone();
        let page = root_page(&behind, table);
        damaged[page..page + 4096].fill(0x5a);
        let house = House::on(&damaged, on_disk(quick())).await.unwrap();
        assert_eq!(house.metric("aboveboard_rooms").await, 2.0, "{table}");
        let (_, health) = house.get("/healthz").await;
        assert!(health.as_str().unwrap().contains("the history of finished games"), "{table}: {health}");
        // Somebody with a key sits down and plays to the end all the same.
        let mut ann = hosted(&house, "eights", "Ann", ANN, json!({ "hand_size": 3, "min_players": 2 })).await;
        let bea = joined(&house, &ann.code.clone(), "Bea", BEA).await;
        ann.command(json!("start")).await.unwrap();
        let mut clients = vec![ann, bea];
        for client in &mut clients {
            client.until(|client| client.view.is_some()).await;
        }
        play_out(&house, &mut clients, &mut Dice::new(4)).await;
    }
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
    let house = House::with(quick()).await;
    let options = json!({ "hand_size": 3, "min_players": 2 });
    let clients = house.playing("eights", &["Ann", "Bea"], options).await;
    let seated: Vec<_> = clients.iter().map(|client| client.seated.clone()).collect();
    drop(clients);
    let house = house.restart_with(Config { min_free_bytes: u64::MAX, ..quick() }, 0).await;
    let body = json!({ "host": { "name": "Ann" }, "game": "eights" });
    let (_, refused) = house.post("/api/rooms", &body).await;
    assert!(refused["text"].as_str().unwrap().contains("nearly full"), "{refused}");
    let (status, text) = house.get("/readyz").await;
    assert_eq!((status, text.as_str().unwrap()), (503, "not ready: the disk is nearly full\n"));
    assert_eq!(house.get("/healthz").await.0, 200);
    let mut clients =
        vec![Client::rejoin(&house, &seated[0]).await, Client::rejoin(&house, &seated[1]).await];
    let newest = clients[1].seq;
    all_at(&mut clients, newest).await;
    play_out(&house, &mut clients, &mut Dice::new(5)).await;
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
