//! Every field of a file, its transcripts and a witness changed by a host who signs everything again: which check finds it.
//!
//! `tests/mutants.txt` is the table; `UPDATE_GOLDEN=1 cargo test -p catalog mutants` writes it.

use crate::dealer::{Cheat, Deal, Terms, bot, person, play, witness_of};
use catalog::{
    HouseRules,
    proof::{
        Opening, Proof, Report, ServerKey, Transcript, Verdict, Witness, hash_text, promise, transcript_text,
        verify,
    },
};
use kernel::{Hex32, Level, Seat};
use serde::Serialize;
use std::{collections::BTreeMap, env, fs, ops::Range};

const PATCHES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mutants.json");
const TABLE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/mutants.txt");

/// The scalars of a JSON text, each with its path, and the names of members.
struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
    found: Vec<(String, Range<usize>)>,
}

impl Scanner<'_> {
    fn scan(text: &str) -> Vec<(String, Range<usize>)> {
        let mut scanner = Scanner { text: text.as_bytes(), at: 0, found: Vec::new() };
        scanner.value("");
        scanner.found
    }
    fn skip(&mut self) -> u8 {
        while self.text[self.at].is_ascii_whitespace()
            || self.text[self.at] == b','
            || self.text[self.at] == b':'
        {
            self.at += 1;
        }
        self.text[self.at]
    }
    fn string(&mut self) -> Range<usize> {
        let from = self.at + 1;
        self.at += 1;
        while self.text[self.at] != b'"' {
            self.at += if self.text[self.at] == b'\\' { 2 } else { 1 };
        }
        self.at += 1;
        from..self.at - 1
    }
    fn value(&mut self, path: &str) {
        match self.skip() {
            b'{' => {
                self.at += 1;
                while self.skip() != b'}' {
                    let name = self.string();
                    let inner = format!("{path}.{}", String::from_utf8_lossy(&self.text[name.clone()]));
                    self.found.push((format!("{inner} (name)"), name));
                    self.value(&inner);
                }
                self.at += 1;
            }
            b'[' => {
                self.at += 1;
                let mut number = 0;
                while self.skip() != b']' {
                    self.value(&format!("{path}[{number}]"));
                    number += 1;
                }
                self.at += 1;
            }
            b'"' => {
                let range = self.string();
                self.found.push((path.to_owned(), range));
            }
            _ => {
                let from = self.at;
                while !b",]}\n".contains(&self.text[self.at]) {
                    self.at += 1;
                }
                self.found.push((path.to_owned(), from..self.at));
            }
        }
    }
}

/// Another value of the same kind.
fn other(value: &str) -> String {
    if let Ok(number) = value.parse::<i64>() {
        return (number + 1).to_string();
    }
    match value {
        "null" => "0".into(),
        "true" => "false".into(),
        "false" => "true".into(),
        _ => {
            let is_hex = value.len() >= 16 && value.bytes().all(|byte| byte.is_ascii_hexdigit());
            let first = value.bytes().next();
            if is_hex {
                format!("{}{}", if first == Some(b'0') { '1' } else { '0' }, &value[1..])
            } else {
                format!("{value}x")
            }
        }
    }
}

fn replaced(text: &str, range: &Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &text[..range.start], &text[range.end..])
}

/// A file whose body somebody changed, with digest and signature made again.
fn signed_again(server: &ServerKey, text: &str) -> String {
    let body = &text[..text.rfind("\n\"digest\":").unwrap() + 1];
    let digest = hash_text(body);
    format!("{body}\"digest\":\"{digest}\",\n\"signed\":\"{}\"}}\n", server.sign_file(&digest))
}

/// Every line of a transcript with every word of it changed, JSON member by member.
fn transcripts(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.lines() {
        let (name, rest) = line.split_once(' ').unwrap();
        let from = start + name.len() + 1;
        let mut add = |field: String, range: Range<usize>| {
            let changed = replaced(text, &range, &other(&text[range.clone()]));
            found.push((field, changed));
        };
        if rest.starts_with('{') {
            for (path, range) in Scanner::scan(&format!("{rest}\n")) {
                add(format!("{name}{path}"), from + range.start..from + range.end);
            }
        } else {
            let mut at = from;
            for (number, word) in rest.split(' ').enumerate() {
                add(format!("{name} word {}", number + 1), at..at + word.len());
                at += word.len() + 1;
            }
        }
        let end = start + line.len() + 1;
        found.push((format!("{name} left out"), format!("{}{}", &text[..start], &text[end..])));
        start = end;
    }
    found
}

