//! The command: parse, run, exit code 0, 1 (it failed) or 2 (usage).

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
