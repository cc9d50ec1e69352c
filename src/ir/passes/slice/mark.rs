//! Marks the statements and variables of a loop that the slicing criterion depends on, in any iteration.

use super::Slicer;
use crate::ir::{Expr, ExprKind, Passed, Stmt};

impl Slicer<'_> {
    /// Marks the variables that the needed ones depend on in a loop, regardless of the order of statements, until nothing is added. If
    /// `control`, what decides about further iterations is needed as well: the loop's condition, `break` and `continue`. Returns whether
    /// anything in the loop is needed.
    pub(super) fn mark(&self, repeated: &Stmt, needed: &mut Vec<bool>, control: bool) -> bool {
        if control {
            repeated.exprs(&mut |condition| reads(condition, needed));
        }
        loop {
            let before = needed.iter().filter(|needed| **needed).count();
            let mut useful = false;
            for block in repeated.blocks() {
                useful |= self.mark_block(block, needed, control);
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
        let useful = match statement {
            Stmt::Declare { local, .. } => needed[local.0],
            Stmt::Assign { .. } | Stmt::Call { .. } => statement.changed().any(|local| needed[local.0]),
            Stmt::If { .. } | Stmt::Loop { .. } => {
                let blocks = statement.blocks().rev();
                blocks.fold(false, |useful, block| self.mark_block(block, needed, control) | useful)
            }
            Stmt::Break(_) | Stmt::Continue(_) => control,
            Stmt::Return(_, _) | Stmt::Discard(_) => true,
            Stmt::Push { .. } => self.pushes(statement),
            Stmt::Template(_) => unreachable!("of the template phase"),
        };
        if useful {
            statement.exprs(&mut |expr| reads(expr, needed));
        }
        if let (true, Stmt::Call { arguments, .. }) = (useful, statement) {
            for argument in arguments {
                if let Passed::Local(local) = argument {
                    needed[local.0] = true;
                }
            }
        }
        // A declaration in the body is not needed by statements after the loop.
        useful && !matches!(statement, Stmt::Declare { .. })
    }
}

fn reads(expr: &Expr, needed: &mut [bool]) {
    expr.each(&mut |expr| {
        if let ExprKind::Local(local) = expr.kind {
            needed[local.0] = true;
        }
    });
}
