//! What in a loop bears on what is wanted, in no order.

use super::Cutter;
use crate::brook::ir::{Expr, ExprKind, Part, Passed, Stmt};

impl Cutter<'_> {
    /// Marks what in a loop bears on what is needed, in no order, until nothing is added. With `control`, what decides
    /// about going on counts too. Says whether anything in it is needed.
    pub(super) fn mark(
        &self,
        parts: &[&[Stmt]],
        condition: Option<&Expr>,
        needed: &mut Vec<bool>,
        control: bool,
    ) -> bool {
        if let Some(condition) = condition {
            reads(condition, needed);
        }
        loop {
            let before = needed.iter().filter(|needed| **needed).count();
            let mut useful = false;
            for part in parts {
                useful |= self.mark_block(part, needed, control);
            }
            if needed.iter().filter(|needed| **needed).count() == before {
                return useful;
            }
        }
    }

    fn mark_block(&self, statements: &[Stmt], needed: &mut Vec<bool>, control: bool) -> bool {
        let mut useful = false;
        for statement in statements.iter().rev() {
            useful |= self.mark_statement(statement, needed, control);
        }
        useful
    }

    fn mark_statement(&self, statement: &Stmt, needed: &mut Vec<bool>, control: bool) -> bool {
        match statement {
            Stmt::Declare { local, value } => {
                // What a turn declares is nothing to those behind the loop.
                if needed[local.0] {
                    value.iter().for_each(|value| reads(value, needed));
                }
                false
            }
            Stmt::Assign { place, value } => {
                if needed[place.local.0] {
                    reads(value, needed);
                    if let Part::At(index) = &place.part {
                        reads(index, needed);
                    }
                }
                needed[place.local.0]
            }
            Stmt::Call { arguments, result, .. } => {
                let wanted = |passed: &Passed| matches!(passed, Passed::Local(local) if needed[local.0]);
                let useful = arguments.iter().any(wanted) || result.is_some_and(|local| needed[local.0]);
                if useful {
                    for argument in arguments {
                        match argument {
                            Passed::Value(value) => reads(value, needed),
                            Passed::Local(local) => needed[local.0] = true,
                        }
                    }
                }
                useful
            }
            Stmt::If { condition, then, otherwise } => {
                let a = self.mark_block(then, needed, control);
                let b = self.mark_block(otherwise, needed, control);
                if a || b {
                    reads(condition, needed);
                }
                a || b
            }
            Stmt::Loop { before, condition, body, step, .. } => {
                let mut useful = false;
                for part in [step, body, before] {
                    useful |= self.mark_block(part, needed, control);
                }
                if useful {
                    condition.iter().for_each(|condition| reads(condition, needed));
                }
                useful
            }
            Stmt::Break | Stmt::Continue => control,
            Stmt::Return(value) => {
                value.iter().for_each(|value| reads(value, needed));
                true
            }
            Stmt::Discard => true,
            Stmt::Push { values, .. } => {
                let useful = self.pushes(statement);
                if useful {
                    values.iter().for_each(|value| reads(value, needed));
                }
                useful
            }
        }
    }
}

fn reads(expr: &Expr, needed: &mut Vec<bool>) {
    if let ExprKind::Local(local) = expr.kind {
        needed[local.0] = true;
    }
    expr.children(&mut |child| reads(child, needed));
}
