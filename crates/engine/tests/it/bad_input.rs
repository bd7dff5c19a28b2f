//! Whatever a stranger sends: exactly one answer, never a panic, and after an error the same table.
//!
//! Fuzzing with a generator of our own, so that every failure comes back with its seed.

use crate::driver::Driver;
use kernel::{Rng, below};
use rand_core::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::{Map, Value, json};

struct Stranger(Xoshiro256PlusPlus);

impl Stranger {
    fn new(seed: u64) -> Stranger {
        Stranger(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
    fn below(&mut self, n: usize) -> usize {
        below(n as u32, &mut self.0) as usize
    }
    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
    fn bytes(&mut self) -> Vec<u8> {
        let length = self.below(200);
        (0..length).map(|_| self.0.next_u32() as u8).collect()
    }
    /// Printable noise in which braces and quotes are frequent.
    fn noise(&mut self) -> Vec<u8> {
        let length = self.below(80);
        (0..length).map(|_| *self.pick(br#"{}[]":,\ 0123456789-+.eEtruefalsnull_cmd"#)).collect()
    }
    /// A number on or beside an edge.
    fn number(&mut self) -> Value {
        let edges = [
            json!(0),
            json!(1),
            json!(2),
            json!(3),
            json!(4),
            json!(5),
            json!(23),
            json!(24),
            json!(-1),
            json!(255),
            json!(256),
            json!(65535),
            json!(65536),
            json!(u32::MAX),
            json!(u64::MAX),
            json!(i64::MIN),
            json!(0.5),
            json!(1e300),
        ];
        self.pick(&edges).clone()
    }
    fn word(&mut self) -> Value {
        let words = [
            "pass",
            "order",
            "name",
            "discard",
            "alone",
            "defend",
            "play",
            "ready",
            "draw",
            "card",
            "color",
            "target",
            "power",
            "suit",
            "yes",
            "seat",
            "recall",
            "spectator",
            "roll",
            "shuffle",
            "human",
            "bot",
            "removed",
            "offline",
            "c",
            "h",
            "9c",
            "10h",
            "As",
            "2d",
            "Zz",
            "red",
            "blue",
            "big_bang",
            "on",
            "off",
            "",
            "\u{0}",
            "🂡",
            "euchre",
            "eights",
            "chaos",
            "openspiel",
            "cmd",
            "id",
        ];
        json!(self.pick(&words))
    }
    fn json(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 5 } else { 8 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 | 3 => self.number(),
            4 => self.word(),
            5 => (0..self.below(4)).map(|_| self.json(depth - 1)).collect(),
            _ => {
                let mut fields = Map::new();
                for _ in 0..self.below(4) {
                    let value = self.json(depth - 1);
                    fields.insert(self.word().as_str().unwrap_or_default().into(), value);
                }
                Value::Object(fields)
            }
        }
    }
    /// A request whose form is right and whose values may be anything.
    fn request(&mut self) -> Value {
        let commands = [
            json!({"cmd": "open", "game": 0, "preset": 0, "options": 0, "seats": 0, "host": 0, "first": 0, "seed": 0}),
            json!({"cmd": "chance", "drawn": 0}),
            json!({"cmd": "chance", "seed": 0}),
            json!({"cmd": "turn"}),
            json!({"cmd": "legal", "seat": 0}),
            json!({"cmd": "check", "seat": 0, "action": 0}),
            json!({"cmd": "act", "seat": 0, "action": 0}),
            json!({"cmd": "expire", "window": 0}),
            json!({"cmd": "status", "seat": 0, "status": 0}),
            json!({"cmd": "view", "viewer": 0}),
        ];
        let mut request = self.pick(&commands).clone();
        for (field, value) in request.as_object_mut().into_iter().flatten() {
            *value = match field.as_str() {
                "cmd" => continue,
                "seat" | "window" | "seed" | "seats" | "host" | "first" => self.number(),
                "game" | "preset" | "status" => self.word(),
                "action" => self.action(),
                _ => self.json(3),
            };
        }
        request
    }
    /// A well-formed action of one of the games, legal or not.
    fn action(&mut self) -> Value {
        const RANKS: [&str; 13] = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"];
        let card = format!("{}{}", self.pick(&RANKS), self.pick(&["c", "d", "h", "s"]));
        let suit = self.pick(&["c", "d", "h", "s"]).to_string();
        let yes = self.below(2) == 0;
        let color = *self.pick(&[None, Some("red"), Some("blue"), Some("green"), Some("yellow")]);
        let power =
            *self.pick(&[None, None, Some("all_seeing_eye"), Some("big_bang"), Some("reincarnation")]);
        let target = *self.pick(&[None, Some(0), Some(1), Some(3), Some(9), Some(200)]);
        match self.below(12) {
            0 => json!("pass"),
            1 => json!("draw"),
            2 => json!("ready"),
            3 => json!({"order": {"alone": yes}}),
            4 => json!({"name": {"suit": suit, "alone": yes}}),
            5 => json!({"discard": {"card": card}}),
            6 => json!({"alone": {"yes": yes}}),
            7 => json!({"defend": {"yes": yes}}),
            8 => json!({"play": {"card": card}}),
            9 | 10 => {
                let card = self.below(40);
                json!({"play": {"card": card, "color": color, "target": target, "power": power}})
            }
            _ => self.json(2),
        }
    }
    /// A request somebody could have sent now.
    fn sensible(&mut self, driver: &mut Driver) -> Value {
        let Some(&seat) = driver.must().first() else {
            return json!({"cmd": "chance", "seed": self.below(1000)});
        };
        let legal = driver.legal(seat);
        json!({"cmd": "act", "seat": seat, "action": self.pick(&legal)})
    }
    /// The same text with a few bytes changed, doubled or missing.
    fn mutated(&mut self, request: &Value) -> Vec<u8> {
        let mut text = request.to_string().into_bytes();
        for _ in 0..=self.below(3) {
            let at = self.below(text.len());
            match self.below(4) {
                0 => text[at] = self.0.next_u32() as u8,
                1 => text[at] = *self.pick(br#"{}[]",:0129-e"#),
                2 => text.insert(at, text[at]),
                _ if text.len() > 1 => drop(text.remove(at)),
                _ => {}
            }
        }
        text.retain(|&byte| byte != b'\n');
        text
    }
}

/// Tables in as many situations as there are seeds; each is sent `lines` by `stranger`.
fn feed(seeds: u64, lines: usize, mut next: impl FnMut(&mut Stranger, &mut Driver) -> Vec<u8>) {
    for seed in 0..seeds {
        let mut stranger = Stranger::new(seed);
        let tables =
            [("euchre", "house"), ("euchre", "openspiel"), ("eights", "insane"), ("eights", "chaos")];
        let (game, preset) = tables[seed as usize % tables.len()];
        let mut driver = Driver::at(json!({"cmd": "open", "game": game, "preset": preset}));
        for _ in 0..stranger.below(60) {
            let step = stranger.sensible(&mut driver);
            driver.line(step.to_string().as_bytes());
        }
        let mut before = driver.everything();
        for _ in 0..lines {
            let line = next(&mut stranger, &mut driver);
            let (answer, _) = driver.line(&line);
            let after = driver.everything();
            if answer.is_error() {
                assert_eq!(after, before, "seed {seed}: {}", String::from_utf8_lossy(&line));
            }
            before = after;
        }
    }
}

#[test]
fn random_bytes() {
    feed(20, 100, |stranger, _| if stranger.below(2) == 0 { stranger.bytes() } else { stranger.noise() });
}

#[test]
fn random_json() {
    feed(20, 100, |stranger, _| stranger.json(4).to_string().into_bytes());
}

#[test]
fn random_requests_and_random_well_formed_actions() {
    feed(40, 150, |stranger, _| stranger.request().to_string().into_bytes());
}

#[test]
fn mutated_requests() {
    feed(40, 100, |stranger, driver| {
        let request = if stranger.below(2) == 0 { stranger.sensible(driver) } else { stranger.request() };
        stranger.mutated(&request)
    });
}

#[test]
fn somebody_elses_legal_actions() {
    feed(20, 60, |stranger, driver| {
        let mut request = stranger.sensible(driver);
        if request.get("seat").is_some() && stranger.below(4) > 0 {
            request["seat"] = json!(stranger.below(6));
        }
        request.to_string().into_bytes()
    });
}
