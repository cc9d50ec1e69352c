//! `brooklet convolve`, `blur` and `median`: neighbourhoods of a picture.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::{Args, ValueEnum};

use brooklet::catalog::Methods;
use brooklet::io::{self, input_name};
use brooklet::primitives::{self, MedianFilter, Weights};
use brooklet::{Error, Stream, Texel, compute};

use super::Common;
use super::arrays::{self, AnyStream, with_stream};
use super::depth::DepthOption;
use super::dtype::DtypeOption;
use super::family::{Chosen, Family, choose, methods};
use super::planes;
use super::result;
use super::session::Session;
use super::shapes::tuple;
use super::vectors::Axis;

/// The input and output of these commands, and what stands past the edges.
#[derive(Args)]
struct Picture {
    /// Where the result goes [default: up to 100 lines are printed]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// What stands past the edges: the picture reflected, with its edge twice; its edge; zeros; or the picture again
    #[arg(long, value_enum, default_value = "reflect")]
    border: Border,
    #[command(flatten)]
    axis: Axis,
    #[command(flatten)]
    depth: DepthOption,
    #[command(flatten)]
    dtype: DtypeOption,
}

#[derive(Clone, Copy, ValueEnum)]
enum Border {
    Reflect,
    Clamp,
    Zero,
    Wrap,
}

impl Picture {
    /// Checks the output before anything is computed.
    fn check(&self, sub_command: &str) -> anyhow::Result<()> {
        if let Some(output) = &self.output {
            io::check_output(output)?;
        }
        self.depth.check(sub_command, self.output.as_deref().as_slice());
        self.dtype.check(sub_command, self.output.as_deref().as_slice());
        Ok(())
    }

    fn border(&self) -> primitives::Border {
        match self.border {
            Border::Reflect => primitives::Border::Reflect,
            Border::Clamp => primitives::Border::Clamp,
            Border::Zero => primitives::Border::Zero,
            Border::Wrap => primitives::Border::Wrap,
        }
    }

    /// Returns the files that are read and written.
    fn files<'a>(&'a self, inputs: &[&'a Path]) -> Vec<&'a Path> {
        inputs.iter().copied().chain(self.output.as_deref()).collect()
    }

    /// Reads and uploads a picture. If its elements are to be ordered, NaN is an error.
    fn read(&self, session: &Session, path: &Path, ordered: bool) -> anyhow::Result<AnyStream> {
        self.depth.choose(&session.depth);
        self.dtype.choose(&session.dtype);
        let array = planes::read(session, path, &self.axis)?;
        if array.shape.len() != 2 {
            bail!(
                "{} is {}, which has {} axes: a picture has two, rows and columns, and up to 4 numbers a pixel",
                input_name(path),
                tuple(&array.shape),
                array.shape.len()
            );
        }
        if ordered {
            arrays::refuse_nan(path, &array)?;
        }
        arrays::upload(session, path, &array)
    }

    fn save<T: Texel>(&self, session: &Session, name: &str, result: &Stream<T>) -> anyhow::Result<()> {
        result::save_checked(session, name, self.output.as_deref(), result)
    }
}

/// Convolve a picture with a matrix of weights
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet convolve in.png sharpen.csv -o out.png
  brooklet convolve in.npy weights.npy -o out.npy --border zero

Each element becomes the sum of its neighbours times the weights, which are mirrored, as in scipy.ndimage.convolve; the centre of R x C weights \
is in row R/2 and column C/2, rounded down, from 0. The result has the size of the input. Weights that are products of a column and a row are \
applied in two passes. Pixels are convolved by component. Without -o, up to 100 lines are printed.")]
pub struct Convolve {
    /// The picture
    input: PathBuf,
    /// The weights: a matrix, or a list, which is one row
    weights: PathBuf,
    /// What computes: the fragment pipeline, or compute shaders (OpenGL 4.3, ES 3.1)
    #[arg(long, default_value = "fragment")]
    family: Family,
    /// The method. Fragment: along rows and then columns, if the weights are products (separable), all at once (direct), or by Fourier
    /// transforms (spectra) [default: spectra for 100 weights and more that are not products, on large pictures, else separable].
    /// Compute: runs or tiles [default: tiles on a GPU, else runs]
    #[arg(long, value_parser = methods("convolve"))]
    method: Option<String>,
    #[command(flatten)]
    picture: Picture,
}

impl Convolve {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.picture.check("convolve")?;
        let method: Chosen<primitives::Convolve, compute::Convolve> =
            choose("convolve", self.family, self.method.as_deref());
        let inputs = [self.input.as_path(), &self.weights];
        common.one_stdin("convolve", inputs);
        common.run(&self.picture.files(&inputs), |session| {
            session.progress.stages(6);
            let weights = weights(session, &self.weights)?;
            let picture = self.picture.read(session, &self.input, false)?;
            session.progress.stage("computing");
            let border = self.picture.border();
            with_stream!(&picture, picture => {
                let convolved = match method {
                    Chosen::Fragment(None) => primitives::convolve(picture, &weights, border)?,
                    Chosen::Fragment(Some(method)) => primitives::convolve_by(picture, &weights, border, method)?,
                    Chosen::Compute(None) => compute::convolve(picture, picture.shape(), &weights, border)?,
                    Chosen::Compute(Some(method)) => {
                        compute::convolve_by(picture, picture.shape(), &weights, border, method)?
                    }
                };
                self.picture.save(session, "convolve", &convolved)
            })
        })
    }
}

