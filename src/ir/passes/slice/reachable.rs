//! Reachable functions: drops functions that are never called.

use crate::ir::{ExprKind, Function, FunctionId, Stmt, each_expr_mut, each_stmt_mut};

/// The functions reachable from the last one, renumbered.
pub(super) fn reachable(mut functions: Vec<Function>) -> Vec<Function> {
    let mut used = vec![false; functions.len()];
    if let Some(last) = used.last_mut() {
        *last = true;
    }
    for number in (0..functions.len()).rev() {
        if used[number] {
            calls(&mut functions[number].body, &mut |called| used[called.0] = true);
        }
    }
    let mut numbers = Vec::new();
    let mut next = 0;
    for &used in &used {
        numbers.push(FunctionId(next));
        next += usize::from(used);
    }
    for function in &mut functions {
        calls(&mut function.body, &mut |called| *called = numbers[called.0]);
    }
    functions.into_iter().zip(used).filter(|(_, used)| *used).map(|(function, _)| function).collect()
}

/// Calls `see` for every function that is called.
fn calls(statements: &mut [Stmt], see: &mut impl FnMut(&mut FunctionId)) {
    each_stmt_mut(statements, &mut |statement| {
        if let Stmt::Call { function, .. } = statement {
            see(function);
        }
    });
    each_expr_mut(statements, &mut |expr| {
        if let ExprKind::Call(function, _) = &mut expr.kind {
            see(function);
        }
    });
}
