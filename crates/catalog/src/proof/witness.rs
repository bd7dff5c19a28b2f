use super::{
    DiscardedDeal, Report, Signature, Transcript, Verdict,
    file::{Happened, Proof, Step},
    hash_text, promise,
};
use crate::{Fault, Json};
use kernel::{Hex32, Outcome, Seat};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The digits of one fingerprint.
const FINGERPRINT: usize = 32;

/// What a page has kept of one game: its word, and nobody else's.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Witness {
    aboveboard: String,
    /// The transcript that it showed its bytes to.
    transcript: String,
    /// The server's signature of it.
    signature: Signature,
    /// Its seat.
    seat: Seat,
    /// Its bytes.
    bytes: Hex32,
    /// How many deals it showed bytes to that were never played, or ended without a result.
    k: u32,
    /// When its memory began, in milliseconds of the Unix epoch.
    since: u64,
    /// Those deals, the newest of them.
    earlier: Vec<EarlierDeal>,
    /// What its player did, by version.
    acts: Vec<(u64, Json)>,
    /// What it was shown.
    seen: Vec<Seen>,
    /// The first and the last version of each connection.
    lines: Vec<(u64, u64)>,
    /// From and to which version its seat was shown as absent.
    away: Vec<(u64, u64)>,
    /// How the game ended.
    outcome: Option<Outcome>,
}

/// The screens of consecutive versions.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Seen {
    /// From this version on, the digits of their fingerprints joined.
    Digits(u64, String),
    /// From this version to that, the hash of those digits: the older screens of a long game.
    Hash(u64, u64, Hex32),
}

impl Seen {
    fn first(&self) -> u64 {
        match self {
            Seen::Digits(first, _) | Seen::Hash(first, ..) => *first,
        }
    }
    /// The version after the last.
    fn end(&self) -> u64 {
        match self {
            Seen::Digits(first, digits) => first.saturating_add((digits.len() / FINGERPRINT) as u64),
            Seen::Hash(_, last, _) => last.saturating_add(1),
        }
    }
    fn is_whole(&self) -> bool {
        match self {
            Seen::Digits(_, digits) => {
                digits.len() % FINGERPRINT == 0 && digits.bytes().all(|byte| byte.is_ascii_hexdigit())
            }
            Seen::Hash(first, last, _) => first <= last,
        }
    }
}

/// A deal that a page showed its bytes to and that was never played.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EarlierDeal {
    transcript: String,
    signature: Signature,
    bytes: Hex32,
}

impl Witness {
    /// The first member of every witness: what it is, and in which edition.
    pub const EDITION: &str = "witness 2";

    /// Reads a witness: `bad_witness` for what is not one.
    pub fn read(text: &str) -> Result<Witness, Fault> {
        let unreadable =
            |why: String| Fault::new("bad_witness", format!("it cannot be read as a witness: {why}"));
        let witness: Witness = serde_json::from_str(text).map_err(|error| unreadable(error.to_string()))?;
        if witness.aboveboard != Self::EDITION {
            let (stated, known) = (&witness.aboveboard, Self::EDITION);
            return Err(unreadable(format!("it says it is {stated:?}; known is {known:?}")));
        }
        if !witness.seen.iter().all(Seen::is_whole) {
            return Err(unreadable(format!(
                "what was seen is neither in groups of {FINGERPRINT} digits nor a hash of them"
            )));
        }
        Ok(witness)
    }

    /// The last version whose screen it has, and the last that it received, if that is a later one: then its later
    /// screens are left out.
    fn left_out(&self) -> Option<(u64, u64)> {
        let compared = self.seen.iter().map(Seen::end).max().unwrap_or(0).saturating_sub(1);
        let received = self.lines.iter().map(|(_, to)| *to).max().unwrap_or(0);
        (compared < received).then_some((compared, received))
    }

    /// Whether it is of the game of a file: the same room and the same game in it.
    fn is_of(&self, transcript: &Transcript) -> bool {
        let Ok(own) = Transcript::parse(&self.transcript) else { return false };
        let (own, here) = (own.opening, &transcript.opening);
        (own.room, own.game) == (here.room, here.game)
    }
}