/// The first check that finds something, and what it says, without long digits.
fn finding(report: &Report) -> Option<(&'static str, String)> {
    let check = report.faults().next()?;
    Some((check.what, shortened(&check.text)))
}

fn shortened(text: &str) -> String {
    let is_hex = |word: &str| word.len() >= 8 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    let words = text.split(' ').map(|word| {
        let digits = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
        if is_hex(digits) { word.replace(digits, "#") } else { word.to_owned() }
    });
    words.collect::<Vec<_>>().join(" ").replace('\n', " ")
}

fn finished() -> (Deal, Proof) {
    let entry = catalog::find("euchre").unwrap();
    let sitters = vec![person(0), bot(Level::Easy), bot(Level::Easy), person(3)];
    let mut terms = Terms::new(HouseRules::default().with("target", 5), sitters, 1);
    terms.thrown_away = 1;
    let deal = terms.hold(entry);
    let proof = play(&deal, 5000, 1, Cheat::Nothing).proof;
    assert!(proof.outcome.is_some());
    (deal, proof)
}

/// The paths of a long file that are worth a mutant each.
fn counts(path: &str, entries: usize) -> bool {
    let Some(rest) = path.strip_prefix(".log[") else { return true };
    let (number, rest) = rest.split_once(']').unwrap();
    let number: usize = number.parse().unwrap();
    let early = number < 12 || number + 1 == entries;
    let drawn =
        rest.rsplit_once('[').is_none_or(|(before, place)| !before.ends_with("shuffle") || place < "3");
    early && drawn && (number < 2 || !rest.ends_with("(name)"))
}

