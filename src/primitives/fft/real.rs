//! Transforms of real numbers, whose spectra are symmetric: half of one is enough.

use crate::error::{Error, PrimitiveError};
use crate::lines::Lines;
use crate::machine::{Device, Stream};
use crate::shape::Shape;

use super::any::Transform;
use super::grid::{Change, Form, Place, arrange, arrange_reals, restore, restore_reals};
use super::roots::Roots;
use super::{Fft, FftPlan, check_axes, run_first_fitting};

/// Returns the spectra of lines of real numbers, as `numpy.fft.rfftn`: along the last of the axes, a line of n numbers has a spectrum of
/// n / 2 + 1 elements, since the others mirror these; along the other axes, spectra are whole. A stream may be packed.
///
/// An even number of elements takes the time of a complex transform of half as many, and two passes that fold and unfold lines.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let spectrum = primitives::rfft(&device.upload(&[1.0f32, 2.0, 3.0, 4.0])?, &[-1])?;
/// assert_eq!(spectrum.shape().extents(), [3]);
/// let numbers = primitives::irfft(&spectrum, 4, &[-1])?.read()?;
/// assert!(numbers.iter().zip([1.0, 2.0, 3.0, 4.0]).all(|(found, wanted)| (found - wanted).abs() < 1e-6));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`fft`](super::fft).
pub fn rfft(values: &Stream<f32>, axes: &[i32]) -> Result<Stream<[f32; 2]>, Error> {
    let device = values.device();
    run_first_fitting(device, Fft::fastest(device), Fft::ALL, |method, on| rfft_by(&on.lend(values), axes, method))
}

/// Returns the spectra of lines of real numbers by the given method.
///
/// # Errors
/// As [`fft`](super::fft).
pub fn rfft_by(values: &Stream<f32>, axes: &[i32], method: Fft) -> Result<Stream<[f32; 2]>, Error> {
    let device = values.device();
    let (last, others) = split(values.shape(), axes)?;
    let lines = Lines::new(values.shape(), last)?;
    lines.check_elements("Fourier transform")?;
    let half = lines.of_length(lines.length / 2 + 1);
    if values.is_empty() {
        return device.stream(half.shape());
    }
    let Halved { transform, roots, length } = Halved::new(device, lines.length, method)?;
    let form = if roots.is_some() { Form::Pairs } else { Form::Reals };
    let grid = transform.grid(device, lines.count());
    let change = Change { chirp: transform.chirp(), ..Change::default() };
    let arranged = arrange_reals(values, &lines, form, Place { grid, length }, change)?;
    let (result, grid) = transform.of_grid(arranged, grid)?;
    let change = Change { roots: roots.as_ref(), scale: transform.scale(), ..change };
    let spectrum = restore(&result, Place { grid, length }, &half, change)?;
    match others {
        [] => Ok(spectrum),
        others => FftPlan::by(device, spectrum.shape(), others, method)?.forward(&spectrum),
    }
}

/// Returns the real numbers of half spectra: the inverse of [`rfft`], as `numpy.fft.irfftn`. `length` is the number of elements along the last
/// of the axes, which a half spectrum does not tell: of 3 elements it is of 4 or 5. The imaginary parts of the first element, and of the last
/// if the number is even, count as 0.
///
/// # Errors
/// As [`fft`](super::fft); [`PrimitiveError::HalfSpectrum`], if the spectrum does not have `length` / 2 + 1 elements along the axis.
pub fn irfft(spectrum: &Stream<[f32; 2]>, length: usize, axes: &[i32]) -> Result<Stream<f32>, Error> {
    let device = spectrum.device();
    let run = |method, on: &Device| irfft_by(&on.lend(spectrum), length, axes, method);
    run_first_fitting(device, Fft::fastest(device), Fft::ALL, run)
}

/// Returns the real numbers of half spectra by the given method.
///
/// # Errors
/// As [`irfft`].
pub fn irfft_by(spectrum: &Stream<[f32; 2]>, length: usize, axes: &[i32], method: Fft) -> Result<Stream<f32>, Error> {
    let device = spectrum.device();
    let (last, others) = split(spectrum.shape(), axes)?;
    let half = Lines::new(spectrum.shape(), last)?;
    if length == 0 || half.length != length / 2 + 1 {
        return Err(PrimitiveError::HalfSpectrum { length, found: half.length }.into());
    }
    let lines = half.of_length(length);
    if spectrum.is_empty() {
        return device.stream(lines.shape());
    }
    let whole = match others {
        [] => None,
        others => Some(FftPlan::by(device, spectrum.shape(), others, method)?.inverse(spectrum)?),
    };
    let spectrum = whole.as_ref().unwrap_or(spectrum);
    let halved = Halved::new(device, length, method)?;
    let Halved { transform, roots, length } = &halved;
    let form = if roots.is_some() { Form::HalfOfPairs } else { Form::Half };
    let grid = transform.grid(device, lines.count());
    let change = Change { exchanged: true, chirp: transform.chirp(), roots: roots.as_ref(), scale: 1.0 };
    let arranged = arrange(spectrum, &half, form, Place { grid, length: *length }, change)?;
    let (result, grid) = transform.of_grid(arranged, grid)?;
    let change = Change { roots: None, scale: transform.scale() / *length as f32, ..change };
    restore_reals(&result, grid, roots.is_some(), &lines, change)
}

/// Returns the last of the axes, along which numbers are real, and the others.
fn split(shape: Shape, axes: &[i32]) -> Result<(i32, &[i32]), Error> {
    check_axes(shape, axes)?;
    match axes {
        [others @ .., last] => Ok((*last, others)),
        [] => Err(PrimitiveError::Axes { axes: Vec::new(), shape }.into()),
    }
}

/// The complex transform by which lines of real numbers are transformed: of half their length, if it is even.
struct Halved {
    transform: Transform,
    /// The roots that join the spectra of even and odd elements. None: lines are taken as they are.
    roots: Option<Roots>,
    length: usize,
}

impl Halved {
    fn new(device: &Device, length: usize, method: Fft) -> Result<Halved, Error> {
        let even = length.is_multiple_of(2);
        let roots = even.then(|| Roots::new(device, length)).transpose()?;
        let length = if even { length / 2 } else { length };
        Ok(Halved { transform: Transform::new(device, length, method, None)?, roots, length })
    }
}
