//! Per-fragment operations: what happens to a fragment between its kernel and the texture. They are fixed, not programmed: units of
//! their own did them on the first graphics chips, long before there were fragment programs.

mod blend;
mod depth_stencil;
mod outcome;

use std::fmt;

use serde::Serialize;

use crate::geometry::Rect;

pub use blend::{Blend, BlendFactor, BlendOperation};
pub use depth_stencil::{Compare, DepthStencilTexel, DepthTest, StencilOperation, StencilTest, tests_pass};
pub use outcome::{FailedTest, TestOutcome};

/// The operations on the fragments of a pass. By default, each fragment replaces a texel.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize)]
pub struct FragmentOperations {
    /// The only texels that are drawn. `None` if there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scissor: Option<Rect>,
    /// The stencil test, with what it leaves in the buffer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stencil: Option<StencilTest>,
    /// The depth test, with what it leaves in the buffer. It comes after the stencil test.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<DepthTest>,
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

    /// Returns whether some fragments may not reach the texture: they fail a test, or are outside of the scissor rectangle.
    pub fn tests(&self) -> bool {
        self.scissor.is_some() || self.reads_depth_stencil()
    }

    /// Returns whether the operations need a depth and stencil buffer.
    pub fn reads_depth_stencil(&self) -> bool {
        self.stencil.is_some() || self.depth.is_some()
    }

    /// Returns whether the operations may change the depth and stencil buffer.
    pub fn writes_depth_stencil(&self) -> bool {
        self.depth.is_some_and(|test| test.write) || self.stencil.is_some_and(|test| test.writes())
    }
}

impl FragmentOperations {
    /// Returns each operation as text, in the order in which they happen.
    pub fn parts(&self) -> Vec<String> {
        let parts = [
            self.scissor.map(|rect| format!("scissor {rect}")),
            self.stencil.map(|test| test.to_string()),
            self.depth.map(|test| test.to_string()),
            self.blend.map(|blend| format!("blend {blend}")),
            (!self.write_mask.is_all()).then(|| format!("write {}", self.write_mask)),
        ];
        parts.into_iter().flatten().collect()
    }
}

impl fmt::Display for FragmentOperations {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.parts().join(", "))
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
