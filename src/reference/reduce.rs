//! Reductions, on slices: folds from the left.

use crate::error::Error;
use crate::operator::{Operator, OperatorError};
use crate::shape::{Shape, ShapeError};
use crate::texel::Texel;

/// Folds the elements from the left, like [`primitives::reduce`](crate::primitives::reduce).
///
/// ```
/// use brooklet::{Operator, reference};
/// assert_eq!(reference::reduce(&[3.0, 1.0, 4.0], &Operator::sum())?, 8.0);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub fn reduce<T: Texel>(values: &[T], op: &Operator<T>) -> Result<T, Error> {
    let all = values.iter().copied().reduce(|a, b| op.apply(a, b));
    Ok(all.or(op.empty_value()).ok_or_else(|| OperatorError::NoElements { operator: op.name().to_owned() })?)
}

/// Computes the arithmetic mean in `f64`, like [`primitives::mean`](crate::primitives::mean).
pub fn mean<T: Texel>(values: &[T]) -> Result<T, Error> {
    if values.is_empty() {
        return Err(OperatorError::NoElements { operator: "mean".to_owned() }.into());
    }
    let sum = |c| values.iter().map(|value| value.component(c) as f64).sum::<f64>();
    Ok(T::from_fn(|c| (sum(c) / values.len() as f64) as f32))
}

/// Reduces each block to one element, like [`primitives::reduce_to`](crate::primitives::reduce_to).
pub fn reduce_to<T: Texel>(values: &[T], from: Shape, op: &Operator<T>, to: Shape) -> Result<Vec<T>, Error> {
    let divides = |(n, m): (&usize, &usize)| if *m == 0 { *n == 0 } else { n % m == 0 };
    if from.rank() != to.rank() || !from.extents().iter().zip(to.extents()).all(divides) {
        return Err(ShapeError::NotDividing { input: from, output: to }.into());
    }
    let mut blocks: Vec<Vec<T>> = vec![Vec::new(); to.count()];
    for (index, &value) in values.iter().enumerate() {
        let (mut rest, mut block, mut stride) = (index, 0, 1);
        for (&n, &m) in from.extents().iter().zip(to.extents()).rev() {
            block += (rest % n) / (n / m) * stride;
            rest /= n;
            stride *= m;
        }
        blocks[block].push(value);
    }
    blocks.iter().map(|block| reduce(block, op)).collect()
}
