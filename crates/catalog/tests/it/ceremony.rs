//! The texts that fix a deal, and what is derived from them.

use crate::dealer::{self, Cheat, Terms};
use catalog::{
    ALL, HouseRules, Json,
    proof::{
        Deck, GameKeys, Opening, ServerKey, Signature, Sitter, Transcript, commitment, hash_text, promise,
        table_number, verify,
    },
};
use hmac::{Hmac, KeyInit, Mac};
use kernel::{DealKey, Hex32, Level, Luck, Seat, Start, WindowId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sha2::Sha256;
use std::{collections::BTreeSet, env, fs};

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fairness-vectors.json");

fn json(text: &str) -> Json {
    RawValue::from_string(text.into()).unwrap()
}

fn bytes(first: u8) -> [u8; 32] {
    std::array::from_fn(|i| first.wrapping_add(i as u8))
}

fn person(id: &str) -> Sitter {
    Sitter::Person(id.into())
}

fn server() -> ServerKey {
    ServerKey::new(&bytes(0x40))
}

fn opening() -> Opening {
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
fn full_opening() -> Opening {
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

fn transcript(opening: Opening, seats: &[u8]) -> Transcript {
    let hash = opening.hash();
    let promises = seats.iter().map(|seat| (Seat(*seat), promise(&hash, Seat(*seat), &bytes(0xa0 + seat))));
    Transcript { promises: promises.collect(), opening }
}

/// What `docs/fairness-vectors.json` has for one ceremony.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Vector {
    opening: String,
    opening_hash: Hex32,
    secret: Hex32,
    commitment: Hex32,
    bytes: Vec<Hex32>,
    promises: Vec<Hex32>,
    transcript: String,
    transcript_hash: Hex32,
    signing_key: Hex32,
    signature: Signature,
    key: Hex32,
    luck_key: Hex32,
    bots_key: Hex32,
    chain_key: Hex32,
    table_number: String,
    luck: Vec<serde_json::Value>,
    bot_seeds: Vec<(u8, u32, u32, String)>,
    links: Vec<(String, Hex32)>,
}

/// Written again here, so that the published keys are not only what the program says of itself.
fn mac(key: &[u8; 32], message: &[u8]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
    mac.update(message);
    mac.finalize().into_bytes().into()
}

fn vector(opening: Opening, seats: &[u8]) -> Vector {
    let transcript = transcript(opening, seats);
    let (hash, secret) = (transcript.hash(), bytes(0x10));
    let shown: Vec<[u8; 32]> = seats.iter().map(|seat| bytes(0xa0 + seat)).collect();
    let keys = GameKeys::new(&secret, &hash, &shown);
    let message = [b"aboveboard key 2\n", &hash.0[..], shown.as_flattened()].concat();
    let key = mac(&secret, &message);
    let luck_key = mac(&key, b"aboveboard luck 2\n");
    let lucks = [Luck::Roll { below: 4, times: 1 }, Luck::Shuffle(24), Luck::Roll { below: 3600, times: 9 }];
    let draws = lucks
        .into_iter()
        .zip(0..)
        .map(|(luck, number)| serde_json::json!({ "luck": luck, "drawn": keys.luck().answer(number, luck) }));
    let seeds = [(0, 0, 0), (3, 17, 2)].map(|(seat, window, earlier)| {
        (seat, window, earlier, format!("{:016x}", keys.bot_seed(Seat(seat), WindowId(window), earlier)))
    });
    let mut link = hash;
    let entries = [r#"{"version":40,"steps":[]}"#, r#"{"version":41,"steps":[{"act":[1,"pass"]}]}"#];
    let links = entries.map(|entry| {
        link = keys.link(&link, entry);
        (entry.to_owned(), link)
    });
    Vector {
        opening: transcript.opening.to_text(),
        opening_hash: transcript.opening.hash(),
        secret: Hex32(secret),
        commitment: commitment(&secret),
        bytes: shown.iter().copied().map(Hex32).collect(),
        promises: transcript.promises.iter().map(|(_, promise)| *promise).collect(),
        transcript: transcript.to_text(),
        transcript_hash: hash,
        signing_key: Hex32(server().to_bytes()),
        signature: server().sign_transcript(&hash),
        key: Hex32(key),
        luck_key: Hex32(luck_key),
        bots_key: Hex32(mac(&key, b"aboveboard bots 2\n")),
        chain_key: Hex32(mac(&key, b"aboveboard chain 2\n")),
        table_number: format!("{:010}", table_number(&hash, &shown)),
        luck: draws.collect(),
        bot_seeds: seeds.to_vec(),
        links: links.to_vec(),
    }
}

/// The whole of `docs/fairness-vectors.json`.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Vectors {
    ceremonies: Vec<Vector>,
    file: FileVector,
    signatures: Vec<SignatureVector>,
}

/// A whole file, and what it is signed with.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct FileVector {
    text: String,
    digest: Hex32,
    signing_key: Hex32,
    server: Hex32,
    signed: Signature,
    table_number: String,
}

/// A signature of a transcript that programs judge differently without instructions.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct SignatureVector {
    about: String,
    server: Hex32,
    transcript_hash: Hex32,
    signature: Signature,
    fits: bool,
}

/// The eight points of small order.
pub(crate) fn weak_points() -> Vec<[u8; 32]> {
    let points = [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
    ];
    points.map(|digits| Hex32::parse(digits).unwrap().0).to_vec()
}

