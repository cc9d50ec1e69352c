//! Take: gathers elements from given positions.

use crate::error::{Error, PrimitiveError};
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device, Element};
use crate::method::{MethodInfo, Methods, methods};

use super::data::{Data, same_device};

/// Methods of gathering.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Take {
    /// Each invocation reads a position, and then the element there: one dispatch.
    Gather,
}

impl Take {
    /// The only method.
    pub const ALL: [Take; 1] = [Take::Gather];

    /// Returns the method that [`take`] uses.
    pub fn fastest(_: &Device) -> Take {
        Take::Gather
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Take);

const METHODS: [MethodInfo; 1] =
    [MethodInfo { variant: "Take::Gather", name: "gather", default: true, of_2_20: "1", ..MethodInfo::COMPUTE }];

/// Gathers the elements at these positions, like [`primitives::take`](crate::primitives::take), in one dispatch. The result has the shape of
/// the positions, and is of the kind (and layout) of the values.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let (x, order) = (device.upload(&[7.0, 8.0, 9.0])?, device.upload(&[2.0, 0.0, 2.0, 1.0])?);
/// assert_eq!(compute::take(&x, &order)?.read()?, [9.0, 7.0, 9.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); positions, but no elements to take.
pub fn take<V: Data, P: Data<Element = f32>>(values: &V, positions: &P) -> Result<V, Error> {
    same_device(values.on(), positions.on(), "the positions of a take")?;
    values.on().compute_backend()?;
    let positions_of = positions.load()?;
    let taken = take_first(&*values.load()?, &positions_of, positions_of.len())?;
    values.store(positions.shaped(), taken)
}

/// Gathers the elements at the first `count` of these positions.
pub(super) fn take_first<T: Element>(
    values: &Buffer<T>,
    positions: &Buffer<f32>,
    count: usize,
) -> Result<Buffer<T>, Error> {
    let device = values.device();
    let mut taken = device.buffer::<T>(count)?;
    if count > 0 && values.is_empty() {
        return Err(PrimitiveError::TakeFromNone { positions: count }.into());
    }
    let source = ComputeSource::of::<T>(glsl!("compute/take.comp"), device.threads(256, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("values", values).input("positions", positions);
    let dispatch = dispatch.constant("count", count).constant("elements", values.len());
    dispatch.output("taken", &mut taken).run_over(count)?;
    Ok(taken)
}
