//! Specializes loops: unrolls those over items of arrays, and keeps the others.

use std::ops::ControlFlow;

use rustc_hash::FxHashSet;

use super::SpecializeError;
use super::specialize::{Exit, Flow, Specializer, Within};
use crate::ir::passes::Known;
use crate::ir::{Expr, ExprKind, LocalId, Stmt, each_expr, each_stmt};
use crate::ir::{ItemPassed, TemplateExpr, TemplateStmt};
use crate::syntax::Span;

impl Specializer<'_, '_> {
    /// Specializes a loop. Unrolls it if the index of an item depends on a variable that it changes from one iteration to the next.
    pub fn iterate(
        &mut self,
        statement: &Stmt,
        known: &mut Known,
        out: &mut Vec<Stmt>,
    ) -> Result<Flow, SpecializeError> {
        if counts_items(statement) {
            return self.unroll(statement, known, out);
        }
        let Stmt::Loop { before, condition, body, step, last } = statement else {
            unreachable!("a loop");
        };
        self.forget(std::slice::from_ref(statement), known);
        let [mut new_before, mut new_body, mut new_step] = [const { Vec::new() }; 3];
        let mut inside = known.clone();
        let _ = self.block(before, &mut inside, &mut new_before, Within::default())?;
        let condition = match condition {
            Some(condition) => {
                let mut condition = condition.clone();
                self.rewrite(&mut condition, &inside)?;
                Some(condition)
            }
            None => None,
        };
        let _ = self.block(body, &mut inside, &mut new_body, Within::default())?;
        // A `continue` in the body may lead here as well, so nothing that the body assigns is known.
        self.forget(body, known);
        let _ = self.block(step, &mut known.clone(), &mut new_step, Within::default())?;
        let made = Stmt::Loop { before: new_before, condition, body: new_body, step: new_step, last: *last };
        self.push(made, known, out)?;
        Ok(ControlFlow::Continue(()))
    }

    fn unroll(&mut self, statement: &Stmt, known: &mut Known, out: &mut Vec<Stmt>) -> Result<Flow, SpecializeError> {
        let Stmt::Loop { before, condition, body, step, last } = statement else {
            unreachable!("a loop");
        };
        let within = Within { unrolled: true, conditional: false };
        let mut tested = !*last;
        loop {
            if tested {
                let _ = self.block(before, known, out, Within::default())?;
                if let Some(condition) = condition {
                    let span = condition.span;
                    let mut condition = condition.clone();
                    self.rewrite(&mut condition, known)?;
                    match condition.kind {
                        ExprKind::Bool(true) => {}
                        ExprKind::Bool(false) => return Ok(ControlFlow::Continue(())),
                        _ => return Err(SpecializeError::UnknownEnd { span }),
                    }
                }
            }
            tested = true;
            // An iteration that adds no statements counts as well, so that an endless loop ends with an error.
            self.count(span_of(statement))?;
            match self.block(body, known, out, within)? {
                ControlFlow::Break(Exit::Break) => return Ok(ControlFlow::Continue(())),
                ControlFlow::Break(Exit::Leave) => return Ok(ControlFlow::Break(Exit::Leave)),
                ControlFlow::Break(Exit::Continue) | ControlFlow::Continue(()) => {}
            }
            let _ = self.block(step, known, out, Within::default())?;
        }
    }
}

/// Returns the place of a loop in the source, as near as it is known.
fn span_of(statement: &Stmt) -> Span {
    match statement {
        Stmt::Loop { condition: Some(condition), .. } => condition.span,
        _ => Span::default(),
    }
}

/// Returns whether the index of an item in this loop depends on a variable that the loop changes from one iteration to the next.
fn counts_items(statement: &Stmt) -> bool {
    let all = std::slice::from_ref(statement);
    let mut wanted = item_locals(all);
    if wanted.is_empty() {
        return false;
    }
    // Add the variables that those are computed from, and the variables in the conditions under which they are, except for the loop's own
    // condition.
    loop {
        let before = wanted.len();
        statement.blocks().for_each(|block| {
            each_stmt(block, &mut |inner| {
                if sets(inner, &wanted) {
                    inner.exprs(&mut |expr| read(expr, &mut wanted));
                }
            });
        });
        if wanted.len() == before {
            break;
        }
    }
    let (mut changed, mut declared) = (FxHashSet::default(), FxHashSet::default());
    each_stmt(all, &mut |statement| {
        changed.extend(statement.changed());
        if let Stmt::Declare { local, .. } = statement {
            declared.insert(*local);
        }
    });
    changed.iter().any(|local| wanted.contains(local) && !declared.contains(local))
}

/// Returns whether a statement, or one nested in it, declares or assigns one of these variables.
fn sets(statement: &Stmt, wanted: &FxHashSet<LocalId>) -> bool {
    let own = |statement: &Stmt| {
        let declares = matches!(statement, Stmt::Declare { local, .. } if wanted.contains(local));
        declares || statement.changed().any(|local| wanted.contains(&local))
    };
    own(statement) || statement.blocks().any(|block| crate::ir::any_stmt(block, &own))
}

/// Returns the variables that indices of items are computed from.
fn item_locals(statements: &[Stmt]) -> FxHashSet<LocalId> {
    let mut found = FxHashSet::default();
    each_expr(statements, &mut |expr| {
        if let ExprKind::Template(template) = &expr.kind
            && let TemplateExpr::Item(_, item) | TemplateExpr::OfItem(item, _) = &**template
        {
            read(item, &mut found);
        }
    });
    each_stmt(statements, &mut |statement| {
        let Stmt::Template(template) = statement else { return };
        match &**template {
            TemplateStmt::Assign { item, .. } => read(item, &mut found),
            TemplateStmt::Call { arguments, .. } => {
                for argument in arguments {
                    if let ItemPassed::Item(_, item) = argument {
                        read(item, &mut found);
                    }
                }
            }
        }
    });
    found
}

/// Adds the variables that an expression reads.
fn read(expr: &Expr, found: &mut FxHashSet<LocalId>) {
    expr.each(&mut |part| {
        if let ExprKind::Local(local) = part.kind {
            found.insert(local);
        }
    });
}
