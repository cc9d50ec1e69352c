//! The fast Fourier transform of signals and pictures of complex or real numbers.
//!
//! Brook's paper (Buck et al. 2004, section 5.1) transforms four channels of 1024 × 1024 with radix 2. A kernel puts the elements
//! in bit-reversed order. Then log2 n passes of butterflies follow along each axis, and each pass reads and writes all elements.
//! [`PaperFft`] runs this method, with the kernels of [`BROOK`]. [`Fft`] is the fastest method that we know of for a fragment
//! pipeline:
//!
//! - **Stockham's autosort** (on GPUs: Govindaraju et al. 2008): it needs no pass that reorders elements.
//! - **High radix**: a fragment reads 8 or 16 elements, transforms them in registers, and writes 8 of the results, one to each
//!   render target. Thus 1024 elements take 3 passes instead of 10. With `t` targets, the radix of a pass is up to `2 t`. At a
//!   radix above `t`, half of the results are drawn at a time, because reading twice takes less time than another pass.
//! - **Planes**: the output of one render target is one plane of the next pass. A fragment can read only one plane, so a pass is
//!   drawn plane by plane, each into a rectangle of the targets. The axis runs down the columns (the first pass along it transposes
//!   rows), so that these rectangles are wide: on llvmpipe, narrow ones take a third longer.
//! - **Strips**, if the driver draws on the CPU: all passes along an axis run over the number of lines that fits the CPU's caches,
//!   then over the next lines. A fragment reads 8 or 16 elements that are far apart, which a processor cannot prefetch. Strips save
//!   a fifth of the time.
//! - **Two complex numbers in each texel**, if a signal has several channels: streams of `[f32; 4]`.
//! - **Twiddle factors** from a table that the CPU computes in f64, because sines of the device are not accurate enough. For each
//!   radix, the first two factors come from the table; the others are products of these.
//!
//! The forward transform is unnormalised; the inverse divides by the number of elements. A pass writes each element once, and reads
//! it once, or twice if the radix is larger than the number of targets. One more pass joins the last planes. A transform of n
//! elements takes 5 n log2 n operations and memory for two copies of the signal, and reads nothing back. The relative error (root
//! mean square) is below 1e-6 · log2 n if floats have 32 bits and are rounded to nearest.
//!
//! The length of an axis must be a power of two from 2 to [`LARGEST`]. The transform is not a primitive, because it has a plan with
//! tables, and works only on streams of one shape.
//!
//! ```
//! use brooklet::{Device, applications::fft::Fft};
//! let device = Device::headless()?;
//! // One wave on a ring of eight elements.
//! let wave: Vec<[f32; 2]> = (0..8).map(|k| (k as f32 * std::f32::consts::FRAC_PI_4).sin_cos()).map(|(y, x)| [x, y]).collect();
//! let fft = Fft::new(&device, 8)?;
//! let spectrum = fft.forward(&device.upload(&wave)?)?;
//! let lines: Vec<f32> = spectrum.read()?.iter().map(|[re, im]| re.hypot(*im).round()).collect();
//! assert_eq!(lines, [0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
//! let again = fft.inverse(&spectrum)?.read()?;
//! assert!(again.iter().zip(&wave).all(|(a, b)| (a[0] - b[0]).hypot(a[1] - b[1]) < 1e-6));
//! # Ok::<(), brooklet::applications::Error>(())
//! ```

mod error;
mod filter;
mod kernel;
mod paper;
mod plan;
mod planes;

pub use error::FftError;
pub use filter::{Keep, filter_picture};
pub use paper::{BROOK, Channels, PaperFft};

use std::ops::Range;

use crate::machine::{Device, Stream};
use crate::shape::{IntoShape, Shape};
use crate::texel::Texel;

use self::kernel::{Load, Read};
use self::planes::{Along, Draw, Joined, Kernels, Planes};
use super::Error;

/// The maximum length of an axis.
pub const LARGEST: usize = 2048;

mod sealed {
    pub trait Sealed {}
    impl Sealed for [f32; 2] {}
    impl Sealed for [f32; 4] {}
}

/// An element of a complex stream: `[f32; 2]`, a real and an imaginary part, or `[f32; 4]`, one complex number from each of two
/// signals that are transformed together.
pub trait Signal: Texel + sealed::Sealed {}
impl Signal for [f32; 2] {}
impl Signal for [f32; 4] {}

/// A Fourier transform of signals of one shape.
#[derive(Debug)]
pub struct Fft {
    device: Device,
    shape: Shape,
    rows: usize,
    columns: usize,
    /// The axes: along rows, then down columns.
    axes: Vec<Along>,
}

impl Fft {
    /// Makes a transform for signals of this shape. Signals with two dimensions are transformed along both.
    ///
    /// # Errors
    /// The length of an axis is not a power of two from 2 to 2048, or the shape does not have one or two dimensions.
    pub fn new(device: &Device, shape: impl IntoShape) -> Result<Fft, Error> {
        Fft::with(device, shape, true)
    }

    /// Makes a transform that processes each row separately. There may be any number of rows.
    ///
    /// # Errors
    /// The length of the rows is not a power of two from 2 to 2048, or the shape has more than two dimensions.
    pub fn of_rows(device: &Device, shape: impl IntoShape) -> Result<Fft, Error> {
        Fft::with(device, shape, false)
    }

