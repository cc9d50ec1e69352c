//! Scans, on slices: running folds.

use crate::error::Error;
use crate::operator::{Operator, OperatorError};
use crate::texel::Texel;

/// Folds every prefix from the left, like [`primitives::scan`](crate::primitives::scan()).
///
/// ```
/// use brooklet::{Operator, reference};
/// assert_eq!(reference::scan(&[3.0, 1.0, 7.0], &Operator::sum()), [3.0, 4.0, 11.0]);
/// ```
pub fn scan<T: Texel>(values: &[T], op: &Operator<T>) -> Vec<T> {
    let step = |sum: &mut Option<T>, &value: &T| {
        *sum = Some(sum.map_or(value, |sum| op.apply(sum, value)));
        *sum
    };
    values.iter().scan(None, step).collect()
}

/// Folds every prefix without its last element, like [`primitives::exclusive_scan`](crate::primitives::exclusive_scan).
pub fn exclusive_scan<T: Texel>(values: &[T], op: &Operator<T>) -> Result<Vec<T>, Error> {
    let identity = op.identity_element().ok_or_else(|| OperatorError::NoIdentity { operator: op.name().to_owned() })?;
    let mut sums = scan(values, op);
    sums.pop();
    sums.insert(0, identity);
    sums.truncate(values.len());
    Ok(sums)
}
