//! `brooklet app life`: plays Conway's game of life by blending.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};

use brooklet::applications::life::{self, Rule};
use brooklet::io::{self, Array, input_name};
use brooklet::kernel::Reading;

use crate::cli::Common;
use crate::cli::session::Session;
use crate::cli::vectors::Axis;

use super::brightness;
use super::raytrace::size;

/// Play Conway's game of life by copies and blending, without computing in a shader
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app life --seed 7 --steps 100 -o cells.png
  brooklet app life glider.png --steps 64 -o later.png
  brooklet app life --size 64x48 --share 0.2 --steps 1 -o cells.npy --chip g80 --trace trace.json

A cell lives in the next generation if it has 3 living neighbours, or 2 and lives itself. In a picture, pixels that are brighter than a half live. \
The field is a torus. By blending, a generation takes 16 passes, each of which copies a texture: the blending unit adds, compares and subtracts. After the \
OpenGL Programming Guide and Green's glLife (2000), which count in the stencil buffer.")]
pub struct Life {
    /// The cells: a file of two dimensions. Without it, cells are drawn at random
    #[arg(value_name = "IN", conflicts_with_all = ["size", "share", "seed"])]
    input: Option<PathBuf>,
    /// Where the cells go: 1 where one lives, and 0 elsewhere
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Generations
    #[arg(long, value_name = "N", default_value_t = 100)]
    steps: usize,
    /// Cells of a random field
    #[arg(long, value_name = "WxH", default_value = "256x256", value_parser = size)]
    size: [usize; 2],
    /// The share of the random cells that live
    #[arg(long, value_name = "PART", default_value_t = 0.3)]
    share: f32,
    /// The seed of the random cells
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// How a generation is computed
    #[arg(long, value_enum, default_value = "blending")]
    method: Method,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// By copies and blending: 16 passes
    Blending,
    /// By a kernel: 1 pass
    Kernel,
}

impl Life {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        let files: Vec<&Path> = self.input.iter().chain([&self.output]).map(PathBuf::as_path).collect();
        common.run_long(&files, |session| {
            let rule = match self.method {
                Method::Blending => Rule::Blending,
                Method::Kernel => Rule::Kernel,
            };
            let ([columns, rows], cells) = self.cells(session)?;
            let mut life = life::Life::new(&session.device, [columns, rows], &cells, rule)?;
            for step in 0..self.steps {
                session.progress.stage(format!("generation {}", step + 1));
                life.step()?;
            }
            session.progress.stage("reading back");
            let data = life.cells().read()?;
            let living = data.iter().filter(|cell| **cell == 1.0).count();
            session.notes(&[format!("{living} of {} cells live", data.len())]);
            session.write(&self.output, &mut Array { shape: vec![rows, columns], components: 1, data })
        })
    }

    /// Returns the columns and rows, and the cells of the first generation.
    fn cells(&self, session: &Session) -> anyhow::Result<([usize; 2], Vec<f32>)> {
        let Some(input) = &self.input else {
            return Ok((self.size, life::random(self.size, self.share, self.seed)?));
        };
        // A third axis holds the colours.
        let colours = |shape: &[usize], _| if shape.len() == 3 { Reading::Vectors } else { Reading::OnlyScalars };
        let array = Axis::default().read(session, input, colours)?;
        let ([rows, columns], cells) = brightness(input, &array)?;
        if cells.is_empty() {
            bail!("{}: a picture of no pixels has no cells", input_name(input));
        }
        Ok(([columns, rows], cells))
    }
}
