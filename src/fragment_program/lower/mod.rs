//! Lowering: from a kernel's typed IR to a fragment program.
//!
//! 1. [`builder`] runs the kernel on expressions: calls are inlined, loops unrolled as far as their ends are known, branches
//!    become selections where a chip has none or they are short. What it makes is a [`graph`] of scalar operations, folded, each
//!    once.
//! 2. Texture coordinates that are [`linear`] in the place become interpolated ones; what is the same for a whole pass becomes a
//!    constant; products that are added become one instruction ([`usage`]).
//! 3. [`pack`] puts scalars into vectors, [`schedule`] orders instructions, [`registers`] gives them registers, and
//!    [`assemble`] writes the program down.
//! 4. What that takes too much of a chip is cut into several programs ([`partition`]).

mod access;
mod assemble;
mod branches;
mod builder;
mod bundle;
mod control;
mod expr;
mod finish;
mod fold;
mod graph;
mod library;
mod linear;
mod logic;
mod loops;
mod math;
mod numbers;
mod operands;
mod pack;
mod partition;
mod predicate;
mod registers;
mod schedule;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
mod usage;
mod vectors;

use crate::ir::access::{AccessSummary, InputAccess, Variant};
use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::geometry::{Geometry, Layout};

use crate::ir::Kernel;
use crate::syntax::Span;

use super::counts::check;
use super::{Chip, InstructionSet, Program, Uniform};
use builder::Builder;
use graph::{Graph, Ref};

pub(crate) use fold::apply as evaluate;
pub(crate) use partition::lower_partitioned;

/// The most operations of a kernel, unrolled.
pub const MAX_NODES: usize = 1 << 17;

/// Infinity, as 24 bits hold it: the largest number.
const FP24_INFINITY: u32 = 0x5fff_ff80;
/// The number below it: what the largest float becomes, which is not infinite.
const FP24_LARGEST: u32 = 0x5fff_ff00;

/// Why a kernel has no program for an instruction set.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum LowerError {
    /// It needs what the set has not.
    #[error("it needs {what}")]
    Lacks {
        /// What, in words.
        what: &'static str,
        /// Where.
        span: Span,
    },
    /// A loop's end depends on data, and the set has no loops.
    #[error("it has a loop whose end depends on data")]
    DataDependentLoop {
        /// Where.
        span: Span,
    },
    /// A loop has more iterations than are unrolled.
    #[error("it has a loop of more than {max} iterations")]
    LongLoop {
        /// The most.
        max: usize,
        /// Where.
        span: Span,
    },
    /// Its loops together have more iterations than are unrolled.
    #[error("its loops have more than {max} iterations together")]
    LongLoops {
        /// The most.
        max: usize,
        /// Where it was when it had them.
        span: Span,
    },
    /// It has more blocks and calls in one another than are followed.
    #[error("it has more than {max} blocks, calls and ways out of them in one another")]
    TooDeep {
        /// The most.
        max: usize,
        /// Where it was when it had them.
        span: Span,
    },
    /// It has more operations, unrolled, than are kept.
    #[error("it has more than {budget} operations, with its loops unrolled")]
    TooLong {
        /// The most.
        budget: usize,
        /// Where it was when it had them.
        span: Span,
    },
    /// Loops depend on these numbers, which have to be known.
    #[error("its loops depend on the values of constants or on the sizes of streams")]
    Wants(Vec<Uniform>),
}

impl LowerError {
    /// The place in question, where there is one.
    pub fn span(&self) -> Option<Span> {
        match self {
            LowerError::Lacks { span, .. }
            | LowerError::DataDependentLoop { span }
            | LowerError::LongLoop { span, .. }
            | LowerError::LongLoops { span, .. }
            | LowerError::TooDeep { span, .. }
            | LowerError::TooLong { span, .. } => Some(*span),
            LowerError::Wants(_) => None,
        }
    }
}

/// What a program is made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Target {
    /// The instructions.
    pub set: InstructionSet,
    /// Whether there are infinities and NaNs. Where there are none, the largest number is what infinity becomes.
    pub infinities: bool,
    /// Whether float textures have to be of the target `RECT`.
    pub rectangles: bool,
    /// The chip whose limits a program has to keep to, where that is known: loops are unrolled as far as there is room.
    pub chip: Option<Chip>,
}

impl Target {
    /// That of a chip.
    pub fn of(chip: Chip) -> Target {
        let profile = chip.profile();
        Target {
            set: chip.set(),
            infinities: profile.infinities.value,
            rectangles: profile.float_rectangles_only.value,
            chip: Some(chip),
        }
    }
}

/// How the streams of a pass lie, as far as a program depends on it.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Streams {
    /// As shaders depend on it.
    pub variant: Variant,
    /// Of each input, whether its last row is as long as the others; false where nothing depends on it.
    pub full: Vec<bool>,
}

