//! The kernels of the transform: butterflies of a radix, along an axis.

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
    /// Planes of an earlier pass along the same axis. The axis runs down their columns.
    Planes,
    /// The signal, or planes of the other axis. The axis of the pass runs along their rows.
    Rows,
    /// A signal of one dimension.
    Line,
}

/// How the first pass interprets its input.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Load {
    /// Complex numbers.
    Same,
    /// Complex numbers with real and imaginary parts exchanged, which turns a forward transform into an inverse one.
    Swapped,
    /// Real numbers.
    Real,
}

impl Load {
    /// Returns the name of the input that is read.
    pub fn input(self) -> &'static str {
        if self == Load::Real { "reals" } else { "from" }
    }
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
    pub load: Load,
}

impl Pass {
    pub fn source<T: Texel>(self) -> Source {
        let Step { radix, targets, .. } = self.step;
        let source = glsl!("applications/fft_pass.frag").element::<T>();
        let source = source.parameter("radix", radix).parameter("targets", targets).parameter("part", self.part);
        let source = source.parameter("first_pass", self.first).parameter("line", self.read == Read::Line);
        let source = source.parameter("rows", self.read == Read::Rows).parameter("real", self.load == Load::Real);
        source.parameter("exchanged", self.load == Load::Swapped)
    }
}

/// Returns the kernel that joins planes, for an axis down columns or along rows.
pub(super) fn join<T: Texel>(down: bool, inverse: bool) -> Source {
    glsl!("applications/fft_join.frag").element::<T>().parameter("down", down).parameter("inverse", inverse)
}
