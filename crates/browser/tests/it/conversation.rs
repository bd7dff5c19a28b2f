//! A module that tests talk to in JSON.

use browser::Module;
use serde_json::{Value, json};
use std::{env, fs, path::PathBuf};

#[derive(Default)]
pub(crate) struct Page {
    pub(crate) module: Module,
}

impl Page {
    /// What a good request gets.
    #[expect(clippy::needless_pass_by_value, reason = "requests are written where they are sent")]
    pub(crate) fn ok(&mut self, request: Value) -> Value {
        let mut answer = self.answer(&request);
        assert!(answer.get("ok").is_some(), "{answer}");
        answer["ok"].take()
    }
    /// The code and detail that a bad one gets.
    #[expect(clippy::needless_pass_by_value, reason = "requests are written where they are sent")]
    pub(crate) fn error(&mut self, request: Value) -> (String, Value) {
        let answer = self.answer(&request);
        let code = answer["error"]["code"].as_str();
        (code.unwrap_or_else(|| panic!("{answer}")).into(), answer["error"]["detail"].clone())
    }
    fn answer(&mut self, request: &Value) -> Value {
        serde_json::from_str(&self.module.answer(request.to_string().as_bytes())).unwrap()
    }
}

/// A finished game whose file never changes.
pub(crate) fn golden(game: &str) -> String {
    let here = env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests");
    let path = PathBuf::from(here).join(format!("../catalog/tests/golden/{game}-1.json"));
    fs::read_to_string(path).unwrap()
}

#[test]
fn hello_names_every_version() {
    let hello = Page::default().ok(json!({"cmd": "hello"}));
    assert_eq!((&hello["module"], &hello["protocol"]), (&json!(browser::VERSION), &json!(engine::PROTOCOL)));
    assert_eq!((&hello["proof"], &hello["witness"]), (&json!("proof 2"), &json!("witness 2")));
    for game in catalog::ALL {
        assert_eq!(hello["rules"][game.name], game.rules);
    }
}

#[test]
fn the_commands_of_the_engine_are_there() {
    let mut page = Page::default();
    page.ok(json!({"cmd": "open", "game": "euchre", "seed": 1}));
    let choice = page.ok(json!({"cmd": "choose", "seat": 0, "level": "easy"}));
    assert!(choice.get("action").is_some());
    // A request that the module does not know belongs to a table of the engine: it stays.
    page.ok(json!({"cmd": "hello"}));
    assert_eq!(page.ok(json!({"cmd": "close"})), json!({}));
    assert_eq!(page.error(json!({"cmd": "close"})).0, "no_table");
}

#[test]
fn a_deck_that_does_not_come_with_the_game_can_be_added() {
    let mut page = Page::default();
    let (code, detail) =
        page.error(json!({"cmd": "deck", "game": "roost", "files": [["deck.toml", "id ="]]}));
    assert_eq!(code, "bad_deck");
    assert!(!detail["mistakes"].as_array().unwrap().is_empty());
    assert_eq!(page.error(json!({"cmd": "deck", "game": "euchre", "files": []})).0, "bad_deck");
    assert_eq!(page.error(json!({"cmd": "deck", "game": "chess", "files": []})).0, "unknown_game");
}
