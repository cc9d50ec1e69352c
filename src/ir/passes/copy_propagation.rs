//! Copy propagation: a variable that only ever holds a constant of the kernel is replaced by that constant.

use crate::ir::{Expr, ExprKind, Function, Stmt, each_expr_mut, each_stmt};

/// Replaces variables that only ever hold a constant of the kernel.
pub(crate) fn propagate_constants(function: &mut Function) {
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
