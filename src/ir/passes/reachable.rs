//! Reachability of functions: finds and removes functions that are never called.

use crate::ir::{Function, FunctionId, each_call, each_call_mut};

/// Returns for each function whether the last one calls it, directly or not. The last one counts as called.
pub(crate) fn reachable(functions: &[Function]) -> Vec<bool> {
    let mut reachable = vec![false; functions.len()];
    if let Some(main) = reachable.last_mut() {
        *main = true;
    }
    // A function calls only earlier functions.
    for number in (0..functions.len()).rev() {
        if !reachable[number] {
            continue;
        }
        each_call(&functions[number].body, &mut |called| reachable[called.0] = true);
    }
    reachable
}

/// Returns the functions reachable from the last one, renumbered.
pub(crate) fn drop_unreachable(mut functions: Vec<Function>) -> Vec<Function> {
    let kept = reachable(&functions);
    let mut numbers = Vec::new();
    let mut next = 0;
    for &kept in &kept {
        numbers.push(FunctionId(next));
        next += usize::from(kept);
    }
    for function in &mut functions {
        each_call_mut(&mut function.body, &mut |called| *called = numbers[called.0]);
    }
    functions.into_iter().zip(kept).filter(|(_, kept)| *kept).map(|(function, _)| function).collect()
}
