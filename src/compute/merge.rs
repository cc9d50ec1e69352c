//! Merge: makes one sorted list of two.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};

use super::data::{Data, same_device};
use super::order::source;

/// Methods of merging. Both are stable, compare the bits of floats, and take one dispatch. -0 and 0 tie, denormals are exact, and NaN comes
/// last. After Green, McColl and Bader, *GPU Merge Path*, 2012.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Merge {
    /// The fastest on drivers that compute on the CPU: each invocation merges a run of 256 elements, whose start in both lists it finds by a
    /// binary search along the merge path. No shared memory and no barriers.
    Runs,
    /// The fastest on GPUs: a work group merges a tile of 2048 elements in shared memory. It finds its parts of both lists by two searches,
    /// and each invocation its own start among these by another.
    Tiles,
}

impl Merge {
    /// Both methods.
    pub const ALL: [Merge; 2] = [Merge::Runs, Merge::Tiles];

    /// Returns the method that [`merge`] uses: [`Merge::Tiles`] on a GPU, [`Merge::Runs`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> Merge {
        match device.info().class {
            Class::Hardware => Merge::Tiles,
            Class::Software => Merge::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Merge);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Merge::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "1",
        citation: SOURCE,
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Merge::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "1",
        citation: SOURCE,
        ..MethodInfo::COMPUTE
    },
];

const SOURCE: Citation = Citation::new("Green et al. 2012", "after Green, McColl and Bader 2012");

/// The number of elements of a run.
const RUN: usize = 256;
/// The number of elements of a tile that an invocation merges.
const EACH: usize = 8;
const PATH: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/merge_path.glsl"));

/// Merges two sorted lists by the method that [`Merge::fastest`] returns, like [`primitives::merge`](crate::primitives::merge()). The result
/// has one dimension, and is of the kind (and layout) of `a`. If a list is not sorted, the result has elements of the lists in an unspecified
/// order, maybe not all of them.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let (a, b) = (device.upload(&[1.0, 4.0, 4.0])?, device.upload(&[0.0, 4.0, 5.0, 6.0])?);
/// assert_eq!(compute::merge(&a, &b)?.read()?, [0.0, 1.0, 4.0, 4.0, 4.0, 5.0, 6.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); more elements than a buffer holds.
pub fn merge<A: Data<Element = f32>, B: Data<Element = f32>>(a: &A, b: &B) -> Result<A, Error> {
    merge_by(a, b, Merge::fastest(a.on()))
}

/// Merges two sorted lists by the given method.
///
/// # Errors
/// As [`merge`].
pub fn merge_by<A: Data<Element = f32>, B: Data<Element = f32>>(a: &A, b: &B, method: Merge) -> Result<A, Error> {
    same_device(a.on(), b.on(), "the second list of a merge")?;
    a.on().compute_backend()?;
    let all = a.shaped().count() + b.shaped().count();
    let merged = match (a.shaped().count(), b.shaped().count()) {
        (_, 0) => a.load()?.own()?,
        (0, _) => b.load()?.own()?,
        _ => merge_buffers(&*a.load()?, &*b.load()?, method)?,
    };
    a.store(all.into(), merged)
}

fn merge_buffers(a: &Buffer<f32>, b: &Buffer<f32>, method: Merge) -> Result<Buffer<f32>, Error> {
    let device = a.device();
    let all = a.len() + b.len();
    let mut merged = device.buffer::<f32>(all)?;
    let (text, threads) = match method {
        Merge::Runs => (glsl!("compute/merge_runs.comp"), super::runs::threads(device)?),
        Merge::Tiles => {
            let each = format!("const int EACH = {EACH};\n");
            (glsl!("compute/merge_tiles.comp").part("each", each), device.threads(256, 4 * EACH + 8)?)
        }
    };
    let kernel = device.compute_kernel(&source(text.part("compute/merge_path.glsl", PATH), "uint", threads))?;
    let dispatch = device.dispatch(&kernel).input("a", a).input("b", b).output("merged", &mut merged);
    let dispatch = dispatch.constant("in_a", a.len()).constant("in_b", b.len());
    match method {
        Merge::Runs => dispatch.constant("each", RUN).run_over(all.div_ceil(RUN))?,
        Merge::Tiles => dispatch.run(all.div_ceil(threads * EACH))?,
    }
    Ok(merged)
}
