//! Makes what checking leaves behind easier to read: constants that nobody changes are used as they are, and variables
//! are declared where they get their first value.

use crate::brook::ir::{Expr, ExprKind, Function, LocalId, Part, Passed, Stmt};

/// Uses constants in the place of variables that only ever hold one.
pub(super) fn constants(function: &mut Function) {
    let mut held: Vec<Option<ExprKind>> = vec![None; function.locals.len()];
    for statement in &function.body {
        if let Stmt::Declare { local, value: Some(Expr { kind: kind @ ExprKind::Constant(_), .. }) } = statement {
            held[local.0] = Some(kind.clone());
        }
    }
    changed(&function.body, &mut |local| held[local.0] = None);
    if held.iter().all(Option::is_none) {
        return;
    }
    function.body.retain(|statement| !matches!(statement, Stmt::Declare { local, .. } if held[local.0].is_some()));
    each_expr_mut(&mut function.body, &mut |expr| {
        if let ExprKind::Local(local) = expr.kind
            && let Some(kind) = &held[local.0]
        {
            expr.kind = kind.clone();
        }
    });
}

/// Whether a variable is assigned there, or handed over to be.
pub(crate) fn changes(statements: &[Stmt], local: LocalId) -> bool {
    let mut found = false;
    changed(statements, &mut |seen| found |= seen == local);
    found
}

/// Calls `seen` for every variable that is assigned, or handed over to be.
fn changed(statements: &[Stmt], seen: &mut impl FnMut(LocalId)) {
    for statement in statements {
        match statement {
            Stmt::Assign { place, .. } => seen(place.local),
            Stmt::Call { arguments, result, .. } => {
                for argument in arguments {
                    if let Passed::Local(local) = argument {
                        seen(*local);
                    }
                }
                result.iter().for_each(|&local| seen(local));
            }
            Stmt::If { then, otherwise, .. } => {
                changed(then, seen);
                changed(otherwise, seen);
            }
            Stmt::Loop { before, body, step, .. } => {
                changed(before, seen);
                changed(body, seen);
                changed(step, seen);
            }
            _ => {}
        }
    }
}

/// Calls `change` for every expression, outer ones first.
pub(crate) fn each_expr_mut(statements: &mut [Stmt], change: &mut impl FnMut(&mut Expr)) {
    for statement in statements {
        match statement {
            Stmt::Declare { value, .. } => value.iter_mut().for_each(|value| within(value, change)),
            Stmt::Assign { place, value } => {
                if let Part::At(index) = &mut place.part {
                    within(index, change);
                }
                within(value, change);
            }
            Stmt::Call { arguments, .. } => {
                for argument in arguments {
                    if let Passed::Value(value) = argument {
                        within(value, change);
                    }
                }
            }
            Stmt::If { condition, then, otherwise } => {
                within(condition, change);
                each_expr_mut(then, change);
                each_expr_mut(otherwise, change);
            }
            Stmt::Loop { before, condition, body, step, .. } => {
                each_expr_mut(before, change);
                condition.iter_mut().for_each(|condition| within(condition, change));
                each_expr_mut(body, change);
                each_expr_mut(step, change);
            }
            Stmt::Return(value) => value.iter_mut().for_each(|value| within(value, change)),
            Stmt::Push { values, .. } => values.iter_mut().for_each(|value| within(value, change)),
            Stmt::Break | Stmt::Continue | Stmt::Discard => {}
        }
    }
}

fn within(expr: &mut Expr, change: &mut impl FnMut(&mut Expr)) {
    change(expr);
    expr.children_mut(&mut |child| within(child, change));
}

/// Declares variables that start without a value where they get their first, if that is in the same block and nothing
/// looks at them before.
pub(crate) fn declarations(function: &mut Function) {
    block(&mut function.body);
}

fn block(statements: &mut Vec<Stmt>) {
    let mut at = 0;
    while at < statements.len() {
        if let Stmt::Declare { local, value: None } = statements[at] {
            let first = (at + 1..statements.len()).find(|&next| mentions(&statements[next], local));
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
            // One that only a branch knows is declared there.
            if let Some(first) = first
                && !statements[first + 1..].iter().any(|next| mentions(next, local))
                && let Stmt::If { condition, then, otherwise } = &mut statements[first]
                && !condition.mentions(local)
            {
                let within = |branch: &[Stmt]| branch.iter().any(|next| mentions(next, local));
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
        match &mut statements[at] {
            Stmt::If { then, otherwise, .. } => {
                block(then);
                block(otherwise);
            }
            Stmt::Loop { before, body, step, .. } => {
                block(before);
                block(body);
                block(step);
            }
            _ => {}
        }
        at += 1;
    }
}

pub(crate) fn mentions(statement: &Stmt, local: LocalId) -> bool {
    let any = |statements: &[Stmt]| statements.iter().any(|statement| mentions(statement, local));
    match statement {
        Stmt::Declare { value, .. } => value.as_ref().is_some_and(|value| value.mentions(local)),
        Stmt::Assign { place, value } => {
            let index = matches!(&place.part, Part::At(index) if index.mentions(local));
            place.local == local || index || value.mentions(local)
        }
        Stmt::Call { arguments, result, .. } => {
            let passed = |argument: &Passed| match argument {
                Passed::Value(value) => value.mentions(local),
                Passed::Local(passed) => *passed == local,
            };
            *result == Some(local) || arguments.iter().any(passed)
        }
        Stmt::If { condition, then, otherwise } => condition.mentions(local) || any(then) || any(otherwise),
        Stmt::Loop { before, condition, body, step, .. } => {
            any(before) || any(body) || any(step) || condition.as_ref().is_some_and(|value| value.mentions(local))
        }
        Stmt::Return(value) => value.as_ref().is_some_and(|value| value.mentions(local)),
        Stmt::Push { values, .. } => values.iter().any(|value| value.mentions(local)),
        Stmt::Break | Stmt::Continue | Stmt::Discard => false,
    }
}
