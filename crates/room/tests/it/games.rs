//! Whole games of everything in the catalog.

use crate::page::*;
use room::{Finished, RecordId, games};
use serde_json::{Value, json};

#[test]
fn every_game_is_played_to_its_end_and_its_proof_holds() {
    for game in catalog::ALL {
        let mut page = Page::open(play(game.name, "easy"), 1);
        page.play_out();
        let (room, entries) = (page.local.id(), &page.entries);
        let file = check(room, 1, entries);
        let read: Value = serde_json::from_str(&file).unwrap();
        assert_eq!(read["bytes"], json!([kernel::Hex32(OWN_BYTES)]), "the page has added to the deal");

        // What an archive keeps is what it would be made into from the log.
        let rows = games(room, entries).unwrap();
        assert_eq!(page.games, rows);
        assert_eq!(page.games.len(), 1, "{}", game.name);
        assert_eq!(page.games[0].outcome, page.room["outcome"]);

        // The replay ends with what was on screen.
        let record = RecordId { room, number: 1 };
        let seat = kernel::Seat(0);
        let mut replay = Finished::prove(record, entries).unwrap().replay(Some(seat), 0).unwrap();
        assert_eq!(replay.players.len(), usize::from(game.default_seats));
        while (replay.from + replay.frames.len() as u32) < replay.total {
            let from = replay.from + replay.frames.len() as u32;
            replay = Finished::prove(record, entries).unwrap().replay(Some(seat), from).unwrap();
        }
        let last: Value = serde_json::from_str(replay.frames.last().unwrap().view.get()).unwrap();
        assert_eq!(last, page.table["view"], "{}", game.name);
    }
}

#[test]
fn bots_of_every_level_play_and_their_moves_can_be_thought_again() {
    for level in ["easy", "medium", "hard", "expert"] {
        let mut page = Page::open(play("euchre", level), 2);
        for _ in 0..60 {
            page.step();
        }
        page.command(&json!("leave"));
        assert!(page.ended, "nobody is left");
        assert_eq!(page.games.len(), 1, "a game that was given up is kept too");
        assert_eq!(page.games[0].outcome, Value::Null);
        check(page.local.id(), 1, &page.entries);
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    for game in catalog::ALL {
        let [one, two] = [3, 3].map(|seed| {
            let mut page = Page::open(play(game.name, "easy"), seed);
            for _ in 0..80 {
                if page.state() != "finished" {
                    page.step();
                }
            }
            page.frames
        });
        assert_eq!(one, two, "{}", game.name);
        assert!(one.len() > 10);
        let other = Page::open(play(game.name, "easy"), 4);
        assert_ne!(one[..2], other.frames[..2], "another seed is another room");
    }
}

#[test]
fn only_what_the_seat_may_see_is_sent() {
    for game in catalog::ALL {
        let mut page = Page::open(play(game.name, "easy"), 6);
        for _ in 0..60 {
            if page.state() != "finished" {
                page.step();
            }
        }
        // A log of the same entries, replayed for the person's seat alone, has the same tables in the same order.
        let server = key().public();
        let (first, rest) = page.entries.split_first().unwrap();
        let mut again = room::ReplayedRoom::open(page.local.id(), first, server).unwrap();
        let mut tables = Vec::new();
        for entry in rest {
            again.go_on(entry).unwrap();
            let viewer = again.viewer(Some(&page.seated.player_id));
            assert!(viewer.seat().is_some());
            tables.extend(again.update(viewer).table.map(|table| serde_json::to_value(table).unwrap()));
        }
        tables.dedup();
        let mut shown: Vec<Value> = Vec::new();
        for frame in &page.frames {
            let frame: Value = serde_json::from_str(frame).unwrap();
            shown.extend(frame["update"].get("table").cloned());
        }
        shown.dedup();
        // The page was not yet there for what came before its hello.
        let missed = tables.len() - shown.len();
        assert!(missed <= 2, "{}: {missed}", game.name);
        assert_eq!(tables[missed..], shown[..], "{}", game.name);
        // While the game goes on, the secret behind the deal is nowhere but in the log.
        let log = serde_json::to_value(&page.entries).unwrap().to_string();
        let secret = page.entries.iter().find_map(|entry| match &entry.what {
            room::entry::What::DealOpened { secret, .. } => Some(secret.to_string()),
            _ => None,
        });
        let secret = secret.unwrap();
        assert!(log.contains(&secret));
        if page.state() == "playing" {
            assert!(page.frames.iter().all(|frame| !frame.contains(&secret)), "{}", game.name);
        }
    }
}

#[test]
fn time_runs_out_at_a_table_with_a_clock() {
    let mut page = Page::open(table("eights", &json!({ "options": { "turn_seconds": 15 } })), 8);
    page.done(&json!({ "fill": { "seats": 3 } }));
    page.done(&json!("start"));
    // Nobody touches anything: the clock and the bots bring the game to its end.
    for _ in 0..5_000 {
        if page.state() == "finished" {
            break;
        }
        assert!(page.tick(), "there is always something to come: {}", page.room);
    }
    assert_eq!(page.state(), "finished");
    assert_eq!(page.room["seats"][0]["idle"], true, "the room has noticed that nobody plays seat 0");
    check(page.local.id(), 1, &page.entries);
}

#[test]
fn a_rematch_is_another_deal_of_its_own() {
    let mut page = Page::open(play("casino", "easy"), 9);
    page.play_out();
    page.done(&json!("rematch"));
    page.done(&json!("start"));
    assert_eq!(page.state(), "playing");
    page.play_out();
    assert_eq!(page.record(), format!("{}-2", page.local.id()));
    let [one, two] = [1, 2].map(|number| check(page.local.id(), number, &page.entries));
    assert_ne!(one, two);
    assert_eq!(page.games.len(), 2);
    page.done(&json!("reopen"));
    assert_eq!(page.state(), "lobby");
}
