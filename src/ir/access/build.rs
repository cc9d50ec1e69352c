//! Builders for expressions of the texel phase, and operators with which the lowering can write them as sums and products.

use std::ops::{Add, Mul, Sub};

use crate::ir::{Binary, Expr, ExprKind, LocalId, Math, Measure, Stream, TexelAddress, Type};
use crate::syntax::Span;
use crate::texel::Components;

/// The type of a place in a texture: two floats, which are coordinates, or a column and a row.
pub(super) const PLACE: Type = Type::Float(Components::Two);

pub(super) fn expr(kind: ExprKind, ty: Type) -> Expr {
    Expr::new(kind, ty, Span::default())
}

pub(super) fn index(value: usize) -> Expr {
    expr(ExprKind::Index(value as i32), Type::Index)
}

pub(super) fn float(value: f32) -> Expr {
    expr(ExprKind::Float(value), Type::FLOAT)
}

pub(super) fn local(id: usize, ty: Type) -> Expr {
    expr(ExprKind::Local(LocalId(id)), ty)
}

pub(super) fn measure(stream: Stream, measure: Measure) -> Expr {
    let ty = if measure == Measure::Inverse { PLACE } else { Type::Index };
    expr(ExprKind::Measure(stream, measure), ty)
}

pub(super) fn texel(input: usize, at: TexelAddress, of: Type) -> Expr {
    expr(ExprKind::Texel { input, at }, of.with(Components::Four))
}

pub(super) fn convert(of: Expr, ty: Type) -> Expr {
    expr(ExprKind::Convert(of.into()), ty)
}

/// Converts an index to a float.
pub(super) fn as_float(of: Expr) -> Expr {
    convert(of, Type::FLOAT)
}

pub(super) fn vector(parts: [Expr; 2]) -> Expr {
    let ty = parts[0].ty.with(Components::Two);
    expr(ExprKind::Vector(parts.into()), ty)
}

pub(super) fn component(of: Expr, component: u8) -> Expr {
    let ty = of.ty.scalar();
    expr(ExprKind::Swizzle(of.into(), vec![component]), ty)
}

pub(super) fn quotient(a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Quotient(a.into(), b.into()), Type::Index)
}

/// Returns the remainder of a division by a literal power of two.
pub(super) fn remainder(a: Expr, divisor: usize) -> Expr {
    expr(ExprKind::Remainder(a.into(), divisor as u32), Type::Index)
}

pub(super) fn binary(operator: Binary, a: Expr, b: Expr) -> Expr {
    let ty = match operator.compares() {
        true => Type::BOOL,
        false if b.ty.count() > a.ty.count() => b.ty,
        false => a.ty,
    };
    expr(ExprKind::Binary(operator, a.into(), b.into()), ty)
}

pub(super) fn select(test: Expr, a: Expr, b: Expr) -> Expr {
    let ty = a.ty;
    expr(ExprKind::Select(test.into(), a.into(), b.into()), ty)
}

pub(super) fn math(function: Math, of: Vec<Expr>) -> Expr {
    let ty = of[0].ty;
    expr(ExprKind::Math(function, of), ty)
}

/// Clamps an index to the range from 0 to `count` - 1.
pub(super) fn clamp_below(of: Expr, count: Expr) -> Expr {
    math(Math::Clamp, vec![of, index(0), count - index(1)])
}

impl Add for Expr {
    type Output = Expr;

    fn add(self, other: Expr) -> Expr {
        binary(Binary::Add, self, other)
    }
}

impl Sub for Expr {
    type Output = Expr;

    fn sub(self, other: Expr) -> Expr {
        binary(Binary::Subtract, self, other)
    }
}

impl Mul for Expr {
    type Output = Expr;

    fn mul(self, other: Expr) -> Expr {
        binary(Binary::Multiply, self, other)
    }
}
