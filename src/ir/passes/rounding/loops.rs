//! Walks through loops, iteration by iteration while the result of the test is known. After that, the variables that the loop changes may
//! have any value, unless the test bounds them.

use super::range::Range;
use super::walk::{MAX_STEPS, Ranges, Walk, is_whole, join, joined};
use crate::ir::control_flow::{jumps, leaves};
use crate::ir::{At, Binary, Expr, ExprKind, Function, LocalId, Part, Stmt, Type, any_stmt, changes, each_stmt};

/// The maximum number of iterations that are walked through one by one.
const MAX_ITERATIONS: usize = 256;
/// The maximum that an iteration adds to the counter of a loop.
pub(super) const MAX_STRIDE: i128 = 64;

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
                // Control may go from anywhere in the body to the end of the iteration or of the loop.
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
            let entered = ranges.clone();
            self.widen(function, statement, ranges);
            let start = joined(ranges, &entered);
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

    /// Widens the ranges of variables that a loop changes to all values, except for the counters that its test bounds. The first walk
    /// [assumes](super) that counters with an unknown end stay exact. The second walk lets them run as far as that end may be.
    fn widen(&mut self, function: &Function, statement: &Stmt, ranges: &mut Ranges) {
        let Stmt::Loop { condition, .. } = statement else { return };
        let start = ranges.clone();
        each_changed(statement, &mut |local| {
            if ranges[local.0].is_some() {
                ranges[local.0] = Some(self.unknown(function.locals[local.0].ty));
            }
        });
        let mut tests = Vec::new();
        condition.iter().for_each(|condition| conjuncts(condition, &mut tests));
        let (safe, mut bounded) = (self.safe, Vec::new());
        for (counter, operator, end) in tests {
            let (Some(from), Some(stride)) = (start[counter.0], stride(statement, counter)) else { continue };
            // A float end may have any value.
            let end = self.expr(end, ranges).unwrap_or_else(|| self.unknown(Type::INT));
            let counted = Range { low: safe.low + MAX_STRIDE, high: safe.high - MAX_STRIDE };
            let trusts = |range: Range| self.is_first_look() && range.single().is_none();
            let from = if trusts(from) { from.intersect(counted) } else { from };
            let Range { low, high } = if trusts(end) { counted } else { end };
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
            // Every test bounds the counter.
            let known = ranges[counter.0].filter(|_| bounded.contains(&counter));
            ranges[counter.0] = Some(known.map_or(range, |known| known.intersect(range)));
            bounded.push(counter);
        }
    }
}

/// Splits a condition into comparisons that all have to be true. Each entry holds a variable, the operator and the other operand.
fn conjuncts<'e>(condition: &'e Expr, tests: &mut Vec<(LocalId, Binary, &'e Expr)>) {
    match &condition.kind {
        ExprKind::Binary(Binary::LogicalAnd, a, b) => {
            conjuncts(a, tests);
            conjuncts(b, tests);
        }
        ExprKind::Binary(operator, a, b) if operator.compares() => {
            if let Some(local) = counter(a) {
                tests.push((local, *operator, b));
            }
            if let Some(local) = counter(b) {
                tests.push((local, operator.mirrored(), a));
            }
        }
        _ => {}
    }
}

/// Returns the variable that an expression consists of, if it is an integer. It may be converted to a float for a comparison.
fn counter(expr: &Expr) -> Option<LocalId> {
    match &expr.kind {
        ExprKind::Local(local) if is_whole(expr.ty) => Some(*local),
        ExprKind::Convert(inner) if expr.ty == Type::FLOAT && is_whole(inner.ty) => counter(inner),
        _ => None,
    }
}

/// Returns the largest number that an assignment in a loop adds to the variable. `None` unless all assignments add literals of the same
/// sign, and no more than [`MAX_STRIDE`] together.
fn stride(repeat: &Stmt, counter: LocalId) -> Option<i128> {
    let (mut strides, mut others) = (Vec::new(), false);
    // An inner loop may change it any number of times per test.
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

/// Calls `see` for each variable that a statement, or a nested one, changes or declares.
fn each_changed(statement: &Stmt, see: &mut dyn FnMut(LocalId)) {
    each_stmt(std::slice::from_ref(statement), &mut |statement| {
        if let Stmt::Declare { local, .. } = statement {
            see(*local);
        }
        statement.changed().for_each(&mut *see);
    });
}
