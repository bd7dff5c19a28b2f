use crate::cargo::aboveboard;
use std::{
    env, fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

/// How long anything may take.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Opens the card room as people do, asks it a few things, and stops it as a service manager does.
pub(crate) fn visit(program: &Path) -> Result<(), String> {
    let data = env::temp_dir().join(format!("aboveboard-ci-{}", std::process::id()));
    let mut serve = aboveboard(program, &["serve", "--listen", "127.0.0.1:0", "--log", "warn", "--data-dir"]);
    serve.arg(&data).stdout(Stdio::piped());
    let mut child = serve.spawn().map_err(|error| format!("the room does not start: {error}"))?;
    let visited = look_around(&mut child).and_then(|()| stop(&mut child));
    if visited.is_err() {
        // It may have ended already.
        let _ = child.kill();
        let _ = child.wait();
    }
    // A temporary folder that stays does no harm.
    let _ = fs::remove_dir_all(&data);
    visited
}

fn look_around(child: &mut Child) -> Result<(), String> {
    let stdout = child.stdout.take().ok_or("the room has no stdout")?;
    let mut first = String::new();
    BufReader::new(stdout).read_line(&mut first).map_err(|error| error.to_string())?;
    let address = first.trim_end().strip_prefix("listening on http://");
    let address = address.ok_or_else(|| format!("the room says “{}” first", first.trim_end()))?;
    for (path, words) in
        [("/healthz", "ok"), ("/metrics", "aboveboard_rooms 0"), ("/api/games", "\"euchre\"")]
    {
        found(address, path, words)?;
    }
    let page = found(address, "/", "<div id=\"app\">")?;
    let files: Vec<_> = page.split('"').filter(|word| word.starts_with("/assets/")).collect();
    if !files.iter().any(|file| file.ends_with(".js")) {
        return Err(format!("the page at / has no program: {page}"));
    }
    for file in &files {
        found(address, file, "immutable")?;
    }
    println!("room: open on {address}; it answers, with the client and its {} first files", files.len());
    Ok(())
}

/// The program, if it is the right one.
fn found(address: &str, path: &str, words: &str) -> Result<String, String> {
    let answer = get(address, path).map_err(|error| format!("GET {path}: {error}"))?;
    if !answer.starts_with("HTTP/1.1 200 ") || !answer.contains(words) {
        return Err(format!("GET {path} answers {answer}"));
    }
    Ok(answer)
}

fn get(address: &str, path: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer)?;
    // A font is not text, but its head is.
    Ok(String::from_utf8_lossy(&answer).into_owned())
}

fn stop(child: &mut Child) -> Result<(), String> {
    // The standard library can only kill; a shell can ask.
    let ask = format!("kill -TERM {}", child.id());
    if !Command::new("sh").args(["-c", &ask]).status().is_ok_and(|status| status.success()) {
        println!("room: not stopped gently, because there is no shell here that could");
        return child.kill().map_err(|error| error.to_string());
    }
    let began = Instant::now();
    while began.elapsed() < TIMEOUT {
        match child.try_wait().map_err(|error| error.to_string())? {
            Some(status) if status.success() => {
                println!("room: stopped in {:.1} s", began.elapsed().as_secs_f64());
                return Ok(());
            }
            Some(status) => return Err(format!("the room ended with {status}")),
            None => thread::sleep(Duration::from_millis(20)),
        }
    }
    Err("the room does not stop".into())
}
