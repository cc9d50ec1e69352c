//! Arithmetic means.

use crate::error::Error;
use crate::machine::Stream;
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

use super::Reduce;
use super::reduce::{by_fastest, reduce_until};

/// Computes the arithmetic mean: the sum by the fastest method, divided on the CPU. The mean is as exact as the sum, which must be
/// in the range of `f32`.
///
/// # Errors
/// The stream is empty.
pub fn mean<T: Texel>(values: &Stream<T>) -> Result<T, Error> {
    by_fastest(&Operator::<T>::sum(), values.device(), |method, on| mean_until(&on.lend(values), method, 1))
}

/// Computes the arithmetic mean from a sum by [`reduce_until`].
pub fn mean_until<T: Texel>(values: &Stream<T>, method: Reduce, stop_at: usize) -> Result<T, Error> {
    if values.is_empty() {
        return Err(OperatorError::NoElements { operator: "mean".to_owned() }.into());
    }
    let sum = reduce_until(values, &Operator::sum(), method, stop_at)?;
    Ok(T::from_fn(|c| (sum.component(c) as f64 / values.len() as f64) as f32))
}
