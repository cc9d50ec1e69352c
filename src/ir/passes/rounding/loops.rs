//! Loops: an iteration at a time while the test is decided; then with what they change as anything, but for what the test bounds.

use super::range::Range;
use super::walk::{MAX_STEPS, Ranges, Walk, is_whole, join, joined};
use crate::ir::control_flow::{jumps, leaves};
use crate::ir::{At, Binary, Expr, ExprKind, Function, LocalId, Part, Stmt, any_stmt, changes, each_stmt};

/// Iterations of a loop that are gone through one by one.
const MAX_ITERATIONS: usize = 256;
/// The most that a step adds to the counter of a loop.
const MAX_STRIDE: i128 = 64;

impl Walk<'_> {
    pub fn repeated(&mut self, function: &Function, statement: &Stmt, ranges: &mut Ranges) {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return };
        let outer = (std::mem::replace(&mut self.given, ranges.clone()), self.certain);
        let departs =
            jumps(body, &Stmt::Break(At::default())) || jumps(body, &Stmt::Continue(At::default())) || leaves(body);
        let mut tested = *last;
        let mut iterations = 0;
        let endless = condition.as_ref().is_none_or(|condition| condition.truth() == Some(true));
        let open = loop {
            if !std::mem::take(&mut tested) {
                self.block(function, before, ranges);
                let holds = condition.as_ref().map_or(Some(true), |condition| self.condition(condition, ranges));
                if holds != Some(true) {
                    break holds.is_none();
                }
            }
            self.steps += ranges.len();
            let start = ranges.clone();
            self.given.clone_from(&start);
            self.block(function, body, ranges);
            if departs {
                // From anywhere in its body an iteration may go to its end, or to that of the loop.
                *ranges = joined(&joined(ranges, &start), &self.given);
            }
            self.block(function, step, ranges);
            iterations += 1;
            if endless || iterations > MAX_ITERATIONS || self.steps > MAX_STEPS / 2 {
                break true;
            }
        };
        if open {
            self.certain = false;
            self.widen(function, statement, ranges);
            let start = ranges.clone();
            for block in [before, body, step] {
                self.block(function, block, ranges);
            }
            if let Some(condition) = condition {
                self.condition(condition, ranges);
            }
            *ranges = joined(&start, ranges);
        }
        let mut changed = vec![false; ranges.len()];
        each_changed(statement, &mut |local| changed[local.0] = true);
        self.given = outer.0;
        for (number, _) in changed.iter().enumerate().filter(|(_, changed)| **changed) {
            self.given[number] = join(self.given[number], ranges[number]);
        }
        self.certain = outer.1;
    }

    /// What a loop changes may be anything, but for the counters that its test bounds.
    fn widen(&mut self, function: &Function, statement: &Stmt, ranges: &mut Ranges) {
        let Stmt::Loop { condition, .. } = statement else { return };
        let start = ranges.clone();
        each_changed(statement, &mut |local| {
            if ranges[local.0].is_some() {
                ranges[local.0] = Some(self.of_type(function.locals[local.0].ty));
            }
        });
        let mut tests = Vec::new();
        condition.iter().for_each(|condition| conjuncts(condition, &mut tests));
        let safe = self.safe;
        for (counter, operator, end) in tests {
            let (Some(from), Some(stride)) = (start[counter.0], stride(statement, counter)) else { continue };
            let Some(end) = self.expr(end, ranges) else { continue };
            // No device here counts so far in one call: of an end that nobody knows, the counter stays below.
            let (low, high) = match end.single() {
                Some(end) => (end, end),
                None => (safe.low + MAX_STRIDE, safe.high - MAX_STRIDE),
            };
            let range = match operator {
                Binary::Less | Binary::NotEqual if stride > 0 => {
                    Range { low: from.low, high: from.high.max((end.high - 1).min(high)) }
                }
                Binary::LessEqual if stride > 0 => Range { low: from.low, high: from.high.max(end.high.min(high)) },
                Binary::Greater | Binary::NotEqual if stride < 0 => {
                    Range { low: from.low.min((end.low + 1).max(low)), high: from.high }
                }
                Binary::GreaterEqual if stride < 0 => Range { low: from.low.min(end.low.max(low)), high: from.high },
                _ => continue,
            };
            ranges[counter.0] = Some(range);
        }
    }
}

/// The tests of a variable that have to hold all: which, how, and with what.
fn conjuncts<'e>(condition: &'e Expr, tests: &mut Vec<(LocalId, Binary, &'e Expr)>) {
    match &condition.kind {
        ExprKind::Binary(Binary::LogicalAnd, a, b) => {
            conjuncts(a, tests);
            conjuncts(b, tests);
        }
        ExprKind::Binary(operator, a, b) if operator.compares() && is_whole(a.ty) => {
            if let ExprKind::Local(local) = a.kind {
                tests.push((local, *operator, b));
            }
        }
        _ => {}
    }
}

/// What each change of a variable in a loop adds to it, the largest of them, where all add a literal and go one way.
fn stride(repeat: &Stmt, counter: LocalId) -> Option<i128> {
    let (mut strides, mut others) = (Vec::new(), false);
    // A loop within may change it any number of times for a test.
    let within =
        |statement: &Stmt| matches!(statement, Stmt::Loop { .. }) && changes(std::slice::from_ref(statement), counter);
    if repeat.blocks().any(|block| any_stmt(block, &within)) {
        return None;
    }
    each_stmt(std::slice::from_ref(repeat), &mut |statement| {
        let by = match statement {
            Stmt::Assign { place, value } if place.local == counter && place.part == Part::Whole => match &value.kind {
                ExprKind::Binary(operator @ (Binary::Add | Binary::Subtract), a, b)
                    if a.kind == ExprKind::Local(counter) =>
                {
                    match (operator, &b.kind) {
                        (Binary::Add, ExprKind::Int(by) | ExprKind::Index(by)) => Some(i128::from(*by)),
                        (_, ExprKind::Int(by) | ExprKind::Index(by)) => Some(-i128::from(*by)),
                        _ => None,
                    }
                }
                _ => None,
            },
            _ => None,
        };
        match by {
            Some(by) => strides.push(by),
            None => others |= statement.changed().any(|local| local == counter),
        }
    });
    let one_way = strides.iter().all(|by| *by > 0) || strides.iter().all(|by| *by < 0);
    let stride = strides.iter().copied().max_by_key(|by| by.abs())?;
    let sum: i128 = strides.iter().map(|by| by.abs()).sum();
    (!others && one_way && sum <= MAX_STRIDE).then_some(stride)
}

/// Calls `see` for what a statement, or one within, changes or declares.
fn each_changed(statement: &Stmt, see: &mut dyn FnMut(LocalId)) {
    each_stmt(std::slice::from_ref(statement), &mut |statement| {
        if let Stmt::Declare { local, .. } = statement {
            see(*local);
        }
        statement.changed().for_each(&mut *see);
    });
}
