//! Values, and implicit conversions.

use super::body::Body;
use super::int_literal::settled;
use super::{Checked, Checker, Failed};
use crate::brook::types::{LETTERS, Plain, RecordId, Scalar, Type, builtin};
use crate::ir::{Binary, Expr, ExprKind, Math};
use crate::syntax::ast;
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
    match &expr.kind {
        ExprKind::Int(_) => true,
        // In all components.
        ExprKind::Convert(inner) => matches!(inner.kind, ExprKind::Int(_)),
        _ => false,
    }
}

/// The value in another type, where that can be: numbers fill vectors, vectors lose their last components.
pub(crate) fn converted(value: Expr, to: Plain) -> Option<Expr> {
    let value = settled(value);
    let (span, from) = (value.span, value.ty);
    let (has, wanted) = (from.count(), to.count());
    if from == to {
        return Some(value);
    }
    if has > 1 && has < wanted {
        return None;
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
        // `a > b ? 1 : 0` as floats from the start.
        (ExprKind::Select(condition, a, b), Plain::Float(_)) if has == wanted && is_int(&a) && is_int(&b) => {
            let parts = [*a, *b].map(|part| converted(part.clone(), to).unwrap_or(part));
            let [a, b] = parts.map(Box::new);
            ExprKind::Select(condition, a, b)
        }
        (kind, _) => ExprKind::Convert(Box::new(Expr { kind, ty: from, span })),
    };
    Some(Expr { kind, ty: to, span })
}

/// The value as it is stored in such a number: integers lose their high bits, fractions of 0 to 1 go to the nearest.
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
                // The sum wraps around where ints do, which its low bits do not see.
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

/// The value in a type that it can become; one that cannot stays as it is.
pub(super) fn fitted(value: Expr, to: Plain) -> Expr {
    converted(value.clone(), to).unwrap_or(value)
}

/// Whether a number or vector becomes one of so many components.
fn converts(from: Plain, components: Components) -> bool {
    from.count() == 1 || from.count() >= components.count()
}

/// Whether a number that is one of `held` is stored as one of `wanted` just as it is.
fn holds(wanted: Scalar, held: Scalar) -> bool {
    match (wanted.range(), held.range()) {
        (Some((low, high)), Some((least, most))) => low <= least && most <= high && wanted != Scalar::Uint,
        _ => wanted == held,
    }
}

/// The value as floats: ints become such.
pub(crate) fn as_floats(value: Expr) -> Expr {
    let value = settled(value);
    let ty = Plain::Float(value.ty.components());
    fitted(value, ty)
}

/// A type with its article.
pub(super) fn one(ty: &str) -> String {
    format!("{} `{ty}`", if ty.starts_with('i') { "an" } else { "a" })
}

/// The most characters of an expression that a message writes again.
const SHORT: usize = 40;

/// A vector, written like this, made a longer one, as a program writes it.
fn widened(written: &str, from: usize, to: Plain) -> String {
    let is_short = !written.is_empty() && !written.contains('\n') && written.chars().count() <= SHORT;
    let vector = if is_short { written.to_owned() } else { format!("v.{}", LETTERS[..from].join("")) };
    let zero = if to.is_integer() { ", 0" } else { ", 0.0" };
    format!("`{}({vector}{})`", to.brook(), zero.repeat(to.count() - from))
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
        let title = format!("{what} have {few} and {many} components, and {} is wanted", one(to.brook()));
        let label = |ty: Plain| one(ty.brook());
        let diagnostic = Diagnostic::error(Code::B0304, span, title).label(label(short)).other(other, label(long));
        diagnostic.help(format!("the shorter one decides: write it longer, {}", widened(files.text(span), few, to)))
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
        let longer = widened(self.files.text(span), 3, Plain::Float(Components::Four));
        let diagnostic = Diagnostic::warning(Code::B0341, span, "a `float3` becomes a `float4`, whose `w` is 0");
        self.say(diagnostic.help(format!("write it: {longer}")));
        let parts = vec![settled(plain.clone()), literal(0.0, span)];
        Value::Plain(Expr { kind: ExprKind::Vector(parts), ty: Plain::Float(Components::Four), span })
    }

    /// The same of the value of this expression: what is narrow enough is not narrowed again.
    pub(super) fn coerce_of(
        &mut self,
        body: &Body,
        value: Value,
        to: Type,
        whereto: &str,
        of: &ast::Expr,
    ) -> Checked<Vec<Expr>> {
        let held = to.numbers().zip(self.held(body, of)).filter(|((wanted, _), held)| holds(*wanted, *held));
        let to = match (held, &value) {
            (Some(((wanted, components), _)), Value::Plain(value)) if converts(value.ty, components) => {
                match wanted.value(components) {
                    Plain::Float(_) => Type::Float(components),
                    Plain::Uint(_) => Type::of(Scalar::Uint, components),
                    _ => Type::of(Scalar::Int, components),
                }
            }
            _ => to,
        };
        self.coerce(value, to, whereto, of.span)
    }

    /// What the components of an expression surely are, where it is a variable or a part of one, or says so.
    fn held(&self, body: &Body, of: &ast::Expr) -> Option<Scalar> {
        match &of.kind {
            ast::ExprKind::Name(name) => Some(body.find(name)?.ty.numbers()?.0),
            ast::ExprKind::Index(base, _) | ast::ExprKind::Member(base, _) => self.held(body, base),
            ast::ExprKind::Cast(name, _) => Some(builtin(&name.text)?.numbers()?.0),
            ast::ExprKind::Select(_, a, b) => self.held(body, a).filter(|a| Some(*a) == self.held(body, b)),
            _ => None,
        }
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
                let title = format!("{} cannot be a struct `{wanted}`", one(got));
                let diagnostic =
                    Diagnostic::error(Code::B0303, span, title).label(format!("{whereto} wants `{wanted}`"));
                self.fail(diagnostic.help("give its fields one by one"))
            }
            (Value::Plain(value), to) => {
                let Some((scalar, components)) = to.numbers() else { return Err(Failed) };
                let to = scalar.value(components);
                let value = if to.is_integer() { self.as_int(value)? } else { settled(value) };
                let from = value.ty;
                match converted(value.clone(), to) {
                    Some(value) => Ok(vec![narrowed(value, scalar)]),
                    None => {
                        if let Some(uneven) = Uneven::of(&value) {
                            return self.fail(uneven.diagnostic(to, self.files));
                        }
                        let title = format!("{} cannot become the longer `{}`", one(from.brook()), to.brook());
                        let diagnostic =
                            Diagnostic::error(Code::B0304, span, title).label(format!("{whereto} wants `{wanted}`"));
                        let longer = widened(self.files.text(span), from.count(), to);
                        self.fail(diagnostic.help(format!("say what the others are: {longer}")))
                    }
                }
            }
        }
    }
}

/// Both in one type, for an operator: floats where one is, else without a sign where one is, of the shorter of two vectors.
/// `spread` makes a number a vector beside one; without, it stays a number.
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
    (converted(left.clone(), to_a).unwrap_or(left), converted(right.clone(), to_b).unwrap_or(right))
}
