//! Lints on loops: those that never end, and those with more iterations than some drivers run.

use std::slice;

use crate::ir::control_flow::{breaks, leaves};
use crate::ir::passes::{Known, max_trip_count};
use crate::ir::{Function, Stmt};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// The number of loop iterations of an element after which some drivers stop. Mesa's llvmpipe leaves all loops of the element then.
const MAX_ITERATIONS: f64 = 65_535.0;

/// Reports loops of a kernel's own body that never end or run too long.
pub(super) fn loops(function: &Function) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    block(function, &function.body, 1.0, &mut diagnostics);
    diagnostics
}

/// Checks the loops in a block that an element runs `times` times.
fn block(function: &Function, statements: &[Stmt], times: f64, diagnostics: &mut Vec<Diagnostic>) {
    let mut known = Known::default();
    for statement in statements {
        match statement {
            Stmt::If { then, otherwise, .. } => {
                block(function, then, times, diagnostics);
                block(function, otherwise, times, diagnostics);
            }
            Stmt::Loop { condition, body, .. } => {
                let always = condition.as_ref().is_none_or(|condition| Known::default().holds(condition) == Some(true));
                if always && !breaks(body) && !leaves(slice::from_ref(statement)) {
                    let span = condition.as_ref().map_or_else(|| somewhere(body), |condition| Some(condition.span));
                    if let Some(span) = span {
                        let diagnostic = Diagnostic::warning(Code::B0511, span, "this loop never ends");
                        diagnostics.push(diagnostic.help("leave it with `break`, or let the condition become 0"));
                    }
                }
                let count = max_trip_count(function, statement, &known).map(|count| count as f64);
                let all = times * count.unwrap_or(1.0).max(1.0);
                if let (Some(_), Some(condition)) =
                    (count.filter(|_| all > MAX_ITERATIONS && times <= MAX_ITERATIONS), condition)
                {
                    let title = format!(
                        "with this loop an element may take {all} iterations: some drivers stop after {MAX_ITERATIONS}"
                    );
                    let diagnostic = Diagnostic::warning(Code::B0512, condition.span, title);
                    diagnostics
                        .push(diagnostic.help("do it in several calls, each going on where the last one stopped"));
                }
                block(function, body, all, diagnostics);
            }
            _ => {}
        }
        known.pass(function, statement);
    }
}

/// Returns the span of some expression in these statements, if there is one.
fn somewhere(statements: &[Stmt]) -> Option<Span> {
    statements.iter().find_map(|statement| match statement {
        Stmt::Assign { value, .. } | Stmt::Declare { value: Some(value), .. } => Some(value.span),
        Stmt::If { condition, .. } | Stmt::Loop { condition: Some(condition), .. } => Some(condition.span),
        Stmt::Loop { body, .. } => somewhere(body),
        _ => None,
    })
}
