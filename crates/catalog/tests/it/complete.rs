//! A game is in the catalog when all of it is there.

use kernel::Beat;
use std::{
    collections::BTreeSet,
    env, fs,
    path::{Path, PathBuf},
};

/// Cargo says at run time where we are: two checkouts may share what is built.
fn root() -> PathBuf {
    PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo runs the tests")).join("../..")
}

/// The files that every game has, as docs/adding-a-game.md lists them, each with what stands in it.
const FILES: [(&str, &[&str]); 12] = [
    ("lib", &["#![cfg_attr(not(feature = \"ts\"), no_std)]", "impl Game for"]),
    ("options", &["pub struct Options"]),
    ("open", &["pub struct Open"]),
    ("state", &["pub struct State"]),
    ("action", &["pub enum Action"]),
    ("legal", &["fn legal(", "fn check("]),
    ("view", &["pub struct View"]),
    ("event", &["pub enum Event"]),
    ("error", &["pub enum Error"]),
    ("scoring", &[]),
    ("inspect", &["impl Inspect for"]),
    ("bot/mod", &["impl Search for"]),
];
/// Those of a game whose bots have levels of their own, and of one with a lesson.
const LEVELS: (&str, &[&str]) =
    ("bot/levels", &["struct Strength", "fn of(level: Level) -> &'static Strength"]);
const LESSON: (&str, &[&str]) = ("lesson", &["impl Teach for"]);

/// Where the sources of a game differ from the shape that all games have.
fn misshapen(folder: &Path, name: &str) -> Vec<String> {
    let folder = folder.join(name).join("src");
    let read = |file: &str| fs::read_to_string(folder.join(format!("{file}.rs")));
    let mut found = Vec::new();
    let own_levels = read("bot/mod").is_ok_and(|bot| bot.contains("fn habits("));
    let taught = folder.join("lesson.rs").exists();
    let more = [own_levels.then_some(LEVELS), taught.then_some(LESSON)];
    for (file, parts) in FILES.into_iter().chain(more.into_iter().flatten()) {
        match read(file) {
            Ok(text) => found.extend(
                parts
                    .iter()
                    .filter(|part| !text.contains(**part))
                    .map(|part| format!("{name}: `{part}` belongs in src/{file}.rs")),
            ),
            Err(_) => found.push(format!("{name} lacks src/{file}.rs")),
        }
    }
    let mut game = name.to_owned();
    game[..1].make_ascii_uppercase();
    if !read("lib").is_ok_and(|lib| lib.contains(&format!("pub enum {game} {{}}"))) {
        found.push(format!("{name}: src/lib.rs declares `pub enum {game} {{}}`, a type without values"));
    }
    found.extend(twins(&folder).into_iter().map(|what| format!("{name}: {what}")));
    found
}

/// Files whose names do not tell them apart: a word and its plural, or a file next to a folder of the same name.
fn twins(folder: &Path) -> Vec<String> {
    let names: BTreeSet<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    let stems = names.iter().filter_map(|name| name.strip_suffix(".rs"));
    stems
        .flat_map(|stem| {
            let plural = names.contains(&format!("{stem}s.rs"));
            let folder = names.contains(stem);
            [
                plural.then(|| format!("{stem}.rs and {stem}s.rs: name each after what is in it")),
                folder.then(|| format!("{stem}.rs next to the folder {stem}: use {stem}/mod.rs")),
            ]
        })
        .flatten()
        .collect()
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
    // Without a table a game is for programs, and they need no lesson.
    let untaught = !root.join(format!("web/src/games/{name}/Table.svelte")).exists();
    [
        (runs("laws", "Laws::<"), "tests/it/laws.rs that runs testkit's Laws"),
        (has_files("playthroughs"), "a playthrough in playthroughs/"),
        (has_files("refused"), "a refused game in refused/"),
        (runs("refused", "refused_games::<"), "tests/it/refused.rs that runs testkit's refused_games"),
        (document.lines().count() > 20, "its rules document in docs/rules"),
        (
            untaught || runs("lesson", "lesson_plays::<"),
            "tests/it/lesson.rs that runs testkit's lesson_plays",
        ),
        (
            untaught || catalog::find(name).is_ok_and(|game| game.lesson().is_some()),
            "a lesson: Listing::with_lesson",
        ),
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
fn all_games_have_the_same_shape() {
    let games = root().join("crates/games");
    let mut wrong: Vec<_> = catalog::ALL.iter().flat_map(|entry| misshapen(&games, entry.name)).collect();
    wrong.extend(misshapen(&root().join("crates"), "template"));
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_game_that_has_nothing_lacks_everything() {
    assert_eq!(lacks(&root(), "no such game").len(), 5);
    assert_eq!(misshapen(&root(), "no such game").len(), FILES.len() + 1);
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

/// The names of all texts that the lesson of a game needs, as its client's dictionary writes them.
fn texts(game: &catalog::Entry) -> BTreeSet<String> {
    let lesson = game.lesson().expect("every game has a lesson");
    let of = |beat| match beat {
        Beat::Move(..) | Beat::TimeUp => vec![],
        Beat::Read { text } => vec![format!("step.{text}")],
        Beat::Try { text, hint, .. } => vec![format!("step.{text}"), format!("hint.{hint}")],
    };
    lesson.beats.into_iter().flat_map(of).collect()
}

#[test]
fn every_text_of_a_lesson_is_in_the_client_once_for_each_language_and_no_other() {
    for game in catalog::ALL.iter().filter(|game| game.lesson().is_some()) {
        let file = root().join(format!("web/src/games/{}/lesson.ts", game.name));
        let words = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let lines = || words.lines().filter_map(|line| line.trim().strip_prefix('"')?.split_once("\":"));
        let mut there: Vec<_> = lines()
            .map(|(key, _)| key.to_owned())
            .filter(|key| key.starts_with("step.") || key.starts_with("hint."))
            .collect();
        there.sort();
        // English and German.
        let needed: Vec<_> = texts(game).into_iter().flat_map(|text| [text.clone(), text]).collect();
        assert_eq!(there, needed, "{}", file.display());
    }
}
