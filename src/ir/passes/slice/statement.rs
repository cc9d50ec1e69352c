//! Slices statements, from the last to the first.

use std::slice;

use super::{Criterion, Liveness, Slicer};
use crate::ir::{At, Expr, ExprKind, FunctionId, LocalId, Mode, Part, Passed, Slot, Stmt, any_stmt, mask};

fn join(into: &mut [u8], other: &[u8]) {
    for (own, other) in into.iter_mut().zip(other) {
        *own |= other;
    }
}

impl Slicer<'_> {
    /// Slices a block. If `last`, no statement that is kept follows it.
    pub(super) fn block(&mut self, statements: &[Stmt], liveness: &mut Liveness, last: bool) -> Vec<Stmt> {
        let mut kept = Vec::new();
        for statement in statements.iter().rev() {
            let last = last && kept.is_empty();
            kept.extend(self.statement(statement, liveness, last));
        }
        kept.reverse();
        kept
    }

    fn statement(&mut self, statement: &Stmt, liveness: &mut Liveness, last: bool) -> Option<Stmt> {
        match statement {
            Stmt::Declare { local, value } => {
                let wanted = std::mem::take(&mut liveness.live[local.0]) != 0;
                let value = value.as_ref().filter(|_| wanted).map(|value| self.expr(value, liveness));
                Some(Stmt::Declare { local: *local, value })
            }
            Stmt::Assign { place, value } => {
                let live = liveness.live[place.local.0];
                let mut place = place.clone();
                match &mut place.part {
                    Part::Whole if live != 0 => liveness.live[place.local.0] = 0,
                    Part::Components(taken) if live & mask(taken) != 0 => liveness.live[place.local.0] &= !mask(taken),
                    Part::At(index) if live != 0 => **index = self.expr(index, liveness),
                    _ => return None,
                }
                let value = self.expr(value, liveness);
                Some(Stmt::Assign { place, value })
            }
            Stmt::Call { function, arguments, result, at } => self.call((*function, *at), arguments, *result, liveness),
            Stmt::If { condition, then, otherwise } => self.choice(condition, then, otherwise, liveness, last),
            Stmt::Loop { .. } => self.repeat(statement, liveness),
            Stmt::Break(_) | Stmt::Continue(_) => {
                if let Some((exit, next)) = liveness.loops.last() {
                    liveness.live = if *statement == Stmt::Break(At::default()) { exit.clone() } else { next.clone() };
                }
                Some(statement.clone())
            }
            Stmt::Return(value, at) => {
                if last && value.is_none() {
                    return None;
                }
                liveness.live = liveness.roots.clone();
                let value = value.as_ref().filter(|_| liveness.result).map(|value| self.expr(value, liveness));
                Some(Stmt::Return(value, *at))
            }
            Stmt::Discard(at) => {
                liveness.live.fill(0);
                Some(Stmt::Discard(*at))
            }
            Stmt::Push { parameter, values } => self.push(*parameter, values, liveness),
            Stmt::Template(_) => unreachable!("of the template phase"),
        }
    }

    fn call(
        &mut self,
        (function, at): (FunctionId, At),
        arguments: &[Passed],
        result: Option<LocalId>,
        liveness: &mut Liveness,
    ) -> Option<Stmt> {
        let result = result.filter(|local| liveness.live[local.0] != 0);
        let wanted = |passed: &Passed| matches!(passed, Passed::Local(local) if liveness.live[local.0] != 0);
        let outs: Vec<bool> = arguments.iter().map(wanted).collect();
        if result.is_none() && !outs.contains(&true) {
            return None;
        }
        let (function, modes) = self.function((function, outs, result.is_some()));
        result.iter().for_each(|local| liveness.live[local.0] = 0);
        for (passed, mode) in arguments.iter().zip(&modes) {
            if let (Passed::Local(local), Some(Mode::Out)) = (passed, mode) {
                liveness.live[local.0] = 0;
            }
        }
        let mut kept = Vec::new();
        for (passed, mode) in arguments.iter().zip(&modes) {
            match (passed, mode) {
                (_, None) => {}
                (Passed::Value(value), Some(_)) => kept.push(Passed::Value(self.expr(value, liveness))),
                (Passed::Local(local), Some(mode)) => {
                    if *mode != Mode::Out {
                        liveness.live[local.0] = liveness.function.all_of(*local);
                    }
                    kept.push(match mode {
                        Mode::In => Passed::Value(Expr {
                            kind: ExprKind::Local(*local),
                            ty: liveness.function.locals[local.0].ty,
                            span: Default::default(),
                        }),
                        _ => Passed::Local(*local),
                    });
                }
            }
        }
        Some(Stmt::Call { function, arguments: kept, result, at })
    }

    fn choice(
        &mut self,
        condition: &Expr,
        then: &[Stmt],
        otherwise: &[Stmt],
        liveness: &mut Liveness,
        last: bool,
    ) -> Option<Stmt> {
        let after = liveness.live.clone();
        let then = self.block(then, liveness, last);
        let after_then = std::mem::replace(&mut liveness.live, after.clone());
        let otherwise = self.block(otherwise, liveness, last);
        let empty = |block: &[Stmt]| block.iter().all(|s| matches!(s, Stmt::Declare { value: None, .. }));
        if empty(&then) && empty(&otherwise) {
            liveness.live = after;
            return None;
        }
        join(&mut liveness.live, &after_then);
        let condition = self.expr(condition, liveness);
        Some(Stmt::If { condition, then, otherwise })
    }

    fn repeat(&mut self, statement: &Stmt, liveness: &mut Liveness) -> Option<Stmt> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return None };
        let mut needed: Vec<bool> = liveness.live.iter().map(|&live| live != 0).collect();
        let ends = |s: &Stmt| matches!(s, Stmt::Return(_, _) | Stmt::Discard(_)) || self.pushes(s);
        let leaves = any_stmt(slice::from_ref(statement), &ends);
        if any_stmt(slice::from_ref(statement), &|s| matches!(s, Stmt::Return(_, _))) {
            // An assignment in one iteration may determine the values with which a later iteration returns.
            needed.iter_mut().zip(&liveness.roots).for_each(|(needed, root)| *needed |= *root != 0);
        }
        let useful = self.mark(statement, &mut needed, false);
        if !useful && !leaves {
            return None;
        }
        self.mark(statement, &mut needed, true);
        let exit = liveness.live.clone();
        let mut head = exit.clone();
        for (number, _) in needed.iter().enumerate().filter(|(_, needed)| **needed) {
            head[number] |= liveness.function.all_of(LocalId(number));
        }
        let kept = if *last {
            join(&mut liveness.live, &head);
            let condition = condition.as_ref().map(|condition| self.expr(condition, liveness));
            let before = self.block(before, liveness, false);
            let step = self.block(step, liveness, false);
            liveness.loops.push((exit, liveness.live.clone()));
            let body = self.block(body, liveness, false);
            Stmt::Loop { before, condition, body, step, last: true }
        } else {
            liveness.live = head;
            let step = self.block(step, liveness, false);
            liveness.loops.push((exit.clone(), liveness.live.clone()));
            let body = self.block(body, liveness, false);
            if condition.is_some() {
                join(&mut liveness.live, &exit);
            }
            let condition = condition.as_ref().map(|condition| self.expr(condition, liveness));
            let before = self.block(before, liveness, false);
            Stmt::Loop { before, condition, body, step, last: false }
        };
        liveness.loops.pop();
        Some(kept)
    }

    fn push(&mut self, parameter: usize, values: &[Expr], liveness: &mut Liveness) -> Option<Stmt> {
        match self.criterion {
            Criterion::Count(wanted) if *wanted == parameter => Some(Stmt::Push { parameter, values: Vec::new() }),
            Criterion::Values(wanted) if wanted.iter().any(|slot| slot.parameter == parameter) => {
                let wanted = |field| wanted.contains(&Slot { parameter, field });
                let values = values.iter().enumerate().map(|(field, value)| match wanted(field) {
                    true => self.expr(value, liveness),
                    // A zero takes the place of the value, so that the other values keep their positions.
                    false => Expr::zero(value.ty, value.span),
                });
                Some(Stmt::Push { parameter, values: values.collect() })
            }
            _ => None,
        }
    }

    /// Returns whether a statement is a push that the criterion needs.
    pub(super) fn pushes(&self, statement: &Stmt) -> bool {
        let wanted = match self.criterion {
            Criterion::Count(parameter) => Some(*parameter),
            Criterion::Values(slots) => slots.first().map(|slot| slot.parameter),
            Criterion::Outputs(_) => None,
        };
        matches!(statement, Stmt::Push { parameter, .. } if Some(*parameter) == wanted)
    }

    /// Rewrites an expression to call the sliced functions, and marks its variables as live.
    fn expr(&mut self, expr: &Expr, liveness: &mut Liveness) -> Expr {
        let mut kept = expr.clone();
        self.slice_within(&mut kept, liveness);
        kept
    }

    fn slice_within(&mut self, expr: &mut Expr, liveness: &mut Liveness) {
        match &mut expr.kind {
            ExprKind::Local(local) => liveness.live[local.0] |= liveness.function.all_of(*local),
            ExprKind::Swizzle(inner, taken) => match inner.kind {
                ExprKind::Local(local) if inner.ty.count() > 1 => liveness.live[local.0] |= mask(taken),
                _ => self.slice_within(inner, liveness),
            },
            ExprKind::Call(function, arguments) => {
                let (sliced, modes) = self.function((*function, vec![false; arguments.len()], true));
                *function = sliced;
                let mut modes = modes.iter();
                arguments.retain(|_| modes.next().is_some_and(Option::is_some));
                arguments.iter_mut().for_each(|argument| self.slice_within(argument, liveness));
            }
            _ => expr.children_mut(&mut |child| self.slice_within(child, liveness)),
        }
    }
}
