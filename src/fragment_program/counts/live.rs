//! Liveness of temporaries.

use crate::fragment_program::{Program, Register};

/// Returns the live range of each temporary: the first and the last instruction that use it. That holds for straight-line code;
/// loops do not extend it.
pub(super) fn intervals(program: &Program) -> Vec<Option<(usize, usize)>> {
    let mut intervals: Vec<Option<(usize, usize)>> = vec![None; program.temporaries];
    let mut touch = |register: Register, at: usize| {
        if let Register::Temporary(k) = register
            && let Some(interval) = intervals.get_mut(k)
        {
            let (first, last) = interval.get_or_insert((at, at));
            (*first, *last) = ((*first).min(at), (*last).max(at));
        }
    };
    for (at, instruction) in program.instructions.iter().enumerate() {
        instruction.sources.iter().for_each(|source| touch(source.register, at));
        if let Some(destination) = instruction.destination {
            touch(destination.register, at);
        }
    }
    intervals
}

/// Returns the instruction at which most temporaries are live.
pub(super) fn busiest(program: &Program) -> Option<usize> {
    let mut change = vec![0i64; program.instructions.len() + 1];
    for (first, last) in intervals(program).into_iter().flatten() {
        change[first] += 1;
        change[last + 1] -= 1;
    }
    let mut now = 0;
    let mut max = (0, None);
    for (at, change) in change.iter().enumerate().take(program.instructions.len()) {
        now += change;
        if now > max.0 {
            max = (now, Some(at));
        }
    }
    max.1
}
