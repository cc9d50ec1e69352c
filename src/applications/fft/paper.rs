//! The transform of Brook's paper.

use crate::brook::Program;
use crate::machine::{Device, Stream};
use crate::shape::Shape;

use super::error::FftError;
use super::{Error, LARGEST};

/// The Brook kernels of [`PaperFft`]: bit reversal, and a butterfly along each axis.
pub const BROOK: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/fft_channels.br"));

/// Four complex signals with two dimensions, as real and imaginary parts.
#[derive(Debug)]
pub struct Channels {
    /// The real parts of the four signals.
    pub re: Stream<[f32; 4]>,
    /// The imaginary parts of the four signals.
    pub im: Stream<[f32; 4]>,
}

/// The 2-D transform of Cooley and Tukey as in Brook's paper (section 5.1), of four channels at once. A pass puts all elements in
/// bit-reversed order; log2 n passes of butterflies along rows and log2 n down columns follow. All passes are Brook kernels.
///
/// It exists to reproduce the figures of the paper; [`primitives::fft`](crate::primitives::fft()) does the same several times faster. The paper's kernels
/// compute the twiddle factors; these kernels read them from a table in float precision.
#[derive(Debug)]
pub struct PaperFft {
    program: Program,
    shape: Shape,
    rows: usize,
    columns: usize,
    /// The twiddle factors for the columns and for the rows.
    roots: [Stream<[f32; 2]>; 2],
}

impl PaperFft {
    /// Makes a transform for pictures of this size.
    ///
    /// # Errors
    /// A number of rows or columns that is not a power of two from 2 to 2048.
    pub fn new(device: &Device, [rows, columns]: [usize; 2]) -> Result<PaperFft, Error> {
        for (axis, found) in [("columns", columns), ("rows", rows)] {
            if !found.is_power_of_two() || !(2..=LARGEST).contains(&found) {
                return Err(FftError::Length { axis, found }.into());
            }
        }
        let roots = |n: usize| {
            let root = |k: usize| {
                let (sine, cosine) = (-2.0 * std::f64::consts::PI * k as f64 / n as f64).sin_cos();
                [cosine as f32, sine as f32]
            };
            device.upload_shaped([1, n / 2], &(0..n / 2).map(root).collect::<Vec<_>>())
        };
        let program = Program::compile(device, "fft_channels.br", BROOK)?;
        let shape = Shape::from([rows, columns]);
        Ok(PaperFft { program, shape, rows, columns, roots: [roots(columns)?, roots(rows)?] })
    }

    /// Returns the spectra of the four channels.
    ///
    /// # Errors
    /// Channels of another shape; any error of the device.
    pub fn forward(&self, channels: &Channels) -> Result<Channels, Error> {
        self.run(channels, 1.0)
    }

    /// Transforms four spectra back. The result are the channels, multiplied by their number of elements.
    ///
    /// # Errors
    /// The same as for [`forward`](PaperFft::forward).
    pub fn inverse(&self, channels: &Channels) -> Result<Channels, Error> {
        self.run(channels, -1.0)
    }

    fn run(&self, channels: &Channels, direction: f32) -> Result<Channels, Error> {
        for found in [channels.re.shape(), channels.im.shape()] {
            if found != self.shape {
                return Err(FftError::Shape { wanted: self.shape, found }.into());
            }
        }
        let device = self.program.device();
        let new = || Ok::<_, Error>(Channels { re: device.stream(self.shape)?, im: device.stream(self.shape)? });
        let (mut from, mut to) = (new()?, new()?);
        self.program
            .kernel("bit_reversal")?
            .gather("re", &channels.re)
            .gather("im", &channels.im)
            .constant("bits", [self.columns.ilog2() as f32, self.rows.ilog2() as f32])
            .output("to_re", &mut from.re)
            .output("to_im", &mut from.im)
            .run()?;
        for (kernel, n, roots) in
            [("horizontal", self.columns, &self.roots[0]), ("vertical", self.rows, &self.roots[1])]
        {
            for half in (0..n.ilog2()).map(|bit| 1 << bit) {
                self.program
                    .kernel(kernel)?
                    .gather("re", &from.re)
                    .gather("im", &from.im)
                    .gather("roots", roots)
                    .constant("half", half as f32)
                    .constant("stride", (n / (2 * half)) as f32)
                    .constant("direction", direction)
                    .output("to_re", &mut to.re)
                    .output("to_im", &mut to.im)
                    .run()?;
                std::mem::swap(&mut from, &mut to);
            }
        }
        Ok(from)
    }
}
