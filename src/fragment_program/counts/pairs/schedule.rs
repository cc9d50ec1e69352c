//! Scheduling: decides which operations are issued as a pair.

use rustc_hash::FxHashMap;

use super::{Operation, Slots, Value};

/// The maximum number of registers that a half reads.
const MAX_SOURCES: usize = 3;

/// Returns the number of pairs that the operations of a node take. An operation can be issued once the values that it waits for are
/// computed. The operation with the longest chain of dependent operations is issued first.
pub(super) fn pairs(operations: &[Operation]) -> usize {
    let (waits, height) = graph(operations);
    let mut left: Vec<usize> = waits.iter().map(Vec::len).collect();
    let mut users: Vec<Vec<usize>> = vec![Vec::new(); operations.len()];
    for (at, waits) in waits.iter().enumerate() {
        waits.iter().for_each(|on| users[*on].push(at));
    }
    let mut ready: Vec<usize> = (0..operations.len()).filter(|at| left[*at] == 0).collect();
    let mut pairs = 0;
    while !ready.is_empty() {
        ready.sort_by_key(|at| (std::cmp::Reverse(height[*at]), *at));
        let first = ready.remove(0);
        let mut issued = vec![first];
        let other = match operations[first].slots {
            Slots::Both => None,
            Slots::Rgb => Some(Slots::Alpha),
            Slots::Alpha => Some(Slots::Rgb),
        };
        if let Some(other) = other {
            let beside = |at: &usize| operations[*at].slots == other && together(&operations[first], &operations[*at]);
            let moved = |at: &usize| {
                operations[first].slots == Slots::Rgb
                    && (operations[*at].movable || operations[first].movable)
                    && operations[*at].slots == Slots::Rgb
                    && together(&operations[first], &operations[*at])
            };
            let place = ready.iter().position(beside).or_else(|| ready.iter().position(moved));
            if let Some(place) = place {
                issued.push(ready.remove(place));
            }
        }
        pairs += 1;
        for user in issued.iter().flat_map(|at| users[*at].iter().copied()) {
            left[user] -= 1;
            if left[user] == 0 {
                ready.push(user);
            }
        }
    }
    pairs
}

/// Returns the operations that each operation waits for, and the length of the longest chain of operations that depend on it.
fn graph(operations: &[Operation]) -> (Vec<Vec<usize>>, Vec<usize>) {
    let mut writers: FxHashMap<Value, usize> = FxHashMap::default();
    let mut waits = Vec::with_capacity(operations.len());
    for (at, operation) in operations.iter().enumerate() {
        let mut own: Vec<usize> = operation.waits.iter().filter_map(|value| writers.get(value).copied()).collect();
        own.sort_unstable();
        own.dedup();
        waits.push(own);
        writers.extend(operation.writes.iter().map(|value| (*value, at)));
    }
    let mut height = vec![0; operations.len()];
    for at in (0..operations.len()).rev() {
        for on in &waits[at] {
            height[*on] = height[*on].max(height[at] + 1);
        }
    }
    (waits, height)
}

/// Whether the registers that two operations read are few enough for one pair.
fn together(a: &Operation, b: &Operation) -> bool {
    let count =
        |a: &[super::Source], b: &[super::Source]| a.len() + b.iter().filter(|source| !a.contains(source)).count();
    count(&a.rgb, &b.rgb) <= MAX_SOURCES && count(&a.alpha, &b.alpha) <= MAX_SOURCES
}
