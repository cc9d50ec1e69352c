//! Local arrays of a kernel. Each element is a variable. A literal index selects one of these variables; a computed index is
//! compared with each element's index.

use super::body::{Body, Variable};
use super::convert::Value;
use super::lvalue::{Chosen, Lvalue};
use super::typed::{fitted, settled};
use super::{Checked, Checker};
use crate::brook::types::{Plain, Type};
use crate::ir::{At, Binary, Expr, ExprKind, LocalId, Part, Stmt};
use crate::syntax::ast::{self, Declarator};
use crate::syntax::{Code, Diagnostic, Span};

/// The maximum number of elements of an array. Each access with a computed index takes one comparison for each element.
pub(crate) const MAX_ARRAY: usize = 64;

impl Chosen {
    /// Returns the condition that the computed index equals `element`.
    fn is(&self, element: usize, span: Span) -> Expr {
        let number = Expr { kind: ExprKind::Int(element as i32), ty: Plain::INT, span };
        let kind = ExprKind::Binary(Binary::Equal, Box::new(self.index.clone()), Box::new(number));
        Expr { kind, ty: Plain::FLOAT, span }
    }
}

/// Returns the expression `test ? then : otherwise`.
fn choice(test: Expr, then: Expr, otherwise: Expr) -> Expr {
    let (ty, span) = (then.ty, then.span);
    Expr { kind: ExprKind::Select(Box::new(test), Box::new(then), Box::new(otherwise)), ty, span }
}

/// Evaluates an expression of integer literals. Returns `None` for any other expression.
fn constant(of: &ast::Expr) -> Option<i64> {
    match &of.kind {
        ast::ExprKind::Int(value) => Some(*value),
        ast::ExprKind::Uint(value) => Some((*value).into()),
        ast::ExprKind::Unary(crate::ir::Unary::Neg, inner) => constant(inner)?.checked_neg(),
        ast::ExprKind::Binary(operator, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match operator {
                Binary::Add => a.checked_add(b),
                Binary::Subtract => a.checked_sub(b),
                Binary::Multiply => a.checked_mul(b),
                Binary::Divide => a.checked_div(b),
                _ => None,
            }
        }
        _ => None,
    }
}

