//! Statements.

use std::collections::HashMap;
use std::rc::Rc;

use super::function::{Body, Variable, field_name};
use super::{Checked, Checker, Failed};
use crate::brook::ast::{self, Declarator, Name, StmtKind};
use crate::brook::diagnostics::Diagnostic;
use crate::brook::ir::{Expr, ExprKind, Part, Place, Role, Stmt, Unary};
use crate::brook::types::{Plain, Type};

impl Checker<'_> {
    /// All of them, though one is wrong.
    pub(super) fn statements(&mut self, body: &mut Body, statements: &[ast::Stmt]) -> Checked<()> {
        let mut fine = Ok(());
        for statement in statements {
            fine = self.statement(body, statement).and(fine);
            if body.large {
                return Err(Failed);
            }
        }
        fine
    }

    /// A statement with names of its own, as a block.
    fn scoped(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<Vec<Stmt>> {
        body.scopes.push(HashMap::new());
        let (statements, fine) = body.block(|body| match &statement.kind {
            StmtKind::Block(statements) => self.statements(body, statements),
            _ => self.statement(body, statement),
        });
        body.scopes.pop();
        fine.map(|()| statements)
    }

    fn statement(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<()> {
        let before = body.out.len();
        let fine = self.deeper(statement.span, |this| this.statement_of(body, statement));
        // What a block holds has been counted within.
        if matches!(statement.kind, StmtKind::Declare(..) | StmtKind::Expr(_) | StmtKind::Return(_)) {
            body.made += body.out.len().saturating_sub(before);
        }
        fine.and(self.bounded(body, statement.span))
    }

    /// Fails where a body grows too large: a line may stand for hundreds of fields.
    fn bounded(&mut self, body: &mut Body, span: crate::brook::source::Span) -> Checked<()> {
        let count = body.made.max(body.out.len()).max(body.locals.len());
        let most = super::MOST_PARTS as usize;
        if count <= most {
            return Ok(());
        }
        let title = format!(
            "kernel `{}` has {count} statements and variables, one for each field: {most} is the most",
            body.name
        );
        if !std::mem::replace(&mut body.large, true) {
            self.say(Diagnostic::error("B0608", span, title));
        }
        Err(Failed)
    }

    fn statement_of(&mut self, body: &mut Body, statement: &ast::Stmt) -> Checked<()> {
        match &statement.kind {
            StmtKind::Empty => Ok(()),
            StmtKind::Block(_) => {
                let inner = self.scoped(body, statement)?;
                body.out.extend(inner);
                Ok(())
            }
            StmtKind::Declare(ty, declarators) => self.declare(body, ty, declarators),
            StmtKind::Expr(value) => self.effect(body, value),
            StmtKind::If(condition, then, otherwise) => {
                let condition = self.condition(body, condition);
                let then = self.scoped(body, then);
                let otherwise = match otherwise {
                    Some(otherwise) => self.scoped(body, otherwise),
                    None => Ok(Vec::new()),
                };
                body.out.push(Stmt::If { condition: condition?, then: then?, otherwise: otherwise? });
                Ok(())
            }
            StmtKind::For(start, condition, step, inner) => {
                body.scopes.push(HashMap::new());
                let started = match start {
                    Some(start) => self.statement(body, start),
                    None => Ok(()),
                };
                let looped = self.repeat(body, condition.as_ref(), step.as_ref(), inner, false);
                body.scopes.pop();
                started.and(looped)
            }
            StmtKind::While(condition, inner) => self.repeat(body, Some(condition), None, inner, false),
            StmtKind::Do(inner, condition) => self.repeat(body, Some(condition), None, inner, true),
            StmtKind::Break | StmtKind::Continue => {
                let (word, kind) = match statement.kind {
                    StmtKind::Break => ("break", Stmt::Break),
                    _ => ("continue", Stmt::Continue),
                };
                if body.loops == 0 {
                    let title = format!("`{word}` stands outside of a loop");
                    return self.fail(
                        Diagnostic::error("B0305", statement.span, title).help("a kernel is left with `return`"),
                    );
                }
                body.out.push(kind);
                Ok(())
            }
            StmtKind::Return(value) => self.leave(body, statement, value.as_ref()),
            StmtKind::Discard => {
                if body.reduction {
                    let title = "a reduction cannot discard";
                    let help = "it has to accumulate something for each element: leave `r` as it is";
                    return self.fail(Diagnostic::error("B0306", statement.span, title).help(help));
                }
                self.discard(body, statement.span);
                Ok(())
            }
        }
    }

    pub(super) fn discard(&mut self, body: &mut Body, span: crate::brook::source::Span) {
        if body.entry {
            body.discards = true;
            body.out.push(Stmt::Discard);
            return;
        }
        let local = body.discarded();
        let value = Expr { kind: ExprKind::Int(1), ty: Plain::Int, span };
        body.out.push(Stmt::Assign { place: Place { local, part: Part::Whole }, value });
        let result = self.zero(body, span);
        body.out.push(Stmt::Return(result));
    }

    fn zero(&self, body: &Body, span: crate::brook::source::Span) -> Option<Expr> {
        let zero = super::convert::literal(0.0, span);
        match body.result {
            Some(Type::Float(components)) => super::convert::converted(zero, Plain::Float(components)),
            Some(Type::Int) => Some(Expr { kind: ExprKind::Int(0), ty: Plain::Int, span }),
            _ => None,
        }
    }

    fn leave(&mut self, body: &mut Body, statement: &ast::Stmt, value: Option<&ast::Expr>) -> Checked<()> {
        match (body.result, value) {
            (None, None) => body.out.push(Stmt::Return(None)),
            (None, Some(value)) => {
                let title = format!("kernel `{}` is `void` and returns nothing", body.name);
                let help = "what it computes it writes to its `out` parameters";
                return self.fail(Diagnostic::error("B0307", value.span, title).help(help));
            }
            (Some(ty), None) => {
                let title = format!("`{}` is to return a `{}`", body.name, self.type_name(ty));
                return self.fail(Diagnostic::error("B0307", statement.span, title).label("here goes a value"));
            }
            (Some(ty), Some(value)) => {
                let given = self.value(body, value)?;
                let mut fields = self.coerce(given, ty, "the result", value.span)?;
                if body.result_locals.is_empty() {
                    body.out.push(Stmt::Return(fields.pop()));
                } else {
                    let places = body.result_locals.clone();
                    self.assign_fields(body, &places, fields);
                    body.out.push(Stmt::Return(None));
                }
            }
        }
        Ok(())
    }

    fn repeat(
        &mut self,
        body: &mut Body,
        condition: Option<&ast::Expr>,
        step: Option<&ast::Expr>,
        inner: &ast::Stmt,
        last: bool,
    ) -> Checked<()> {
        let (before, condition) =
            body.block(|body| condition.map(|condition| self.condition(body, condition)).transpose());
        let (step, stepped) = body.block(|body| step.map_or(Ok(()), |step| self.effect(body, step)));
        body.loops += 1;
        let inner = self.scoped(body, inner);
        body.loops -= 1;
        stepped?;
        body.out.push(Stmt::Loop { before, condition: condition?, body: inner?, step, last });
        Ok(())
    }

    /// A number that is true where it is not 0.
    pub(super) fn condition(&mut self, body: &mut Body, condition: &ast::Expr) -> Checked<Expr> {
        // Brackets of its own say that it is meant, as in C: then it starts before the place that it assigns.
        if let ast::ExprKind::Assign(None, place, _) = &condition.kind
            && place.span.start == condition.span.start
        {
            let title = "this condition assigns";
            let help = "to compare, write `==`; if it is meant, put it into brackets of its own";
            self.say(Diagnostic::warning("B0308", condition.span, title).help(help));
        }
        self.plain(body, condition)
    }

    fn declare(&mut self, body: &mut Body, ty: &Name, declarators: &[Declarator]) -> Checked<()> {
        let found = match self.types.find(ty) {
            Ok(found) => Some(found),
            Err(finding) => {
                self.say(finding);
                None
            }
        };
        let mut fine = found.map(drop).ok_or(Failed);
        for declarator in declarators {
            fine = self.declare_one(body, found, declarator).and(fine);
            self.bounded(body, declarator.name.span)?;
        }
        fine
    }

    fn declare_one(&mut self, body: &mut Body, ty: Option<Type>, item: &Declarator) -> Checked<()> {
        let mut variable = Variable {
            ty: ty.unwrap_or(Type::FLOAT),
            locals: Vec::new(),
            role: None,
            number: 0,
            gather: 0,
            span: item.name.span,
            poisoned: true,
            written: Rc::default(),
            used: Rc::default(),
        };
        let mut fine = Ok(());
        if let Some(array) = item.array {
            let title = format!("kernels have no arrays of their own: `{}`", item.name.text);
            let help = "a vector of up to four numbers can be indexed: `float4 v; v[i]`; more are a gather parameter";
            fine = self.fail(Diagnostic::error("B0309", array, title).help(help));
        }
        let repeated = body.scopes.last().and_then(|scope| scope.get(&item.name.text)).map(|first| first.span);
        if let Some(first) = repeated {
            let title = format!("there are two variables `{}`", item.name.text);
            fine = self.fail(Diagnostic::error("B0310", item.name.span, title).other(first, "the first"));
        }
        // The outermost block is the second scope, and the parameters are the first.
        if let ([parameters, _], None) = (body.scopes.as_slice(), repeated)
            && let Some(hidden) = parameters.get(&item.name.text)
        {
            let title = format!("local variable `{}` hides the parameter", item.name.text);
            let finding = Diagnostic::warning("B0509", item.name.span, title).other(hidden.span, "the parameter");
            self.say(finding.help("in C these are one name too many: call the variable something else"));
        }
        // The value comes first: in `float a = a;` the right one is that of outside.
        let value = match (&item.value, ty) {
            (Some(value), Some(ty)) => match self.initial(body, value, ty) {
                Ok(fields) => Some(fields),
                Err(failed) => {
                    fine = Err(failed);
                    None
                }
            },
            _ => None,
        };
        if let (Some(ty), true) = (ty, fine.is_ok()) {
            let fields = self.types.records.fields(ty);
            let values: Vec<Option<Expr>> = match value {
                Some(values) => values.into_iter().map(Some).collect(),
                None => vec![None; fields.len()],
            };
            variable.poisoned = false;
            for (field, value) in fields.iter().zip(values) {
                let local = body.local(&field_name(&item.name.text, &field.path), field.ty);
                body.out.push(Stmt::Declare { local, value });
                variable.locals.push(local);
            }
        }
        if let Some(scope) = body.scopes.last_mut() {
            scope.insert(item.name.text.clone(), variable);
        }
        fine
    }

    /// The fields that a variable starts with.
    fn initial(&mut self, body: &mut Body, value: &ast::Expr, ty: Type) -> Checked<Vec<Expr>> {
        let ast::ExprKind::Braces(values) = &value.kind else {
            let given = self.value(body, value)?;
            return self.coerce(given, ty, "this variable", value.span);
        };
        match ty {
            Type::Record(id) => {
                let fields = self.types.records.get(id).fields.clone();
                if values.len() > fields.len() {
                    let name = self.type_name(ty);
                    let title = format!("{} values for the {} fields of `{name}`", values.len(), fields.len());
                    return self.fail(Diagnostic::error("B0311", value.span, title));
                }
                let mut given = Vec::new();
                for (number, (_, ty)) in fields.iter().enumerate() {
                    match values.get(number) {
                        Some(value) => {
                            let fields = self.initial(body, value, *ty)?;
                            // What is said later is evaluated later, and may change what this one reads.
                            let later = values[number + 1..].iter().any(|later| self.has_effects(later));
                            given.extend(fields.into_iter().map(|field| match later {
                                true => body.keep(field, "field"),
                                false => field,
                            }));
                        }
                        // As in C: what is left is zero.
                        None => {
                            for field in self.types.records.fields(*ty) {
                                let zero = super::convert::literal(0.0, value.span);
                                given.extend(super::convert::converted(zero, field.ty));
                            }
                        }
                    }
                }
                Ok(given)
            }
            Type::Float(components) if components.count() > 1 => {
                self.vector(body, values, components.count(), value.span, true).map(|vector| vec![vector])
            }
            _ => match values.as_slice() {
                [one] => self.initial(body, one, ty),
                _ => {
                    let title = format!("{} values for one `{}`", values.len(), self.type_name(ty));
                    self.fail(Diagnostic::error("B0311", value.span, title))
                }
            },
        }
    }

    /// An expression for what it does, not for what it gives.
    pub(super) fn effect(&mut self, body: &mut Body, value: &ast::Expr) -> Checked<()> {
        match &value.kind {
            ast::ExprKind::Comma(parts) => {
                let mut fine = Ok(());
                for part in parts {
                    fine = self.effect(body, part).and(fine);
                    self.bounded(body, part.span)?;
                }
                fine
            }
            ast::ExprKind::Assign(operator, place, given) => {
                self.assign(body, *operator, place, given, value.span).map(drop)
            }
            ast::ExprKind::Step { up, of, .. } => self.step(body, *up, of, value.span).map(drop),
            ast::ExprKind::Call(name, arguments) if name.text == "push" && !self.by_name.contains_key("push") => {
                self.push(body, name, arguments, value.span)
            }
            _ => {
                let given = self.value(body, value)?;
                let called = matches!(value.kind, ast::ExprKind::Call(..));
                if !called && !self.has_effects(value) {
                    let title = "this computes something that nobody uses";
                    let help = "to keep it, assign it: `a = ..;`";
                    self.say(Diagnostic::warning("B0312", value.span, title).help(help));
                }
                drop(given);
                Ok(())
            }
        }
    }

    fn push(
        &mut self,
        body: &mut Body,
        name: &Name,
        arguments: &[ast::Expr],
        span: crate::brook::source::Span,
    ) -> Checked<()> {
        let form = "it is `push(v);`, where `v` is a `vout` parameter of this kernel";
        let [argument] = arguments else {
            let title = format!("`push` takes one argument, not {}", arguments.len());
            return self.fail(Diagnostic::error("B0313", name.span, title).help(form));
        };
        let found = match &argument.kind {
            ast::ExprKind::Name(name) => body.find(name).cloned(),
            _ => None,
        };
        let Some(variable) = found.filter(|variable| matches!(variable.role, Some(Role::Variable { .. }))) else {
            let title = "this is no variable output";
            return self.fail(Diagnostic::error("B0313", argument.span, title).help(form));
        };
        if !body.entry {
            let title = "only the kernel that is called by the host pushes";
            let help = "let this kernel return the value, and push it where it is called";
            return self.fail(Diagnostic::error("B0314", span, title).help(help));
        }
        variable.written.set(true);
        let values = variable.locals.iter().map(|&local| {
            let ty = body.locals[local.0].ty;
            Expr { kind: ExprKind::Local(local), ty, span: argument.span }
        });
        let values = values.collect();
        body.out.push(Stmt::Push { parameter: variable.number, values });
        Ok(())
    }

    /// `++a` and `--a`; the place.
    pub(super) fn step(
        &mut self,
        body: &mut Body,
        up: bool,
        of: &ast::Expr,
        span: crate::brook::source::Span,
    ) -> Checked<super::place::Lvalue> {
        let operator = if up { crate::brook::ir::Binary::Add } else { crate::brook::ir::Binary::Subtract };
        let one = ast::Expr::new(ast::ExprKind::Int(1), span);
        self.assign(body, Some(operator), of, &one, span)
    }

    /// Whether evaluating it changes something.
    pub(super) fn has_effects(&self, value: &ast::Expr) -> bool {
        let mut found = match &value.kind {
            // It asks for a place, and evaluates nothing.
            ast::ExprKind::IndexOf(_) => return false,
            ast::ExprKind::Assign(..) | ast::ExprKind::Step { .. } => true,
            ast::ExprKind::Call(name, _) => match self.by_name.get(name.text.as_str()) {
                Some(&kernel) => self.signatures[kernel].as_ref().is_some_and(|signature| {
                    signature.parameters.iter().any(|p| matches!(p.role, Role::Output | Role::Accumulator))
                }),
                None => ["modf", "frexp", "sincos", "push"].contains(&name.text.as_str()),
            },
            _ => false,
        };
        value.kind.children(&mut |part| found = found || self.has_effects(part));
        found
    }
}

/// Whether a minus before a literal is the literal's own.
pub(super) fn negated(operator: Unary, of: &Expr) -> Option<ExprKind> {
    match (operator, &of.kind) {
        (Unary::Minus, ExprKind::Float(value)) => Some(ExprKind::Float(-value)),
        (Unary::Minus, ExprKind::Int(value)) => Some(ExprKind::Int(value.wrapping_neg())),
        _ => None,
    }
}
