//! Records conversations with the rules, as the browser has them: a line with `> ` and a request, a line with `< ` and its
//! answer, a line with `= ` and the microseconds it took. `cargo ci module` repeats the requests with the WebAssembly module and compares every byte.
//!
//! Run at the root of the repository. The argument is the number of decisions of each game and level.

use browser::Module;
use catalog::{ALL, Entry, HouseRules};
use dealer::{Cheat, Terms, bot, person, play, witness_of};
use kernel::{Level, Seat};
use room::protocol::PROTOCOL;
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
/// Calls to a room on the device in the short form.
const CALLS: u32 = 60;

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
    for ((entry, level), number) in ALL.iter().zip(Level::ALL.into_iter().cycle()).zip(1..) {
        // The shortest game is played to its end.
        let calls = if decisions >= LONG || entry.name == "casino" { u32::MAX } else { CALLS };
        recorder.sit_down(entry, level, number, calls)?;
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

    /// Asks the rooms on the device, and returns what it got: nothing for an error.
    fn ask_rooms(&mut self, request: &Value) -> Result<Value, Box<dyn Error>> {
        self.ask(&json!({"cmd": "room", "request": request}))
    }

    /// A room on the device: a person who plays what is listed first, with hints, then the file and the replay; the room is
    /// dropped on the way, and goes on from its entries.
    fn sit_down(
        &mut self,
        entry: &Entry,
        level: Level,
        number: u8,
        calls: u32,
    ) -> Result<(), Box<dyn Error>> {
        let (seed, key) = (format!("{number:02x}").repeat(32), "09".repeat(32));
        let play = json!({"player": {"name": "Ann"}, "game": entry.name, "level": level});
        let wish = json!({"wish": {"play": play}, "now": 1000, "seed": seed, "key": key, "pace": "at_once"});
        let opened = self.ask_rooms(&json!({"open": wish}))?["opened"].take();
        let room = opened["room"].as_str().ok_or("the room was not opened")?.to_owned();
        let mut rejoin = opened["seated"].clone();
        rejoin["protocol"] = PROTOCOL.into();
        let hello = json!({"rejoin": rejoin}).to_string();
        let frame = |text: String, now: u64| json!({"frame": {"room": room, "text": text, "now": now}});
        let mut seat = Chair { now: 2000, ..Chair::default() };
        seat.take(&opened["outcome"])?;
        seat.take(&self.ask_rooms(&frame(hello.clone(), seat.now))?["outcome"])?;
        for call in 0..calls {
            if seat.state == "finished" {
                break;
            }
            let next = match (seat.thinking, &seat.action, seat.next) {
                (false, Some(action), _) if call % 8 != 0 => {
                    let order = json!({"id": format!("m{call}"), "version": seat.seq, "do": action});
                    frame(order.to_string(), seat.now)
                }
                (false, Some(_), _) => {
                    let order = json!({"id": format!("m{call}"), "version": seat.seq, "hint": "move"});
                    frame(order.to_string(), seat.now)
                }
                (true, ..) => json!({"tick": {"room": room, "now": seat.now}}),
                (false, None, Some(at)) => {
                    seat.now = seat.now.max(at);
                    json!({"tick": {"room": room, "now": seat.now}})
                }
                (false, None, None) => return Err(format!("{}: nobody can go on", entry.name).into()),
            };
            seat.take(&self.ask_rooms(&next)?["outcome"])?;
            if call == CALLS / 2 {
                self.ask_rooms(&json!({"summary": {"room": room}}))?;
                self.ask_rooms(&json!({"drop": {"room": room}}))?;
                let stored = json!({"room": room, "entries": seat.entries, "seed": seed, "key": key, "pace": "at_once"});
                self.ask_rooms(&json!({"resume": stored}))?;
                seat.take(&self.ask_rooms(&frame(hello.clone(), seat.now))?["outcome"])?;
            }
        }
        let why = json!({"id": "why", "version": seat.seq, "why": seat.seq});
        self.ask_rooms(&frame(why.to_string(), seat.now))?;
        let record = format!("{room}-1");
        self.ask_rooms(&json!({"proof": {"record": record, "key": key}}))?;
        self.ask_rooms(&json!({"replay": {"record": record, "viewer": 0}}))?;
        self.ask_rooms(&json!({"disconnect": {"room": room}}))?;
        self.ask_rooms(&json!({"drop": {"room": room}}))?;
        Ok(())
    }
}

/// What a page knows of its room.
#[derive(Default)]
struct Chair {
    entries: Vec<Value>,
    now: u64,
    next: Option<u64>,
    thinking: bool,
    state: String,
    seq: u64,
    /// The first legal action.
    action: Option<Value>,
}

impl Chair {
    fn take(&mut self, outcome: &Value) -> Result<(), Box<dyn Error>> {
        let list = |name: &str| outcome[name].as_array().cloned().ok_or("the room gave no outcome");
        self.entries.extend(list("entries")?);
        self.next = outcome["next"].as_u64();
        self.thinking = outcome["thinking"] == true;
        for text in list("frames")? {
            let frame: Value = serde_json::from_str(text.as_str().ok_or("a frame is a text")?)?;
            let Some(update) = frame.get("update") else { continue };
            self.seq = update["seq"].as_u64().ok_or("an update has a version")?;
            if let Some(room) = update.get("room") {
                room["state"].as_str().unwrap_or_default().clone_into(&mut self.state);
            }
            if let Some(table) = update.get("table") {
                self.action = table["legal"].as_array().and_then(|legal| legal.first().cloned());
            }
        }
        Ok(())
    }
}
