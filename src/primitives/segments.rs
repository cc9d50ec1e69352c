//! Segmented scans: scans that start anew at given elements.

use crate::error::Error;
use crate::glsl;
use crate::ir::{Loops, Needs};
use crate::machine::{Device, Stream};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::operator::Operator;
use crate::shape::{Named, ShapeError};
use crate::texel::Stored;

use super::argsort::check_positions;
use super::needs::{MINIMAL, check, is_small, pass_methods, run_first_fitting};
use super::scan::scan;
use super::segment_pyramid;

/// Methods of a segmented scan. They keep the order of the elements, so the operator need not be commutative, nor have an identity.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SegmentedScan {
    /// First finds, by a scan, where the segment of each element starts, which takes the passes of a scan and one more. Then it takes
    /// ⌈log2 n⌉ passes over all n elements, as [`Scan::HillisSteele`](super::Scan::HillisSteele). It takes up to 2^24 elements. Sums are
    /// off by at most ⌈log2 n⌉ · 2^-24 · Σ|x| of the elements up to there in the segment, to first order.
    HillisSteele,
    /// The fastest: goes up and down a pyramid of sums. Each sum has a flag that says whether a segment starts among its elements, and
    /// begins at the last such start. So pairs of a sum and a flag combine associatively, and the scan is one of pairs. The lowest level
    /// has a sum for each texel of a packed stream, and each other level one for eight sums. A pass scans a level of up to 64 sums. With l
    /// levels it takes 2l + 1 passes (11 for 2^20); plain floats take three more, which pack and unpack. Levels and their scans take
    /// six sevenths of the memory of the values. With p passes, sums are off by at most (3p + 14) · 2^-24 · Σ|x| of the elements up to
    /// there in the segment, to first order.
    ///
    /// Vectors, which cannot be packed, are summed up by eights: ⌈log8 n⌉ passes, ⌈log8 n⌉ - 1 for sums and as many for their flags (19
    /// for 2^20). Then sums are off by at most 8p · 2^-24 · Σ|x|. After Sengupta, Harris, Zhang and Owens, *Scan Primitives for GPU
    /// Computing*, 2007.
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
        passes: "up and down by 4, and by eights",
        of_2_20: "11 packed, 14 plain",
        citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
        needs: Needs { loops: Loops::Counted(8), inputs: 3, ..MINIMAL },
        kernels: &[
            MethodKernel::new("segment_up_packed"),
            MethodKernel::new("segment_level_up_packed"),
            MethodKernel::new("segment_level_down_packed"),
            MethodKernel::new("segment_down_packed"),
            MethodKernel::drawn_for("segment_flags", DrawnFor::Others),
            MethodKernel::drawn_for("segment_up", DrawnFor::Others),
            MethodKernel::drawn_for("segment_down", DrawnFor::Others),
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
/// than 2^24 elements by [`SegmentedScan::HillisSteele`].
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
    check(method, device, SegmentedScan::fastest(device))?;
    if method == SegmentedScan::HillisSteele {
        check_positions("a segmented scan", values.len())?;
    }
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
    match method {
        SegmentedScan::HillisSteele => hillis_steele(values, &starts(heads)?, op),
        SegmentedScan::Pyramid => segment_pyramid::scan(values, heads, op),
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
