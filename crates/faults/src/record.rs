//! What clients record: every message they send and receive, byte for byte.

use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use server::{lock::lock, protocol::lobby::Seated};
use std::{
    fs::File,
    io::{self, BufRead, BufReader, BufWriter, Write},
    path::Path,
    sync::Mutex,
    time::Instant,
};

/// One line of the record of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RecordLine {
    /// When, in milliseconds since the campaign began.
    pub at: u64,
    /// The client at the table; players come first.
    pub who: usize,
    /// What happened to it.
    pub what: Happened,
}

/// What happened to a client.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Happened {
    /// The lobby gave it a seat.
    Seated(Seated),
    /// It is connected, through this address.
    Connected(usize),
    /// It sent this.
    Sent(Box<RawValue>),
    /// It received this.
    Received(Box<RawValue>),
    /// The connection ended.
    Lost,
}

/// Writes the record of a table.
#[derive(Debug)]
pub struct Recorder {
    began: Instant,
    file: Mutex<BufWriter<File>>,
}

impl Recorder {
    /// Creates the file.
    pub fn create(path: &Path, began: Instant) -> io::Result<Recorder> {
        Ok(Recorder { began, file: Mutex::new(BufWriter::new(File::create(path)?)) })
    }

    /// Writes a line.
    pub fn note(&self, who: usize, what: Happened) -> io::Result<()> {
        let line = RecordLine { at: self.began.elapsed().as_millis() as u64, who, what };
        let mut file = lock(&self.file);
        serde_json::to_writer(&mut *file, &line)?;
        file.write_all(b"\n")
    }

    /// Writes what is still buffered.
    pub fn close(&self) -> io::Result<()> {
        lock(&self.file).flush()
    }
}

/// Text as it was sent. If it is not JSON, it is kept as a string.
pub(crate) fn raw(text: &str) -> Box<RawValue> {
    let kept = RawValue::from_string(text.to_owned()).or_else(|_| to_raw_value(text));
    kept.unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// Reads a record.
pub fn read(path: &Path) -> io::Result<Vec<RecordLine>> {
    let lines = BufReader::new(File::open(path)?).lines();
    lines.map(|line| Ok(serde_json::from_str(&line?)?)).collect()
}
