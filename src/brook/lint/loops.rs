//! Lints on loops: those that never end, and those of more iterations than drivers run.

use std::slice;

use crate::ir::control_flow::{breaks, leaves};
use crate::ir::passes::const_env::ConstEnv;
use crate::ir::{Binary, Expr, ExprKind, Function, Part, Place, Stmt, changes};
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// The most iterations of all loops of an element that a driver is known to run: Mesa's llvmpipe leaves its loops then.
const MAX_ITERATIONS: f64 = 65_535.0;

/// What is said of the loops of a kernel's own body.
pub(super) fn loops(function: &Function) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    block(&function.body, 1.0, &mut diagnostics);
    diagnostics
}

/// Looks at loops that are run `times` times for an element.
fn block(statements: &[Stmt], times: f64, diagnostics: &mut Vec<Diagnostic>) {
    let mut known = ConstEnv::default();
    for statement in statements {
        match statement {
            Stmt::If { then, otherwise, .. } => {
                block(then, times, diagnostics);
                block(otherwise, times, diagnostics);
            }
            Stmt::Loop { condition, body, step, .. } => {
                let always =
                    condition.as_ref().is_none_or(|condition| ConstEnv::default().holds(condition) == Some(true));
                if always && !breaks(body) && !leaves(slice::from_ref(statement)) {
                    let span = condition.as_ref().map_or_else(|| somewhere(body), |condition| Some(condition.span));
                    if let Some(span) = span {
                        let diagnostic = Diagnostic::warning(Code::B0511, span, "this loop never ends");
                        diagnostics.push(diagnostic.help("leave it with `break`, or let the condition become 0"));
                    }
                }
                let count = condition.as_ref().and_then(|condition| trip_count(condition, body, step, &known));
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
                block(body, all, diagnostics);
            }
            _ => {}
        }
        known.record(statement);
    }
}

/// How many iterations a loop has that counts from a number to a number.
fn trip_count(condition: &Expr, body: &[Stmt], step: &[Stmt], known: &ConstEnv) -> Option<f64> {
    let condition = match &condition.kind {
        ExprKind::Convert(inner) => inner,
        _ => condition,
    };
    let ExprKind::Binary(operator, left, right) = &condition.kind else { return None };
    let ExprKind::Local(local) = left.kind else { return None };
    let [Stmt::Assign { place: Place { local: stepped, part: Part::Whole }, value }] = step else { return None };
    let ExprKind::Binary(operation @ (Binary::Add | Binary::Subtract), from, by) = &value.kind else { return None };
    if *stepped != local || from.kind != ExprKind::Local(local) || changes(body, local) {
        return None;
    }
    let (start, end) = (f64::from(known.get(local)?), f64::from(known.number(right)?));
    let by = f64::from(known.number(by)?) * if *operation == Binary::Add { 1.0 } else { -1.0 };
    let count = match operator {
        Binary::Less | Binary::Greater | Binary::NotEqual => ((end - start) / by).ceil(),
        Binary::LessEqual | Binary::GreaterEqual => ((end - start) / by).floor() + 1.0,
        _ => return None,
    };
    count.is_finite().then_some(count.max(0.0))
}

/// A place in these statements.
fn somewhere(statements: &[Stmt]) -> Option<Span> {
    statements.iter().find_map(|statement| match statement {
        Stmt::Assign { value, .. } | Stmt::Declare { value: Some(value), .. } => Some(value.span),
        Stmt::If { condition, .. } | Stmt::Loop { condition: Some(condition), .. } => Some(condition.span),
        Stmt::Loop { body, .. } => somewhere(body),
        _ => None,
    })
}
