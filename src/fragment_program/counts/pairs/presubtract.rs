//! Presubtraction: the hardware can add or subtract two registers as an operation reads them.
//!
//! A sum is not computed by itself if all operations that read it can do that. An operation can read one sum, and each half reads three
//! registers.

use rustc_hash::FxHashMap;

use super::{Argument, MAX_SOURCES, Operation, Source};

/// Removes the sums that are computed where they are read.
pub(super) fn read(operations: &mut Vec<Operation>) {
    let mut writes: FxHashMap<usize, usize> = FxHashMap::default();
    let mut readers: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    for (at, operation) in operations.iter().enumerate() {
        let mut written: Vec<usize> = operation.writes.iter().map(|(value, _)| *value).collect();
        written.dedup();
        written.iter().for_each(|value| *writes.entry(*value).or_default() += 1);
        for argument in operation.arguments() {
            if let Source::Value(value) = argument.source {
                let readers = readers.entry(value).or_default();
                if readers.last() != Some(&at) {
                    readers.push(at);
                }
            }
        }
    }
    let mut removed = vec![false; operations.len()];
    for at in 0..operations.len() {
        let (Some(order), Some((value, _))) = (operations[at].sum, operations[at].writes.first().copied()) else {
            continue;
        };
        let sources: Vec<Source> = match operations[at].rgb.as_ref().or(operations[at].alpha.as_ref()) {
            Some(half) => half.arguments.iter().map(|argument| argument.source).collect(),
            None => continue,
        };
        let Some(users) = readers.get(&value).filter(|_| writes.get(&value) == Some(&1)) else { continue };
        let replaced: Option<Vec<Operation>> =
            users.iter().map(|user| replace(&operations[*user], value, &sources, order)).collect();
        let (Some(replaced), [_, _]) = (replaced, &sources[..]) else { continue };
        for (user, operation) in users.clone().into_iter().zip(replaced) {
            operations[user] = operation;
            for source in &sources {
                if let Source::Value(value) = source {
                    readers.entry(*value).or_default().push(user);
                }
            }
        }
        removed[at] = true;
    }
    let mut at = 0;
    operations.retain(|_| {
        at += 1;
        !removed[at - 1]
    });
}

/// Returns an operation that reads the sum of these registers instead of this value, if it can.
fn replace(operation: &Operation, value: usize, sources: &[Source], order: [usize; 4]) -> Option<Operation> {
    if operation.texture.is_some() || operation.arguments().any(|argument| argument.presubtracted) {
        return None;
    }
    let mut operation = operation.clone();
    operation.sum = None;
    let mut operands: Vec<usize> = Vec::new();
    for half in operation.rgb.iter_mut().chain(&mut operation.alpha) {
        let mut arguments = Vec::new();
        for (at, argument) in half.arguments.iter().enumerate() {
            if argument.source != Source::Value(value) {
                arguments.push(*argument);
                continue;
            }
            if !operands.contains(&at) {
                operands.push(at);
            }
            let read = (0..4).filter(|component| argument.components >> component & 1 == 1);
            let components = read.fold(0, |mask, component| mask | 1 << order[component]);
            arguments.extend(sources.iter().map(|source| Argument {
                source: *source,
                components,
                presubtracted: true,
            }));
        }
        // The two registers of a sum come first.
        arguments.sort_by_key(|argument| !argument.presubtracted);
        half.arguments = arguments;
    }
    // If two operands read the sum, the compiler counts its value while it replaces the first.
    let more = usize::from(operands.len() > 1);
    let count = |bits: u8| {
        let mut all: Vec<Source> = operation
            .arguments()
            .filter(|argument| argument.components & bits != 0)
            .map(|argument| argument.source)
            .collect();
        all.sort_unstable();
        all.dedup();
        all.len() + if all.is_empty() { 0 } else { more }
    };
    (count(0b0111) <= MAX_SOURCES && count(0b1000) <= MAX_SOURCES).then_some(operation)
}
