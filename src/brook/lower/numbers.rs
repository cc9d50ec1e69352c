//! Lowers numbers that are not floats: how float textures store them, and how devices without integers compute with them.
//!
//! On devices with integers, textures hold the bits of `int` and `uint`, and the values of all other numbers. On devices without
//! integers, all numbers are floats with integer values. Sums and products are exact only within the precision of floats. Bitwise
//! operators become arithmetic; they read a negative number in two's complement, with unlimited leading ones.

use super::Lowering;
use super::build::{
    Builder, add, assign, binary, converted, expr, float, index, math, multiply, select, subtract, zero,
};
use crate::brook::types::Scalar;
use crate::ir::{Binary, Expr, ExprKind, Math, Slot, Stmt, Type};
use crate::syntax::Span;

/// The number of bits of the largest integers that a float represents exactly.
const BITS: i32 = 24;

impl Lowering<'_> {
    /// Returns the type of the kernel phase for a type of the stream phase.
    pub(super) fn kernel_type(&self, ty: Type) -> Type {
        match ty {
            Type::Uint(components) if !self.integers => Type::Int(components),
            ty => ty,
        }
    }

    /// Returns the type in which a texture holds a field.
    pub(super) fn raw_type(&self, slot: Slot) -> Type {
        Type::Float(self.kernel.ty(slot).components())
    }

    /// Converts the content of a texture to the value of a field.
    pub(super) fn loaded(&self, slot: Slot, raw: Expr) -> Expr {
        let ty = self.kernel_type(self.kernel.ty(slot));
        let bits = |function: Math| expr(ExprKind::Math(function, vec![raw.clone()]), ty);
        match self.kernel.field(slot).scalar {
            Scalar::Int if self.integers => bits(Math::FloatBitsToInt),
            Scalar::Uint if self.integers => bits(Math::FloatBitsToUint),
            _ => converted(raw, ty),
        }
    }

    /// Converts the value of a field to the content of a texture.
    pub(super) fn stored(&self, slot: Slot, value: Expr) -> Expr {
        let ty = self.raw_type(slot);
        let bits = |function: Math| expr(ExprKind::Math(function, vec![value.clone()]), ty);
        match self.kernel.field(slot).scalar {
            Scalar::Int if self.integers => bits(Math::IntBitsToFloat),
            Scalar::Uint if self.integers => bits(Math::UintBitsToFloat),
            _ => converted(value, ty),
        }
    }

    /// Lowers an unsigned literal.
    pub(super) fn unsigned(&self, value: u32, span: Span) -> Expr {
        match (self.integers, i32::try_from(value)) {
            (true, _) => Expr::new(ExprKind::Uint(value), Type::UINT, span),
            (false, Ok(value)) => Expr::new(ExprKind::Int(value), Type::INT, span),
            (false, Err(_)) => converted(Expr::new(ExprKind::Float(value as f32), Type::FLOAT, span), Type::INT),
        }
    }

    /// Converts a float to the integer type `to`, which has the same number of components. The value is truncated towards 0 and
    /// clamped to the range of the type; NaN becomes 0.
    pub(super) fn integer(&mut self, value: Expr, to: Type) -> Expr {
        let span = value.span;
        if !self.integers || is_small(&value) {
            return converted(value, to);
        }
        let int = Type::Int(to.components());
        let n = to.count();
        let signed = self.accessor(&format!("to_{}", int.name()), |_| {
            let mut builder = Builder::new(format!("to_{}", int.name()), "Towards 0, to the nearest int; 0 of NaN.");
            let x = builder.argument("x", Type::floats(n));
            let literal = |value: i32| converted(expr(ExprKind::Int(value), Type::INT), int);
            let below = select(compared(Binary::Less, &x, 2147483648.0), converted(x.clone(), int), literal(i32::MAX));
            let least = select(compared(Binary::Less, &x, 0.0), literal(i32::MIN), zero(int));
            builder.returns(select(compared(Binary::GreaterEqual, &x, -2147483648.0), below, least))
        });
        let function = match to {
            Type::Uint(_) => self.accessor(&format!("to_{}", to.name()), |_| {
                let about = "Towards 0, to the nearest number; one below 0 as the bits of an int; 0 of NaN.";
                let mut builder = Builder::new(format!("to_{}", to.name()), about);
                let x = builder.argument("x", Type::floats(n));
                let max = converted(expr(ExprKind::Uint(u32::MAX), Type::UINT), to);
                let high = select(compared(Binary::Less, &x, 4294967296.0), converted(x.clone(), to), max);
                let low = converted(expr(ExprKind::Call(signed, vec![x.clone()]), int), to);
                builder.returns(select(compared(Binary::GreaterEqual, &x, 2147483648.0), high, low))
            }),
            _ => signed,
        };
        Expr::new(ExprKind::Call(function, vec![value]), to, span)
    }

    /// Lowers a bitwise operator for devices without integers. A scalar operand is converted to the length of the other one.
    pub(super) fn bits_of_floats(&mut self, operator: Binary, left: Expr, right: Expr) -> Expr {
        let ty = left.ty.with(left.ty.components().max(right.ty.components()));
        let (left, right) = (converted(left, ty), converted(right, ty));
        match (operator, int_literal(&right)) {
            (Binary::And, Some(-1)) => left,
            (Binary::And, Some(mask)) if mask >= 0 && (mask + 1).count_ones() == 1 => self.low_bits(left, mask + 1),
            (Binary::ShiftLeft | Binary::ShiftRight, Some(by)) => {
                let power = (2.0f32).powi((by & 31) as i32);
                match operator {
                    Binary::ShiftLeft => {
                        let product = multiply(converted(left, ty.as_floats()), float(power));
                        converted(math(Math::Floor, vec![product]), ty)
                    }
                    _ => divided(left, power),
                }
            }
            (Binary::ShiftLeft | Binary::ShiftRight, None) => {
                let by = converted(self.low_bits(right, 32), ty.as_floats());
                let by = match operator {
                    Binary::ShiftLeft => by,
                    _ => Expr::new(ExprKind::Unary(crate::ir::Unary::Neg, Box::new(by.clone())), by.ty, by.span),
                };
                let scaled = math(Math::Ldexp, vec![converted(left, ty.as_floats()), by]);
                converted(math(Math::Floor, vec![scaled]), ty)
            }
            _ => {
                let both = self.both_bits(ty);
                let name = match operator {
                    Binary::And => return expr(ExprKind::Call(both, vec![left, right]), ty),
                    Binary::Or => "either_bits",
                    _ => "differing_bits",
                };
                let function = self.accessor(&format!("{name}_{}", ty.name()), |_| {
                    let mut builder = Builder::new(name, "");
                    let (a, b) = (builder.argument("a", ty), builder.argument("b", ty));
                    let shared = expr(ExprKind::Call(both, vec![a.clone(), b.clone()]), ty);
                    let twice = if operator == Binary::Or { 1 } else { 2 };
                    let shared = multiply(shared, expr(ExprKind::Int(twice), Type::INT));
                    builder.returns(subtract(add(a, b), shared))
                });
                expr(ExprKind::Call(function, vec![left, right]), ty)
            }
        }
    }

    /// Returns a number modulo `size`, a power of two.
    fn low_bits(&mut self, of: Expr, size: i64) -> Expr {
        let ty = of.ty;
        let function = self.accessor(&format!("low_bits_{size}_{}", ty.name()), |_| {
            let mut builder = Builder::new("low_bits", format!("Modulo {size}."));
            let x = builder.argument("x", ty);
            let high = multiply(converted(divided(x.clone(), size as f32), ty.as_floats()), float(size as f32));
            builder.returns(converted(subtract(converted(x, ty.as_floats()), high), ty))
        });
        expr(ExprKind::Call(function, vec![of]), ty)
    }

    /// Returns the helper function that computes the bitwise and of two numbers, bit by bit.
    fn both_bits(&mut self, ty: Type) -> crate::ir::FunctionId {
        self.accessor(&format!("both_bits_{}", ty.name()), |_| {
            let about = format!("The bits that both have, of {BITS} and the sign.");
            let mut builder = Builder::new("both_bits", about);
            let floats = ty.as_floats();
            let (a, b) = (builder.argument("a", ty), builder.argument("b", ty));
            let [a, b] = [("left", a), ("right", b)].map(|(name, of)| builder.declare(name, converted(of, floats)));
            let (sum, power) = (builder.declare("sum", zero(floats)), builder.declare("power", float(1.0)));
            let k = builder.declare("k", index(0));
            let set = |to: &Expr, value: Expr| match to.kind {
                ExprKind::Local(local) => assign(local, value),
                _ => unreachable!("a variable"),
            };
            let half = |of: &Expr| math(Math::Floor, vec![multiply(of.clone(), float(0.5))]);
            let last = |of: &Expr| subtract(of.clone(), multiply(half(of), float(2.0)));
            let shared = multiply(multiply(last(&a), last(&b)), power.clone());
            let body = vec![
                set(&sum, add(sum.clone(), shared)),
                set(&a, half(&a)),
                set(&b, half(&b)),
                set(&power, multiply(power.clone(), float(2.0))),
            ];
            builder.push(Stmt::Loop {
                before: Vec::new(),
                condition: Some(binary(Binary::Less, k.clone(), index(BITS))),
                body,
                step: vec![set(&k, add(k.clone(), index(1)))],
                last: false,
            });
            // A negative number is -1 now: all further bits are ones.
            let rest = multiply(multiply(a, b), power);
            builder.returns(converted(math(Math::Floor, vec![subtract(sum, rest)]), ty))
        })
    }
}