impl Report {
    /// Compares the file with what a page kept. `foreign_witness` if it is of another game: then nothing changes.
    pub fn hear(&mut self, witness: &Witness) -> Result<(), Fault> {
        let Some((proof, transcript)) = &self.read else {
            return Err(Fault::new(
                "not_a_proof",
                "a witness is compared with a proof, and this file cannot be read as one",
            ));
        };
        if !witness.is_of(transcript) {
            return Err(Fault::new("foreign_witness", "the witness is of another game"));
        }
        let found = compare(witness, proof, transcript);
        let screens = found.as_ref().map_or(0, |(screens, _)| *screens);
        let thrown_away_here = witness.k.max(discarded_with_bytes(witness, proof, transcript));
        self.add("witness", found.map(|(_, text)| text));
        // A page that was shown no card of the deal cannot say that these were the cards.
        if screens == 0 || !self.is_consistent() {
            return Ok(());
        }
        if let Some((compared, received)) = witness.left_out() {
            self.remarks.push(format!(
                "the witness of {} has no screen after version {compared}, and received screens up to version \
                 {received}: it does not verify what was shown in between",
                witness.seat
            ));
            return Ok(());
        }
        let (mut seats, mut thrown_away) = match &self.verdict {
            Verdict::Verified { seats, thrown_away } => (seats.clone(), *thrown_away),
            _ => (Vec::new(), 0),
        };
        if !seats.contains(&witness.seat) {
            seats.push(witness.seat);
            seats.sort_unstable();
        }
        thrown_away = thrown_away.max(thrown_away_here);
        self.verdict = Verdict::Verified { seats, thrown_away };
        self.remarks.push(format!(
            "the witness of {} says that it remembers since {} (milliseconds of the Unix epoch)",
            witness.seat, witness.since
        ));
        Ok(())
    }
}

/// How many deals of this game the file says were thrown away after the witness had shown its bytes. A witness that counts
/// fewer has lost its memory.
fn discarded_with_bytes(witness: &Witness, proof: &Proof, transcript: &Transcript) -> u32 {
    let person = transcript.opening.seats.get(witness.seat.index());
    let shown = |deal: &&DiscardedDeal| {
        Transcript::parse(&deal.transcript).is_ok_and(|discarded| {
            let mut promised = discarded.promises.iter().zip(&deal.bytes);
            promised.any(|((seat, _), bytes)| {
                bytes.is_some() && discarded.opening.seats.get(seat.index()) == person
            })
        })
    };
    proof.discarded.iter().filter(shown).count() as u32
}

/// How many screens were compared, and what fits; or what does not.
fn compare(witness: &Witness, proof: &Proof, transcript: &Transcript) -> Result<(usize, String), String> {
    let seat = witness.seat;
    if witness.transcript != proof.transcript {
        let (kept, stated) = (hash_text(&witness.transcript), hash_text(&proof.transcript));
        // The host has signed the deals that the file says were thrown away, too: those contradict nothing.
        let thrown_away = proof.discarded.iter().any(|deal| deal.transcript == witness.transcript);
        let signed = witness.signature.fits_transcript(&transcript.opening.server, &kept);
        let by = if signed && !thrown_away { "signed by the host" } else { "the witness says" };
        return Err(format!("{by}: the witness of {seat} has transcript {kept}, and the file {stated}"));
    }
    if !witness.signature.fits_transcript(&transcript.opening.server, &transcript.hash()) {
        return Err(format!(
            "the witness of {seat} has a signature of the transcript that the host did not make"
        ));
    }
    let mut promised = transcript.promises.iter().zip(&proof.bytes);
    match promised.find(|((owner, _), _)| *owner == seat) {
        None => {
            return Err(format!(
                "the witness says that {seat} added bytes, and the transcript has no promise of it"
            ));
        }
        Some((_, bytes)) if *bytes != witness.bytes => {
            return Err(format!(
                "the witness says that {seat} added {}, and the file has {bytes}",
                witness.bytes
            ));
        }
        Some(_) => {}
    }
    check_earlier(witness, proof, transcript)?;
    let seen = compare_seen(witness, proof)?;
    compare_acts(witness, proof)?;
    if let Some(outcome) = &witness.outcome
        && proof.outcome.as_ref() != Some(outcome)
    {
        let stated = super::file::json(&proof.outcome);
        return Err(format!(
            "the witness says that the game ended {}, and the file says {stated}",
            super::file::json(outcome)
        ));
    }
    let text = match seen {
        0 => format!("the witness says that {seat} added these bytes; it was shown no card of the deal"),
        n => format!(
            "the witness says that {seat} added these bytes and was shown {n} screens, each as in the file"
        ),
    };
    Ok((seen, text))
}

