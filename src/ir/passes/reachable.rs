//! Reachability of functions: finds and removes functions that are never called.

use crate::ir::{ExprKind, Function, FunctionId, Stmt, each_expr, each_expr_mut, each_stmt, each_stmt_mut};

/// Returns for each function whether the last one calls it, directly or not. The last one counts as called.
pub(crate) fn reachable(functions: &[Function]) -> Vec<bool> {
    let mut reachable = vec![false; functions.len()];
    if let Some(main) = reachable.last_mut() {
        *main = true;
    }
    // A function calls only earlier functions.
    for number in (0..functions.len()).rev() {
        if !reachable[number] {
            continue;
        }
        let body = &functions[number].body;
        each_expr(body, &mut |expr| {
            if let ExprKind::Call(function, _) = expr.kind {
                reachable[function.0] = true;
            }
        });
        each_stmt(body, &mut |statement| {
            if let Stmt::Call { function, .. } = statement {
                reachable[function.0] = true;
            }
        });
    }
    reachable
}

/// Returns the functions reachable from the last one, renumbered.
pub(crate) fn drop_unreachable(mut functions: Vec<Function>) -> Vec<Function> {
    let kept = reachable(&functions);
    let mut numbers = Vec::new();
    let mut next = 0;
    for &kept in &kept {
        numbers.push(FunctionId(next));
        next += usize::from(kept);
    }
    for function in &mut functions {
        each_called(&mut function.body, &mut |called| *called = numbers[called.0]);
    }
    functions.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(function, _)| function).collect()
}

/// Calls `see` for every function that is called.
pub(crate) fn each_called(statements: &mut [Stmt], see: &mut dyn FnMut(&mut FunctionId)) {
    each_stmt_mut(statements, &mut |statement| match statement {
        Stmt::Call { function, .. } => see(function),
        Stmt::Template(template) => template.function_mut().into_iter().for_each(&mut *see),
        _ => {}
    });
    each_expr_mut(statements, &mut |expr| {
        if let ExprKind::Call(function, _) = &mut expr.kind {
            see(function);
        }
    });
}
