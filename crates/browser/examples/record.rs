//! Records conversations with the rules, as the browser has them: a line with `> ` and a request, a line with `< ` and its
//! answer, a line with `= ` and the microseconds it took. `cargo ci module` repeats the requests with the WebAssembly module and compares every byte.
//!
//! Run at the root of the repository. The argument is the number of decisions of each game and level.

use browser::Module;
use catalog::{ALL, Entry, HouseRules};
use dealer::{Cheat, Terms, bot, person, play, witness_of};
use kernel::{Level, Seat};
use serde_json::{Value, json};
use std::{
    env,
    error::Error,
    fs,
    io::{self, BufWriter, Write},
    time::Instant,
};

#[path = "../../catalog/tests/it/dealer.rs"]
#[expect(dead_code, reason = "the tests of the catalog need more of it")]
mod dealer;

/// From this many decisions on, everything is recorded; below it, a part of what takes longest.
const LONG: u32 = 100;
/// Decisions of one analysis in the short form.
const ANALYSED: u32 = 2;
/// Entries of a game with bots.
const ENTRIES: u64 = 24;

fn main() -> Result<(), Box<dyn Error>> {
    let decisions = env::args().nth(1).ok_or("how many decisions of each game and level?")?.parse()?;
    let mut recorder = Recorder { module: Module::default(), out: BufWriter::new(io::stdout().lock()) };
    recorder.ask(&json!({"cmd": "hello"}))?;
    recorder.ask(&json!({"cmd": "games", "id": "a"}))?;
    for entry in ALL {
        for level in Level::ALL {
            recorder.play(entry, level, decisions)?;
        }
        let file = fs::read_to_string(format!("crates/catalog/tests/golden/{}-1.json", entry.name))?;
        recorder.look_at(&file, decisions >= LONG)?;
        recorder.check_bots(entry)?;
    }
    recorder.out.flush()?;
    Ok(())
}

struct Recorder<W: Write> {
    module: Module,
    out: W,
}

impl<W: Write> Recorder<W> {
    /// Records a request and its answer, and returns what it got: nothing for an error.
    fn ask(&mut self, request: &Value) -> Result<Value, Box<dyn Error>> {
        let request = request.to_string();
        let began = Instant::now();
        let answer = self.module.answer(request.as_bytes());
        let took = began.elapsed().as_micros();
        writeln!(self.out, "> {request}\n< {answer}\n= {took}")?;
        Ok(serde_json::from_str::<Value>(&answer)?["ok"].take())
    }

    /// Tables at which bots of a level decide everything.
    fn play(&mut self, entry: &Entry, level: Level, decisions: u32) -> Result<(), Box<dyn Error>> {
        let (mut decided, mut seed) = (0, 0);
        while decided < decisions {
            let presets = entry.presets();
            let preset = presets[seed as usize % presets.len()].name;
            self.ask(&json!({"cmd": "open", "game": entry.name, "preset": preset, "seed": seed}))?;
            seed += 1;
            while decided < decisions {
                let turn = self.ask(&json!({"cmd": "turn"}))?["turn"]["seats"].take();
                let asked = ["must", "may"].iter().find_map(|who| turn[who].as_array()?.first().cloned());
                let Some(seat) = asked else { break };
                decided += 1;
                let choice = self.ask(&json!({
                    "cmd": "choose", "seat": seat, "level": level, "seed": decided, "explain": decided % 2 == 0
                }))?;
                if decided % 8 == 0 {
                    self.ask(&json!({"cmd": "legal", "seat": seat}))?;
                    self.ask(&json!({"cmd": "view", "viewer": {"recall": seat}}))?;
                    self.ask(&json!({"cmd": "knowledge", "seat": seat}))?;
                }
                let next = match &choice["action"] {
                    Value::Null => json!({"cmd": "expire", "window": turn["window"]["id"]}),
                    action => json!({"cmd": "act", "seat": seat, "action": action}),
                };
                self.ask(&next)?;
            }
            self.ask(&json!({"cmd": "result"}))?;
        }
        Ok(())
    }

    /// A finished game: checked, shown and analysed.
    fn look_at(&mut self, file: &str, whole: bool) -> Result<(), Box<dyn Error>> {
        self.ask(&json!({"cmd": "verify", "file": file}))?;
        let changed = file.replacen("\"version\":3", "\"version\":4", 1);
        self.ask(&json!({"cmd": "verify", "file": changed}))?;
        self.ask(&json!({"cmd": "replay", "file": file}))?;
        self.ask(&json!({"cmd": "replay", "file": file, "viewer": 1, "from": 20, "count": 30}))?;
        let mut progress = self.ask(&json!({"cmd": "analyse", "file": file}))?;
        let (job, mut done) = (progress["job"].take(), 0);
        while progress["result"].is_null() && (whole || done < ANALYSED) {
            progress = self.ask(&json!({"cmd": "step", "job": job}))?;
            done += 1;
        }
        self.ask(&json!({"cmd": "drop", "job": job}))?;
        Ok(())
    }

    /// A game of a person with bots, with what the person's page kept.
    fn check_bots(&mut self, entry: &Entry) -> Result<(), Box<dyn Error>> {
        let rules = HouseRules::default();
        let seats = entry.start_by(&rules, None).seats;
        let level = |seat: u8| if seat == 1 { Level::Hard } else { Level::Medium };
        let sitters = (0..seats).map(|seat| if seat == 0 { person(0) } else { bot(level(seat)) }).collect();
        let deal = Terms::new(rules, sitters, 5).hold(entry);
        let mut proof = play(&deal, ENTRIES, 5, Cheat::Nothing).proof;
        let witness = witness_of(&deal, &proof, Seat(0), 0);
        let file = proof.sign(&deal.server);
        self.ask(&json!({"cmd": "verify", "file": file, "witnesses": [witness]}))?;
        let mut progress = self.ask(&json!({"cmd": "verify_bots", "file": file, "witnesses": [witness]}))?;
        let job = progress["job"].take();
        while progress["result"].is_null() {
            progress = self.ask(&json!({"cmd": "step", "job": job, "count": 5}))?;
            if progress.is_null() {
                return Err(format!("the bots of {} cannot be recomputed", entry.name).into());
            }
        }
        Ok(())
    }
}
