//! Calls of kernels from kernels: passes the arguments, and copies back what the call writes.

use super::body::Body;
use super::convert::Value;
use super::lvalue::{Lvalue, innermost};
use super::parameters::Signature;
use super::{Checked, Checker, Failed};
use crate::brook::types::{Plain, Type};
use crate::ir::generic::Specialization;
use crate::ir::{At, Expr, ExprKind, LocalId, Parameter, Part, Passed, Role, Stmt};
use crate::syntax::Span;
use crate::syntax::ast::{self, Name};
use crate::syntax::{Code, Diagnostic};
use crate::texel::Components;

/// The arguments of a call.
#[derive(Default)]
struct Handed {
    passed: Vec<Passed>,
    /// The copies to make after the call, in the order of the arguments: the lvalue, the temporaries that are copied to it, and the
    /// type of the parameter.
    copies: Vec<(Lvalue, Vec<LocalId>, Type)>,
    /// All lvalues that the call writes.
    written: Vec<Lvalue>,
}

impl Handed {
    /// Whether an earlier argument of the call already writes this variable.
    fn holds(&self, local: LocalId) -> bool {
        self.passed.contains(&Passed::Local(local))
            || self.copies.iter().any(|(place, ..)| place.locals.contains(&local))
    }

    /// Passes a new variable, which the call writes.
    fn variable(&mut self, body: &mut Body, name: &str, ty: Plain) -> LocalId {
        let local = body.local(name, ty);
        body.out.push(Stmt::Declare { local, value: None });
        self.passed.push(Passed::Local(local));
        local
    }
}

