use super::{
    file::{EDITION, Happened, Proof, Step, digest},
    scribe::shown,
};
use crate::{AnyTable, Fault, HouseRules, find};
use kernel::{Digits, Drawn, Input, Luck, Outcome, Seat, Turn, promise};
use serde::Serialize;
use std::fmt;

/// What came of checking a file.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// Which game it was, where that could be read.
    pub title: Option<String>,
    /// How many seats have added bytes of their own to the luck.
    pub added: usize,
    /// The server's promise, as the file has it.
    pub commitment: Option<Digits>,
    /// Every question that was asked, in order.
    pub checks: Vec<Check>,
}

/// One question, and its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Check {
    /// What was asked.
    pub what: &'static str,
    /// Whether it fits.
    pub fits: bool,
    /// How, or what does not.
    pub text: String,
}

/// What fits, or what does not.
type Found = Result<String, String>;

impl Report {
    /// Whether everything fits.
    pub fn is_proved(&self) -> bool {
        !self.checks.is_empty() && self.checks.iter().all(|check| check.fits)
    }
    /// What does not fit.
    pub fn faults(&self) -> impl Iterator<Item = &Check> {
        self.checks.iter().filter(|check| !check.fits)
    }
    /// Asks one thing more: whether the server's promise is the one that somebody noted before the first card. The
    /// first eight digits or more will do, in groups or not.
    pub fn hold_against(&mut self, noted: &str) {
        let digits: String = noted.split_whitespace().collect::<String>().to_ascii_lowercase();
        let stated = self.commitment.map(|commitment| commitment.to_string()).unwrap_or_default();
        let found = if digits.len() >= 8 && stated.starts_with(&digits) {
            Ok("the server's promise is the one you noted".into())
        } else if digits.len() < 8 {
            Err("what you noted is too short to tell: eight digits are needed".into())
        } else {
            Err(format!("you noted another promise: the file has {stated}"))
        };
        self.add("noted", found);
    }
    fn add(&mut self, what: &'static str, found: Found) {
        let fits = found.is_ok();
        self.checks.push(Check { what, fits, text: found.unwrap_or_else(|fault| fault) });
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(title) = &self.title {
            writeln!(f, "{title}\n")?;
        }
        for Check { what, fits, text } in &self.checks {
            let mark = if *fits { "ok" } else { "NO" };
            writeln!(f, "{mark}  {what:<11} {text}")?;
        }
        let faults = self.faults().count();
        match faults {
            0 if self.added == 0 => {
                writeln!(f, "\nproved: the server changed nothing after its promise, and every rule was kept")
            }
            0 => writeln!(f, "\nproved: nobody chose these cards, and every rule was kept"),
            1 => writeln!(f, "\nNOT proved: one thing does not fit"),
            _ => writeln!(f, "\nNOT proved: {faults} things do not fit"),
        }
    }
}

/// Asks a file everything that can be asked of it: its form, the promises, every chance, every input by the rules of
/// the game, what everybody was shown, and the result.
pub fn verify(file: &[u8]) -> Report {
    let mut report = Report::default();
    let text = match str::from_utf8(file) {
        Ok(text) => text,
        Err(error) => {
            report.add("form", Err(format!("byte {} is not UTF-8 text", error.valid_up_to() + 1)));
            return report;
        }
    };
    report.add("digest", check_digest(text));
    let proof = match Proof::read(text) {
        Ok(proof) => proof,
        Err(error) => {
            report.add("form", Err(format!("it cannot be read as a proof: {error}")));
            return report;
        }
    };
    let seal = &proof.seal;
    report.title = Some(format!(
        "{}, game {} at table {}: {}",
        proof.game,
        seal.game,
        seal.table,
        proof.players.join(", ")
    ));
    report.added = seal.added.len();
    report.commitment = Some(seal.commitment);
    report.add("form", check_form(&proof, text));
    report.add("commitment", check_commitment(&proof));
    report.add("added", check_added(&proof));
    report.add("luck", check_luck(&proof));
    let replay = Replay::of(&proof);
    report.add("inputs", replay.inputs);
    report.add("shown", replay.shown);
    report.add("result", replay.result);
    report
}

