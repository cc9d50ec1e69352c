//! The command: reads the arguments, and picks the window or the picture.

use std::process::ExitCode;
use std::sync::LazyLock;
use std::time::Instant;

use super::{arguments, picture, window};

/// What a link to an address begins with.
pub const COMMAND: &str = "cargo run --release --features window --example gallery --";

static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Seconds since the program was started.
pub fn seconds() -> f64 {
    START.elapsed().as_secs_f64()
}

pub fn main() -> ExitCode {
    LazyLock::force(&START);
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or("warn")).init();
    let options = match arguments::parse(std::env::args_os()) {
        Ok(options) => options,
        // Says what is wrong, or the help, and ends with 2 or 0.
        Err(error) => error.exit(),
    };
    let done = if options.without_window() { picture::run(options) } else { window::run(options) };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("gallery: {error}");
            ExitCode::FAILURE
        }
    }
}
