//! `brooklet app segment`: grows a region of a picture from seeds.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::applications::segment::{self, Options, Segmentation};
use brooklet::io::{self, Array};
use brooklet::kernel::Reading;

use super::{brightness, whole_numbers};
use crate::cli::Common;
use crate::cli::depth::DepthOption;
use crate::cli::vectors::Axis;

/// Find the region around a place of a picture
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app segment scan.png --seed 120,88 -o mask.png
  brooklet app segment scan.npy --seed 120,88 --seed 300,40 --contrast 0.05 --smooth 20 -o mask.npy

The region grows from its seeds until nothing moves: labels flow between neighbours, the less the more the brightness \
changes between them, leak away by a little, and where more than a half stays, the pixel joins the region. A change of \
one and a half times --contrast stops it. Colours become their luminance. The result is 1 in the region and 0 \
elsewhere. After Perona and Malik 1990, Sherbondy et al. 2003, and Brook's Segment (Buck et al. 2004).")]
pub struct Segment {
    /// The picture: a file of two dimensions
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// A pixel in the region: its column and row, from 0 (repeatable)
    #[arg(long, value_name = "X,Y", required = true, value_parser = whole_numbers::<2>)]
    seed: Vec<[usize; 2]>,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// The change of brightness between neighbours that lets a third of a label through
    #[arg(long, value_name = "CHANGE", default_value_t = Options::default().contrast)]
    contrast: f32,
    /// How much of a label leaks away: more, and the region does not pass narrow gaps
    #[arg(long, value_name = "PART", default_value_t = Options::default().leak)]
    leak: f32,
    /// The number of iterations that smooth the picture first, but not its edges
    #[arg(long, value_name = "N", default_value_t = Options::default().smoothing)]
    smooth: usize,
    /// Stop when no label changes by more than this
    #[arg(long, value_name = "CHANGE", default_value_t = Options::default().tolerance)]
    tolerance: f32,
    /// The maximum number of iterations
    #[arg(long, value_name = "N", default_value_t = Options::default().limit)]
    limit: usize,
    /// The method
    #[arg(long, value_enum, default_value = "packed")]
    method: Method,
    #[command(flatten)]
    depth: DepthOption,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// The kernel of 2004, in Brook
    Brook,
    /// Four pixels a texel, the fastest
    Packed,
}

impl Segment {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.depth.check("app segment", &[&self.output]);
        io::check_output(&self.output)?;
        common.run_long(&[&self.input, &self.output], |session| {
            self.depth.choose(&session.depth);
            // A third axis holds the colours.
            let colours = |shape: &[usize], _| if shape.len() == 3 { Reading::Vectors } else { Reading::OnlyScalars };
            let array = Axis::default().read(session, &self.input, colours)?;
            let (shape, pixels) = brightness(&self.input, &array)?;
            let options = Options {
                contrast: self.contrast,
                leak: self.leak,
                smoothing: self.smooth,
                tolerance: self.tolerance,
                limit: self.limit,
            };
            let method = match self.method {
                Method::Brook => segment::Method::Brook,
                Method::Packed => segment::Method::Packed,
            };
            session.progress.stage("smoothing");
            let mut segmentation = Segmentation::new(&session.device, shape, &pixels, &self.seed, options, method)?;
            let iterations = segmentation.run(|iterations, moved| {
                session.progress.stage(format!("iteration {iterations}: labels move by {moved:.1e}"));
            })?;
            session.progress.stage("reading back");
            let mask = segmentation.mask()?;
            let inside = mask.iter().filter(|label| **label == 1.0).count();
            session.notes(&[format!("{inside} of {} pixels, after {iterations} iterations", mask.len())]);
            session.write(&self.output, &mut Array { shape: shape.to_vec(), components: 1, data: mask })
        })
    }
}
