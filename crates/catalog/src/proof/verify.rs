use super::{
    DiscardedDeal, Transcript, commitment,
    file::{EDITION, Happened, Proof, Step, digest},
    hash_text, promise,
    recomputation::Recomputation,
    report::{Found, Report, Verdict},
    seats::check_statuses,
};
use kernel::{Drawn, Hex32, Luck};

/// The largest integer that every JavaScript number holds.
const LARGEST_VERSION: u64 = (1 << 53) - 1;

/// Asks a file everything that can be asked of it: its form, the signatures, the promises, every chance, every input by
/// the rules of the game, what everybody was shown, and the result. Bots are asked apart: [`Report::recompute_bots`].
pub fn verify(file: &[u8]) -> Report {
    let mut report = Report::default();
    let text = match str::from_utf8(file) {
        Ok(text) => text,
        Err(error) => {
            report.add("form", Err(format!("byte {} is not UTF-8 text", error.valid_up_to() + 1)));
            return report;
        }
    };
    report.verdict = Verdict::Consistent;
    report.add("digest", check_digest(text));
    let proof = match Proof::read(text) {
        Ok(proof) => proof,
        Err(error) => {
            report.add(
                "form",
                Err(format!(
                    "it should have the members of a {EDITION:?}, and cannot be read as one: {error}"
                )),
            );
            return report;
        }
    };
    report.is_proof = true;
    let transcript = match Transcript::parse(&proof.transcript) {
        Ok(transcript) => transcript,
        Err(error) => {
            report.add("transcript", Err(format!("its transcript is not in the one form: {error}")));
            return report;
        }
    };
    let opening = &transcript.opening;
    report.title = Some(format!(
        "{}, game {} at table {}: {}",
        opening.rules,
        opening.game,
        opening.table,
        proof.players.join(", ")
    ));
    report.add("form", check_form(&proof, &transcript, text));
    report.add("signatures", check_signatures(&proof, &transcript, text));
    report.add("commitment", check_commitment(&proof.secret, &opening.commitment));
    report.add("bytes", check_bytes(&proof, &transcript));
    report.add("discarded", check_discarded(&proof, &transcript));
    report.add("luck", check_luck(&proof));
    report.add("statuses", check_statuses(&proof, opening));
    let recomputed = Recomputation::of(&proof, &transcript);
    report.add("inputs", recomputed.inputs);
    report.add("shown", recomputed.shown);
    report.add("result", recomputed.result);
    report.read = Some((proof, transcript));
    report
}

fn check_digest(text: &str) -> Found {
    const LINE: &str = "\n\"digest\":\"";
    let no_line = || "the last line is not a digest".to_owned();
    let at = text.rfind(LINE).ok_or_else(no_line)? + 1;
    let (above, last) = text.split_at(at);
    let stated =
        last.strip_prefix(&LINE[1..]).and_then(|rest| Some(rest.split_once("\",\n\"signed\":\"")?.0));
    let stated = stated.filter(|stated| stated.len() == 64).ok_or_else(no_line)?;
    let computed = digest(above).to_string();
    if computed == stated {
        Ok(format!("the file is as it was written ({}…)", &computed[..8]))
    } else {
        // Lengths are bytes; a digit that became another character must not be cut in two.
        let stated: String = stated.chars().take(8).collect();
        Err(format!(
            "the file was changed after it was written: it comes to {}…, and says {stated}…",
            &computed[..8]
        ))
    }
}

fn check_form(proof: &Proof, transcript: &Transcript, text: &str) -> Found {
    if proof.aboveboard != EDITION {
        return Err(format!("it says it is {:?}; known is {EDITION:?}", proof.aboveboard));
    }
    // With the digest as it is stated, which has a check of its own.
    let again = proof.to_text_with(&proof.digest);
    if text != again {
        let same = text.lines().zip(again.lines()).take_while(|(a, b)| a == b).count();
        return Err(format!("line {} is not in the one form that a proof has", same + 1));
    }
    let seats = transcript.opening.seats.len();
    if proof.players.len() != seats {
        return Err(format!("it names {} players for {seats} seats", proof.players.len()));
    }
    if proof.log.is_empty() {
        return Err("its log is empty".into());
    }
    if !proof.log.is_sorted_by(|a, b| a.version < b.version) {
        return Err("the versions in the log do not grow".into());
    }
    if let Some(last) = proof.log.last().filter(|last| last.version > LARGEST_VERSION) {
        return Err(format!("version {} is above {LARGEST_VERSION}, which pages cannot hold", last.version));
    }
    for (number, Happened { version, steps, .. }) in proof.log.iter().enumerate() {
        let is_chance = |step: &Step| matches!(step, Step::Chance { .. });
        let whole = if number == 0 {
            steps.iter().all(|step| is_chance(step) || matches!(step, Step::Status(..)))
        } else {
            steps.split_first().is_some_and(|(first, rest)| !is_chance(first) && rest.iter().all(is_chance))
        };
        if !whole {
            let due = if number == 0 { "chances and statuses only" } else { "one input, then its chances" };
            return Err(format!("version {version} should have {due}"));
        }
    }
    Ok(format!("{} entries in the one form that a proof has", proof.log.len()))
}

fn check_signatures(proof: &Proof, transcript: &Transcript, text: &str) -> Found {
    let server = &transcript.opening.server;
    if !proof.signature.fits_transcript(server, &transcript.hash()) {
        return Err("the server has not signed this transcript".into());
    }
    let body = &text[..text.rfind("\n\"digest\":").map_or(text.len(), |at| at + 1)];
    if !proof.signed.fits_file(server, &digest(body)) {
        return Err("the server has not signed this file".into());
    }
    Ok(format!("transcript and file are signed by the server {}…", &server.to_string()[..8]))
}

