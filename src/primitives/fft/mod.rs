//! The fast Fourier transform, of complex and of real numbers, along any axes of a stream.
//!
//! [`Fft::Autosort`] is the fastest method that we know of for a fragment pipeline:
//!
//! - **Stockham's autosort** (on GPUs: Govindaraju et al. 2008): it needs no pass that reorders elements.
//! - **High radix**: a fragment reads 8 or 16 elements, transforms them in registers, and writes 8 of the results, one to each
//!   render target. Thus 1024 elements take 3 passes instead of 10. With `t` targets, the radix of a pass is up to `2 t`. At a
//!   radix above `t`, half of the results are drawn at a time, because reading twice takes less time than another pass. Lengths with
//!   factors of 3 and 5 take passes of these radices.
//! - **Planes**: the output of one render target is one plane of the next pass. A fragment can read only one plane, so a pass is
//!   drawn plane by plane, each into a rectangle of the targets. The axis runs down the columns (the first pass along it transposes
//!   rows), so that these rectangles are wide: on llvmpipe, narrow ones take a third longer.
//! - **Strips**, if the driver draws on the CPU: all passes along an axis run over the number of lines that fits the CPU's caches,
//!   then over the next lines. A fragment reads 8 or 16 elements that are far apart, which a processor cannot prefetch. Strips save
//!   a fifth of the time.
//! - **Two complex numbers in each texel**, if a signal has several channels: streams of `[f32; 4]`.
//! - **Twiddle factors** from a table that the CPU computes in f64, because sines of the device are not accurate enough. For each
//!   radix, the first two factors come from the table; the others are products of these.
//! - **Long lines**, of more than 4096 elements, are folded into rows and columns, of which first the columns are transformed. The first pass
//!   along the rows turns the elements between (Bailey 1990, *FFTs in External or Hierarchical Memory*).
//! - **Any other length** is a convolution of a length that has small factors (Bluestein 1970).
//! - **Real numbers** are transformed as half as many complex numbers, if their number is even.

mod any;
mod chirp;
mod grid;
mod kernel;
mod plan;
mod planes;
mod real;
mod roots;
mod transform;

pub use real::{irfft, irfft_by, rfft, rfft_by};

use crate::error::{Error, PrimitiveError};
use crate::geometry::{Geometry, Layout};
use crate::lines::Lines;
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::shape::{IntoShape, Shape};
use crate::texel::Texel;

use self::any::Transform;
use self::transform::{Direct, Ends, rows_and_columns};
use super::needs::{MINIMAL, is_small, pass_methods, run_first_fitting};

/// Methods of a Fourier transform of lines of `n` elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fft {
    /// Radix 2: log2 n passes, in each of which a fragment reads two elements and writes one; lines that do not lie in the texture as they
    /// have to take two more. Other lengths than powers of two take a convolution. Moreland and Angel 2003, *The FFT on a GPU*.
    RadixTwo,
    /// The fastest: passes of radix 3, 5, 8 and 16, each of which writes up to eight elements, and one that joins them: 4 passes for lines of
    /// 1024 elements, 7 for one of 2^20. The [guide](crate::guide::methods) says how. After Govindaraju, Lloyd, Dotsenko, Smith and Manferdelli 2008,
    /// *High Performance Discrete Fourier Transforms on Graphics Processors*.
    Autosort,
}

impl Fft {
    /// Both methods.
    pub const ALL: [Fft; 2] = [Fft::RadixTwo, Fft::Autosort];

    /// Returns the method that [`fft`] uses: [`Fft::Autosort`], or [`Fft::RadixTwo`] if a kernel has at most 512 instructions. If its kernels
    /// do not fit on a chip, the other is used.
    pub fn fastest(device: &Device) -> Fft {
        if is_small(device) { Fft::RadixTwo } else { Fft::Autosort }
    }
}

