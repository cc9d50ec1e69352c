//! The command. It exits with code 0, 1 (failure) or 2 (wrong usage).

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main(std::env::args_os().collect()).into()
}
