//! Take: gathers elements from given positions.

use crate::error::{Error, PrimitiveError};
use crate::geometry::Layout;
use crate::glsl;
use crate::ir::Needs;
use crate::machine::{Device, Stream};
use crate::method::{Citation, MethodInfo, MethodKernel};
use crate::texel::{Components, Stored};

use super::needs::{MINIMAL, pass_methods};

/// Methods of gathering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Take {
    /// Each fragment fetches a position, and then the element there: one pass, n reads of each, and no memory but the result. The elements
    /// are a gather stream of Buck et al., Brook, section 3.2.
    Gather,
}

impl Take {
    /// The only method.
    pub const ALL: [Take; 1] = [Take::Gather];

    /// Returns the method that [`take`] uses.
    pub fn fastest(_: &Device) -> Take {
        Take::Gather
    }
}

pass_methods!(Take);

const METHODS: [MethodInfo; 1] = [MethodInfo {
    variant: "Take::Gather",
    name: "gather",
    default: true,
    passes: "1",
    of_2_20: "1",
    citation: Citation::new("Buck et al. 2004", "Brook for GPUs, 3.2"),
    needs: Needs { inputs: 2, ..MINIMAL },
    kernels: &[MethodKernel::new("take")],
    ..MethodInfo::PACKED
}];

/// Gathers the elements at these positions, in C order: element i of the result is that at position `positions[i]`. It takes one pass and
/// copies elements bit for bit. The result has the shape of the positions, and their layout unless elements are vectors. Positions are whole numbers in floats, which are
/// exact up to 2^24; a position beyond the stream takes the first or the last element.
///
/// ```
/// use brooklet::{Device, primitives};
/// let device = Device::headless()?;
/// let (x, order) = (device.upload(&[7.0, 8.0, 9.0])?, device.upload(&[2.0, 0.0, 2.0, 1.0])?);
/// assert_eq!(primitives::take(&x, &order)?.read()?, [9.0, 7.0, 9.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// Positions, but no elements to take.
pub fn take<T: Stored>(values: &Stream<T>, positions: &Stream<f32>) -> Result<Stream<T>, Error> {
    let layout = if T::COMPONENTS == Components::One { positions.layout() } else { Layout::Plain };
    take_to(values, positions, layout)
}

/// Gathers the elements at these positions into a stream of this layout.
pub(super) fn take_to<T: Stored>(
    values: &Stream<T>,
    positions: &Stream<f32>,
    layout: Layout,
) -> Result<Stream<T>, Error> {
    let device = values.device();
    let mut taken = device.stream_with(positions.shape(), layout)?;
    if positions.is_empty() {
        return Ok(taken);
    }
    if values.is_empty() {
        return Err(PrimitiveError::TakeFromNone { positions: positions.len() }.into());
    }
    let kernel = device.kernel(&glsl!("primitives/take.frag").element::<T>())?;
    device.pass(&kernel).input("values", values).input("positions", positions).output("taken", &mut taken).run()?;
    Ok(taken)
}
