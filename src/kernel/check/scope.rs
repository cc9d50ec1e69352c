//! The state of the checker within a function: its scopes, its variables, and the statements generated so far.

use std::collections::HashMap;

use super::definite_assignment::Places;
use crate::ir::TemplateExpr;
use crate::ir::{Expr, ExprKind, Local, LocalId, Stmt, Type};
use crate::syntax::Span;

/// What a name in scope stands for.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    Local(LocalId),
    /// A local array.
    Array(LocalId),
    /// A constant with this value.
    Value(Expr),
    /// A variable whose declaration is wrong. That has been reported.
    Poisoned,
}

/// A name that is in scope.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub ty: Type,
    pub held: Held,
    /// Where it was declared.
    pub span: Span,
    pub constant: bool,
}

/// A function that is being checked.
#[derive(Default)]
pub(crate) struct Body {
    /// The scopes, innermost last. Each has its names in the order of declaration.
    pub scopes: Vec<Vec<(String, Variable)>>,
    pub locals: Vec<Local>,
    /// The statements of the current block.
    pub out: Vec<Stmt>,
    /// The number of enclosing loops.
    pub loops: usize,
    /// The type that it returns, if any.
    pub result: Option<Type>,
    /// The local variables of the outputs that it uses, by the numbers of the outputs.
    pub outputs: HashMap<usize, LocalId>,
    /// The functions that it calls, by the numbers of their signatures.
    pub callees: Vec<usize>,
    /// The places of its variables in the source.
    pub places: Places,
}

impl Body {
    pub fn new(result: Option<Type>) -> Body {
        Body { scopes: vec![Vec::new()], result, ..Body::default() }
    }

    /// Adds a local variable.
    pub fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Local::new(name, ty));
        LocalId(self.locals.len() - 1)
    }

    /// Returns the local variable of an output, which is added on first use. It is an array if there is a length.
    pub fn output(&mut self, number: usize, name: &str, ty: Type, length: Option<&Expr>) -> LocalId {
        if let Some(local) = self.outputs.get(&number) {
            return *local;
        }
        let local = self.local(name, ty);
        self.locals[local.0].target = Some(number);
        self.locals[local.0].length = length.map(|length| Box::new(length.clone()));
        self.outputs.insert(number, local);
        local
    }

    pub fn find(&self, name: &str) -> Option<&Variable> {
        let named = |scope: &'_ [(String, Variable)]| scope.iter().rposition(|(own, _)| own == name);
        self.scopes.iter().rev().find_map(|scope| named(scope).map(|at| &scope[at].1))
    }

    /// Returns the variable of this name in the innermost scope, if there is one.
    pub fn in_this_scope(&self, name: &str) -> Option<&Variable> {
        self.scopes.last()?.iter().rev().find(|(own, _)| own == name).map(|(_, variable)| variable)
    }

    pub fn bind(&mut self, name: &str, variable: Variable) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name.to_owned(), variable));
        }
    }

    /// Returns all names in scope, in the order of declaration.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.scopes.iter().flatten().map(|(name, _)| name.as_str())
    }

    /// Runs `inside`, and returns the statements that it generates as a separate block.
    pub fn block<R>(&mut self, inside: impl FnOnce(&mut Body) -> R) -> (Vec<Stmt>, R) {
        let outer = std::mem::take(&mut self.out);
        let result = inside(self);
        (std::mem::replace(&mut self.out, outer), result)
    }

    /// Runs `inside` in a new scope, and returns the statements that it generates as a separate block.
    pub fn scoped<R>(&mut self, inside: impl FnOnce(&mut Body) -> R) -> (Vec<Stmt>, R) {
        self.scopes.push(Vec::new());
        let result = self.block(inside);
        self.scopes.pop();
        result
    }

    /// Returns the value of a local variable.
    pub fn variable(&self, local: LocalId, span: Span) -> Expr {
        Expr::new(ExprKind::Local(local), self.locals[local.0].ty, span)
    }

    /// Assigns a value to a new variable and returns the variable, so that the value is computed only once, at this point. Values that
    /// never change, such as literals and constants of the kernel, are returned unchanged.
    pub fn keep(&mut self, value: Expr, name: &str) -> Expr {
        let Expr { kind, ty, span } = value;
        if ty == Type::AbstractInt {
            // Its type is not known yet, so it cannot be kept in a variable. It consists of literals, which do not change, and of
            // conditions that choose between them. Only the conditions are kept.
            let mut kept = |part: Box<Expr>, name: &str| Box::new(self.keep(*part, name));
            let kind = match kind {
                ExprKind::Select(test, a, b) => ExprKind::Select(kept(test, "condition"), kept(a, name), kept(b, name)),
                ExprKind::Unary(operator, a) => ExprKind::Unary(operator, kept(a, name)),
                ExprKind::Binary(operator, a, b) => ExprKind::Binary(operator, kept(a, name), kept(b, name)),
                kind => kind,
            };
            return Expr { kind, ty, span };
        }
        let value = Expr { kind, ty, span };
        let parameter = |template: &TemplateExpr| matches!(template, TemplateExpr::Parameter(_));
        let simple = match &value.kind {
            ExprKind::Uniform(_) | ExprKind::Here(_) | ExprKind::Extent(..) => true,
            ExprKind::Template(template) => parameter(template),
            _ => value.is_literal(),
        };
        if simple {
            return value;
        }
        let local = self.local(name, ty);
        self.out.push(Stmt::Declare { local, value: Some(value) });
        self.variable(local, span)
    }
}
