//! What statements hold, and which functions they call.

use crate::brook::ir::{ExprKind, Function, FunctionId, Stmt};

/// Whether a statement is among these or within them.
pub(crate) fn contains(statements: &[Stmt], wanted: &dyn Fn(&Stmt) -> bool) -> bool {
    statements.iter().any(|statement| {
        wanted(statement)
            || match statement {
                Stmt::If { then, otherwise, .. } => contains(then, wanted) || contains(otherwise, wanted),
                Stmt::Loop { before, body, step, .. } => {
                    contains(before, wanted) || contains(body, wanted) || contains(step, wanted)
                }
                _ => false,
            }
    })
}

/// The functions that the last one calls, by whatever way, numbered anew.
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
    fn direct(statements: &mut [Stmt], see: &mut impl FnMut(&mut FunctionId)) {
        for statement in statements {
            match statement {
                Stmt::Call { function, .. } => see(function),
                Stmt::If { then, otherwise, .. } => {
                    direct(then, see);
                    direct(otherwise, see);
                }
                Stmt::Loop { before, body, step, .. } => {
                    direct(before, see);
                    direct(body, see);
                    direct(step, see);
                }
                _ => {}
            }
        }
    }
    direct(statements, see);
    crate::brook::check::tidy::each_expr_mut(statements, &mut |expr| {
        if let ExprKind::Call(function, _) = &mut expr.kind {
            see(function);
        }
    });
}
