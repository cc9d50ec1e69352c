//! A progress bar on stderr. It is hidden if stderr is no terminal or the work is short.

use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

/// The size of the input, in bytes, below which the work is too short for a bar.
const LONG: u64 = 8 << 20;

pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// Makes a bar for work on `bytes` bytes of input.
    pub fn new(wanted: bool, bytes: u64) -> Progress {
        if !wanted || bytes < LONG {
            return Progress { bar: ProgressBar::hidden() };
        }
        // The bar draws to stderr, and only if that is a terminal.
        let bar = ProgressBar::new(0);
        let style = ProgressStyle::with_template("{spinner} [{bar:24}] {msg} ({elapsed})");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()).progress_chars("=> "));
        bar.enable_steady_tick(Duration::from_millis(100));
        Progress { bar }
    }

    /// Sets the number of stages.
    pub fn stages(&self, stages: u64) {
        self.bar.set_length(stages);
    }

    /// Shows the stage that begins. Repeated calls with the same stage change nothing.
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

    /// Hides the bar while something else is printed.
    pub fn suspend(&self, print: impl FnOnce()) {
        self.bar.suspend(print);
    }

    /// Removes the bar.
    pub fn done(&self) {
        self.bar.finish_and_clear();
    }
}
