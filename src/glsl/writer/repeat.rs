//! Writes loops.

use super::Writer;
use super::condition::orders;
use super::spans::places;
use crate::glsl::workarounds::Workaround;
use crate::ir::control_flow::breaks;
use crate::ir::{Expr, ExprKind, LocalId, Stmt, changes};
use crate::syntax::Span;

/// The code that ends an iteration of a loop without a head.
#[derive(Clone, Default)]
pub(super) struct Iteration<'a> {
    pub step: &'a [Stmt],
    pub before: &'a [Stmt],
    pub condition: Option<&'a Expr>,
    /// The variable that becomes true if the loop is left by `break`. Only guarded loops have one.
    pub left: Option<String>,
}

impl<'a> Writer<'a> {
    /// Whether the statement is a loop whose head can declare this variable.
    pub(super) fn is_counter_of(&self, statement: &Stmt, local: LocalId) -> bool {
        match statement {
            Stmt::Loop { before, condition: Some(condition), step, last: false, .. } => {
                let steps = matches!(step.as_slice(), [Stmt::Assign { place, .. }] if place.local == local);
                before.is_empty() && steps && condition.mentions(local)
            }
            _ => false,
        }
    }

    pub(super) fn break_unless(&mut self, condition: &'a Expr) {
        let spans = &places(condition);
        let condition = self.negated(condition, 0);
        self.line(&format!("if ({condition}) {{"), spans);
        self.indent += 1;
        self.leave(spans);
        self.indent -= 1;
        self.line("}", spans);
    }

    /// Writes a test that is always true, for the head of a loop that is left from within.
    fn always(&mut self) -> String {
        self.works_around(Workaround::LoopLeftFromWithin);
        if self.guarded {
            return format!(" {}", self.opaque_zero());
        }
        format!(" {} < _layout.x", self.fragment_place("x"))
    }

    /// Writes the test in the head of a loop. `counted` means that neither operand can be NaN.
    fn test(&mut self, expr: &Expr, counted: bool) -> String {
        if orders(expr) && !counted {
            self.works_around(Workaround::LoopTest);
            return format!(" {} == true", self.value(expr, super::expr::POSTFIX));
        }
        format!(" {}", self.value(expr, 0))
    }

    /// Writes a loop. If the test and the step are simple, they are in the head. Otherwise the loop is left from within.
    pub(super) fn repeat(&mut self, statement: &'a Stmt, start: &str, counted: bool, spans: &[Span]) {
        let Stmt::Loop { before, condition, step, last, .. } = statement else { return };
        let simple = match step.as_slice() {
            [] => true,
            [step] => matches!(step, Stmt::Assign { .. }),
            _ => false,
        };
        let test = condition.as_ref().filter(|condition| condition.truth() != Some(true));
        // A guarded loop repeats its test behind the loop. So the test must be a comparison, and the variable in it must still be in
        // scope.
        let asked = !self.guarded || test.is_none_or(Self::is_comparison);
        let opened = self.guarded && !start.is_empty();
        if opened {
            self.line("{", &[]);
            self.indent += 1;
            self.line(&format!("{start};"), spans);
        }
        let start = if opened { "" } else { start };
        match !last && before.is_empty() && simple && asked {
            true => self.repeat_with_head(statement, test, start, counted, spans),
            false => self.repeat_from_within(statement, start, spans),
        }
        if opened {
            self.indent -= 1;
            self.line("}", &[]);
        }
    }

    fn repeat_with_head(
        &mut self,
        statement: &'a Stmt,
        condition: Option<&'a Expr>,
        start: &str,
        counted: bool,
        spans: &[Span],
    ) {
        let Stmt::Loop { body, step, .. } = statement else { return };
        let left = (self.guarded && breaks(body)).then(|| self.left());
        let test = match condition {
            Some(condition) => self.test(condition, counted),
            None => self.always(),
        };
        let step = match step.first() {
            Some(Stmt::Assign { place, value }) => format!(" {}", self.assignment(place, value)),
            _ => String::new(),
        };
        self.line(&format!("for ({start};{test};{step}) {{"), spans);
        self.loops.push(Iteration { left: left.clone(), ..Iteration::default() });
        self.block(body);
        self.loops.pop();
        self.line("}", &[]);
        if self.guarded {
            self.record_unfinished(condition, left.as_deref());
        }
    }

    fn repeat_from_within(&mut self, statement: &'a Stmt, start: &str, spans: &[Span]) {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return };
        let left = self.guarded.then(|| self.left());
        let test = self.always();
        self.line(&format!("for ({start};{test};) {{"), spans);
        self.indent += 1;
        self.names.open();
        let before_test: &'a [Stmt] = if *last { before } else { &[] };
        let last_test = condition.as_ref().filter(|_| *last);
        self.loops.push(Iteration { step, before: before_test, condition: last_test, left: left.clone() });
        if !last {
            self.statements(before);
            condition.iter().for_each(|condition| self.break_unless(condition));
        }
        self.statements(body);
        self.statements(step);
        self.statements(before_test);
        last_test.iter().for_each(|condition| self.break_unless(condition));
        self.loops.pop();
        self.names.close();
        self.indent -= 1;
        self.line("}", &[]);
        if let Some(left) = left {
            self.record_unfinished(None, Some(&left));
        }
    }
}

/// Whether a loop counts a variable from one literal to another in steps of a literal. Such a variable is never NaN.
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
