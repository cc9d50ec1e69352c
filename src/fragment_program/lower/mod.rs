//! Lowering: turns a kernel's typed IR into a fragment program.
//!
//! 1. [`builder`] executes the kernel symbolically. It inlines calls, and unrolls loops as long as the loop condition is known.
//!    Branches become selections if they are short or the chip has no branches. The result is a [`graph`] of scalar operations, with
//!    constants folded and common subexpressions eliminated.
//! 2. Texture coordinates that are [`linear`] in the fragment's position are interpolated. Values that are the same for a whole pass
//!    become constants. A product and the only sum that reads it become one instruction ([`usage`]).
//! 3. [`pack`] packs scalars into vectors, [`schedule`] orders the instructions, [`registers`] allocates registers, and [`assemble`]
//!    emits the program.
//! 4. A program that exceeds the limits of a chip is split into several programs ([`partition`]).

mod access;
mod assemble;
mod branches;
mod builder;
mod bundle;
mod conditional;
mod control;
mod expr;
mod finish;
mod fold;
mod fragment;
mod graph;
mod halves;
mod levels;
mod library;
mod linear;
mod logic;
mod loops;
mod math;
mod moves;
mod numbers;
mod nv30;
mod operands;
mod pack;
mod partition;
mod predicate;
mod registers;
mod scalars;
mod schedule;
mod simplify;
mod steps;
#[cfg(test)]
pub(crate) mod tests;
mod usage;
mod vectors;

use std::collections::BTreeMap;
use std::fmt;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::geometry::{Geometry, Layout};
use crate::ir::Kernel;
use crate::ir::access::{AccessSummary, InputAccess, Variant};
use crate::syntax::Span;

use super::counts::check;
use super::{Chip, FragmentProgram, InstructionSet, Measure, Uniform};
use builder::Builder;
use graph::{Graph, Ref};

pub(crate) use fold::apply as evaluate;
pub(crate) use fragment::lower_fragment;
pub(crate) use partition::lower_partitioned;
pub(crate) use steps::RequestedRegister;

/// The maximum number of operations of a kernel, with unrolled loops.
pub const MAX_NODES: usize = 1 << 17;

/// The largest 24-bit number. It represents infinity.
const FP24_INFINITY: u32 = 0x5fff_ff80;
/// The second largest 24-bit number. It represents the largest finite float.
const FP24_LARGEST: u32 = 0x5fff_ff00;

/// Why a kernel has no program for an instruction set.
#[derive(Clone, PartialEq, Debug)]
pub enum LowerError {
    /// The kernel needs a feature that the instruction set lacks.
    Lacks {
        /// The feature, in words.
        what: &'static str,
        /// The place in the kernel's source.
        span: Span,
    },
    /// The number of iterations of a loop depends on data, but the instruction set has no loops.
    DataDependentLoop {
        /// The place in the kernel's source.
        span: Span,
    },
    /// A loop has too many iterations to be unrolled.
    LongLoop {
        /// The maximum number of iterations.
        max: usize,
        /// The place in the kernel's source.
        span: Span,
    },
    /// All loops together have too many iterations to be unrolled.
    LongLoops {
        /// The maximum number of iterations of all loops together.
        max: usize,
        /// The place in the kernel's source at which the maximum was exceeded.
        span: Span,
    },
    /// Blocks and calls are nested too deeply.
    TooDeep {
        /// The maximum nesting depth.
        max: usize,
        /// The place in the kernel's source at which the maximum was exceeded.
        span: Span,
    },
    /// The kernel has too many operations, counted with unrolled loops.
    TooLong {
        /// The maximum number of operations.
        budget: usize,
        /// The place in the kernel's source at which the maximum was exceeded.
        span: Span,
    },
    /// Loops depend on these uniforms, whose values are not given.
    Wants(Vec<Uniform>),
}

impl fmt::Display for LowerError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let verb = if matches!(self, LowerError::Lacks { .. }) { "needs" } else { "has" };
        write!(f, "it {verb} {}", self.obstacle())
    }
}

impl std::error::Error for LowerError {}

