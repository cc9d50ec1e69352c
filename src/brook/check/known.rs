//! Numbers that variables are known to hold, and what follows from them.

use std::collections::HashMap;

use crate::brook::types::Plain;
use crate::ir::{Binary, Expr, ExprKind, LocalId, Part, Place, Stmt, Unary};

/// The numbers that variables hold at a point of a block.
pub(super) type Known = HashMap<LocalId, f32>;

/// What is known of variables behind a statement that goes straight on.
pub(super) fn hold(statement: &Stmt, held: &mut Known) {
    match statement {
        Stmt::Declare { local, value: Some(value) }
        | Stmt::Assign { place: Place { local, part: Part::Whole }, value } => {
            match number(value, held) {
                Some(value) => held.insert(*local, value),
                None => held.remove(local),
            };
        }
        Stmt::Assign { place: Place { local, .. }, .. } | Stmt::Declare { local, value: None } => {
            held.remove(local);
        }
        _ => held.clear(),
    }
}

/// The number that an expression is, if its variables hold these.
pub(super) fn number(expr: &Expr, held: &Known) -> Option<f32> {
    match &expr.kind {
        ExprKind::Float(value) => Some(*value),
        ExprKind::Int(value) => Some(*value as f32),
        ExprKind::Local(local) => held.get(local).copied(),
        ExprKind::Convert(inner) if expr.ty.count() == 1 => {
            number(inner, held).map(|value| if expr.ty == Plain::INT { value.trunc() } else { value })
        }
        ExprKind::Unary(Unary::Neg, inner) => number(inner, held).map(|value| -value),
        _ => None,
    }
}

/// Whether a comparison holds, if its variables hold these.
pub(super) fn holds(condition: &Expr, held: &Known) -> Option<bool> {
    match &condition.kind {
        ExprKind::Convert(inner) => holds(inner, held),
        ExprKind::Binary(operator, a, b) => {
            let (a, b) = (number(a, held)?, number(b, held)?);
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
