//! Multipass partitioning: splits a kernel that is too large for a chip into several programs, each within the chip's limits. Numbers
//! that a pass computes and a later pass reads are written to an intermediate texture of the same size as the render targets. A stored
//! number is read back unchanged, so the results equal those of a single program.
//!
//! The problem was posed by E. Chan, R. Ng, P. Sen, K. Proudfoot, P. Hanrahan, *Efficient partitioning of fragment shaders for
//! multipass rendering on programmable graphics hardware* (Graphics Hardware 2002). They cut the graph of a shader where a single
//! colour crosses the cut. T. Foley, M. Houston, P. Hanrahan, *Efficient partitioning of fragment shaders for multiple-output hardware*
//! (2004), treat several render targets.
//!
//! Like A. Heirich, *Optimal automatic multi-pass shader partitioning by dynamic programming* (2005), this module first orders the
//! instructions, and then cuts this order: a pass is the code between two cuts. Each pass extends as far as its program fits the chip.
//! All limits are checked on the program itself, after register allocation. If every part of a pass that fits also fits, then no other
//! cuts of that order lead to fewer passes.
//!
//! A few orders are tried, with different limits for recomputing cheap numbers instead of storing them. The partition with the fewest
//! passes is chosen, and among these the one with the fewest texels between passes.

mod cut;
mod ends;
mod extract;
mod order;
mod storage;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::library::Library;
use super::{LowerError, LowerTarget, Streams, builder, lower, outputs};
use crate::fragment_program::counts::{Counts, Excess, Resource, check_counted};
use crate::fragment_program::{Partition, Uncut, Uniform};
use crate::geometry::Layout;
use crate::ir::Kernel;
use cut::{Cutter, Passes};
use extract::Addressing;
use order::{Choices, OrderedKernel};

/// The maximum number of instructions of a kernel that is partitioned, counted with unrolled loops.
pub const MAX_INSTRUCTIONS: usize = 1 << 14;
/// The maximum number of passes of a kernel.
pub const MAX_PASSES: usize = 1 << 10;

/// The maximum number of instructions of a kernel for which all [`CHOICES`] are tried. For a longer kernel, only the first two are
/// tried. The same holds if one of the first two reaches the lower bound of the number of passes.
const LONG: usize = 1024;

/// The orders and limits of recomputation that are tried.
const CHOICES: [Choices; 6] = [
    Choices { by_output: false, outputs_last: false, repeated: 1 },
    Choices { by_output: true, outputs_last: false, repeated: 1 },
    Choices { by_output: true, outputs_last: false, repeated: 3 },
    Choices { by_output: false, outputs_last: false, repeated: 3 },
    Choices { by_output: true, outputs_last: true, repeated: 1 },
    Choices { by_output: false, outputs_last: true, repeated: 1 },
];

/// Returns a lower bound on the number of passes, from a limit that a single program exceeds.
fn least_passes(excess: &Excess) -> usize {
    match excess.resource {
        Resource::Pairs | Resource::Alu | Resource::Tex | Resource::Instructions => {
            excess.needed.div_ceil(excess.available.max(1))
        }
        _ => 2,
    }
}

/// Lowers a kernel to programs for streams with these layouts. The result is one program if that fits the chip, otherwise the partition
/// with the fewest passes that was found. If a kernel cannot be partitioned, the result is one program that does not fit.
/// [`Partition::excess`] contains the limits that a single program exceeds.
pub(crate) fn lower_partitioned(
    kernel: &Kernel,
    target: LowerTarget,
    streams: &Streams,
    known: &BTreeMap<Uniform, u32>,
) -> Result<Partition, LowerError> {
    let program = lower(kernel, target, streams, known)?;
    let Some(chip) = target.chip else { return Ok(Partition::whole(program)) };
    let counts = Counts::of(&program);
    let mut excess = check_counted(&program, &counts, chip);
    let packed = streams.variant.output.packed;
    let lanes = if packed { Layout::Packed.lanes() } else { 1 };
    let channels: Vec<usize> =
        kernel.interface.outputs.iter().map(|port| port.components().channels().max(lanes)).collect();
    let formats = BTreeSet::from_iter(&channels).len();
    if formats > 1 && chip.profile().one_format.value {
        excess.push(Excess { resource: Resource::Formats, needed: formats, available: 1, spans: Vec::new() });
    }
    if excess.is_empty() {
        return Ok(Partition::counted(program, counts));
    }
    let library = Library::get();
    let kernel = &streams.lower(kernel, target);
    let mut builder = builder(kernel, &library, target, streams, known, false);
    let outputs = match outputs(&mut builder) {
        Ok((outputs, None)) => outputs,
        // Each pass would need the depth of the whole.
        Ok((_, Some(_))) => {
            return Ok(Partition { excess, uncut: Some(Uncut::Depth), ..Partition::counted(program, counts) });
        }
        Err(LowerError::Wants(leaves)) => return Err(LowerError::Wants(leaves)),
        // The kernel has a loop that cannot be unrolled, but which the chip can execute.
        Err(_) => return Ok(Partition { excess, uncut: Some(Uncut::Loop), ..Partition::counted(program, counts) }),
    };
    let inputs = kernel.interface.inputs.len();
    let addressing =
        Addressing { set: target.set, rectangles: target.rectangles, inverse_height: target.inverse_height(), inputs };
    // A lower bound on the number of passes, from the limits that a single program exceeds.
    let least = excess.iter().map(least_passes).max().unwrap_or(2);
    let (mut best, mut length): (Option<Passes>, usize) = (None, 0);
    let mut uncut = None;
    for (number, choices) in CHOICES.into_iter().enumerate() {
        if choices.outputs_last && outputs.len() < 2 {
            continue;
        }
        if number >= 2 && best.as_ref().is_some_and(|best| best.cuts.len() <= least || length > LONG) {
            break;
        }
        let whole = OrderedKernel::of(&builder.graph, &outputs, choices);
        length = whole.len;
        if length > MAX_INSTRUCTIONS {
            uncut = uncut.or(Some(Uncut::TooLong { instructions: length, max: MAX_INSTRUCTIONS }));
            break;
        }
        let max = best.as_ref().map_or(MAX_PASSES, |best| best.cuts.len());
        // The guess is the length of the kernel, divided by the factor by which the most exceeded limit is exceeded.
        let guess = excess.iter().map(|own| length * own.available / own.needed.max(1)).min().unwrap_or(length);
        let cutter = Cutter { whole: &whole, kernel, chip, addressing, channels: &channels, guess };
        match cutter.passes(max) {
            Ok(passes) if best.as_ref().is_none_or(|best| passes.cost(inputs) < best.cost(inputs)) => {
                best = Some(passes)
            }
            Ok(_) => {}
            Err(why) => uncut = uncut.or(Some(why)),
        }
    }
    let partition = match best {
        Some(passes) => storage::partition(passes, &kernel.interface, counts),
        None => Partition { uncut, ..Partition::counted(program, counts) },
    };
    Ok(Partition { excess, ..partition })
}
