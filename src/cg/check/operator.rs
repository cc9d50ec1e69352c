//! Operators on two values.

use super::body::Body;
use super::convert::Purpose;
use super::number::{self, math};
use super::value::{Item, Value};
use super::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::{Binary, Expr, Math};
use crate::syntax::{Code, Span};

impl Checker<'_> {
    pub(super) fn binary(
        &mut self,
        body: &mut Body,
        operator: Binary,
        a: Value,
        b: Value,
        span: Span,
    ) -> Checked<Value> {
        if operator.is_logical() {
            let (a, b) = (self.truth(a)?, self.truth(b)?);
            return self.component_wise(operator, a, b, Base::Bool, span);
        }
        let (Some(x), Some(y)) = (a.ty.base(), b.ty.base()) else {
            let (a, b) = (self.type_name(&a.ty), self.type_name(&b.ty));
            let title = format!("`{}` does not take a `{a}` and a `{b}`", operator.sign());
            return self.refuse(Code::C1020, span, title, "");
        };
        let mut base = Self::common(x, y);
        if base == Base::Bool && !matches!(operator, Binary::Equal | Binary::NotEqual) {
            base = Base::Int;
        }
        match operator {
            Binary::And | Binary::Or | Binary::Xor | Binary::ShiftLeft | Binary::ShiftRight => {
                let title = format!("`{}` works on bits, which numbers in these profiles do not have", operator.sign());
                self.refuse(Code::C1021, span, title, "truth values are joined by `&&` and `||`")
            }
            Binary::Remainder if !base.is_integer() => {
                self.refuse(Code::C1021, span, "`%` is for integers", "write `fmod(a, b)`")
            }
            _ if matches!(a.ty, Type::Matrix(..)) || matches!(b.ty, Type::Matrix(..)) => {
                self.on_matrices(body, operator, (a, b), base, span)
            }
            _ => self.component_wise(operator, a, b, base, span),
        }
    }

    /// Applies an operator to numbers and vectors, component by component.
    fn component_wise(&mut self, operator: Binary, a: Value, b: Value, base: Base, span: Span) -> Checked<Value> {
        let (Some((_, m)), Some((_, n))) = (a.vector(), b.vector()) else {
            return self.refuse(Code::C1020, span, "this operator takes numbers and vectors", "");
        };
        let count = if m == 1 || n == 1 { m.max(n) } else { m.min(n) };
        // A number beside a vector stays a number where the operator takes it.
        let keeps = !operator.compares() && !operator.is_logical();
        let side = |of: u8| if of == 1 && keeps { 1 } else { count };
        let a = self.convert(a, &Type::Vector(base, side(m)), Purpose::Assignment)?;
        let b = self.convert(b, &Type::Vector(base, side(n)), Purpose::Assignment)?;
        let result = self.operated(operator, a.expr().clone(), b.expr().clone(), base, span);
        let of = if operator.compares() || operator.is_logical() { Base::Bool } else { base };
        Ok(Value::of(Type::Vector(of, count), result))
    }

    fn operated(&self, operator: Binary, a: Expr, b: Expr, base: Base, span: Span) -> Expr {
        let result = match operator {
            Binary::Remainder => {
                let count = a.ty.count().max(b.ty.count());
                let wide = |of: Expr| if of.ty.count() < count { number::smear(of, count) } else { of };
                math(Math::Fmod, vec![wide(a), wide(b)], span)
            }
            Binary::Divide if base.is_integer() => quotient(a, b, span),
            _ => number::binary(operator, a, b),
        };
        let result = Expr { span, ..result };
        if operator.compares() || operator.is_logical() { result } else { self.rounded(result, base) }
    }

    fn on_matrices(
        &mut self,
        body: &mut Body,
        operator: Binary,
        (a, b): (Value, Value),
        base: Base,
        span: Span,
    ) -> Checked<Value> {
        let shape = match (&a.ty, &b.ty) {
            (Type::Matrix(_, r, c), Type::Matrix(_, rows, columns)) => (*r.min(rows), *c.min(columns)),
            (Type::Matrix(_, r, c), Type::Vector(_, 1)) | (Type::Vector(_, 1), Type::Matrix(_, r, c)) => (*r, *c),
            _ => {
                let (a, b) = (self.type_name(&a.ty), self.type_name(&b.ty));
                let title = format!("`{}` does not take a `{a}` and a `{b}`", operator.sign());
                return self.refuse(Code::C1020, span, title, "the product of a matrix and a vector is `mul(m, v)`");
            }
        };
        let of = |base: Base| Type::Matrix(base, shape.0, shape.1);
        let (a, b) = (body.reused_value(a), body.reused_value(b));
        let a = self.convert(a, &of(base), Purpose::Assignment)?;
        let b = self.convert(b, &of(base), Purpose::Assignment)?;
        let row = |(a, b): (&Item, &Item)| {
            Item::Number(self.operated(operator, a.number().clone(), b.number().clone(), base, span))
        };
        let items = a.items.iter().zip(&b.items).map(row).collect();
        let result = if operator.compares() { Base::Bool } else { base };
        Ok(Value { ty: of(result), items, span })
    }
}

/// Returns the quotient of integers, towards zero.
///
/// Chips multiply by a reciprocal, so that 6 / 3 may be a little less than 2. Half of the divisor's part is added first: it moves no other
/// quotient to the next integer. Exact while the dividend is below 2^21, on a Radeon below 2^14.
fn quotient(a: Expr, b: Expr, span: Span) -> Expr {
    if let (Some(x), Some(y)) = (number::literal(&a), number::literal(&b)) {
        let at = |of: &[f32], k: usize| of[if of.len() == 1 { 0 } else { k }];
        let all: Vec<f32> = (0..x.len().max(y.len())).map(|k| (at(&x, k) / at(&y, k)).trunc()).collect();
        let ty = if x.len() >= y.len() { a.ty } else { b.ty };
        return number::of_numbers(&all, ty, span);
    }
    let count = a.ty.count().max(b.ty.count());
    let wide = |of: Expr| if of.ty.count() < count { number::smear(of, count) } else { of };
    let (a, b) = (wide(a), wide(b));
    let all = |value: f32| number::smear(number::float(value, span), count);
    let size = |of: &Expr| math(Math::Abs, vec![of.clone()], span);
    let magnitude = match number::literal(&b) {
        Some(divisors) => {
            let parts = |of: &dyn Fn(f32) -> f32| {
                let numbers: Vec<f32> = divisors.iter().map(|divisor| of(divisor.abs())).collect();
                number::of_numbers(&numbers, b.ty, span)
            };
            let (reciprocal, half) = (parts(&|divisor| 1.0 / divisor), parts(&|divisor| 0.5 / divisor));
            let product = number::binary(Binary::Multiply, size(&a), reciprocal);
            number::binary(Binary::Add, product, half)
        }
        None => number::binary(Binary::Divide, number::binary(Binary::Add, size(&a), all(0.5)), size(&b)),
    };
    let magnitude = math(Math::Floor, vec![magnitude], span);
    let is_negative = |of: &Expr| number::binary(Binary::Less, of.clone(), all(0.0));
    let negative = match number::literal(&b) {
        Some(divisors) if divisors.iter().all(|divisor| *divisor > 0.0) => is_negative(&a),
        _ => number::binary(Binary::Less, number::binary(Binary::Multiply, a, b), all(0.0)),
    };
    number::select(negative, number::negative(magnitude.clone()), magnitude)
}
