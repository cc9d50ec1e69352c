//! Declarations of variables, and their initialisers.

use super::body::{Body, Variable};
use super::type_error::TypeError;
use super::typed::{converted, literal};
use super::{Checked, Checker, Failed};
use crate::brook::types::Type;
use crate::ir::{At, Expr, Stmt};
use crate::syntax::Span;
use crate::syntax::ast::{self, Declarator, Name};
use crate::syntax::{Code, Diagnostic, Subject};

impl Checker<'_> {
    pub(super) fn declare(&mut self, body: &mut Body, ty: &Name, declarators: &[Declarator]) -> Checked<()> {
        let found = match self.types.find(ty) {
            Ok(found) => Some(found),
            Err(TypeError::Void(span)) => {
                let name = declarators.first().map_or("a", |declarator| declarator.name.text.as_str());
                let diagnostic = Diagnostic::error(Code::B0203, span, "a variable cannot be `void`");
                let help = format!("give it a type that has values: `float {name};`");
                self.report(diagnostic.help(help).about(Subject::Void { variable: true }));
                None
            }
            Err(error) => {
                self.report(error.diagnostic());
                None
            }
        };
        let fixed = self.types.constant(&ty.text);
        let mut fine = found.map(drop).ok_or(Failed);
        for declarator in declarators {
            fine = self.declare_one(body, found, fixed, declarator).and(fine);
            self.bounded(body, declarator.name.span)?;
        }
        fine
    }

    /// Declares one variable. `fixed` is the span of the `const` of its type, if any.
    fn declare_one(
        &mut self,
        body: &mut Body,
        ty: Option<Type>,
        fixed: Option<Span>,
        item: &Declarator,
    ) -> Checked<()> {
        let mut variable = Variable {
            ty: ty.unwrap_or(Type::FLOAT),
            locals: Vec::new(),
            array: None,
            role: None,
            number: 0,
            span: item.name.span,
            constant: item.constant.then_some(item.name.span).or(fixed),
            poisoned: true,
        };
        let mut fine = Ok(());
        let length = match self.array_length(item) {
            Ok(length) => length,
            Err(failed) => {
                fine = Err(failed);
                None
            }
        };
        fine = self.check_name(body, item).and(fine);
        if let (Some(ty), Some(length), true) = (ty, length, fine.is_ok()) {
            match self.declare_array(body, ty, length, item) {
                Ok(locals) => {
                    variable.locals = locals;
                    variable.array = Some(length);
                    variable.poisoned = false;
                }
                Err(failed) => fine = Err(failed),
            }
            if let Some(scope) = body.scopes.last_mut() {
                scope.insert(item.name.text.clone(), variable);
            }
            return fine;
        }
        // Check the value before the variable is in scope: in `float a = a;` the `a` on the right is that of the outer scope.
        let value = match (&item.value, ty) {
            (Some(value), Some(ty)) if item.array.is_none() => match self.initial(body, value, ty) {
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
                let local = body.local(&field.of(&item.name.text), field.ty);
                body.locals[local.0].span = At(item.name.span);
                body.out.push(Stmt::Declare { local, value });
                variable.locals.push(local);
            }
        }
        if let Some(scope) = body.scopes.last_mut() {
            scope.insert(item.name.text.clone(), variable);
        }
        fine
    }

    /// Reports a variable that has the name of another one in the same block (an error), or that hides a parameter (a warning).
    fn check_name(&mut self, body: &Body, item: &Declarator) -> Checked<()> {
        let name = &item.name.text;
        if let Some(first) = body.scopes.last().and_then(|scope| scope.get(name)) {
            let title = format!("there are two variables `{name}`");
            return self.fail(Diagnostic::error(Code::B0310, item.name.span, title).other(first.span, "the first"));
        }
        // The outermost block is the second scope, and the parameters are the first.
        if let [parameters, _] = body.scopes.as_slice()
            && let Some(hidden) = parameters.get(name)
        {
            let title = format!("local variable `{name}` hides the parameter");
            let diagnostic =
                Diagnostic::warning(Code::B0509, item.name.span, title).other(hidden.span, "the parameter");
            self.report(diagnostic.help("in C these are one name too many: call the variable something else"));
        }
        Ok(())
    }

    /// Returns the initial values of a variable, one for each field.
    pub(super) fn initial(&mut self, body: &mut Body, value: &ast::Expr, ty: Type) -> Checked<Vec<Expr>> {
        let ast::ExprKind::Braces(values) = &value.kind else {
            let given = self.value(body, value)?;
            let given = self.with_zero(given, ty, value.span);
            return self.coerce_of(body, given, ty, "this variable", value);
        };
        match ty {
            Type::Record(id) => {
                let fields = self.types.records.get(id).fields.clone();
                if values.len() > fields.len() {
                    let name = self.type_name(ty);
                    let title = format!("{} values for the {} fields of `{name}`", values.len(), fields.len());
                    return self.fail(Diagnostic::error(Code::B0311, value.span, title));
                }
                let mut given = Vec::new();
                for (number, (_, ty)) in fields.iter().enumerate() {
                    match values.get(number) {
                        Some(value) => {
                            let fields = self.initial(body, value, *ty)?;
                            // Side effects of later values may change what this one reads.
                            let later = values[number + 1..].iter().any(|later| self.has_effects(later));
                            given.extend(fields.into_iter().map(|field| match later {
                                true => body.keep(field, "field"),
                                false => field,
                            }));
                        }
                        // As in C, the remaining fields are zero.
                        None => {
                            for field in self.types.records.fields(*ty) {
                                let zero = literal(0.0, value.span);
                                given.extend(converted(zero, field.ty));
                            }
                        }
                    }
                }
                Ok(given)
            }
            _ if ty.is_vector() => self.vector(body, values, ty, value.span, true).map(|vector| vec![vector]),
            _ => match values.as_slice() {
                [one] => self.initial(body, one, ty),
                _ => {
                    let title = format!("{} values for one `{}`", values.len(), self.type_name(ty));
                    self.fail(Diagnostic::error(Code::B0311, value.span, title))
                }
            },
        }
    }
}
