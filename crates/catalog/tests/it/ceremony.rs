//! The texts that fix a deal, and what is derived from them.

use catalog::{
    ALL, HouseRules, Json,
    proof::{
        Deck, GameKeys, Opening, ServerKey, Signature, Sitter, Transcript, commitment, promise, table_number,
    },
};
use kernel::{Hex32, Luck, Seat, Start, WindowId};
use serde_json::value::RawValue;
use std::collections::BTreeSet;

fn json(text: &str) -> Json {
    RawValue::from_string(text.into()).unwrap()
}

pub(crate) fn bytes(first: u8) -> [u8; 32] {
    std::array::from_fn(|i| first.wrapping_add(i as u8))
}

fn person(id: &str) -> Sitter {
    Sitter::Person(id.into())
}

pub(crate) fn server() -> ServerKey {
    ServerKey::new(&bytes(0x40))
}

pub(crate) fn opening() -> Opening {
    Opening {
        table: "KXMT".into(),
        room: 0x9f3c_01aa_77e0_b412,
        game: 3,
        attempt: 1,
        before: None,
        rules: "euchre".into(),
        start: Start { seats: 4, host: Seat(0), first: None, rules: 1 },
        deck: None,
        options: json(r#"{"target":10,"hints":"off"}"#),
        settings: json(r#"{"listed":"private","bot_level":"medium"}"#),
        server: server().public(),
        commitment: commitment(&bytes(0x10)),
        seats: vec![
            person("1f0c22aa90b1c3d4"),
            person("77ab10c2d3e4f506"),
            Sitter::Bot("hard".into()),
            Sitter::Bot("hard".into()),
        ],
    }
}

/// An opening in which everything that may be missing is there.
pub(crate) fn full_opening() -> Opening {
    Opening {
        attempt: 2,
        before: Some(Hex32(bytes(0x70))),
        rules: "roost".into(),
        start: Start { seats: 2, host: Seat(1), first: Some(Seat(1)), rules: 3 },
        deck: Some(Deck { id: "meadow-1".into(), hash: Hex32(bytes(0x80)) }),
        seats: vec![person("1f0c22aa90b1c3d4"), person("77ab10c2d3e4f506")],
        ..opening()
    }
}

pub(crate) fn transcript(opening: Opening, seats: &[u8]) -> Transcript {
    let hash = opening.hash();
    let promises = seats.iter().map(|seat| (Seat(*seat), promise(&hash, Seat(*seat), &bytes(0xa0 + seat))));
    Transcript { promises: promises.collect(), opening }
}

#[test]
fn a_transcript_is_read_as_it_is_written() {
    for transcript in
        [transcript(opening(), &[0, 1]), transcript(full_opening(), &[0]), transcript(opening(), &[])]
    {
        let text = transcript.to_text();
        assert_eq!(Transcript::parse(&text).unwrap().to_text(), text);
        assert!(text.starts_with(&transcript.opening.to_text()));
    }
}

#[test]
fn the_lines_are_those_of_the_specification() {
    let text = transcript(opening(), &[0, 1]).to_text();
    let names: Vec<&str> = text.lines().map(|line| line.split(' ').next().unwrap()).collect();
    let expected = "aboveboard table room game attempt before rules deck options settings start server commitment \
                    seat seat seat seat promise promise";
    assert_eq!(names.join(" "), expected);
    assert!(text.contains("\nroom 9f3c01aa77e0b412\ngame 3\nattempt 1\nbefore -\nrules euchre 1\ndeck -\n"));
    assert!(text.contains("\nstart 4 0 -\n") && text.contains("\nseat 2 bot hard\n"));
}

#[test]
fn one_bit_changed_anywhere_makes_another_deal_or_no_transcript() {
    let original = transcript(full_opening(), &[0, 1]);
    let (text, hash) = (original.to_text(), original.hash());
    let (mut read, mut refused) = (0, 0);
    for at in 0..text.len() {
        for bit in 0..8 {
            let mut changed = text.clone().into_bytes();
            changed[at] ^= 1 << bit;
            let Ok(changed) = String::from_utf8(changed) else { continue };
            match Transcript::parse(&changed) {
                Ok(transcript) => {
                    assert_eq!(transcript.to_text(), changed, "a text has one reading");
                    assert_ne!(transcript.hash(), hash);
                    read += 1;
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(read > 100 && refused > 1000, "{read} read, {refused} refused");
}

#[test]
fn a_line_in_another_form_is_refused_with_its_number() {
    let text = transcript(opening(), &[0, 1]).to_text();
    let cases = [
        ("aboveboard deal 2\n", "aboveboard deal 1\n", 1),
        ("table KXMT", "table kxmt", 2),
        ("table KXMT", "table ", 2),
        ("room 9f3c01aa77e0b412", "room 9F3C01AA77E0B412", 3),
        ("room 9f3c01aa77e0b412", "room +9f3c01aa77e0b41", 3),
        ("game 3", "game 03", 4),
        ("game 3", "game 0", 4),
        ("game 3", "game +3", 4),
        ("game 3\n", "game 3\r\n", 4),
        ("game 3", "game  3", 4),
        ("attempt 1\n", "", 5),
        ("before -", "before --", 6),
        ("rules euchre 1", "rules Euchre 1", 7),
        ("rules euchre 1", "rules euchre 1.0", 7),
        ("deck -", "deck meadow", 8),
        (r#"{"target":10,"#, r#"{"target": 10,"#, 9),
        (r#"{"target":10,"#, r#"{"target":10.0,"#, 9),
        (r#"{"target":10,"#, r#"{"target":1e1,"#, 9),
        (r#"{"target":10,"#, r#"{"target":9007199254740992,"#, 9),
        (r#"{"target":10,"#, r#"{"target":10,"target":10,"#, 9),
        (r#"{"target":10,"#, r#"{"10":10,"#, 9),
        (r#"{"target":10,"#, r#"{"t\u0061rget":10,"#, 9),
        (r#"{"listed":"private","#, r#"["listed","#, 10),
        ("start 4 0 -", "start 4 4 -", 11),
        ("start 4 0 -", "start 4 0 4", 11),
        ("start 4 0 -", "start 4 0", 11),
        ("start 4 0 -", "start 4 0 - -", 11),
        ("start 4 0 -", "start 0 0 -", 11),
        ("start 4 0 -", "start 5 0 -", 18),
        ("start 4 0 -", "start 3 0 -", 17),
        ("seat 1 person", "seat 2 person", 15),
        ("seat 1 person 77ab10c2d3e4f506", "seat 1 person 77ab", 15),
        ("seat 2 bot hard", "seat 2 ghost hard", 16),
        ("promise 1 ", "promise 0 ", 19),
        ("promise 1 ", "promise 2 ", 19),
        ("promise 1 ", "promise 4 ", 19),
        ("promise 1 ", "promise 01 ", 19),
    ];
    for (from, to, line) in cases {
        assert!(text.contains(from), "{from}");
        let error = Transcript::parse(&text.replacen(from, to, 1)).expect_err(to);
        assert_eq!(error.line, line, "{to}: {error}");
    }
    for wrong in [format!("{text}\n"), format!("{text}x"), text[..text.len() - 1].to_owned(), String::new()] {
        assert!(Transcript::parse(&wrong).is_err());
    }
    let error = Transcript::parse(&text.replace("game 3", "game 03")).unwrap_err();
    assert_eq!(error.to_string(), "line 4 should be `game` and a number from 1");
}

#[test]
fn options_of_every_game_are_in_the_form_that_pages_and_programs_share() {
    for entry in ALL {
        for preset in entry.presets() {
            let rules = HouseRules::preset(preset.name);
            let table = entry.open(&rules, &entry.start_by(&rules, None)).unwrap();
            let opening = Opening { options: table.options(), ..opening() };
            let text = Transcript { opening, promises: vec![] }.to_text();
            Transcript::parse(&text)
                .unwrap_or_else(|error| panic!("{} {}: {error}", entry.name, preset.name));
        }
    }
}

#[test]
fn the_table_number_and_every_key_depend_on_everything_before_them() {
    let everything = |secret: [u8; 32], opening: Opening, shown: &[[u8; 32]]| {
        let hash = transcript(opening, &[0, 1]).hash();
        let keys = GameKeys::new(&secret, &hash, shown);
        let seeds = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
            .map(|(seat, window, earlier)| keys.bot_seed(Seat(seat), WindowId(window), earlier));
        let luck = serde_json::to_string(&keys.luck().answer(0, Luck::Shuffle(52))).unwrap();
        let links = [keys.link(&hash, "{}"), keys.link(&hash, "[]"), keys.link(&Hex32([0; 32]), "{}")];
        let mut all = vec![luck];
        all.extend(seeds.map(|seed| seed.to_string()));
        all.extend(links.map(|link| link.to_string()));
        all
    };
    let (a, b) = (bytes(0xa0), bytes(0xa1));
    let deals = [
        everything(bytes(0x10), opening(), &[a, b]),
        everything(bytes(0x11), opening(), &[a, b]),
        everything(bytes(0x10), Opening { table: "KXMU".into(), ..opening() }, &[a, b]),
        everything(bytes(0x10), Opening { game: 4, ..opening() }, &[a, b]),
        everything(bytes(0x10), opening(), &[b, a]),
        everything(bytes(0x10), opening(), &[a]),
    ];
    let different: BTreeSet<&String> = deals.iter().flatten().collect();
    assert_eq!(different.len(), deals.iter().map(Vec::len).sum::<usize>());
    let hash = opening().hash();
    let numbers = BTreeSet::from([
        table_number(&hash, &[a, b]),
        table_number(&hash, &[b, a]),
        table_number(&hash, &[a]),
        table_number(&full_opening().hash(), &[a, b]),
    ]);
    assert_eq!(numbers.len(), 4);
    assert!(numbers.iter().all(|number| *number < 10_000_000_000));
}

#[test]
fn a_promise_holds_for_one_opening_and_one_seat() {
    let (here, there) = (opening().hash(), full_opening().hash());
    let promises = BTreeSet::from([
        promise(&here, Seat(0), &bytes(1)).to_string(),
        promise(&here, Seat(1), &bytes(1)).to_string(),
        promise(&there, Seat(0), &bytes(1)).to_string(),
        promise(&here, Seat(0), &bytes(2)).to_string(),
        commitment(&bytes(1)).to_string(),
    ]);
    assert_eq!(promises.len(), 5);
}

#[test]
fn signatures_are_for_one_key_one_purpose_and_one_text() {
    let (hash, other) = (opening().hash(), full_opening().hash());
    let key = server().public();
    let signature = server().sign_transcript(&hash);
    assert!(signature.fits_transcript(&key, &hash));
    assert!(!signature.fits_file(&key, &hash));
    assert!(!signature.fits_transcript(&key, &other));
    assert!(!signature.fits_transcript(&ServerKey::new(&bytes(9)).public(), &hash));
    assert!(server().sign_file(&hash).fits_file(&key, &hash));
    for at in 0..64 {
        let mut changed = signature;
        changed.0[at] ^= 1;
        assert!(!changed.fits_transcript(&key, &hash), "byte {at}");
    }
    let text = signature.to_string();
    assert_eq!(Signature::parse(&text), Some(signature));
    for wrong in [&text[1..], &text.to_uppercase(), &format!("{text}0"), "é"] {
        assert_eq!(Signature::parse(wrong), None, "{wrong}");
    }
    assert_eq!(
        format!("{:?} {:?}", server(), GameKeys::new(&bytes(1), &hash, &[])),
        "ServerKey(secret) GameKeys(secret)"
    );
}
