//! Prints the listing of a kernel, without a driver.

use crate::fragment_program::listing::{Names, print};
use crate::fragment_program::{InstructionSet, LowerTarget, Streams};
use crate::geometry::Layout;
use crate::ir::Kernel;
use crate::ir::access::AccessSummary;

/// The default target of programs: the instruction set of ARB_fragment_program, which every driver with the extension accepts, and the
/// arithmetic of today's drivers.
pub(super) const TARGET: LowerTarget =
    LowerTarget { set: InstructionSet::Arb, infinities: true, rectangles: false, chip: None };

/// Returns the listing of a kernel for streams that all have this layout. Returns `None` if the kernel's loops depend on a constant, or
/// if it cannot be lowered or printed.
pub(in crate::backend::gl) fn listing(kernel: &Kernel, layout: Layout) -> Option<String> {
    let streams = Streams::uniform(kernel, &AccessSummary::of(kernel), layout);
    let program = crate::fragment_program::lower(kernel, TARGET, &streams, &Default::default()).ok()?;
    print(&program, &Names::of(kernel)).ok()
}
