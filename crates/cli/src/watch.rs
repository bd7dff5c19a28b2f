use crate::{Failure, args::Watch, narrator::Narrator, numbers::grouped};
use catalog::{AnyTable, Fault, Json};
use kernel::{DealKey, Input, Turn, Viewer, below};
use std::{collections::BTreeSet, io::Write};

/// Plays one random game and prints what a spectator sees of it.
pub(crate) fn run(args: &Watch, out: &mut dyn Write) -> Result<(), Failure> {
    let entry = args.table.entry()?;
    let start = args.table.start(entry);
    let mut table = entry.open(&args.table.rules(), &start).map_err(Failure::Usage)?;
    if let Some(until) = &args.until {
        check_event(args, until)?;
    }
    let mut narrator = Narrator::new(start.seats);
    writeln!(out, "{}, seed {}: {}\n", entry.name, args.seed, narrator.cast())?;

    let mut luck = Luck::new(args.seed);
    let mut left = args.lines.unwrap_or(usize::MAX);
    let mut untold = 0;
    while let Some(input) = next_input(&*table, &mut luck) {
        for told in table.play(&input).map_err(Failure::Game)? {
            if !told.to.includes(Viewer::Spectator) {
                continue;
            }
            let event = serde_json::from_str(told.event.get())?;
            for line in narrator.narrate(&event) {
                if left == 0 {
                    untold += 1;
                } else {
                    writeln!(out, "{line}")?;
                    left -= 1;
                }
            }
            if args.until.as_deref().is_some_and(|until| Narrator::name(&event) == until) {
                return Ok(());
            }
        }
    }
    for line in narrator.pause().iter().take(left) {
        writeln!(out, "{line}")?;
    }
    if untold > 0 {
        writeln!(out, "  … and {} lines more.", grouped(untold))?;
    }
    if let Turn::Over(outcome) = table.turn() {
        writeln!(out, "\n{}", narrator.end(&outcome))?;
    }
    Ok(())
}

/// Games that are played to find the names of a game's events.
const SAMPLE: u64 = 100;

/// Refuses an event that this game does not have. Event types have no list of names, so games are played to find them.
fn check_event(args: &Watch, until: &str) -> Result<(), Failure> {
    let here = events(args, args.seed)?;
    if here.contains(until) {
        return Ok(());
    }
    let mut known = here.clone();
    for seed in 0..SAMPLE {
        known.extend(events(args, seed)?);
    }
    let listed = |names: &BTreeSet<String>| names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    let text = if known.contains(until) {
        format!("the game of seed {} has no event “{until}”; its events: {}", args.seed, listed(&here))
    } else {
        format!("unknown event “{until}”; events: {}", listed(&known))
    };
    Err(Failure::Usage(Fault::new("unknown_event", text)))
}

/// The names of what a spectator sees in the game of a seed.
fn events(args: &Watch, seed: u64) -> Result<BTreeSet<String>, Failure> {
    let entry = args.table.entry()?;
    let mut table = entry.open(&args.table.rules(), &args.table.start(entry)).map_err(Failure::Usage)?;
    let mut luck = Luck::new(seed);
    let mut names = BTreeSet::new();
    while let Some(input) = next_input(&*table, &mut luck) {
        for told in table.play(&input).map_err(Failure::Game)? {
            if told.to.includes(Viewer::Spectator) {
                names.insert(Narrator::name(&serde_json::from_str(told.event.get())?).to_owned());
            }
        }
    }
    Ok(names)
}

/// Chances and choices, each counted on its own: a choice more or less leaves the cards as they are.
struct Luck {
    key: DealKey,
    chances: u64,
    choices: u64,
}

impl Luck {
    /// Where the counters of choices begin; no game has as many chances.
    const CHOICES: u64 = 1 << 32;

    fn new(seed: u64) -> Luck {
        Luck { key: DealKey::from_seed(seed), chances: 0, choices: Luck::CHOICES }
    }
    fn chance(&mut self, luck: kernel::Luck) -> kernel::Drawn {
        self.chances += 1;
        self.key.answer(self.chances - 1, luck)
    }
    fn choice(&mut self, of: usize) -> usize {
        self.choices += 1;
        below(of as u32, &mut self.key.words(self.choices)) as usize
    }
}

/// A random legal action, or whatever else the table waits for; `None` once it waits for nothing.
fn next_input(table: &dyn AnyTable, luck: &mut Luck) -> Option<Input<Json>> {
    match table.turn() {
        Turn::Over(_) => None,
        Turn::Chance(due) => Some(Input::Chance(luck.chance(due))),
        Turn::Seats { must, window, .. } => {
            let Some(seat) = must.iter().next() else { return Some(Input::Expire(window.id)) };
            let mut actions = table.legal(seat).actions;
            let choice = luck.choice(actions.len());
            Some(Input::Act(seat, actions.swap_remove(choice)))
        }
    }
}
