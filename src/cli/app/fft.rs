//! `brooklet app fft`: filters a picture by its spectrum.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use brooklet::Stream;
use brooklet::applications::fft::{self, Keep};
use brooklet::io;

use super::positive;
use crate::cli::Common;
use crate::cli::arrays;
use crate::cli::depth::DepthOption;
use crate::cli::session::Session;

/// Filter a picture by its spectrum
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app fft picture.png --low-pass 20 -o smooth.png
  brooklet app fft picture.png --high-pass 20 -o edges.png

The picture may have any size up to 2048 x 2048; its edges are continued to the next power of two. The sub-command fft transforms signals and \
pictures into their spectra and back.")]
#[command(group = clap::ArgGroup::new("kept").required(true))]
pub struct Fft {
    /// The picture
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Keep what varies slowly: fewer than RADIUS cycles across the picture's longer side. A Gaussian, one half at RADIUS
    #[arg(long, value_name = "RADIUS", value_parser = positive, group = "kept")]
    low_pass: Option<f32>,
    /// Keep what varies fast, and the mean: one minus that Gaussian
    #[arg(long, value_name = "RADIUS", value_parser = positive, group = "kept")]
    high_pass: Option<f32>,
    #[command(flatten)]
    depth: DepthOption,
}

impl Fft {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.depth.check("app fft", &[&self.output]);
        io::check_output(&self.output)?;
        common.run(&[&self.input, &self.output], |session| {
            self.depth.choose(&session.depth);
            session.progress.stages(4);
            match self.low_pass.map(Keep::Low).or(self.high_pass.map(Keep::High)) {
                Some(keep) => self.filter(session, keep),
                None => Ok(()),
            }
        })
    }

    fn filter(&self, session: &Session, keep: Keep) -> anyhow::Result<()> {
        session.progress.stage(format!("reading {}", io::input_name(&self.input)));
        let loaded = arrays::load(&self.input, session.columns.as_ref())?;
        session.notes(&loaded.notes);
        session.depth.read(loaded.depth);
        let mut array = loaded.array;
        if array.components == 1 && array.shape.len() == 3 && array.shape[2] <= 4 {
            array.components = array.shape.pop().unwrap_or(1);
        }
        let &[rows, columns] = array.shape.as_slice() else {
            bail!(
                "{}: a picture has rows and columns, and this has {} dimensions",
                io::input_name(&self.input),
                array.shape.len()
            );
        };
        if array.data.is_empty() {
            bail!("{}: a picture of no pixels has no frequencies", io::input_name(&self.input));
        }
        let texel = |pixel: &[f32]| std::array::from_fn(|channel| pixel.get(channel).copied().unwrap_or(0.0));
        let pixels: Vec<[f32; 4]> = array.data.chunks(array.components).map(texel).collect();
        let picture: Stream<[f32; 4]> = session.device.upload_shaped([rows, columns], &pixels)?;
        session.progress.stage("filtering");
        let longer = rows.max(columns) as f32;
        let keep = match keep {
            Keep::Low(radius) => Keep::Low(radius / longer),
            Keep::High(radius) => Keep::High(radius / longer),
        };
        let kept = fft::filter_picture(&picture, keep)
            .map_err(|error| anyhow::Error::new(error).context(io::input_name(&self.input).into_owned()))?;
        session.progress.stage("reading back");
        array.data = kept.read()?.iter().flat_map(|pixel| &pixel[..array.components]).copied().collect();
        session.write(&self.output, &mut array)
    }
}
