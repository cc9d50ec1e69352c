//! Functions of vectors and matrices.

use super::{Common, like, operate};
use crate::cg::check::body::{Body, component};
use crate::cg::check::convert::Purpose;
use crate::cg::check::number::{binary, float, literal, math, negative, select, smear, vector};
use crate::cg::check::value::{Item, Value};
use crate::cg::check::{Checked, Checker};
use crate::cg::types::{Base, Type};
use crate::ir::{Binary, Expr, Math};
use crate::syntax::ast::Name;
use crate::syntax::{Code, Span};

impl Checker<'_> {
    /// Checks a function of vectors or matrices. Returns `None` if it is another one.
    pub(super) fn on_vectors(
        &mut self,
        body: &mut Body,
        name: &Name,
        values: &[Value],
        span: Span,
    ) -> Checked<Option<Value>> {
        let count = match name.text.as_str() {
            "mul" | "dot" | "cross" | "distance" | "reflect" => 2,
            "length" | "normalize" | "transpose" | "determinant" | "all" | "any" => 1,
            "faceforward" | "refract" => 3,
            _ => return Ok(None),
        };
        self.takes(name, values.len(), count)?;
        match name.text.as_str() {
            "mul" => return self.product(body, name, values, span).map(Some),
            "transpose" => return self.transposed(&values[0], span).map(Some),
            "determinant" => return self.determinant(body, &values[0], span).map(Some),
            "all" | "any" => return self.truths(name, values[0].clone(), span).map(Some),
            "refract" => return self.refracted(body, name, values, span).map(Some),
            _ => {}
        }
        let Common { of, base, count } = self.in_common(name, values.to_vec())?;
        let base = if base.is_integer() { Base::Float } else { base };
        let at = |k: usize| of[k].clone();
        let number = |this: &Self, value: Expr| Ok(Some(Value::of(Type::Vector(base, 1), this.rounded(value, base))));
        let same = |this: &Self, value: Expr| Ok(Some(Value::of(Type::Vector(base, count), this.rounded(value, base))));
        match name.text.as_str() {
            "dot" => number(self, dot(&of[0], &of[1], span)),
            "length" => number(self, math(Math::Sqrt, vec![dot(&of[0], &of[0], span)], span)),
            "distance" => {
                let difference = body.reused(operate(Binary::Subtract, at(0), at(1)));
                number(self, math(Math::Sqrt, vec![dot(&difference, &difference, span)], span))
            }
            "normalize" => {
                let inverse = math(Math::InverseSqrt, vec![dot(&of[0], &of[0], span)], span);
                same(self, operate(Binary::Multiply, at(0), inverse))
            }
            "cross" => {
                if count != 3 {
                    return self.refuse(Code::C1102, span, "`cross` takes two vectors of three components", "");
                }
                same(self, math(Math::Cross, of, span))
            }
            "reflect" => {
                let twice = operate(Binary::Multiply, float(2.0, span), dot(&of[1], &of[0], span));
                same(self, operate(Binary::Subtract, at(0), operate(Binary::Multiply, at(1), twice)))
            }
            _ => {
                let below = binary(Binary::Less, dot(&of[1], &of[2], span), float(0.0, span));
                same(self, select(below, at(0), negative(at(0))))
            }
        }
    }

    fn refracted(&mut self, body: &mut Body, name: &Name, values: &[Value], span: Span) -> Checked<Value> {
        let Common { of, base, count } = self.in_common(name, values[..2].to_vec())?;
        let eta = self.convert(values[2].clone(), &Type::Vector(base, 1), Purpose::Assignment)?.expr().clone();
        let (incident, normal) = (of[0].clone(), of[1].clone());
        let cosine = body.reused(dot(&negative(incident.clone()), &normal, span));
        let one = || float(1.0, span);
        let rest = operate(Binary::Subtract, one(), operate(Binary::Multiply, cosine.clone(), cosine.clone()));
        let k = operate(Binary::Multiply, operate(Binary::Multiply, eta.clone(), eta.clone()), rest);
        let k = body.reused(operate(Binary::Subtract, one(), k));
        let root = math(Math::Sqrt, vec![math(Math::Abs, vec![k.clone()], span)], span);
        let along = operate(Binary::Subtract, operate(Binary::Multiply, eta.clone(), cosine), root);
        let bent = operate(
            Binary::Add,
            operate(Binary::Multiply, incident.clone(), eta),
            operate(Binary::Multiply, normal, along),
        );
        let passes = binary(Binary::Greater, k, float(0.0, span));
        let value = select(passes, bent, like(&incident, 0.0));
        Ok(Value::of(Type::Vector(base, count), self.rounded(value, base)))
    }

    /// Checks `mul(a, b)`. A vector is a column on the right of a matrix, and a row on its left.
    fn product(&mut self, body: &mut Body, name: &Name, values: &[Value], span: Span) -> Checked<Value> {
        let (a, b) = (&values[0], &values[1]);
        let (Some(x), Some(y)) = (a.ty.base(), b.ty.base()) else {
            return self.refuse(Code::C1102, span, "`mul` takes matrices, vectors and numbers", "");
        };
        let base = match Self::common(x, y) {
            base if base.is_integer() || base == Base::Bool => Base::Float,
            base => base,
        };
        let (a, b) = (self.rows_of(a, base), self.rows_of(b, base));
        let rounded = |this: &Self, value: Expr| this.rounded(value, base);
        match (&values[0].ty, &values[1].ty) {
            (Type::Matrix(_, rows, columns), Type::Vector(_, count)) if *count >= *columns => {
                let v = self.leaf(b[0].clone(), (base, *count), (base, *columns));
                let parts = a.iter().map(|row| rounded(self, dot(row, &v, span))).collect();
                Ok(Value::of(Type::Vector(base, *rows), vector(parts, span)))
            }
            (Type::Vector(_, count), Type::Matrix(_, rows, columns)) if *count >= *rows => {
                let sum = weighted(&a[0], &b, *rows, span);
                Ok(Value::of(Type::Vector(base, *columns), rounded(self, sum)))
            }
            (Type::Matrix(_, rows, inner), Type::Matrix(_, own, columns)) if inner == own => {
                let b: Vec<Expr> = b.into_iter().map(|row| body.reused(row)).collect();
                let row = |row: &Expr| Item::Number(rounded(self, weighted(row, &b, *inner, span)));
                let items = a.iter().map(row).collect();
                Ok(Value { ty: Type::Matrix(base, *rows, *columns), items, span })
            }
            (Type::Vector(_, m), Type::Vector(_, n)) if *m == *n && *m > 1 => {
                Ok(Value::of(Type::Vector(base, 1), rounded(self, dot(&a[0], &b[0], span))))
            }
            (_, Type::Vector(_, 1)) | (Type::Vector(_, 1), _) => {
                self.binary(body, Binary::Multiply, values[0].clone(), values[1].clone(), span)
            }
            _ => {
                let (a, b) = (self.type_name(&values[0].ty), self.type_name(&values[1].ty));
                let title = format!("a `{a}` and a `{b}` do not fit each other in `{}`", name.text);
                self.refuse(Code::C1102, span, title, "the columns of the first are as many as the rows of the second")
            }
        }
    }

    /// Returns the rows of a number, vector or matrix, converted.
    fn rows_of(&self, value: &Value, base: Base) -> Vec<Expr> {
        let from = value.ty.base().unwrap_or(base);
        value.exprs().into_iter().map(|row| self.base(row, from, base)).collect()
    }

    fn transposed(&mut self, value: &Value, span: Span) -> Checked<Value> {
        let Type::Matrix(base, rows, columns) = value.ty else {
            return self.refuse(Code::C1102, span, "`transpose` takes a matrix", "");
        };
        let row = |column: u8| {
            let parts = value.items.iter().map(|row| component(row.number(), column)).collect();
            Item::Number(vector(parts, span))
        };
        Ok(Value { ty: Type::Matrix(base, columns, rows), items: (0..columns).map(row).collect(), span })
    }

    fn determinant(&mut self, body: &mut Body, value: &Value, span: Span) -> Checked<Value> {
        let Type::Matrix(base, rows, columns) = value.ty else {
            return self.refuse(Code::C1102, span, "`determinant` takes a square matrix", "");
        };
        if rows != columns {
            let title = format!("`determinant` takes a square matrix, not a `{}`", self.type_name(&value.ty));
            return self.refuse(Code::C1102, span, title, "");
        }
        let elements: Vec<Vec<Expr>> =
            value.items.iter().map(|row| (0..columns).map(|k| component(row.number(), k)).collect()).collect();
        let base = if base.is_integer() { Base::Float } else { base };
        let result = minor(body, &elements, &(0..usize::from(columns)).collect::<Vec<_>>());
        Ok(Value::of(Type::Vector(base, 1), self.rounded(result, base)))
    }
}

