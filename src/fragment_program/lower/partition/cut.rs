//! Splits the ordered instructions of a kernel into as few passes as possible, each of which fits the chip.
//!
//! A part is the code between two cuts. From the end of the previous part, the next cut moves on until the program of the part no
//! longer fits. If more numbers leave the part than the render targets can hold, the part becomes several passes, each with the
//! instructions that its targets need.

use std::collections::BTreeMap;

use crate::fragment_program::counts::{Counts, check_counted};
use crate::fragment_program::lower::assemble::{ProgramResults, assemble};
use crate::fragment_program::lower::graph::{NodeId, Ref};
use crate::fragment_program::{Chip, FragmentProgram, Opcode, Uncut, Write};
use crate::ir::Kernel;

use super::ends::BestEnds;
use super::extract::{Addressing, Stored, extract};
use super::order::OrderedKernel;

/// The cost of a partition: the number of passes, then the number of texels written and read between them.
pub type Cost = (usize, usize);

/// The maximum number of passes of a partition whose cuts are refined.
const REFINED: usize = 32;
/// The number of passes after which the total number is estimated.
const SHOWN: usize = 64;
/// The maximum number of places that refinement tries for a cut.
const TRIED: usize = 4;

#[cfg(test)]
std::thread_local! {
    /// The number of instructions in all programs that the search has assembled.
    pub static ASSEMBLED: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
}

/// A pass of an unfinished partition.
#[derive(Clone, Debug)]
pub struct Cut {
    pub program: FragmentProgram,
    pub writes: Vec<Write>,
}

/// The passes that together execute the instructions between two cuts.
#[derive(Clone, Debug)]
struct Part {
    end: usize,
    cuts: Vec<Cut>,
    /// The numbers in each new intermediate texture.
    stored: Vec<Vec<NodeId>>,
    channels: usize,
}

/// A kernel that is being partitioned, and the target chip.
pub struct Cutter<'a> {
    pub whole: &'a OrderedKernel<'a>,
    pub kernel: &'a Kernel,
    pub chip: Chip,
    pub addressing: Addressing,
    /// For each output, the number of channels of the texture that it is written to.
    pub channels: &'a [usize],
    /// The estimated number of instructions that fit into a pass.
    pub guess: usize,
}

/// The passes of a kernel, and the number of channels of each intermediate texture between them.
#[derive(Clone, Debug, Default)]
pub struct Passes {
    pub cuts: Vec<Cut>,
    pub intermediates: Vec<usize>,
}

impl Passes {
    /// Returns the cost. `inputs` is the number of inputs of the kernel, after which intermediate textures are numbered.
    pub fn cost(&self, inputs: usize) -> Cost {
        let read = |cut: &Cut| cut.program.samplers.iter().filter(|sampler| sampler.input >= inputs).count();
        let written = |cut: &Cut| cut.writes.iter().filter(|write| matches!(write, Write::Intermediate(_))).count();
        (self.cuts.len(), self.cuts.iter().map(|cut| read(cut) + written(cut)).sum())
    }
}

