//! Progress bar on stderr; silent where stderr is no terminal, or the work is short.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// Input files of fewer bytes than this are done before anybody looks.
const LONG: u64 = 8 << 20;

pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for work on so many bytes of input.
    pub fn new(wanted: bool, bytes: u64) -> Progress {
        if !wanted || bytes < LONG {
            return Progress { bar: ProgressBar::hidden() };
        }
        // It draws to stderr, and only if that is a terminal.
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{spinner} [{bar:24}] {msg} ({elapsed})");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        bar.enable_steady_tick(Duration::from_millis(100));
        Progress { bar }
    }

    /// Says how many stages there are.
    pub fn stages(&self, stages: u64) {
        self.bar.set_length(stages);
    }

    /// Says which stage begins, or goes on.
    pub fn stage(&self, what: impl Into<String>) {
        let what = what.into();
        if self.bar.message() == what {
            return;
        }
        if !self.bar.message().is_empty() {
            self.bar.inc(1);
        }
        self.bar.set_message(what);
    }

    /// Clears the bar while something else is printed.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Takes the bar away.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}