impl Checker<'_> {
    /// Returns the number of elements of a declared array, or `None` if the variable is not an array.
    pub(super) fn array_length(&mut self, item: &Declarator) -> Checked<Option<usize>> {
        let name = &item.name.text;
        let Some(span) = item.array else { return Ok(None) };
        let wrong = |title: String, help: &str| Diagnostic::error(Code::B0309, span, title).help(help.to_owned());
        let given = match &item.lengths[..] {
            [Some(length)] => constant(length),
            [None] => match &item.value {
                Some(ast::Expr { kind: ast::ExprKind::Braces(values), .. }) => Some(values.len() as i64),
                _ => None,
            },
            [] => {
                let title = format!("variable `{name}` cannot be a stream");
                return self.fail(wrong(title, "an array is declared with its length: `float a[4];`"));
            }
            _ => {
                let title = format!("`{name}` is an array of arrays, which kernels do not have");
                return self.fail(wrong(title, "make it one array, and compute the index: `a[4 * i + j]`"));
            }
        };
        match given {
            None => {
                let title = format!("the length of array `{name}` must be a literal number");
                self.fail(wrong(title, "write it: `float a[4];`, or `#define` a name for it"))
            }
            Some(length) if !(1..=MAX_ARRAY as i64).contains(&length) => {
                let limit = if length < 1 { "the minimum is 1".into() } else { format!("the maximum is {MAX_ARRAY}") };
                let title = format!("array `{name}` has {length} elements: {limit}");
                let help = "each element is a variable of its own; what is only read can be a gather parameter";
                self.fail(wrong(title, help))
            }
            Some(length) => Ok(Some(length as usize)),
        }
    }

    /// Declares the elements of an array, which start as zero or as the values in braces.
    pub(super) fn declare_array(
        &mut self,
        body: &mut Body,
        ty: Type,
        length: usize,
        item: &Declarator,
    ) -> Checked<Vec<LocalId>> {
        let values: &[ast::Expr] = match &item.value {
            None => &[],
            Some(ast::Expr { kind: ast::ExprKind::Braces(values), .. }) => values,
            Some(other) => {
                let title = format!("array `{}` must be initialized with values in braces", item.name.text);
                let help = "write `{a, b}`; those that are left out are zero";
                return self.fail(Diagnostic::error(Code::B0311, other.span, title).help(help));
            }
        };
        if values.len() > length {
            let span = item.value.as_ref().map_or(item.name.span, |value| value.span);
            let title = format!("{} values for the {length} elements of array `{}`", values.len(), item.name.text);
            return self.fail(Diagnostic::error(Code::B0311, span, title));
        }
        let fields = self.types.records.fields(ty);
        let mut locals = Vec::new();
        let mut fine = Ok(());
        for k in 0..length {
            let start = match values.get(k).map(|value| self.initial(body, value, ty)) {
                Some(Ok(start)) => start,
                Some(Err(failed)) => {
                    fine = Err(failed);
                    continue;
                }
                None => fields.iter().map(|field| Expr::zero(field.ty, item.name.span)).collect(),
            };
            for (field, value) in fields.iter().zip(start) {
                let local = body.local(&field.of(&format!("{}_{k}", item.name.text)), field.ty);
                body.locals[local.0].span = At(item.name.span);
                body.out.push(Stmt::Declare { local, value: Some(value) });
                locals.push(local);
            }
            self.bounded(body, item.name.span)?;
        }
        fine.map(|()| locals)
    }

    /// Returns the lvalue of an array element.
    pub(super) fn array_element(
        &mut self,
        body: &mut Body,
        variable: &Variable,
        length: usize,
        index: &ast::Expr,
        span: Span,
    ) -> Checked<Lvalue> {
        let value = settled(self.plain(body, index)?);
        if value.ty.count() > 1 {
            let title = format!("a `{}` cannot be the index of an array", value.ty.brook());
            return self.fail(Diagnostic::error(Code::B0309, index.span, title).help("elements are numbered from 0"));
        }
        let each = variable.locals.len() / length;
        let literal = match value.kind {
            ExprKind::Int(number) => Some(i64::from(number)),
            ExprKind::Uint(number) => Some(number.into()),
            ExprKind::Float(number) => Some(number as i64),
            _ => None,
        };
        let (ty, part) = (variable.ty, Part::Whole);
        if let Some(number) = literal {
            let Some(at) = usize::try_from(number).ok().filter(|at| *at < length) else {
                let title = format!("this array has {length} elements: there is no `[{number}]`");
                let diagnostic = Diagnostic::error(Code::B0309, index.span, title);
                return self.fail(diagnostic.other(variable.span, "the array").help("they are numbered from 0"));
            };
            let locals = variable.locals[at * each..(at + 1) * each].to_vec();
            return Ok(Lvalue { locals, chosen: None, ty, part, span });
        }
        let index = body.keep(fitted(value, Plain::INT), "index");
        let elements = variable.locals.chunks(each.max(1)).map(<[LocalId]>::to_vec).collect();
        let chosen = Some(Box::new(Chosen { index, elements }));
        Ok(Lvalue { locals: variable.locals.clone(), chosen, ty, part, span })
    }

    /// Returns the value of the element that the index chooses, or 0 if the index is outside the array.
    pub(super) fn read_chosen(&self, body: &Body, place: &Lvalue, chosen: &Chosen) -> Value {
        let parts = (0..chosen.elements.len()).map(|k| self.read(body, &place.element(chosen, k)));
        let mut parts = parts.enumerate().collect::<Vec<_>>();
        let Some((_, last)) = parts.last().cloned() else { return Value::Nothing };
        let join = |k: usize, then: Expr, otherwise: Expr| choice(chosen.is(k, place.span), then, otherwise);
        let outside = match last {
            Value::Plain(last) => Value::Plain(Expr::zero(last.ty, place.span)),
            Value::Record(id, fields) => {
                Value::Record(id, fields.iter().map(|field| Expr::zero(field.ty, place.span)).collect())
            }
            Value::Nothing => Value::Nothing,
        };
        parts.drain(..).rev().fold(outside, |rest, (k, own)| match (own, rest) {
            (Value::Plain(own), Value::Plain(rest)) => Value::Plain(join(k, own, rest)),
            (Value::Record(id, own), Value::Record(_, rest)) => {
                Value::Record(id, own.into_iter().zip(rest).map(|(own, rest)| join(k, own, rest)).collect())
            }
            (own, _) => own,
        })
    }

    /// Stores values in the element that the index chooses. An index outside the array changes nothing.
    pub(super) fn store_chosen(&self, body: &mut Body, place: &Lvalue, chosen: &Chosen, fields: Vec<Expr>) {
        let fields: Vec<Expr> = fields.into_iter().map(|field| body.keep(field, "value")).collect();
        for k in 0..chosen.elements.len() {
            let element = place.element(chosen, k);
            let old = match self.read(body, &element) {
                Value::Plain(old) => vec![old],
                Value::Record(_, fields) => fields,
                Value::Nothing => Vec::new(),
            };
            let new = fields.iter().zip(old);
            let new = new.map(|(new, old)| choice(chosen.is(k, place.span), fitted(new.clone(), old.ty), old));
            let new = new.collect();
            self.store(body, &element, new);
        }
    }

    /// Reports an array that is used without an index, where an element is expected.
    pub(super) fn whole_array<T>(&mut self, name: &str, variable: &Variable, span: Span) -> Checked<T> {
        let title = format!("array `{name}` is used without an index");
        let diagnostic = Diagnostic::error(Code::B0309, span, title).other(variable.span, "an array");
        self.fail(diagnostic.help(format!("an element of it is `{name}[i]`")))
    }
}

impl Lvalue {
    /// Returns the same part of element `k` of the array.
    fn element(&self, chosen: &Chosen, k: usize) -> Lvalue {
        Lvalue { locals: chosen.elements[k].clone(), chosen: None, ..self.clone() }
    }
}
