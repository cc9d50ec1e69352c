//! Operators that the blending unit computes.

use crate::error::PrimitiveError;
use crate::fragment_operations::{Blend, BlendFactor};
use crate::machine::Device;
use crate::method::Units;
use crate::operator::Operator;
use crate::texel::Stored;

use super::needs::lacks_unit;

/// Returns how fragments are combined with the texels that are there, so that a texel becomes `texel ∘ fragment`.
///
/// # Errors
/// The blending unit does not compute this operator, or the device does not blend floats. `method` is that of the primitive, and `instead` one
/// that can be taken.
pub(super) fn blend_of<T: Stored>(
    op: &Operator<T>,
    device: &Device,
    (method, instead): (&'static str, &'static str),
) -> Result<Blend, PrimitiveError> {
    let needs = Units { float_blending: true, ..Units::NONE };
    if let Some(needs) = lacks_unit(needs, device) {
        let device = device.info().interface();
        return Err(PrimitiveError::Lacks { method, needs, device, instead: Some(instead) });
    }
    let found = BLENDED.into_iter().find(|(expression, _)| op.is_expression(expression));
    let operator = || op.name().to_owned();
    found.map(|(_, blend)| blend).ok_or_else(|| PrimitiveError::NotBlended { method, operator: operator(), instead })
}

/// The expressions of operators that the blending unit computes.
const BLENDED: [(&str, Blend); 4] = [
    ("a + b", Blend::ADD),
    ("a * b", Blend::ADD.factors(BlendFactor::Destination, BlendFactor::Zero)),
    ("larger(a, b)", Blend::MAX),
    ("smaller(a, b)", Blend::MIN),
];

/// Returns whether the blending unit of some device computes an operator.
pub(super) fn is_blended<T: Stored>(op: &Operator<T>) -> bool {
    BLENDED.iter().any(|(expression, _)| op.is_expression(expression))
}
