//! A game is in the catalog when all of it is there.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

/// Cargo says at run time where we are: two checkouts may share what is built.
fn root() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests")).join("../..")
}

/// What a listed game still lacks.
fn lacks(root: &Path, name: &str) -> Vec<String> {
    let game = root.join("crates/games").join(name);
    let test = |file: &str| fs::read_to_string(game.join("tests/it").join(file)).unwrap_or_default();
    let (tests, laws) = (test("main.rs"), test("laws.rs"));
    let lawful = laws.contains("Laws::<") && !laws.contains("#[ignore") && tests.contains("mod laws;");
    let playthroughs = fs::read_dir(game.join("playthroughs")).map_or(0, |files| {
        files
            .flatten()
            .filter(|file| file.metadata().is_ok_and(|file| file.is_file() && file.len() > 0))
            .count()
    });
    let document = fs::read_to_string(root.join(format!("docs/rules/{name}.md"))).unwrap_or_default();
    [
        (lawful, "tests/it/laws.rs that runs testkit's Laws"),
        (playthroughs > 0, "a playthrough in playthroughs/"),
        (document.lines().count() > 20, "its rules document in docs/rules"),
    ]
    .into_iter()
    .filter(|(there, _)| !there)
    .map(|(_, what)| format!("{name} lacks {what}"))
    .collect()
}

#[test]
fn every_listed_game_has_its_laws_playthroughs_and_rules_document() {
    let missing: Vec<_> = catalog::ALL.iter().flat_map(|entry| lacks(&root(), entry.name)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_game_that_has_nothing_lacks_everything() {
    assert_eq!(lacks(&root(), "no such game").len(), 3);
}

#[test]
fn every_game_in_the_tree_is_listed_once() {
    let mut there: Vec<_> = fs::read_dir(root().join("crates/games"))
        .unwrap()
        .flatten()
        .filter(|game| game.path().join("Cargo.toml").exists())
        .map(|game| game.file_name().into_string().unwrap())
        .collect();
    there.sort();
    let mut listed: Vec<_> = catalog::ALL.iter().map(|entry| entry.name.to_string()).collect();
    listed.sort();
    assert_eq!(listed, there);
}
