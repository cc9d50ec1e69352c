//! What a variant of the access to streams means for the text of a shader.

use crate::glsl::Dialect;
use crate::ir::access::Variant;
use crate::ir::{Kernel, Port};
use crate::texel::Components;

impl Variant {
    /// Whether the kernel runs only where there is an element: what is past the end would also take iterations from its neighbours,
    /// where those are counted.
    pub(super) fn tests_for_end(&self) -> bool {
        self.guarded || self.skips_padding
    }

    /// Whether the kernel's `main` is called by another, which makes texels of elements.
    pub(super) fn runs(&self, module: &Kernel, dialect: Dialect) -> bool {
        self.output.packed
            || self.tests_for_end()
            || dialect == Dialect::Gl2
            || module.interface.outputs.iter().any(padded)
    }
}

/// Whether a texel has a number more than the element.
pub(super) fn padded(port: &Port) -> bool {
    port.components() == Components::Three
}