impl LowerError {
    /// Returns what the kernel needs or has that prevents the program, in words.
    pub(crate) fn obstacle(&self) -> String {
        match self {
            LowerError::Lacks { what, .. } => (*what).to_owned(),
            LowerError::DataDependentLoop { .. } => "a loop whose end depends on data".to_owned(),
            LowerError::LongLoop { max, .. } => format!("a loop of more than {max} iterations"),
            LowerError::LongLoops { max, .. } => format!("loops of more than {max} iterations together"),
            LowerError::TooDeep { max, .. } => format!("blocks, calls and exits nested more than {max} deep"),
            LowerError::TooLong { budget, .. } => format!("more than {budget} operations, with its loops unrolled"),
            LowerError::Wants(_) => {
                "loops that depend on the values of constants or on the sizes of streams".to_owned()
            }
        }
    }

    /// Returns the place of the error in the kernel's source, if it has one.
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

/// Lowers a kernel with `lower`, which gets the values of the uniforms that its loops depend on. Each time that `lower` asks for
/// further values, `value` computes them, and the kernel is lowered again. `value` returns `None` if a value is not known.
///
/// # Errors
/// The error of `lower`: [`LowerError::Wants`] if it asks only for values that are not known.
pub(crate) fn with_values<T>(
    known: &mut BTreeMap<Uniform, u32>,
    value: impl Fn(&Uniform) -> Option<u32>,
    lower: impl Fn(&BTreeMap<Uniform, u32>) -> Result<T, LowerError>,
) -> Result<T, LowerError> {
    loop {
        match lower(known) {
            Err(LowerError::Wants(uniforms)) => {
                let before = known.len();
                known.extend(uniforms.iter().filter_map(|uniform| Some((uniform.clone(), value(uniform)?))));
                if known.len() == before {
                    return Err(LowerError::Wants(uniforms));
                }
            }
            lowered => return lowered,
        }
    }
}

/// The target that a kernel is lowered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LowerTarget {
    /// The instruction set.
    pub set: InstructionSet,
    /// Whether the target has infinities and NaNs. Otherwise, the largest number represents infinity.
    pub infinities: bool,
    /// Whether float textures must use the texture target `RECT`.
    pub rectangles: bool,
    /// The chip whose limits the program must not exceed, if it is known. These limits decide whether short loops are unrolled.
    pub chip: Option<Chip>,
}

impl LowerTarget {
    /// Returns the target of a chip.
    pub fn of(chip: Chip) -> LowerTarget {
        let profile = chip.profile();
        LowerTarget {
            set: chip.set(),
            infinities: profile.infinities.value,
            rectangles: profile.float_rectangles_only.value,
            chip: Some(chip),
        }
    }

    /// Returns what a row is multiplied by for a texture coordinate. With 24-bit floats, textures are taken to have a power of two
    /// rows, so that the product is exact. Other reciprocals are rounded, and the product may then lie in the row before.
    fn inverse_height(&self) -> Measure {
        if self.infinities { Measure::InverseHeight } else { Measure::InversePaddedHeight }
    }
}

/// Those properties of the layouts of a pass's streams that a program depends on.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Streams {
    /// The properties that shaders depend on too.
    pub variant: Variant,
    /// For each input, whether its last row is as long as the others. False if the program does not depend on it.
    pub full: Vec<bool>,
}

impl Streams {
    /// Returns the layouts of a pass with these inputs, each with its number of layers, and with this output. `tail` says whether the
    /// unused lanes of the last texel are filled.
    pub fn of(summary: &AccessSummary, inputs: &[(Geometry, usize)], output: &Geometry, tail: bool) -> Streams {
        let full = |((geometry, _), summary): (&(Geometry, usize), &InputAccess)| {
            summary.clamped_column_row && geometry.is_full()
        };
        let variant = Variant { tail, ..Variant::of(summary, inputs, output) };
        Streams { variant, full: inputs.iter().zip(&summary.inputs).map(full).collect() }
    }

    /// Returns the kernel lowered to the texel phase.
    fn lower(&self, kernel: &Kernel, target: LowerTarget) -> Kernel {
        crate::ir::access::lower(kernel, access::form(target), &self.variant, &self.full)
    }

