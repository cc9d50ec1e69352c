//! Values, and implicit conversions.

use super::body::Body;
use super::typed::{converted, literal, narrowed, settled};
use super::{Checked, Checker, Failed};
use crate::brook::types::{LETTERS, Plain, RecordId, Scalar, Type, builtin};
use crate::ir::{Expr, ExprKind};
use crate::syntax::ast;
use crate::syntax::{Code, Diagnostic, Files, Span};
use crate::texel::Components;

/// The result of an expression.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Plain(Expr),
    /// A record, with one expression for each field.
    Record(RecordId, Vec<Expr>),
    /// The result of a kernel that returns nothing.
    Nothing,
}

/// Whether a number or vector converts to one with these components.
fn converts(from: Plain, components: Components) -> bool {
    from.count() == 1 || from.count() >= components.count()
}

/// Whether the type `wanted` stores every number of the type `held` unchanged.
fn holds(wanted: Scalar, held: Scalar) -> bool {
    match (wanted.range(), held.range()) {
        (Some((low, high)), Some((least, max))) => low <= least && max <= high && wanted != Scalar::Uint,
        _ => wanted == held,
    }
}

/// Returns a type name with its article.
pub(super) fn one(ty: &str) -> String {
    format!("{} `{ty}`", if ty.starts_with('i') { "an" } else { "a" })
}

/// The maximum length, in characters, of an expression that a message quotes.
const SHORT: usize = 40;

/// Returns the text of a constructor that extends the vector `written` to the type `to`.
fn widened(written: &str, from: usize, to: Plain) -> String {
    let is_short = !written.is_empty() && !written.contains('\n') && written.chars().count() <= SHORT;
    let vector = if is_short { written.to_owned() } else { format!("v.{}", LETTERS[..from].join("")) };
    let zero = if to.is_integer() { ", 0" } else { ", 0.0" };
    format!("`{}({vector}{})`", to.brook(), zero.repeat(to.count() - from))
}

/// Operands of one operator that are vectors of different lengths. The shortest one determines the length of the result.
struct Uneven {
    what: String,
    short: (Span, Plain),
    long: (Span, Plain),
}

impl Uneven {
    /// Finds the innermost operation that dropped components of a longer operand.
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
        let title = format!("{what} have {few} and {many} components, but {} is needed", one(to.brook()));
        let label = |ty: Plain| one(ty.brook());
        let diagnostic = Diagnostic::error(Code::B0304, span, title).label(label(short)).other(other, label(long));
        diagnostic
            .help(format!("the shorter one determines the length: extend it, {}", widened(files.text(span), few, to)))
    }
}

/// Returns the type that a value had before an operator took only its first components. Such an implicit swizzle has the span of
/// the value; a swizzle that is written in the program has its own.
fn uncut(value: &Expr) -> Plain {
    match &value.kind {
        ExprKind::Swizzle(inner, _) if inner.span == value.span => inner.ty,
        ExprKind::Convert(inner) if inner.ty.count() == 1 => inner.ty,
        _ => value.ty,
    }
}

impl Checker<'_> {
    /// Extends a `float3` that is assigned to a `float4` with 0 as the last component, and warns. The old compiler accepted such
    /// assignments.
    pub(super) fn with_zero(&mut self, value: Value, to: Type, span: Span) -> Value {
        let (Value::Plain(plain), Type::Float(Components::Four)) = (&value, to) else { return value };
        if plain.ty != Plain::Float(Components::Three) || Uneven::of(plain).is_some() {
            return value;
        }
        let longer = widened(self.files.text(span), 3, Plain::Float(Components::Four));
        let diagnostic = Diagnostic::warning(Code::B0341, span, "a `float3` becomes a `float4`, whose `w` is 0");
        self.report(diagnostic.help(format!("write it: {longer}")));
        let parts = vec![settled(plain.clone()), literal(0.0, span)];
        Value::Plain(Expr { kind: ExprKind::Vector(parts), ty: Plain::Float(Components::Four), span })
    }

    /// Converts the value of an expression as `coerce` does, but does not narrow a value that certainly fits the type already.
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

    /// Returns the type that the components of an expression certainly have, if it is a variable, a part of one, a cast, or a
    /// choice between these.
    fn held(&self, body: &Body, of: &ast::Expr) -> Option<Scalar> {
        match &of.kind {
            ast::ExprKind::Name(name) => Some(body.find(name)?.ty.numbers()?.0),
            ast::ExprKind::Index(base, _) | ast::ExprKind::Member(base, _) => self.held(body, base),
            ast::ExprKind::Cast(name, _) => Some(builtin(&name.text)?.numbers()?.0),
            ast::ExprKind::Select(_, a, b) => self.held(body, a).filter(|a| Some(*a) == self.held(body, b)),
            _ => None,
        }
    }

    /// Converts a value to this type, field by field. `whereto` names the destination in messages.
    pub(super) fn coerce(&mut self, value: Value, to: Type, whereto: &str, span: Span) -> Checked<Vec<Expr>> {
        let wanted = self.type_name(to);
        match (value, to) {
            (Value::Nothing, _) => {
                let title = format!("this kernel returns nothing, but {whereto} has the type `{wanted}`");
                self.fail(
                    Diagnostic::error(Code::B0302, span, title)
                        .help("it returns its results through its `out` arguments"),
                )
            }
            (Value::Record(id, fields), Type::Record(other)) if id == other => Ok(fields),
            (Value::Record(id, _), _) => {
                let got = self.type_name(Type::Record(id));
                let title = format!("a struct `{got}` cannot be a `{wanted}`");
                let diagnostic =
                    Diagnostic::error(Code::B0303, span, title).label(format!("{whereto} has the type `{wanted}`"));
                self.fail(diagnostic.help("name one of its fields"))
            }
            (Value::Plain(value), Type::Record(_)) => {
                let got = settled(value).ty.brook();
                let title = format!("{} cannot be a struct `{wanted}`", one(got));
                let diagnostic =
                    Diagnostic::error(Code::B0303, span, title).label(format!("{whereto} has the type `{wanted}`"));
                self.fail(diagnostic.help("give its fields one by one"))
            }
            (Value::Plain(value), to) => {
                let Some((scalar, components)) = to.numbers() else { return Err(Failed) };
                let to = scalar.value(components);
                let value = if to.is_integer() { self.as_int(value)? } else { settled(value) };
                let from = value.ty;
                match converted(value, to) {
                    Ok(value) => Ok(vec![narrowed(value, scalar)]),
                    Err(value) => {
                        if let Some(uneven) = Uneven::of(&value) {
                            return self.fail(uneven.diagnostic(to, self.files));
                        }
                        let title = format!("{} cannot become the longer `{}`", one(from.brook()), to.brook());
                        let diagnostic = Diagnostic::error(Code::B0304, span, title)
                            .label(format!("{whereto} has the type `{wanted}`"));
                        let longer = widened(self.files.text(span), from.count(), to);
                        self.fail(diagnostic.help(format!("say what the others are: {longer}")))
                    }
                }
            }
        }
    }
}
