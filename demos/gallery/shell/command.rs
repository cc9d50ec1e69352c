//! The command that runs the gallery, and since when it does.

use std::sync::LazyLock;
use std::time::Instant;

/// What a link to an address begins with.
pub const COMMAND: &str = "cargo run --release -p brooklet-gallery --";

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Seconds since this was first asked.
pub fn seconds() -> f64 {
    START.elapsed().as_secs_f64()
}
