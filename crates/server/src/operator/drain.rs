//! A server that opens no more tables, and ends when nobody is in a game.

use crate::{protocol::Code, shared::Shared};
use catalog::Fault;
use std::{sync::Weak, time::Duration};
use tokio::{sync::watch, time::sleep};

/// How often to look whether anybody still plays.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Whether a server drains.
#[derive(Debug)]
pub(crate) struct Drain(watch::Sender<bool>);

impl Default for Drain {
    fn default() -> Drain {
        Drain(watch::Sender::new(false))
    }
}

impl Drain {
    pub(crate) fn set(&self, on: bool) {
        self.0.send_replace(on);
    }
    pub(crate) fn is_on(&self) -> bool {
        *self.0.borrow()
    }
    /// Refuses new tables while it is on.
    pub(crate) fn check(&self) -> Result<(), Fault> {
        if !self.is_on() {
            return Ok(());
        }
        let text =
            "this server is about to restart and opens no new tables; try again in a few minutes".into();
        Err(Fault { text, ..Code::NotAvailable.fault() })
    }

    /// Resolves when draining was asked for and nobody is in a game.
    pub(crate) async fn done(shared: Weak<Shared>) {
        let Some(mut asked) = shared.upgrade().map(|shared| shared.drain.0.subscribe()) else { return };
        loop {
            // The other end lives as long as the server does.
            if asked.wait_for(|on| *on).await.is_err() {
                return;
            }
            let Some(shared) = shared.upgrade() else { return };
            if !shared.somebody_plays().await && shared.drain.is_on() {
                return;
            }
            drop(shared);
            sleep(LOOK_EVERY).await;
        }
    }
}