impl Cutter<'_> {
    /// Partitions the whole kernel.
    ///
    /// # Errors
    /// Fails if a single instruction does not fit the chip, or if there would be more than `max` passes.
    pub fn passes(&self, max: usize) -> Result<Passes, Uncut> {
        let (mut ends, mut length) = (Vec::new(), self.guess.max(1));
        let passes = self.each_part(max, |start, stored, intermediates| {
            let part = self.furthest(start, length, stored, intermediates)?;
            length = part.end - start;
            ends.push(part.end);
            Some(part)
        })?;
        if passes.cuts.len() > REFINED || passes.cuts.len() != ends.len() {
            return Ok(passes);
        }
        let inputs = self.addressing.inputs;
        let refined = self.refined(&ends);
        if refined == ends {
            return Ok(passes);
        }
        let mut ends = refined.into_iter();
        let refined =
            self.each_part(max, |start, stored, intermediates| self.part(start, ends.next()?, stored, intermediates));
        Ok(refined.ok().filter(|refined| refined.cost(inputs) < passes.cost(inputs)).unwrap_or(passes))
    }

    /// Collects the parts of a kernel. `part` returns the part that starts at a given instruction.
    fn each_part(
        &self,
        max: usize,
        mut part: impl FnMut(usize, &Stored, usize) -> Option<Part>,
    ) -> Result<Passes, Uncut> {
        let mut passes = Passes::default();
        let mut stored = Stored::default();
        let mut start = 0;
        while start < self.whole.len {
            let part = part(start, &stored, passes.intermediates.len()).ok_or(Uncut::Instruction)?;
            start = part.end;
            for texel in part.stored {
                for (component, value) in texel.iter().enumerate() {
                    stored.insert(*value, (passes.intermediates.len(), component));
                }
                passes.intermediates.push(part.channels);
            }
            passes.cuts.extend(part.cuts);
            // The total number of passes is estimated from the passes so far.
            let cuts = passes.cuts.len();
            if cuts > max || (cuts >= SHOWN && cuts * self.whole.len > max * start) {
                return Err(Uncut::TooManyPasses { passes: (cuts * self.whole.len).div_ceil(start), max });
            }
        }
        Ok(passes)
    }

    /// Moves each cut back to a place that fewer numbers cross, if the part behind the cut still fits. Returns the new cuts.
    fn refined(&self, ends: &[usize]) -> Vec<usize> {
        let whole = self.whole;
        let crossing = whole.crossing();
        let mut ends = ends.to_vec();
        for number in (0..ends.len().saturating_sub(1)).rev() {
            let (before, own, next) = (number.checked_sub(1).map_or(0, |k| ends[k]), ends[number], ends[number + 1]);
            let mut better: Vec<usize> = (before + 1..own).filter(|at| crossing[*at] < crossing[own]).collect();
            better.sort_by_key(|at| (crossing[*at], std::cmp::Reverse(*at)));
            let fits = |at: &usize| {
                let stored = self.assumed(*at);
                let leaving: Vec<NodeId> = whole.leaving(*at, next).copied().collect();
                let is_one = self.targets(*at, next, &leaving).0.len() == 1;
                is_one && self.part(*at, next, &stored, stored.len()).is_some()
            };
            if let Some(at) = better.into_iter().take(TRIED).find(fits) {
                ends[number] = at;
            }
        }
        ends
    }

    /// Returns an assignment of the numbers that cross a cut to densely packed texels. The actual assignment is not known yet.
    fn assumed(&self, at: usize) -> Stored {
        let crossing: Vec<NodeId> = self.whole.leaving(0, at).copied().collect();
        let texels = self.texels(&crossing, 4);
        let places = texels.iter().enumerate().flat_map(|(texel, values)| {
            values.iter().enumerate().map(move |(component, value)| (*value, (texel, component)))
        });
        places.collect()
    }

    /// Returns the part from `start` that executes the most instructions per pass.
    ///
    /// A longer part may take fewer passes, if fewer numbers leave it. So instead of each end that the search reaches, it assembles the
    /// part with the best end so far. This avoids assembling parts with many passes that would be discarded.
    fn furthest(&self, start: usize, guess: usize, stored: &Stored, intermediates: usize) -> Option<Part> {
        let all = self.whole.len;
        let mut ends = BestEnds::from(self.whole, start, |end, leaving| self.targets(start, end, leaving).0.len());
        let (mut best, mut reached, mut refused): (Option<Part>, usize, usize) = (None, start, all + 1);
        // The end first moves from the guess in growing steps, and then by bisection.
        let (mut end, mut step) = ((start + guess).min(all), 4);
        while reached + 1 < refused && reached < all {
            let tried = if end == all { all } else { ends.up_to(end) };
            if best.as_ref().is_none_or(|best| best.end != tried) {
                match self.part(start, tried, stored, intermediates) {
                    Some(found) => (best, reached) = (Some(found), end),
                    // Later ends do not fit either. The ends from `tried` to `end` would lead to the same part.
                    None => refused = tried,
                }
            } else {
                reached = end;
            }
            end = match (&best, refused > all) {
                (Some(_), true) => (reached + step).min(all),
                (None, _) if refused > start + step + 1 => refused - step,
                _ => reached + (refused - reached) / 2,
            };
            step *= 2;
        }
        best
    }

    /// Returns the render targets of each pass of a part, and the number of channels of the part's intermediate textures. A target is
    /// an output, or a texel with numbers that leave the part.
    fn targets(&self, start: usize, end: usize, leaving: &[NodeId]) -> (Vec<Vec<Target>>, usize) {
        let profile = self.chip.profile();
        let max = profile.targets.value;
        let whole = self.whole;
        let done = |output: &usize| {
            let at = whole.complete[*output];
            (start..end).contains(&at) || (whole.len == 0 && end == 0)
        };
        // If all targets of a pass must have the same format, outputs with different formats are written by different passes.
        let one_format = profile.one_format.value;
        let mut outputs: BTreeMap<usize, Vec<Target>> = BTreeMap::new();
        for output in (0..whole.outputs.len()).filter(done) {
            let format = if one_format { self.channels[output] } else { 4 };
            outputs.entry(format).or_default().push(Target::Output(output));
        }
        let texels = |channels| self.texels(leaving, channels).into_iter().map(Target::Texel);
        if let Some((&own, alike)) = outputs.first_key_value()
            && outputs.len() == 1
            && own < 4
        {
            let all: Vec<Target> = alike.iter().cloned().chain(texels(own)).collect();
            if all.len() <= max {
                return (vec![all], own);
            }
        }
        let with_texels: Vec<Target> = outputs.remove(&4).unwrap_or_default().into_iter().chain(texels(4)).collect();
        let passes = outputs.into_values().chain([with_texels]);
        (passes.flat_map(|targets| targets.chunks(max).map(<[Target]>::to_vec).collect::<Vec<_>>()).collect(), 4)
    }

    /// Groups numbers into texels with this number of channels. The results of one instruction stay together if possible.
    fn texels(&self, values: &[NodeId], channels: usize) -> Vec<Vec<NodeId>> {
        let mut texels: Vec<Vec<NodeId>> = Vec::new();
        let mut groups: Vec<&[NodeId]> =
            values.chunk_by(|a, b| self.whole.instruction_of[a] == self.whole.instruction_of[b]).collect();
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        for group in groups.iter().flat_map(|group| group.chunks(channels)) {
            match texels.iter_mut().find(|texel| texel.len() + group.len() <= channels) {
                Some(texel) => texel.extend(group),
                None => texels.push(group.to_vec()),
            }
        }
        texels
    }

    /// Whether there is room for one more pair in 16, and one for each `CMP`, on a chip that issues pairs. A cut may leave a pass numbers in
    /// an order that takes copies, most of them around selections, and drivers differ in how many.
    fn has_room(&self, program: &FragmentProgram, counts: &Counts) -> bool {
        let (Some(pairs), Some(max)) = (counts.pairs, self.chip.profile().alu.value.max()) else {
            return true;
        };
        let selections = program.instructions.iter().filter(|instruction| instruction.opcode == Opcode::Cmp).count();
        pairs + pairs / 16 + selections <= max
    }

    /// Assembles the passes of the part between two cuts. Returns `None` if any of them does not fit the chip.
    fn part(&self, start: usize, end: usize, stored: &Stored, intermediates: usize) -> Option<Part> {
        let leaving: Vec<NodeId> = self.whole.leaving(start, end).copied().collect();
        let (targets, channels) = self.targets(start, end, &leaving);
        let mut part = Part { end, cuts: Vec::new(), stored: Vec::new(), channels };
        for targets in &targets {
            let mut wanted: Vec<Vec<Ref>> = Vec::new();
            let mut writes = Vec::new();
            for target in targets {
                match target {
                    Target::Output(output) => {
                        wanted.push(self.whole.outputs[*output].clone());
                        writes.push(Write::Output(*output));
                    }
                    Target::Texel(values) => {
                        wanted.push(values.iter().map(|value| Ref::new(*value)).collect());
                        writes.push(Write::Intermediate(intermediates + part.stored.len()));
                        part.stored.push(values.clone());
                    }
                }
            }
            let (graph, wanted) = extract(self.whole, start, stored, self.addressing, &wanted);
            let results = ProgramResults { colors: wanted, depth: None, discard: None };
            let program = assemble(graph, self.kernel, self.addressing.set, &results);
            #[cfg(test)]
            ASSEMBLED.set(ASSEMBLED.get() + program.instructions.len());
            let counts = Counts::of(&program);
            let fits = check_counted(&program, &counts, self.chip).is_empty();
            if !fits || (end > start + 1 && !self.has_room(&program, &counts)) {
                return None;
            }
            part.cuts.push(Cut { program, writes });
        }
        Some(part)
    }
}

/// The contents of a render target of a pass.
#[derive(Clone, Debug)]
enum Target {
    Output(usize),
    Texel(Vec<NodeId>),
}
