//! Values, and what becomes of one where another type is wanted.

use super::{Checked, Checker};
use crate::brook::diagnostics::Diagnostic;
use crate::brook::ir::{Expr, ExprKind};
use crate::brook::source::Span;
use crate::brook::types::{LETTERS, Plain, RecordId, Type};

/// What an expression gives.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Plain(Expr),
    /// An expression for each field.
    Record(RecordId, Vec<Expr>),
    /// A kernel that returns nothing.
    Nothing,
}

pub(crate) fn literal(value: f32, span: Span) -> Expr {
    Expr { kind: ExprKind::Float(value), ty: Plain::FLOAT, span }
}

fn is_int(expr: &Expr) -> bool {
    matches!(expr.kind, ExprKind::Int(_))
}

/// The value in another type, where that can be: numbers fill vectors, vectors lose their last components.
pub(crate) fn converted(value: Expr, to: Plain) -> Option<Expr> {
    let span = value.span;
    let kind = match (value.ty, to) {
        (from, to) if from == to => return Some(value),
        (Plain::Int, Plain::Float(_)) => {
            let value = match value.kind {
                ExprKind::Int(number) => literal(number as f32, span),
                // `a > b ? 1 : 0` as floats from the start.
                ExprKind::Select(condition, a, b) if is_int(&a) && is_int(&b) => {
                    let parts = [*a, *b].map(|part| converted(part.clone(), Plain::FLOAT).unwrap_or(part));
                    let [a, b] = parts.map(Box::new);
                    Expr { kind: ExprKind::Select(condition, a, b), ty: Plain::FLOAT, span }
                }
                _ => Expr { kind: ExprKind::Convert(Box::new(value)), ty: Plain::FLOAT, span },
            };
            return converted(value, to);
        }
        (Plain::Float(from), Plain::Float(to)) if from.count() > 1 && from.count() < to.count() => return None,
        (Plain::Float(from), Plain::Float(to)) if from.count() > to.count() => {
            ExprKind::Swizzle(Box::new(value), (0..to.count() as u8).collect())
        }
        (Plain::Float(from), Plain::Int) if from.count() > 1 => {
            return converted(converted(value, Plain::FLOAT)?, to);
        }
        _ => ExprKind::Convert(Box::new(value)),
    };
    Some(Expr { kind, ty: to, span })
}

/// The value in a type that it can become; one that cannot stays as it is.
pub(super) fn fitted(value: Expr, to: Plain) -> Expr {
    converted(value.clone(), to).unwrap_or(value)
}

/// The value as floats: an int becomes one.
pub(crate) fn as_floats(value: Expr) -> Expr {
    match value.ty {
        Plain::Int => fitted(value, Plain::FLOAT),
        Plain::Float(_) => value,
    }
}

/// How a vector becomes a longer one, as a program writes it.
fn widened(from: usize, to: usize) -> String {
    let parts = LETTERS[..from].join("");
    let zeros = ", 0.0".repeat(to - from);
    format!("say what the others are: `float{to}(v.{parts}{zeros})`")
}

impl Checker<'_> {
    /// The value in this type, field by field; `whereto` says what wants it, for messages.
    pub(super) fn coerce(&mut self, value: Value, to: Type, whereto: &str, span: Span) -> Checked<Vec<Expr>> {
        let wanted = self.type_name(to);
        match (value, to) {
            (Value::Nothing, _) => {
                let title = format!("this kernel returns nothing, and {whereto} wants `{wanted}`");
                self.fail(
                    Diagnostic::error("B0302", span, title).help("what it gives it writes to its `out` arguments"),
                )
            }
            (Value::Record(id, fields), Type::Record(other)) if id == other => Ok(fields),
            (Value::Record(id, _), _) => {
                let got = self.type_name(Type::Record(id));
                let title = format!("a struct `{got}` cannot be a `{wanted}`");
                let finding = Diagnostic::error("B0303", span, title).label(format!("{whereto} wants `{wanted}`"));
                self.fail(finding.help("name one of its fields"))
            }
            (Value::Plain(value), Type::Record(_)) => {
                let got = value.ty.brook();
                let title = format!("a `{got}` cannot be a struct `{wanted}`");
                let finding = Diagnostic::error("B0303", span, title).label(format!("{whereto} wants `{wanted}`"));
                self.fail(finding.help("give its fields one by one"))
            }
            (Value::Plain(value), to) => {
                let to = match to {
                    Type::Float(components) => Plain::Float(components),
                    _ => Plain::Int,
                };
                let value = if to == Plain::Int { self.integral(value)? } else { value };
                let from = value.ty;
                match converted(value, to) {
                    Some(value) => Ok(vec![value]),
                    None => {
                        let title = format!("a `{}` cannot become the longer `{}`", from.brook(), to.brook());
                        let finding =
                            Diagnostic::error("B0304", span, title).label(format!("{whereto} wants `{wanted}`"));
                        self.fail(finding.help(widened(from.count(), to.count())))
                    }
                }
            }
        }
    }
}

/// Both in one type, for an operator: int where both are, else floats, of the shorter of two vectors. `spread` makes a
/// number a vector beside one; without, it stays a number.
pub(crate) fn unified(left: Expr, right: Expr, spread: bool) -> (Expr, Expr) {
    let (a, b) = (left.ty, right.ty);
    if a == b {
        return (left, right);
    }
    let wanted = |own: Plain, other: Plain| match (own.count(), other.count()) {
        (1, n) if n > 1 && spread => Expr::floats(n),
        (1, _) => Plain::FLOAT,
        (own, 1) => Expr::floats(own),
        (own, other) => Expr::floats(own.min(other)),
    };
    let (to_a, to_b) = (wanted(a, b), wanted(b, a));
    (converted(left.clone(), to_a).unwrap_or(left), converted(right.clone(), to_b).unwrap_or(right))
}
