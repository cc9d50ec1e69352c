//! Calls of functions and methods.

use super::body::Body;
use super::convert::Purpose;
use super::invoke::Evaluated;
use super::number::boolean;
use super::overload::DROPS;
use super::value::{Held, Value};
use super::{Checked, Checker};
use crate::cg::types::{Type, numeric};
use crate::ir::Mode;
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span, nearest};

impl<'a> Checker<'a> {
    /// Checks a call of a function, or the construction of a vector or matrix.
    pub(super) fn call(&mut self, body: &mut Body, name: &Name, arguments: &[ast::Expr], span: Span) -> Checked<Value> {
        if let Some(ty) = self.constructed(name)? {
            return self.constructor(body, &ty, arguments, span);
        }
        if name.text == "discard" {
            return self.discard_call(body, arguments, span);
        }
        // A method calls the other methods of its struct by their names alone.
        if let Some((owner, this)) = body.owner.clone() {
            let candidates = self.methods(owner, &name.text);
            if !candidates.is_empty() {
                let place = self.whole(body, &this, "this", name.span)?;
                return self.call_of(body, &candidates, Some(Evaluated::Place(place)), (name, arguments), span);
            }
        }
        if let Some(candidates) = self.functions.get(name.text.as_str()).cloned() {
            return self.call_of(body, &candidates, None, (name, arguments), span);
        }
        if let Some(value) = self.library(body, name, arguments, span)? {
            return Ok(value);
        }
        if self.struct_named(&name.text).is_some() {
            let title = format!("struct `{}` has no constructor", name.text);
            return self.refuse(Code::C3002, name.span, title, "declare a variable, and set its members");
        }
        let mut diagnostic = Diagnostic::error(Code::C3002, name.span, format!("there is no function `{}`", name.text));
        let own = self.functions.keys().copied();
        if let Some(near) = nearest(&name.text, own.chain(super::library::NAMES.iter().copied())) {
            diagnostic = diagnostic.help(format!("did you mean `{near}`?"));
        }
        self.fail(diagnostic)
    }

    /// Returns the number, vector or matrix that a name constructs, which may be another name of a type.
    fn constructed(&mut self, name: &Name) -> Checked<Option<Type>> {
        if self.functions.contains_key(name.text.as_str()) || !self.is_alias(&name.text) {
            return Ok(numeric(&name.text));
        }
        let ty = self.resolve(name, &[])?;
        Ok(Some(ty).filter(|ty| matches!(ty, Type::Vector(..) | Type::Matrix(..))))
    }

    fn discard_call(&mut self, body: &mut Body, arguments: &[ast::Expr], span: Span) -> Checked<Value> {
        let condition = match arguments {
            [] => boolean(true, span),
            [condition] => self.condition(body, condition)?,
            _ => return self.refuse(Code::C1104, span, "`discard` takes one condition", ""),
        };
        self.discard(body, condition)?;
        Ok(Value::void(span))
    }

    /// Returns the methods of a struct with this name.
    fn methods(&self, owner: usize, name: &str) -> Vec<usize> {
        let functions = self.program.functions.iter().enumerate();
        functions
            .filter(|(_, function)| function.owner == Some(owner) && function.name.text == name)
            .map(|(number, _)| number)
            .collect()
    }

