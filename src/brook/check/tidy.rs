//! Makes what checking leaves behind easier to read: constants that nobody changes are used as they are, and variables
//! are declared where they get their first value.

use crate::ir::{Expr, ExprKind, Function, Part, Stmt, each_expr_mut, each_stmt};

/// Uses constants in the place of variables that only ever hold one.
pub(super) fn constants(function: &mut Function) {
    let mut held: Vec<Option<ExprKind>> = vec![None; function.locals.len()];
    for statement in &function.body {
        if let Stmt::Declare { local, value: Some(Expr { kind: kind @ ExprKind::Constant(_), .. }) } = statement {
            held[local.0] = Some(kind.clone());
        }
    }
    each_stmt(&function.body, &mut |statement| statement.changed().for_each(|local| held[local.0] = None));
    if held.iter().all(Option::is_none) {
        return;
    }
    function.body.retain(|statement| !matches!(statement, Stmt::Declare { local, .. } if held[local.0].is_some()));
    each_expr_mut(&mut function.body, &mut |expr| {
        if let ExprKind::Local(local) = expr.kind
            && let Some(kind) = &held[local.0]
        {
            expr.kind = kind.clone();
        }
    });
}

/// Declares variables that start without a value where they get their first, if that is in the same block and nothing
/// looks at them before.
pub(crate) fn declarations(function: &mut Function) {
    block(&mut function.body);
}

fn block(statements: &mut Vec<Stmt>) {
    let mut at = 0;
    while at < statements.len() {
        if let Stmt::Declare { local, value: None } = statements[at] {
            let first = (at + 1..statements.len()).find(|&next| statements[next].mentions(local));
            if let Some(first) = first
                && let Stmt::Assign { place, value } = &statements[first]
                && place.part == Part::Whole
                && !value.mentions(local)
            {
                let value = Some(value.clone());
                statements[first] = Stmt::Declare { local, value };
                statements.remove(at);
                continue;
            }
            // One that only a branch knows is declared there.
            if let Some(first) = first
                && !statements[first + 1..].iter().any(|next| next.mentions(local))
                && let Stmt::If { condition, then, otherwise } = &mut statements[first]
                && !condition.mentions(local)
            {
                let within = |branch: &[Stmt]| branch.iter().any(|next| next.mentions(local));
                let branch = match (within(then), within(otherwise)) {
                    (true, false) => Some(then),
                    (false, true) => Some(otherwise),
                    _ => None,
                };
                if let Some(branch) = branch {
                    branch.insert(0, Stmt::Declare { local, value: None });
                    statements.remove(at);
                    continue;
                }
            }
        }
        statements[at].blocks_mut().for_each(block);
        at += 1;
    }
}
