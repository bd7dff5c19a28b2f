use super::{checkpoints::Commits, presence::Presence, writer::Task};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self as channel, RecvTimeoutError},
    },
    thread,
    time::Duration,
};
use tokio::sync::mpsc;

/// How often it looks.
const INTERVAL: Duration = Duration::from_secs(1);

/// Looks after the files of the log while nobody writes: copies the write-ahead log into the database, and notices when a
/// file is gone. Ends when it is dropped.
#[derive(Debug)]
pub(super) struct Keeper {
    _stop: channel::Sender<()>,
    missing: Arc<AtomicBool>,
}

impl Keeper {
    pub(super) fn start(
        inbox: mpsc::WeakUnboundedSender<Task>,
        commits: Commits,
        presence: Arc<Presence>,
    ) -> std::io::Result<Keeper> {
        let (stop, stopped) = channel::channel();
        let missing = Arc::new(AtomicBool::new(false));
        let rounds = Rounds { inbox, commits, presence, missing: missing.clone(), seen: 0, copied: 0 };
        thread::Builder::new().name("log-keeper".into()).spawn(move || rounds.run(&stopped))?;
        Ok(Keeper { _stop: stop, missing })
    }

    /// Whether a file was gone at the last look.
    pub(super) fn is_missing(&self) -> bool {
        self.missing.load(Ordering::Relaxed)
    }
}

struct Rounds {
    inbox: mpsc::WeakUnboundedSender<Task>,
    commits: Commits,
    presence: Arc<Presence>,
    missing: Arc<AtomicBool>,
    /// Commits at the last look.
    seen: u64,
    /// Commits whose pages are in the database.
    copied: u64,
}

impl Rounds {
    fn run(mut self, stopped: &channel::Receiver<()>) {
        while stopped.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
            self.look();
        }
    }

    fn look(&mut self) {
        let present = self.presence.check();
        let was_missing = self.missing.swap(present.is_err(), Ordering::Relaxed);
        match (was_missing, present) {
            (false, Err(reason)) => tracing::error!("{reason}; nothing is written until then"),
            (true, Ok(())) => tracing::info!("the files of the log have been restored"),
            _ => {}
        }
        let commits = self.commits.count();
        let idle = std::mem::replace(&mut self.seen, commits) == commits;
        if idle && self.copied != commits {
            self.copied = commits;
            // A log that is closed copies on its own.
            if let Some(inbox) = self.inbox.upgrade() {
                let _ = inbox.send(Task::Copy);
            }
        }
    }
}
