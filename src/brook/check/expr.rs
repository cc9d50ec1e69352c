//! Checks expressions. Their side effects become statements.

use super::body::Body;
use super::convert::Value;
use super::int_literal::int_literal;
use super::typed::as_floats;
use super::{Checked, Checker, Failed};
use crate::brook::types::{Plain, Type};
use crate::ir::{Binary, Expr, ExprKind, Part, Role};
use crate::syntax::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic};

impl Checker<'_> {
    /// Checks an expression that must be a number or a vector, and returns its value.
    pub(super) fn plain(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Expr> {
        match self.value(body, of)? {
            Value::Plain(value) => Ok(value),
            Value::Record(id, _) => {
                let name = self.type_name(Type::Record(id));
                let title = format!("expected a number or vector, found a struct `{name}`");
                self.fail(Diagnostic::error(Code::B0323, of.span, title).help("name one of its fields"))
            }
            Value::Nothing => {
                let title = "this kernel returns nothing that could be used here";
                let help = "it returns its results through its `out` arguments";
                self.fail(Diagnostic::error(Code::B0302, of.span, title).help(help))
            }
        }
    }

    /// Evaluates several expressions in order. Keeps the value of an expression if a later one changes what it reads.
    pub(super) fn values(&mut self, body: &mut Body, of: &[&ast::Expr]) -> Checked<Vec<Value>> {
        let last = of.iter().rposition(|value| self.has_effects(value)).unwrap_or(0);
        let mut values = Vec::new();
        let mut failed = false;
        for (number, value) in of.iter().enumerate() {
            match self.value(body, value) {
                Ok(Value::Plain(value)) if number < last => values.push(Value::Plain(body.keep(value, "before"))),
                Ok(Value::Record(id, fields)) if number < last => {
                    let fields = fields.into_iter().map(|field| body.keep(field, "before")).collect();
                    values.push(Value::Record(id, fields));
                }
                Ok(value) => values.push(value),
                Err(Failed) => failed = true,
            }
        }
        if failed { Err(Failed) } else { Ok(values) }
    }

    /// Returns the values of several expressions as floats. For a struct, `refused` gives the code and title of the error.
    pub(super) fn floats(
        &mut self,
        body: &mut Body,
        of: &[ast::Expr],
        refused: &dyn Fn(&str) -> (Code, String),
    ) -> Checked<Vec<Expr>> {
        Ok(self.numbers(body, of, refused)?.into_iter().map(as_floats).collect())
    }

    /// Returns the values of several expressions that must be numbers or vectors. `refused` is as in `floats`.
    pub(super) fn numbers(
        &mut self,
        body: &mut Body,
        of: &[ast::Expr],
        refused: &dyn Fn(&str) -> (Code, String),
    ) -> Checked<Vec<Expr>> {
        let references: Vec<&ast::Expr> = of.iter().collect();
        let mut given = Vec::new();
        for (value, part) in self.values(body, &references)?.into_iter().zip(of) {
            match value {
                Value::Plain(value) => given.push(value),
                Value::Record(id, _) => {
                    let (code, title) = refused(&self.type_name(Type::Record(id)));
                    return self.fail(Diagnostic::error(code, part.span, title).help("name one of its fields"));
                }
                Value::Nothing => {
                    let title = "this kernel returns nothing that could be used here";
                    return self.fail(Diagnostic::error(Code::B0302, part.span, title));
                }
            }
        }
        Ok(given)
    }

    fn two(&mut self, body: &mut Body, left: &ast::Expr, right: &ast::Expr) -> Checked<(Expr, Expr)> {
        let a = self.plain(body, left);
        let a = match (a, self.has_effects(right)) {
            (Ok(a), true) => Ok(body.keep(a, "before")),
            (a, _) => a,
        };
        let b = self.plain(body, right)?;
        Ok((a?, b))
    }

    pub(super) fn value(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Value> {
        self.deeper(of.span, |this| this.value_of(body, of))
    }

    fn value_of(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Value> {
        let span = of.span;
        let plain = |kind: ExprKind, ty: Plain| Ok(Value::Plain(Expr { kind, ty, span }));
        match &of.kind {
            ast::ExprKind::Float(value) => {
                if value.is_infinite() {
                    let title = "this number is beyond what a `float` holds, and becomes infinite";
                    let help = format!("the largest `float` is {:e}", f32::MAX);
                    self.report(Diagnostic::warning(Code::B0340, span, title).help(help));
                }
                plain(ExprKind::Float(*value), Plain::FLOAT)
            }
            ast::ExprKind::Int(value) => Ok(Value::Plain(int_literal(*value, span))),
            ast::ExprKind::Uint(value) => plain(ExprKind::Uint(*value), Plain::UINT),
            ast::ExprKind::LogicalXor(..) | ast::ExprKind::Method(..) => unreachable!("Brook's parser makes none"),
            ast::ExprKind::Name(name) => self.name(body, name, span),
            ast::ExprKind::Unary(operator, inner) => {
                let value = self.plain(body, inner)?;
                Ok(Value::Plain(self.unary(*operator, value, span)?))
            }
            ast::ExprKind::Binary(operator, left, right) => self.operation(body, *operator, (left, right), span),
            ast::ExprKind::Assign(operator, place, given) => {
                let place = self.assign(body, *operator, place, given, span)?;
                Ok(self.read(body, &place))
            }
            ast::ExprKind::Step { up, before, of: inner } => {
                if !before {
                    return self.step_behind(body, *up, inner, span);
                }
                let place = self.step(body, *up, inner, span)?;
                Ok(self.read(body, &place))
            }
            ast::ExprKind::Select(condition, then, otherwise) => self.select(body, condition, then, otherwise, span),
            ast::ExprKind::Call(name, arguments) => self.call(body, name, arguments, span),
            ast::ExprKind::Index(base, index) => self.index(body, base, index, span),
            ast::ExprKind::Member(base, member) => self.member(body, base, member, span),
            ast::ExprKind::Cast(name, inner) => self.cast(body, name, inner, span),
            ast::ExprKind::IndexOf(inner) => self.index_of(body, inner, span),
            ast::ExprKind::Comma(parts) => {
                let mut last = Err(Failed);
                for (number, part) in parts.iter().enumerate() {
                    if number + 1 == parts.len() {
                        last = self.value(body, part);
                    } else {
                        self.effect(body, part)?;
                    }
                }
                last
            }
            ast::ExprKind::Braces(_) => {
                let title = "values in braces can only initialize a variable";
                let help = "elsewhere a vector is made with its type: `float2(a, b)`";
                self.fail(Diagnostic::error(Code::B0121, span, title).help(help))
            }
        }
    }

    /// Checks an operator on two expressions.
    fn operation(
        &mut self,
        body: &mut Body,
        operator: Binary,
        (left, right): (&ast::Expr, &ast::Expr),
        span: Span,
    ) -> Checked<Value> {
        if operator.is_logical() && self.has_effects(right) {
            let decided = if operator == Binary::LogicalAnd { "false" } else { "true" };
            let sign = operator.sign();
            let title = format!("both sides of `{sign}` are always evaluated, and the right one changes something");
            let label = format!("done also where the left side is {decided}");
            let help = "C would skip it there: write it as an `if`, or before this expression";
            self.report(Diagnostic::warning(Code::B0334, right.span, title).label(label).help(help));
        }
        let (a, b) = self.two(body, left, right)?;
        // On truth values, as in `(a < b) & (c < d)`, `&` and `|` mean `&&` and `||`.
        let operator = match operator {
            Binary::And if left.is_truth() && right.is_truth() => Binary::LogicalAnd,
            Binary::Or if left.is_truth() && right.is_truth() => Binary::LogicalOr,
            _ => operator,
        };
        Ok(Value::Plain(self.binary(operator, a, b, span)?))
    }

    /// Checks `a++` or `a--`, and returns the value before the step.
    fn step_behind(&mut self, body: &mut Body, up: bool, of: &ast::Expr, span: Span) -> Checked<Value> {
        let place = self.lvalue(body, of, true)?;
        let old = match self.read(body, &place) {
            Value::Plain(old) => body.keep(old, "before"),
            other => return Ok(other),
        };
        let operator = if up { Binary::Add } else { Binary::Subtract };
        let one = Expr { kind: ExprKind::Int(1), ty: Plain::INT, span };
        let new = self.binary(operator, old.clone(), one, span)?;
        let fields = self.coerce(Value::Plain(new), place.ty, "what it is assigned to", span)?;
        self.store(body, &place, fields);
        Ok(Value::Plain(old))
    }

    fn name(&mut self, body: &mut Body, name: &str, span: Span) -> Checked<Value> {
        let Some(variable) = body.find(name).cloned() else {
            return match name {
                "true" => Ok(Value::Plain(int_literal(1, span))),
                "false" => Ok(Value::Plain(int_literal(0, span))),
                _ => self.unresolved_variable(body, name, span),
            };
        };
        if variable.poisoned {
            return Err(Failed);
        }
        body.uses(&variable);
        if let Some(Role::Gather { brackets }) = variable.role {
            let title = format!("gather `{name}` is used without an index");
            let help = match brackets {
                1 => {
                    format!("an element of it is `{name}[i]`; for the one at this place, make it a stream: `{name}<>`")
                }
                _ => format!("an element of it is `{name}{}`, or `{name}[v]` of a vector", "[i]".repeat(brackets)),
            };
            let diagnostic = Diagnostic::error(Code::B0301, span, title).other(variable.span, "a gather");
            return self.fail(diagnostic.help(help));
        }
        if let Some(Role::Scatter { .. }) = variable.role {
            let title = format!("scatter output `{name}` is written, not read");
            return self.fail(Diagnostic::error(Code::B0315, span, title).other(variable.span, "a scatter output"));
        }
        if variable.array.is_some() {
            return self.whole_array(name, &variable, span);
        }
        let (locals, ty) = (variable.locals, variable.ty);
        let place = super::lvalue::Lvalue { locals, chosen: None, ty, part: Part::Whole, span };
        Ok(self.read(body, &place))
    }

    fn cast(&mut self, body: &mut Body, name: &Name, inner: &ast::Expr, span: Span) -> Checked<Value> {
        let ty = match self.types.find(name) {
            Ok(ty) => ty,
            Err(error) => return self.fail(error.diagnostic()),
        };
        if let (ast::ExprKind::Comma(parts), Some(_)) = (&inner.kind, ty.numbers()) {
            return Ok(Value::Plain(self.vector(body, parts, ty, span, false)?));
        }
        let value = self.value(body, inner)?;
        let mut fields = self.coerce(value, ty, "this cast", inner.span)?;
        Ok(match ty {
            Type::Record(id) => Value::Record(id, fields),
            _ => Value::Plain(fields.pop().ok_or(Failed)?),
        })
    }
}
