//! Values, and implicit conversions.

use super::int_literal::settled;
use super::{Checked, Checker};
use crate::brook::types::{LETTERS, Plain, RecordId, Type};
use crate::ir::{Expr, ExprKind};
use crate::syntax::{Code, Diagnostic, Files, Span};
use crate::texel::Components;

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
    let value = settled(value);
    let span = value.span;
    let kind = match (value.ty, to) {
        (from, to) if from == to => return Some(value),
        (Plain::INT, Plain::Float(_)) => {
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
        (Plain::Float(from), Plain::INT) if from.count() > 1 => {
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
        Plain::Float(_) => value,
        _ => fitted(value, Plain::FLOAT),
    }
}

/// The most characters of an expression that a message writes again.
const SHORT: usize = 40;

/// A vector, written like this, made a longer one, as a program writes it.
fn widened(written: &str, from: usize, to: usize) -> String {
    let is_short = !written.is_empty() && !written.contains('\n') && written.chars().count() <= SHORT;
    let vector = if is_short { written.to_owned() } else { format!("v.{}", LETTERS[..from].join("")) };
    format!("`float{to}({vector}{})`", ", 0.0".repeat(to - from))
}

/// Vectors of several lengths under one operator, of which the shortest decides.
struct Uneven {
    what: String,
    short: (Span, Plain),
    long: (Span, Plain),
}

impl Uneven {
    /// Where a value lost components on its way, the innermost such place.
    fn of(value: &Expr) -> Option<Uneven> {
        let (what, parts) = match &value.kind {
            ExprKind::Unary(_, inner) => return Uneven::of(inner),
            ExprKind::Binary(operator, a, b) => (format!("the operands of `{}`", operator.sign()), vec![&**a, b]),
            ExprKind::Select(test, a, b) => ("the parts of `?:`".to_owned(), vec![&**test, a, b]),
            ExprKind::Math(_, given) => ("the arguments".to_owned(), given.iter().collect()),
            _ => return None,
        };
        let given = |part: &Expr| (part.span, uncut(part));
        let vectors = || parts.iter().copied().filter(|part| uncut(part).count() > 1);
        let short = vectors().min_by_key(|part| uncut(part).count())?;
        if let Some(inner) = Uneven::of(short) {
            return Some(inner);
        }
        let long = vectors().find(|part| uncut(part).count() > uncut(short).count())?;
        Some(Uneven { what, short: given(short), long: given(long) })
    }

    fn diagnostic(self, to: Plain, files: &Files) -> Diagnostic {
        let Uneven { what, short: (span, short), long: (other, long) } = self;
        let (few, many) = (short.count(), long.count());
        let title = format!("{what} have {few} and {many} components, and a `{}` is wanted", to.brook());
        let label = |ty: Plain| format!("a `{}`", ty.brook());
        let diagnostic = Diagnostic::error(Code::B0304, span, title).label(label(short)).other(other, label(long));
        diagnostic
            .help(format!("the shorter one decides: write it longer, {}", widened(files.text(span), few, to.count())))
    }
}

/// The type of a value before an operator took its first components. Those that a program takes itself have a place of
/// their own.
fn uncut(value: &Expr) -> Plain {
    match &value.kind {
        ExprKind::Swizzle(inner, _) if inner.span == value.span => inner.ty,
        ExprKind::Convert(inner) if inner.ty.count() == 1 => inner.ty,
        _ => value.ty,
    }
}

impl Checker<'_> {
    /// A `float3` that is assigned to a `float4`, with 0 for its last component: the old compiler took it.
    pub(super) fn with_zero(&mut self, value: Value, to: Type, span: Span) -> Value {
        let (Value::Plain(plain), Type::Float(Components::Four)) = (&value, to) else { return value };
        if plain.ty != Plain::Float(Components::Three) || Uneven::of(plain).is_some() {
            return value;
        }
        let longer = widened(self.files.text(span), 3, 4);
        let diagnostic = Diagnostic::warning(Code::B0341, span, "a `float3` becomes a `float4`, whose `w` is 0");
        self.say(diagnostic.help(format!("write it: {longer}")));
        let parts = vec![settled(plain.clone()), literal(0.0, span)];
        Value::Plain(Expr { kind: ExprKind::Vector(parts), ty: Plain::Float(Components::Four), span })
    }

    /// The value in this type, field by field; `whereto` says what wants it, for messages.
    pub(super) fn coerce(&mut self, value: Value, to: Type, whereto: &str, span: Span) -> Checked<Vec<Expr>> {
        let wanted = self.type_name(to);
        match (value, to) {
            (Value::Nothing, _) => {
                let title = format!("this kernel returns nothing, and {whereto} wants `{wanted}`");
                self.fail(
                    Diagnostic::error(Code::B0302, span, title).help("what it gives it writes to its `out` arguments"),
                )
            }
            (Value::Record(id, fields), Type::Record(other)) if id == other => Ok(fields),
            (Value::Record(id, _), _) => {
                let got = self.type_name(Type::Record(id));
                let title = format!("a struct `{got}` cannot be a `{wanted}`");
                let diagnostic =
                    Diagnostic::error(Code::B0303, span, title).label(format!("{whereto} wants `{wanted}`"));
                self.fail(diagnostic.help("name one of its fields"))
            }
            (Value::Plain(value), Type::Record(_)) => {
                let got = settled(value).ty.brook();
                let title = format!("a `{got}` cannot be a struct `{wanted}`");
                let diagnostic =
                    Diagnostic::error(Code::B0303, span, title).label(format!("{whereto} wants `{wanted}`"));
                self.fail(diagnostic.help("give its fields one by one"))
            }
            (Value::Plain(value), to) => {
                let to = match to {
                    Type::Float(components) => Plain::Float(components),
                    _ => Plain::INT,
                };
                let value = if to == Plain::INT { self.as_int(value)? } else { settled(value) };
                let from = value.ty;
                match converted(value.clone(), to) {
                    Some(value) => Ok(vec![value]),
                    None => {
                        if let Some(uneven) = Uneven::of(&value) {
                            return self.fail(uneven.diagnostic(to, self.files));
                        }
                        let title = format!("a `{}` cannot become the longer `{}`", from.brook(), to.brook());
                        let diagnostic =
                            Diagnostic::error(Code::B0304, span, title).label(format!("{whereto} wants `{wanted}`"));
                        let longer = widened(self.files.text(span), from.count(), to.count());
                        self.fail(diagnostic.help(format!("say what the others are: {longer}")))
                    }
                }
            }
        }
    }
}

/// Both in one type, for an operator: int where both are, else floats, of the shorter of two vectors. `spread` makes a
/// number a vector beside one; without, it stays a number.
pub(crate) fn unified(left: Expr, right: Expr, spread: bool) -> (Expr, Expr) {
    let (left, right) = (settled(left), settled(right));
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
