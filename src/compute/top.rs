//! Top: the largest or the smallest elements, and where they are.

use crate::error::{Error, PrimitiveError};
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device};
use crate::method::{MethodInfo, Methods, methods};

use super::data::Data;
use super::order::exact;
use super::{ArgsortOptions, argsort_with};

/// Methods of selecting the k largest elements, or the smallest.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Top {
    /// Sorts positions by the fastest [`Argsort`](super::Argsort), and gathers the first k: two dispatches more than the sort.
    Sort,
}

impl Top {
    /// The only method.
    pub const ALL: [Top; 1] = [Top::Sort];

    /// Returns the method that [`top`] uses.
    pub fn fastest(_: &Device) -> Top {
        Top::Sort
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Top);

const METHODS: [MethodInfo; 1] = [MethodInfo {
    variant: "Top::Sort",
    name: "sort",
    default: true,
    of_2_20: "15 on the CPU, 19 on GPUs",
    ..MethodInfo::COMPUTE
}];

/// Options of a selection on compute shaders. The default is the fastest method, and the largest elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TopOptions {
    method: Option<Top>,
    smallest: bool,
}

impl TopOptions {
    /// Selects by this method.
    pub fn method(self, method: Top) -> TopOptions {
        TopOptions { method: Some(method), ..self }
    }

    /// Selects the smallest elements, the smallest first.
    pub fn smallest(self) -> TopOptions {
        TopOptions { smallest: true, ..self }
    }
}

/// Selects the k largest elements: returns them, the largest first, and their positions. Of equal elements the first one comes first. The
/// results have one dimension. It is [`primitives::top`](crate::primitives::top()) on compute shaders.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let (values, positions) = compute::top(&device.upload(&[0.5, 2.0, 1.0, 2.0])?, 3)?;
/// assert_eq!((values.read()?, positions.read()?), (vec![2.0, 2.0, 1.0], vec![1.0, 3.0, 2.0]));
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`PrimitiveError::TooFew`](crate::primitives::PrimitiveError::TooFew), for
/// more elements than there are; [`ComputeError::FloatAddress`](super::ComputeError::FloatAddress), for more than 2^24 elements.
pub fn top<D: Data<Element = f32>>(values: &D, k: usize) -> Result<(D, D), Error> {
    top_with(values, k, TopOptions::default())
}

/// Selects k elements as the options say.
///
/// # Errors
/// As [`top`].
pub fn top_with<D: Data<Element = f32>>(values: &D, k: usize, options: TopOptions) -> Result<(D, D), Error> {
    let (device, count) = (values.on(), values.shaped().count());
    exact("top", count)?;
    if k > count {
        return Err(PrimitiveError::TooFew { k, count }.into());
    }
    let loaded = values.load()?;
    let (own, positions) = match options.method.unwrap_or(Top::fastest(device)) {
        Top::Sort => by_sort(&loaded, k, options.smallest)?,
    };
    Ok((values.store(k.into(), own)?, values.store(k.into(), positions)?))
}

fn by_sort(keys: &Buffer<f32>, k: usize, smallest: bool) -> Result<(Buffer<f32>, Buffer<f32>), Error> {
    let device = keys.device();
    let options = ArgsortOptions::default();
    let order = argsort_with(keys, if smallest { options } else { options.descending() })?;
    let (mut values, mut positions) = (device.buffer::<f32>(k)?, device.buffer::<f32>(k)?);
    let source = ComputeSource::of::<f32>(glsl!("compute/top_first.comp"), device.threads(256, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let dispatch = device.dispatch(&kernel).input("keys", keys).input("order", &order);
    let dispatch = dispatch.output("values", &mut values).output("positions", &mut positions);
    dispatch.constant("count", k).run_over(k)?;
    Ok((values, positions))
}
