//! The real program, serving on a free port, and clients for it.

use catalog::Json;
use client::{
    Client, Http, Lobby, Socket,
    protocol::{
        Hello, ServerMsg,
        lobby::{Person, Play, Seated},
    },
};
use serde_json::{Value, json};
use std::{
    env,
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::Path,
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc,
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};
use tokio::{
    runtime::{Builder, Runtime},
    time::timeout,
};

/// Timeout for something that should come soon.
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

/// The same on a free port, with its data in a folder.
pub(crate) fn serve_in(folder: &Path, options: &[&str]) -> Command {
    let mut command = serve(&["--listen", "127.0.0.1:0", "--data-dir"]);
    command.arg(folder).args(options);
    command
}

/// A running server. It ends with the test.
pub(crate) struct Running {
    child: Child,
    pub(crate) address: SocketAddr,
    /// What it has said on stdout.
    pub(crate) announced: String,
    logged: mpsc::Receiver<String>,
    /// What it has logged so far.
    log: String,
    reader: Option<JoinHandle<()>>,
    /// Runs the clients.
    runtime: Runtime,
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Running {
        let mut child = command.spawn().unwrap();
        let mut announced = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        while !announced.contains("Ctrl+C") && stdout.read_line(&mut announced).unwrap() > 0 {}
        let first = announced.lines().next().unwrap_or_default();
        let address = first.trim_end().strip_prefix("listening on ").and_then(|url| url.split_once("://"));
        let address = address.map(|(_, address)| address.parse());
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
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        Running { child, address, announced, logged, log: String::new(), reader: Some(reader), runtime }
    }

    /// Waits for something that a client does.
    pub(crate) fn wait<T>(&self, client: impl Future<Output = T>) -> T {
        let done = self.runtime.block_on(async { timeout(TIMEOUT, client).await });
        done.expect("nothing came")
    }
    /// A request; its status, its headers in lower case, and its body.
    pub(crate) fn http(&self, request: &str, headers: &str, body: &str) -> (u16, String, String) {
        let (method, path) = request.split_once(' ').unwrap();
        let headers: Vec<_> = headers.lines().filter_map(|line| line.split_once(": ")).collect();
        let response = async {
            let mut http = Http::connect(self.address).await?;
            http.request(method.parse().unwrap(), path, &headers, body.to_owned()).await
        };
        let response = self.wait(response).unwrap();
        let lines =
            response.headers.iter().map(|(name, value)| format!("{name}: {}\n", value.to_str().unwrap()));
        (response.status, lines.collect::<String>().to_ascii_lowercase(), response.text().into_owned())
    }
    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.http(&format!("GET {path}"), "", "");
        (status, body)
    }
    /// Opens a room; `headers` as a proxy or a browser may send them.
    pub(crate) fn open_room(&self, headers: &str) -> (u16, Value) {
        let room = json!({"host": {"name": "Zebulon"}, "game": "euchre"}).to_string();
        let (status, _, body) = self.http("POST /api/rooms", headers, &room);
        (status, serde_json::from_str(&body).unwrap_or(Value::Null))
    }
    /// Opens a table against bots.
    pub(crate) fn play_now(&self) -> Seated {
        self.play_now_as(Person::named("Zebulon"))
    }
    pub(crate) fn play_now_as(&self, player: Person) -> Seated {
        let play = Play { player, game: "euchre".into(), ..Play::default() };
        self.wait(async { Lobby::connect(self.address).await?.play_now(&play).await }).unwrap()
    }
    /// A WebSocket that has sent nothing yet.
    pub(crate) fn connect(&self) -> Socket {
        self.wait(Socket::connect(self.address)).unwrap()
    }
    /// Takes the seat that was given.
    pub(crate) fn sit_down(&self, seated: &Seated) -> Client {
        self.wait(Client::connect(self.address, &Hello::rejoin(seated, false))).unwrap()
    }
    /// Waits for a message that is not an update; `None` at the end of the connection.
    pub(crate) fn message(&self, client: &mut Client) -> Option<ServerMsg> {
        let message = async {
            loop {
                match client.receive().await {
                    Ok(None) => {}
                    Ok(message) => return message,
                    Err(_) => return None,
                }
            }
        };
        self.wait(message)
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
        let deadline = Instant::now() + TIMEOUT;
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "it does not end");
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

/// An action of a game, from its JSON.
pub(crate) fn action(json: &str) -> Json {
    serde_json::value::RawValue::from_string(json.into()).unwrap()
}
