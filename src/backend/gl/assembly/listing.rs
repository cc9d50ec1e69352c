//! The listing of a kernel, without a driver.

use crate::fragment_program::listing::{Names, print};
use crate::fragment_program::{InstructionSet, Streams, Target};
use crate::geometry::Layout;
use crate::ir::access::AccessSummary;

use crate::ir::Kernel;

/// What programs are made for, unless another set is asked for: what every driver with ARB_fragment_program takes, and what
/// drivers of today compute with.
pub(super) const TARGET: Target = Target { set: InstructionSet::Arb, infinities: true, rectangles: false, chip: None };

/// The listing of a kernel for streams that all lie in this layout, where its loops depend on no constant.
pub(in crate::backend::gl) fn listing(module: &Kernel, layout: Layout) -> Option<String> {
    let streams = Streams::uniform(module, &AccessSummary::of(module), layout);
    let program = crate::fragment_program::lower(module, TARGET, &streams, &Default::default()).ok()?;
    print(&program, &Names::of(module)).ok()
}
