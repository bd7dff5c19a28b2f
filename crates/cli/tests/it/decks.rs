//! Custom decks, as their author and an operator meet them.

use crate::running::{Running, serve_in};
use client::{Lobby, protocol::lobby::Seated};
use serde_json::{Value, json};
use std::{
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};
use tempfile::tempdir;

const BUILT_IN: &str = include_str!("../../../games/roost/decks/roost/deck.toml");

/// Writes the built-in deck under another id, spread over two files, with some text replaced.
fn write_deck(folder: &Path, id: &str, from: &str, to: &str) {
    assert!(BUILT_IN.contains(from), "{from}");
    let text =
        BUILT_IN.replacen("deck.id = \"roost\"", &format!("deck.id = \"{id}\""), 1).replacen(from, to, 1);
    let cards = text.find("\ncard = [").unwrap();
    let rest = text[cards..].find("\n]\n").unwrap() + cards + 3;
    fs::create_dir_all(folder.join("i18n")).unwrap();
    fs::write(folder.join("deck.toml"), format!("{}{}", &text[..cards], &text[rest..])).unwrap();
    fs::write(folder.join("cards.toml"), &text[cards..rest]).unwrap();
    fs::write(folder.join("i18n/de.toml"), "this is no TOML and nobody minds").unwrap();
}

fn aboveboard(args: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aboveboard"));
    command.args(args).arg(folder).env_remove("ABOVEBOARD_DECKS").stdin(Stdio::null()).output().unwrap()
}

#[test]
fn check_says_what_a_deck_is_made_of() {
    let folder = tempdir().unwrap();
    write_deck(
        &folder.path().join("garden"),
        "garden",
        "deck.title = \"Roost\"",
        "deck.title = \"The garden\"",
    );
    let output = aboveboard(&["deck", "check"], folder.path());
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    for word in
        ["garden “The garden”, hash ", "80 cards", "grassland+wetland 5", "root mean square", "tuck_reward 7"]
    {
        assert!(text.contains(word), "{word}: {text}");
    }
    let output = aboveboard(&["deck", "check", "--json"], &folder.path().join("garden"));
    let reports: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&reports[0]["deck"]["id"], &reports[0]["figures"]["cards"]), (&json!("garden"), &json!(80)));
    assert_eq!(reports[0]["figures"]["residuals"].as_array().unwrap().len(), 80);
}

#[test]
fn check_names_file_card_and_field_of_every_mistake() {
    let folder = tempdir().unwrap();
    write_deck(folder.path(), "garden", "points = 9, nest", "points = 12, nest");
    let path = folder.path().join("cards.toml");
    let cards = fs::read_to_string(&path).unwrap().replacen("op = \"gain\"", "op = \"steal\"", 1);
    fs::write(path, cards).unwrap();
    let output = aboveboard(&["deck", "check"], folder.path());
    let text = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{text}");
    for word in ["cards.toml:", "card \"", "points: 12 is outside 0..=9 (out_of_range)", "unknown_op"] {
        assert!(text.contains(word), "{word}: {text}");
    }
    let nothing = tempdir().unwrap();
    let output = aboveboard(&["deck", "check"], nothing.path());
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains(".toml"));
}

#[test]
fn every_command_can_be_given_decks() {
    let folder = tempdir().unwrap();
    write_deck(&folder.path().join("garden"), "garden", "deck.max_players = 5", "deck.max_players = 2");
    let sim = ["sim", "roost", "--games", "2", "--seats", "2", "--option", "deck=garden"];
    let options = ["--option", "max_seats=2", "--option", "length=short", "--decks"];
    let output = aboveboard(&[&sim[..], &options[..]].concat(), folder.path());
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let output = aboveboard(&["games", "--json", "--decks"], folder.path());
    let games: Value = serde_json::from_slice(&output.stdout).unwrap();
    let roost = games.as_array().unwrap().iter().find(|game| game["name"] == "roost").unwrap();
    assert_eq!(roost["decks"][1]["id"], "garden");

    let output = aboveboard(&[&sim[..], &["--decks"]].concat(), &folder.path().join("nowhere"));
    assert_eq!(output.status.code(), Some(2), "a folder that was named must be there");
}

/// Opens a room with a deck.
fn open_room(room: &Running, deck: &str) -> Seated {
    let body = json!({ "host": { "name": "Zebulon" }, "game": "roost", "options": { "deck": deck } });
    room.wait(async { Lobby::connect(room.address).await?.post("/api/rooms", &body).await }).unwrap()
}

#[test]
fn a_card_room_offers_decks_and_misses_them_in_words() {
    let (folder, data) = (tempdir().unwrap(), tempdir().unwrap());
    write_deck(
        &folder.path().join("garden"),
        "garden",
        "deck.title = \"Roost\"",
        "deck.title = \"The garden\"",
    );
    write_deck(&folder.path().join("broken"), "broken", "points = 9, nest", "points = 12, nest");
    let decks = folder.path().to_str().unwrap();
    let mut room = Running::start(serve_in(data.path(), &["--decks", decks, "--bot-pace", "at-once"]));
    room.wait_for("12 is outside 0..=9");
    let seated = open_room(&room, "garden");
    let client = room.sit_down(&seated);
    let shown = serde_json::to_value(&client.shown().room).unwrap();
    assert_eq!(
        (&shown["options"]["deck"], &shown["deck"]["title"]),
        (&json!("garden"), &json!("The garden"))
    );
    let hash = shown["deck"]["hash"].as_str().unwrap().to_owned();
    let (status, head, cards) = room.http(&format!("GET /api/decks/{hash}"), "", "");
    assert!(status == 200 && head.contains("immutable"), "{head}");
    let cards: Value = serde_json::from_str(&cards).unwrap();
    assert_eq!((&cards["hash"], cards["cards"].as_array().unwrap().len()), (&json!(hash), 80));
    assert_eq!(room.get("/api/decks/0123").0, 404);
    drop(client);
    room.stop();

    // Without its deck the room says what it lacks, and with it goes on.
    let code = seated.code.as_str();
    let mut room = Running::start(serve_in(data.path(), &[]));
    room.wait_for("the deck “garden” is not here");
    let (status, body) = room.get(&format!("/api/rooms/{code}"));
    let fault: Value = serde_json::from_str(&body).unwrap();
    assert_eq!(
        (status, &fault["code"], &fault["detail"]["deck"]),
        (404, &json!("deck_missing"), &json!("garden"))
    );
    room.stop();
    let room = Running::start(serve_in(data.path(), &["--decks", decks]));
    assert_eq!(room.get(&format!("/api/rooms/{code}")).0, 200);
    room.stop();
}

#[test]
fn a_folder_without_a_deck_is_refused() {
    let folder = tempdir().unwrap();
    for args in [&["games", "--decks"][..], &["deck", "check"]] {
        let output = aboveboard(args, folder.path());
        let error = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(&format!("no deck in {}", folder.path().display())), "{error}");
    }
}

#[test]
fn a_syntax_error_is_the_only_one_reported() {
    let folder = tempdir().unwrap();
    fs::write(folder.path().join("deck.toml"), "deck.id = \"garden\"\ndeck.title = \n").unwrap();
    let output = aboveboard(&["deck", "check"], folder.path());
    let error = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains("deck.toml:2") && !error.contains("is missing"), "{error}");
}
