//! Cuts a kernel down to what some of its outputs need: dead code is removed here, not left to a driver.
//!
//! Backwards through the statements goes what is still wanted, component by component. A loop is first looked at as a
//! whole, in no order: what in it bears on anything that is wanted behind it is wanted at its start; if nothing does, the
//! loop goes. A sub-kernel is made anew for each set of arguments that a call wants from it.

mod calls;
mod mark;
mod names;

use std::collections::HashMap;

use super::ir::{
    Argument, Expr, ExprKind, Function, FunctionId, Kernel, LocalId, Mode, Part, Passed, Slot, Stmt, any_stmt, mask,
};
use super::types::Plain;
use calls::reachable;
use names::drop_unused;
pub(crate) use names::{named, read_by};

/// What is wanted of a kernel.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Goal {
    /// These outputs.
    Outputs(Vec<Slot>),
    /// How many elements are pushed to this parameter: its pushes have no values left.
    Count(usize),
    /// What they are, in these fields of a variable output.
    Values(Vec<Slot>),
}

/// The kernel with all that the goal does not need taken out.
pub(crate) fn cut(kernel: &Kernel, goal: &Goal) -> Kernel {
    let mut cutter = Cutter { kernel, goal, functions: Vec::new(), made: HashMap::new() };
    let main = kernel.main();
    let mut roots = vec![0; main.locals.len()];
    if let Goal::Outputs(slots) = goal {
        for (number, local) in main.locals.iter().enumerate() {
            if local.output.is_some_and(|slot| slots.contains(&slot)) {
                roots[number] = 0xff;
            }
        }
    }
    let mut work = Work { function: main, live: roots.clone(), roots, loops: Vec::new(), result: false };
    let mut body = cutter.block(&main.body, &mut work, true);
    drop_unused(&mut body);
    cutter.functions.push(with_body(main, body));
    let mut functions = reachable(cutter.functions);
    functions.iter_mut().for_each(super::check::tidy::declarations);
    let discards = functions.last().is_some_and(|main| any_stmt(&main.body, &|s| *s == Stmt::Discard));
    let (name, parameters) = (kernel.name.clone(), kernel.parameters.clone());
    Kernel { name, span: kernel.span, reduction: kernel.reduction, parameters, functions, discards }
}

/// The function with another body: the old one is not copied first.
fn with_body(function: &Function, body: Vec<Stmt>) -> Function {
    let (name, arguments) = (function.name.clone(), function.arguments.clone());
    Function { name, arguments, result: function.result, locals: function.locals.clone(), body }
}

type Wanted = (FunctionId, Vec<bool>, bool);

struct Cutter<'a> {
    kernel: &'a Kernel,
    goal: &'a Goal,
    functions: Vec<Function>,
    /// For what is wanted of a function: the new one, and which arguments it kept, in which mode.
    made: HashMap<Wanted, (FunctionId, Vec<Option<Mode>>)>,
}

/// A body at work.
struct Work<'a> {
    function: &'a Function,
    live: Vec<u8>,
    /// What is wanted where the function is left.
    roots: Vec<u8>,
    /// For each open loop: what is wanted where it is left, and where a turn ends.
    loops: Vec<(Vec<u8>, Vec<u8>)>,
    result: bool,
}

fn join(into: &mut [u8], other: &[u8]) {
    for (own, other) in into.iter_mut().zip(other) {
        *own |= other;
    }
}

