//! The properties of a shader that follow from the variant of stream access.

use crate::glsl::Dialect;
use crate::ir::access::Variant;
use crate::ir::{Kernel, Port};
use crate::texel::Components;

impl Variant {
    /// Whether the kernel runs only for fragments that belong to an element. If the driver counts iterations, fragments past the end
    /// would use up the iterations of their neighbours.
    pub(super) fn tests_for_end(&self) -> bool {
        self.guarded || self.skips_padding
    }

    /// Whether the shader has its own `main`, which calls the kernel's `main` and assembles texels from elements.
    pub(super) fn runs(&self, kernel: &Kernel, dialect: Dialect) -> bool {
        self.output.packed
            || self.tests_for_end()
            || self.discards
            || dialect.is_glsl_120()
            || kernel.interface.outputs.iter().any(padded)
            || kernel.interface.depth().is_some()
    }
}

/// Whether the texel has one component more than the element.
pub(super) fn padded(port: &Port) -> bool {
    port.components() == Components::Three
}
