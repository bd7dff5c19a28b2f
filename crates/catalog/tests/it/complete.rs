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
    let runs = |name: &str, what: &str| {
        let (tests, code) = (test("main.rs"), test(&format!("{name}.rs")));
        code.contains(what) && !code.contains("#[ignore") && tests.contains(&format!("mod {name};"))
    };
    let has_files = |folder: &str| {
        fs::read_dir(game.join(folder)).is_ok_and(|files| {
            files.flatten().any(|file| file.metadata().is_ok_and(|file| file.is_file() && file.len() > 0))
        })
    };
    let document = fs::read_to_string(root.join(format!("docs/rules/{name}.md"))).unwrap_or_default();
    [
        (runs("laws", "Laws::<"), "tests/it/laws.rs that runs testkit's Laws"),
        (has_files("playthroughs"), "a playthrough in playthroughs/"),
        (has_files("refused"), "a refused game in refused/"),
        (runs("refused", "refused_games::<"), "tests/it/refused.rs that runs testkit's refused_games"),
        (document.lines().count() > 20, "its rules document in docs/rules"),
    ]
    .into_iter()
    .filter(|(there, _)| !there)
    .map(|(_, what)| format!("{name} lacks {what}"))
    .collect()
}

#[test]
fn every_listed_game_has_its_laws_games_to_read_and_rules_document() {
    let missing: Vec<_> = catalog::ALL.iter().flat_map(|entry| lacks(&root(), entry.name)).collect();
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn a_game_that_has_nothing_lacks_everything() {
    assert_eq!(lacks(&root(), "no such game").len(), 5);
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
