//! The published vectors of `docs/fairness-vectors.json`.

use crate::{
    ceremony::{bytes, full_opening, opening, server, transcript},
    dealer::{self, Cheat, Terms},
};
use catalog::{
    HouseRules,
    proof::{GameKeys, Opening, Signature, commitment, hash_text, table_number, verify},
};
use hmac::{Hmac, KeyInit, Mac};
use kernel::{DealKey, Hex32, Level, Luck, Seat, WindowId};
use serde::{Deserialize, Serialize};
use sha2::Sha256;
use std::{env, fs};

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/fairness-vectors.json");

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
