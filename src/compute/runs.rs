//! Runs: neighbouring elements that one invocation processes from the first to the last, in registers, without shared memory and
//! without barriers. This suits drivers that compute on the CPU best: they run the invocations of a group one after the other, and
//! a barrier makes them suspend every one.

use std::rc::Rc;

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, Compiled, Device, Element};
use crate::operator::Operator;
use crate::texel::Texel;

/// Adds the operator to a kernel and compiles it for groups of this many invocations.
pub(super) type Bind<'a> = &'a dyn Fn(Source, usize) -> Result<Rc<Compiled>, Error>;

/// The number of packs of a run.
pub(super) const RUN: usize = 64;
/// The number of invocations of a work group.
const THREADS: usize = 32;
/// The maximum number of elements that are read back and combined on the CPU. The method of runs on the fragment pipeline has the same
/// limit.
const LEFT: usize = 64;
/// The maximum number of elements that a single invocation scans: the length of a run. In longer scans too many rounding errors would
/// add up.
const ALONE: usize = 256;
/// The maximum number of counts that a single invocation scans. Counts are exact, and a longer scan is faster than two more dispatches.
const COUNTS_ALONE: usize = 4096;

/// The maximum number of iterations of all loops of an invocation over data of any length. Some drivers silently end longer loops (llvmpipe
/// after 65,535 iterations).
pub(super) const LONGEST_LOOP: usize = 1 << 15;

/// The number of elements of a pack, which a kernel loads at once.
pub(super) fn lanes<T: Element>() -> usize {
    if T::WORDS == 1 { 4 } else { 1 }
}

/// Returns the number of runs of `count` elements.
pub(super) fn runs<T: Element>(count: usize) -> usize {
    count.div_ceil(RUN * lanes::<T>())
}

pub(super) fn threads(device: &Device) -> Result<usize, Error> {
    device.threads(THREADS, 0)
}

/// Reduces each run to one element.
fn sums<T: Element>(values: &Buffer<T>, bind: Bind) -> Result<Buffer<T>, Error> {
    let device = values.device();
    let kernel = bind(glsl!("compute/reduce_runs.comp"), threads(device)?)?;
    let runs = runs::<T>(values.len());
    let mut reduced = device.buffer::<T>(runs)?;
    let dispatch = device.dispatch(&kernel).input("values", values).output("reduced", &mut reduced);
    dispatch.constant("count", values.len()).constant("each", RUN).run_over(runs)?;
    Ok(reduced)
}

pub(super) fn reduce<T: Texel + Element>(values: &Buffer<T>, op: &Operator<T>, bind: Bind) -> Result<T, Error> {
    let mut current: Option<Buffer<T>> = None;
    loop {
        let input = current.as_ref().unwrap_or(values);
        if input.len() > LEFT {
            current = Some(sums(input, bind)?);
            continue;
        }
        let mut rest = input.read()?;
        while rest.len() > 1 {
            let pair = |pair: &[T]| pair.iter().copied().reduce(|a, b| op.apply(a, b)).unwrap_or(pair[0]);
            rest = rest.chunks(2).map(pair).collect();
        }
        return Ok(rest[0]);
    }
}

/// Scans by runs; the scan is exclusive if there is an identity.
pub(super) fn scan<T: Element>(values: &Buffer<T>, identity: Option<[f32; 4]>, bind: Bind) -> Result<Buffer<T>, Error> {
    let (device, count) = (values.device(), values.len());
    let kernel = bind(glsl!("compute/scan_runs.comp"), threads(device)?)?;
    let max = if T::TYPE_NAME == u32::TYPE_NAME { COUNTS_ALONE } else { ALONE };
    let alone = count <= max;
    let (runs, each) = if alone { (1, max / lanes::<T>()) } else { (runs::<T>(count), RUN) };
    let increments = match alone {
        true => None,
        false => Some(scan(&sums(values, bind)?, None, bind)?),
    };
    let mut scanned = device.buffer::<T>(count)?;
    // The first run does not read the increments: if it is the only one, any buffer will do.
    let dispatch = device.dispatch(&kernel).input("values", values).output("scanned", &mut scanned);
    let dispatch = dispatch.input("increments", increments.as_ref().unwrap_or(values));
    let dispatch = dispatch.constant("count", count).constant("each", each);
    let dispatch = dispatch.constant("exclusive", identity.is_some());
    dispatch.constant("identity", identity.unwrap_or_default()).run_over(if count == 0 { 0 } else { runs })?;
    Ok(scanned)
}