    /// Returns streams that all have the same layout and full rows.
    pub fn uniform(kernel: &Kernel, summary: &AccessSummary, layout: Layout) -> Streams {
        let full = summary.inputs.iter().map(|summary| summary.clamped_column_row).collect();
        Streams { variant: Variant::uniform(kernel, summary, layout), full }
    }
}

/// Lowers a kernel to a program for streams with these layouts. `known` contains values of uniforms that loops may depend on. On a chip
/// with loops, short loops are unrolled as well, unless the program then exceeds the limits of the chip and fits without unrolling.
pub(crate) fn lower(
    kernel: &Kernel,
    target: LowerTarget,
    streams: &Streams,
    known: &BTreeMap<Uniform, u32>,
) -> Result<FragmentProgram, LowerError> {
    let (program, unrolled) = lower_once(kernel, target, streams, known, true)?;
    let Some(chip) = target.chip.filter(|_| unrolled && target.set.branches()) else { return Ok(program) };
    if check(&program, chip).is_empty() {
        return Ok(program);
    }
    let (smaller, _) = lower_once(kernel, target, streams, known, false)?;
    Ok(if check(&smaller, chip).is_empty() { smaller } else { program })
}

/// Lowers a kernel once. Returns the program, and whether loops were unrolled. `unrolls` says whether short loops are unrolled although
/// the chip has loops.
fn lower_once(
    kernel: &Kernel,
    target: LowerTarget,
    streams: &Streams,
    known: &BTreeMap<Uniform, u32>,
    unrolls: bool,
) -> Result<(FragmentProgram, bool), LowerError> {
    let library = library::Library::get();
    let kernel = &streams.lower(kernel, target);
    let mut builder = builder(kernel, &library, target, streams, known, target.set.branches());
    builder.unrolls = unrolls;
    if builder.flow {
        // The fragment's position is computed once for all readers. It comes before any branch, so that it is valid on every path. If
        // it is not read, it is removed as dead code.
        (0..2).for_each(|axis| {
            builder.graph.add(graph::Node::Place(axis));
        });
    }
    let (colors, depth) = outputs(&mut builder)?;
    let unrolled = builder.iterations > 0;
    let results = assemble::ProgramResults { colors, depth, discard: None };
    Ok((assemble::assemble(builder.graph, kernel, target.set, &results), unrolled))
}

/// Creates the builder for a kernel in the texel phase. `flow` says whether the program may have branches and loops.
fn builder<'a>(
    kernel: &'a Kernel,
    library: &'a library::Library,
    target: LowerTarget,
    streams: &'a Streams,
    known: &'a BTreeMap<Uniform, u32>,
    flow: bool,
) -> Builder<'a> {
    Builder {
        graph: Graph::default(),
        kernel,
        library,
        in_library: 0,
        in_access: false,
        // The plain machine computes exactly.
        halves: kernel.mediump && target.chip.is_some_and(|chip| chip.has_half() && chip != Chip::None),
        set: target.set,
        flow,
        infinities: target.infinities,
        rectangles: target.rectangles,
        inverse_height: target.inverse_height(),
        variant: &streams.variant,
        known,
        slots: Vec::new(),
        lane: 0,
        iterations: 0,
        unrolls: true,
        nesting: 0,
        real_loops: FxHashMap::default(),
        whole_flags: FxHashSet::default(),
        given_constants: false,
    }
}

/// Executes the kernel symbolically. Returns the numbers that are written to each render target, at most four for each, and the depth.
fn outputs(builder: &mut Builder) -> Result<(Vec<Vec<Ref>>, Option<Ref>), LowerError> {
    let ports = builder.kernel.interface.outputs.clone();
    if !builder.variant.output.packed {
        let values = builder.main()?;
        let zero = builder.graph.literal(0);
        let texel = |(value, port): (&builder::Vector, &crate::ir::Port)| {
            let mut parts = value.parts().to_vec();
            parts.resize(port.components().channels(), zero);
            parts
        };
        let depth = builder.kernel.interface.depth().map(|_| values[ports.len()].get(0));
        return Ok((values.iter().zip(&ports).map(texel).collect(), depth));
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
    // A pass of packed streams has no depth of its own for each element, and is refused before.
    Ok((texels, None))
}
