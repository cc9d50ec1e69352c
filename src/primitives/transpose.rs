//! Transpose: exchanges rows and columns.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::lines::{exchanged, rows_and_columns};
use crate::machine::{Device, Stream, StreamBinding};
use crate::method::{Citation, DrawnFor, MethodInfo, MethodKernel};
use crate::texel::{Components, Stored};

use super::needs::{MINIMAL, pass_methods};

/// The method of transposing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Transpose {
    /// Fetches each element from its place, in one pass. If both extents of a packed stream are multiples of 4, each texel is put together
    /// from four. Elements are copied bit for bit. A gather: Buck et al., Brook, section 3.2.
    Gather,
}

impl Transpose {
    /// The method.
    pub const ALL: [Transpose; 1] = [Transpose::Gather];

    /// Returns the method that [`transpose`] uses.
    pub fn fastest(_: &Device) -> Transpose {
        Transpose::Gather
    }
}

pass_methods!(Transpose);

const METHODS: [MethodInfo; 1] = [MethodInfo {
    variant: "Transpose::Gather",
    name: "gather",
    default: true,
    passes: "1",
    of_2_20: "1",
    citation: Citation::new("Buck et al. 2004", "Brook for GPUs, 3.2"),
    needs: MINIMAL,
    kernels: &[MethodKernel::new("transpose"), MethodKernel::drawn_for("transpose_packed", DrawnFor::Packed)],
    ..MethodInfo::PACKED
}];

/// Exchanges the last two axes of a stream, rows and columns, in one pass: element `[.., i, j]` of the result is element `[.., j, i]`. Axes
/// before them count matrices, each of which is transposed, as `numpy.matrix_transpose`. The result has the layout of the input.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let x = device.upload_shaped([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0])?;
/// let transposed = primitives::transpose(&x)?;
/// assert_eq!((transposed.shape().extents(), transposed.read()?), (&[3, 2][..], vec![1.0, 4.0, 2.0, 5.0, 3.0, 6.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`PrimitiveError::Rows`](super::PrimitiveError::Rows), for a stream of one axis.
pub fn transpose<T: Stored>(values: &Stream<T>) -> Result<Stream<T>, Error> {
    let [rows, columns] = rows_and_columns("transpose", values.shape())?;
    let device = values.device();
    let mut transposed = device.stream_with::<T>(exchanged(values.shape()), values.layout())?;
    let texels = values.layout() == Layout::Packed && T::COMPONENTS == Components::One;
    if texels && rows.is_multiple_of(4) && columns.is_multiple_of(4) {
        let kernel = device.kernel(&glsl!("primitives/transpose_packed.frag"))?;
        let pass = device.pass(&kernel).bound("values", StreamBinding::texels(values).with_row(columns / 4));
        let pass = pass.constant("rows", columns).constant("columns", rows / 4);
        let output = StreamBinding::texels(&transposed).with_row(rows / 4);
        pass.bound_output("transposed", output).run()?;
    } else {
        let kernel = device.kernel(&glsl!("primitives/transpose.frag").element::<T>())?;
        let pass = device.pass(&kernel).input("values", values).constant("rows", columns).constant("columns", rows);
        pass.output("transposed", &mut transposed).run()?;
    }
    Ok(transposed)
}
