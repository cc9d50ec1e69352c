//! Uses: the variables that a body refers to, and the parameters that a kernel reads.

use rustc_hash::FxHashSet;

use crate::ir::{ExprKind, LocalId, Role, Slot, Stmt, StreamKernel, each_expr, each_stmt};

/// Removes the declarations of variables that are no longer used.
pub(super) fn drop_unused(statements: &mut Vec<Stmt>) {
    let named = named(statements);
    filter(statements, &named);
}

fn filter(statements: &mut Vec<Stmt>, named: &FxHashSet<LocalId>) {
    statements.retain(|statement| match statement {
        Stmt::Declare { local, value: None } => named.contains(local),
        _ => true,
    });
    statements.iter_mut().flat_map(Stmt::blocks_mut).for_each(|block| filter(block, named));
}

/// Returns all variables that are used. A declaration without a value is not a use.
pub(crate) fn named(statements: &[Stmt]) -> FxHashSet<LocalId> {
    let mut named = FxHashSet::default();
    each_stmt(statements, &mut |statement| {
        named.extend(statement.changed());
        if let Stmt::Declare { local, value: Some(_) } = statement {
            named.insert(*local);
        }
    });
    each_expr(statements, &mut |expr| {
        if let ExprKind::Local(local) = expr.kind {
            named.insert(local);
        }
    });
    named
}

/// The parameters that a kernel reads, each list in ascending order: the slots of elements, gathers and constants, and the indices of the
/// parameters whose `indexof` is evaluated.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Reads {
    pub elements: Vec<Slot>,
    pub gathers: Vec<Slot>,
    pub constants: Vec<Slot>,
    pub places: Vec<usize>,
}

pub(crate) fn read_by(kernel: &StreamKernel) -> Reads {
    let mut reads = Reads::default();
    for function in &kernel.functions {
        each_expr(&function.body, &mut |expr| match expr.kind {
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
    // A reduction always reads its operand, since the first element is the first result.
    if kernel.reduction {
        reads.elements = kernel.slots(|role| *role == Role::Stream || *role == Role::Iterator);
    }
    reads
}