impl Streams {
    /// Those of a pass with these inputs and their numbers of layers; `tail`: whether something fills its last texel up.
    pub fn of(summary: &AccessSummary, inputs: &[(Geometry, usize)], output: &Geometry, tail: bool) -> Streams {
        let full = |((geometry, _), summary): (&(Geometry, usize), &InputAccess)| {
            summary.clamped_column_row && geometry.is_full()
        };
        let variant = Variant { tail, ..Variant::of(summary, inputs, output) };
        Streams { variant, full: inputs.iter().zip(&summary.inputs).map(full).collect() }
    }

    /// The kernel in the texel phase.
    fn lower(&self, module: &Kernel, target: Target) -> Kernel {
        crate::ir::access::lower(module, access::form(target), &self.variant, &self.full)
    }

    /// Streams that all lie alike, in rows of one length.
    pub fn uniform(module: &Kernel, summary: &AccessSummary, layout: Layout) -> Streams {
        let full = summary.inputs.iter().map(|summary| summary.clamped_column_row).collect();
        Streams { variant: Variant::uniform(module, summary, layout), full }
    }
}

/// The program of a kernel for streams that lie so. Loops may depend on the numbers that are known. Where a chip has loops, short ones
/// are unrolled all the same, unless it has room for the program only with all of them kept.
pub(crate) fn lower(
    module: &Kernel,
    target: Target,
    streams: &Streams,
    known: &BTreeMap<Uniform, u32>,
) -> Result<Program, LowerError> {
    let (program, unrolled) = lower_once(module, target, streams, known, true)?;
    let Some(chip) = target.chip.filter(|_| unrolled && target.set.branches()) else { return Ok(program) };
    if check(&program, chip).is_empty() {
        return Ok(program);
    }
    let (smaller, _) = lower_once(module, target, streams, known, false)?;
    Ok(if check(&smaller, chip).is_empty() { smaller } else { program })
}

/// The program, and whether loops were unrolled; `unrolls`: whether they are on a chip that has loops.
fn lower_once(
    module: &Kernel,
    target: Target,
    streams: &Streams,
    known: &BTreeMap<Uniform, u32>,
    unrolls: bool,
) -> Result<(Program, bool), LowerError> {
    let library = library::Library::get();
    let module = &streams.lower(module, target);
    let mut builder = builder(module, &library, target, streams, known, target.set.branches());
    builder.unrolls = unrolls;
    if builder.flow {
        // One instruction says where the fragment is, for all that ask: before any branch, or those who do not take that would not
        // know. Where nobody asks it is left out.
        (0..2).for_each(|axis| {
            builder.graph.add(graph::Node::Place(axis));
        });
    }
    let outputs = outputs(&mut builder)?;
    let unrolled = builder.iterations > 0;
    Ok((assemble::assemble(builder.graph, module, target.set, &outputs), unrolled))
}

/// Before a kernel of the texel phase is run on expressions; `flow`: whether there are branches and loops.
fn builder<'a>(
    module: &'a Kernel,
    library: &'a library::Library,
    target: Target,
    streams: &'a Streams,
    known: &'a BTreeMap<Uniform, u32>,
    flow: bool,
) -> Builder<'a> {
    Builder {
        graph: Graph::default(),
        module,
        library,
        in_library: 0,
        in_access: false,
        set: target.set,
        flow,
        infinities: target.infinities,
        rectangles: target.rectangles,
        variant: &streams.variant,
        known,
        slots: Vec::new(),
        lane: 0,
        iterations: 0,
        unrolls: true,
        nesting: 0,
        real_loops: FxHashMap::default(),
        whole_flags: FxHashSet::default(),
    }
}

/// What each render target is written: up to four numbers.
fn outputs(builder: &mut Builder) -> Result<Vec<Vec<Ref>>, LowerError> {
    let ports = builder.module.interface.outputs.clone();
    if !builder.variant.output.packed {
        let values = builder.main()?;
        let zero = builder.graph.literal(0);
        let texel = |(value, port): (&builder::Vector, &crate::ir::Port)| {
            let mut parts = value.parts().to_vec();
            parts.resize(port.components().channels(), zero);
            parts
        };
        return Ok(values.iter().zip(&ports).map(texel).collect());
    }
    let mut texels = vec![Vec::new(); ports.len()];
    for lane in 0..Layout::Packed.lanes() {
        builder.lane = lane;
        let values = builder.main()?;
        for (texel, value) in texels.iter_mut().zip(values) {
            let value = match builder.variant.tail && lane > 0 {
                true => builder.or_fill(lane, value.get(0)),
                false => value.get(0),
            };
            texel.push(value);
        }
    }
    Ok(texels)
}
