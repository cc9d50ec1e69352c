//! Quantiles: numbers below which given parts of all elements are.

use crate::error::{Error, PrimitiveError};
use crate::glsl;
use crate::machine::{ComputeSource, Device};
use crate::method::{MethodInfo, Methods, methods};
use crate::operator::OperatorError;

use super::data::Data;
use super::order::exact;
use super::sort;

/// Methods of finding quantiles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Quantile {
    /// Sorts all elements by the fastest [`Sort`](super::Sort), and picks: a dispatch more than the sort.
    Sort,
}

impl Quantile {
    /// The only method.
    pub const ALL: [Quantile; 1] = [Quantile::Sort];

    /// Returns the method that [`quantile`] uses.
    pub fn fastest(_: &Device) -> Quantile {
        Quantile::Sort
    }

    /// Returns the method's name on the command line.
    pub fn name(self) -> &'static str {
        self.method().name
    }
}

methods!(Quantile);

const METHODS: [MethodInfo; 1] = [MethodInfo {
    variant: "Quantile::Sort",
    name: "sort",
    default: true,
    of_2_20: "13 on the CPU, 17 on GPUs",
    ..MethodInfo::COMPUTE
}];

/// Finds quantiles, linear between neighbours: [`primitives::quantile`](crate::primitives::quantile()) on compute shaders, with the same
/// result, up to the rounding between neighbours.
///
/// ```
/// use brooklet::{Device, compute};
/// let device = Device::headless()?;
/// # if device.compute().is_none() { return Ok(()); }
/// let x = device.upload(&[4.0, 1.0, 2.0, 16.0])?;
/// assert_eq!(compute::quantile(&x, &[0.0, 0.5, 1.0])?.read()?, [1.0, 3.0, 16.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// # Errors
/// [`DeviceError::NoCompute`](crate::DeviceError::NoCompute); [`PrimitiveError::Quantile`](crate::primitives::PrimitiveError::Quantile),
/// for a quantile that is not from 0 to 1; [`OperatorError::NoElements`], for no elements;
/// [`ComputeError::FloatAddress`](super::ComputeError::FloatAddress), for more than 2^24 elements.
pub fn quantile<D: Data<Element = f32>>(values: &D, quantiles: &[f64]) -> Result<D, Error> {
    quantile_by(values, quantiles, Quantile::fastest(values.on()))
}

/// Finds quantiles by the given method.
///
/// # Errors
/// As [`quantile`].
pub fn quantile_by<D: Data<Element = f32>>(values: &D, quantiles: &[f64], method: Quantile) -> Result<D, Error> {
    let (device, count) = (values.on(), values.shaped().count());
    exact("quantile", count)?;
    if let Some(q) = quantiles.iter().copied().find(|q| !(0.0..=1.0).contains(q)) {
        return Err(PrimitiveError::Quantile { q }.into());
    }
    if count == 0 {
        return Err(OperatorError::NoElements { operator: "quantile".to_owned() }.into());
    }
    let sorted = match method {
        Quantile::Sort => sort(&*values.load()?)?,
    };
    let last = count - 1;
    let ranks: Vec<f64> = quantiles.iter().map(|q| q * last as f64).collect();
    let lower: Vec<usize> = ranks.iter().map(|rank| (rank.floor() as usize).min(last)).collect();
    let neighbours: Vec<[u32; 2]> = lower.iter().map(|at| [*at as u32, (at + 1).min(last) as u32]).collect();
    let weights: Vec<f32> = ranks.iter().zip(&lower).map(|(rank, at)| (rank - *at as f64) as f32).collect();
    let mut found = device.buffer::<f32>(quantiles.len())?;
    let source = ComputeSource::of::<f32>(glsl!("compute/quantile_pick.comp"), device.threads(64, 0)?);
    let kernel = device.compute_kernel(&source)?;
    let (neighbours, weights) = (device.upload_buffer(&neighbours)?, device.upload_buffer(&weights)?);
    let dispatch = device.dispatch(&kernel).input("sorted", &sorted).input("ranks", &neighbours);
    let dispatch = dispatch.input("weights", &weights).output("quantiles", &mut found);
    dispatch.constant("count", quantiles.len()).run_over(quantiles.len())?;
    values.store(quantiles.len().into(), found)
}