    fn with(device: &Device, shape: impl IntoShape, both: bool) -> Result<Fft, Error> {
        let shape = shape.into_shape().map_err(crate::Error::from)?;
        let (rows, columns) = match *shape.extents() {
            [columns] => (1, columns),
            [rows, columns] => (rows, columns),
            _ => return Err(FftError::Rank { shape }.into()),
        };
        let mut axes = vec![Along::new(device, "columns", columns)?];
        if both && shape.rank() == 2 {
            axes.push(Along::new(device, "rows", rows)?);
        }
        Ok(Fft { device: device.clone(), shape, rows, columns, axes })
    }

    /// Returns the shape of the signals that it transforms.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of passes: those along the axes, and one that joins the planes. Each reads and writes the whole signal.
    pub fn passes(&self) -> usize {
        self.axes.iter().map(|axis| axis.steps.len()).sum::<usize>() + 1
    }

    /// Returns the spectrum of a signal: element k is the sum over j of x(j) · exp(-2πi jk / n).
    ///
    /// # Errors
    /// A signal of another shape; any error of the device.
    pub fn forward<T: Signal>(&self, signal: &Stream<T>) -> Result<Stream<T>, Error> {
        self.run(signal, Load::Same)
    }

    /// Returns the signal of a spectrum: the inverse of [`forward`](Fft::forward).
    ///
    /// # Errors
    /// The same as for [`forward`](Fft::forward).
    pub fn inverse<T: Signal>(&self, spectrum: &Stream<T>) -> Result<Stream<T>, Error> {
        self.run(spectrum, Load::Swapped)
    }

    /// Returns the whole spectrum of a signal of real numbers. Its second half mirrors the first.
    ///
    /// # Errors
    /// The same as for [`forward`](Fft::forward).
    pub fn forward_real(&self, signal: &Stream<f32>) -> Result<Stream<[f32; 2]>, Error> {
        self.run(signal, Load::Real)
    }

    fn run<S: Texel, T: Signal>(&self, signal: &Stream<S>, load: Load) -> Result<Stream<T>, Error> {
        if signal.shape() != self.shape {
            return Err(FftError::Shape { wanted: self.shape, found: signal.shape() }.into());
        }
        let read = if self.shape.rank() == 1 { Read::Line } else { Read::Rows };
        let mut joined = Joined::new(&self.device, self.shape, self.axes.len() > 1, self.scale(load))?;
        let along = &self.axes[0];
        let kernels = Kernels::new::<T>(along, read, load)?;
        let lines = |strip: &Range<usize>| [Draw::lines(signal, strip)];
        if let [_, down] = &self.axes[..] {
            let mut rows = Planes::<T>::new(along, self.rows)?;
            for strip in along.strips::<T>(self.rows) {
                rows.transform(&kernels, strip.start, strip.len(), &lines(&strip))?;
            }
            let kernels = Kernels::new::<T>(down, Read::Rows, Load::Same)?;
            for strip in down.strips::<T>(self.columns) {
                let mut planes = Planes::<T>::new(down, strip.len())?;
                planes.transform(&kernels, 0, strip.len(), &rows.lines(&strip))?;
                joined.add(&planes, &strip)?;
            }
        } else {
            for strip in along.strips::<T>(self.rows) {
                let mut planes = Planes::<T>::new(along, strip.len())?;
                planes.transform(&kernels, 0, strip.len(), &lines(&strip))?;
                joined.add(&planes, &strip)?;
            }
        }
        Ok(joined.stream)
    }

    /// Returns the factor that the result of an inverse transform is multiplied by.
    fn scale(&self, load: Load) -> Option<f32> {
        let count = || self.axes.iter().map(|axis| axis.length as f32).product::<f32>();
        (load == Load::Swapped).then(|| 1.0 / count())
    }
}

#[cfg(all(test, feature = "headless"))]
mod tests {
    use super::*;

    #[test]
    fn strips_change_nothing() {
        let device = Device::headless().unwrap();
        let signal: Vec<[f32; 2]> = (0..64 * 128).map(|k| (k as f32).powi(2).sin_cos().into()).collect();
        let stream = device.upload_shaped([64, 128], &signal).unwrap();
        let whole = [Fft::new(&device, [64, 128]).unwrap(), Fft::of_rows(&device, [64, 128]).unwrap()];
        for mut fft in whole {
            let spectrum = |fft: &Fft| fft.forward(&stream).unwrap().read().unwrap();
            fft.axes.iter_mut().for_each(|axis| axis.strip = usize::MAX);
            let whole = spectrum(&fft);
            // Strips of one line, of a number that does not divide that of all lines, and of half of the lines. All passes together
            // write all lines, as without strips.
            for lines in [1, 9, 32] {
                fft.axes.iter_mut().for_each(|axis| axis.strip = lines * 8 * axis.length);
                let (found, trace) = device.traced(|| spectrum(&fft));
                assert!(found == whole, "strips of {lines}");
                let written: usize = trace.passes().map(|pass| pass.traffic.texels_written).sum();
                assert_eq!(written, fft.passes() * signal.len());
            }
        }
    }
}
