//! Segmented scans: scans that start anew at given elements.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel};
use crate::operator::Operator;
use crate::shape::{Named, ShapeError};
use crate::texel::Stored;

use super::argsort::check_positions;
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};
use super::scan::scan;

/// Methods of a segmented scan. Both first find, by a scan, where the segment of each element starts, which takes the passes of a scan and
/// one more. They keep the order of the elements, so the operator need not be commutative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SegmentedScan {
    /// Takes ⌈log2 n⌉ passes over all n elements, as [`Scan::HillisSteele`](super::Scan::HillisSteele). Sums are off by at most
    /// ⌈log2 n⌉ · 2^-24 · Σ|x| of the elements up to there in the segment, to first order.
    HillisSteele,
    /// The fastest: goes up and down a pyramid of blocks of 8 elements, in 2⌈log8 n⌉ - 1 passes (13 for 2^20). The levels take a
    /// seventh of the memory of the input. With p passes, sums are off by at most 8p · 2^-24 · Σ|x| of the elements up to there in the segment, to first order. After Sengupta,
    /// Harris, Zhang and Owens, *Scan Primitives for GPU Computing*, 2007.
    Pyramid,
}

impl SegmentedScan {
    /// Both methods.
    pub const ALL: [SegmentedScan; 2] = [SegmentedScan::HillisSteele, SegmentedScan::Pyramid];

    /// Returns the method that [`segmented_scan`] uses: [`SegmentedScan::Pyramid`], or [`SegmentedScan::HillisSteele`] if a kernel has at
    /// most 512 instructions.
    pub fn fastest(device: &Device) -> SegmentedScan {
        if is_small(device) { SegmentedScan::HillisSteele } else { SegmentedScan::Pyramid }
    }
}

pass_methods!(SegmentedScan);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "SegmentedScan::HillisSteele",
        name: "hillis-steele",
        passes: "those of a scan, 1, and ⌈log2 *n*⌉",
        of_2_20: "28 packed, 30 plain",
        citation: Citation::new("Sengupta et al. 2007", "after Horn; Sengupta et al. 2007"),
        needs: Needs { inputs: 2, ..MINIMAL },
        kernels: &[MethodKernel::new("segment_marks"), MethodKernel::new("segment_step")],
        ..MethodInfo::PLAIN
    },
    MethodInfo {
        variant: "SegmentedScan::Pyramid",
        name: "pyramid",
        default: true,
        passes: "those of a scan, 1, and 2⌈log8 *n*⌉ - 1",
        of_2_20: "21 packed, 23 plain",
        citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
        needs: Needs { loops: Loops::Counted(8), inputs: 3, ..MINIMAL },
        kernels: &[
            MethodKernel::new("segment_marks"),
            MethodKernel::new("segment_up"),
            MethodKernel::new("segment_down"),
        ],
        ..MethodInfo::PACKED
    },
];

/// Scans each segment by itself, in C order: element i of the result combines the elements from the start of its segment up to i. A segment
/// starts at the first element and at each element whose flag in `heads` is not 0. The result has the shape and layout of the values. The
/// method is the one that [`SegmentedScan::fastest`] returns.
///
/// ```
/// use brooklet::{Device, Operator, primitives};
/// let device = Device::headless()?;
/// let x = device.upload(&[1.0, 2.0, 3.0, 4.0, 5.0])?;
/// let heads = device.upload(&[0.0, 0.0, 1.0, 0.0, 1.0])?;
/// let sums = primitives::segmented_scan(&x, &heads, &Operator::sum())?;
/// assert_eq!(sums.read()?, [1.0, 3.0, 3.0, 7.0, 5.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`ShapeError::Mismatch`], for flags of another shape; [`PrimitiveError::FloatAddress`](super::PrimitiveError::FloatAddress), for more
/// than 2^24 elements.
pub fn segmented_scan<T: Stored>(
    values: &Stream<T>,
    heads: &Stream<f32>,
    op: &Operator<T>,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    run_first_fitting(device, SegmentedScan::fastest(device), SegmentedScan::ALL, |method, on| {
        segmented_scan_by(&on.lend(values), &on.lend(heads), op, method)
    })
}