/// Signatures of the first ceremony's transcript. Those that do not fit were computed by another program.
fn signatures() -> Vec<SignatureVector> {
    let hash = transcript(opening(), &[0, 1]).hash();
    let one = |about: &str, server: Hex32, signature: Signature, fits| SignatureVector {
        about: about.into(),
        server,
        transcript_hash: hash,
        signature,
        fits,
    };
    let odd = [
        (
            "R has a torsion part; the equation holds times the cofactor",
            "2543b92ff1095511476adc8369db6ddc933665a11978dda1404ee1066ca9559d",
            "6a84d583f06569edb3f5ed77df65544b27d6948b4f0b2cb76f33dd8413b20719\
             407f99d0d5b74037573e7b0454dc7551da7e4594534888e112d7d9df1c48450c",
        ),
        (
            "the key has a torsion part; the equation holds exactly",
            "3af65527a5e289fd6f661607a1256139c4f559caf1dce5160cc16abe1d8ee251",
            "e880e49654dff4f2ea479308b0a6cb674e02d8c063827f02e97de198fceb72c1\
             3524a3d0cb7ace95096d9666b6780ca6ef22afda7206363b3a57618b07297d05",
        ),
        (
            "the key has a torsion part; the equation holds times the cofactor",
            "3af65527a5e289fd6f661607a1256139c4f559caf1dce5160cc16abe1d8ee251",
            "b3a18099da0ad0737cd66cbb52fd8b03618a2dfad21acf3c0bc06fc7ca9392d9\
             8e13f5a0a0efbb81967446168a25b5f9c9b30c4806c8eae72171fd8acf3bcb0c",
        ),
        (
            "s is not reduced",
            "2543b92ff1095511476adc8369db6ddc933665a11978dda1404ee1066ca9559d",
            "b3a18099da0ad0737cd66cbb52fd8b03618a2dfad21acf3c0bc06fc7ca9392d9\
             6c5ef71146456d5dfc22e7c76f7d01d03cee04f03627d84ca60e39c4aa83ab18",
        ),
        (
            "R is the identity; the equation holds exactly",
            "2543b92ff1095511476adc8369db6ddc933665a11978dda1404ee1066ca9559d",
            "0100000000000000000000000000000000000000000000000000000000000000\
             7a68b8aac459ceb4882fb4c55d19ba3b6d208481a5857dc3508bd5294c2b7006",
        ),
    ];
    let odd = odd.map(|(about, server, signature)| {
        one(about, Hex32::parse(server).unwrap(), Signature::parse(signature).unwrap(), false)
    });
    let weak = weak_points().into_iter().map(|key| {
        let mut signature = [0; 64];
        signature[0] = 1;
        one("the key has small order, R is the identity, s is 0", Hex32(key), Signature(signature), false)
    });
    let right = one("as the server signs", server().public(), server().sign_transcript(&hash), true);
    [right].into_iter().chain(odd).chain(weak).collect()
}

fn file_vector() -> FileVector {
    let entry = catalog::find("euchre").unwrap();
    let sitters =
        vec![dealer::person(0), dealer::person(1), dealer::bot(Level::Easy), dealer::bot(Level::Easy)];
    let mut terms = Terms::new(HouseRules::default(), sitters, 2);
    terms.thrown_away = 1;
    let deal = terms.hold(entry);
    let text = dealer::play(&deal, 12, 2, Cheat::Nothing).proof.to_text();
    let digest = hash_text(&text[..text.rfind("\n\"digest\":").unwrap() + 1]);
    let bytes: Vec<[u8; 32]> = deal.record.bytes.iter().map(|bytes| bytes.0).collect();
    FileVector {
        digest,
        signing_key: Hex32(deal.server.to_bytes()),
        server: deal.server.public(),
        signed: deal.server.sign_file(&digest),
        table_number: format!("{:010}", table_number(&deal.transcript.hash(), &bytes)),
        text,
    }
}

#[test]
fn the_published_vectors_are_what_the_program_computes() {
    let ceremonies = vec![vector(opening(), &[0, 1]), vector(full_opening(), &[1]), vector(opening(), &[])];
    let computed = Vectors { ceremonies, file: file_vector(), signatures: signatures() };
    if env::var_os("UPDATE_VECTORS").is_some() {
        fs::write(VECTORS, serde_json::to_string_pretty(&computed).unwrap() + "\n").unwrap();
    }
    let published: Vectors = serde_json::from_str(&fs::read_to_string(VECTORS).unwrap()).unwrap();
    assert_eq!(published, computed, "UPDATE_VECTORS=1 writes docs/fairness-vectors.json");
    for SignatureVector { about, server, transcript_hash, signature, fits } in &published.signatures {
        assert_eq!(signature.fits_transcript(server, transcript_hash), *fits, "{about}");
    }
    let report = verify(published.file.text.as_bytes());
    assert!(report.is_consistent(), "{report}");
    assert!(published.file.text.ends_with(&format!("\"signed\":\"{}\"}}\n", published.file.signed)));
    for vector in &published.ceremonies {
        let key = DealKey::new(vector.luck_key.0);
        for (number, luck) in (0..).zip(&vector.luck) {
            let asked: Luck = serde_json::from_value(luck["luck"].clone()).unwrap();
            assert_eq!(serde_json::to_value(key.answer(number, asked)).unwrap(), luck["drawn"]);
        }
        let mut link = vector.transcript_hash;
        for (entry, due) in &vector.links {
            link = Hex32(mac(&vector.chain_key.0, &[&link.0[..], &hash_text(entry).0].concat()));
            assert_eq!(link, *due);
        }
        for (seat, window, earlier, due) in &vector.bot_seeds {
            let message = [&[*seat][..], &u64::from(*window).to_be_bytes(), &earlier.to_be_bytes()].concat();
            assert_eq!(Hex32(mac(&vector.bots_key.0, &message)).to_string()[..16], *due);
        }
    }
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
fn what_is_not_in_the_one_form_is_refused_with_its_line() {
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
