//! Finds the places in the kernel's source that statements and expressions come from.

use super::Writer;
use crate::ir::{At, Expr, Stmt};
use crate::syntax::Span;

impl Writer<'_> {
    /// Returns the places of a statement: those of its expressions, in order, then that of the variable that it declares, or of its
    /// keyword. For a statement with blocks, they are the places of its head.
    pub(super) fn spans(&self, statement: &Stmt) -> Vec<Span> {
        let mut spans = Vec::new();
        statement.exprs(&mut |expr| places_in(&mut spans, expr));
        if let Stmt::Loop { before, step, .. } = statement {
            let parts = [before, step].into_iter().flatten();
            parts.for_each(|part| part.exprs(&mut |expr| places_in(&mut spans, expr)));
        }
        match statement {
            Stmt::Declare { local, .. } => add(&mut spans, self.function.locals[local.0].span.0),
            Stmt::Call { at: At(span), .. }
            | Stmt::Break(At(span))
            | Stmt::Continue(At(span))
            | Stmt::Return(None, At(span)) => add(&mut spans, *span),
            _ => {}
        }
        spans
    }
}

/// Returns the places of an expression.
pub(super) fn places(expr: &Expr) -> Vec<Span> {
    let mut spans = Vec::new();
    places_in(&mut spans, expr);
    spans
}

/// Adds the place of an expression. If the expression is generated and has no place, adds the places of its parts.
fn places_in(spans: &mut Vec<Span>, expr: &Expr) {
    if expr.span.start < expr.span.end {
        return add(spans, expr.span);
    }
    expr.children(&mut |child| places_in(spans, child));
}

fn add(spans: &mut Vec<Span>, span: Span) {
    if span.start < span.end && !spans.contains(&span) {
        spans.push(span);
    }
}
