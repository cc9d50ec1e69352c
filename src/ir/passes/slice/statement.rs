//! Slices statements, from the last to the first.

use std::slice;

use super::{Criterion, Slicer, Work};
use crate::ir::{At, Expr, ExprKind, FunctionId, LocalId, Mode, Part, Passed, Slot, Stmt, any_stmt, mask};

fn join(into: &mut [u8], other: &[u8]) {
    for (own, other) in into.iter_mut().zip(other) {
        *own |= other;
    }
}

impl Slicer<'_> {
    /// Slices a block. If `last`, no statement that is kept follows it.
    pub(super) fn block(&mut self, statements: &[Stmt], work: &mut Work, last: bool) -> Vec<Stmt> {
        let mut kept = Vec::new();
        for statement in statements.iter().rev() {
            let last = last && kept.is_empty();
            kept.extend(self.statement(statement, work, last));
        }
        kept.reverse();
        kept
    }

    fn statement(&mut self, statement: &Stmt, work: &mut Work, last: bool) -> Option<Stmt> {
        match statement {
            Stmt::Declare { local, value } => {
                let wanted = std::mem::take(&mut work.live[local.0]) != 0;
                let value = value.as_ref().filter(|_| wanted).map(|value| self.expr(value, work));
                Some(Stmt::Declare { local: *local, value })
            }
            Stmt::Assign { place, value } => {
                let live = work.live[place.local.0];
                let mut place = place.clone();
                match &mut place.part {
                    Part::Whole if live != 0 => work.live[place.local.0] = 0,
                    Part::Components(taken) if live & mask(taken) != 0 => work.live[place.local.0] &= !mask(taken),
                    Part::At(index) if live != 0 => **index = self.expr(index, work),
                    _ => return None,
                }
                let value = self.expr(value, work);
                Some(Stmt::Assign { place, value })
            }
            Stmt::Call { function, arguments, result, at } => self.call((*function, *at), arguments, *result, work),
            Stmt::If { condition, then, otherwise } => self.choice(condition, then, otherwise, work, last),
            Stmt::Loop { .. } => self.repeat(statement, work),
            Stmt::Break(_) | Stmt::Continue(_) => {
                if let Some((exit, next)) = work.loops.last() {
                    work.live = if *statement == Stmt::Break(At::default()) { exit.clone() } else { next.clone() };
                }
                Some(statement.clone())
            }
            Stmt::Return(value, at) => {
                if last && value.is_none() {
                    return None;
                }
                work.live = work.roots.clone();
                let value = value.as_ref().filter(|_| work.result).map(|value| self.expr(value, work));
                Some(Stmt::Return(value, *at))
            }
            Stmt::Discard(at) => {
                work.live.fill(0);
                Some(Stmt::Discard(*at))
            }
            Stmt::Push { parameter, values } => self.push(*parameter, values, work),
            Stmt::Template(_) => unreachable!("of the template phase"),
        }
    }

    fn call(
        &mut self,
        (function, at): (FunctionId, At),
        arguments: &[Passed],
        result: Option<LocalId>,
        work: &mut Work,
    ) -> Option<Stmt> {
        let result = result.filter(|local| work.live[local.0] != 0);
        let wanted = |passed: &Passed| matches!(passed, Passed::Local(local) if work.live[local.0] != 0);
        let outs: Vec<bool> = arguments.iter().map(wanted).collect();
        if result.is_none() && !outs.contains(&true) {
            return None;
        }
        let (function, modes) = self.function((function, outs, result.is_some()));
        result.iter().for_each(|local| work.live[local.0] = 0);
        for (passed, mode) in arguments.iter().zip(&modes) {
            if let (Passed::Local(local), Some(Mode::Out)) = (passed, mode) {
                work.live[local.0] = 0;
            }
        }
        let mut kept = Vec::new();
        for (passed, mode) in arguments.iter().zip(&modes) {
            match (passed, mode) {
                (_, None) => {}
                (Passed::Value(value), Some(_)) => kept.push(Passed::Value(self.expr(value, work))),
                (Passed::Local(local), Some(mode)) => {
                    if *mode != Mode::Out {
                        work.live[local.0] = work.function.all_of(*local);
                    }
                    kept.push(match mode {
                        Mode::In => Passed::Value(Expr {
                            kind: ExprKind::Local(*local),
                            ty: work.function.locals[local.0].ty,
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
        work: &mut Work,
        last: bool,
    ) -> Option<Stmt> {
        let after = work.live.clone();
        let then = self.block(then, work, last);
        let after_then = std::mem::replace(&mut work.live, after.clone());
        let otherwise = self.block(otherwise, work, last);
        let empty = |block: &[Stmt]| block.iter().all(|s| matches!(s, Stmt::Declare { value: None, .. }));
        if empty(&then) && empty(&otherwise) {
            work.live = after;
            return None;
        }
        join(&mut work.live, &after_then);
        let condition = self.expr(condition, work);
        Some(Stmt::If { condition, then, otherwise })
    }

    fn repeat(&mut self, statement: &Stmt, work: &mut Work) -> Option<Stmt> {
        let Stmt::Loop { before, condition, body, step, last } = statement else { return None };
        let mut needed: Vec<bool> = work.live.iter().map(|&live| live != 0).collect();
        let ends = |s: &Stmt| matches!(s, Stmt::Return(_, _) | Stmt::Discard(_)) || self.pushes(s);
        let leaves = any_stmt(slice::from_ref(statement), &ends);
        if any_stmt(slice::from_ref(statement), &|s| matches!(s, Stmt::Return(_, _))) {
            // An assignment in one iteration may determine the values with which a later iteration returns.
            needed.iter_mut().zip(&work.roots).for_each(|(needed, root)| *needed |= *root != 0);
        }
        let useful = self.mark(statement, &mut needed, false);
        if !useful && !leaves {
            return None;
        }
        self.mark(statement, &mut needed, true);
        let exit = work.live.clone();
        let mut head = exit.clone();
        for (number, _) in needed.iter().enumerate().filter(|(_, needed)| **needed) {
            head[number] |= work.function.all_of(LocalId(number));
        }
        let kept = if *last {
            join(&mut work.live, &head);
            let condition = condition.as_ref().map(|condition| self.expr(condition, work));
            let before = self.block(before, work, false);
            let step = self.block(step, work, false);
            work.loops.push((exit, work.live.clone()));
            let body = self.block(body, work, false);
            Stmt::Loop { before, condition, body, step, last: true }
        } else {
            work.live = head;
            let step = self.block(step, work, false);
            work.loops.push((exit.clone(), work.live.clone()));
            let body = self.block(body, work, false);
            if condition.is_some() {
                join(&mut work.live, &exit);
            }
            let condition = condition.as_ref().map(|condition| self.expr(condition, work));
            let before = self.block(before, work, false);
            Stmt::Loop { before, condition, body, step, last: false }
        };
        work.loops.pop();
        Some(kept)
    }

    fn push(&mut self, parameter: usize, values: &[Expr], work: &mut Work) -> Option<Stmt> {
        match self.criterion {
            Criterion::Count(wanted) if *wanted == parameter => Some(Stmt::Push { parameter, values: Vec::new() }),
            Criterion::Values(wanted) if wanted.iter().any(|slot| slot.parameter == parameter) => {
                let wanted = |field| wanted.contains(&Slot { parameter, field });
                let values = values.iter().enumerate().map(|(field, value)| match wanted(field) {
                    true => self.expr(value, work),
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
    fn expr(&mut self, expr: &Expr, work: &mut Work) -> Expr {
        let mut kept = expr.clone();
        self.slice_within(&mut kept, work);
        kept
    }

    fn slice_within(&mut self, expr: &mut Expr, work: &mut Work) {
        match &mut expr.kind {
            ExprKind::Local(local) => work.live[local.0] |= work.function.all_of(*local),
            ExprKind::Swizzle(inner, taken) => match inner.kind {
                ExprKind::Local(local) if inner.ty.count() > 1 => work.live[local.0] |= mask(taken),
                _ => self.slice_within(inner, work),
            },
            ExprKind::Call(function, arguments) => {
                let (sliced, modes) = self.function((*function, vec![false; arguments.len()], true));
                *function = sliced;
                let mut modes = modes.iter();
                arguments.retain(|_| modes.next().is_some_and(Option::is_some));
                arguments.iter_mut().for_each(|argument| self.slice_within(argument, work));
            }
            _ => expr.children_mut(&mut |child| self.slice_within(child, work)),
        }
    }
}
