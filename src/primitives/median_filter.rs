//! Median filter: replaces each element of a picture by the median of its neighbours.

use crate::error::{Error, PrimitiveError};
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::lines::picture;
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel};
use crate::texel::Texel;
use crate::weights::Border;

use super::convolve_passes::{offset, with_border};
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};

/// Methods of a median filter with squares of `S` × `S` elements. Both take one pass and select elements.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum MedianFilter {
    /// Forgetful selection by minima and maxima, without a branch: for odd squares up to 7 × 7. After McGuire 2008, *A Fast, Small-Radius GPU
    /// Median Filter*, and Paeth 1990.
    Network,
    /// Bisection of the range between the smallest and the largest neighbour: for squares of any size. It reads all neighbours in each step, as
    /// many as there are bits in which they differ, or distinct ones, if these are fewer.
    Bisection,
}

impl MedianFilter {
    /// Both methods.
    pub const ALL: [MedianFilter; 2] = [MedianFilter::Network, MedianFilter::Bisection];

    /// Returns the method that [`median_filter`] uses for squares of this size: [`MedianFilter::Network`] if it has them.
    pub fn fastest(_: &Device, side: usize) -> MedianFilter {
        if side % 2 == 1 && side <= MAX_NETWORK { MedianFilter::Network } else { MedianFilter::Bisection }
    }
}

pass_methods!(MedianFilter);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "MedianFilter::Network",
        name: "network",
        default: true,
        passes: "1",
        of_2_20: "1",
        citation: Citation::new("McGuire 2008", "after McGuire 2008"),
        kernels: &[MethodKernel::new("median_network")],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "MedianFilter::Bisection",
        name: "bisection",
        default: true,
        passes: "1",
        of_2_20: "1",
        needs: Needs { loops: Loops::Dynamic, ..MINIMAL },
        kernels: &[MethodKernel::new("median_bisection")],
        ..MethodInfo::PACKED
    },
];

/// The largest side of the squares that networks take.
const MAX_NETWORK: usize = 7;
/// The largest side of all squares.
const MAX_SIDE: usize = 255;

/// Replaces each element of a picture by the median of a square of neighbours around it, by the method that [`MedianFilter::fastest`] returns:
/// of an even number of neighbours the greater of the two in the middle, as `scipy.ndimage.median_filter`. A square of an even side reaches one
/// further up and to the left. Components of vectors are taken by themselves. The result has the shape and layout of the input. NaN among
/// the neighbours makes the result undefined; of zeros of both signs any may be taken.
///
/// ```
/// use brooklet::{Device, primitives::{self, Border}};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([3, 3], &[1.0, 1.0, 1.0, 1.0, 9.0, 2.0, 1.0, 2.0, 2.0])?;
/// assert_eq!(primitives::median_filter(&x, 3, Border::Clamp)?.read()?, [1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0, 2.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Picture`], for a stream that does not have two axes; [`PrimitiveError::Side`], for a side that is not from 1 to 255, or that
/// the method does not have; [`PrimitiveError::Lacks`], if the device lacks a feature that the method needs.
pub fn median_filter<T: Texel>(picture: &Stream<T>, side: usize, border: Border) -> Result<Stream<T>, Error> {
    let device = picture.device();
    let fastest = MedianFilter::fastest(device, side);
    let others = MedianFilter::ALL
        .into_iter()
        .filter(|method| *method == fastest || (*method == MedianFilter::Bisection && !is_small(device)));
    run_first_fitting(device, fastest, others, |method, on| median_filter_by(&on.lend(picture), side, border, method))
}

/// Replaces each element of a picture by the median of its neighbours by the given method.
///
/// # Errors
/// As [`median_filter`].
pub fn median_filter_by<T: Texel>(
    values: &Stream<T>,
    side: usize,
    border: Border,
    method: MedianFilter,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let fastest = MedianFilter::fastest(device, side);
    check(method.name(), method.needs(), device, fastest.name())?;
    let [rows, columns] = picture("a median filter", values.shape())?;
    let max = if method == MedianFilter::Network { MAX_NETWORK } else { MAX_SIDE };
    if side == 0 || side > max || (method == MedianFilter::Network && side.is_multiple_of(2)) {
        return Err(PrimitiveError::Side { method: method.name(), side, max }.into());
    }
    let mut median = device.stream_with::<T>(values.shape(), values.layout())?;
    if values.is_empty() {
        return Ok(median);
    }
    if side == 1 {
        return values.to_layout(values.layout());
    }
    let count = side * side;
    let source = match method {
        MedianFilter::Network => {
            let kept = count.div_ceil(2) + 1;
            glsl!("primitives/median_network.frag").parameter("side", side).parameter("kept", kept)
        }
        MedianFilter::Bisection => glsl!("primitives/median_bisection.frag"),
    };
    let source = with_border(source.element::<T>(), border, side, rows.min(columns));
    let kernel = device.kernel(&source)?;
    let pass = device.pass(&kernel).input("picture", values).constant("columns", columns).constant("rows", rows);
    let pass =
        pass.constant("offset_x", offset(border, side, columns)).constant("offset_y", offset(border, side, rows));
    let pass = match method {
        MedianFilter::Network => pass,
        MedianFilter::Bisection => {
            let pass = pass.constant("side", side).constant("centre", side / 2);
            pass.constant("steps", count).constant("rank", (count / 2) as f32)
        }
    };
    pass.output("median", &mut median).run()?;
    Ok(median)
}