#[test]
fn every_mutant_is_found_and_the_table_says_by_which_check() {
    let (deal, proof) = finished();
    let file = proof.to_text();
    assert_eq!(verify(file.as_bytes()).verdict, Verdict::Consistent);
    let mut table: Vec<(String, Option<(&str, String)>)> = Vec::new();
    let mut patches: Vec<Patch> = Vec::new();
    let mut judge = |name: String, text: &str| {
        let found = finding(&verify(text.as_bytes()));
        patches.push(Patch::new(&name, &file, text, found.as_ref().map(|(check, _)| *check)));
        table.push((name, found));
    };

    for (path, range) in Scanner::scan(&file) {
        if !counts(&path, proof.log.len()) || path == ".transcript" || path.ends_with("].transcript") {
            continue;
        }
        let changed = replaced(&file, &range, &other(&file[range.clone()]));
        // The forger's own digest and signature are right, unless they are what is changed.
        let is_seal = path.starts_with(".digest") || path.starts_with(".signed");
        let changed = if is_seal { changed } else { signed_again(&deal.server, &changed) };
        judge(format!("file{path}"), &changed);
    }
    for (field, changed) in transcripts(&proof.transcript) {
        let mut forged = proof.clone();
        forged.signature = deal.server.sign_transcript(&hash_text(&changed));
        forged.transcript = changed;
        judge(format!("transcript {field}"), &forged.sign(&deal.server));
        // The host plays all seats and promises again. Only the deal is left as it was.
        let Ok(Transcript { opening, promises }) = Transcript::parse(&forged.transcript) else { continue };
        if field.starts_with("promise") {
            continue;
        }
        let hash = opening.hash();
        let again: Vec<(Seat, Hex32)> = promises
            .iter()
            .zip(&proof.bytes)
            .map(|((seat, _), bytes)| (*seat, promise(&hash, *seat, &bytes.0)))
            .collect();
        forged.transcript = transcript_text(&opening.to_text(), &again);
        forged.signature = deal.server.sign_transcript(&hash_text(&forged.transcript));
        judge(format!("transcript {field}, promised again"), &forged.sign(&deal.server));
    }
    for (field, changed) in transcripts(&proof.discarded[0].transcript) {
        let mut forged = proof.clone();
        forged.discarded[0].signature = deal.server.sign_transcript(&hash_text(&changed));
        forged.discarded[0].transcript = changed;
        judge(format!("discarded transcript {field}"), &forged.sign(&deal.server));
    }

    for (name, forged) in other_logs(&proof) {
        judge(name.into(), &forged.clone().sign(&deal.server));
    }
    judge("a secret that comes twice".into(), &one_secret_twice(&deal, &proof).sign(&deal.server));

    let (report, witness) = (verify(file.as_bytes()), witness_of(&deal, &proof, Seat(0), 1));
    for (path, range) in Scanner::scan(&witness) {
        let first = |list: &str| {
            path.strip_prefix(list).is_none_or(|rest| rest.starts_with("[0]") || rest.starts_with(' '))
        };
        if path == ".transcript" || path.ends_with("].transcript") || !first(".acts") || !first(".seen") {
            continue;
        }
        let changed = replaced(&witness, &range, &other(&witness[range.clone()]));
        table.push((format!("witness{path}"), heard(&report, &changed)));
    }
    for (field, changed) in transcripts(&proof.transcript) {
        let forged = witness.replacen(&json(&proof.transcript), &json(&changed), 1);
        assert_ne!(forged, witness);
        table.push((format!("witness transcript {field}"), heard(&report, &forged)));
    }
    table.extend(earlier_mutants(&deal, &proof, &witness, &report));

    let mut by_check: BTreeMap<&str, u32> = BTreeMap::new();
    let mut text = String::new();
    for (name, found) in &table {
        let (check, says) = found.clone().unwrap_or(("not found", String::new()));
        *by_check.entry(check).or_default() += 1;
        text.push_str(format!("{name} → {check}: {says}").trim_end_matches([':', ' ']));
        text.push('\n');
    }
    let summary: Vec<String> = by_check.iter().map(|(check, count)| format!("{check} {count}")).collect();
    let text = format!("{} mutants: {}\n\n{text}", table.len(), summary.join(", "));
    println!("{text}");
    let missed: Vec<&str> =
        table.iter().filter(|(_, found)| found.is_none()).map(|(name, _)| name.as_str()).collect();
    // Nothing vouches for names, nor for when a memory began. A larger count makes a weaker verdict, and so do deals of
    // other games. Where a connection ended and when a seat was away, only the witness knows.
    let unvouched = [
        "file.players[0]",
        "file.players[1]",
        "file.players[2]",
        "file.players[3]",
        "witness.k",
        "witness.since",
        "witness earlier transcript room word 1, by a key of the player's own",
        "witness earlier transcript game word 1, by a key of the player's own",
    ];
    let is_own_word = |name: &&&str| name.starts_with("witness.lines") || name.starts_with("witness.away");
    let rest: Vec<&&str> = missed.iter().filter(|name| !is_own_word(name)).collect();
    assert_eq!(rest, unvouched.iter().collect::<Vec<_>>());
    let shared = Patch::write(&file, &patches);
    if env::var_os("UPDATE_GOLDEN").is_some_and(|on| on == "1") {
        fs::write(TABLE, &text).unwrap();
        fs::write(PATCHES, &shared).unwrap();
    }
    assert!(fs::read_to_string(PATCHES).unwrap() == shared, "UPDATE_GOLDEN=1 writes tests/mutants.json");
    assert!(fs::read_to_string(TABLE).unwrap() == text, "UPDATE_GOLDEN=1 writes tests/mutants.txt");
}

/// Logs with everything in them, in entries that are not one input and its chances.
fn other_logs(proof: &Proof) -> Vec<(&'static str, Proof)> {
    let changed = |change: &dyn Fn(&mut Proof)| {
        let mut forged = proof.clone();
        change(&mut forged);
        forged
    };
    let at = (1..proof.log.len()).find(|at| proof.log[*at].steps.len() > 1).expect("an entry with a chance");
    vec![
        (
            "log: two inputs in one entry",
            changed(&|forged| {
                let next = forged.log.remove(2).steps;
                forged.log[1].steps.extend(next);
            }),
        ),
        ("log: an entry without a step", changed(&|forged| forged.log[2].steps.clear())),
        ("log: a chance before its input", changed(&|forged| forged.log[at].steps.reverse())),
        (
            "log: an input in the first entry",
            changed(&|forged| {
                let first = forged.log.remove(1).steps;
                forged.log[0].steps.extend(first);
            }),
        ),
    ]
}

