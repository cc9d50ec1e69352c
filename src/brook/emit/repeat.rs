//! Loops in a kernel's text.

use super::Emitter;
use crate::ir::{Expr, ExprKind, Function, LocalId, Stmt, changes};

/// What a turn of a loop without a head ends with.
#[derive(Clone, Copy, Default)]
pub(super) struct Turn<'a> {
    pub step: &'a [Stmt],
    pub before: &'a [Stmt],
    pub condition: Option<&'a Expr>,
}

impl<'a> Emitter<'a> {
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

    pub(super) fn leave_unless(&mut self, condition: &Expr) {
        let condition = self.negated(condition, 0);
        self.line(&format!("if ({condition}) {{\n    break;\n}}"));
    }

    /// The test of a loop that is left from within: true, as no driver can know. Mesa's llvmpipe runs elements side by side,
    /// and of a loop with a single way out below its head, those that have left see what the others go on computing. It
    /// also ends what runs behind the last element, where a GPU computes squares of two by two: what is there to be read
    /// may never end a loop.
    fn always(&mut self) -> String {
        let output = self.outputs.first().map_or(&self.counter, |output| &output.name);
        format!(" here() < count({output})")
    }

    /// A loop: with a head, where the test and the step are simple; else one that is left from within.
    pub(super) fn repeat(&mut self, function: &'a Function, statement: &'a Stmt, start: &str, counted: bool) {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return };
        let simple = match step.as_slice() {
            [] => true,
            [step] => matches!(step, Stmt::Assign { .. }),
            _ => false,
        };
        if !last && before.is_empty() && simple {
            let test = match condition.as_ref().filter(|condition| condition.truth() != Some(true)) {
                Some(condition) => format!(" {}", self.test(condition, counted)),
                None => self.always(),
            };
            let step = step.first().map_or(String::new(), |step| format!(" {}", self.assignment(step)));
            self.line(&format!("for ({start};{test};{step}) {{"));
            self.turns.push(Turn::default());
            self.block(function, body);
            self.turns.pop();
            return self.line("}");
        }
        let test = self.always();
        self.line(&format!("for ({start};{test};) {{"));
        self.indent += 1;
        self.names.open();
        let turn =
            Turn { step, before: if *last { before } else { &[] }, condition: condition.as_ref().filter(|_| *last) };
        if !last {
            self.statements(function, before);
            condition.iter().for_each(|condition| self.leave_unless(condition));
        }
        self.turns.push(turn);
        self.statements(function, body);
        self.turns.pop();
        self.statements(function, step);
        if *last {
            self.statements(function, before);
            condition.iter().for_each(|condition| self.leave_unless(condition));
        }
        self.names.close();
        self.indent -= 1;
        self.line("}");
    }
}

/// Whether a loop counts a variable from a literal to a literal by a literal: it never holds NaN.
pub(super) fn counts(start: &Expr, statement: &Stmt, counter: LocalId) -> bool {
    let literal = |expr: &Expr| matches!(expr.kind, ExprKind::Float(_) | ExprKind::Int(_));
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
