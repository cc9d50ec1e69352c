//! Forks: a child process has the memory of its parent, but neither its threads nor its connection to a driver.

use std::sync::OnceLock;

/// The process that first used something which no child inherits.
pub(crate) struct Process(OnceLock<u32>);

impl Process {
    pub const fn new() -> Process {
        Process(OnceLock::new())
    }

    /// Returns whether this process was forked from one that called this before.
    pub fn is_forked(&self) -> bool {
        let own = std::process::id();
        *self.0.get_or_init(|| own) != own
    }
}
