//! Convolution of pictures on compute shaders.

use crate::backend::Class;
use crate::error::{ComputeError, Error};
use crate::glsl;
use crate::lines::picture_size;
use crate::machine::{Buffer, ComputeSource, Device, Element};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::shape::{Named, Shape, ShapeError};
use crate::weights::{Border, Weights};

use super::data::Data;
use super::runs::LONGEST_LOOP;

/// Methods of convolving a picture with weights. Both take two dispatches if the weights are products of those of a column and of a row
/// ([`Weights::separated`]), else one. Sums are as exact as those of [`primitives::Convolve`](crate::primitives::Convolve).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Convolve {
    /// The fastest on drivers that compute on the CPU: each invocation computes four elements of a row. No shared memory and no barriers.
    Runs,
    /// The fastest on GPUs: a work group of up to 256 invocations computes a rectangle of as many elements from shared memory. If the rectangle
    /// with all neighbours has more than 1024 elements, a dispatch is that of [`Convolve::Runs`]. After Podlozhnyuk 2007, *Image Convolution with CUDA*.
    Tiles,
}

impl Convolve {
    /// Both methods.
    pub const ALL: [Convolve; 2] = [Convolve::Runs, Convolve::Tiles];

    /// Returns the method that [`convolve`] uses: [`Convolve::Tiles`] on a GPU, [`Convolve::Runs`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> Convolve {
        match device.info().class {
            Class::Hardware => Convolve::Tiles,
            Class::Software => Convolve::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Convolve);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Convolve::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "2",
        citation: Citation::new("Podlozhnyuk 2007", "after Podlozhnyuk 2007"),
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Convolve::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "2",
        citation: Citation::new("Podlozhnyuk 2007", "after Podlozhnyuk 2007"),
        ..MethodInfo::COMPUTE
    },
];

/// What stands past the edges of a picture.
const BORDER: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/glsl/compute/border.glsl"));

/// The maximum number of invocations of a group of tiles.
const THREADS: usize = 256;
/// The number of elements of an invocation of runs.
const FOUR: usize = 4;
/// The maximum number of elements of a picture that a group loads.
const LOADED: usize = 1024;

/// Convolves a picture of this shape with weights, like [`primitives::convolve`](crate::primitives::convolve()), by the method that
/// [`Convolve::fastest`] returns.
///
/// ```
/// use brooklet::{Device, compute, primitives::{Border, Weights}};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&[1.0, 2.0, 3.0, 4.0])?;
/// let weights = Weights::new([1, 3], &[1.0, 0.0, -1.0])?;
/// assert_eq!(compute::convolve(&x, [1, 4], &weights, Border::Clamp)?.read()?, [1.0, 2.0, 2.0, 1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`PrimitiveError::Picture`](crate::primitives::PrimitiveError::Picture), for a shape that
/// does not have two axes; [`ShapeError::Mismatch`], if the data have another number of elements; [`ComputeError::LongLoop`], for more than 32,768
/// weights in one dispatch.
pub fn convolve<D: Data>(picture: &D, shape: impl Into<Shape>, weights: &Weights, border: Border) -> Result<D, Error> {
    convolve_by(picture, shape, weights, border, Convolve::fastest(picture.on()))
}

/// Convolves a picture by the given method.
///
/// # Errors
/// As [`convolve`].
pub fn convolve_by<D: Data>(
    picture: &D,
    shape: impl Into<Shape>,
    weights: &Weights,
    border: Border,
    method: Convolve,
) -> Result<D, Error> {
    let shape = shape.into();
    picture.on().compute_backend()?;
    if picture.shaped().count() != shape.count() {
        let (first, second) = (Named::new("the data", picture.shaped()), Named::new("the shape", shape));
        return Err(ShapeError::Mismatch { what: "a convolution".to_owned(), first, second }.into());
    }
    let size = picture_size("a convolution", shape)?;
    let loaded = picture.load()?;
    let of = |data: &Buffer<D::Element>, size_of_weights: [usize; 2], values: &[f32]| {
        dispatch(data, size, (size_of_weights, values), border, method)
    };
    let convolved = match weights.separated() {
        Some([down, across]) => of(&of(&loaded, [1, across.len()], &across)?, [down.len(), 1], &down)?,
        None => of(&loaded, weights.size(), weights.values())?,
    };
    picture.store(shape, convolved)
}

/// Convolves a picture in one dispatch.
fn dispatch<T: Element>(
    picture: &Buffer<T>,
    [rows, columns]: [usize; 2],
    ([down, across], values): ([usize; 2], &[f32]),
    border: Border,
    method: Convolve,
) -> Result<Buffer<T>, Error> {
    let device = picture.device();
    let weights = device.upload_buffer(values)?;
    let mut convolved = device.buffer::<T>(picture.len())?;
    let threads = device.threads(if method == Convolve::Tiles { THREADS } else { 64 }, 0)?;
    let tile = if method == Convolve::Tiles { tile(threads, [down, across]) } else { None };
    if tile.is_none() && down.saturating_mul(across) > LONGEST_LOOP {
        let (method, what, instead) = ("runs", "weights", "primitives::convolve");
        return Err(ComputeError::LongLoop { method, what, count: down * across, max: LONGEST_LOOP, instead }.into());
    }
    let text = match tile {
        Some(_) => glsl!("compute/convolve_tiles.comp"),
        None => glsl!("compute/convolve_runs.comp"),
    };
    let source = ComputeSource::of::<T>(text.part("compute/border.glsl", BORDER), threads);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("picture", picture).input("weights", &weights);
    let dispatch = dispatch.constant("rows", rows).constant("columns", columns).constant("border", border.number());
    let dispatch = dispatch.constant("down", down).constant("across", across).output("convolved", &mut convolved);
    match tile {
        Some(width) => {
            let (beside, below) = (columns.div_ceil(width), rows.div_ceil(threads / width));
            dispatch.constant("width", width).constant("beside", beside).run(beside * below)?;
        }
        None => {
            let beside = columns.div_ceil(FOUR);
            dispatch.constant("beside", beside).constant("count", rows * beside).run_over(rows * beside)?;
        }
    }
    Ok(convolved)
}

/// Returns the width of the rectangle of as many elements as invocations that loads the least for these weights, or `None` if each loads too
/// much.
fn tile(threads: usize, [down, across]: [usize; 2]) -> Option<usize> {
    let loads = |width: &usize| (width + across - 1).saturating_mul(threads / width + down - 1);
    let widths = (0..=threads.ilog2()).map(|log| 1 << log);
    widths.filter(|width| loads(width) <= LOADED).min_by_key(loads)
}