/// Returns the inner product of two vectors, or the product of two numbers.
fn dot(a: &Expr, b: &Expr, span: Span) -> Expr {
    if a.ty.count() == 1 {
        return operate(Binary::Multiply, a.clone(), b.clone());
    }
    // Rows of a literal matrix, such as the identity, mostly pick a component.
    match (literal(a), literal(b)) {
        (Some(_), Some(_)) | (None, None) => {}
        (Some(numbers), None) => return picked(&numbers, b).unwrap_or_else(|| dot_product(a, b, span)),
        (None, Some(numbers)) => return picked(&numbers, a).unwrap_or_else(|| dot_product(a, b, span)),
    }
    dot_product(a, b, span)
}

fn dot_product(a: &Expr, b: &Expr, span: Span) -> Expr {
    math(Math::Dot, vec![a.clone(), b.clone()], span)
}

/// Returns the dot product with numbers of which no more than one is not 0.
fn picked(numbers: &[f32], of: &Expr) -> Option<Expr> {
    let mut others = (0u8..).zip(numbers).filter(|(_, number)| **number != 0.0);
    match (others.next(), others.next()) {
        (None, _) => Some(float(0.0, of.span)),
        (Some((k, 1.0)), None) => Some(component(of, k)),
        (Some((k, number)), None) => Some(binary(Binary::Multiply, component(of, k), float(*number, of.span))),
        _ => None,
    }
}

