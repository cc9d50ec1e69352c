//! The kernels of the passes of small radices.

use crate::glsl;
use crate::kernel::Source;
use crate::texel::Texel;

use super::plan::Step;

/// The output names of a pass.
pub(super) const PLANES: [&str; 8] =
    ["plane_0", "plane_1", "plane_2", "plane_3", "plane_4", "plane_5", "plane_6", "plane_7"];

/// The input of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Read {
    /// Planes of an earlier pass along the same axis, or any lines that are columns.
    Columns,
    /// Lines that are rows, as of planes of the other axis.
    Rows,
    /// The rows of planes in which long lines are folded, whose elements are turned.
    FoldedRows,
    /// A signal of one dimension.
    Line,
}

/// The properties of a pass that its kernel depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pass {
    pub step: Step,
    /// The index of this draw among those that write all planes.
    pub part: usize,
    /// Whether it is the first pass along its axis, which does not need twiddle factors.
    pub first: bool,
    pub read: Read,
    /// Whether real and imaginary parts are read exchanged, which turns a forward transform into an inverse one.
    pub exchanged: bool,
}

impl Pass {
    pub fn source<T: Texel>(self) -> Source {
        let Step { radix, targets, .. } = self.step;
        let source = glsl!("primitives/fft_pass.frag").element::<T>();
        let source = source.parameter("radix", radix).parameter("targets", targets).parameter("part", self.part);
        let source = source.parameter("first_pass", self.first).parameter("line", self.read == Read::Line);
        let rows = matches!(self.read, Read::Rows | Read::FoldedRows);
        let source = source.parameter("rows", rows).parameter("folded", self.read == Read::FoldedRows);
        source.parameter("exchanged", self.exchanged)
    }
}

/// Returns the kernel that joins planes, for an axis down columns or along rows.
pub(super) fn join<T: Texel>(down: bool, inverse: bool) -> Source {
    glsl!("primitives/fft_join.frag").element::<T>().parameter("down", down).parameter("inverse", inverse)
}
