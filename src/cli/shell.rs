//! `brooklet completions` and `brooklet man`: what shells and `man` know of the command, made from its own description.

use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, CommandFactory};

use super::{Cli, Common, print};

/// Print a script that completes brooklet's words in a shell
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet completions bash > ~/.local/share/bash-completion/completions/brooklet
  brooklet completions zsh > ~/.zfunc/_brooklet
  brooklet completions fish > ~/.config/fish/completions/brooklet.fish
  brooklet completions powershell >> $PROFILE")]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: clap_complete::Shell,
}

impl Completions {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("completions");
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "brooklet", &mut script);
        print(String::from_utf8_lossy(&script).trim_end())
    }
}

/// Print the manual page, or write one for each sub-command
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet man | man -l -
  brooklet man -o ~/.local/share/man/man1        brooklet.1, brooklet-sort.1, ..")]
pub struct Man {
    /// Write brooklet.1 and a page for each sub-command to this folder
    #[arg(short, long, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl Man {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.no_trace("man");
        let command = Cli::command();
        if let Some(folder) = &self.output {
            return std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder))
                .with_context(|| format!("cannot write to {}", folder.display()));
        }
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page).context("cannot make the page")?;
        print(String::from_utf8_lossy(&page).trim_end())
    }
}
