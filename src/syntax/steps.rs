//! Counts the steps of parsers in tests, so that a parser that never ends fails the test instead of taking all time and memory.

/// Counts one look at a token.
#[cfg(not(test))]
#[inline(always)]
pub(crate) fn step() {}

#[cfg(test)]
pub(crate) use counted::{step, within};

#[cfg(test)]
mod counted {
    use std::cell::Cell;

    thread_local! {
        static LEFT: Cell<Option<u64>> = const { Cell::new(None) };
    }

    /// Counts one look at a token.
    pub(crate) fn step() {
        if let Some(left) = LEFT.get() {
            assert!(left > 0, "a parser does not move on");
            LEFT.set(Some(left - 1));
        }
    }

    /// Runs `parse`, which may look at tokens up to `steps` times. Returns its result and how often it looked.
    ///
    /// # Panics
    /// If it looks more often.
    pub(crate) fn within<T>(steps: u64, parse: impl FnOnce() -> T) -> (T, u64) {
        LEFT.set(Some(steps));
        let result = parse();
        let left = LEFT.replace(None).unwrap_or_default();
        (result, steps - left)
    }
}
