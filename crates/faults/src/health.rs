//! Which nodes are healthy, and when NATS was not. Recovery times say little about our code while what it depends on is
//! broken, so those times are reported separately.

use crate::site::COUNT;
use server::lock::lock;
use std::{
    sync::{Mutex, MutexGuard},
    time::SystemTime,
};

/// The health of nodes and NATS.
#[derive(Debug, Default)]
pub struct Health(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    /// Nodes that a fault hit, and that have not been ready since.
    nodes: [bool; COUNT],
    /// Since when NATS is unhealthy, in milliseconds of the Unix epoch.
    nats_since: Option<u64>,
    /// When it was unhealthy before.
    nats_before: Vec<(u64, u64)>,
}

impl Health {
    fn state(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }

    /// A fault hits a node.
    pub(crate) fn node_is_hit(&self, node: usize) {
        self.state().nodes[node] = true;
    }
    /// A node is ready again.
    pub(crate) fn node_is_back(&self, node: usize) {
        self.state().nodes[node] = false;
    }
    /// Whether a node was hit and is not ready yet.
    pub(crate) fn is_hit(&self, node: usize) -> bool {
        self.state().nodes[node]
    }

    /// A fault hits NATS or the links between its servers, and thereby all nodes.
    pub(crate) fn nats_is_hit(&self) {
        let mut state = self.state();
        state.nats_since.get_or_insert_with(now);
        state.nodes = [true; COUNT];
    }
    /// NATS is consistent again.
    pub(crate) fn nats_is_back(&self) {
        let mut state = self.state();
        if let Some(since) = state.nats_since.take() {
            state.nats_before.push((since, now()));
        }
    }
    /// Whether NATS was hit and is not consistent yet.
    pub(crate) fn is_nats_hit(&self) -> bool {
        self.state().nats_since.is_some()
    }

    /// Whether a node and NATS are healthy.
    pub(crate) fn is_healthy(&self, node: usize) -> bool {
        let state = self.state();
        !state.nodes[node] && state.nats_since.is_none()
    }

    /// Whether NATS was healthy all the time, in milliseconds of the Unix epoch.
    pub(crate) fn nats_was_healthy(&self, from: u64, to: u64) -> bool {
        let state = self.state();
        let now = state.nats_since.map(|since| (since, u64::MAX));
        state.nats_before.iter().copied().chain(now).all(|(since, until)| until < from || to < since)
    }
}

/// The time in milliseconds of the Unix epoch.
pub(crate) fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_millis() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_counts_only_if_nats_was_healthy_throughout() {
        let health = Health(Mutex::new(State {
            nats_since: Some(500),
            nats_before: vec![(100, 200), (300, 310)],
            ..State::default()
        }));
        assert!(health.nats_was_healthy(210, 290));
        assert!(health.nats_was_healthy(311, 499));
        for (from, to) in [(0, 100), (150, 160), (190, 290), (210, 400), (400, 600), (700, 800)] {
            assert!(!health.nats_was_healthy(from, to), "{from} to {to}");
        }
    }

    #[test]
    fn a_node_is_healthy_if_it_and_nats_are() {
        let health = Health::default();
        health.node_is_hit(1);
        assert_eq!([0, 1, 2].map(|node| health.is_healthy(node)), [true, false, true]);
        health.nats_is_hit();
        assert_eq!([0, 1, 2].map(|node| health.is_healthy(node)), [false; 3]);
        health.nats_is_back();
        assert_eq!([0, 1, 2].map(|node| health.is_healthy(node)), [false; 3], "none has been ready since");
        health.node_is_back(2);
        assert_eq!([0, 1, 2].map(|node| health.is_healthy(node)), [false, false, true]);
    }
}
