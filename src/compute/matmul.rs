//! Matrix product on compute shaders.

use crate::backend::Class;
use crate::error::{Error, PrimitiveError};
use crate::glsl;
use crate::lines::picture_size;
use crate::machine::{ComputeSource, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::shape::{Named, Shape, ShapeError};

use super::data::{Data, same_device};
use super::runs::LONGEST_LOOP;

/// Methods of multiplying matrices. Both take one dispatch for each 32,768 columns of the first matrix. Sums are as exact as those of
/// [`primitives::Matmul`](crate::primitives::Matmul).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Matmul {
    /// The fastest on drivers that compute on the CPU: each invocation computes four rows and four columns. No shared memory and no barriers.
    Runs,
    /// The fastest on GPUs: a work group of 256 invocations computes a square of 64 × 64 elements from parts of both matrices in shared
    /// memory. After Volkov and Demmel 2008, *Benchmarking GPUs to Tune Dense Linear Algebra*.
    Tiles,
}

impl Matmul {
    /// Both methods.
    pub const ALL: [Matmul; 2] = [Matmul::Runs, Matmul::Tiles];

    /// Returns the method that [`matmul`] uses: [`Matmul::Tiles`] on a GPU whose work groups have 256 invocations, else [`Matmul::Runs`].
    pub fn fastest(device: &Device) -> Matmul {
        let large = device.compute().is_some_and(|compute| compute.invocations >= SQUARE * SQUARE / 16);
        match device.info().class {
            Class::Hardware if large => Matmul::Tiles,
            _ => Matmul::Runs,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Matmul);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Matmul::Runs",
        name: "runs",
        remark: ", on the CPU",
        default: true,
        of_2_20: "1",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Matmul::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "1",
        citation: Citation::new("Volkov and Demmel 2008", "after Volkov and Demmel 2008"),
        ..MethodInfo::COMPUTE
    },
];

/// The number of rows and of columns of a group's square.
const SQUARE: usize = 64;

/// Multiplies matrices of these shapes, like [`primitives::matmul`](crate::primitives::matmul()), by the method that [`Matmul::fastest`] returns.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let (a, b) = (device.upload_buffer(&[1.0, 2.0, 3.0, 4.0])?, device.upload_buffer(&[1.0, -1.0])?);
/// assert_eq!(compute::matmul(&a, &b, [[2, 2], [2, 1]])?.read()?, [-1.0, -1.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`PrimitiveError::Product`], if the first does not have as many columns as the second
/// has rows; [`ShapeError::Mismatch`], if the data have other numbers of elements; data of another device.
pub fn matmul<D: Data<Element = f32>>(a: &D, b: &D, shapes: [[usize; 2]; 2]) -> Result<D, Error> {
    matmul_by(a, b, shapes, Matmul::fastest(a.on()))
}

/// Multiplies matrices by the given method.
///
/// # Errors
/// As [`matmul`]; [`ComputeError`](crate::compute::ComputeError), if a work group cannot have 256 invocations.
pub fn matmul_by<D: Data<Element = f32>>(a: &D, b: &D, shapes: [[usize; 2]; 2], method: Matmul) -> Result<D, Error> {
    let device = a.on();
    device.compute_backend()?;
    same_device(device, b.on(), "the second matrix of a product")?;
    let [of_a, of_b] = shapes.map(Shape::from);
    for (data, shape) in [(a, of_a), (b, of_b)] {
        if data.shaped().count() != shape.count() {
            let (first, second) = (Named::new("the data", data.shaped()), Named::new("the shape", shape));
            return Err(ShapeError::Mismatch { what: "a matrix of a product".to_owned(), first, second }.into());
        }
    }
    let ([rows, depth], [other, columns]) = (picture_size("a product", of_a)?, picture_size("a product", of_b)?);
    if depth != other {
        return Err(PrimitiveError::Product { a: of_a, b: of_b }.into());
    }
    if depth == 0 {
        return a.store([rows, columns].into(), device.upload_buffer(&vec![0.0; rows * columns])?);
    }
    let (a_loaded, b_loaded) = (a.load()?, b.load()?);
    let mut product = device.buffer::<f32>(rows * columns)?;
    let (text, side) = match method {
        Matmul::Runs => (glsl!("compute/matmul_runs.comp"), 4),
        Matmul::Tiles => (glsl!("compute/matmul_tiles.comp"), SQUARE),
    };
    let threads = if method == Matmul::Tiles { SQUARE * SQUARE / 16 } else { device.threads(64, 0)? };
    let kernel = device.compute_kernel(&ComputeSource::of::<f32>(text, threads))?;
    let (across, down) = (columns.div_ceil(side), rows.div_ceil(side));
    for from in (0..depth).step_by(LONGEST_LOOP) {
        let dispatch = device.dispatch(&kernel).input("a", &*a_loaded).input("b", &*b_loaded);
        let dispatch = dispatch.constant("rows", rows).constant("depth", depth).constant("columns", columns);
        let dispatch = dispatch.constant("from", from).constant("to", depth.min(from + LONGEST_LOOP));
        let dispatch = dispatch.constant("across", across).output("product", &mut product);
        match method {
            Matmul::Runs => dispatch.constant("count", across * down).run_over(across * down)?,
            Matmul::Tiles => dispatch.run(across * down)?,
        }
    }
    a.store([rows, columns].into(), product)
}