/// Deals that were thrown away before: those of this game are in the file.
fn check_earlier(witness: &Witness, proof: &Proof, transcript: &Transcript) -> Result<(), String> {
    if (witness.k as usize) < witness.earlier.len() {
        return Err(format!(
            "the witness says that {} deals were thrown away, and has {}",
            witness.k,
            witness.earlier.len()
        ));
    }
    let here = &transcript.opening;
    for deal in &witness.earlier {
        let hash = hash_text(&deal.transcript);
        let earlier = Transcript::parse(&deal.transcript)
            .map_err(|error| format!("the witness has an earlier deal that cannot be read: {error}"))?;
        let opening = &earlier.opening;
        if !deal.signature.fits_transcript(&opening.server, &hash) {
            return Err(format!(
                "the witness has an earlier deal whose signature does not fit the key in it ({hash})"
            ));
        }
        let opening_hash = opening.hash();
        let opens =
            |(seat, promised): &(Seat, Hex32)| promise(&opening_hash, *seat, &deal.bytes.0) == *promised;
        if !earlier.promises.iter().any(opens) {
            return Err(format!("the bytes of the witness open no promise of its earlier deal {hash}"));
        }
        if (opening.room, opening.game) != (here.room, here.game)
            || proof.discarded.iter().any(|discarded| discarded.transcript == deal.transcript)
        {
            continue;
        }
        if deal.transcript == proof.transcript {
            return Err(format!("the witness says that the deal of this game was thrown away ({hash})"));
        }
        // Anyone can make a key and sign with it. Only what the key of this file has signed is the host's word.
        if opening.server != here.server {
            return Err(format!(
                "the witness says that a deal of this game was thrown away that the file leaves out ({hash}); it is \
                 signed with the key {}, and the file with {}",
                opening.server, here.server
            ));
        }
        return Err(format!(
            "signed by the host: a deal of this game was thrown away that the file leaves out ({hash})"
        ));
    }
    Ok(())
}

/// Every screen that was seen, as the file has it. Returns how many.
fn compare_seen(witness: &Witness, proof: &Proof) -> Result<usize, String> {
    let seat = witness.seat;
    let due: BTreeMap<u64, &Happened> =
        proof.log.iter().map(|happened| (happened.version, happened)).collect();
    let mut count = 0;
    for seen in &witness.seen {
        let mut shown = String::new();
        for (version, number) in (seen.first()..seen.end()).zip(0..) {
            let Some(happened) = due.get(&version) else {
                return Err(format!(
                    "the witness says that {seat} was shown version {version}, which the file does not have"
                ));
            };
            let stated = happened.shown.get(seat.index()).map_or("nothing", String::as_str);
            if let Seen::Digits(_, digits) = seen {
                let seen = &digits[number * FINGERPRINT..(number + 1) * FINGERPRINT];
                if stated != seen {
                    return Err(format!(
                        "version {version}: the witness says that {seat} was shown {seen}, and the file has {stated}"
                    ));
                }
            }
            shown.push_str(stated);
            count += 1;
        }
        if let Seen::Hash(first, last, hash) = seen
            && hash_text(&shown) != *hash
        {
            return Err(format!(
                "versions {first} to {last}: the witness says that {seat} was shown screens that come to {hash}, and \
                 those of the file come to {}",
                hash_text(&shown)
            ));
        }
    }
    Ok(count)
}

/// Every action of the witness is in the file, and the file has none that it does not know of.
fn compare_acts(witness: &Witness, proof: &Proof) -> Result<(), String> {
    let seat = witness.seat;
    let of_seat = |happened: &Happened| {
        happened.steps.iter().find_map(|step| match step {
            Step::Act(actor, action) if *actor == seat => Some(action.get().to_owned()),
            _ => None,
        })
    };
    let logged: BTreeMap<u64, Option<String>> =
        proof.log.iter().map(|happened| (happened.version, of_seat(happened))).collect();
    for (version, action) in &witness.acts {
        let stated = logged.get(version).cloned().flatten();
        if stated.as_deref() != Some(action.get()) {
            let stated = stated.unwrap_or_else(|| "nothing".into());
            let action = action.get();
            return Err(format!(
                "version {version}: the witness says that {seat} did {action}, and the file has {stated}"
            ));
        }
    }
    let within = |ranges: &[(u64, u64)], version: u64| {
        ranges.iter().any(|(from, to)| (*from..=*to).contains(&version))
    };
    for (version, action) in logged.into_iter().filter_map(|(version, action)| Some((version, action?))) {
        let known = witness.acts.iter().any(|(own, _)| *own == version);
        // The first version of a connection may have come about before it.
        let watched = witness.lines.iter().any(|(from, to)| *from < version && version <= *to);
        if watched && !known && !within(&witness.away, version) {
            return Err(format!(
                "version {version}: the file says that {seat} did {action}, and the witness knows nothing of it"
            ));
        }
    }
    Ok(())
}
