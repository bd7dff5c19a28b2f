use super::values::{LogFormat, LogLevel};
use std::io::{self, IsTerminal};
use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt,
    util::SubscriberInitExt,
};

/// Writes the log lines of the server and of this program to stderr. Those of libraries at the lowest levels may quote what
/// people send, so nothing of it is written at any level.
pub(super) fn start(level: LogLevel, format: LogFormat) {
    let ours = Targets::new().with_target("server", level).with_target("cli", level);
    let lines = fmt::layer().with_writer(io::stderr);
    let lines = match format {
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
        LogFormat::Text if io::stderr().is_terminal() => lines.boxed(),
        LogFormat::Text => lines.with_ansi(false).boxed(),
    };
    // In a process that logs already (a test), its way of logging stays.
    let _ = tracing_subscriber::registry().with(lines.with_filter(ours)).try_init();
}

impl From<LogLevel> for LevelFilter {
    fn from(level: LogLevel) -> Self {
        match level {
            LogLevel::Off => LevelFilter::OFF,
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
            LogLevel::Trace => LevelFilter::TRACE,
        }
    }
}
