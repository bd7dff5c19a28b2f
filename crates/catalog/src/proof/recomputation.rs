use super::{
    LastEntry, Transcript,
    file::{Happened, Proof, Step, linked_text},
    report::Found,
    scribe::{agreed, open, shown},
    verify::asked,
};
use crate::{AnyTable, Json};
use kernel::{Addressed, Input, Outcome, Seat, Turn};

/// The game played again by its rules.
pub(super) struct Recomputation {
    pub(super) inputs: Found,
    pub(super) shown: Found,
    pub(super) result: Found,
}

impl Recomputation {
    pub(super) fn of(proof: &Proof, transcript: &Transcript) -> Recomputation {
        let unjudged = || Err("not checked: the inputs before it are not legal".to_owned());
        let opening = &transcript.opening;
        let mut table = match open_strictly(transcript) {
            Ok(table) => table,
            Err(fault) => return Recomputation { inputs: Err(fault), shown: unjudged(), result: unjudged() },
        };
        let (keys, mut link) = (proof.keys(), transcript.hash());
        let (mut inputs, mut screens) = (0_u32, Ok(0_usize));
        for happened in &proof.log {
            let (mut sent, mut acted) = (Vec::new(), None);
            for (at, step) in happened.steps.iter().enumerate() {
                match play(table.as_mut(), step) {
                    Ok(events) => sent.extend(events),
                    Err(fault) => {
                        let fault = format!("version {}, step {}: {fault}", happened.version, at + 1);
                        return Recomputation { inputs: Err(fault), shown: unjudged(), result: unjudged() };
                    }
                }
                if let Step::Act(seat, _) = step {
                    acted = Some(*seat);
                }
                inputs += 1;
            }
            if let Turn::Chance(luck) = table.turn() {
                let fault = format!("version {}: a {} is due and missing", happened.version, asked(luck));
                return Recomputation { inputs: Err(fault), shown: unjudged(), result: unjudged() };
            }
            link = keys.link(&link, &linked_text(happened.version, &happened.steps));
            let revealed = table.cards_revealed();
            let entry = LastEntry { version: happened.version, link: &link, events: &sent, acted, revealed };
            screens = screens.and_then(|count| Ok(count + compare_shown(table.as_ref(), happened, &entry)?));
        }
        let (game, rules) = (&opening.rules, opening.start.rules);
        Recomputation {
            inputs: Ok(format!("all {inputs} inputs are legal by the rules of {game} ({rules})")),
            shown: screens
                .map(|count| format!("{count} screens, as the seats and spectators were entitled to them")),
            result: compare_result(&table.turn(), proof.outcome.as_ref()),
        }
    }
}

fn open_strictly(transcript: &Transcript) -> Result<Box<dyn AnyTable>, String> {
    let opened = open(transcript).and_then(|table| Ok((table, agreed(&transcript.opening)?)));
    let (table, agreed) = opened.map_err(|fault| format!("the table cannot be opened: {fault}"))?;
    if agreed.form != transcript.opening.options.get() {
        return Err("the options are not in the game's own form".into());
    }
    Ok(table)
}

fn play(table: &mut dyn AnyTable, step: &Step) -> Result<Vec<Addressed<Json>>, String> {
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
    table.commit(checked).map_err(|fault| fault.to_string())
}

/// How many screens were compared.
fn compare_shown(table: &dyn AnyTable, happened: &Happened, entry: &LastEntry<'_>) -> Result<usize, String> {
    let due = shown(table, entry);
    let version = happened.version;
    if happened.shown.len() != due.len() {
        return Err(format!("version {version}: {} screens for {} viewers", happened.shown.len(), due.len()));
    }
    match due.iter().zip(&happened.shown).position(|(due, stated)| due != stated) {
        None => Ok(due.len()),
        Some(viewer) if viewer + 1 == due.len() => {
            Err(format!("version {version}: spectators were shown something else"))
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
