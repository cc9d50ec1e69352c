//! Dead code elimination: removes from a specialized kernel the variables, functions, inputs and constants that are not used.

use rustc_hash::FxHashSet;

use super::Origin;
use crate::ir::passes::reachable::{drop_unreachable, reachable};
use crate::ir::{
    Expr, ExprKind, Function, Kernel, LocalId, Mode, Passed, Stmt, Stream, each_expr, each_expr_mut, each_stmt,
    each_stmt_mut,
};

/// Removes variables that nothing reads, with their assignments. `origin` holds for each local the template's local that it comes from.
/// Returns the same for the locals that remain.
pub(super) fn remove_dead_code(function: &mut Function, origin: &[LocalId]) -> Vec<LocalId> {
    loop {
        let read = reads(function);
        let live =
            |local: LocalId, function: &Function| read.contains(&local) || function.locals[local.0].target.is_some();
        let mut body = std::mem::take(&mut function.body);
        let mut removed = false;
        retain(&mut body, &mut |statement| {
            let keep = match statement {
                Stmt::Declare { local, .. } => live(*local, function),
                Stmt::Assign { place, .. } => live(place.local, function),
                Stmt::If { then, otherwise, .. } => !(then.is_empty() && otherwise.is_empty()),
                _ => true,
            };
            removed |= !keep;
            keep
        });
        function.body = body;
        if !removed {
            break;
        }
    }
    compact(function, origin)
}

/// Returns the variables that have to stay: those that a function reads, those that a call assigns, and those that the function copies out.
fn reads(function: &Function) -> FxHashSet<LocalId> {
    let mut found = FxHashSet::default();
    each_expr(&function.body, &mut |expr| {
        if let ExprKind::Local(local) = expr.kind {
            found.insert(local);
        }
    });
    each_stmt(&function.body, &mut |statement| {
        if let Stmt::Call { arguments, result, .. } = statement {
            found.extend(result);
            found.extend(arguments.iter().filter_map(|passed| match passed {
                Passed::Local(local) => Some(*local),
                Passed::Value(_) => None,
            }));
        }
    });
    found.extend(function.arguments.iter().filter(|argument| argument.mode != Mode::In).map(|argument| argument.local));
    found
}

/// Removes the statements for which `keep` returns false, inner ones first.
fn retain(statements: &mut Vec<Stmt>, keep: &mut dyn FnMut(&Stmt) -> bool) {
    statements.retain_mut(|statement| {
        statement.blocks_mut().for_each(|block| retain(block, keep));
        keep(statement)
    });
}

/// Removes locals that the function does not mention, and renumbers the others. Returns the origins of the locals that remain.
fn compact(function: &mut Function, origin: &[LocalId]) -> Vec<LocalId> {
    let mut used = vec![false; function.locals.len()];
    function.arguments.iter().for_each(|argument| used[argument.local.0] = true);
    each_local(&mut function.body, &mut |local| used[local.0] = true);
    let mut numbers = Vec::new();
    let mut next = 0;
    for &used in &used {
        numbers.push(LocalId(next));
        next += usize::from(used);
    }
    function.arguments.iter_mut().for_each(|argument| argument.local = numbers[argument.local.0]);
    each_local(&mut function.body, &mut |local| *local = numbers[local.0]);
    let mut kept = used.iter();
    function.locals.retain(|_| *kept.next().unwrap_or(&false));
    origin.iter().zip(&used).filter(|(_, used)| **used).map(|(origin, _)| *origin).collect()
}

/// Calls `see` for each mention of a local.
fn each_local(statements: &mut [Stmt], see: &mut dyn FnMut(&mut LocalId)) {
    each_expr_mut(statements, &mut |expr| {
        if let ExprKind::Local(local) = &mut expr.kind {
            see(local);
        }
    });
    each_stmt_mut(statements, &mut |statement| match statement {
        Stmt::Declare { local, .. } => see(local),
        Stmt::Assign { place, .. } => see(&mut place.local),
        Stmt::Call { arguments, result, .. } => {
            result.iter_mut().for_each(&mut *see);
            for passed in arguments {
                if let Passed::Local(local) = passed {
                    see(local);
                }
            }
        }
        _ => {}
    });
}

/// Removes the functions that are never called, with their `origins`, and the inputs and constants that are never read. Records the names
/// of these inputs and constants as unread. Outputs stay.
pub(super) fn remove_unused_ports(kernel: &mut Kernel, origins: &mut Vec<Origin>) {
    let mut kept = reachable(&kernel.functions).into_iter();
    origins.retain(|_| kept.next().unwrap_or(true));
    kernel.functions = drop_unreachable(std::mem::take(&mut kernel.functions));
    let interface = &mut kernel.interface;
    let (mut inputs, mut constants) = (vec![false; interface.inputs.len()], vec![false; interface.constants.len()]);
    each_use(&mut kernel.functions, &mut |expr| match &expr.kind {
        ExprKind::Fetch { input, .. } | ExprKind::Extent(Stream::Input(input), _) => inputs[*input] = true,
        ExprKind::Uniform(number) => constants[*number] = true,
        _ => {}
    });
    let numbers = |used: &[bool]| -> Vec<usize> {
        used.iter().scan(0, |next, used| Some(std::mem::replace(next, *next + usize::from(*used)))).collect()
    };
    let (input_numbers, constant_numbers) = (numbers(&inputs), numbers(&constants));
    each_use(&mut kernel.functions, &mut |expr| match &mut expr.kind {
        ExprKind::Fetch { input, .. } | ExprKind::Extent(Stream::Input(input), _) => *input = input_numbers[*input],
        ExprKind::Uniform(number) => *number = constant_numbers[*number],
        _ => {}
    });
    let unread = &mut interface.unread;
    let mut keep = |used: bool, name: &String| {
        if !used {
            unread.push(name.clone());
        }
        used
    };
    let mut used = inputs.into_iter();
    interface.inputs.retain(|port| keep(used.next().unwrap_or(true), &port.name));
    let mut used = constants.into_iter();
    interface.constants.retain(|constant| keep(used.next().unwrap_or(true), &constant.name));
}

fn each_use(functions: &mut [Function], see: &mut dyn FnMut(&mut Expr)) {
    functions.iter_mut().for_each(|function| each_expr_mut(&mut function.body, see));
}
