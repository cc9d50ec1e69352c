//! What a cut body still names and reads.

use std::collections::HashSet;

use crate::brook::check::tidy::each_expr_mut;
use crate::brook::ir::{Expr, ExprKind, Kernel, LocalId, Part, Passed, Role, Slot, Stmt};

/// Without the declarations of variables that nothing names any more.
pub(super) fn without_unused(statements: Vec<Stmt>) -> Vec<Stmt> {
    let named = named(&statements);
    filtered(statements, &named)
}

/// All variables that are named, declarations without a value aside.
pub(crate) fn named(statements: &[Stmt]) -> HashSet<LocalId> {
    let mut named = HashSet::new();
    names(statements, &mut named);
    named
}

fn filtered(statements: Vec<Stmt>, named: &HashSet<LocalId>) -> Vec<Stmt> {
    let keep = |statement: &Stmt| match statement {
        Stmt::Declare { local, value: None } => named.contains(local),
        _ => true,
    };
    let kept = statements.into_iter().filter(keep).map(|statement| match statement {
        Stmt::If { condition, then, otherwise } => {
            Stmt::If { condition, then: filtered(then, named), otherwise: filtered(otherwise, named) }
        }
        Stmt::Loop { before, condition, body, step, last } => Stmt::Loop {
            before: filtered(before, named),
            condition,
            body: filtered(body, named),
            step: filtered(step, named),
            last,
        },
        other => other,
    });
    kept.collect()
}

fn names(statements: &[Stmt], named: &mut HashSet<LocalId>) {
    fn within(expr: &Expr, named: &mut HashSet<LocalId>) {
        if let ExprKind::Local(local) = expr.kind {
            named.insert(local);
        }
        expr.children(&mut |child| within(child, named));
    }
    for statement in statements {
        match statement {
            Stmt::Declare { local, value } => {
                if let Some(value) = value {
                    named.insert(*local);
                    within(value, named);
                }
            }
            Stmt::Assign { place, value } => {
                named.insert(place.local);
                if let Part::At(index) = &place.part {
                    within(index, named);
                }
                within(value, named);
            }
            Stmt::Call { arguments, result, .. } => {
                named.extend(result);
                for argument in arguments {
                    match argument {
                        Passed::Value(value) => within(value, named),
                        Passed::Local(local) => {
                            named.insert(*local);
                        }
                    }
                }
            }
            Stmt::If { condition, then, otherwise } => {
                within(condition, named);
                names(then, named);
                names(otherwise, named);
            }
            Stmt::Loop { before, condition, body, step, .. } => {
                condition.iter().for_each(|condition| within(condition, named));
                names(before, named);
                names(body, named);
                names(step, named);
            }
            Stmt::Return(value) => value.iter().for_each(|value| within(value, named)),
            Stmt::Push { values, .. } => values.iter().for_each(|value| within(value, named)),
            Stmt::Break | Stmt::Continue | Stmt::Discard => {}
        }
    }
}

/// The parameters that a kernel still reads, in order: inputs and gathers by slot, constants, and those whose place is
/// asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reads {
    pub elements: Vec<Slot>,
    pub gathers: Vec<Slot>,
    pub constants: Vec<Slot>,
    pub places: Vec<usize>,
}

pub(crate) fn read_by(kernel: &Kernel) -> Reads {
    let mut reads = Reads::default();
    for function in &kernel.functions {
        let mut body = function.body.clone();
        each_expr_mut(&mut body, &mut |expr| match expr.kind {
            ExprKind::Element(slot) => reads.elements.push(slot),
            ExprKind::Gather { slot, .. } => reads.gathers.push(slot),
            ExprKind::Constant(slot) => reads.constants.push(slot),
            ExprKind::IndexOf(parameter) => reads.places.push(parameter),
            _ => {}
        });
    }
    for slots in [&mut reads.elements, &mut reads.gathers, &mut reads.constants] {
        slots.sort();
        slots.dedup();
    }
    reads.places.sort();
    reads.places.dedup();
    // A reduction reads its operand whatever its body does: the first element is the first result.
    if kernel.reduction {
        reads.elements = kernel.slots(|role| *role == Role::Stream || *role == Role::Iterator);
    }
    reads
}
