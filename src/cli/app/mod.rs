//! `brooklet app`: the applications of the papers, on files.

mod segment;

use clap::{Args, Subcommand};

use super::Common;

/// Run an application of the papers: simulation, geometry and pictures, built from the toolkit
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app segment scan.png --seed 120,88 -o mask.png

`brooklet app NAME --help` has the options of each. All work stays on the device: with --trace, or -v, it is seen \
which passes ran.")]
pub struct App {
    #[command(subcommand)]
    application: Application,
}

#[derive(Subcommand)]
enum Application {
    Segment(segment::Segment),
}

impl App {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        match &self.application {
            Application::Segment(segment) => segment.run(common),
        }
    }
}

/// Whole numbers with commas between them, as many as that: `3,4`.
fn whole_numbers<const N: usize>(text: &str) -> Result<[usize; N], String> {
    let wanted = || format!("`{text}` is not {N} whole numbers with commas between them");
    let parts: Vec<usize> =
        text.split(',').map(|part| part.trim().parse().map_err(|_| wanted())).collect::<Result<_, _>>()?;
    parts.try_into().map_err(|_| wanted())
}
