use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};

/// A bar for people who wait: where nobody looks, nothing is drawn.
pub(crate) fn bar(steps: u64, template: &str) -> ProgressBar {
    if !io::stderr().is_terminal() {
        return ProgressBar::hidden();
    }
    let style = ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(steps).with_style(style)
}
