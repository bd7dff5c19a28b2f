use super::{
    archive::Finished,
    checkpoints::{Checkpoints, Commits},
    presence::Presence,
    watchers::Watchers,
};
use crate::{
    log::{AppendError, IndexUpdate, RoomId, Seq},
    throttle::Throttle,
};
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use std::{
    collections::{HashMap, hash_map},
    fmt,
    fs::File,
    sync::Arc,
};
use tokio::sync::{mpsc, oneshot};

/// How many appends share a commit at most. Many more would let the first of them wait for the last.
const BATCH: usize = 512;

/// An append that waits for the writer, with everything already in the form of the database.
#[derive(Debug)]
pub(super) struct Append {
    pub(super) room: RoomId,
    pub(super) expected: Seq,
    pub(super) at: u64,
    pub(super) body: String,
    pub(super) index_update: Option<Row>,
    /// Receives the answer, after the commit and never before.
    pub(super) done: oneshot::Sender<Result<Seq, AppendError>>,
}

/// What the writer is asked for.
#[derive(Debug)]
pub(super) enum Task {
    Append(Append),
    Edit(Edit),
    /// Nobody has written for a while: the write-ahead log is copied into the database.
    Copy,
}

/// A change of the tables beside the log, in the transaction of the appends it came with: there is one who writes.
pub(super) struct Edit {
    /// Taken when it is done.
    pub(super) work: Option<Work>,
    /// Receives the answer, after the commit and never before.
    pub(super) done: oneshot::Sender<Result<(), AppendError>>,
}

/// What a change does. If it fails, nothing of it is there.
pub(super) type Work = Box<dyn FnOnce(&Connection) -> rusqlite::Result<()> + Send>;

impl fmt::Debug for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Edit")
    }
}

impl Edit {
    fn carry_out(&mut self, transaction: &mut Transaction<'_>) -> rusqlite::Result<Result<(), AppendError>> {
        let Some(work) = self.work.take() else { return Ok(Ok(())) };
        let alone = transaction.savepoint()?;
        match work(&alone) {
            Ok(()) => alone.commit().map(Ok),
            Err(error) if alone.is_autocommit() => Err(error),
            // Dropping the savepoint takes back what was done since.
            Err(error) => Ok(Err(AppendError::Failed(error.to_string()))),
        }
    }
}

/// The change of the index that goes with an entry.
#[derive(Debug)]
pub(super) enum Row {
    Opened { code: String },
    Closed,
    Finished(Box<Finished>),
    GivenUp(Box<Finished>),
}

impl From<IndexUpdate> for Row {
    fn from(index_update: IndexUpdate) -> Self {
        match index_update {
            IndexUpdate::Opened { code } => Row::Opened { code },
            IndexUpdate::Closed => Row::Closed,
            IndexUpdate::Finished(row) => Row::Finished(Box::new((*row).into())),
            IndexUpdate::GivenUp(row) => Row::GivenUp(Box::new((*row).into())),
        }
    }
}

/// The one who writes: a thread of its own, because committing means waiting for the disk.
///
/// Whatever has come while it waited is committed together, whichever rooms it belongs to. So one append
/// alone is committed at once, and many wait hardly longer than one.
#[derive(Debug)]
pub(super) struct Writer {
    db: Connection,
    checkpoints: Checkpoints,
    /// How many entries a room has, so that not every append has to ask. The primary key has the last word.
    lengths: HashMap<RoomId, Seq>,
    watchers: Arc<Watchers>,
    presence: Arc<Presence>,
    /// Rooms try again and again while the disk fails.
    failures: Throttle,
    /// Says that this process owns the database. The last field: it is released after the database is closed.
    _lock: File,
}

impl Writer {
    pub(super) fn new(
        mut db: Connection,
        watchers: Arc<Watchers>,
        commits: Commits,
        presence: Arc<Presence>,
        lock: File,
    ) -> rusqlite::Result<Self> {
        let checkpoints = Checkpoints::of(&mut db, commits)?;
        let (lengths, failures) = (HashMap::new(), Throttle::new());
        Ok(Writer { db, checkpoints, lengths, watchers, presence, failures, _lock: lock })
    }

    /// Writes until nobody can send any more and all that was sent is answered.
    pub(super) fn run(mut self, mut inbox: mpsc::UnboundedReceiver<Task>) {
        let mut batch = Vec::with_capacity(BATCH);
        while inbox.blocking_recv_many(&mut batch, BATCH) > 0 {
            if batch.iter().all(|task| matches!(task, Task::Copy)) {
                batch.clear();
                self.checkpoints.copy(&self.db);
                continue;
            }
            let present = self.presence.check();
            let written = present.and_then(|()| self.commit(&mut batch).map_err(|error| error.to_string()));
            let answers = written.unwrap_or_else(|error| {
                if let Some(held_back) = self.failures.pass() {
                    tracing::error!(error, tasks = batch.len(), held_back, "the log cannot be written");
                }
                // The lengths that were counted during the transaction are void.
                self.lengths.clear();
                vec![Err(AppendError::Failed(error)); batch.len()]
            });
            for (task, answer) in batch.drain(..).zip(answers) {
                match task {
                    Task::Append(append) => self.answer(append, answer),
                    // A caller that no longer waits reads the log when it matters.
                    Task::Edit(edit) => drop(edit.done.send(answer.map(drop))),
                    // Another write follows, so the checkpoint can wait.
                    Task::Copy => {}
                }
            }
            self.checkpoints.keep_up(&self.db);
        }
    }

