//! Per-fragment operations: what happens to a fragment between its kernel and the texture. They are fixed, not programmed: units of
//! their own did them on the first graphics chips, long before there were fragment programs.

mod blend;
mod depth_stencil;

use std::fmt;

use serde::Serialize;

pub use blend::{Blend, BlendFactor, BlendOperation};
pub use depth_stencil::{Compare, DepthStencilTexel, DepthTest, StencilOperation, StencilTest, passes};

/// The operations on the fragments of a pass. By default, each fragment replaces a texel.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct FragmentOperations {
    /// How fragments are combined with the content of the texture. `None` if they replace it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub blend: Option<Blend>,
    /// The components that are written.
    #[serde(skip_serializing_if = "WriteMask::is_all")]
    pub write_mask: WriteMask,
}

impl FragmentOperations {
    /// Returns whether each fragment replaces a texel.
    pub fn is_default(&self) -> bool {
        *self == FragmentOperations::default()
    }
}

impl fmt::Display for FragmentOperations {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let parts = [
            self.blend.map(|blend| format!("blend {blend}")),
            (!self.write_mask.is_all()).then(|| format!("write {}", self.write_mask)),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        write!(f, "{}", parts.join(", "))
    }
}

/// The components of a texel that a pass writes. The others keep their value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
pub struct WriteMask(pub [bool; 4]);

impl WriteMask {
    /// All components are written.
    pub const ALL: WriteMask = WriteMask([true; 4]);

    /// Returns whether all components are written.
    pub fn is_all(&self) -> bool {
        *self == WriteMask::ALL
    }
}

impl Default for WriteMask {
    fn default() -> WriteMask {
        WriteMask::ALL
    }
}

impl fmt::Display for WriteMask {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let letters: String = "xyzw".chars().zip(self.0).filter_map(|(letter, on)| on.then_some(letter)).collect();
        write!(f, "{}", if letters.is_empty() { "nothing" } else { &letters })
    }
}
