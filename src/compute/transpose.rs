//! Transpose on compute shaders.

use crate::backend::Class;
use crate::error::Error;
use crate::glsl;
use crate::lines::{exchanged, rows_and_columns};
use crate::machine::{ComputeSource, Device};
use crate::method::{Citation, MethodInfo, Methods, methods};
use crate::shape::{Named, Shape, ShapeError};

use super::data::Data;

/// Methods of transposing. Both take one dispatch and copy elements bit for bit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Transpose {
    /// The fastest on drivers that compute on the CPU: each invocation fetches its element.
    Gather,
    /// The fastest on GPUs: a work group takes a square of 16 × 16 elements through shared memory, so that neighbouring invocations read and
    /// write neighbours. After Ruetsch and Micikevicius 2009, *Optimizing Matrix Transpose in CUDA*.
    Tiles,
}

impl Transpose {
    /// Both methods.
    pub const ALL: [Transpose; 2] = [Transpose::Gather, Transpose::Tiles];

    /// Returns the method that [`transpose`] uses: [`Transpose::Tiles`] on a GPU, [`Transpose::Gather`] if the driver computes on the CPU.
    pub fn fastest(device: &Device) -> Transpose {
        match device.info().class {
            Class::Hardware => Transpose::Tiles,
            Class::Software => Transpose::Gather,
        }
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Transpose);

const METHODS: [MethodInfo; 2] = [
    MethodInfo {
        variant: "Transpose::Gather",
        name: "gather",
        remark: ", on the CPU",
        default: true,
        of_2_20: "1",
        ..MethodInfo::COMPUTE
    },
    MethodInfo {
        variant: "Transpose::Tiles",
        name: "tiles",
        remark: ", on GPUs",
        default: true,
        of_2_20: "1",
        citation: Citation::new("Ruetsch and Micikevicius 2009", "after Ruetsch and Micikevicius 2009"),
        ..MethodInfo::COMPUTE
    },
];

/// The number of rows and of columns of a square.
const SIDE: usize = 16;

/// Exchanges the last two axes of elements of this shape, like [`primitives::transpose`](crate::primitives::transpose()), by the method that
/// [`Transpose::fastest`] returns. A stream is transposed in its own shape.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload_buffer(&[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// assert_eq!(compute::transpose(&x, [2, 3])?.read()?, [1.0, 4.0, 2.0, 5.0, 3.0, 6.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`PrimitiveError::Rows`](crate::primitives::PrimitiveError::Rows), for one axis;
/// [`ShapeError::Mismatch`], if the data have another number of elements.
pub fn transpose<D: Data>(values: &D, shape: impl Into<Shape>) -> Result<D, Error> {
    transpose_by(values, shape, Transpose::fastest(values.on()))
}

/// Exchanges the last two axes by the given method.
///
/// # Errors
/// As [`transpose`].
pub fn transpose_by<D: Data>(values: &D, shape: impl Into<Shape>, method: Transpose) -> Result<D, Error> {
    let (device, shape) = (values.on(), shape.into());
    device.compute_backend()?;
    let own = values.shaped();
    if shape.count() != own.count() {
        let (first, second) = (Named::new("the data", own), Named::new("the shape", shape));
        return Err(ShapeError::Mismatch { what: "data to transpose".to_owned(), first, second }.into());
    }
    let [columns, rows] = rows_and_columns("transpose", shape)?;
    let loaded = values.load()?;
    let mut transposed = device.buffer::<D::Element>(loaded.len())?;
    let text = match method {
        Transpose::Gather => glsl!("compute/transpose_gather.comp"),
        Transpose::Tiles => glsl!("compute/transpose_tiles.comp"),
    };
    let source = ComputeSource::of::<D::Element>(text, device.threads(SIDE * SIDE, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("values", &*loaded).output("transposed", &mut transposed);
    let dispatch = dispatch.constant("rows", rows).constant("columns", columns);
    match method {
        Transpose::Gather => dispatch.constant("count", loaded.len()).run_over(loaded.len())?,
        Transpose::Tiles => {
            let (across, down) = (columns.div_ceil(SIDE), rows.div_ceil(SIDE));
            let matrices = loaded.len().checked_div(rows * columns).unwrap_or(0);
            dispatch.constant("across", across).constant("down", down).run(across * down * matrices)?;
        }
    }
    values.store(exchanged(shape), transposed)
}
