//! Files that are checked.

use crate::{
    conversation::{Page, golden},
    dealer::{Cheat, Deal, Terms, bot, person, play, witness_of},
};
use catalog::{HouseRules, proof::Proof};
use kernel::{Level, Seat};
use serde_json::{Value, json};

/// A game of Euchre of a person with bots, as far as it went.
pub(crate) fn with_bots() -> (Deal, Proof) {
    let sitters = vec![person(0), bot(Level::Easy), bot(Level::Medium), bot(Level::Easy)];
    let deal = Terms::new(HouseRules::default(), sitters, 7).hold(catalog::find("euchre").unwrap());
    let mut proof = play(&deal, 40, 7, Cheat::Nothing).proof;
    proof.sign(&deal.server);
    (deal, proof)
}

#[test]
fn a_report_is_what_the_command_line_writes_and_more() {
    for game in catalog::ALL {
        let file = golden(game.name);
        let report = Page::default().ok(json!({"cmd": "verify", "file": file}));
        let written = json!(catalog::proof::verify(file.as_bytes()));
        for (name, value) in written.as_object().unwrap() {
            assert_eq!(report[name], *value, "{name}");
        }
        assert_eq!((&report["verdict"], &report["fault"]), (&json!("consistent"), &Value::Null));
        assert_eq!(report["entries"], file.lines().filter(|line| line.starts_with("{\"version\":")).count());
    }
}

#[test]
fn the_first_fault_is_named() {
    let file = golden("euchre").replacen("\"players\":[\"", "\"players\":[\"X", 1);
    let report = Page::default().ok(json!({"cmd": "verify", "file": file}));
    assert_eq!((&report["verdict"], &report["fault"]["what"]), (&json!("broken"), &json!("digest")));
    assert!(report["conclusion"].as_str().unwrap().starts_with("Broken (digest): the file was changed"));
}

#[test]
fn a_witness_verifies_the_game_for_its_seat_and_accuses_a_forged_screen() {
    let (deal, proof) = with_bots();
    let (file, witness) = (proof.to_text(), witness_of(&deal, &proof, Seat(0), 0));
    let mut page = Page::default();
    let report = page.ok(json!({"cmd": "verify", "file": file, "witnesses": [witness]}));
    assert_eq!(report["verdict"], json!({"verified": {"seats": [0], "thrown_away": 0}}), "{report}");

    // What the page was shown is not what the rules make of the deal.
    let mut kept: Value = serde_json::from_str(&witness).unwrap();
    let seen = kept["seen"][0][1].as_str().unwrap().to_owned();
    kept["seen"][0][1] = json!(format!("{}{}", "ab".repeat(16), &seen[32..]));
    let report = page.ok(json!({"cmd": "verify", "file": file, "witnesses": [kept.to_string()]}));
    assert_eq!((&report["verdict"], &report["fault"]["what"]), (&json!("broken"), &json!("witness")));
}

#[test]
fn a_comparison_with_the_wrong_kind_is_refused() {
    let (deal, proof) = with_bots();
    let witness = witness_of(&deal, &proof, Seat(0), 0);
    let mut page = Page::default();
    let verify =
        |file: &str, witnesses: &[&str]| json!({"cmd": "verify", "file": file, "witnesses": witnesses});
    assert_eq!(page.error(verify("garbage", &[])).0, "not_a_proof");
    let (code, detail) = page.error(verify(&golden("euchre"), &[&witness]));
    assert_eq!((code.as_str(), &detail["witness"]), ("foreign_witness", &json!(0)));
    let (code, detail) = page.error(verify(&proof.to_text(), &[&witness, "garbage"]));
    assert_eq!((code.as_str(), &detail["witness"]), ("bad_witness", &json!(1)));
}

#[test]
fn noted_hashes_are_compared() {
    let (_, proof) = with_bots();
    let (file, bytes) = (proof.to_text(), proof.bytes[0].to_string());
    let mut page = Page::default();
    let commitment = proof.opening().unwrap().commitment.to_string();
    let report = page.ok(json!({"cmd": "verify", "file": file, "commitment": commitment, "own": [0, bytes]}));
    assert_eq!(report["verdict"], "consistent", "{report}");
    let report = page.ok(json!({"cmd": "verify", "file": file, "transcript": "ab".repeat(32)}));
    assert_eq!(report["fault"]["what"], "transcript noted");
}
