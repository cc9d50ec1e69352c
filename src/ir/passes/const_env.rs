//! The const environment of the stream phase: the numbers that variables are known to hold at a point, and what follows
//! from them.

use std::collections::HashMap;

use crate::ir::{Binary, Expr, ExprKind, LocalId, Part, Place, Stmt, Type, Unary};

/// The numbers that variables hold at a point of a block; of those that are not in it nothing is known.
#[derive(Clone, Default, Debug)]
pub(crate) struct ConstEnv(HashMap<LocalId, f32>);

impl ConstEnv {
    /// The number that a variable holds, if it is known.
    pub fn get(&self, local: LocalId) -> Option<f32> {
        self.0.get(&local).copied()
    }

    /// Records what is known behind a statement that does not jump.
    pub fn record(&mut self, statement: &Stmt) {
        match statement {
            Stmt::Declare { local, value: Some(value) }
            | Stmt::Assign { place: Place { local, part: Part::Whole }, value } => {
                match self.number(value) {
                    Some(value) => self.0.insert(*local, value),
                    None => self.0.remove(local),
                };
            }
            Stmt::Assign { place: Place { local, .. }, .. } | Stmt::Declare { local, value: None } => {
                self.0.remove(local);
            }
            _ => self.0.clear(),
        }
    }

    /// The number that an expression is.
    pub fn number(&self, expr: &Expr) -> Option<f32> {
        match &expr.kind {
            ExprKind::Float(value) => Some(*value),
            ExprKind::Int(value) => Some(*value as f32),
            ExprKind::Local(local) => self.get(*local),
            ExprKind::Convert(inner) if expr.ty.count() == 1 => {
                self.number(inner).map(|value| if expr.ty == Type::INT { value.trunc() } else { value })
            }
            ExprKind::Unary(Unary::Neg, inner) => self.number(inner).map(|value| -value),
            _ => None,
        }
    }

    /// Whether a comparison holds.
    pub fn holds(&self, condition: &Expr) -> Option<bool> {
        match &condition.kind {
            ExprKind::Convert(inner) => self.holds(inner),
            ExprKind::Binary(operator, a, b) => {
                let (a, b) = (self.number(a)?, self.number(b)?);
                match operator {
                    Binary::Less => Some(a < b),
                    Binary::LessEqual => Some(a <= b),
                    Binary::Greater => Some(a > b),
                    Binary::GreaterEqual => Some(a >= b),
                    Binary::NotEqual => Some(a != b),
                    _ => None,
                }
            }
            _ => condition.truth(),
        }
    }
}
