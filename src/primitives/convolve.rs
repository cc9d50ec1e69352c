//! Convolution of pictures.

use crate::error::Error;
use crate::ir::{Loops, Needs};
use crate::lines::picture_size;
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::texel::Texel;
use crate::weights::{Border, Weights, gaussian_line};

use super::convolve_passes::{direct, line};
use super::convolve_spectra::spectra;
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};

/// Methods of convolving a picture with a matrix of `R` rows and `C` columns of weights. Sums of n terms are within (n + 1) · 2^-24 · Σ |w| |x|
/// of the exact ones, if floats have 32 bits and are rounded to nearest; those of two passes within (R + C + 8) · 2^-24 · Σ |w| |x|.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Convolve {
    /// One pass, in which each element reads R · C others. After Hopf and Ertl 1999, *Accelerating 3D Convolution using Graphics Hardware*, who
    /// did it with the fixed pipeline.
    Direct,
    /// Two passes, if the weights are products of those of a column and of a row ([`Weights::separated`]): each element reads C others of its
    /// row, and then R of its column. Four elements of a packed stream read as many texels. It takes memory for one more picture. If the
    /// weights are not such products, it is [`Convolve::Direct`]. After Hopf and Ertl 1999.
    Separable,
    /// The spectra of the picture and of the weights are multiplied: three passes, and those of three transforms ([`rfft`](super::rfft)), however
    /// many weights there are; two passes and those of two transforms for each further component. It takes memory for four pictures that are
    /// extended by what stands past their edges. Each element has a part of all rounding errors: over the n elements of the extended picture
    /// they are at most 3e-7 · (1 + log2 n) · Σ |w| · max |x|, root mean square. An infinity or NaN anywhere makes all elements NaN. After Moreland and Angel 2003, *The FFT on a GPU*.
    Spectra,
}

impl Convolve {
    /// All methods.
    pub const ALL: [Convolve; 3] = [Convolve::Direct, Convolve::Separable, Convolve::Spectra];

    /// Returns the method that [`convolve`] uses for weights that are products, and for few others: [`Convolve::Separable`].
    pub fn fastest(_: &Device) -> Convolve {
        Convolve::Separable
    }

    /// Returns the method that [`convolve`] uses for these weights.
    fn of<T: Texel>(picture: &Stream<T>, weights: &Weights) -> Convolve {
        let count = weights.values().len();
        let many = count >= MANY * T::COMPONENTS.count() && picture.len().saturating_mul(count) >= LONG;
        if many && weights.separated().is_none() { Convolve::Spectra } else { Convolve::fastest(picture.device()) }
    }
}

/// The number of weights, for each component of an element, from which [`Convolve::Spectra`] is faster than [`Convolve::Direct`]. Measured, both are
/// as fast at 40 where the driver draws on the CPU, and at 80 to 130 on a GPU.
const MANY: usize = 100;

/// The number of products from which it is faster: for fewer, it draws too many passes.
const LONG: usize = 1 << 25;

pass_methods!(Convolve);

