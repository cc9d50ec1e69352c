//! How much a run of the tests tries. The library's own tests ask it, too.
#![allow(dead_code, reason = "each test file uses its own part")]

/// How much a run tries. Each level has all that those before it have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// `cargo test`: each test in one dialect, with some of the shapes, chips, texts and random cases.
    Quick,
    /// What `.ci/run` tries of every change: all dialects, all chips, all texts.
    Change,
    /// What `.ci/full` tries: shapes too, that take long to compile and to draw.
    Full,
}

/// The level that `BROOKLET_TEST_LEVEL` names: `quick`, `change` or `full`. Without it a run is quick; but where `UPDATE_EXPECT` asks
/// for expected texts to be written anew, they are to be whole.
pub fn level() -> Level {
    let Some(name) = std::env::var_os("BROOKLET_TEST_LEVEL") else {
        return if std::env::var_os("UPDATE_EXPECT").is_some() { Level::Change } else { Level::Quick };
    };
    match name.to_str() {
        Some("quick") => Level::Quick,
        Some("change") => Level::Change,
        Some("full") => Level::Full,
        _ => panic!("BROOKLET_TEST_LEVEL is quick, change or full, and not {}", name.display()),
    }
}

/// Whether a run tries all that there is.
pub fn is_full() -> bool {
    level() == Level::Full
}

/// Whether a run is to be over soon.
pub fn is_quick() -> bool {
    level() == Level::Quick
}

/// All of some cases; where the run is quick, every `n`-th of them, beginning with the `turn`-th.
pub fn sample<I: IntoIterator>(cases: I, turn: usize, n: usize) -> impl Iterator<Item = I::Item> {
    let (skipped, step) = if is_quick() { (turn % n, n) } else { (0, 1) };
    cases.into_iter().skip(skipped).step_by(step)
}

/// All of some cases, or a single one where the run is quick. Which one follows from the name of the test: over all tests, each case has
/// its turn. Where tests run one after another on the main thread, nothing is left out.
pub fn one_in_turn<T>(mut cases: Vec<T>) -> Vec<T> {
    // The thread of a test has the test's name.
    if let (true, Some(name)) = (is_quick() && !cases.is_empty(), std::thread::current().name())
        && name != "main"
    {
        let sum: usize = name.bytes().map(usize::from).sum();
        cases = vec![cases.swap_remove(sum % cases.len())];
    }
    cases
}
