//! Checks whether a program fits a chip, and finds the resources of which it takes too much.

use std::fmt;

use crate::fragment_program::{Chip, FragmentProgram, Instruction, Register};
use crate::syntax::Span;

use super::limits::available;
use super::resource::Resource;
use super::{Counts, indirections, live};

/// A resource of which a program takes more than the chip has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excess {
    /// The resource.
    pub resource: Resource,
    /// The amount that the program takes.
    pub needed: usize,
    /// The amount that the chip has.
    pub available: usize,
    /// The places in the source that use the resource, each with its number of instructions, the largest number first. Code that
    /// brooklet adds to a kernel has no place in the source. It has the default span.
    pub spans: Vec<(Span, usize)>,
}

impl fmt::Display for Excess {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{} {}, and the chip has {}", self.needed, self.resource, self.available)
    }
}

/// Returns the resources of which the program takes more than the chip has. The list is empty if the program fits.
pub fn check(program: &FragmentProgram, chip: Chip) -> Vec<Excess> {
    check_counted(program, &Counts::of(program), chip)
}

/// Does the same as [`check`], with the program's counts.
pub(crate) fn check_counted(program: &FragmentProgram, counts: &Counts, chip: Chip) -> Vec<Excess> {
    let over = |resource| {
        let available = available(chip, resource)?;
        let needed = needed(counts, resource);
        // Each indirection too many is a node too many, and is reported once.
        let reported = resource == Resource::Nodes && counts.indirections > available;
        (needed > available && !reported).then(|| Excess {
            resource,
            needed,
            available,
            spans: costs(program, resource, available),
        })
    };
    Resource::ALL.into_iter().filter_map(over).collect()
}

/// Returns each resource that a chip limits, with the amount that a program takes and the amount that the chip has.
pub(crate) fn usage(counts: &Counts, chip: Chip) -> impl Iterator<Item = (Resource, usize, usize)> {
    let of = move |resource| Some((resource, needed(counts, resource), available(chip, resource)?));
    Resource::ALL.into_iter().filter_map(of)
}

fn needed(counts: &Counts, resource: Resource) -> usize {
    match resource {
        Resource::Pairs => counts.pairs.unwrap_or(counts.alu),
        Resource::Alu => counts.alu,
        Resource::Tex => counts.tex,
        Resource::Instructions => counts.instructions(),
        Resource::Indirections => counts.indirections,
        Resource::Nodes => counts.nodes.unwrap_or(counts.indirections),
        Resource::Temporaries => counts.temporaries,
        Resource::Parameters => counts.parameters,
        Resource::Interpolants => counts.interpolants,
        Resource::Samplers => counts.samplers,
        Resource::Targets => counts.targets,
        Resource::Formats => 1,
        Resource::LoopNesting => counts.loop_nesting,
        Resource::BranchNesting => counts.branch_nesting,
    }
}

/// Returns the places in the source that use a resource, in the form of [`Excess::spans`].
fn costs(program: &FragmentProgram, resource: Resource, available: usize) -> Vec<(Span, usize)> {
    let all = &program.instructions;
    let reads = |beyond: &dyn Fn(Register) -> bool| -> Vec<&Instruction> {
        all.iter().filter(|instruction| instruction.sources.iter().any(|source| beyond(source.register))).collect()
    };
    let of: Vec<&Instruction> = match resource {
        Resource::Pairs | Resource::Alu => all.iter().filter(|instruction| !instruction.opcode.is_texture()).collect(),
        Resource::Tex => all.iter().filter(|instruction| instruction.opcode.is_texture()).collect(),
        Resource::Instructions => all.iter().collect(),
        Resource::Indirections | Resource::Nodes => {
            indirections::opening(program).into_iter().map(|at| &all[at]).collect()
        }
        Resource::Temporaries => {
            let Some(at) = live::busiest(program) else { return Vec::new() };
            let ranges = live::of_temporaries(program).into_iter();
            // The first instructions of the live ranges that contain that place.
            ranges.filter(|(first, last)| (*first..=*last).contains(&at)).map(|(first, _)| &all[first]).collect()
        }
        Resource::Parameters => reads(&|register| matches!(register, Register::Parameter(k) if k >= available)),
        Resource::Interpolants => reads(&|register| matches!(register, Register::Coordinate(k) if k >= available)),
        Resource::Samplers => {
            all.iter().filter(|instruction| instruction.sampler.is_some_and(|k| k >= available)).collect()
        }
        Resource::Targets => {
            let beyond = |register| matches!(register, Register::Output(k) if k >= available);
            let writes = |instruction: &&Instruction| instruction.destination.is_some_and(|to| beyond(to.register));
            all.iter().filter(writes).collect()
        }
        Resource::Formats => Vec::new(),
        Resource::LoopNesting | Resource::BranchNesting => {
            use crate::fragment_program::Opcode::{If, Loop, Rep};
            let begins = |instruction: &&Instruction| match resource {
                Resource::LoopNesting => matches!(instruction.opcode, Rep | Loop),
                _ => instruction.opcode == If,
            };
            all.iter().filter(begins).collect()
        }
    };
    by_cost(&of)
}

/// Returns the places of these instructions, each with the number of instructions at that place. The largest number comes first. Places
/// with equal numbers are in program order.
fn by_cost(instructions: &[&Instruction]) -> Vec<(Span, usize)> {
    let mut counted: Vec<(Span, usize)> = Vec::new();
    let mut places = rustc_hash::FxHashMap::default();
    for span in instructions.iter().filter_map(|instruction| instruction.spans.first()) {
        let at = *places.entry(*span).or_insert_with(|| {
            counted.push((*span, 0));
            counted.len() - 1
        });
        counted[at].1 += 1;
    }
    counted.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    counted
}