    /// Checks `a.f(x)`.
    pub(super) fn method(
        &mut self,
        body: &mut Body,
        of: &ast::Expr,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Value> {
        let receiver = match self.can_change(body, of)? {
            true => Evaluated::Place(self.lvalue(body, of)?),
            false => match self.options(body, of)? {
                (Some(index), values) if values[0].has_samplers() => Evaluated::Choice(index, values),
                (Some(index), values) => Evaluated::Value(self.chosen(&index, values, of.span)?),
                (None, mut values) => Evaluated::Value(values.swap_remove(0)),
            },
        };
        let ty = receiver.ty();
        let Type::Struct(number) = *ty else {
            let title = format!("a `{}` has no methods", self.type_name(ty));
            return self.refuse(Code::C3002, name.span, title, "");
        };
        let candidates = self.methods(number, &name.text);
        if candidates.is_empty() {
            let item = self.structure(number);
            let title = format!("struct `{}` has no method `{}`", item.name.text, name.text);
            return self.refuse(Code::C3002, name.span, title, "");
        }
        self.call_of(body, &candidates, Some(receiver), (name, arguments), span)
    }

    /// Whether an expression is a variable, or a part of one, that can be assigned to.
    fn can_change(&mut self, body: &mut Body, of: &ast::Expr) -> Checked<bool> {
        match &of.kind {
            ast::ExprKind::Name(name) => {
                let variable = self.variable(body, name)?;
                Ok(variable.is_some_and(|variable| {
                    let mut items = variable.items.iter();
                    variable.fixed.is_none()
                        && items.clone().any(|item| matches!(item, Held::Local(_)))
                        && items.all(|item| !matches!(item, Held::Constant(_)))
                }))
            }
            ast::ExprKind::Member(base, _) | ast::ExprKind::Index(base, _) => self.can_change(body, base),
            _ => Ok(false),
        }
    }

    /// Checks a call of the one of these functions that fits best.
    fn call_of(
        &mut self,
        body: &mut Body,
        candidates: &[usize],
        receiver: Option<Evaluated>,
        (name, arguments): (&Name, &[ast::Expr]),
        span: Span,
    ) -> Checked<Value> {
        let before = body.out.len();
        let evaluated = self.evaluated(body, candidates, arguments)?;
        let types: Vec<Type> = evaluated.iter().map(|own| own.ty().clone()).collect();
        let best = self.best(candidates, &types, name)?;
        // The library's functions are overloads, too: one of them is better than one that drops components.
        let drops = best.is_none_or(|(_, cost)| cost >= DROPS);
        if receiver.is_none() && drops && super::library::has(&name.text) {
            // The library evaluates the arguments itself.
            body.out.truncate(before);
            if let Some(value) = self.library(body, name, arguments, span)? {
                return Ok(value);
            }
        }
        let Some((number, _)) = best else { return self.no_fit(candidates, &evaluated, name) };
        let signature = self.signature(number)?;
        self.invoke_each(body, (number, &signature), receiver, (evaluated, arguments), span)
    }

    /// Evaluates the arguments of a call, each once. One that any of the functions writes to is a place, if it can be assigned to.
    fn evaluated(&mut self, body: &mut Body, candidates: &[usize], arguments: &[ast::Expr]) -> Checked<Vec<Evaluated>> {
        let mut all = Vec::with_capacity(arguments.len());
        for (number, argument) in arguments.iter().enumerate() {
            let written = self.is_written(candidates, number);
            if written && self.can_change(body, argument)? {
                all.push(Evaluated::Place(self.lvalue(body, argument)?));
                continue;
            }
            let value = match self.options(body, argument)? {
                (Some(index), values) if values[0].has_samplers() => {
                    all.push(Evaluated::Choice(index, values));
                    continue;
                }
                (Some(index), values) => self.chosen(&index, values, argument.span)?,
                (None, mut values) => values.swap_remove(0),
            };
            let later = arguments[number + 1..].iter().any(super::expr::has_effects);
            all.push(Evaluated::Value(if later { body.copied(&value) } else { value }));
        }
        Ok(all)
    }

    fn is_written(&mut self, candidates: &[usize], number: usize) -> bool {
        candidates.iter().any(|&candidate| {
            self.signature(candidate)
                .is_ok_and(|own| own.parameters.get(number).is_some_and(|own| own.mode != Mode::In))
        })
    }

    #[inline(never)]
    fn no_fit<T>(&mut self, candidates: &[usize], values: &[Evaluated], name: &Name) -> Checked<T> {
        let given: Vec<String> = values.iter().map(|value| self.type_name(value.ty())).collect();
        let given = given.join(", ");
        if let [only] = candidates {
            let signature = self.signature(*only)?;
            let (wanted, count) = (signature.parameters.len(), values.len());
            if count != wanted {
                let (code, what) = if count < wanted { (Code::C1103, "few") } else { (Code::C1104, "many") };
                let title = format!("`{}` takes {wanted} arguments, and is given too {what}: {count}", name.text);
                let diagnostic = Diagnostic::error(code, name.span, title);
                return self.fail(diagnostic.other(self.program.functions[*only].name.span, "declared here"));
            }
            for (number, (value, parameter)) in values.iter().zip(&signature.parameters).enumerate() {
                if let Evaluated::Value(value) = value {
                    let purpose = Purpose::Argument { function: &name.text, number };
                    self.convert(value.clone(), &parameter.ty, purpose)?;
                }
            }
        }
        let title = format!("no function `{}` takes ({given})", name.text);
        let mut diagnostic = Diagnostic::error(Code::C1115, name.span, title);
        for &candidate in candidates.iter().take(3) {
            let item = &self.program.functions[candidate];
            let label = if item.profile.as_ref().is_some_and(|own| own.text != self.options.profile.name()) {
                "for another profile"
            } else {
                "this one does not"
            };
            diagnostic = diagnostic.other(item.name.span, label);
        }
        self.fail(diagnostic)
    }
}
