//! Leaves out variables that hold the result of a call only until the next statement copies it: `int t = f(x); int a = t;`.

use rustc_hash::FxHashMap;

use crate::ir::{Expr, ExprKind, Kernel, LocalId, Part, Passed, Stmt, each_expr, each_stmt};

/// How often each variable of a function is read.
type Reads = FxHashMap<LocalId, usize>;

/// Leaves out such variables.
pub(super) fn pass_on(kernel: &mut Kernel) {
    for function in &mut kernel.functions {
        let mut reads = Reads::default();
        let mut read = |local: LocalId| *reads.entry(local).or_default() += 1;
        each_expr(&function.body, &mut |expr| {
            if let ExprKind::Local(local) = expr.kind {
                read(local);
            }
        });
        each_stmt(&function.body, &mut |statement| {
            if let Stmt::Call { arguments, .. } = statement {
                for argument in arguments {
                    if let Passed::Local(local) = argument {
                        read(*local);
                    }
                }
            }
        });
        in_block(&mut function.body, &reads);
    }
}

fn in_block(block: &mut Vec<Stmt>, reads: &Reads) {
    for statement in block.iter_mut() {
        statement.blocks_mut().for_each(|block| in_block(block, reads));
    }
    let mut at = 0;
    while at + 2 < block.len() {
        if let Some(target) = copied_to(&block[at..], reads) {
            // The declaration of the variable becomes that of the target, if there is one.
            let copy = block.remove(at + 2);
            match copy {
                Stmt::Declare { local, .. } => block[at] = Stmt::Declare { local, value: None },
                _ => drop(block.remove(at)),
            }
            let call = block[at..].iter_mut().find(|statement| matches!(statement, Stmt::Call { .. }));
            if let Some(Stmt::Call { result, .. }) = call {
                *result = Some(target);
            }
        }
        at += 1;
    }
}

/// Returns the variable to which the third of these statements copies the result of a call, if nothing else reads that result.
fn copied_to(statements: &[Stmt], reads: &Reads) -> Option<LocalId> {
    let [Stmt::Declare { local, value: None }, Stmt::Call { result: Some(result), arguments, .. }, copy, ..] =
        statements
    else {
        return None;
    };
    let is_result = |value: &Expr| value.kind == ExprKind::Local(*local);
    let target = match copy {
        Stmt::Declare { local, value: Some(value) } if is_result(value) => *local,
        Stmt::Assign { place, value } if is_result(value) && matches!(place.part, Part::Whole) => place.local,
        _ => return None,
    };
    // A call that also copies an argument to the target does so before or after.
    let is_argument = arguments.iter().any(|passed| matches!(passed, Passed::Local(passed) if *passed == target));
    (local == result && reads.get(local) == Some(&1) && !is_argument).then_some(target)
}
