//! `brooklet fft`: Fourier transforms.

use std::path::PathBuf;

use anyhow::{Context, bail};
use clap::Args;

use brooklet::io::{self, Array, input_name};
use brooklet::primitives::{self, Fft as Method};
use brooklet::{Shape, Stream};

use super::Common;
use super::along;
use super::arrays;
use super::session::Session;
use super::shapes::{is_npy, tuple};

/// Transform signals into their spectra and back
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet fft signal.npy -o spectrum.npy
  brooklet fft spectrum.npy --inverse -o signal.npy
  brooklet fft rows.npy --real -o half.npy
  brooklet fft half.npy --real --inverse -o rows.npy
  brooklet fft picture.npy --axis 0,1 -o spectrum.npy

As numpy.fft.fft, ifft, rfft and irfft, along the last axis, and with several axes as fftn and its kin: a spectrum is not scaled, and the \
inverse divides by the number of elements. Lines may have any length up to 2^23. A file of complex64 or complex128 holds complex numbers, \
and all else real ones; with --pairs a last axis of 2, or two columns, are real and imaginary parts. The result is complex64 in .npy and \
.npz; with --pairs, and in other files, it has real and imaginary parts as a last axis or as columns.")]
pub struct Fft {
    /// The signal, or the spectrum
    input: PathBuf,
    /// Where the result goes
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Transform a spectrum back
    #[arg(long)]
    inverse: bool,
    /// Transform real numbers, whose spectrum along the last of the axes is n / 2 + 1 numbers long; or such a spectrum back
    #[arg(long)]
    real: bool,
    /// How many real numbers a spectrum is of [default: as numpy.fft.irfft, an even number: twice its length less 2]
    #[arg(long, value_name = "N", requires_all = ["inverse", "real"])]
    length: Option<usize>,
    /// Transform along these axes; negative numbers count from the end
    #[arg(long, value_name = "N,..", value_delimiter = ',', allow_hyphen_values = true, default_value = "-1")]
    axis: Vec<i32>,
    /// Take a last axis of 2, or two columns, as real and imaginary parts
    #[arg(long)]
    pairs: bool,
    /// Transform by this method [default: the fastest]
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
}

/// What is in a file.
enum Numbers {
    Complex(Array),
    Real(Array),
}

impl Fft {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        io::check_output(&self.output)?;
        let method = along::method_with::<Method>("--method", "fft", self.method.as_deref());
        common.run(&[&self.input, &self.output], |session| {
            session.progress.stages(4);
            let numbers = self.numbers(session)?;
            let named =
                |error: brooklet::Error| anyhow::Error::new(error).context(input_name(&self.input).into_owned());
            session.progress.stage("transforming");
            match (numbers, self.real, self.inverse) {
                (Numbers::Complex(_), true, false) => bail!(
                    "{} has complex numbers, and --real transforms real ones: leave it out",
                    input_name(&self.input)
                ),
                (Numbers::Real(array), true, false) => {
                    let stream = session.device.upload_shaped(self.shape(&array)?, &array.data)?;
                    let spectrum = match method {
                        None => primitives::rfft(&stream, &self.axis),
                        Some(method) => primitives::rfft_by(&stream, &self.axis, method),
                    };
                    self.save(session, &spectrum.map_err(named)?)
                }
                (numbers, true, true) => {
                    let spectrum = self.upload(session, numbers)?;
                    let last = spectrum.shape().axis(self.axis.last().copied().unwrap_or(-1));
                    let found = spectrum.shape().extents()[last.map_err(|error| named(error.into()))?];
                    let length = self.length.unwrap_or((2 * found).saturating_sub(2));
                    let made = match method {
                        None => primitives::irfft(&spectrum, length, &self.axis),
                        Some(method) => primitives::irfft_by(&spectrum, length, &self.axis, method),
                    };
                    let made = made.map_err(named)?;
                    session.progress.stage("reading back");
                    session.write(&self.output, &mut Array::of(&made)?)
                }
                (numbers, false, inverse) => {
                    let stream = self.upload(session, numbers)?;
                    let made = match (inverse, method) {
                        (false, None) => primitives::fft(&stream, &self.axis),
                        (false, Some(method)) => primitives::fft_by(&stream, &self.axis, method),
                        (true, None) => primitives::ifft(&stream, &self.axis),
                        (true, Some(method)) => primitives::ifft_by(&stream, &self.axis, method),
                    };
                    self.save(session, &made.map_err(named)?)
                }
            }
        })
    }

    /// Reads the input. Complex numbers have two components.
    fn numbers(&self, session: &Session) -> anyhow::Result<Numbers> {
        session.progress.stage(format!("reading {}", input_name(&self.input)));
        let loaded = arrays::load_complex(&self.input, session.columns.as_ref())?;
        session.notes(&loaded.notes);
        let mut array = loaded.array;
        match (array.components, array.shape.last()) {
            (2, _) if self.pairs || is_npy(&self.input) => return Ok(Numbers::Complex(array)),
            (1, Some(2)) if self.pairs && array.shape.len() > 1 => {
                array.shape.pop();
                array.components = 2;
                return Ok(Numbers::Complex(array));
            }
            _ if self.pairs => bail!(
                "{} is {}: with --pairs the last axis is 2, a real and an imaginary part",
                input_name(&self.input),
                tuple(&array.shape)
            ),
            (1, _) => {}
            (components, _) => {
                array.shape.push(components);
                array.components = 1;
            }
        }
        Ok(Numbers::Real(array))
    }

    fn save(&self, session: &Session, numbers: &Stream<[f32; 2]>) -> anyhow::Result<()> {
        session.progress.stage("reading back");
        let mut array = Array::of(numbers)?;
        if io::FileFormat::of(&self.output)?.is_numpy() && !self.pairs {
            session.place(io::prepare_complex(&self.output, &array)?);
            return Ok(());
        }
        session.write(&self.output, &mut array)
    }

    fn shape(&self, array: &Array) -> anyhow::Result<Shape> {
        Shape::try_from(array.shape.as_slice()).with_context(|| input_name(&self.input).into_owned())
    }

    /// Uploads numbers as complex ones.
    fn upload(&self, session: &Session, numbers: Numbers) -> anyhow::Result<Stream<[f32; 2]>> {
        let (array, pairs) = match numbers {
            Numbers::Complex(array) => {
                let pairs = array.data.as_chunks::<2>().0.to_vec();
                (array, pairs)
            }
            Numbers::Real(array) => {
                let pairs = array.data.iter().map(|value| [*value, 0.0]).collect();
                (array, pairs)
            }
        };
        Ok(session.device.upload_shaped(self.shape(&array)?, &pairs)?)
    }
}