pass_methods!(Fft);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Fft::RadixTwo",
        name: "radix-2",
        default: true,
        passes: "log2 *n*, and 2 that fold the line",
        of_2_20: "20",
        citation: Citation::new("Moreland and Angel 2003", "after Moreland and Angel 2003"),
        needs: MINIMAL,
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[
            MethodKernel::new("fft_arrange"),
            MethodKernel::new("fft_radix_two"),
            MethodKernel::new("fft_restore"),
            MethodKernel::drawn_for("fft_restore_reals", DrawnFor::Others),
            MethodKernel::drawn_for("fft_convolve", DrawnFor::Others),
        ],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Fft::Autosort",
        name: "autosort",
        default: true,
        passes: "⌈log16 *n*⌉ to 4096, twice that of its root above, and 1 that joins",
        of_2_20: "7",
        citation: Citation::new("Govindaraju et al. 2008", "after Govindaraju et al. 2008"),
        needs: MINIMAL,
        layouts: &[Layout::Plain, Layout::Packed],
        kernels: &[
            MethodKernel::new("fft_arrange"),
            MethodKernel::new("fft_pass"),
            MethodKernel::new("fft_join"),
            MethodKernel::new("fft_restore"),
            MethodKernel::drawn_for("fft_restore_reals", DrawnFor::Others),
            MethodKernel::drawn_for("fft_convolve", DrawnFor::Others),
        ],
        ..MethodInfo::PLAIN
    },
];

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

/// A planned Fourier transform of streams of one shape, along some of their axes: its tables are computed once, for many transforms.
///
/// ```
/// use brooklet::{Device, primitives::FftPlan};
/// let device = Device::headless()?;
/// let plan = FftPlan::new(&device, [2, 6], &[-1])?;
/// let rows = device.upload_shaped([2, 6], &[[1.0, 0.0]; 12])?;
/// let spectra = plan.forward(&rows)?;
/// assert!(plan.inverse(&spectra)?.read()?.iter().all(|[re, im]| (re - 1.0).abs() < 1e-6 && im.abs() < 1e-6));
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Debug)]
pub struct FftPlan {
    device: Device,
    shape: Shape,
    axes: Vec<(Lines, Transform)>,
}

impl FftPlan {
    /// Plans a transform along these axes, which count from the end if they are negative, by the method that [`Fft::fastest`] returns.
    ///
    /// # Errors
    /// As [`fft`].
    pub fn new(device: &Device, shape: impl IntoShape, axes: &[i32]) -> Result<FftPlan, Error> {
        FftPlan::by(device, shape, axes, Fft::fastest(device))
    }

    /// Plans a transform by the given method.
    ///
    /// # Errors
    /// As [`fft`].
    pub fn by(device: &Device, shape: impl IntoShape, axes: &[i32], method: Fft) -> Result<FftPlan, Error> {
        let shape = shape.into_shape()?;
        check_axes(shape, axes)?;
        let plan = |axis: &i32| {
            let lines = Lines::new(shape, *axis)?;
            lines.check_elements("Fourier transform")?;
            // A line that lies in a texture as it is folded needs no pass to fold it.
            let wanted = match shape.rank() {
                1 => Geometry::of(shape, Layout::Plain, device.limits().texture).ok().map(|own| own.width),
                _ => None,
            };
            Ok((lines, Transform::new(device, lines.length.max(1), method, wanted)?))
        };
        Ok(FftPlan { device: device.clone(), shape, axes: axes.iter().map(plan).collect::<Result<_, Error>>()? })
    }

    /// Returns the shape of the streams that it transforms.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the spectrum of a stream of complex numbers: element k of a line is the sum over j of x(j) · exp(-2πi jk / n).
    ///
    /// # Errors
    /// A stream of another shape; any error of the device.
    pub fn forward<T: Signal>(&self, signal: &Stream<T>) -> Result<Stream<T>, Error> {
        self.run(signal, false)
    }

    /// Returns the stream of complex numbers of a spectrum: the inverse of [`forward`](FftPlan::forward). It divides by the number of elements
    /// that are transformed together.
    ///
    /// # Errors
    /// As [`forward`](FftPlan::forward).
    pub fn inverse<T: Signal>(&self, spectrum: &Stream<T>) -> Result<Stream<T>, Error> {
        self.run(spectrum, true)
    }

    fn run<T: Signal>(&self, signal: &Stream<T>, inverse: bool) -> Result<Stream<T>, Error> {
        if signal.shape() != self.shape {
            return Err(PrimitiveError::FftShape { planned: self.shape, found: signal.shape() }.into());
        }
        if signal.is_empty() {
            return self.device.stream(self.shape);
        }
        if let Some(both) = self.rows_and_columns(signal, inverse) {
            return both;
        }
        let ends = |lines: &Lines| Ends { exchanged: inverse, scale: inverse.then(|| 1.0 / lines.length as f32) };
        let [(lines, first), rest @ ..] = &self.axes[..] else {
            return Err(PrimitiveError::Axes { axes: Vec::new(), shape: self.shape }.into());
        };
        let mut result = first.of_stream(signal, lines, ends(lines))?;
        for (lines, transform) in rest {
            result = transform.of_stream(&result, lines, ends(lines))?;
        }
        Ok(result)
    }

