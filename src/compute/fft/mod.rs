//! The Fourier transform of complex numbers on compute shaders.

mod chirp;
mod pass;
mod plan;

use crate::backend::Class;
use crate::error::{Error, PrimitiveError};
use crate::fourier::{self, is_smooth};
use crate::machine::{Buffer, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};

use self::chirp::Chirp;
use self::pass::{Ends, Passes};
use super::axis::Axis;
use super::data::Data;

/// Methods of a Fourier transform of lines. Both are autosort transforms (Stockham), which need no dispatch that reorders elements. Lines with
/// other factors than 2, 3 and 5 are transformed by a convolution of a length that has none (Bluestein 1970). After Govindaraju, Lloyd, Dotsenko, Smith
/// and Manferdelli 2008, *High Performance Discrete Fourier Transforms on Graphics Processors*.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Fft {
    /// The fastest on drivers that compute on the CPU: dispatches of radices of up to 8, in which each invocation transforms so many elements in
    /// registers. 4 dispatches for lines of 1024 elements, 7 for one of 2^20.
    Runs,
    /// The fastest on GPUs: a work group of 512 invocations transforms lines of up to 4096 elements in shared memory, in one dispatch (3072 with a
    /// factor 3, 2560 with a factor 5). Longer lines take a dispatch for each of two or more factors, each of at most half as many elements
    /// where that takes no more dispatches: 2 for one line of 2^20. Smaller groups transform fewer elements.
    Tiles,
}

impl Fft {
    /// Both methods.
    pub const ALL: [Fft; 2] = [Fft::Runs, Fft::Tiles];

    /// Returns the method that [`fft`] uses: [`Fft::Tiles`] on a GPU, [`Fft::Runs`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> Fft {
        match device.info().class {
            Class::Hardware => Fft::Tiles,
            Class::Software => Fft::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Fft);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Fft::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "7",
        citation: SOURCE,
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Fft::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "2",
        citation: SOURCE,
        ..MethodInfo::COMPUTE
    },
];

const SOURCE: Citation = Citation::new("Govindaraju et al. 2008", "after Govindaraju et al. 2008");

/// The maximum length of a line with no other factors than 2, 3 and 5, and of the convolution by which others are transformed.
const LONGEST: usize = 1 << 24;

/// Returns the spectra of the lines along an axis, in the shape and layout of the signal, by the method that [`Fft::fastest`] returns: element k
/// of a line is the sum over j of x(j) · exp(-2πi jk / n). The error is at most 1e-7 · (1 + log2 n) of the spectrum, root mean square. Each
/// call computes and uploads its tables. [`primitives::fft`](crate::primitives::fft()) transforms along several axes, and has a plan.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&[[1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [4.0, 0.0]])?;
/// assert_eq!(compute::fft(&x, 0)?.read()?, [[10.0, 0.0], [-2.0, 2.0], [-2.0, 0.0], [-2.0, -2.0]]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`PrimitiveError::FftLength`], for lines of more than 2^24 elements, or 2^23 if they
/// have other factors than 2, 3 and 5; [`PrimitiveError::EmptyLines`], for lines of no elements; [`ShapeError`](crate::ShapeError), for an axis that
/// there is not, or if [`Axis::of`] names a shape with another number of elements than the data; more elements than a buffer holds, of which a
/// convolution takes two to four times as many.
pub fn fft<D: Data<Element = [f32; 2]>>(signal: &D, axis: impl Into<Axis>) -> Result<D, Error> {
    fft_by(signal, axis, Fft::fastest(signal.on()))
}

/// Returns the spectra of lines by the given method.
///
/// # Errors
/// As [`fft`].
pub fn fft_by<D: Data<Element = [f32; 2]>>(signal: &D, axis: impl Into<Axis>, method: Fft) -> Result<D, Error> {
    run(signal, axis.into(), method, false)
}

/// Returns the complex numbers of spectra along an axis: the inverse of [`fft`], divided by the number of elements of a line.
///
/// # Errors
/// As [`fft`].
pub fn ifft<D: Data<Element = [f32; 2]>>(spectrum: &D, axis: impl Into<Axis>) -> Result<D, Error> {
    ifft_by(spectrum, axis, Fft::fastest(spectrum.on()))
}

/// Returns the complex numbers of spectra by the given method.
///
/// # Errors
/// As [`fft`].
pub fn ifft_by<D: Data<Element = [f32; 2]>>(spectrum: &D, axis: impl Into<Axis>, method: Fft) -> Result<D, Error> {
    run(spectrum, axis.into(), method, true)
}

fn run<D: Data<Element = [f32; 2]>>(values: &D, axis: Axis, method: Fft, inverse: bool) -> Result<D, Error> {
    let (device, lines) = (values.on(), axis.lines(values)?);
    lines.check_elements("Fourier transform")?;
    let loaded = values.load()?;
    if loaded.is_empty() {
        return values.store(values.shaped(), device.buffer(0)?);
    }
    let scale = if inverse { 1.0 / lines.length as f32 } else { 1.0 };
    let ends = Ends { exchanged: inverse, exchanged_last: inverse, scale };
    let transformed = match lines.length {
        length if is_smooth(length) && length <= LONGEST => {
            Passes::new(device, length, method)?.run(&loaded, lines.inner, ends)?
        }
        length => {
            let padded = fourier::convolution(length, |padded| padded <= LONGEST);
            let others = "they have no other factors than 2, 3 and 5";
            let padded = padded.ok_or(PrimitiveError::FftLength { length, largest: LONGEST / 2, others })?;
            Chirp::new(device, length, padded, method)?.run(&loaded, lines.inner, ends)?
        }
    };
    values.store(values.shaped(), transformed)
}

/// Numbers on the device.
type Complex = Buffer<[f32; 2]>;
