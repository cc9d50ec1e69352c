//! Scopes: the state of the checker within a function, its variables and the statements made so far.

use std::collections::HashMap;

use super::definite_assignment::Places;
use crate::ir::TemplateExpr;
use crate::ir::{Expr, ExprKind, Local, LocalId, Stmt, Type};
use crate::syntax::Span;

/// What a variable is.
#[derive(Clone, Debug)]
pub(crate) enum Held {
    Local(LocalId),
    /// A local array.
    Array(LocalId),
    /// Always this value: a constant.
    Value(Expr),
    /// Its declaration is wrong, which has been said.
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
    /// Innermost last, each in the order declared.
    pub scopes: Vec<Vec<(String, Variable)>>,
    pub locals: Vec<Local>,
    /// The statements of the block at hand.
    pub out: Vec<Stmt>,
    /// How many loops are around.
    pub loops: usize,
    /// What it returns.
    pub result: Option<Type>,
    /// Its variables that are outputs.
    pub outputs: HashMap<usize, LocalId>,
    /// The functions that it calls.
    pub callees: Vec<usize>,
    /// Where its variables were written.
    pub places: Places,
}

impl Body {
    pub fn new(result: Option<Type>) -> Body {
        Body { scopes: vec![Vec::new()], result, ..Body::default() }
    }

    /// Makes a local.
    pub fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.locals.push(Local::new(name, ty));
        LocalId(self.locals.len() - 1)
    }

    /// The variable that is this output, an array if it has a length.
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

    /// A variable of that name in the innermost scope.
    pub fn in_this_scope(&self, name: &str) -> Option<&Variable> {
        self.scopes.last()?.iter().rev().find(|(own, _)| own == name).map(|(_, variable)| variable)
    }

    pub fn bind(&mut self, name: &str, variable: Variable) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.push((name.to_owned(), variable));
        }
    }

    /// All names in scope, in the order declared.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.scopes.iter().flatten().map(|(name, _)| name.as_str())
    }

    /// What `inside` puts out, as a block of its own.
    pub fn block<R>(&mut self, inside: impl FnOnce(&mut Body) -> R) -> (Vec<Stmt>, R) {
        let outer = std::mem::take(&mut self.out);
        let result = inside(self);
        (std::mem::replace(&mut self.out, outer), result)
    }

    /// The same with names of its own.
    pub fn scoped<R>(&mut self, inside: impl FnOnce(&mut Body) -> R) -> (Vec<Stmt>, R) {
        self.scopes.push(Vec::new());
        let result = self.block(inside);
        self.scopes.pop();
        result
    }

    /// What a local holds.
    pub fn variable(&self, local: LocalId, span: Span) -> Expr {
        Expr::new(ExprKind::Local(local), self.locals[local.0].ty, span)
    }

    /// A variable that starts as this value, so that it is computed here and once.
    pub fn keep(&mut self, value: Expr, name: &str) -> Expr {
        let Expr { kind, ty, span } = value;
        if ty == Type::AbstractInt {
            // Whatever it is going to be: of a literal there is nothing to keep but what chooses it.
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