    /// Transforms a picture along both axes, if its rows are those of its texture and its lines are short: the first pass along columns reads
    /// what the last one along rows wrote, so that one pass less joins planes.
    fn rows_and_columns<T: Signal>(&self, signal: &Stream<T>, inverse: bool) -> Option<Result<Stream<T>, Error>> {
        let (&[rows, columns], [(lines, one), (_, other)]) = (self.shape.extents(), &self.axes[..]) else {
            return None;
        };
        let (Transform::Direct(Direct::Short(one)), Transform::Direct(Direct::Short(other))) = (one, other) else {
            return None;
        };
        if signal.geometry().wrapped() || signal.geometry().height != rows {
            return None;
        }
        let both = if lines.inner == 1 { [other.as_ref(), one] } else { [one.as_ref(), other] };
        let scale = inverse.then(|| 1.0 / (rows * columns) as f32);
        let ends = Ends { exchanged: inverse, scale };
        Some(self.device.stream::<T>(self.shape).and_then(|to| rows_and_columns(both, signal, ends, to)))
    }
}

/// Returns an error unless there is an axis, and each is listed once.
fn check_axes(shape: Shape, axes: &[i32]) -> Result<(), Error> {
    // More axes than there are cannot all differ.
    let found = axes.iter().take(shape.rank() + 1).map(|axis| shape.axis(*axis)).collect::<Result<Vec<_>, _>>()?;
    match axes.is_empty() || (1..found.len()).any(|k| found[..k].contains(&found[k])) {
        true => Err(PrimitiveError::Axes { axes: axes.to_vec(), shape }.into()),
        false => Ok(()),
    }
}

/// Returns the spectra of the lines along an axis, or of more axes, as `numpy.fft.fftn`: element k of a line is the sum over j of
/// x(j) · exp(-2πi jk / n). Axes count from the end if they are negative. Lines may have any length up to 2^23, and powers of two up to 2^24.
/// A stream of `[f32; 4]` holds two signals, which are transformed together.
///
/// The method is that of [`Fft::fastest`]. If floats have 32 bits and are rounded to nearest, the error is at most 1e-7 · (1 + log2 n) of the
/// spectrum, root mean square. [`FftPlan`] keeps the tables for several transforms.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// // One wave on a ring of eight elements.
/// let wave: Vec<[f32; 2]> = (0..8).map(|k| (k as f32 * std::f32::consts::FRAC_PI_4).sin_cos()).map(|(y, x)| [x, y]).collect();
/// let spectrum = primitives::fft(&device.upload(&wave)?, &[-1])?;
/// let lines: Vec<f32> = spectrum.read()?.iter().map(|[re, im]| re.hypot(*im).round()).collect();
/// assert_eq!(lines, [0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::FftLength`], for lines that are too long; [`PrimitiveError::EmptyLines`], for lines of no elements;
/// [`PrimitiveError::Axes`], for no axis or one that is listed twice; [`ShapeError`](crate::ShapeError), for one that there is not.
pub fn fft<T: Signal>(signal: &Stream<T>, axes: &[i32]) -> Result<Stream<T>, Error> {
    let device = signal.device();
    run_first_fitting(device, Fft::fastest(device), Fft::ALL, |method, on| fft_by(&on.lend(signal), axes, method))
}

/// Returns the spectra of lines by the given method.
///
/// # Errors
/// As [`fft`].
pub fn fft_by<T: Signal>(signal: &Stream<T>, axes: &[i32], method: Fft) -> Result<Stream<T>, Error> {
    FftPlan::by(signal.device(), signal.shape(), axes, method)?.forward(signal)
}

/// Returns the stream of complex numbers of a spectrum: the inverse of [`fft`], as `numpy.fft.ifftn`. It divides by the number of elements that
/// are transformed together.
///
/// # Errors
/// As [`fft`].
pub fn ifft<T: Signal>(spectrum: &Stream<T>, axes: &[i32]) -> Result<Stream<T>, Error> {
    let device = spectrum.device();
    run_first_fitting(device, Fft::fastest(device), Fft::ALL, |method, on| ifft_by(&on.lend(spectrum), axes, method))
}

/// Returns the stream of complex numbers of a spectrum by the given method.
///
/// # Errors
/// As [`fft`].
pub fn ifft_by<T: Signal>(spectrum: &Stream<T>, axes: &[i32], method: Fft) -> Result<Stream<T>, Error> {
    FftPlan::by(spectrum.device(), spectrum.shape(), axes, method)?.inverse(spectrum)
}
