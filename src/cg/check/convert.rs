//! Conversions between types: those that a program writes, and those that it implies.

use super::number::{expr, leaf_type, literal, math, rounded, smear, swizzle};
use super::value::{Item, Value};
use super::{Checked, Checker};
use crate::cg::types::{Base, Texture, Type};
use crate::ir::{Expr, ExprKind, Math, Precision};
use crate::syntax::{Code, Diagnostic, Span};

/// What a value is converted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Purpose<'a> {
    /// A cast, which may lose components without a warning.
    Cast,
    /// An assignment or the first value of a variable.
    Assignment,
    /// An argument of a function.
    Argument { function: &'a str, number: usize },
    /// The result of a function.
    Result,
}

impl Purpose<'_> {
    fn error(self, span: Span, from: &str, to: &str) -> Diagnostic {
        match self {
            Purpose::Cast => Diagnostic::error(Code::C1033, span, format!("a `{from}` cannot be cast to `{to}`")),
            Purpose::Assignment => {
                Diagnostic::error(Code::C1035, span, format!("a `{from}` cannot be assigned to a `{to}`"))
            }
            Purpose::Argument { function, number } => {
                let title = format!("argument {} of `{function}` is a `{to}`, and is given a `{from}`", number + 1);
                Diagnostic::error(Code::C1102, span, title)
            }
            Purpose::Result => {
                Diagnostic::error(Code::C1016, span, format!("this function returns a `{to}`, not a `{from}`"))
            }
        }
    }
}

