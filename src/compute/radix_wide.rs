//! Radix sorts by digits of 8 bits, in four rounds: of tiles (one for each work group) and of runs (one for each invocation).
//! `record` is as in `bitonic`.

use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, Element};

use super::Scan;
use super::data::Loaded;
use super::order::source;
use super::scan::scan_counts;

/// The number of bits of a digit.
const DIGIT: usize = 8;
/// The number of records of a tile that an invocation sorts.
const EACH: usize = 8;
/// The minimum and maximum number of records of a run.
const RUN: [usize; 2] = [1024, 4096];
/// The number of runs to aim for, so that there is work for all cores.
const RUNS: usize = 128;
/// The maximum number of runs. An invocation loops over the counts of all runs, and a driver may silently end long loops (llvmpipe
/// after 65,535 iterations).
const MAX_RUNS: usize = 1 << 14;

pub(super) fn radix_tiles<T: Element>(
    mut records: Loaded<'_, T>,
    record: &'static str,
    descending: bool,
    bits: u32,
) -> Result<Buffer<T>, Error> {
    let (device, count) = (records.device().clone(), records.len());
    let threads = device.threads(256, 256 / 8 + 4)?;
    let count_kernel = device.compute_kernel(&source(glsl!("compute/radix_tiles_count.comp"), record, threads))?;
    let scatter_kernel = device.compute_kernel(&source(glsl!("compute/radix_tiles_scatter.comp"), record, threads))?;
    let tiles = count.div_ceil(EACH * threads);
    for digit in 0..(bits as usize).div_ceil(DIGIT) {
        let shift = digit * DIGIT;
        let mut counts = device.buffer::<u32>(tiles << DIGIT)?;
        let dispatch = device.dispatch(&count_kernel).input("records", &*records).output("counts", &mut counts);
        let dispatch = dispatch.constant("count", count).constant("shift", shift).constant("tiles", tiles);
        dispatch.constant("each", EACH).constant("descending", descending).run(tiles)?;
        let offsets = scan_counts(&counts, Scan::Tiles, true)?;
        drop(counts);
        let mut sorted = device.buffer::<T>(count)?;
        let dispatch = device.dispatch(&scatter_kernel).input("records", &*records).input("offsets", &offsets);
        let dispatch = dispatch.constant("count", count).constant("shift", shift).constant("tiles", tiles);
        let dispatch = dispatch.constant("each", EACH).constant("descending", descending);
        dispatch.output("sorted", &mut sorted).run(tiles)?;
        records = Loaded::Copied(sorted);
    }
    records.own()
}

pub(super) fn radix_runs<T: Element>(
    mut records: Loaded<'_, T>,
    record: &'static str,
    descending: bool,
    bits: u32,
) -> Result<Buffer<T>, Error> {
    let (device, count) = (records.device().clone(), records.len());
    // The groups are small, because there are few invocations, each with much work. With large groups some cores would be idle.
    let threads = device.threads(8, 0)?;
    let kernel = |text| device.compute_kernel(&source(text, record, threads));
    let count_kernel = kernel(glsl!("compute/radix_runs_count.comp"))?;
    let sum_kernel = kernel(glsl!("compute/radix_runs_sum.comp"))?;
    let place_kernel = kernel(glsl!("compute/radix_runs_place.comp"))?;
    let each = (count / RUNS).clamp(RUN[0], RUN[1]).max(count.div_ceil(MAX_RUNS));
    let runs = count.div_ceil(each);
    for digit in 0..(bits as usize).div_ceil(DIGIT) {
        let shift = digit * DIGIT;
        let mut counts = device.buffer::<u32>(runs << DIGIT)?;
        let dispatch = device.dispatch(&count_kernel).input("records", &*records).output("counts", &mut counts);
        let dispatch = dispatch.constant("count", count).constant("each", each).constant("shift", shift);
        dispatch.constant("descending", descending).run_over(runs)?;
        let mut totals = device.buffer::<u32>(1 << DIGIT)?;
        let dispatch = device.dispatch(&sum_kernel).output("counts", &mut counts).output("totals", &mut totals);
        dispatch.constant("runs", runs).run_over(if runs == 0 { 0 } else { 1 << DIGIT })?;
        let mut sorted = device.buffer::<T>(count)?;
        let dispatch = device.dispatch(&place_kernel).input("records", &*records).input("totals", &totals);
        let dispatch = dispatch.output("counts", &mut counts).output("sorted", &mut sorted);
        let dispatch = dispatch.constant("count", count).constant("each", each).constant("shift", shift);
        dispatch.constant("descending", descending).run_over(runs)?;
        records = Loaded::Copied(sorted);
    }
    records.own()
}
