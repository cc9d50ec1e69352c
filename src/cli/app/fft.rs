//! `brooklet app fft`: computes the Fourier transform of a signal or a picture, or filters a picture by it.

use std::path::PathBuf;

use anyhow::bail;
use clap::Args;

use brooklet::applications::fft::{self, Keep};
use brooklet::io::{self, Array};
use brooklet::{Shape, Stream};

use super::positive;
use crate::cli::Common;
use crate::cli::arrays;
use crate::cli::depth::DepthOption;
use crate::cli::session::Session;
use crate::cli::shapes::is_npy;

/// Transform a signal or a picture into its spectrum and back, or filter a picture by it
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app fft signal.npy -o spectrum.npy
  brooklet app fft spectrum.npy -o signal.npy --inverse
  brooklet app fft picture.png --low-pass 20 -o smooth.png

A file of complex64 or complex128, or with a last axis of 2 (as a .csv of two columns), holds complex numbers; all else \
is real. The result is complex64 in .npy; where the input had a last axis of 2, it has one too. One dimension is a \
signal, two are transformed along both axes, whose lengths are powers of two from 2 to 2048. The inverse divides by the \
number of elements.

With --low-pass or --high-pass the input is a picture of any size up to 2048 x 2048, whose edges are continued to the \
next power of two.")]
pub struct Fft {
    /// The signal, or the picture
    #[arg(value_name = "IN")]
    input: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Transform a spectrum back into its signal
    #[arg(long)]
    inverse: bool,
    /// Transform each row of a two-dimensional input separately
    #[arg(long)]
    rows: bool,
    /// Take a last axis of 2 as two real numbers
    #[arg(long)]
    real: bool,
    /// Keep what varies slowly: fewer than RADIUS cycles across the picture's longer side. A Gaussian, one half at RADIUS
    #[arg(long, value_name = "RADIUS", value_parser = positive, conflicts_with_all = ["inverse", "rows", "real", "high_pass"])]
    low_pass: Option<f32>,
    /// Keep what varies fast, and the mean: one minus that Gaussian
    #[arg(long, value_name = "RADIUS", value_parser = positive, conflicts_with_all = ["inverse", "rows", "real"])]
    high_pass: Option<f32>,
    #[command(flatten)]
    depth: DepthOption,
}

/// The representation of the numbers in the input.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Held {
    Complex,
    /// Complex numbers as a last axis of 2, or as two columns.
    Pairs,
    Real,
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
                None => self.transform(session),
            }
        })
    }

    fn transform(&self, session: &Session) -> anyhow::Result<()> {
        let (array, held) = self.signal(session)?;
        let (device, shape) = (&session.device, Shape::try_from(array.shape.as_slice())?);
        let fft = match self.rows {
            true => fft::Fft::of_rows(device, shape),
            false => fft::Fft::new(device, shape),
        };
        let fft = fft.map_err(|error| anyhow::Error::new(error).context(io::input_name(&self.input).into_owned()))?;
        session.progress.stage("transforming");
        let result = match held {
            Held::Real if !self.inverse => fft.forward_real(&device.upload_shaped(shape, &array.data)?)?,
            _ => {
                let numbers: Vec<[f32; 2]> = match held {
                    Held::Real => array.data.iter().map(|value| [*value, 0.0]).collect(),
                    _ => array.data.as_chunks::<2>().0.to_vec(),
                };
                let signal = device.upload_shaped(shape, &numbers)?;
                if self.inverse { fft.inverse(&signal)? } else { fft.forward(&signal)? }
            }
        };
        session.progress.stage("reading back");
        let mut array = Array::of(&result)?;
        if io::FileFormat::of(&self.output)?.is_numpy() && held != Held::Pairs {
            session.place(io::prepare_complex(&self.output, &array)?);
            return Ok(());
        }
        session.write(&self.output, &mut array)
    }

    /// Reads the input that is to be transformed. Complex numbers have two components.
    fn signal(&self, session: &Session) -> anyhow::Result<(Array, Held)> {
        session.progress.stage(format!("reading {}", io::input_name(&self.input)));
        let loaded = arrays::load_complex(&self.input, session.columns.as_ref())?;
        session.notes(&loaded.notes);
        let mut array = loaded.array;
        let of_npy = is_npy(&self.input);
        match (array.components, array.shape.last()) {
            (2, _) if of_npy => return Ok((array, Held::Complex)),
            (2, _) if !self.real => return Ok((array, Held::Pairs)),
            (1, Some(2)) if array.shape.len() > 1 && !self.real => {
                array.shape.pop();
                array.components = 2;
                return Ok((array, Held::Pairs));
            }
            (1, _) => {}
            (2, _) => {
                array.shape.push(2);
                array.components = 1;
            }
            (components, _) => bail!(
                "{}: its elements have {components} components, and complex numbers have 2: a picture in colour is filtered \
                 (--low-pass, --high-pass), or transformed channel by channel",
                io::input_name(&self.input)
            ),
        }
        Ok((array, Held::Real))
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