fn check_commitment(secret: &Hex32, stated: &Hex32) -> Found {
    let computed = commitment(&secret.0);
    if computed == *stated {
        Ok(format!("the secret is the one that was promised ({}…)", &computed.to_string()[..8]))
    } else {
        Err("the secret is not the one that was promised before the first card".into())
    }
}

fn check_bytes(proof: &Proof, transcript: &Transcript) -> Found {
    let (promises, bytes) = (&transcript.promises, &proof.bytes);
    if promises.len() != bytes.len() {
        return Err(format!(
            "{} seats promised bytes, and the file has those of {}",
            promises.len(),
            bytes.len()
        ));
    }
    let opening = transcript.opening.hash();
    for ((seat, promised), bytes) in promises.iter().zip(bytes) {
        if promise(&opening, *seat, &bytes.0) != *promised {
            return Err(format!("the bytes of {seat} are not those it promised"));
        }
    }
    Ok(match bytes.len() {
        0 => "no seat has added bytes: the luck is the server's alone".into(),
        n => format!("{n} of {} seats have added bytes, each as promised", transcript.opening.seats.len()),
    })
}

/// The deals that were thrown away form the chain that the transcript names.
fn check_discarded(proof: &Proof, transcript: &Transcript) -> Found {
    let opening = &transcript.opening;
    let mut before = None;
    for (number, deal) in (1..).zip(&proof.discarded) {
        check_discarded_deal(deal, transcript, number, before)
            .map_err(|fault| format!("deal {number} that was thrown away: {fault}"))?;
        before = Some(hash_text(&deal.transcript));
    }
    let mut secrets: Vec<&Hex32> = proof.discarded.iter().map(|deal| &deal.secret).collect();
    secrets.push(&proof.secret);
    if let Some(at) = (1..secrets.len()).find(|at| secrets[..*at].contains(&secrets[*at])) {
        return Err(format!(
            "attempt {} has the secret of an earlier attempt, which everybody knew by then",
            at + 1
        ));
    }
    let count = proof.discarded.len() as u32;
    if opening.attempt != count + 1 || opening.before != before {
        let named = opening.before.map_or_else(|| "none".to_owned(), |hash| hash.to_string());
        return Err(format!(
            "the transcript is attempt {} after {named}, and the file has {count} deals that were thrown away",
            opening.attempt
        ));
    }
    Ok(match count {
        0 => "no deal was thrown away before".into(),
        1 => "one deal was thrown away before".into(),
        n => format!("{n} deals were thrown away before"),
    })
}

fn check_discarded_deal(
    deal: &DiscardedDeal,
    played: &Transcript,
    number: u32,
    before: Option<Hex32>,
) -> Result<(), String> {
    let transcript = Transcript::parse(&deal.transcript).map_err(|error| error.to_string())?;
    let (opening, here) = (&transcript.opening, &played.opening);
    if (opening.room, opening.game, opening.server) != (here.room, here.game, here.server) {
        return Err("it is of another game".into());
    }
    if opening.attempt != number || opening.before != before {
        return Err("it is not the next of the chain".into());
    }
    if !deal.signature.fits_transcript(&opening.server, &transcript.hash()) {
        return Err("the server has not signed it".into());
    }
    check_commitment(&deal.secret, &opening.commitment)?;
    if deal.bytes.len() != transcript.promises.len() {
        return Err("its bytes do not follow its promises".into());
    }
    let hash = opening.hash();
    for ((seat, promised), bytes) in transcript.promises.iter().zip(&deal.bytes) {
        if bytes.is_some_and(|bytes| promise(&hash, *seat, &bytes.0) != *promised) {
            return Err(format!("the bytes of {seat} are not those it promised"));
        }
    }
    Ok(())
}

/// Every chance follows from the key, whatever the rules say about when it was due.
fn check_luck(proof: &Proof) -> Found {
    let keys = proof.keys();
    let key = keys.luck();
    let mut counter = 0;
    for Happened { version, steps, .. } in &proof.log {
        for step in steps {
            let Step::Chance { luck, drawn } = step else { continue };
            let number = counter + 1;
            // First, so that no file makes us draw more than it holds.
            if !drawn.answers(*luck) || matches!(luck, Luck::Roll { below: 0, .. }) {
                return Err(format!("chance {number} (version {version}) is not a {}", asked(*luck)));
            }
            let due = key.answer(counter, *luck);
            if *drawn != due {
                return Err(format!(
                    "chance {number} (version {version}), a {}: the file has {}, the key gives {}",
                    asked(*luck),
                    beginning(drawn),
                    beginning(&due)
                ));
            }
            counter += 1;
        }
    }
    Ok(format!("all {counter} chances follow from the secret and the bytes that were added"))
}

pub(super) fn asked(luck: Luck) -> String {
    match luck {
        Luck::Shuffle(n) => format!("shuffle of {n}"),
        Luck::Roll { below, times } => format!("roll of {times} below {below}"),
    }
}

fn beginning(drawn: &Drawn) -> String {
    fn first<T: ToString>(numbers: &[T]) -> String {
        let shown: Vec<String> = numbers.iter().take(6).map(ToString::to_string).collect();
        let more = if numbers.len() > shown.len() { ", …" } else { "" };
        format!("{}{more}", shown.join(", "))
    }
    match drawn {
        Drawn::Shuffle(order) => first(order),
        Drawn::Roll(rolled) => first(rolled),
    }
}