/// Scans each segment by itself, by the given method.
///
/// # Errors
/// As [`segmented_scan`].
pub fn segmented_scan_by<T: Stored>(
    values: &Stream<T>,
    heads: &Stream<f32>,
    op: &Operator<T>,
    method: SegmentedScan,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    check(method.name(), method.needs(), device, SegmentedScan::fastest(device).name())?;
    check_positions("a segmented scan", values.len())?;
    if values.shape() != heads.shape() {
        return Err(ShapeError::Mismatch {
            what: "values and flags of a segmented scan".to_owned(),
            first: Named::new("values", values.shape()),
            second: Named::new("heads", heads.shape()),
        }
        .into());
    }
    if values.is_empty() {
        return device.stream_with(values.shape(), values.layout());
    }
    let starts = starts(heads)?;
    match method {
        SegmentedScan::HillisSteele => hillis_steele(values, &starts, op),
        SegmentedScan::Pyramid => pyramid(values, &starts, op),
    }
}

/// Finds, for each element, the position of the first element of its segment.
fn starts(heads: &Stream<f32>) -> Result<Stream<f32>, Error> {
    let device = heads.device();
    let kernel = device.kernel(&glsl!("primitives/segment_marks.frag"))?;
    let mut marks = device.stream_with(heads.shape(), heads.layout())?;
    device.pass(&kernel).input("heads", heads).output("marks", &mut marks).run()?;
    scan(&marks, &Operator::max())
}

fn hillis_steele<T: Stored>(values: &Stream<T>, starts: &Stream<f32>, op: &Operator<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    let kernel = device.kernel(&op.bind(glsl!("primitives/segment_step.frag"))?)?;
    let mut current: Option<Stream<T>> = None;
    let mut stride = 1;
    while stride < values.len() {
        let mut next = device.stream_with::<T>(values.shape(), values.layout())?;
        let pass = device.pass(&kernel).input("values", current.as_ref().unwrap_or(values)).input("starts", starts);
        pass.constant("stride", stride).output("scanned", &mut next).run()?;
        current = Some(next);
        stride *= 2;
    }
    current.map_or_else(|| values.to_layout(values.layout()), Ok)
}

/// The number of elements of a level whose sum is one element of the level above.
const BLOCK: usize = 8;

fn pyramid<T: Stored>(values: &Stream<T>, starts: &Stream<f32>, op: &Operator<T>) -> Result<Stream<T>, Error> {
    let device = values.device();
    let up = device.kernel(&op.bind(glsl!("primitives/segment_up.frag"))?)?;
    let down = device.kernel(&op.bind(glsl!("primitives/segment_down.frag"))?)?;
    let mut levels: Vec<Stream<T>> = Vec::new();
    let mut span = 1;
    while levels.last().unwrap_or(values).len() > BLOCK {
        let below = levels.last().unwrap_or(values);
        let mut sums = device.stream_with::<T>(below.len().div_ceil(BLOCK), Layout::Plain)?;
        let pass = device.pass(&up).input("values", below).input("starts", starts);
        pass.constant("span", span).constant("last", values.len() - 1).output("sums", &mut sums).run()?;
        levels.push(sums);
        span *= BLOCK;
    }
    let mut above: Option<Stream<T>> = None;
    loop {
        let level = levels.pop();
        let source = level.as_ref().unwrap_or(values);
        let layout = if level.is_none() { values.layout() } else { Layout::Plain };
        let mut scanned = device.stream_with::<T>(source.shape(), layout)?;
        // The highest level is one block, with no level above it.
        let pass = device.pass(&down).input("values", source).input("sums", above.as_ref().unwrap_or(source));
        let pass = pass.input("starts", starts).constant("span", span).constant("last", values.len() - 1);
        pass.output("scanned", &mut scanned).run()?;
        if level.is_none() {
            return Ok(scanned);
        }
        above = Some(scanned);
        span /= BLOCK;
    }
}
