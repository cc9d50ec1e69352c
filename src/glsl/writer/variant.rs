//! The effects of a variant of stream access on the text of a shader.

use crate::glsl::Dialect;
use crate::ir::access::Variant;
use crate::ir::{Kernel, Port};
use crate::texel::Components;

impl Variant {
    /// Whether the kernel runs only for fragments that have an element. Fragments past the end would also use up iterations of
    /// their neighbours, if iterations are counted.
    pub(super) fn tests_for_end(&self) -> bool {
        self.guarded || self.skips_padding
    }

    /// Whether another `main` calls the kernel's, to make texels of elements.
    pub(super) fn runs(&self, kernel: &Kernel, dialect: Dialect) -> bool {
        self.output.packed
            || self.tests_for_end()
            || dialect == Dialect::Gl2
            || kernel.interface.outputs.iter().any(padded)
    }
}

/// Whether a texel has one more component than the element.
pub(super) fn padded(port: &Port) -> bool {
    port.components() == Components::Three
}
