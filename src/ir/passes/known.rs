//! The const environment of the kernel phase: values that variables are known to hold at a point of a function.

use std::collections::HashMap;

use crate::ir::interpret::{Value, operate};
use crate::ir::{Expr, ExprKind, Function, LocalId, Part, Place, Stmt, each_stmt};

/// What is known at a point. Outputs never are: what is called may change them.
#[derive(Clone, Default, Debug)]
pub(crate) struct Known(HashMap<LocalId, Value>);

impl Known {
    /// The value of an expression, if literals and what is known say it.
    pub fn value(&self, expr: &Expr) -> Option<Value> {
        Some(match &expr.kind {
            ExprKind::Float(value) => Value::from(*value),
            ExprKind::Int(value) => Value::from(*value),
            ExprKind::Uint(value) => Value::from(*value),
            ExprKind::Bool(value) => Value::from(*value),
            ExprKind::Index(value) => Value::Index(*value),
            ExprKind::Local(local) => *self.0.get(local)?,
            ExprKind::Convert(inner) => operate::convert(self.value(inner)?, expr.ty),
            ExprKind::Unary(operator, inner) => operate::unary(*operator, self.value(inner)?),
            ExprKind::Binary(operator, a, b) => operate::binary(*operator, self.value(a)?, self.value(b)?),
            ExprKind::Quotient(a, b) => Value::Index(operate::quotient(self.value(a)?.whole(), self.value(b)?.whole())),
            _ => return None,
        })
    }

    /// Whether a condition surely holds, or surely does not.
    pub fn holds(&self, condition: &Expr) -> Option<bool> {
        self.value(condition).map(|value| value.holds())
    }

    /// A variable now holds this, or nobody knows what.
    pub fn set(&mut self, function: &Function, local: LocalId, value: Option<Value>) {
        match value.filter(|_| function.locals[local.0].target.is_none()) {
            Some(value) => self.0.insert(local, value),
            None => self.0.remove(&local),
        };
    }

    /// Goes on behind a statement.
    pub fn pass(&mut self, function: &Function, statement: &Stmt) {
        match statement {
            Stmt::Declare { local, value: Some(value) }
            | Stmt::Assign { place: Place { local, part: Part::Whole }, value } => {
                let value = self.value(value);
                self.set(function, *local, value);
            }
            _ => self.forget(std::slice::from_ref(statement)),
        }
    }

    /// Nothing is known any more of what these statements, or those within, change.
    pub fn forget(&mut self, statements: &[Stmt]) {
        each_stmt(statements, &mut |statement| {
            if let Stmt::Declare { local, .. } = statement {
                self.0.remove(local);
            }
            for local in statement.changed() {
                self.0.remove(&local);
            }
        });
    }
}
