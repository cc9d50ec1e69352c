//! Whether a run of the tests leaves anything to `.ci/full`. The library's own tests ask it, too.

/// Whether all is asked for that `.ci/full` runs: more random cases and rarer shapes, which take long to compile and to draw.
pub fn is_full() -> bool {
    std::env::var_os("BROOKLET_TEST_FULL").is_some()
}