/// Returns the sum of rows, each multiplied by a component of a vector.
fn weighted(weights: &Expr, rows: &[Expr], count: u8, span: Span) -> Expr {
    let term = |k: u8| {
        let row = &rows[usize::from(k)];
        let weight = component(weights, k);
        let weight = if row.ty.count() > 1 { smear(weight, row.ty.count()) } else { weight };
        operate(Binary::Multiply, row.clone(), weight)
    };
    let sum = (1..count).fold(term(0), |sum, k| operate(Binary::Add, sum, term(k)));
    Expr { span, ..sum }
}

/// Returns the determinant of the last rows, in these columns.
fn minor(body: &mut Body, rows: &[Vec<Expr>], columns: &[usize]) -> Expr {
    let Some((first, rest)) = rows.split_first() else { return float(1.0, Span::default()) };
    let mut sum: Option<Expr> = None;
    for (position, &column) in columns.iter().enumerate() {
        let others: Vec<usize> = columns.iter().copied().filter(|own| *own != column).collect();
        let term = match rest {
            [] => first[column].clone(),
            _ => {
                let inner = minor(body, rest, &others);
                operate(Binary::Multiply, first[column].clone(), body.reused(inner))
            }
        };
        sum = Some(match (sum, position % 2) {
            (None, _) => term,
            (Some(sum), 1) => operate(Binary::Subtract, sum, term),
            (Some(sum), _) => operate(Binary::Add, sum, term),
        });
    }
    sum.unwrap_or_else(|| float(1.0, Span::default()))
}
