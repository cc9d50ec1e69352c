//! Writes loops.

use super::Writer;
use super::condition::orders;
use super::spans::places;
use crate::glsl::workarounds::Workaround;
use crate::ir::{Expr, ExprKind, LocalId, Stmt, changes};
use crate::syntax::Span;

/// What an iteration of a loop without a head ends with.
#[derive(Clone, Copy, Default)]
pub(super) struct Iteration<'a> {
    pub step: &'a [Stmt],
    pub before: &'a [Stmt],
    pub condition: Option<&'a Expr>,
}

impl<'a> Writer<'a> {
    /// Whether it is a loop with a head in which that variable starts.
    pub(super) fn counts_with(&self, statement: &Stmt, local: LocalId) -> bool {
        match statement {
            Stmt::Loop { before, condition: Some(condition), step, last: false, .. } => {
                let steps = matches!(step.as_slice(), [Stmt::Assign { place, .. }] if place.local == local);
                before.is_empty() && steps && condition.mentions(local)
            }
            _ => false,
        }
    }

    pub(super) fn leave_unless(&mut self, condition: &'a Expr) {
        let spans = &places(condition);
        let condition = self.negated(condition, 0);
        self.line(&format!("if ({condition}) {{\n    break;\n}}"), spans);
    }

    /// The test of a loop that is left from within.
    fn always(&mut self) -> String {
        self.works_around(Workaround::LoopLeftFromWithin);
        format!(" here() < _count_{}()", self.outputs[0])
    }

    /// The test in the head of a loop. `counted`: neither side can be NaN.
    fn test(&mut self, expr: &Expr, counted: bool) -> String {
        if orders(expr) && !counted {
            self.works_around(Workaround::LoopTest);
            return format!(" {} == true", self.value(expr, super::expr::POSTFIX));
        }
        format!(" {}", self.value(expr, 0))
    }

    /// A loop: with a head, where the test and the step are simple; else one that is left from within.
    pub(super) fn repeat(&mut self, statement: &'a Stmt, start: &str, counted: bool, spans: &[Span]) {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return };
        let simple = match step.as_slice() {
            [] => true,
            [step] => matches!(step, Stmt::Assign { .. }),
            _ => false,
        };
        if !last && before.is_empty() && simple {
            let test = match condition.as_ref().filter(|condition| condition.truth() != Some(true)) {
                Some(condition) => self.test(condition, counted),
                None => self.always(),
            };
            let step = match step.first() {
                Some(Stmt::Assign { place, value }) => format!(" {}", self.assignment(place, value)),
                _ => String::new(),
            };
            self.line(&format!("for ({start};{test};{step}) {{"), spans);
            self.loops.push(Iteration::default());
            self.block(body);
            self.loops.pop();
            return self.line("}", &[]);
        }
        let test = self.always();
        self.line(&format!("for ({start};{test};) {{"), spans);
        self.indent += 1;
        self.names.open();
        if !last {
            self.statements(before);
            condition.iter().for_each(|condition| self.leave_unless(condition));
        }
        let before_test: &'a [Stmt] = if *last { before } else { &[] };
        let condition = condition.as_ref().filter(|_| *last);
        self.loops.push(Iteration { step, before: before_test, condition });
        self.statements(body);
        self.loops.pop();
        self.statements(step);
        self.statements(before_test);
        condition.iter().for_each(|condition| self.leave_unless(condition));
        self.names.close();
        self.indent -= 1;
        self.line("}", &[]);
    }
}

/// Whether a loop counts a variable from a literal to a literal by a literal: it never holds NaN.
pub(super) fn counts(start: &Expr, statement: &Stmt, counter: LocalId) -> bool {
    let literal = |expr: &Expr| matches!(expr.kind, ExprKind::Float(_) | ExprKind::Int(_) | ExprKind::Index(_));
    let Stmt::Loop { condition: Some(condition), body, step, .. } = statement else { return false };
    let steps = match step.as_slice() {
        [Stmt::Assign { value, .. }] => match &value.kind {
            ExprKind::Binary(_, from, by) => from.kind == ExprKind::Local(counter) && literal(by),
            _ => false,
        },
        _ => false,
    };
    let ends = match &condition.kind {
        ExprKind::Binary(_, left, right) => left.kind == ExprKind::Local(counter) && literal(right),
        _ => false,
    };
    literal(start) && steps && ends && !changes(body, counter)
}