impl Cutter<'_> {
    fn function(&mut self, wanted: Wanted) -> (FunctionId, Vec<Option<Mode>>) {
        if let Some(made) = self.made.get(&wanted) {
            return made.clone();
        }
        let (id, outs, result) = &wanted;
        let function = &self.kernel.functions[id.0];
        let mut roots = vec![0; function.locals.len()];
        for (argument, &out) in function.arguments.iter().zip(outs) {
            if out {
                roots[argument.local.0] = 0xff;
            }
        }
        let mut work = Work { function, live: roots.clone(), roots, loops: Vec::new(), result: *result };
        let mut body = self.block(&function.body, &mut work, false);
        drop_unused(&mut body);
        let mut arguments = Vec::new();
        let mut kept = Vec::new();
        for (argument, &out) in function.arguments.iter().zip(outs) {
            let entered = work.live[argument.local.0] != 0;
            let mode = match (argument.mode, out) {
                (Mode::In, _) => entered.then_some(Mode::In),
                (Mode::Out, true) => Some(Mode::Out),
                // It starts as zero, and may be read all the same.
                (Mode::Out, false) => None,
                (Mode::InOut, true) => Some(Mode::InOut),
                (Mode::InOut, false) => entered.then_some(Mode::In),
            };
            if let Some(mode) = mode {
                arguments.push(Argument { local: argument.local, mode });
            }
            kept.push(mode);
        }
        let named = named(&body);
        let gone = |argument: &&Argument| !arguments.iter().any(|kept| kept.local == argument.local);
        let gone = function.arguments.iter().filter(gone).filter(|argument| named.contains(&argument.local));
        let declared = gone.rev().map(|argument| Stmt::Declare { local: argument.local, value: None });
        let body = declared.chain(body).collect();
        let result = function.result.filter(|_| *result);
        let cut = Function { arguments, result, ..with_body(function, body) };
        self.functions.push(cut);
        let made = (FunctionId(self.functions.len() - 1), kept);
        self.made.insert(wanted, made.clone());
        made
    }

    /// What is left of the statements. `last`: nothing that is kept comes behind them.
    fn block(&mut self, statements: &[Stmt], work: &mut Work, last: bool) -> Vec<Stmt> {
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
            Stmt::Call { function, arguments, result } => {
                let result = result.filter(|local| work.live[local.0] != 0);
                let wanted = |passed: &Passed| matches!(passed, Passed::Local(local) if work.live[local.0] != 0);
                let outs: Vec<bool> = arguments.iter().map(wanted).collect();
                if result.is_none() && !outs.contains(&true) {
                    return None;
                }
                let (function, modes) = self.function((*function, outs, result.is_some()));
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
                Some(Stmt::Call { function, arguments: kept, result })
            }
            Stmt::If { condition, then, otherwise } => {
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
            Stmt::Loop { before, condition, body, step, last } => {
                let mut needed: Vec<bool> = work.live.iter().map(|&live| live != 0).collect();
                let parts: [&[Stmt]; 3] = [before, body, step];
                let ends = |s: &Stmt| matches!(s, Stmt::Return(_) | Stmt::Discard) || self.pushes(s);
                let leaves = parts.iter().any(|part| any_stmt(part, &ends));
                let useful = self.mark(&parts, None, &mut needed, false);
                if !useful && !leaves {
                    return None;
                }
                self.mark(&parts, condition.as_ref(), &mut needed, true);
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
            Stmt::Break | Stmt::Continue => {
                if let Some((exit, turn)) = work.loops.last() {
                    work.live = if *statement == Stmt::Break { exit.clone() } else { turn.clone() };
                }
                Some(statement.clone())
            }
            Stmt::Return(value) => {
                if last && value.is_none() {
                    return None;
                }
                work.live = work.roots.clone();
                let value = value.as_ref().filter(|_| work.result).map(|value| self.expr(value, work));
                Some(Stmt::Return(value))
            }
            Stmt::Discard => {
                work.live.fill(0);
                Some(Stmt::Discard)
            }
            Stmt::Push { parameter, values } => match self.goal {
                Goal::Count(wanted) if wanted == parameter => {
                    Some(Stmt::Push { parameter: *parameter, values: Vec::new() })
                }
                Goal::Values(wanted) if wanted.iter().any(|slot| slot.parameter == *parameter) => {
                    let wanted = |field| wanted.contains(&Slot { parameter: *parameter, field });
                    let values = values.iter().enumerate().map(|(field, value)| match wanted(field) {
                        true => self.expr(value, work),
                        // Its place is kept.
                        false => Expr { kind: ExprKind::Float(0.0), ty: Plain::FLOAT, span: value.span },
                    });
                    Some(Stmt::Push { parameter: *parameter, values: values.collect() })
                }
                _ => None,
            },
        }
    }

    fn pushes(&self, statement: &Stmt) -> bool {
        let goal = match self.goal {
            Goal::Count(parameter) => Some(*parameter),
            Goal::Values(slots) => slots.first().map(|slot| slot.parameter),
            Goal::Outputs(_) => None,
        };
        matches!(statement, Stmt::Push { parameter, .. } if Some(*parameter) == goal)
    }

    /// The expression with the calls in it as they are now, and its variables wanted.
    fn expr(&mut self, expr: &Expr, work: &mut Work) -> Expr {
        let mut kept = expr.clone();
        match &expr.kind {
            ExprKind::Local(local) => work.live[local.0] |= work.function.all_of(*local),
            ExprKind::Swizzle(inner, taken) => match inner.kind {
                ExprKind::Local(local) if inner.ty.count() > 1 => work.live[local.0] |= mask(taken),
                _ => kept.kind = ExprKind::Swizzle(Box::new(self.expr(inner, work)), taken.clone()),
            },
            ExprKind::Call(function, arguments) => {
                let (function, modes) = self.function((*function, vec![false; arguments.len()], true));
                let left = arguments.iter().zip(modes).filter(|(_, mode)| mode.is_some());
                let arguments = left.map(|(argument, _)| self.expr(argument, work)).collect();
                kept.kind = ExprKind::Call(function, arguments);
            }
            _ => kept.children_mut(&mut |child| *child = self.expr(child, work)),
        }
        kept
    }
}