impl Checker<'_> {
    pub(super) fn call_kernel(
        &mut self,
        body: &mut Body,
        kernel: usize,
        name: &Name,
        arguments: &[ast::Expr],
        span: Span,
    ) -> Checked<Value> {
        let declared = self.program.kernels[kernel].name.span;
        let Some(signature) = self.signatures[kernel].clone() else {
            // Errors in the signature have been reported. Check the arguments nevertheless, to report their errors.
            for argument in arguments {
                let _ = self.value(body, argument);
            }
            return Err(Failed);
        };
        if arguments.len() != signature.parameters.len() {
            return self.wrong_count(name, signature.parameters.len(), arguments.len(), Some(declared));
        }
        if let Some(diagnostic) = of_the_host(name, &signature) {
            return self.fail(diagnostic);
        }
        let mut gathers = Vec::new();
        for (parameter, argument) in signature.parameters.iter().zip(arguments) {
            if parameter.role.is_gather() {
                gathers.push(self.gather_argument(body, parameter, argument)?);
            }
        }
        let function = body.call(Specialization { kernel, gathers }, span, self.depth);
        // If the callee has errors or recurses, this is reported elsewhere.
        let Some(callee) = self.generic.get(&kernel) else { return Err(Failed) };
        let (indexed, discards) = (callee.indexed.clone(), callee.discards);
        body.discards |= discards;
        let mut handed = self.hand_over(body, &signature, arguments)?;
        let result_locals: Vec<LocalId> = match signature.result {
            Some(ty @ Type::Record(_)) => {
                let fields = self.types.records.fields(ty).into_iter();
                fields.map(|field| handed.variable(body, &field.of(&name.text), field.ty)).collect()
            }
            _ => Vec::new(),
        };
        self.hand_over_places(body, &signature, (&indexed, name, span), arguments, &mut handed)?;
        let discarded = discards.then(|| handed.variable(body, "discarded", Plain::INT));
        let plain = signature.result.and_then(Type::plain);
        let pure = handed.passed.iter().all(|passed| matches!(passed, Passed::Value(_)));
        if let (true, Some(ty)) = (pure, plain) {
            let values = handed.passed.into_iter().filter_map(|passed| match passed {
                Passed::Value(value) => Some(value),
                Passed::Local(_) => None,
            });
            let kind = ExprKind::Call(function, values.collect());
            return Ok(Value::Plain(Expr { kind, ty, span }));
        }
        let result = plain.map(|ty| {
            let local = body.local(&name.text, ty);
            body.out.push(Stmt::Declare { local, value: None });
            local
        });
        let Handed { passed, copies, .. } = handed;
        body.out.push(Stmt::Call { function, arguments: passed, result, at: At(span) });
        if let Some(flag) = discarded {
            let condition = body.variable(flag, span);
            let (then, ()) = body.block(|body| body.discard(span));
            body.out.push(Stmt::If { condition, then, otherwise: Vec::new() });
        }
        self.copy_back(body, copies)?;
        Ok(match (signature.result, result) {
            (Some(Type::Record(id)), _) => Value::Record(id, body.variables(&result_locals, span)),
            (_, Some(local)) => Value::Plain(body.variable(local, span)),
            _ => Value::Nothing,
        })
    }

    /// Copies the temporaries that a call has written to the lvalues that they stand for.
    fn copy_back(&mut self, body: &mut Body, copies: Vec<(Lvalue, Vec<LocalId>, Type)>) -> Checked<()> {
        for (place, locals, ty) in copies {
            let value = match ty {
                Type::Record(id) => Value::Record(id, body.variables(&locals, place.span)),
                _ => Value::Plain(body.variable(locals[0], place.span)),
            };
            let fields = self.coerce(value, place.ty, "what the call writes to", place.span)?;
            self.store(body, &place, fields);
        }
        Ok(())
    }

    /// Passes the positions that the called kernel needs. `indexed` has the indices of the parameters whose `indexof` it takes; an
    /// index past the last parameter stands for `instance()`.
    fn hand_over_places(
        &mut self,
        body: &mut Body,
        signature: &Signature,
        (indexed, name, span): (&[usize], &Name, Span),
        arguments: &[ast::Expr],
        handed: &mut Handed,
    ) -> Checked<()> {
        for &parameter in indexed {
            let place = match signature.parameters.get(parameter) {
                Some(asked) => self.place_passed(body, &asked.name, &arguments[parameter], name)?,
                None => self.own_place(body, span)?,
            };
            handed.passed.push(Passed::Value(place));
        }
        Ok(())
    }

    /// Passes the arguments of all parameters that are not gathers.
    fn hand_over(&mut self, body: &mut Body, signature: &Signature, arguments: &[ast::Expr]) -> Checked<Handed> {
        let written = |role: Role| matches!(role, Role::Output | Role::Accumulator);
        let both = || signature.parameters.iter().zip(arguments).filter(|(p, _)| !p.role.is_gather());
        let inputs: Vec<&ast::Expr> = both().filter(|(p, _)| !written(p.role)).map(|(_, argument)| argument).collect();
        let mut given = self.values(body, &inputs)?.into_iter();
        let mut handed = Handed::default();
        let mut fine = Ok(());
        for (parameter, argument) in both() {
            if written(parameter.role) {
                fine = self.lend(body, parameter, argument, &mut handed).and(fine);
                continue;
            }
            let value = given.next().ok_or(Failed)?;
            match self.coerce_of(body, value, parameter.ty, &format!("parameter `{}`", parameter.name), argument) {
                Ok(fields) => handed.passed.extend(fields.into_iter().map(Passed::Value)),
                Err(failed) => fine = Err(failed),
            }
        }
        fine.map(|()| handed)
    }

    /// Passes an lvalue that the call writes: its variables themselves, or temporaries that are copied back.
    fn lend(
        &mut self,
        body: &mut Body,
        parameter: &Parameter,
        argument: &ast::Expr,
        handed: &mut Handed,
    ) -> Checked<()> {
        let read = parameter.role == Role::Accumulator;
        let place = self.lvalue(body, argument, read)?;
        self.written_twice(&place, argument, handed);
        let straight = place.ty == parameter.ty && place.part == Part::Whole && place.chosen.is_none();
        if straight && !place.locals.iter().any(|&local| handed.holds(local)) {
            handed.passed.extend(place.locals.iter().map(|&local| Passed::Local(local)));
            return Ok(());
        }
        let fields = self.types.records.fields(parameter.ty);
        let locals: Vec<LocalId> = fields.iter().map(|field| body.local(&parameter.name, field.ty)).collect();
        let start = match read {
            true => {
                let value = self.read(body, &place);
                let whereto = format!("parameter `{}`", parameter.name);
                let fields = self.coerce(value, parameter.ty, &whereto, argument.span)?;
                fields.into_iter().map(Some).collect()
            }
            false => vec![None; locals.len()],
        };
        for (&local, value) in locals.iter().zip(start) {
            body.out.push(Stmt::Declare { local, value });
        }
        handed.passed.extend(locals.iter().map(|&local| Passed::Local(local)));
        handed.copies.push((place, locals, parameter.ty));
        Ok(())
    }

    /// Warns if a call writes one lvalue through two of its arguments.
    fn written_twice(&mut self, place: &Lvalue, argument: &ast::Expr, handed: &mut Handed) {
        let first = handed.written.iter().find(|other| other.shares(place)).map(|other| other.span);
        if let (Some(first), ast::ExprKind::Name(name)) = (first, &innermost(argument).kind) {
            let title = format!("this call writes `{name}` twice, and the first value is lost");
            let diagnostic = Diagnostic::warning(Code::B0609, argument.span, title).other(first, "written here first");
            self.report(diagnostic.help("pass a different variable, even for a value that is not read"));
        }
        handed.written.push(place.clone());
    }

    /// Checks the argument for a gather, and returns the index of the gather of this kernel that is passed.
    fn gather_argument(&mut self, body: &mut Body, parameter: &Parameter, argument: &ast::Expr) -> Checked<usize> {
        let help = format!("pass a gather of this kernel by its name: it is declared `{}[]`", parameter.name);
        let ast::ExprKind::Name(name) = &argument.kind else {
            let title = format!("parameter `{}` is a gather, and this is a value", parameter.name);
            let diagnostic =
                Diagnostic::error(Code::B0606, argument.span, title).other(parameter.span, "the parameter");
            return self.fail(diagnostic.help(help));
        };
        let Some(variable) = body.find(name).cloned() else {
            return self.unresolved_variable(body, name, argument.span);
        };
        if variable.poisoned {
            return Err(Failed);
        }
        body.uses(&variable);
        if !variable.role.is_some_and(|role| role.is_gather()) {
            let what = variable.role.map_or("a variable".into(), |role| role.one());
            let title = format!("parameter `{}` is a gather, but `{name}` is {what}", parameter.name);
            let diagnostic =
                Diagnostic::error(Code::B0606, argument.span, title).other(parameter.span, "the parameter");
            return self.fail(diagnostic.help(help));
        }
        if variable.ty != parameter.ty {
            let (wants, got) = (self.type_name(parameter.ty), self.type_name(variable.ty));
            let title = format!("parameter `{}` is a gather of `{wants}`, and `{name}` one of `{got}`", parameter.name);
            return self
                .fail(Diagnostic::error(Code::B0606, argument.span, title).other(parameter.span, "the parameter"));
        }
        Ok(variable.number)
    }

    /// Returns the position of an argument, for a callee that takes its `indexof`.
    fn place_passed(&mut self, body: &mut Body, parameter: &str, argument: &ast::Expr, call: &Name) -> Checked<Expr> {
        let ty = Plain::Float(Components::Four);
        let found = match &argument.kind {
            ast::ExprKind::Name(name) => body.find(name).cloned(),
            _ => None,
        };
        if let Some(variable) = found
            && let Some(role) = variable.role
            && !role.is_gather()
            && !role.is_pushed()
            && role != Role::Constant
        {
            body.indexed[variable.number] = true;
            return Ok(Expr { kind: ExprKind::IndexOf(variable.number), ty, span: argument.span });
        }
        let title = format!("`{}` asks for the `indexof` of `{parameter}`, and this has no place", call.text);
        let help = "pass one of this kernel's own streams or outputs";
        self.fail(Diagnostic::error(Code::B0607, argument.span, title).help(help))
    }
}

/// Returns the error in a call of a kernel that only the host can call.
fn of_the_host(name: &Name, signature: &Signature) -> Option<Diagnostic> {
    let parameter = signature.parameters.iter().find(|parameter| parameter.role.is_pushed())?;
    let (does, what, help) = match parameter.role {
        Role::Scatter { .. } => {
            ("scatters", "a scatter output", "let a kernel return the value, and write it where it is called")
        }
        _ => ("pushes", "a `vout`", "let a kernel return the value, and push it where it is called"),
    };
    let title = format!("kernel `{}` {does} to `{}`: only the host can call it", name.text, parameter.name);
    Some(Diagnostic::error(Code::B0314, name.span, title).other(parameter.span, what).help(help))
}