const METHODS: [MethodInfo; 3] = [
    MethodInfo {
        variant: "Convolve::Direct",
        name: "direct",
        passes: "1",
        of_2_20: "1",
        citation: Citation::new("Hopf and Ertl 1999", "after Hopf and Ertl 1999"),
        needs: Needs { loops: Loops::Counted(64), inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("convolve")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "Convolve::Separable",
        name: "separable",
        default: true,
        passes: "2",
        of_2_20: "2",
        citation: Citation::new("Hopf and Ertl 1999", "after Hopf and Ertl 1999"),
        needs: Needs { loops: Loops::Counted(64), inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("convolve_line"),
            MethodKernel::drawn_for("convolve_rows_packed", DrawnFor::Packed),
            MethodKernel::drawn_for("convolve_columns_packed", DrawnFor::Packed),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Convolve::Spectra",
        name: "spectra",
        passes: "4, and those of three transforms",
        of_2_20: "depends on the weights",
        citation: Citation::new("Moreland and Angel 2003", "after Moreland and Angel 2003"),
        needs: Needs { inputs: 4, ..MINIMAL },
        kernels: &[
            MethodKernel::new("convolve_extend"),
            MethodKernel::new("convolve_product"),
            MethodKernel::new("convolve_crop"),
        ],
        ..MethodInfo::PLAIN
    },
];

/// Convolves a picture with weights: element (y, x) of the result is the sum over j and i of
/// weight (j, i) times element (y + ⌊R / 2⌋ - j, x + ⌊C / 2⌋ - i). So weights are mirrored, as in `scipy.ndimage.convolve`; components of
/// vectors are convolved by themselves. The result has the shape and layout of the input.
///
/// The method is [`Convolve::Separable`], or [`Convolve::Spectra`] for at least 100 weights for each component that are not products of those of a
/// column and of a row, if there are at least 2^25 products. Then an infinity or NaN anywhere makes all elements NaN.
///
/// ```
/// use brooklet::{Device, primitives::{self, Border, Weights}};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([1, 4], &[1.0, 2.0, 3.0, 4.0])?;
/// let weights = Weights::new([1, 3], &[1.0, 0.0, -1.0])?;
/// assert_eq!(primitives::convolve(&x, &weights, Border::Clamp)?.read()?, [1.0, 2.0, 2.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Picture`](super::PrimitiveError::Picture), for a stream that does not have two axes.
pub fn convolve<T: Texel>(picture: &Stream<T>, weights: &Weights, border: Border) -> Result<Stream<T>, Error> {
    let device = picture.device();
    run_first_fitting(device, Convolve::of(picture, weights), Convolve::ALL, |method, on| {
        convolve_by(&on.lend(picture), weights, border, method)
    })
}

/// Convolves a picture with weights by the given method.
///
/// # Errors
/// As [`convolve`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn convolve_by<T: Texel>(
    picture: &Stream<T>,
    weights: &Weights,
    border: Border,
    method: Convolve,
) -> Result<Stream<T>, Error> {
    let device = picture.device();
    check(method, device, Convolve::fastest(device))?;
    picture_size("a convolution", picture.shape())?;
    if picture.is_empty() {
        return device.stream_with(picture.shape(), picture.layout());
    }
    if method == Convolve::Spectra {
        return spectra(picture, weights, border);
    }
    let lines = if method == Convolve::Separable { weights.separated() } else { None };
    match lines {
        Some([down, across]) => lines_of(picture, &across, &down, border),
        None => direct(picture, weights, border),
    }
}

/// Blurs a picture with a Gaussian of this standard deviation, in elements: a separable convolution with weights up to four standard deviations
/// from the centre, as `scipy.ndimage.gaussian_filter`. It takes two passes; with 0 it is a copy.
///
/// ```
/// use brooklet::{Device, primitives::{self, Border}};
/// let device = Device::headless()?;
/// let dot = device.upload_shaped([1, 5], &[0.0, 0.0, 1.0, 0.0, 0.0])?;
/// let blurred = primitives::blur(&dot, 0.5, Border::Zero)?.read()?;
/// assert!((blurred[2] - 0.6193).abs() < 1e-3 && (blurred[1] - 0.0838).abs() < 1e-3);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`convolve`]; [`PrimitiveError::Sigma`](super::PrimitiveError::Sigma), for a standard deviation that is not from 0 to 4096.
pub fn blur<T: Texel>(picture: &Stream<T>, sigma: f32, border: Border) -> Result<Stream<T>, Error> {
    picture_size("a blur", picture.shape())?;
    let weights: Vec<f32> = gaussian_line(sigma)?.into_iter().map(|weight| weight as f32).collect();
    if picture.is_empty() || weights.len() == 1 {
        return picture.to_layout(picture.layout());
    }
    lines_of(picture, &weights, &weights, border)
}

/// Convolves rows and then columns.
fn lines_of<T: Texel>(picture: &Stream<T>, across: &[f32], down: &[f32], border: Border) -> Result<Stream<T>, Error> {
    line(&line(picture, across, border, false)?, down, border, true)
}
