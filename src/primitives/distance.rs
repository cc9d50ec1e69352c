//! Distance transform: how far each element of a picture is from the nearest one that is not 0, and which one that is.

use crate::error::Error;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::lines::picture_size;
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::value::Value;

use super::distance_passes::{Plane, exact, flood};
use super::needs::{MINIMAL, check, pass_methods, run_first_fitting};

/// Methods of a distance transform of `H` rows and `W` columns. Both work on the indices of the nearest elements, of one number each, and
/// take one more pass for distances.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Distance {
    /// Jump flooding, 1+JFA: ⌈log2 max(W, H)⌉ + 2 passes (12 for 1024 × 1024), each of which reads 9 elements for each element, and one more
    /// stream for ping-pong. Few elements get a seed that is not the nearest. Of 1024 × 1024 elements of noise, two got a distance that
    /// was too large, by at most 0.31, where a thousandth or a hundredth was not 0; and none where a tenth or a half was. Rong and Tan 2006,
    /// *Jump Flooding in GPU with Applications to Voronoi Diagram and Distance Transform*.
    JumpFlooding,
    /// Exact, and about as fast: finds the nearest element along the longer axis, ⌈log4 L⌉ passes, and then along the other one those whose
    /// parabolas are the lowest, ⌈log4 S⌉ passes (11 in all for 1024 × 1024, and one that packs the result of packed streams). It is exact
    /// as long as squared distances are below 2^24, so that floats hold them, and else off by rounding. After Saito and Toriwaki 1994 and
    /// Felzenszwalb and Huttenlocher 2012, by bisection instead of along the line.
    LowerEnvelope,
}

impl Distance {
    /// Both methods.
    pub const ALL: [Distance; 2] = [Distance::JumpFlooding, Distance::LowerEnvelope];

    /// Returns the method that [`distance`] and [`nearest`] use: [`Distance::LowerEnvelope`], or [`Distance::JumpFlooding`] if the device has
    /// no loops that end depending on data.
    pub fn fastest(device: &Device) -> Distance {
        if Distance::LowerEnvelope.runs_on(device) { Distance::LowerEnvelope } else { Distance::JumpFlooding }
    }
}

pass_methods!(Distance);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Distance::JumpFlooding",
        name: "jump-flooding",
        default: true,
        passes: "⌈log2 max(*W*, *H*)⌉ + 3, of *H* rows of *W*",
        of_2_20: "13",
        citation: Citation::new("Rong and Tan 2006", "Rong and Tan 2006"),
        needs: Needs { loops: Loops::Counted(3), ..MINIMAL },
        kernels: &[
            MethodKernel::new("distance_seeds"),
            MethodKernel::new("distance_flood"),
            MethodKernel::drawn_for("distance_root", DrawnFor::Others),
            MethodKernel::drawn_for("distance_flood_packed", DrawnFor::Packed),
        ],
        ..MethodInfo::PACKED
    },
    MethodInfo {
        variant: "Distance::LowerEnvelope",
        name: "lower-envelope",
        default: true,
        passes: "⌈log4 *W*⌉ + ⌈log4 *H*⌉ + 2, and 1 of packed streams",
        of_2_20: "13 packed, 12 plain",
        citation: Citation::new("today's, on fragments", "after Saito and Toriwaki 1994"),
        needs: Needs { loops: Loops::Dynamic, inputs: 2, ..MINIMAL },
        kernels: &[
            MethodKernel::new("distance_seeds"),
            MethodKernel::new("distance_line"),
            MethodKernel::new("distance_search"),
            MethodKernel::drawn_for("distance_root", DrawnFor::Others),
            MethodKernel::drawn_for("distance_line_packed", DrawnFor::Packed),
        ],
        ..MethodInfo::PACKED
    },
];

