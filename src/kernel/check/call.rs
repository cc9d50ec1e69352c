//! Checks calls of types, of the functions of the kernel contract, of the kernel's own functions, and of built-in functions.

use super::lvalue::Lvalue;
use super::signatures::Signature;
use super::{Body, Checked, Checker, Failed, id, names, one, rules};
use crate::ir::{At, Expr, ExprKind, FunctionId, LocalId, Mode, Part, Passed, Stmt, Type};
use crate::ir::{ItemPassed, TemplateStmt};
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic, Span};

/// An argument of a call.
pub(super) enum CheckedArgument {
    Value(Expr),
    /// An lvalue that the function may change.
    Place(Lvalue),
}

impl CheckedArgument {
    pub fn ty(&self) -> Type {
        match self {
            CheckedArgument::Value(value) => value.ty,
            CheckedArgument::Place(place) => place.ty,
        }
    }

    pub fn span(&self) -> Span {
        match self {
            CheckedArgument::Value(value) => value.span,
            CheckedArgument::Place(place) => place.span,
        }
    }
}

/// Returns the statement of a call. It belongs to the template phase if the call returns values through items of arrays.
fn call_of(function: FunctionId, passed: Vec<ItemPassed>, result: Option<LocalId>, at: At) -> Stmt {
    let plain = |passed: &ItemPassed| match passed {
        ItemPassed::Plain(passed) => Some(passed.clone()),
        ItemPassed::Item(..) => None,
    };
    match passed.iter().map(plain).collect() {
        Some(arguments) => Stmt::Call { function, arguments, result, at },
        None => Stmt::Template(Box::new(TemplateStmt::Call { function, arguments: passed, result, at })),
    }
}

