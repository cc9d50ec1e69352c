//! Constructors: `float4(a, b)`, `float2x2(a, b, c, d)`.

use super::body::Body;
use super::number::{smear, swizzle, vector};
use super::value::{Item, Value};
use super::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::Expr;
use crate::syntax::{Code, Span, ast};

impl Checker<'_> {
    /// Checks the construction of a number, vector or matrix.
    pub(super) fn constructor(
        &mut self,
        body: &mut Body,
        ty: &Type,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Value> {
        let (base, rows, columns) = match ty {
            Type::Vector(base, count) => (*base, 1, *count),
            Type::Matrix(base, rows, columns) => (*base, *rows, *columns),
            _ => unreachable!("only numbers, vectors and matrices are constructed"),
        };
        let mut parts: Vec<Expr> = Vec::new();
        let mut values = Vec::with_capacity(arguments.len());
        for (number, argument) in arguments.iter().enumerate() {
            let value = self.value(body, argument)?;
            let later = arguments[number + 1..].iter().any(super::expr::has_effects);
            let value = if later { body.copied(&value) } else { value };
            parts.extend(self.numbers(&value, base)?);
            values.push(value);
        }
        let wanted = usize::from(rows) * usize::from(columns);
        let given: usize = parts.iter().map(|part| part.ty.count()).sum();
        if given == 1 && wanted > 1 {
            let row = smear(body.reused(parts.remove(0)), columns.into());
            return Ok(Value { ty: ty.clone(), items: vec![Item::Number(row); rows.into()], span });
        }
        if given < wanted || (given > wanted && arguments.len() > 1) {
            let name = self.type_name(ty);
            let (code, what) = if given < wanted { (Code::C1067, "few") } else { (Code::C1068, "many") };
            let title = format!("a `{name}` has {wanted} numbers, and is given too {what}: {given}");
            return self.refuse(code, span, title, "");
        }
        if given > wanted {
            // One argument is a cast.
            let value = values.swap_remove(0);
            return self.convert(value, ty, super::convert::Purpose::Cast);
        }
        let items = self.rows(body, parts, rows, columns, span);
        Ok(Value { ty: ty.clone(), items, span })
    }

    /// Distributes numbers to rows.
    fn rows(&mut self, body: &mut Body, parts: Vec<Expr>, rows: u8, columns: u8, span: Span) -> Vec<Item> {
        if rows == 1 {
            return vec![Item::Number(vector(parts, span))];
        }
        let mut all: Vec<Expr> = Vec::new();
        for part in parts {
            let part = body.reused(part);
            let count = part.ty.count() as u8;
            all.extend((0..count).map(|k| swizzle(part.clone(), &[k], span)));
        }
        let row = |numbers: &[Expr]| Item::Number(regrouped(numbers, span));
        all.chunks(columns.into()).map(row).collect()
    }

    /// Returns the numbers and vectors of a value, converted.
    pub(super) fn numbers(&mut self, value: &Value, base: Base) -> Checked<Vec<Expr>> {
        match &value.ty {
            Type::Vector(from, _) | Type::Matrix(from, ..) => {
                Ok(value.exprs().into_iter().map(|expr| self.base(expr, *from, base)).collect())
            }
            Type::Array(of, count) => {
                let size = value.items.len() / (*count).max(1);
                let mut all = Vec::new();
                for items in value.items.chunks(size.max(1)) {
                    let item = Value { ty: (**of).clone(), items: items.to_vec(), span: value.span };
                    all.extend(self.numbers(&item, base)?);
                }
                Ok(all)
            }
            other => {
                let title = format!("a `{}` is no number or vector", self.type_name(other));
                self.refuse(Code::C1056, value.span, title, "")
            }
        }
    }
}

/// Returns a vector of these numbers. Components of one vector that follow each other become one swizzle.
fn regrouped(numbers: &[Expr], span: Span) -> Expr {
    use crate::ir::ExprKind;
    let mut parts: Vec<Expr> = Vec::new();
    for number in numbers {
        if let (ExprKind::Swizzle(inner, own), Some(last)) = (&number.kind, parts.last_mut())
            && let ExprKind::Swizzle(other, taken) = &last.kind
            && other == inner
        {
            let taken: Vec<u8> = taken.iter().chain(own).copied().collect();
            *last = swizzle((**inner).clone(), &taken, span);
            if !matches!(last.kind, ExprKind::Swizzle(..)) {
                continue;
            }
        } else {
            parts.push(number.clone());
        }
    }
    vector(parts, span)
}