/// Reads weights.
fn weights(session: &Session, path: &Path) -> anyhow::Result<Weights> {
    let array = Axis { vectors: false, scalars: true }.read_axes(session, path)?;
    let size = match array.shape[..] {
        [columns] => [1, columns],
        [rows, columns] => [rows, columns],
        _ => {
            bail!("{} is {}: weights are a matrix, or a list, which is one row", input_name(path), tuple(&array.shape))
        }
    };
    Ok(Weights::new(size, &array.data)?)
}

/// Blur a picture
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet blur in.png --sigma 3 -o out.png
  brooklet blur in.npy --sigma 0.8 -o out.npy --border wrap

Convolves the picture with a Gaussian, along rows and then columns, as scipy.ndimage.gaussian_filter: its weights go four standard deviations \
to each side. Pixels are blurred by component. Without -o, up to 100 lines are printed.")]
pub struct Blur {
    /// The picture
    input: PathBuf,
    /// The standard deviation of the Gaussian, in elements, from 0 to 4096
    #[arg(long, value_name = "S", value_parser = sigma, allow_negative_numbers = true)]
    sigma: f32,
    #[command(flatten)]
    picture: Picture,
}

/// Parses a standard deviation.
fn sigma(text: &str) -> Result<f32, String> {
    let sigma = super::number::parse_float(text)?;
    if (0.0..=4096.0).contains(&sigma) { Ok(sigma) } else { Err("it must be from 0 to 4096".to_owned()) }
}

impl Blur {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.picture.check("blur")?;
        common.run(&self.picture.files(&[&self.input]), |session| {
            session.progress.stages(5);
            let picture = self.picture.read(session, &self.input, false)?;
            session.progress.stage("computing");
            let border = self.picture.border();
            with_stream!(&picture, picture => {
                self.picture.save(session, "blur", &primitives::blur(picture, self.sigma, border)?)
            })
        })
    }
}

/// Replace each element of a picture by the median of its neighbours
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet median in.png --size 5 -o out.png
  brooklet median in.npy --size 3 -o out.npy --border clamp

Takes the median of a square of S x S elements around each, as scipy.ndimage.median_filter: of an even number the greater of the two in the \
middle. A square of an even side reaches one further up and to the left. Pixels are taken by component. NaN has no place in an order, and is \
an error. Without -o, up to 100 lines are printed. For the median of a whole array, see `brooklet quantile`.")]
pub struct Median {
    /// The picture
    input: PathBuf,
    /// The side of the square, from 1 to 255
    #[arg(long, value_name = "S", default_value = "3", value_parser = clap::value_parser!(u16).range(1..=255))]
    size: u16,
    /// The method: minima and maxima, for sides of 3, 5 and 7 (network), or halving the range of the neighbours (bisection) [default: network
    /// where it has the side, else bisection]
    #[arg(long, value_parser = methods("median-filter"))]
    method: Option<String>,
    #[command(flatten)]
    picture: Picture,
}

impl Median {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        self.picture.check("median")?;
        let method = self.method.as_deref().and_then(MedianFilter::named);
        common.run(&self.picture.files(&[&self.input]), |session| {
            session.progress.stages(5);
            let picture = self.picture.read(session, &self.input, true)?;
            session.progress.stage("computing");
            with_stream!(&picture, picture => self.picture.save(session, "median", &self.filter(picture, method)?))
        })
    }

    fn filter<T: Texel>(&self, picture: &Stream<T>, method: Option<MedianFilter>) -> Result<Stream<T>, Error> {
        let (side, border) = (usize::from(self.size), self.picture.border());
        match method {
            Some(method) => primitives::median_filter_by(picture, side, border, method),
            None => primitives::median_filter(picture, side, border),
        }
    }
}
