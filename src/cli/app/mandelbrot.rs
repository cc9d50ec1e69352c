//! `brooklet app mandelbrot`: draws the Mandelbrot set, and skips what has escaped.

use std::path::PathBuf;

use clap::Args;

use brooklet::applications::mandelbrot::{Settings, mandelbrot};
use brooklet::io::{self, Array, FileFormat};

use crate::cli::Common;

use super::numbers;
use super::predication::{Method, skipped};
use super::raytrace::size;

/// Draw the Mandelbrot set in rounds, of which each skips the points that have escaped
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app mandelbrot -o set.png
  brooklet app mandelbrot -o valley.png --centre -0.745,0.105 --width 0.02 --iterations 1000
  brooklet app mandelbrot -o set.npy --method branch --trace trace.json
  brooklet app mandelbrot -o set.npy --chip nv40 --size 96x64

A .png or .hdr is in colours, other files have the number of iterations of each point. The depth test skips points before the kernel runs \
(early z), as chips could do that had no branches. After Harris and Buck, GPU Gems 2, chapter 34, 2005.")]
pub struct Mandelbrot {
    /// Where the picture goes
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Points of the picture
    #[arg(long, value_name = "WxH", default_value = "768x512", value_parser = size)]
    size: [usize; 2],
    /// The middle of the picture
    #[arg(long, value_name = "X,Y", value_parser = numbers::<2>, default_value = "-0.75,0", allow_hyphen_values = true)]
    centre: [f32; 2],
    /// The width of the picture in the plane
    #[arg(long, value_name = "W", default_value_t = Settings::default().width)]
    width: f32,
    /// The maximum number of iterations of a point
    #[arg(long, value_name = "N", default_value_t = Settings::default().iterations)]
    iterations: usize,
    /// Iterations of a round
    #[arg(long, value_name = "N", default_value_t = Settings::default().per_round)]
    per_round: usize,
    /// How points that have escaped are skipped
    #[arg(long, value_enum, default_value = "early-z")]
    method: Method,
}

impl Mandelbrot {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        let Mandelbrot { size, centre, width, iterations, per_round, .. } = *self;
        let settings = Settings { size, centre, width, iterations, per_round, predication: self.method.into() };
        common.run_long(&[&self.output], |session| {
            session.progress.stage("computing");
            let (found, trace) = session.device.traced(|| mandelbrot(&session.device, &settings));
            let found = found?;
            if let Some(skipped) = found.skipped().or_else(|| skipped(&trace, |kernel| kernel == "mandelbrot_step")) {
                let rounds = iterations.div_ceil(per_round);
                session.notes(&[format!("{rounds} rounds skipped {:.1} % of their points", 100.0 * skipped)]);
            }
            session.progress.stage("reading back");
            let is_picture = matches!(FileFormat::of(&self.output)?, FileFormat::Png | FileFormat::Hdr);
            let counts = found.counts.read()?;
            let shape = vec![size[1], size[0]];
            let most = iterations.next_multiple_of(per_round) as f32;
            let mut array = match is_picture {
                true => Array { shape, components: 3, data: counts.iter().flat_map(|n| colour(*n, most)).collect() },
                false => Array { shape, components: 1, data: counts },
            };
            session.write(&self.output, &mut array)
        })
    }
}

/// Returns the colour of a point with so many iterations: black for the set itself.
fn colour(count: f32, most: f32) -> [f32; 3] {
    if count >= most {
        return [0.0; 3];
    }
    let phase = 6.0 * (1.0 + count).ln();
    [0.0, 0.7, 1.5].map(|shift| 0.5 - 0.5 * (0.4 * phase + shift).cos())
}
