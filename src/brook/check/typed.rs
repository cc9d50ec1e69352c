//! Conversions of expressions to other types.

use crate::brook::types::{Plain, Scalar};
use crate::ir::{Binary, Expr, ExprKind, Math};
use crate::syntax::Span;

pub(crate) fn literal(value: f32, span: Span) -> Expr {
    Expr { kind: ExprKind::Float(value), ty: Plain::FLOAT, span }
}

fn is_int(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Int(_) => true,
        // An int that is spread to all components.
        ExprKind::Convert(inner) => matches!(inner.kind, ExprKind::Int(_)),
        _ => false,
    }
}

/// Converts a value to another type, or returns it as the error if it is too short a vector. A number fills all components of a
/// vector; a vector that is too long loses its last components.
pub(crate) fn converted(value: Expr, to: Plain) -> Result<Expr, Expr> {
    let value = settled(value);
    let (span, from) = (value.span, value.ty);
    let (has, wanted) = (from.count(), to.count());
    if from == to {
        return Ok(value);
    }
    if has > 1 && has < wanted {
        return Err(value);
    }
    if has > wanted {
        let first = from.with(to.components());
        let kind = ExprKind::Swizzle(Box::new(value), (0..wanted as u8).collect());
        return converted(Expr { kind, ty: first, span }, to);
    }
    if from.scalar() != to.scalar() && has < wanted {
        return converted(converted(value, to.scalar())?, to);
    }
    let kind = match (value.kind, to) {
        (ExprKind::Convert(inner), Plain::Float(_)) if has == wanted && matches!(inner.kind, ExprKind::Int(_)) => {
            return converted(*inner, to);
        }
        (ExprKind::Int(number), Plain::FLOAT) => ExprKind::Float(number as f32),
        (ExprKind::Int(number), Plain::UINT) => ExprKind::Uint(number as u32),
        (ExprKind::Uint(number), Plain::FLOAT) => ExprKind::Float(number as f32),
        (ExprKind::Uint(number), Plain::INT) => ExprKind::Int(number as i32),
        // Makes `a > b ? 1 : 0` a choice between floats.
        (ExprKind::Select(condition, a, b), Plain::Float(_)) if has == wanted && is_int(&a) && is_int(&b) => {
            let parts = [*a, *b].map(|part| fitted(part, to));
            let [a, b] = parts.map(Box::new);
            ExprKind::Select(condition, a, b)
        }
        (kind, _) => ExprKind::Convert(Box::new(Expr { kind, ty: from, span })),
    };
    Ok(Expr { kind, ty: to, span })
}

/// Narrows a value to what a number of this type can store. Integers lose their high bits; fractions are clamped to their range and
/// rounded to the nearest step.
pub(super) fn narrowed(value: Expr, scalar: Scalar) -> Expr {
    let span = value.span;
    let (ty, number) = (value.ty, value.ty.scalar());
    let operator = |operator: Binary, a: Expr, b: Expr| Expr {
        kind: ExprKind::Binary(operator, Box::new(a), Box::new(b)),
        ty,
        span,
    };
    let int = |number: i64| Expr { kind: ExprKind::Int(number as i32), ty: Plain::INT, span };
    match (scalar.range(), scalar.steps()) {
        (Some((low, high)), _) if number == Plain::INT && scalar != Scalar::Int => {
            let mask = high - low;
            if let ExprKind::Int(literal) = value.kind {
                return Expr { kind: ExprKind::Int((((i64::from(literal) - low) & mask) + low) as i32), ..value };
            }
            match low {
                0 => operator(Binary::And, value, int(mask)),
                // The sum may wrap around, which does not change its low bits.
                _ => {
                    let positive = operator(Binary::And, operator(Binary::Add, value, int(-low)), int(mask));
                    operator(Binary::Subtract, positive, int(-low))
                }
            }
        }
        (_, Some(steps)) => {
            let apply = |function: Math, of: Expr| Expr { kind: ExprKind::Math(function, vec![of]), ty, span };
            let counted = operator(Binary::Multiply, apply(Math::Saturate, value), literal(steps, span));
            let nearest = apply(Math::Floor, operator(Binary::Add, counted, literal(0.5, span)));
            operator(Binary::Divide, nearest, literal(steps, span))
        }
        _ => value,
    }
}

/// Converts a value to a type, or returns it unchanged if that is not possible.
pub(super) fn fitted(value: Expr, to: Plain) -> Expr {
    converted(value, to).unwrap_or_else(|value| value)
}

/// Converts a value to floats.
pub(crate) fn as_floats(value: Expr) -> Expr {
    let value = settled(value);
    let ty = Plain::Float(value.ty.components());
    fitted(value, ty)
}

/// Converts both operands of an operator to one type: to floats if one is a float, else to `uint` if one is unsigned. Two vectors
/// get the length of the shorter one. With `spread`, a number that is combined with a vector becomes a vector; otherwise it stays a
/// number.
pub(crate) fn unified(left: Expr, right: Expr, spread: bool) -> (Expr, Expr) {
    let (left, right) = (settled(left), settled(right));
    let (a, b) = (left.ty, right.ty);
    if a == b {
        return (left, right);
    }
    let scalar = match (a.scalar(), b.scalar()) {
        (Plain::FLOAT, _) | (_, Plain::FLOAT) => Plain::FLOAT,
        (Plain::UINT, _) | (_, Plain::UINT) => Plain::UINT,
        _ => Plain::INT,
    };
    let wanted = |own: Plain, other: Plain| match (own.count(), other.count()) {
        (1, n) if n > 1 && spread => scalar.with(other.components()),
        (1, _) => scalar,
        (_, 1) => scalar.with(own.components()),
        _ => scalar.with(own.components().min(other.components())),
    };
    let (to_a, to_b) = (wanted(a, b), wanted(b, a));
    (fitted(left, to_a), fitted(right, to_b))
}

/// Gives an abstract value its default type, where nothing requires another: `int` if it fits, else `float`.
pub(super) fn settled(value: Expr) -> Expr {
    match value.kind {
        ExprKind::AbstractInt(number) => match i32::try_from(number) {
            Ok(number) => Expr { kind: ExprKind::Int(number), ty: Plain::INT, span: value.span },
            Err(_) => literal(number as f32, value.span),
        },
        _ if value.ty == Plain::AbstractInt => as_float(value),
        _ => value,
    }
}

/// Converts a number to a float.
fn as_float(value: Expr) -> Expr {
    let ty = Plain::FLOAT;
    match value.kind {
        ExprKind::AbstractInt(number) => literal(number as f32, value.span),
        ExprKind::Select(condition, a, b) if value.ty == Plain::AbstractInt => {
            let [a, b] = [a, b].map(|part| Box::new(as_float(*part)));
            Expr { kind: ExprKind::Select(condition, a, b), ty, span: value.span }
        }
        ExprKind::Binary(operator, a, b) if value.ty == Plain::AbstractInt => {
            let [a, b] = [a, b].map(|part| Box::new(as_float(*part)));
            Expr { kind: ExprKind::Binary(operator, a, b), ty, span: value.span }
        }
        _ => fitted(value, ty),
    }
}
