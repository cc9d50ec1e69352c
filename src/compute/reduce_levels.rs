//! Reductions level by level: groups fold their elements in shared memory, and the next level folds their results.

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, ComputeSource, Element};
use crate::texel::Texel;

use super::runs::Bind;

/// The number of invocations of a work group in section 4.1 of Mahardito et al.
const THREADS: usize = 512;
/// The number of work groups of a grid in section 4.1 of Mahardito et al.
const GROUPS: usize = 512;
/// The maximum number of iterations of an invocation's loop. Some drivers silently end long loops (llvmpipe after 65,535
/// iterations).
const MAX_ROUNDS: usize = 4096;

/// A function that returns the number of work groups. Its arguments are the number of elements and the number of invocations per group.
pub(super) type Groups = fn(usize, usize) -> usize;

pub(super) fn one_each(count: usize, threads: usize) -> usize {
    count.div_ceil(threads)
}

pub(super) fn two_each(count: usize, threads: usize) -> usize {
    count.div_ceil(2 * threads)
}

pub(super) fn many_each(count: usize, threads: usize) -> usize {
    fixed(count, 2 * threads)
}

/// Returns the paper's number of groups: fewer if there is too little work, and more if a loop would have too many iterations.
fn fixed(count: usize, a_round: usize) -> usize {
    let rounds = count.div_ceil(a_round);
    rounds.min(GROUPS.max(rounds.div_ceil(MAX_ROUNDS)))
}

/// Reduces by dispatches until one element is left.
pub(super) fn levels<T: Texel + Element>(
    values: &Buffer<T>,
    bind: Bind,
    source: Source,
    groups: Groups,
) -> Result<T, Error> {
    let device = values.device();
    let threads = device.threads(THREADS, T::WORDS * 4)?;
    let kernel = bind(source, threads)?;
    let mut current: Option<Buffer<T>> = None;
    loop {
        let input = current.as_ref().unwrap_or(values);
        if input.len() == 1 {
            return Ok(input.read()?[0]);
        }
        let groups = groups(input.len(), threads);
        let mut reduced = device.buffer::<T>(groups)?;
        let dispatch = device.dispatch(&kernel).input("values", input).output("reduced", &mut reduced);
        dispatch.constant("count", input.len()).run(groups)?;
        current = Some(reduced);
    }
}

/// Sums by dispatches until one element is left. Each sum has a compensation, which carries its rounding error.
pub(super) fn kahan<T: Texel + Element>(values: &Buffer<T>) -> Result<T, Error> {
    let device = values.device();
    let threads = device.threads(THREADS, 2 * T::WORDS * 4)?;
    let source = glsl!("compute/reduce_kahan.comp").element::<T>();
    let kernel = device.compute_kernel(&ComputeSource::of::<T>(source, threads))?;
    let mut current: Option<(Buffer<T>, Buffer<T>)> = None;
    loop {
        let (input, lacking) = match &current {
            // The first level does not read `lacking`: any buffer will do.
            None => (values, values),
            Some((sums, compensations)) => (sums, compensations),
        };
        let begin = current.is_none();
        let groups = fixed(input.len(), threads);
        let (mut sums, mut compensations) = (device.buffer::<T>(groups)?, device.buffer::<T>(groups)?);
        let dispatch = device.dispatch(&kernel).input("values", input).input("lacking", lacking);
        let dispatch = dispatch.constant("count", input.len()).constant("begin", begin);
        dispatch.output("sums", &mut sums).output("compensations", &mut compensations).run(groups)?;
        if groups == 1 {
            let (sum, compensation) = (sums.read()?[0], compensations.read()?[0]);
            return Ok(T::from_fn(|c| sum.component(c) - compensation.component(c)));
        }
        current = Some((sums, compensations));
    }
}
