//! The bitonic merge sort, in place. A dispatch does one step, or several steps within blocks in shared memory. `record` is the
//! type that is sorted: `uint`, the bits of a float, or `uvec2`, these bits and a position.

use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, Device, Element};

use super::order::source;

/// The number of stages: the logarithm to base 2 of the length, rounded up.
fn stages(count: usize) -> u32 {
    count.max(1).next_power_of_two().ilog2()
}

/// Runs the steps of a stage that compare elements 2^`last` apart or more, with a dispatch for each.
fn steps<T: Element>(
    device: &Device,
    records: &mut Buffer<T>,
    record: &'static str,
    descending: bool,
    stage: u32,
    last: u32,
) -> Result<(), Error> {
    let kernel = device.compute_kernel(&source(glsl!("compute/bitonic_step.comp"), record, device.threads(256, 0)?))?;
    let count = records.len();
    for log_offset in (last..stage).rev() {
        let pairs = count.div_ceil(2 << log_offset) << log_offset;
        let dispatch = device.dispatch(&kernel).output("records", records).constant("count", count);
        let dispatch = dispatch.constant("log_offset", log_offset).constant("mirror", log_offset + 1 == stage);
        dispatch.constant("descending", descending).run_over(pairs)?;
    }
    Ok(())
}

pub(super) fn bitonic<T: Element>(
    mut records: Buffer<T>,
    record: &'static str,
    descending: bool,
) -> Result<Buffer<T>, Error> {
    let device = records.device().clone();
    for stage in 1..=stages(records.len()) {
        steps(&device, &mut records, record, descending, stage, 0)?;
    }
    Ok(records)
}

pub(super) fn bitonic_shared<T: Element>(
    mut records: Buffer<T>,
    record: &'static str,
    descending: bool,
) -> Result<Buffer<T>, Error> {
    let device = records.device().clone();
    let count = records.len();
    let threads = device.threads(512, 2 * T::WORDS * 4)?;
    let kernel = device.compute_kernel(&source(glsl!("compute/bitonic_shared.comp"), record, threads))?;
    let of_block = (2 * threads).ilog2();
    for stage in of_block..=stages(count).max(of_block) {
        let merge = stage > of_block;
        if merge {
            steps(&device, &mut records, record, descending, stage, of_block)?;
        }
        let dispatch = device.dispatch(&kernel).output("records", &mut records).constant("count", count);
        let dispatch = dispatch.constant("merge", merge).constant("descending", descending);
        dispatch.run(count.div_ceil(2 * threads))?;
    }
    Ok(records)
}
