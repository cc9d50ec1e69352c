//! Scans block by block: scans the blocks, then their sums, and adds to each block the sum of all blocks before it.

use std::rc::Rc;

use crate::error::Error;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Buffer, Compiled, Element};

use super::runs::Bind;

/// The maximum number of elements of a block: the choice of Harris 2007, section `Arrays of Arbitrary Size`.
const BLOCK: usize = 512;

/// The kernels that scan blocks and that add to them.
struct Kernels {
    block: Rc<Compiled>,
    add: Rc<Compiled>,
    /// The number of elements of a block.
    size: usize,
    each: usize,
}

/// Scans block by block. `source` is a kernel that scans a block with `each` elements per invocation. The scan is exclusive if there
/// is an identity.
pub(super) fn scan_blocks<T: Element>(
    values: &Buffer<T>,
    source: Source,
    each: usize,
    identity: Option<[f32; 4]>,
    bind: Bind,
) -> Result<Buffer<T>, Error> {
    // Each of the kernels needs shared memory for two elements per invocation, and for a gap or a total.
    let threads = values.device().threads(BLOCK / each, T::WORDS * 9)?;
    let (block, add) = (bind(source, threads)?, bind(glsl!("compute/scan_uniform_add.comp"), threads)?);
    Kernels { block, add, size: each * threads, each }.scan(values, identity)
}

impl Kernels {
    /// Scans all blocks, by recursion on their sums; exclusive if there is an identity.
    fn scan<T: Element>(&self, values: &Buffer<T>, identity: Option<[f32; 4]>) -> Result<Buffer<T>, Error> {
        let (device, count) = (values.device(), values.len());
        let blocks = count.div_ceil(self.size);
        let (mut scanned, mut sums) = (device.buffer::<T>(count)?, device.buffer::<T>(blocks)?);
        let dispatch = device.dispatch(&self.block).input("values", values).constant("count", count);
        let dispatch = dispatch.constant("exclusive", identity.is_some());
        let dispatch = dispatch.constant("identity", identity.unwrap_or_default());
        dispatch.output("scanned", &mut scanned).output("sums", &mut sums).run(blocks)?;
        if blocks > 1 {
            let increments = self.scan(&sums, None)?;
            let dispatch = device.dispatch(&self.add).input("increments", &increments).output("scanned", &mut scanned);
            let dispatch = dispatch.constant("count", count).constant("exclusive", identity.is_some());
            dispatch.constant("each", self.each).run(blocks - 1)?;
        }
        Ok(scanned)
    }
}
