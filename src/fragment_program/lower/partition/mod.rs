//! Multipass partition: a kernel that is too large for a chip as several programs, each within its limits. What a pass computes and
//! a later one reads goes to an intermediate texture, as large as the render targets: a number stored is read again as it was,
//! so that the results are those of the whole program.
//!
//! The problem is that of E. Chan, R. Ng, P. Sen, K. Proudfoot, P. Hanrahan, *Efficient partitioning of fragment shaders for multipass
//! rendering on programmable graphics hardware* (Graphics Hardware 2002), who cut the graph of a shader where all that leaves
//! is one colour; with several render targets that of T. Foley, M. Houston, P. Hanrahan, *Efficient partitioning of fragment
//! shaders for multiple-output hardware* (2004). As A. Heirich, *Optimal automatic multi-pass shader partitioning by dynamic
//! programming* (2005), this orders the instructions first and cuts the order: a pass is what lies between two cuts. A cut goes
//! as far as the program up to it fits the chip, all of whose limits are asked of the program itself, registers given; where
//! longer passes fit whatever shorter ones do, no cuts of that order make fewer passes. Of a few orders, and ways to repeat
//! what is cheap rather than store it, the one with the fewest passes is taken, and of those the one with the fewest texels between
//! them.

mod cut;
mod ends;
mod extract;
mod order;
mod storage;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use super::library::Library;
use super::{LowerError, Streams, Target, builder, lower, outputs};
use crate::fragment_program::counts::{Counts, Excess, Resource, check_counted};
use crate::fragment_program::{Partition, Uncut, Uniform};
use crate::geometry::Layout;
use crate::ir::Kernel;
use cut::{Cutter, Passes};
use extract::Addressing;
use order::{Choices, OrderedKernel};

/// The most instructions of a kernel that is cut, with its loops unrolled.
pub const MAX_INSTRUCTIONS: usize = 1 << 14;
/// The most passes of a kernel.
pub const MAX_PASSES: usize = 1 << 10;

/// Kernels of more instructions are tried in the first two ways alone; so are those that these cut into as few passes as can be.
const LONG: usize = 1024;

/// The ways to order and to store that are tried.
const CHOICES: [Choices; 6] = [
    Choices { by_output: false, outputs_last: false, repeated: 1 },
    Choices { by_output: true, outputs_last: false, repeated: 1 },
    Choices { by_output: true, outputs_last: false, repeated: 3 },
    Choices { by_output: false, outputs_last: false, repeated: 3 },
    Choices { by_output: true, outputs_last: true, repeated: 1 },
    Choices { by_output: false, outputs_last: true, repeated: 1 },
];

/// The fewest passes that a kernel can take which one program takes so much of.
fn least_passes(excess: &Excess) -> usize {
    match excess.resource {
        Resource::Pairs | Resource::Alu | Resource::Tex | Resource::Instructions => {
            excess.needed.div_ceil(excess.available.max(1))
        }
        _ => 2,
    }
}

/// The programs of a kernel for streams that lie so: one where that fits the chip, else as few as were found. One that does not fit
/// where it cannot be cut: what of the chip it takes too much of, its counts say.
pub(crate) fn lower_partitioned(
    module: &Kernel,
    target: Target,
    streams: &Streams,
    known: &BTreeMap<Uniform, u32>,
) -> Result<Partition, LowerError> {
    let program = lower(module, target, streams, known)?;
    let Some(chip) = target.chip else { return Ok(Partition::whole(program)) };
    let counts = Counts::of(&program);
    let mut excess = check_counted(&program, &counts, chip);
    let packed = streams.variant.output.packed;
    let lanes = if packed { Layout::Packed.lanes() } else { 1 };
    let channels: Vec<usize> =
        module.interface.outputs.iter().map(|port| port.components().channels().max(lanes)).collect();
    let formats = BTreeSet::from_iter(&channels).len();
    if formats > 1 && chip.profile().one_format.value {
        excess.push(Excess { resource: Resource::Formats, needed: formats, available: 1, spans: Vec::new() });
    }
    if excess.is_empty() {
        return Ok(Partition::counted(program, counts));
    }
    let library = Library::get();
    let module = &streams.lower(module, target);
    let mut builder = builder(module, &library, target, streams, known, false);
    let outputs = match outputs(&mut builder) {
        Ok(outputs) => outputs,
        Err(LowerError::Wants(leaves)) => return Err(LowerError::Wants(leaves)),
        // It needs a loop, which the chip has.
        Err(_) => return Ok(Partition { excess, uncut: Some(Uncut::Loop), ..Partition::counted(program, counts) }),
    };
    let inputs = module.interface.inputs.len();
    let addressing = Addressing { set: target.set, rectangles: target.rectangles, inputs };
    // As few passes as there can be, by what one program takes too much of.
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
        // As much as one program has too much of something.
        let guess = excess.iter().map(|own| length * own.available / own.needed.max(1)).min().unwrap_or(length);
        let cutter = Cutter { whole: &whole, module, chip, addressing, channels: &channels, guess };
        match cutter.passes(max) {
            Ok(passes) if best.as_ref().is_none_or(|best| passes.cost(inputs) < best.cost(inputs)) => {
                best = Some(passes)
            }
            Ok(_) => {}
            Err(why) => uncut = uncut.or(Some(why)),
        }
    }
    let partition = match best {
        Some(passes) => storage::partition(passes, &module.interface, counts),
        None => Partition { uncut, ..Partition::counted(program, counts) },
    };
    Ok(Partition { excess, ..partition })
}
