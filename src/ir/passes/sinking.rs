//! Sinking: moves a declaration without a value down to the first assignment, or into the only branch that needs it.

use crate::ir::{Function, Part, Stmt};

/// Moves declarations without a value to the variable's first assignment, if that is in the same block and nothing reads the variable
/// before it.
pub(crate) fn sink_declarations(function: &mut Function) {
    block(&mut function.body);
}

fn block(statements: &mut Vec<Stmt>) {
    let mut at = 0;
    while at < statements.len() {
        if let Stmt::Declare { local, value: None } = statements[at] {
            let first = (at + 1..statements.len()).find(|&next| statements[next].mentions(local));
            if let Some(first) = first
                && let Stmt::Assign { place, value } = &statements[first]
                && place.part == Part::Whole
                && !value.mentions(local)
            {
                let value = Some(value.clone());
                statements[first] = Stmt::Declare { local, value };
                statements.remove(at);
                continue;
            }
            // A variable used in only one branch is declared in that branch.
            if let Some(first) = first
                && !statements[first + 1..].iter().any(|next| next.mentions(local))
                && let Stmt::If { condition, then, otherwise } = &mut statements[first]
                && !condition.mentions(local)
            {
                let within = |branch: &[Stmt]| branch.iter().any(|next| next.mentions(local));
                let branch = match (within(then), within(otherwise)) {
                    (true, false) => Some(then),
                    (false, true) => Some(otherwise),
                    _ => None,
                };
                if let Some(branch) = branch {
                    branch.insert(0, Stmt::Declare { local, value: None });
                    statements.remove(at);
                    continue;
                }
            }
        }
        statements[at].blocks_mut().for_each(block);
        at += 1;
    }
}