impl Checker<'_> {
    /// Converts a value.
    pub(super) fn convert(&mut self, value: Value, to: &Type, purpose: Purpose) -> Checked<Value> {
        if value.ty == *to {
            return Ok(value);
        }
        // What is an interface for the program stays the struct that it is.
        if let (Type::Struct(own), Type::Struct(other)) = (&value.ty, to)
            && self.implements(*own, *other)
        {
            return Ok(value);
        }
        let span = value.span;
        let items = self.converted(&value, to, purpose);
        match items {
            Some(items) => Ok(Value { ty: to.clone(), items, span }),
            None => {
                let (from, name) = (self.type_name(&value.ty), self.type_name(to));
                let mut diagnostic = purpose.error(span, &from, &name);
                if let (Type::Vector(_, a), Type::Vector(base, b)) = (&value.ty, to)
                    && a < b
                {
                    let help = "a vector does not grow by itself: write all components";
                    diagnostic = diagnostic.help(format!("{help}, as in `{}{b}(.., 0)`", base.name()));
                }
                self.fail(diagnostic)
            }
        }
    }

    fn converted(&mut self, value: &Value, to: &Type, purpose: Purpose) -> Option<Vec<Item>> {
        let exprs = || {
            value.items.iter().filter_map(|item| match item {
                Item::Number(expr) => Some(expr.clone()),
                Item::Sampler(_) => None,
            })
        };
        let numbers = |exprs: Vec<Expr>| Some(exprs.into_iter().map(Item::Number).collect());
        match (&value.ty, to) {
            (Type::Vector(from, a), Type::Vector(base, b)) => {
                if a < b && *a > 1 {
                    return None;
                }
                if a > b {
                    self.truncates(value, to, purpose);
                }
                numbers(vec![self.leaf(value.expr().clone(), (*from, *a), (*base, *b))])
            }
            (Type::Vector(from, 1), Type::Matrix(base, rows, columns)) => {
                let row = self.leaf(value.expr().clone(), (*from, 1), (*base, *columns));
                numbers(vec![row; usize::from(*rows)])
            }
            (Type::Matrix(from, r, c), Type::Matrix(base, rows, columns)) if r >= rows && c >= columns => {
                if (r, c) != (rows, columns) {
                    self.truncates(value, to, purpose);
                }
                let rows = usize::from(*rows);
                numbers(exprs().take(rows).map(|row| self.leaf(row, (*from, *c), (*base, *columns))).collect())
            }
            // A row and a vector are alike.
            (Type::Matrix(from, 1, c), Type::Vector(base, count)) if c >= count => {
                numbers(vec![self.leaf(value.expr().clone(), (*from, *c), (*base, *count))])
            }
            (Type::Vector(from, count), Type::Matrix(base, 1, c)) if count >= c => {
                numbers(vec![self.leaf(value.expr().clone(), (*from, *count), (*base, *c))])
            }
            // A vector of four is a matrix of two rows if the program says so.
            (Type::Vector(from, 4), Type::Matrix(base, 2, 2)) if purpose == Purpose::Cast => {
                let half = |taken: &[u8]| swizzle(value.expr().clone(), taken, value.span);
                let rows = [half(&[0, 1]), half(&[2, 3])];
                numbers(rows.into_iter().map(|row| self.leaf(row, (*from, 2), (*base, 2))).collect())
            }
            (Type::Array(from, a), Type::Array(of, b)) if a == b => {
                let size = value.items.len() / (*a).max(1);
                let mut items = Vec::with_capacity(value.items.len());
                for part in value.items.chunks(size.max(1)) {
                    let part = Value { ty: (**from).clone(), items: part.to_vec(), span: value.span };
                    items.extend(if from == of { Some(part.items) } else { self.converted(&part, of, purpose) }?);
                }
                Some(items)
            }
            (Type::Sampler(a), Type::Sampler(b)) if *a == Texture::Any || *b == Texture::Any => {
                Some(value.items.clone())
            }
            _ => None,
        }
    }

    /// Warns that components are lost.
    fn truncates(&mut self, value: &Value, to: &Type, purpose: Purpose) {
        if purpose != Purpose::Cast {
            let (from, name) = (self.type_name(&value.ty), self.type_name(to));
            let title = format!("implicit cast from `{from}` to `{name}`: the last components are dropped");
            let diagnostic = Diagnostic::warning(Code::C7011, value.span, title);
            self.report(diagnostic.help(format!("write `({name})` before it if that is meant")));
        }
    }

    /// Converts a number or vector. It has one component, or no less than it gets.
    pub(super) fn leaf(&self, of: Expr, from: (Base, u8), to: (Base, u8)) -> Expr {
        let of = match (from.1, to.1) {
            (a, b) if a > b => {
                let span = of.span;
                swizzle(of, &[0, 1, 2, 3][..usize::from(b)], span)
            }
            _ => of,
        };
        let of = self.base(of, from.0, to.0);
        if of.ty.count() < usize::from(to.1) { smear(of, to.1.into()) } else { of }
    }

    /// Converts the numbers of a number or vector.
    pub(super) fn base(&self, of: Expr, from: Base, to: Base) -> Expr {
        let (count, span) = (of.ty.count() as u8, of.span);
        let convert = |of: Expr, base: Base| expr(ExprKind::Convert(of.into()), leaf_type(base, count), span);
        match (from, to) {
            _ if from == to => of,
            (_, Base::Bool) => convert(of, Base::Bool),
            (Base::Bool, _) => convert(of, Base::Float),
            (Base::CInt, Base::Int) | (Base::Int, Base::CInt) => of,
            (_, Base::Int | Base::CInt) => math(Math::Trunc, vec![of], span),
            (Base::Fixed, Base::Half) => of,
            (_, Base::Half) => self.rounded(of, Base::Half),
            (_, Base::Fixed) => self.rounded(of, Base::Fixed),
            _ => of,
        }
    }

    /// Returns a result of arithmetic on numbers of this type. Literals are rounded in every profile.
    pub(super) fn rounded(&self, of: Expr, base: Base) -> Expr {
        let precision = match base {
            Base::Half => Precision::Half,
            // A literal beyond the range stays what it is where `fixed` is a float.
            Base::Fixed if self.rounds() => Precision::Fixed,
            _ => return of,
        };
        if self.rounds() || literal(&of).is_some() { rounded(of, precision) } else { of }
    }

    /// Returns the type of arithmetic on two types.
    pub(super) fn common(a: Base, b: Base) -> Base {
        match (a, b) {
            (a, b) if a == b => a,
            (Base::CInt, Base::CFloat) | (Base::CFloat, Base::CInt) => Base::CFloat,
            (Base::CInt, Base::Bool) | (Base::Bool, Base::CInt) => Base::Int,
            (Base::CFloat, Base::Bool | Base::Int) | (Base::Bool | Base::Int, Base::CFloat) => Base::Float,
            (Base::CInt | Base::CFloat, other) | (other, Base::CInt | Base::CFloat) => other,
            (a, b) => a.max(b),
        }
    }

    /// Converts a value to a number or vector of truth values.
    pub(super) fn truth(&mut self, value: Value) -> Checked<Value> {
        match value.ty {
            Type::Vector(_, count) => self.convert(value, &Type::Vector(Base::Bool, count), Purpose::Cast),
            _ => {
                let name = self.type_name(&value.ty);
                self.refuse(Code::C1022, value.span, format!("a number is needed here, and this is a `{name}`"), "")
            }
        }
    }
}
