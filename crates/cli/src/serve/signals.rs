use std::{future::Future, io};
use tokio::sync::oneshot;

/// Ready when the process is asked to stop. Asked a second time, it ends at once: what was acknowledged is on disk.
pub(super) fn stop() -> io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut signals = Signals::listen()?;
    let (asked, stop) = oneshot::channel();
    tokio::spawn(async move {
        signals.next().await;
        // Nobody listens any more if the server has failed; then the process ends anyway.
        let _ = asked.send(());
        end_at_once(signals.next().await);
    });
    Ok(async {
        // The task above does not end before it has said so.
        let _ = stop.await;
    })
}

#[expect(clippy::exit, reason = "somebody does not want to wait for anything any more")]
fn end_at_once(signal: i32) {
    // The exit code that shells use for signals.
    std::process::exit(128 + signal);
}

/// What a terminal (Ctrl+C) and a service manager send.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }
    /// The number of the next.
    async fn next(&mut self) -> i32 {
        use tokio::signal::unix::SignalKind;
        tokio::select! {
            _ = self.interrupt.recv() => SignalKind::interrupt().as_raw_value(),
            _ = self.terminate.recv() => SignalKind::terminate().as_raw_value(),
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> io::Result<Signals> {
        Ok(Signals)
    }
    async fn next(&mut self) -> i32 {
        // Without a handler the process can only be killed, and that does no harm.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        2
    }
}
