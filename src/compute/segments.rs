//! Segmented scans: scans that start anew at given elements.

use std::rc::Rc;

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, Compiled, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::operator::Operator;
use crate::shape::{Named, ShapeError};
use crate::texel::Texel;

use super::data::{Data, same_device};
use super::operator_kernel;

/// Methods of a segmented scan. Both scan parts of the input: they find what each part comes to from the last start of a segment in it, scan
/// these pairs in the same way, and then scan each part, starting from what the segment that goes on there comes to before it. They keep
/// the order of the elements, so the operator need not commute. The input is read twice. After Sengupta, Harris, Zhang and Owens,
/// *Scan Primitives for GPU Computing*, 2007.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SegmentedScan {
    /// The fastest on drivers that compute on the CPU: a part is a run of 256 elements, along which an invocation walks. No shared memory and
    /// no barriers. 5 dispatches for 2^20. With d dispatches, sums are off by at most 256 d roundings of the elements up to there in
    /// the segment (· 2^-24 · Σ|x|, to first order).
    Runs,
    /// The fastest on GPUs: a part is a tile of 2048 floats (1024 vectors), which a work group scans in shared memory. 3 dispatches for 2^20.
    /// With d dispatches, sums are off by at most 18 d roundings of the elements up to there in the segment.
    Tiles,
}

impl SegmentedScan {
    /// Both methods.
    pub const ALL: [SegmentedScan; 2] = [SegmentedScan::Runs, SegmentedScan::Tiles];

    /// Returns the method that [`segmented_scan`] uses: [`SegmentedScan::Tiles`] on a GPU, [`SegmentedScan::Runs`] if the driver computes on
    /// the CPU.
    pub fn fastest(device: &Device) -> SegmentedScan {
        match device.info().class {
            Class::Hardware => SegmentedScan::Tiles,
            Class::Software => SegmentedScan::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(SegmentedScan);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "SegmentedScan::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "5",
        citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "SegmentedScan::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "3",
        citation: Citation::new("Sengupta et al. 2007", "after Sengupta et al. 2007"),
        ..MethodInfo::COMPUTE
    },
];

/// Scans each segment by itself, by the method that [`SegmentedScan::fastest`] returns, like
/// [`primitives::segmented_scan`](crate::primitives::segmented_scan): a segment starts at the first element and at each element whose flag
/// in `heads` is not 0.
///
/// ```
/// use brooklet::{Device, Operator, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[1.0, 2.0, 3.0, 4.0, 5.0])?;
/// let heads = device.upload(&[0.0, 0.0, 1.0, 0.0, 1.0])?;
/// assert_eq!(compute::segmented_scan(&x, &heads, &Operator::sum())?.read()?, [1.0, 3.0, 3.0, 7.0, 5.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); flags of another shape.
pub fn segmented_scan<V: Data, H: Data<Element = f32>>(
    values: &V,
    heads: &H,
    op: &Operator<V::Element>,
) -> Result<V, Error> {
    segmented_scan_by(values, heads, op, SegmentedScan::fastest(values.on()))
}

/// Scans each segment by itself, by the given method.
///
/// # Errors
/// As [`segmented_scan`].
pub fn segmented_scan_by<V: Data, H: Data<Element = f32>>(
    values: &V,
    heads: &H,
    op: &Operator<V::Element>,
    method: SegmentedScan,
) -> Result<V, Error> {
    same_device(values.on(), heads.on(), "the flags of a segmented scan")?;
    values.on().compute_backend()?;
    if values.shaped() != heads.shaped() {
        return Err(ShapeError::Mismatch {
            what: "values and flags of a segmented scan".to_owned(),
            first: Named::new("values", values.shaped()),
            second: Named::new("heads", heads.shaped()),
        }
        .into());
    }
    let scanned = scan_segments(&*values.load()?, &*heads.load()?, op, method)?;
    values.store(values.shaped(), scanned)
}

/// Scans each segment of a buffer.
pub(super) fn scan_segments<T: Texel + Element>(
    values: &Buffer<T>,
    heads: &Buffer<f32>,
    op: &Operator<T>,
    method: SegmentedScan,
) -> Result<Buffer<T>, Error> {
    Parts::new(values.device(), op, method)?.scan(values, heads)
}

/// The number of elements of a run.
const RUN: usize = 256;

/// The parts that are scanned at once, with the kernels that do it.
struct Parts {
    method: SegmentedScan,
    /// The number of elements of a part.
    size: usize,
    sums: Rc<Compiled>,
    write: Rc<Compiled>,
}

impl Parts {
    fn new<T: Texel + Element>(device: &Device, op: &Operator<T>, method: SegmentedScan) -> Result<Parts, Error> {
        let (size, threads, texts) = match method {
            SegmentedScan::Runs => {
                let texts = [glsl!("compute/segment_runs_sums.comp"), glsl!("compute/segment_runs_write.comp")];
                (RUN, super::runs::threads(device)?, texts)
            }
            SegmentedScan::Tiles => {
                let each = (8 / T::WORDS).max(4);
                // An element and a flag for each place and the gap behind them, and two places for what an invocation comes to.
                let threads = device.threads(256, (each + 3) * (T::WORDS * 4 + 4))?;
                let tile = |source: Source| {
                    let each = format!("const int EACH = {each};\n");
                    source.part("each", each).part("compute/segment_tile.glsl", TILE)
                };
                let texts = [glsl!("compute/segment_tiles_sums.comp"), glsl!("compute/segment_tiles_write.comp")];
                (threads * each, threads, texts.map(tile))
            }
        };
        let [sums, write] = texts;
        let sums = operator_kernel(device, op, sums, threads)?;
        Ok(Parts { method, size, sums, write: operator_kernel(device, op, write, threads)? })
    }

    fn scan<T: Element>(&self, values: &Buffer<T>, heads: &Buffer<f32>) -> Result<Buffer<T>, Error> {
        let (device, count) = (values.device(), values.len());
        let parts = count.div_ceil(self.size);
        let increments = match parts {
            0 | 1 => None,
            _ => {
                let (mut sums, mut begun) = (device.buffer::<T>(parts)?, device.buffer::<f32>(parts)?);
                let dispatch = device.dispatch(&self.sums).input("values", values).input("heads", heads);
                let dispatch = dispatch.output("sums", &mut sums).output("begun", &mut begun);
                let dispatch = dispatch.constant("count", count);
                match self.method {
                    SegmentedScan::Runs => dispatch.constant("each", self.size).run_over(parts)?,
                    SegmentedScan::Tiles => dispatch.run(parts)?,
                }
                Some(self.scan(&sums, &begun)?)
            }
        };
        let mut scanned = device.buffer::<T>(count)?;
        // The first part does not read the increments: if it is the only one, any buffer will do.
        let dispatch = device.dispatch(&self.write).input("values", values).input("heads", heads);
        let dispatch = dispatch.input("increments", increments.as_ref().unwrap_or(values)).constant("count", count);
        let dispatch = dispatch.output("scanned", &mut scanned);
        match self.method {
            SegmentedScan::Runs => dispatch.constant("each", self.size).run_over(parts)?,
            SegmentedScan::Tiles => dispatch.run(parts)?,
        }
        Ok(scanned)
    }
}

const TILE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/segment_tile.glsl"));