/// Computes the Euclidean distance of each element of a picture from the nearest element that is not 0, by the method that
/// [`Distance::fastest`] returns. Elements that are not 0 have the distance 0; where all are 0, distances are infinite. Distances are those
/// between the centres of elements, whose sides are 1. The result has the shape and layout of the input.
///
/// This is the opposite of `scipy.ndimage.distance_transform_edt`, which measures from elements that are 0. The distance is the root of a
/// whole number, and as exact as the device's root (off by at most 2.5 units in the last place in OpenGL).
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let mask = device.upload_shaped([2, 4], &[0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0])?;
/// let distances = primitives::distance(&mask)?.read()?;
/// assert_eq!(distances.iter().map(|d| (d * d).round()).collect::<Vec<_>>(), [1.0, 2.0, 5.0, 10.0, 0.0, 1.0, 4.0, 9.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Picture`](super::PrimitiveError::Picture), for a stream that does not have two axes;
/// [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more elements than the device's floats number exactly, which is
/// 2^24 in OpenGL.
pub fn distance(mask: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let device = mask.device();
    run_first_fitting(device, Distance::fastest(device), Distance::ALL, |method, on| {
        distance_by(&on.lend(mask), method)
    })
}

/// Computes the distance from the nearest element that is not 0 by the given method.
///
/// # Errors
/// As [`distance`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn distance_by(mask: &Stream<f32>, method: Distance) -> Result<Stream<f32>, Error> {
    distance_to(&nearest_by(mask, method)?)
}

/// Finds for each element of a picture the nearest element that is not 0, by the method that [`Distance::fastest`] returns: its index in C
/// order, of equally near ones the first, and -1 where all elements are 0. Indices are whole numbers in floats. The result has the shape
/// and layout of the input. [`take`](super::take) fetches what lies at the nearest elements.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let mask = device.upload_shaped([2, 3], &[0.0, 0.0, 2.0, 5.0, 0.0, 0.0])?;
/// assert_eq!(primitives::nearest(&mask)?.read()?, [3.0, 2.0, 2.0, 3.0, 3.0, 2.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// As [`distance`].
pub fn nearest(mask: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let device = mask.device();
    run_first_fitting(device, Distance::fastest(device), Distance::ALL, |method, on| nearest_by(&on.lend(mask), method))
}

/// Finds the nearest element that is not 0 by the given method.
///
/// # Errors
/// As [`nearest`]; [`PrimitiveError::Lacks`](super::PrimitiveError::Lacks), if the device lacks a feature that the method needs.
pub fn nearest_by(mask: &Stream<f32>, method: Distance) -> Result<Stream<f32>, Error> {
    let device = mask.device();
    check(method, device, Distance::fastest(device))?;
    let plane = Plane::of("a distance transform", mask)?;
    let kernel = device.kernel(&glsl!("primitives/distance_seeds.frag"))?;
    let mut seeds = device.stream_with::<f32>(mask.shape(), mask.layout())?;
    device.pass(&kernel).input("mask", mask).output("nearest", &mut seeds).run()?;
    if mask.is_empty() {
        return Ok(seeds);
    }
    match method {
        Distance::JumpFlooding => flood(seeds, plane),
        Distance::LowerEnvelope => exact(seeds, plane),
    }
}

/// Computes the distance of each element of a picture from another element, whose index in C order is in the stream: from the result of
/// [`nearest`]. Where the index is negative, the distance is infinite. It takes one pass.
///
/// # Errors
/// [`PrimitiveError::Picture`](super::PrimitiveError::Picture), for a stream that does not have two axes.
pub fn distance_to(nearest: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let device = nearest.device();
    let [_, columns] = picture_size("a distance transform", nearest.shape())?;
    let kernel = device.kernel(&glsl!("primitives/distance_root.frag"))?;
    let mut distances = device.stream_with::<f32>(nearest.shape(), nearest.layout())?;
    let pass = device.pass(&kernel).input("nearest", nearest).constant("columns", columns);
    let pass = pass.constant("per_column", 1.0 / columns.max(1) as f32).constant("none", Value::Float(f32::INFINITY));
    pass.output("distances", &mut distances).run()?;
    Ok(distances)
}
