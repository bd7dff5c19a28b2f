//! A program outside as a player: it is asked by the engine protocol, one line a question.

use catalog::{Fault, Json, Outsider, Question};
use serde::Deserialize;
use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::Duration,
};

/// Starts a program and makes a player of it. It is ended when the player is dropped.
pub(super) fn start(command: &str, limit: Duration) -> Result<Outsider, Fault> {
    let mut program = Program::start(command, limit)?;
    Ok(Box::new(move |question| program.ask(question)))
}

struct Program {
    command: String,
    limit: Duration,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    asked: u64,
}

#[derive(Deserialize)]
struct Reply {
    id: Option<u64>,
    #[serde(default)]
    ok: Option<Chosen>,
    #[serde(default)]
    error: Option<Complaint>,
}

#[derive(Deserialize)]
struct Chosen {
    action: Option<Json>,
}

#[derive(Deserialize)]
struct Complaint {
    #[serde(default)]
    text: String,
}

impl Program {
    fn start(command: &str, limit: Duration) -> Result<Program, Fault> {
        let mut words = command.split_whitespace();
        let fault = |text: String| Fault::new("program_failed", format!("“{command}” {text}"));
        let name = words.next().ok_or_else(|| fault("names no program".into()))?;
        let mut child = Command::new(name)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| fault(format!("does not start: {error}")))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(fault("has no input or output".into()));
        };
        let (send, lines) = mpsc::channel();
        // A thread of its own, because a read from a pipe cannot be given a time limit.
        thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if send.send(line).is_err() {
                    return;
                }
            }
        });
        Ok(Program { command: command.into(), limit, child, input, lines, asked: 0 })
    }

    fn ask(&mut self, question: &Question) -> Result<Option<Json>, Fault> {
        self.asked += 1;
        let line = serde_json::json!({
            "cmd": "choose",
            "id": self.asked,
            "game": question.game,
            "options": question.options,
            "seat": question.seat,
            "view": question.view,
            "legal": question.legal,
            "must": question.must,
            "seed": question.seed,
        });
        let gone = |error: std::io::Error| self.fault(&format!("takes no more questions: {error}"));
        writeln!(&self.input, "{line}").and_then(|()| (&self.input).flush()).map_err(gone)?;
        let line = self.lines.recv_timeout(self.limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => self.fault(&format!("did not answer within {:?}", self.limit)),
            RecvTimeoutError::Disconnected => self.fault("ended before it answered"),
        })?;
        let reply: Reply = serde_json::from_str(&line)
            .map_err(|error| self.fault(&format!("answered no protocol: {error}")))?;
        match reply {
            Reply { id, .. } if id != Some(self.asked) => Err(self.fault("answered another question")),
            Reply { ok: Some(chosen), .. } => Ok(chosen.action),
            Reply { error: Some(complaint), .. } => {
                Err(self.fault(&format!("complained: {}", complaint.text)))
            }
            _ => Err(self.fault("answered neither “ok” nor “error”")),
        }
    }
    fn fault(&self, text: &str) -> Fault {
        Fault::new("program_failed", format!("“{}” {text}", self.command))
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        // It may have ended on its own.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