impl Proof {
    /// The house rules it was played by.
    pub(crate) fn house_rules(&self) -> Result<HouseRules, Fault> {
        let options = serde_json::from_str(self.options.get()).map_err(|error| Fault::unreadable(&error))?;
        Ok(HouseRules { preset: None, options })
    }
}

fn check_digest(text: &str) -> Found {
    const LINE: &str = "\n\"digest\":\"";
    let no_line = || "the last line is not a digest".to_owned();
    let at = text.rfind(LINE).ok_or_else(no_line)? + 1;
    let (above, last) = text.split_at(at);
    let stated = last.strip_prefix(&LINE[1..]).and_then(|rest| rest.strip_suffix("\"}\n"));
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

fn check_form(proof: &Proof, text: &str) -> Found {
    if proof.aboveboard != EDITION {
        return Err(format!("it says it is {:?}; known is {EDITION:?}", proof.aboveboard));
    }
    let again = proof.to_text();
    // The digest has a check of its own.
    let body = |text: &'_ str| text.rfind("\n\"digest\":").unwrap_or(text.len());
    let (here, there) = (&text[..body(text)], &again[..body(&again)]);
    if here != there {
        let same = here.lines().zip(there.lines()).take_while(|(a, b)| a == b).count();
        return Err(format!("line {} is not in the one form that a proof has", same + 1));
    }
    let seats = usize::from(proof.start.seats);
    if proof.players.len() != seats {
        return Err(format!("it names {} players for {seats} seats", proof.players.len()));
    }
    // A line feed in it would let one seal read as another.
    let table = proof.seal.table.as_bytes();
    if table.is_empty() || !table.iter().all(u8::is_ascii_uppercase) {
        return Err("the table's code is not in capital letters".into());
    }
    if proof.seal.game == 0 || proof.seal.attempt == 0 {
        return Err("games and attempts count from 1".into());
    }
    if !proof.log.is_sorted_by(|a, b| a.version < b.version) {
        return Err("the versions in the log do not grow".into());
    }
    Ok(format!("{} entries in the one form that a proof has", proof.log.len()))
}

fn check_commitment(proof: &Proof) -> Found {
    let computed = Digits(promise(&proof.seal.secret.0));
    if computed == proof.seal.commitment {
        Ok(format!("the secret is the one that was promised ({}…)", &computed.to_string()[..8]))
    } else {
        Err("the secret is not the one that was promised before the first card".into())
    }
}

fn check_added(proof: &Proof) -> Found {
    let added = &proof.seal.added;
    for part in added {
        if part.seat.0 >= proof.start.seats {
            return Err(format!("{} has added bytes and does not exist", part.seat));
        }
        if promise(&part.bytes.0) != part.promise.0 {
            return Err(format!("the bytes of {} are not those it promised", part.seat));
        }
    }
    if !added.is_sorted_by(|a, b| a.seat < b.seat) {
        return Err("what seats have added is not in their order".into());
    }
    Ok(match added.len() {
        0 => "no seat has added anything: the luck is the server's alone".into(),
        n => format!("{n} of {} seats have added bytes, each as promised", proof.start.seats),
    })
}

/// Every chance follows from the key, whatever the rules say about when it was due.
fn check_luck(proof: &Proof) -> Found {
    let key = proof.seal.key();
    let mut counter = 0;
    for Happened { version, steps, .. } in &proof.log {
        for step in steps {
            let Step::Chance { luck, drawn } = step else { continue };
            let number = counter + 1;
            // First, so that no file makes us draw more than it holds.
            if !drawn.answers(*luck) || matches!(luck, Luck::Roll { below: 0, .. }) {
                return Err(format!("chance {number} (version {version}) is no {}", asked(*luck)));
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
    Ok(format!("all {counter} chances follow from the secret and what was added"))
}

fn asked(luck: Luck) -> String {
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

/// The game played again by its rules.
struct Replay {
    inputs: Found,
    shown: Found,
    result: Found,
}

impl Replay {
    fn of(proof: &Proof) -> Replay {
        let unjudged = || Err("cannot be told: the inputs before it do not fit".to_owned());
        let mut table = match open(proof) {
            Ok(table) => table,
            Err(fault) => return Replay { inputs: Err(fault), shown: unjudged(), result: unjudged() },
        };
        let (mut inputs, mut pictures) = (0_u32, Ok(0_usize));
        for happened in &proof.log {
            for (at, step) in happened.steps.iter().enumerate() {
                if let Err(fault) = play(table.as_mut(), step) {
                    let fault = format!("version {}, step {}: {fault}", happened.version, at + 1);
                    return Replay { inputs: Err(fault), shown: unjudged(), result: unjudged() };
                }
                inputs += 1;
            }
            if let Turn::Chance(luck) = table.turn() {
                let fault = format!("version {}: a {} is due and missing", happened.version, asked(luck));
                return Replay { inputs: Err(fault), shown: unjudged(), result: unjudged() };
            }
            pictures = pictures.and_then(|count| Ok(count + compare_shown(table.as_ref(), happened)?));
        }
        let rules = proof.start.rules;
        Replay {
            inputs: Ok(format!("all {inputs} inputs are legal by the rules of {} ({rules})", proof.game)),
            shown: pictures
                .map(|count| format!("{count} views, as the seats and onlookers were entitled to them")),
            result: compare_result(&table.turn(), proof.outcome.as_ref()),
        }
    }
}

fn open(proof: &Proof) -> Result<Box<dyn AnyTable>, String> {
    let opened = find(&proof.game).and_then(|game| game.open(&proof.house_rules()?, &proof.start));
    let table = opened.map_err(|fault| format!("the table cannot be opened: {fault}"))?;
    if table.options().get() != proof.options.get() {
        return Err("the options are not in the game's own form".into());
    }
    Ok(table)
}

fn play(table: &mut dyn AnyTable, step: &Step) -> Result<(), String> {
    if let Step::Chance { luck, .. } = step {
        match table.turn() {
            Turn::Chance(due) if due == *luck => {}
            Turn::Chance(due) => {
                return Err(format!("it draws a {}, and a {} is due", asked(*luck), asked(due)));
            }
            _ => return Err(format!("it draws a {}, and nothing is to be drawn", asked(*luck))),
        }
    }
    let input = step.input();
    let parsed = table.parse(&input).map_err(|fault| fault.to_string())?;
    if let (Input::Act(_, here), Input::Act(_, own)) = (&input, parsed.to_json())
        && here.get() != own.get()
    {
        return Err("the action is not in the game's own form".into());
    }
    let checked = table.check(parsed).map_err(|fault| match step {
        Step::Act(seat, _) => format!("{seat} may not do that: {fault}"),
        _ => fault.to_string(),
    })?;
    table.commit(checked).map_err(|fault| fault.to_string())?;
    Ok(())
}

/// How many views were compared.
fn compare_shown(table: &dyn AnyTable, happened: &Happened) -> Result<usize, String> {
    let due = shown(table);
    let version = happened.version;
    if happened.shown.len() != due.len() {
        return Err(format!("version {version}: {} views for {} viewers", happened.shown.len(), due.len()));
    }
    match due.iter().zip(&happened.shown).position(|(due, stated)| due != stated) {
        None => Ok(due.len()),
        Some(viewer) if viewer + 1 == due.len() => {
            Err(format!("version {version}: onlookers were shown something else"))
        }
        Some(viewer) => Err(format!("version {version}: {} was shown something else", Seat(viewer as u8))),
    }
}

fn compare_result(turn: &Turn, stated: Option<&Outcome>) -> Found {
    let places = |outcome: &Outcome| {
        let places: Vec<String> = outcome.places.values().iter().map(ToString::to_string).collect();
        format!("{} (places by seat: {})", outcome.reason, places.join(", "))
    };
    match (turn, stated) {
        (Turn::Over(due), Some(stated)) if due == stated => Ok(places(due)),
        (Turn::Over(due), Some(stated)) => {
            Err(format!("the file says {}; by the rules it is {}", json(stated), json(due)))
        }
        (Turn::Over(due), None) => {
            Err(format!("the game is over, and the file has no result: {}", json(due)))
        }
        (_, Some(_)) => Err("the file has a result, and the game is not over".into()),
        (_, None) => Ok("the game was given up before its end".into()),
    }
}

fn json(outcome: &Outcome) -> String {
    super::file::json(outcome)
}
