//! What an operator watches, in the form that Prometheus reads. Numbers only: no card, no token, no name.

use crate::cluster::Cluster;
use prometheus_client::{
    encoding::{EncodeLabelSet, text::encode},
    metrics::{
        counter::Counter,
        family::Family,
        gauge::Gauge,
        histogram::{Histogram, exponential_buckets},
    },
    registry::Registry,
};
use std::time::Duration;

/// What [`Metrics::page`] is written in.
pub(crate) const OPENMETRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Counters and clocks of a server.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    rooms: Gauge,
    connections: Gauge,
    inputs: Counter,
    refusals: Family<Refusal, Counter>,
    append_seconds: Histogram,
    bot_seconds: Histogram,
    conflicts: Counter,
    accept_errors: Counter,
    turned_away: Counter,
    set_aside: Gauge,
    panics: Counter,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Refusal {
    code: String,
}

impl Default for Metrics {
    fn default() -> Self {
        // From a tenth of a millisecond to over six seconds.
        let seconds = || Histogram::new(exponential_buckets(0.000_1, 2.0, 17));
        let mut metrics = Metrics {
            registry: Registry::with_prefix("aboveboard"),
            rooms: Gauge::default(),
            connections: Gauge::default(),
            inputs: Counter::default(),
            refusals: Family::default(),
            append_seconds: seconds(),
            bot_seconds: seconds(),
            conflicts: Counter::default(),
            accept_errors: Counter::default(),
            turned_away: Counter::default(),
            set_aside: Gauge::default(),
            panics: Counter::default(),
        };
        let registry = &mut metrics.registry;
        registry.register("rooms", "Rooms that run", metrics.rooms.clone());
        registry.register("connections", "Open connections", metrics.connections.clone());
        registry.register("inputs", "Inputs that were accepted", metrics.inputs.clone());
        registry.register("refusals", "Messages that were refused", metrics.refusals.clone());
        registry.register("append_seconds", "Time to make an entry durable", metrics.append_seconds.clone());
        registry.register(
            "conflicts",
            "Entries that were judged again because another node was quicker",
            metrics.conflicts.clone(),
        );
        registry.register("bot_seconds", "Time a bot thought", metrics.bot_seconds.clone());
        registry.register(
            "accept_errors",
            "Connections that the system could not hand over",
            metrics.accept_errors.clone(),
        );
        registry.register(
            "turned_away",
            "Connections beyond the limits, in all or of one address",
            metrics.turned_away.clone(),
        );
        registry.register("rooms_set_aside", "Rooms that cannot go on", metrics.set_aside.clone());
        registry.register("panics", "Rooms that ended by a fault of the program", metrics.panics.clone());
        metrics
    }
}

impl Metrics {
    /// Watches this node's part in a cluster as well.
    pub(crate) fn of(cluster: Option<&Cluster>) -> Metrics {
        let mut metrics = Metrics::default();
        if let Some(cluster) = cluster {
            cluster.register(&mut metrics.registry);
        }
        metrics
    }
    pub(crate) fn rooms(&self, running: usize) {
        self.rooms.set(i64::try_from(running).unwrap_or(i64::MAX));
    }
    pub(crate) fn connected(&self) {
        self.connections.inc();
    }
    pub(crate) fn connections(&self) -> i64 {
        self.connections.get()
    }
    pub(crate) fn disconnected(&self) {
        self.connections.dec();
    }
    pub(crate) fn input(&self) {
        self.inputs.inc();
    }
    pub(crate) fn refused(&self, code: &str) {
        self.refusals.get_or_create(&Refusal { code: code.into() }).inc();
    }
    pub(crate) fn appended(&self, took: Duration) {
        self.append_seconds.observe(took.as_secs_f64());
    }
    pub(crate) fn accept_error(&self) {
        self.accept_errors.inc();
    }
    pub(crate) fn turned_away(&self) {
        self.turned_away.inc();
    }
    pub(crate) fn set_aside(&self, rooms: usize) {
        self.set_aside.set(i64::try_from(rooms).unwrap_or(i64::MAX));
    }
    pub(crate) fn panicked(&self) {
        self.panics.inc();
    }
    pub(crate) fn conflict(&self) {
        self.conflicts.inc();
    }
    pub(crate) fn bot_thought(&self, took: Duration) {
        self.bot_seconds.observe(took.as_secs_f64());
    }
    /// The page that Prometheus reads.
    pub(crate) fn page(&self) -> String {
        let mut text = String::new();
        match encode(&mut text, &self.registry) {
            Ok(()) => text,
            Err(error) => format!("# {error}\n"),
        }
    }
}
