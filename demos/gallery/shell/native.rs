//! The command: reads the arguments, and picks the window or the picture.

use std::process::ExitCode;

use super::{arguments, command, picture, window};

pub fn main() -> ExitCode {
    command::seconds();
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
