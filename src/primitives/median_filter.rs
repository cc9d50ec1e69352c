//! Median filter: replaces each element of a picture by the median of its neighbours.

use crate::error::{Error, PrimitiveError};
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::kernel::Source;
use crate::lines::picture_size;
use crate::machine::{Device, Pass, Stream, StreamBinding};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::texel::Texel;
use crate::weights::Border;

use super::convolve_passes::{offset, with_border};
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};

/// Methods of a median filter with squares of `S` × `S` elements. Both select elements in one pass. A packed stream whose rows are not whole
/// texels, or for which a method has no kernel of four elements, is unpacked before and packed after it.
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
        kernels: &[
            MethodKernel::new("median_network"),
            MethodKernel::drawn_for("median_network_packed", DrawnFor::Packed),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "MedianFilter::Bisection",
        name: "bisection",
        default: true,
        passes: "1, of packed streams 3",
        of_2_20: "3 packed, 1 plain",
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
    let others = (fastest == MedianFilter::Network).then_some(MedianFilter::Bisection);
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
    check(method, device, fastest)?;
    let [rows, columns] = picture_size("a median filter", values.shape())?;
    let max = if method == MedianFilter::Network { MAX_NETWORK } else { MAX_SIDE };
    if side == 0 || side > max || (method == MedianFilter::Network && side.is_multiple_of(2)) {
        return Err(PrimitiveError::Side { method: method.name(), side, max }.into());
    }
    if values.is_empty() || side == 1 {
        return values.to_layout(values.layout());
    }
    if values.layout() == Layout::Plain {
        return filtered(values, side, border, method);
    }
    if method == MedianFilter::Network && columns.is_multiple_of(4) {
        return filtered_texels(values, side, border, [rows, columns]);
    }
    // A fragment that finds four medians one after the other takes longer than four fragments, and two passes that unpack and pack.
    filtered(&values.to_layout(Layout::Plain)?, side, border, method)?.to_layout(Layout::Packed)
}

/// Draws the filter of a plain picture.
fn filtered<T: Texel>(
    values: &Stream<T>,
    side: usize,
    border: Border,
    method: MedianFilter,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let [rows, columns] = picture_size("a median filter", values.shape())?;
    let mut median = device.stream_with::<T>(values.shape(), values.layout())?;
    let source = match method {
        MedianFilter::Network => network(glsl!("primitives/median_network.frag"), side),
        MedianFilter::Bisection => glsl!("primitives/median_bisection.frag"),
    };
    let kernel = device.kernel(&with_border(source.element::<T>(), border, side, rows.min(columns)))?;
    let pass = extents(device.pass(&kernel).input("picture", values), border, side, [rows, columns]);
    let pass = match method {
        MedianFilter::Network => pass,
        MedianFilter::Bisection => {
            let (count, pass) = (side * side, pass.constant("side", side).constant("centre", side / 2));
            pass.constant("steps", count).constant("rank", (count / 2) as f32)
        }
    };
    pass.output("median", &mut median).run()?;
    Ok(median)
}

/// Draws the filter of a packed picture whose rows are whole texels, by a network for four elements at a time.
fn filtered_texels<T: Texel>(
    values: &Stream<T>,
    side: usize,
    border: Border,
    [rows, columns]: [usize; 2],
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let median = device.stream_with::<T>(values.shape(), values.layout())?;
    let source = network(glsl!("primitives/median_network_packed.frag"), side).parameter("texels", 3 * side);
    // The texels beside one hold up to five elements that are further away than it needs.
    let reach = side + 8;
    let kernel = device.kernel(&with_border(source, border, reach, rows.min(columns)))?;
    let bound = |stream| StreamBinding::texels(stream).with_row(columns / 4);
    let pass = extents(device.pass(&kernel).bound("picture", bound(values)), border, reach, [rows, columns]);
    pass.bound_output("median", bound(&median)).run()?;
    Ok(median)
}

/// Makes a network for squares of this side.
fn network(source: Source, side: usize) -> Source {
    source.parameter("side", side).parameter("kept", (side * side).div_ceil(2) + 1)
}

/// Sets the size of the picture, and what is added to places past its edges.
fn extents(pass: Pass<'_>, border: Border, reach: usize, [rows, columns]: [usize; 2]) -> Pass<'_> {
    let pass = pass.constant("columns", columns).constant("rows", rows);
    pass.constant("offset_x", offset(border, reach, columns)).constant("offset_y", offset(border, reach, rows))
}
