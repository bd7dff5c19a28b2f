//! An engine that tests talk to in JSON.

use engine::{Answer, Engine};
use serde_json::{Value, json};

#[derive(Default)]
pub(crate) struct Driver {
    pub(crate) engine: Engine,
}

impl Driver {
    /// An engine at an open table.
    pub(crate) fn at(open: Value) -> Driver {
        let mut driver = Driver::default();
        driver.ok(open);
        driver
    }
    /// The engine of Euchre in which seat 3 dealt the cards in the order of their numbers.
    pub(crate) fn euchre(preset: &str) -> Driver {
        let mut driver = Driver::at(json!({"cmd": "open", "game": "euchre", "preset": preset}));
        driver.ok(json!({"cmd": "chance", "drawn": {"roll": [3]}}));
        driver.ok(json!({"cmd": "chance", "drawn": {"shuffle": (0..24).collect::<Vec<_>>()}}));
        driver
    }
    /// Sends a line as it is; whatever comes back is one line of JSON.
    pub(crate) fn line(&mut self, line: &[u8]) -> (Answer, Value) {
        let answer = self.engine.answer(line);
        let text = answer.to_string();
        assert!(!text.contains('\n'), "{text}");
        let value: Value = serde_json::from_str(&text).unwrap();
        let fields = value.as_object().unwrap();
        assert_eq!(fields.len(), 2, "{text}");
        assert!(fields.contains_key("id"), "{text}");
        if answer.is_error() {
            let error = fields["error"].as_object().unwrap();
            assert_eq!(error.len(), 3, "{text}");
            assert!(
                error["code"].as_str().is_some_and(|code| !code.is_empty() && code != "internal"),
                "{text}"
            );
            assert!(error["detail"].is_object(), "{text}");
            assert!(error["text"].is_string(), "{text}");
        } else {
            assert!(fields["ok"].is_object(), "{text}");
        }
        (answer, value)
    }
    /// What a good request gets.
    #[expect(clippy::needless_pass_by_value, reason = "requests are written where they are sent")]
    pub(crate) fn ok(&mut self, request: Value) -> Value {
        let (_, mut answer) = self.line(request.to_string().as_bytes());
        assert!(answer.get("ok").is_some(), "{request} -> {answer}");
        answer["ok"].take()
    }
    /// The code and detail that a bad one gets.
    #[expect(clippy::needless_pass_by_value, reason = "requests are written where they are sent")]
    pub(crate) fn error(&mut self, request: Value) -> (String, Value) {
        self.error_line(request.to_string().as_bytes())
    }
    pub(crate) fn error_line(&mut self, line: &[u8]) -> (String, Value) {
        let (answer, value) = self.line(line);
        assert!(answer.is_error(), "{} -> {value}", String::from_utf8_lossy(line));
        (value["error"]["code"].as_str().unwrap().into(), value["error"]["detail"].clone())
    }
    /// Everything that can be asked about the table; `None` if there is none.
    pub(crate) fn everything(&mut self) -> Option<String> {
        let (answer, log) = self.line(br#"{"cmd":"log"}"#);
        if answer.is_error() {
            return None;
        }
        let seats = log["ok"]["start"]["seats"].as_u64().unwrap();
        let mut all = vec![log, self.ok(json!({"cmd": "turn"})), self.ok(json!({"cmd": "result"}))];
        for seat in 0..seats {
            all.push(self.ok(json!({"cmd": "legal", "seat": seat})));
            all.push(self.ok(json!({"cmd": "view", "viewer": {"seat": seat}})));
            all.push(self.ok(json!({"cmd": "view", "viewer": {"recall": seat}})));
        }
        all.push(self.ok(json!({"cmd": "view", "viewer": "spectator"})));
        Some(serde_json::to_string(&all).unwrap())
    }
    /// Seats that owe a decision; empty if nobody does.
    pub(crate) fn must(&mut self) -> Vec<u64> {
        let turn = self.ok(json!({"cmd": "turn"}));
        let must = turn["turn"]["seats"]["must"].as_array().cloned().unwrap_or_default();
        must.iter().filter_map(Value::as_u64).collect()
    }
    pub(crate) fn legal(&mut self, seat: u64) -> Vec<Value> {
        self.ok(json!({"cmd": "legal", "seat": seat}))["actions"].as_array().cloned().unwrap()
    }
}