impl Checker<'_> {
    /// Checks a call, and returns its result, if it has one.
    pub(super) fn call(
        &mut self,
        body: &mut Body,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Option<Expr>> {
        let word = name.text.as_str();
        let expression = self.in_expression(span);
        if let Some(variable) = body.find(word) {
            let declared = variable.span;
            let diagnostic =
                Diagnostic::error(Code::K0303, name.span, format!("`{word}` is a variable, not a function"));
            return self.fail(match expression {
                true => diagnostic.help(format!("to multiply, write `{word} * (..)`")),
                false => diagnostic.other(declared, "declared here"),
            });
        }
        if let Some(ty) = self.find_type(word) {
            let usable = !matches!(ty, Type::Index | Type::Int(_) | Type::Uint(_)) && word != "element";
            if !expression || usable {
                return self.construct(body, name, ty, arguments, span).map(Some);
            }
            return self.unknown_function(body, name);
        }
        if names::ACCESS.contains(&word) && !expression {
            return self.access(body, name, arguments, span).map(Some);
        }
        if word == "main" && !expression {
            let title = "`main` cannot be called";
            return self.fail(Diagnostic::error(Code::K0303, name.span, title).help("it runs once for each element"));
        }
        if self.by_name.contains_key(word) {
            return self.own_call(body, name, arguments, span);
        }
        if word == "modf" {
            return self.modf(body, name, arguments, span).map(Some);
        }
        if rules::find(word).is_some() {
            let values = self.values(body, arguments)?;
            return self.builtin(name, values, span).map(Some);
        }
        match self.globals.get(word).filter(|_| !expression) {
            Some((super::Global::Input(_), _)) => return self.unfetched(word, name.span),
            Some((_, declared)) => {
                let title = format!("`{word}` is a value, not a function");
                let diagnostic = Diagnostic::error(Code::K0303, name.span, title);
                return self.fail(diagnostic.other(*declared, "declared here"));
            }
            None => {}
        }
        self.unknown_function(body, name)
    }

    /// Checks a call of one of the kernel's own functions.
    fn own_call(&mut self, body: &mut Body, name: &Name, arguments: &[ast::Expr], span: Span) -> Checked<Option<Expr>> {
        let all: Vec<usize> = self.by_name[name.text.as_str()].clone();
        let candidates: Vec<(usize, Signature)> =
            all.into_iter().map(|number| (number, self.signatures[number].clone())).collect();
        let fits = |signature: &Signature| {
            signature.types.as_ref().is_some_and(|types| types.parameters.len() == arguments.len())
        };
        let broken = candidates.iter().any(|(_, signature)| signature.types.is_none());
        if !broken && !candidates.iter().any(|(_, signature)| fits(signature)) {
            return self.wrong_count(name, arguments.len(), &candidates);
        }
        let changed = |number: usize| {
            let mode = |(_, signature): &(usize, Signature)| {
                let types = signature.types.as_ref().filter(|_| fits(signature));
                types.is_some_and(|types| types.parameters[number].0 != Mode::In)
            };
            candidates.iter().any(mode)
        };
        // Arguments are evaluated in order. Values before the last argument with side effects are kept in variables, because that may
        // change what they read.
        let last = arguments.iter().rposition(|value| self.has_effects(value)).unwrap_or(0);
        let mut given = Vec::new();
        for (number, argument) in arguments.iter().enumerate() {
            let one = match changed(number) {
                true => self.place(body, argument).map(CheckedArgument::Place),
                false => self.value(body, argument).map(|value| match number < last {
                    true => CheckedArgument::Value(body.keep(value, "before")),
                    false => CheckedArgument::Value(value),
                }),
            };
            given.extend(one.ok());
        }
        if given.len() < arguments.len() {
            return Err(Failed);
        }
        let number = self.choose(name, &candidates, &given)?;
        let called = &self.signatures[number];
        if called.item.is_none() && called.parameter.is_none() {
            let declared = called.span;
            let title = format!("`{}` is declared, but never defined", name.text);
            let diagnostic = Diagnostic::error(Code::K0210, name.span, title).other(declared, "declared here");
            return match self.text.broken {
                true => Err(Failed),
                false => self.fail(diagnostic.help("give it a body: `{ .. }`")),
            };
        }
        if !body.callees.contains(&number) {
            body.callees.push(number);
        }
        self.make_call(body, name, number, given, span)
    }

    fn make_call(
        &mut self,
        body: &mut Body,
        name: &Name,
        number: usize,
        given: Vec<CheckedArgument>,
        span: Span,
    ) -> Checked<Option<Expr>> {
        let Some(types) = self.signatures[number].types.clone() else { return Err(Failed) };
        let pure = !self.impure.contains(name.text.as_str());
        let mut passed: Vec<ItemPassed> = Vec::new();
        let mut values = Vec::new();
        let mut back: Vec<(Lvalue, LocalId)> = Vec::new();
        let mut taken: Vec<LocalId> = Vec::new();
        for ((mode, ty), given) in types.parameters.iter().zip(given) {
            match (mode, given) {
                (Mode::In, given) => {
                    let value = match given {
                        CheckedArgument::Value(value) => value,
                        CheckedArgument::Place(place) => self.read(body, &place),
                    };
                    values.push(self.convert(value, *ty)?);
                    passed.extend(values.last().cloned().map(|value| ItemPassed::Plain(Passed::Value(value))));
                }
                (_, CheckedArgument::Value(_)) => return Err(Failed),
                (mode, CheckedArgument::Place(place)) => {
                    let own = &body.locals[place.local.0];
                    let direct = place.part == Part::Whole
                        && own.ty == *ty
                        && own.target.is_none()
                        && (place.item.is_some() || !taken.contains(&place.local));
                    if direct {
                        taken.push(place.local);
                        body.places.passed.entry(place.local).or_insert(place.span);
                        passed.push(match place.item {
                            Some(item) => ItemPassed::Item(place.local, item),
                            None => ItemPassed::Plain(Passed::Local(place.local)),
                        });
                        continue;
                    }
                    let local = body.local("argument", *ty);
                    let value = match mode {
                        Mode::InOut => Some(self.convert(self.read(body, &place), *ty)?),
                        _ => None,
                    };
                    body.out.push(Stmt::Declare { local, value });
                    passed.push(ItemPassed::Plain(Passed::Local(local)));
                    back.push((place, local));
                }
            }
        }
        if let (true, Some(ty)) = (pure, types.result) {
            return Ok(Some(Expr::new(ExprKind::Call(id(number), values), ty, span)));
        }
        let result = types.result.map(|ty| {
            let local = body.local(&name.text, ty);
            body.out.push(Stmt::Declare { local, value: None });
            local
        });
        body.out.push(call_of(id(number), passed, result, At(name.span)));
        for (place, local) in back {
            let value = body.variable(local, place.span);
            self.store(body, &place, value);
        }
        Ok(result.map(|local| body.variable(local, span)))
    }

    /// Checks `modf(x, whole)`. Returns the fraction, and assigns the whole number to the second argument.
    fn modf(&mut self, body: &mut Body, name: &Name, arguments: &[ast::Expr], span: Span) -> Checked<Expr> {
        let [x, whole] = arguments else {
            let title = format!("`modf` takes 2 arguments, not {}", arguments.len());
            return self.fail(Diagnostic::error(Code::K0305, name.span, title).help(rules::takes("modf")));
        };
        let value = self.value(body, x);
        let place = self.place(body, whole)?;
        let value = value?;
        let value = if value.ty == Type::AbstractInt { self.convert(value, Type::FLOAT)? } else { value };
        if !value.ty.is_float() || value.ty != place.ty {
            let title = format!("`modf` does not take {} and {}", one(value.ty), one(place.ty));
            return self.fail(Diagnostic::error(Code::K0306, name.span, title).help(rules::takes("modf")));
        }
        let value = body.keep(value, "number");
        let ty = value.ty;
        let trunc = Expr::new(ExprKind::Math(crate::ir::Math::Trunc, vec![value.clone()]), ty, span);
        let trunc = body.keep(trunc, "whole");
        self.store(body, &place, trunc.clone());
        self.binary(crate::ir::Binary::Subtract, value, trunc, span)
    }
}
