use crate::Failure;
use catalog::{ALL, Entry};
use kernel::{Kind, Setting};
use std::io::Write;

/// Lists every game.
pub(crate) fn run(json: bool, out: &mut dyn Write) -> Result<(), Failure> {
    if json {
        serde_json::to_writer_pretty(&mut *out, ALL)?;
        writeln!(out)?;
        return Ok(());
    }
    for (i, entry) in ALL.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        describe(entry, out)?;
    }
    Ok(())
}

fn describe(entry: &Entry, out: &mut dyn Write) -> Result<(), Failure> {
    let seats = match (entry.min_seats, entry.max_seats) {
        (fewest, most) if fewest == most => format!("{fewest} seats"),
        (fewest, most) => format!("{fewest} to {most} seats"),
    };
    writeln!(out, "{}  ({seats}, rules version {})", entry.name, entry.rules)?;
    let width = entry.fields().iter().map(|field| field.name.len()).max().unwrap_or(0);
    for field in entry.fields() {
        let default = match field.default {
            Setting::Unset => "follows from the others".into(),
            set => setting(set),
        };
        writeln!(out, "  {:width$}  {}  [{default}]", field.name, values(field.kind))?;
    }
    for (i, deck) in entry.decks().iter().enumerate() {
        let title = if i == 0 { "decks:" } else { "" };
        writeln!(out, "  {title:8} {}: {}, hash {}", deck.mark.id, deck.mark.title, deck.mark.hash)?;
    }
    for (i, preset) in entry.presets().iter().enumerate() {
        let changes: Vec<_> =
            preset.settings.iter().map(|(name, value)| format!("{name} = {}", setting(*value))).collect();
        let changes = if changes.is_empty() { "the defaults".into() } else { changes.join(", ") };
        let title = if i == 0 { "presets:" } else { "" };
        writeln!(out, "  {title:8} {}: {changes}", preset.name)?;
    }
    Ok(())
}

/// What a field may be set to, as a person would write it.
fn values(kind: Kind) -> String {
    match kind {
        Kind::Switch => "on / off".into(),
        Kind::Choice(words) => words.join(" / "),
        Kind::Number { from, to, step, or } => {
            let step = if step == 1 { String::new() } else { format!(" in steps of {step}") };
            let or = or.map(|or| format!(" or {}", setting(or))).unwrap_or_default();
            format!("{from} to {to}{step}{or}")
        }
        Kind::Shares { of, total } => format!("whole numbers for {} that add up to {total}", of.join(", ")),
    }
}

fn setting(setting: Setting) -> String {
    match setting {
        Setting::Unset => "unset".into(),
        Setting::Word(word) => word.into(),
        Setting::Number(number) => number.to_string(),
    }
}