/// The host knows the luck of the second deal before anyone promises anything, because everybody does.
fn one_secret_twice(deal: &Deal, proof: &Proof) -> Proof {
    let mut forged = proof.clone();
    let promised = |text: &str, bytes: &[Hex32], change: &dyn Fn(&mut Opening)| {
        let Transcript { mut opening, promises } = Transcript::parse(text).unwrap();
        change(&mut opening);
        let hash = opening.hash();
        let again: Vec<(Seat, Hex32)> = promises
            .iter()
            .zip(bytes)
            .map(|((seat, _), bytes)| (*seat, promise(&hash, *seat, &bytes.0)))
            .collect();
        transcript_text(&opening.to_text(), &again)
    };
    let first = &mut forged.discarded[0];
    let bytes: Vec<Hex32> = first.bytes.iter().map(|bytes| bytes.unwrap()).collect();
    let commitment = deal.transcript.opening.commitment;
    first.transcript = promised(&first.transcript, &bytes, &|opening| opening.commitment = commitment);
    first.secret = proof.secret;
    let hash = hash_text(&first.transcript);
    first.signature = deal.server.sign_transcript(&hash);
    forged.transcript = promised(&proof.transcript, &proof.bytes, &|opening| opening.before = Some(hash));
    forged.signature = deal.server.sign_transcript(&hash_text(&forged.transcript));
    forged
}

/// The deal that a witness says was thrown away before, changed: signed again by the host, and made up by a player with a
/// key of their own, which is never the host's word.
fn earlier_mutants<'a>(
    deal: &Deal,
    proof: &Proof,
    witness: &str,
    report: &Report,
) -> Vec<(String, Option<(&'a str, String)>)> {
    let discarded = &proof.discarded[0];
    let player = ServerKey::new(&hash_text("a player").0);
    let with = |text: &str, signature: &str| {
        let forged = witness.replacen(&json(&discarded.transcript), &json(text), 1);
        forged.replacen(&discarded.signature.to_string(), signature, 1)
    };
    let mut found = Vec::new();
    for (field, changed) in transcripts(&discarded.transcript) {
        let by_host = with(&changed, &deal.server.sign_transcript(&hash_text(&changed)).to_string());
        assert_ne!(by_host, witness);
        found.push((format!("witness earlier transcript {field}"), heard(report, &by_host)));
        let Ok(Transcript { mut opening, promises }) = Transcript::parse(&changed) else { continue };
        opening.server = player.public();
        let hash = opening.hash();
        let bytes = discarded.bytes.iter().map(|bytes| bytes.unwrap());
        let again: Vec<(Seat, Hex32)> = promises
            .iter()
            .zip(bytes)
            .map(|((seat, _), bytes)| (*seat, promise(&hash, *seat, &bytes.0)))
            .collect();
        let text = transcript_text(&opening.to_text(), &again);
        let by_player = with(&text, &player.sign_transcript(&hash_text(&text)).to_string());
        let judged = heard(report, &by_player);
        assert!(
            judged.as_ref().is_none_or(|(_, says)| !says.contains("signed by the host")),
            "{field}: {judged:?}"
        );
        found.push((format!("witness earlier transcript {field}, by a key of the player's own"), judged));
    }
    found
}

/// One change of a file, for the page, which must judge it alike.
#[derive(Serialize)]
struct Patch {
    name: String,
    /// Where something is cut out above the digest and something else put in, in units that JavaScript counts.
    at: usize,
    cut: usize,
    put: String,
    /// The lines from the digest on.
    end: String,
    /// The check of the program that finds it.
    found: Option<&'static str>,
}

impl Patch {
    fn new(name: &str, file: &str, changed: &str, found: Option<&'static str>) -> Patch {
        let body = |text: &'_ str| text.rfind("\n\"digest\"").map_or(text.len(), |at| at + 1);
        let (from, (to, end)) = (&file[..body(file)], changed.split_at(body(changed)));
        let (from, to): (Vec<u16>, Vec<u16>) = (from.encode_utf16().collect(), to.encode_utf16().collect());
        let front = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
        let rest = from[front..].iter().rev().zip(to[front..].iter().rev());
        let back = rest.take_while(|(a, b)| a == b).count();
        let put = String::from_utf16(&to[front..to.len() - back]).unwrap();
        Patch { name: name.into(), at: front, cut: from.len() - front - back, put, end: end.into(), found }
    }

    /// The file, and a line for each change of it.
    fn write(file: &str, patches: &[Patch]) -> String {
        let lines: Vec<String> = patches.iter().map(|patch| serde_json::to_string(patch).unwrap()).collect();
        format!("{{\"file\":{},\n\"mutants\":[\n{}\n]}}\n", json(file), lines.join(",\n"))
    }
}

fn json(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

/// What the report of a file comes to with a witness.
fn heard(report: &Report, witness: &str) -> Option<(&'static str, String)> {
    let mut report = report.clone();
    match Witness::read(witness).and_then(|witness| report.hear(&witness)) {
        Err(fault) => Some(("refused", shortened(&fault.to_string()))),
        Ok(()) => finding(&report),
    }
}
