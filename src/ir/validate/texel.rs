//! Validates the nodes that only the texel phase has. All others follow the rules of the kernel phase.

use super::{Validity, kernel, same};
use crate::Components;
use crate::ir::{Binary, Expr, ExprKind, Interface, Measure, TexelAddress, Type};

const TWO_FLOATS: Type = Type::Float(Components::Two);
const TWO_INTS: Type = Type::Int(Components::Two);

/// Validates a node for which the stream phase has different rules, or which it does not have.
pub(super) fn node(expr: &Expr, interface: &Interface) -> Validity {
    let is = |wanted: Type, what: &str| same(expr.ty, wanted, what);
    match &expr.kind {
        ExprKind::Fetch { .. } | ExprKind::Here(_) | ExprKind::Extent(..) => {
            Err(format!("the texel phase has no {:?}", expr.kind))
        }
        ExprKind::Texel { input, at } => {
            let Some(port) = interface.inputs.get(*input) else {
                return Err(format!("there is no input {input} among {}", interface.inputs.len()));
            };
            let layer = match at {
                TexelAddress::Number(number) => {
                    same(number.ty, Type::Index, "the number of a texel").map(|()| &None)?
                }
                TexelAddress::Cell(place, layer) => same(place.ty, TWO_INTS, "column and row").map(|()| layer)?,
                TexelAddress::Coordinates(place, layer) => {
                    same(place.ty, TWO_FLOATS, "coordinates of a texel").map(|()| layer)?
                }
            };
            if let Some(layer) = layer {
                same(layer.ty, Type::Index, "a layer")?;
            }
            is(port.ty.with(Components::Four), &format!("a texel of `{}`", port.name))
        }
        ExprKind::Measure(stream, what) => {
            kernel::stream(*stream, interface)?;
            is(if *what == Measure::Inverse { TWO_FLOATS } else { Type::Index }, "a measure")
        }
        ExprKind::FragmentColumn | ExprKind::FragmentRow | ExprKind::Lane => {
            is(Type::Index, "the place of the fragment")
        }
        ExprKind::FragmentCentre => is(TWO_FLOATS, "the middle of the fragment's texel"),
        ExprKind::Remainder(of, divisor) => match divisor.is_power_of_two() {
            true => same(of.ty, Type::Index, "what is divided").and_then(|()| is(Type::Index, "a remainder")),
            false => Err(format!("the remainder of {divisor}, which is no power of two")),
        },
        // On targets whose positions are integers, a mask and a shift extract column and row.
        ExprKind::Binary(Binary::And | Binary::ShiftRight, a, b) if a.ty == Type::Index => {
            same(b.ty, Type::Index, "an operand").and_then(|()| is(Type::Index, "bits of a position"))
        }
        _ => kernel::node(expr, interface),
    }
}