/// Divides by a power of two and rounds down, which is exact.
fn divided(of: Expr, power: f32) -> Expr {
    let ty = of.ty;
    let quotient = multiply(converted(of, ty.as_floats()), float(1.0 / power));
    converted(math(Math::Floor, vec![quotient]), ty)
}

/// Compares each component with a literal.
fn compared(operator: Binary, x: &Expr, with: f32) -> Expr {
    let literal = converted(float(with), x.ty);
    binary(operator, x.clone(), literal)
}

/// Returns the value of a literal if it is an integer. The literal may be a float, and may be converted.
fn int_literal(of: &Expr) -> Option<i64> {
    match &of.kind {
        ExprKind::Int(value) => Some(i64::from(*value)),
        ExprKind::Float(value) if value.fract() == 0.0 => Some(*value as i64),
        ExprKind::Convert(inner) => int_literal(inner),
        _ => None,
    }
}

/// Whether a float certainly fits an int.
fn is_small(of: &Expr) -> bool {
    match &of.kind {
        ExprKind::Float(value) => value.abs() < 2147483648.0,
        ExprKind::Convert(inner) => inner.ty.is_bool() || inner.ty == Type::Index || is_small(inner),
        ExprKind::Swizzle(inner, _) => is_small(inner),
        ExprKind::Math(function, _) => matches!(function, Math::Sign | Math::Step),
        ExprKind::Select(_, then, otherwise) => is_small(then) && is_small(otherwise),
        _ => false,
    }
}
