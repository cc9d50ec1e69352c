//! Computes the cost of each source line.

use std::collections::BTreeMap;

use crate::fragment_program::FragmentProgram;
use crate::syntax::Span;

/// The cost of a source line, with the instructions that it was compiled to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineCost {
    /// The file, by its index in [`FragmentProgram::files`].
    pub file: usize,
    /// The line number, counted from 1.
    pub line: usize,
    /// The number of instructions that the line was compiled to.
    pub instructions: usize,
    /// The number of times that these instructions were executed.
    pub executed: u64,
    /// The number of these executions that fetched a texel.
    pub fetched: u64,
}

/// Returns the cost of each line of a program's source, the most expensive line first. `counts` has the number of executions of each
/// instruction, such as [`Fragment::counts`](super::Fragment::counts). An instruction belongs to the line in which its first span
/// begins. An instruction without a span belongs to no line.
pub fn lines(program: &FragmentProgram, counts: &[u64]) -> Vec<LineCost> {
    let mut found: BTreeMap<(usize, usize), LineCost> = BTreeMap::new();
    for (at, instruction) in program.instructions.iter().enumerate() {
        let Some(span) = program.span(at).filter(|span| *span != Span::default()) else { continue };
        let (file, line) = (span.file as usize, program.files.line(span));
        let cost =
            found.entry((file, line)).or_insert(LineCost { file, line, instructions: 0, executed: 0, fetched: 0 });
        let executed = counts.get(at).copied().unwrap_or(0);
        cost.instructions += 1;
        cost.executed += executed;
        cost.fetched += if instruction.sampler.is_some() { executed } else { 0 };
    }
    let mut all: Vec<LineCost> = found.into_values().collect();
    all.sort_by_key(|cost| std::cmp::Reverse((cost.executed, cost.instructions)));
    all
}
