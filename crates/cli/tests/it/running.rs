//! The real program, serving on a port of its own, and what a browser would do with it.

use serde_json::{Value, json};
use std::{
    env,
    io::{BufRead, BufReader, Read, Write},
    net::{SocketAddr, TcpStream},
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio_tungstenite::tungstenite::{self, Message, WebSocket};

/// How long a test waits for something that should come soon, before it says that it did not.
const TIMEOUT: Duration = Duration::from_secs(30);

/// `aboveboard serve` with some options, and none from the environment of the test run.
pub(crate) fn serve(options: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_aboveboard"));
    for (name, _) in env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("ABOVEBOARD_")) {
        command.env_remove(name);
    }
    command.arg("serve").args(options).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// The same on a port that is free, with its data in a folder.
pub(crate) fn serve_in(folder: &Path, options: &[&str]) -> Command {
    let mut command = serve(&["--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(folder).args(options);
    command
}

/// A server that runs. It ends with the test, whatever happens.
pub(crate) struct Running {
    child: Child,
    pub(crate) address: SocketAddr,
    logged: mpsc::Receiver<String>,
    /// What it has logged so far.
    log: String,
    reader: Option<JoinHandle<()>>,
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Running {
        let mut child = command.spawn().unwrap();
        let mut first = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
        let address = first.trim_end().strip_prefix("listening on http://").map(str::parse);
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let Some(Ok(address)) = address else {
            let _ = child.kill();
            panic!("{first:?}, {:?}", stderr.lines().collect::<Vec<_>>());
        };
        let (line, logged) = mpsc::channel();
        let reader = thread::spawn(move || {
            // Until the program closes its end, or the test has seen enough.
            let _ = stderr.lines().map_while(Result::ok).try_for_each(|text| line.send(text));
        });
        Running { child, address, logged, log: String::new(), reader: Some(reader) }
    }

    /// A request; its status, its headers in small letters, and its body.
    pub(crate) fn http(&self, request: &str, headers: &str, body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (host, length) = (self.address, body.len());
        write!(
            stream,
            "{request} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: {length}\r\n{headers}\r\n{body}"
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap();
        (status, head.to_ascii_lowercase(), body.into())
    }
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.http(&format!("GET {path}"), "", "");
        (status, body)
    }
    /// Opens a room; `headers` as a proxy or a browser may send them.
    pub(crate) fn open_room(&self, headers: &str) -> (u16, Value) {
        let wish = json!({"host": {"name": "Zebulon"}, "game": "euchre"}).to_string();
        let (status, _, body) = self.http("POST /api/rooms", headers, &wish);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
    /// A table against bots.
    pub(crate) fn play_now(&self) -> Value {
        let wish = json!({"player": {"name": "Zebulon"}, "game": "euchre"}).to_string();
        let (status, _, body) = self.http("POST /api/play-now", "", &wish);
        assert_eq!(status, 200, "{body}");
        serde_json::from_str(&body).unwrap()
    }
    /// A WebSocket that has said nothing yet.
    pub(crate) fn connect(&self) -> WebSocket<TcpStream> {
        let stream = TcpStream::connect(self.address).unwrap();
        stream.set_read_timeout(Some(TIMEOUT)).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{}/ws", self.address), stream).unwrap();
        socket
    }
    /// Takes the seat that was given.
    pub(crate) fn sit_down(&self, seated: &Value) -> WebSocket<TcpStream> {
        let mut socket = self.connect();
        let mut rejoin = seated.clone();
        rejoin["protocol"] = json!(server::protocol::PROTOCOL);
        socket.send(Message::text(json!({"rejoin": rejoin}).to_string())).unwrap();
        assert!(next(&mut socket).unwrap()["welcome"].is_object());
        socket
    }

    /// `kill -SIGNAL`.
    pub(crate) fn signal(&self, signal: &str) {
        let kill = format!("kill -{signal} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    }
    /// Waits until it has logged something.
    pub(crate) fn wait_for(&mut self, words: &str) {
        while !self.log.contains(words) {
            let line =
                self.logged.recv_timeout(TIMEOUT).unwrap_or_else(|_| panic!("no {words}: {}", self.log));
            self.log += &line;
            self.log.push('\n');
        }
    }
    /// Waits for its end; how it ended and everything it has logged.
    pub(crate) fn ended(mut self) -> (ExitStatus, String) {
        let patience = Instant::now() + TIMEOUT;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < patience, "it does not end");
            thread::sleep(Duration::from_millis(5));
        };
        self.reader.take().unwrap().join().unwrap();
        let rest: String = self.logged.try_iter().map(|line| line + "\n").collect();
        (status, self.log.clone() + &rest)
    }
    /// Stops it as a service manager does; what it has logged.
    pub(crate) fn stop(self) -> String {
        self.signal("TERM");
        let (status, log) = self.ended();
        assert_eq!(status.code(), Some(0), "{log}");
        log
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended already if all went well.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The next message of a socket; `None` at its end.
pub(crate) fn next(socket: &mut WebSocket<TcpStream>) -> Option<Value> {
    loop {
        match socket.read() {
            Ok(Message::Text(text)) => {
                let said: Value = serde_json::from_str(&text).unwrap();
                // A message without anything beside its name is that name alone.
                return Some(said.as_str().map_or_else(|| said.clone(), |name| json!({name: {}})));
            }
            Ok(Message::Ping(_) | Message::Pong(_)) => {}
            _ => return None,
        }
    }
}
