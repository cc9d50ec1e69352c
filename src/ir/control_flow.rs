//! Control flow: whether control reaches the end of statements, and whether they leave a loop or the function.

use crate::ir::{At, Expr, Stmt, any_stmt};

/// Whether control never reaches the end of these statements.
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

/// Whether a condition is absent, or a literal that is true.
fn is_always(condition: Option<&Expr>) -> bool {
    condition.is_none_or(|condition| condition.truth() == Some(true))
}

/// Whether a `break` in this body leaves its loop.
pub(crate) fn breaks(body: &[Stmt]) -> bool {
    jumps(body, &Stmt::Break(At::default()))
}

/// Whether the body has the statement `wanted`, a `break` or a `continue`, for its own loop and not for an inner one.
pub(crate) fn jumps(body: &[Stmt], wanted: &Stmt) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::If { then, otherwise, .. } => jumps(then, wanted) || jumps(otherwise, wanted),
        _ => statement == wanted,
    })
}

/// Whether any of these statements leaves the function, or discards the element.
pub(crate) fn leaves(statements: &[Stmt]) -> bool {
    any_stmt(statements, &|statement| matches!(statement, Stmt::Return(_, _) | Stmt::Discard(_)))
}
