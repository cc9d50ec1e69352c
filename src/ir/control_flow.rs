//! Control flow: whether statements end by themselves, or leave a loop or the function.

use crate::ir::{At, Expr, Stmt, any_stmt};

/// Whether the end of these statements is never reached.
pub(crate) fn always_returns(statements: &[Stmt]) -> bool {
    statements.iter().any(|statement| match statement {
        Stmt::Return(_, _) | Stmt::Discard(_) => true,
        Stmt::If { then, otherwise, .. } => always_returns(then) && always_returns(otherwise),
        Stmt::Loop { condition, body, .. } if is_always(condition.as_ref()) => !breaks(body),
        // A body that is done at least once; what continues goes to the test, which may be the end.
        Stmt::Loop { last: true, body, .. } => {
            always_returns(body) && !breaks(body) && !jumps(body, &Stmt::Continue(At::default()))
        }
        _ => false,
    })
}

/// Whether a condition is none, or a literal that is true.
fn is_always(condition: Option<&Expr>) -> bool {
    condition.is_none_or(|condition| condition.truth() == Some(true))
}

/// Whether a `break` leads out of the loop with this body.
pub(crate) fn breaks(body: &[Stmt]) -> bool {
    jumps(body, &Stmt::Break(At::default()))
}

/// Whether this, a `break` or a `continue`, is done to the loop with this body.
pub(crate) fn jumps(body: &[Stmt], wanted: &Stmt) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::If { then, otherwise, .. } => jumps(then, wanted) || jumps(otherwise, wanted),
        _ => statement == wanted,
    })
}

/// Whether something in there leaves the function, or the element.
pub(crate) fn leaves(statements: &[Stmt]) -> bool {
    any_stmt(statements, &|statement| matches!(statement, Stmt::Return(_, _) | Stmt::Discard(_)))
}
