//! Live ranges of registers.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::fragment_program::{FragmentProgram, Opcode, Register};

/// The first and the last instruction of a live range.
pub(in crate::fragment_program) type Range = (usize, usize);

/// Returns the live range of each register, from the first to the last instruction that reads or writes it. A register that is written
/// before a loop and used in it is live up to the end of the loop, because the next iteration uses it again. The items of `instructions`
/// are in program order. Each is the opcode of an instruction, and the registers that the instruction reads or writes.
pub(in crate::fragment_program) fn live_ranges<R, A>(
    instructions: impl Iterator<Item = (Opcode, A)>,
) -> FxHashMap<R, Range>
where
    R: Copy + Eq + Hash,
    A: IntoIterator<Item = R>,
{
    let mut ranges: FxHashMap<R, Range> = FxHashMap::default();
    let mut open: Vec<usize> = Vec::new();
    // An inner loop ends before the outer loop, so it comes first in the list.
    let mut loops: Vec<Range> = Vec::new();
    for (at, (opcode, registers)) in instructions.enumerate() {
        for register in registers {
            ranges.entry(register).or_insert((at, at)).1 = at;
        }
        match opcode {
            Opcode::Rep | Opcode::Loop => open.push(at),
            Opcode::EndRep | Opcode::EndLoop => loops.extend(open.pop().map(|start| (start, at))),
            _ => {}
        }
    }
    for (start, end) in loops {
        for (first, last) in ranges.values_mut() {
            if *first < start && *last > start {
                *last = (*last).max(end);
            }
        }
    }
    ranges
}

/// Returns the live range of each temporary that a program uses.
pub(super) fn of_temporaries(program: &FragmentProgram) -> Vec<Range> {
    let instructions = program.instructions.iter().map(|instruction| {
        let sources = instruction.sources.iter().map(|source| source.register);
        let registers = sources.chain(instruction.destination.map(|destination| destination.register));
        let temporaries = registers.filter(|register| matches!(register, Register::Temporary(_)));
        (instruction.opcode, temporaries.collect::<Vec<_>>())
    });
    let mut ranges: Vec<_> = live_ranges(instructions).into_values().collect();
    ranges.sort_unstable();
    ranges
}

/// Returns the first instruction at which the largest number of temporaries is live.
pub(super) fn busiest(program: &FragmentProgram) -> Option<usize> {
    let mut change = vec![0i64; program.instructions.len() + 1];
    for (first, last) in of_temporaries(program) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn ranges(code: &[(Opcode, &[u32])]) -> Vec<(u32, Range)> {
        let instructions = code.iter().map(|(opcode, registers)| (*opcode, registers.iter().copied()));
        let mut ranges: Vec<_> = live_ranges(instructions).into_iter().collect();
        ranges.sort_unstable();
        ranges
    }

    #[test]
    fn a_range_ends_where_a_register_is_used_last() {
        let code: &[(Opcode, &[u32])] = &[(Opcode::Mov, &[0]), (Opcode::Add, &[0, 1]), (Opcode::Mul, &[1, 1, 2])];
        assert_eq!(ranges(code), [(0, (0, 1)), (1, (1, 2)), (2, (2, 2))]);
    }

    #[test]
    fn what_loops_read_is_live_to_their_ends() {
        let code: &[(Opcode, &[u32])] = &[
            (Opcode::Mov, &[0]),
            (Opcode::Rep, &[]),
            (Opcode::Mov, &[1]),
            (Opcode::Loop, &[]),
            (Opcode::Add, &[0, 1, 2]),
            (Opcode::EndLoop, &[]),
            (Opcode::Mov, &[3]),
            (Opcode::EndRep, &[]),
            (Opcode::Mov, &[2]),
        ];
        assert_eq!(ranges(code), [(0, (0, 7)), (1, (2, 5)), (2, (4, 8)), (3, (6, 6))]);
    }
}