    /// Writes a batch in one transaction. The answers hold only if it could be committed.
    fn commit(&mut self, batch: &mut [Task]) -> rusqlite::Result<Vec<Result<Seq, AppendError>>> {
        let mut transaction = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut answers = Vec::with_capacity(batch.len());
        for task in batch {
            answers.push(match task {
                Task::Append(append) => append.check_and_write(&mut transaction, &mut self.lengths)?,
                Task::Edit(edit) => edit.carry_out(&mut transaction)?.map(|()| 0),
                Task::Copy => Ok(0),
            });
        }
        transaction.commit()?;
        Ok(answers)
    }

    fn answer(&mut self, append: Append, answer: Result<Seq, AppendError>) {
        if let Ok(seq) = answer {
            self.watchers.notify(append.room, seq, &append.body);
            if matches!(append.index_update, Some(Row::Closed | Row::GivenUp(_))) {
                self.lengths.remove(&append.room);
            }
        }
        // A caller that no longer waits reads the log when it matters.
        let _ = append.done.send(answer);
    }
}

impl Append {
    /// Writes the entry if the room is as long as expected. The outer error spoils the whole batch, the inner
    /// one only this append.
    fn check_and_write(
        &self,
        transaction: &mut Transaction<'_>,
        lengths: &mut HashMap<RoomId, Seq>,
    ) -> rusqlite::Result<Result<Seq, AppendError>> {
        let length = match lengths.entry(self.room) {
            hash_map::Entry::Occupied(known) => known.into_mut(),
            hash_map::Entry::Vacant(unknown) => unknown.insert(length(transaction, self.room)?),
        };
        if *length != self.expected {
            return Ok(Err(AppendError::Conflict { at: *length }));
        }
        match self.write(transaction) {
            Ok(()) => {
                *length += 1;
                Ok(Ok(*length))
            }
            // A rule of the schema said no. If no more than this append is lost, the others need not suffer.
            Err(error) if is_refusal(&error) && !transaction.is_autocommit() => {
                *length = self::length(transaction, self.room)?;
                Ok(Err(if *length == self.expected {
                    AppendError::Failed(error.to_string())
                } else {
                    AppendError::Conflict { at: *length }
                }))
            }
            Err(error) => Err(error),
        }
    }

    fn write(&self, transaction: &mut Transaction<'_>) -> rusqlite::Result<()> {
        let Some(row) = &self.index_update else { return self.write_entry(transaction) };
        // Entry and row are there together or not at all, also when the rest of the batch goes on.
        let both = transaction.savepoint()?;
        self.write_entry(&both)?;
        self.write_row(&both, row)?;
        both.commit()
    }

    fn write_entry(&self, db: &Connection) -> rusqlite::Result<()> {
        let seq = self.expected + 1;
        db.prepare_cached("INSERT INTO entries (room, seq, body) VALUES (?1, ?2, ?3)")?.execute((
            self.room.0.cast_signed(),
            seq.cast_signed(),
            &self.body,
        ))?;
        Ok(())
    }

    fn write_row(&self, db: &Connection, row: &Row) -> rusqlite::Result<()> {
        let (room, at) = (self.room.0.cast_signed(), self.at.cast_signed());
        match row {
            Row::Opened { code } => db
                .prepare_cached("INSERT INTO rooms (room, code, opened_at) VALUES (?1, ?2, ?3)")?
                .execute((room, code, at))
                .map(drop),
            Row::Closed => close(db, self.room, at),
            Row::Finished(finished) => finished.insert(db, self.room),
            Row::GivenUp(game) => game.insert(db, self.room).and_then(|()| close(db, self.room, at)),
        }
    }
}

fn close(db: &Connection, room: RoomId, at: i64) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE rooms SET closed_at = ?2 WHERE room = ?1")?
        .execute((room.0.cast_signed(), at))
        .map(drop)
}

/// How many entries the database has of a room.
fn length(db: &Connection, room: RoomId) -> rusqlite::Result<Seq> {
    let last: i64 = db
        .prepare_cached("SELECT ifnull(max(seq), 0) FROM entries WHERE room = ?1")?
        .query_row((room.0.cast_signed(),), |row| row.get(0))?;
    Ok(last.cast_unsigned())
}

/// Whether the database understood and declined. Anything else is trouble with the disk.
fn is_refusal(error: &rusqlite::Error) -> bool {
    error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation)
}
