//! Expressions.

use super::body::Body;
use super::convert::Purpose;
use super::number::{expr, float, select};
use super::value::{Item, Value, Variable};
use super::{Checked, Checker, Failed};
use crate::cg::types::{Base, Type};
use crate::ir::{self, ExprKind, Unary};
use crate::syntax::{Code, Diagnostic, Span, ast, nearest};

impl<'a> Checker<'a> {
    /// Checks an expression.
    pub(super) fn value(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Value> {
        let span = of.span;
        let value = self.deeper(span, |this| this.value_of(body, of))?;
        Ok(Value { span, ..value })
    }

    fn value_of(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<Value> {
        let span = of.span;
        match &of.kind {
            ast::ExprKind::Float(value) => Ok(Value::of(Type::Vector(Base::CFloat, 1), float(*value, span))),
            ast::ExprKind::Int(value) => Ok(Value::of(Type::Vector(Base::CInt, 1), float(*value as f32, span))),
            ast::ExprKind::Name(name) => self.name(body, name, span),
            ast::ExprKind::Unary(operator, inner) => {
                let value = self.value(body, inner)?;
                self.unary(*operator, value, span)
            }
            ast::ExprKind::Binary(operator, left, right) => {
                let left = self.value(body, left)?;
                // What is on the right may change what the left has read.
                let left = if has_effects(right) { body.copied(&left) } else { left };
                let right = self.value(body, right)?;
                self.binary(body, *operator, left, right, span)
            }
            ast::ExprKind::Assign(operator, place, given) => {
                let place = self.assignment(body, *operator, (place, given), span)?;
                self.read(body, &place)
            }
            ast::ExprKind::Step { up, before, of } => self.step(body, (*up, *before), of, span),
            ast::ExprKind::Select(condition, then, otherwise) => self.select(body, condition, then, otherwise, span),
            ast::ExprKind::Call(name, arguments) => self.call(body, name, arguments, span),
            ast::ExprKind::Method(of, name, arguments) => self.method(body, of, name, arguments, span),
            ast::ExprKind::Index(base, index) => {
                let base = self.value(body, base)?;
                self.indexed(body, &base, index, span)
            }
            ast::ExprKind::Member(base, member) => {
                // The member is taken before an index chooses: other members may be samplers.
                let (index, bases) = self.options(body, base)?;
                if let (Type::Array(_, count), "length") = (&bases[0].ty, member.text.as_str()) {
                    return Ok(Value::of(Type::Vector(Base::Int, 1), float(*count as f32, span)));
                }
                let part = self.part(&bases[0].ty, member)?;
                let mut parts: Vec<Value> = bases.iter().map(|base| base.part(&part, span)).collect();
                match index {
                    Some(index) => self.chosen(&index, parts, span),
                    None => Ok(parts.swap_remove(0)),
                }
            }
            ast::ExprKind::Cast(name, inner) => {
                let ty = self.resolve(name, &[])?;
                let value = self.value(body, inner)?;
                self.convert(value, &ty, Purpose::Cast)
            }
            ast::ExprKind::Comma(parts) => {
                let mut last = Value::void(span);
                for part in parts {
                    last = self.value(body, part)?;
                }
                Ok(last)
            }
            ast::ExprKind::Braces(_) => {
                let help = "elsewhere a vector is made with its type: `float2(a, b)`";
                self.refuse(Code::C0000, span, "values in braces can only initialise a variable", help)
            }
            ast::ExprKind::Uint(_) | ast::ExprKind::LogicalXor(..) | ast::ExprKind::IndexOf(_) => {
                unreachable!("Cg's parser makes none")
            }
        }
    }

    fn name(&mut self, body: &mut Body, name: &str, span: Span) -> Checked<Value> {
        if let Some(variable) = self.variable(body, name)? {
            return Ok(body.read(&variable, span));
        }
        match name {
            "true" | "false" => Ok(Value::of(Type::BOOL, super::number::boolean(name == "true", span))),
            _ => self.unknown_variable(body, name, span),
        }
    }

    /// Returns the variable of this name: a local one, a member of the struct whose method this is, or a global one.
    pub(super) fn variable(&mut self, body: &mut Body, name: &str) -> Checked<Option<Variable>> {
        if let Some(variable) = body.find(name) {
            return Ok(Some(variable.clone()));
        }
        if let Some((number, own)) = body.owner.clone() {
            let members = self.members(number)?;
            let mut start = 0;
            for member in members.iter() {
                let count = self.leaf_count(&member.ty);
                if member.item.name.text == name {
                    let items = own.items[start..start + count].to_vec();
                    return Ok(Some(Variable { ty: member.ty.clone(), items, ..own }));
                }
                start += count;
            }
        }
        self.global(body, name)
    }

    pub(super) fn unknown_variable<T>(&mut self, body: &Body, name: &str, span: Span) -> Checked<T> {
        if body.failed.contains(name) {
            return Err(Failed);
        }
        let mut diagnostic = Diagnostic::error(Code::C1008, span, format!("undefined variable `{name}`"));
        let names = body.names();
        let globals = self.globals.keys().copied();
        if let Some(near) = nearest(name, names.iter().map(String::as_str).chain(globals)) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.fail(diagnostic)
    }

    fn unary(&mut self, operator: Unary, value: Value, span: Span) -> Checked<Value> {
        let numeric = value.ty.base();
        match (operator, numeric) {
            (Unary::Neg, Some(base)) => {
                let to = if base == Base::Bool { Base::Int } else { base };
                let negative = |item: &Item| {
                    let number = self.base(item.number().clone(), base, to);
                    Item::Number(super::number::negative(number))
                };
                let items = value.items.iter().map(negative).collect();
                Ok(Value { ty: value.ty.with(to), items, span })
            }
            (Unary::Not, Some(_)) => {
                let value = self.truth(value)?;
                let of = value.expr().clone();
                let ty = of.ty;
                Ok(Value::of(value.ty.clone(), expr(ExprKind::Unary(Unary::Not, of.into()), ty, span)))
            }
            (Unary::BitNot, _) => self.refuse(Code::C1021, span, "the profiles of fragment programs have no bits", ""),
            (_, None) => {
                let title = format!("a `{}` has no such operator", self.type_name(&value.ty));
                self.refuse(Code::C1020, span, title, "")
            }
        }
    }

    fn select(
        &mut self,
        body: &mut Body,
        condition: &ast::Expr,
        then: &ast::Expr,
        otherwise: &ast::Expr,
        span: Span,
    ) -> Checked<Value> {
        let condition = self.value(body, condition)?;
        let condition = self.truth(condition)?;
        // Both values are evaluated, and may change what the condition has read.
        let changes = [then, otherwise].map(has_effects);
        let condition = if changes[0] || changes[1] { body.copied(&condition) } else { condition };
        let then = self.value(body, then)?;
        let then = if changes[1] { body.copied(&then) } else { then };
        let otherwise = self.value(body, otherwise)?;
        let (a, b) = match (then.vector(), otherwise.vector()) {
            (Some((a, m)), Some((b, n))) => {
                let base = Self::common(a, b);
                let own = condition.expr().ty.count() as u8;
                let mut count = if m == 1 || n == 1 { m.max(n) } else { m.min(n) };
                if own > 1 && (count == 1 || count > own) {
                    count = own;
                }
                let ty = Type::Vector(base, count);
                (self.convert(then, &ty, Purpose::Assignment)?, self.convert(otherwise, &ty, Purpose::Assignment)?)
            }
            _ if then.ty == otherwise.ty => (then, otherwise),
            _ => {
                let ty = then.ty.clone();
                (then, self.convert(otherwise, &ty, Purpose::Assignment)?)
            }
        };
        let test = body.reused(condition.expr().clone());
        let mut items = Vec::with_capacity(a.items.len());
        for (a, b) in a.items.iter().zip(&b.items) {
            let (Item::Number(a), Item::Number(b)) = (a, b) else {
                let help = "textures are bound before a program runs: read both, and choose between the texels";
                return self.refuse(Code::C6013, span, "a sampler is chosen by a condition", help);
            };
            // A condition of more components than the values have is cut.
            let test = match (test.ty.count(), a.ty.count()) {
                (own, count) if own > count => super::number::swizzle(test.clone(), &[0, 1, 2, 3][..count], span),
                _ => test.clone(),
            };
            items.push(Item::Number(select(test, a.clone(), b.clone())));
        }
        Ok(Value { ty: a.ty, items, span })
    }

    /// Checks an expression whose value is not used.
    pub(super) fn effect(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<()> {
        self.value(body, of).map(drop)
    }

    /// Checks the condition of a branch or a loop: a number that is not 0, or a vector with such a component.
    pub(super) fn condition(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<ir::Expr> {
        let value = self.value(body, of)?;
        let value = self.truth(value)?;
        let test = value.expr().clone();
        Ok(match test.ty.count() {
            1 => test,
            _ => {
                let span = test.span;
                super::number::math(ir::Math::Any, vec![test], span)
            }
        })
    }
}

/// Whether evaluating an expression may change a variable.
pub(super) fn has_effects(of: &ast::Expr) -> bool {
    let mut found = matches!(
        of.kind,
        ast::ExprKind::Assign(..) | ast::ExprKind::Step { .. } | ast::ExprKind::Call(..) | ast::ExprKind::Method(..)
    );
    of.kind.children(&mut |part| found = found || has_effects(part));
    found
}
