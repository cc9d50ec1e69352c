//! Queries about control flow: whether control can reach the end of statements, and whether they leave a loop or the function.

use crate::ir::{At, Expr, Stmt, any_stmt};

/// Returns whether control never reaches the end of these statements.
pub(crate) fn always_returns(statements: &[Stmt]) -> bool {
    statements.iter().any(|statement| match statement {
        Stmt::Return(_, _) | Stmt::Discard(_) => true,
        Stmt::If { then, otherwise, .. } => always_returns(then) && always_returns(otherwise),
        Stmt::Loop { condition, body, .. } if is_always(condition.as_ref()) => !breaks(body),
        // The body runs at least once; a `continue` goes to the test, which may end the loop.
        Stmt::Loop { last: true, body, .. } => {
            always_returns(body) && !breaks(body) && !jumps(body, &Stmt::Continue(At::default()))
        }
        _ => false,
    })
}

/// Returns whether a loop's condition is absent or a literal that is true.
fn is_always(condition: Option<&Expr>) -> bool {
    condition.is_none_or(|condition| condition.truth() == Some(true))
}

/// Returns whether this loop body contains a `break` that leaves the loop itself, not an inner one.
pub(crate) fn breaks(body: &[Stmt]) -> bool {
    jumps(body, &Stmt::Break(At::default()))
}

/// Returns whether this loop body contains the statement `wanted`, a `break` or a `continue`, outside of inner loops.
pub(crate) fn jumps(body: &[Stmt], wanted: &Stmt) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::If { then, otherwise, .. } => jumps(then, wanted) || jumps(otherwise, wanted),
        _ => statement == wanted,
    })
}

/// Returns whether any of these statements, or of those nested in them, returns from the function or discards the element.
pub(crate) fn leaves(statements: &[Stmt]) -> bool {
    any_stmt(statements, &|statement| matches!(statement, Stmt::Return(_, _) | Stmt::Discard(_)))
}
