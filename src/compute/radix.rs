//! The radix sort: eight rounds that count the digits of each block, scan the counts, and scatter the records. `record` is as in
//! `bitonic`.

use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, Element};

use super::Scan;
use super::data::Loaded;
use super::order::source;
use super::scan::scan_counts;

/// The number of bits of a digit.
const DIGIT: usize = 4;
/// The number of records that an invocation sorts.
const EACH: usize = 8;

pub(super) fn radix<T: Element>(
    records: Loaded<'_, T>,
    record: &'static str,
    descending: bool,
    bits: u32,
) -> Result<Buffer<T>, Error> {
    let device = records.device().clone();
    let threads = device.threads(256, 0)?;
    let count_kernel = device.compute_kernel(&source(glsl!("compute/radix_count.comp"), record, threads))?;
    let scatter_kernel = device.compute_kernel(&source(glsl!("compute/radix_scatter.comp"), record, threads))?;
    let count = records.len();
    let blocks = count.div_ceil(EACH * threads);
    let mut records = records;
    for digit in 0..(bits as usize).div_ceil(DIGIT) {
        let shift = digit * DIGIT;
        let mut counts = device.buffer::<u32>(blocks << DIGIT)?;
        let dispatch = device.dispatch(&count_kernel).input("records", &*records).output("counts", &mut counts);
        let dispatch = dispatch.constant("count", count).constant("shift", shift).constant("blocks", blocks);
        dispatch.constant("each", EACH).constant("descending", descending).run(blocks)?;
        let offsets = scan_counts(&counts, Scan::BankConflictFree, true)?;
        drop(counts);
        let mut sorted = device.buffer::<T>(count)?;
        let dispatch = device.dispatch(&scatter_kernel).input("records", &*records).input("offsets", &offsets);
        let dispatch = dispatch.constant("count", count).constant("shift", shift).constant("blocks", blocks);
        let dispatch = dispatch.constant("each", EACH).constant("descending", descending);
        dispatch.output("sorted", &mut sorted).run(blocks)?;
        records = Loaded::Copied(sorted);
    }
    records.own()
}
