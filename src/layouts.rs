//! The layouts of a pass: where its streams lie in their textures, and the values of its constants.

use crate::geometry::Geometry;
use crate::value::Value;

/// The layouts of the streams of a pass, and the values of its constants: everything besides the kernel that determines the
/// compiled programs.
#[derive(Clone, Copy, Debug)]
pub struct PassLayouts<'a> {
    /// Where the elements of each of the kernel's inputs lie, and in how many layers.
    pub inputs: &'a [(Geometry, usize)],
    /// The value of each of the kernel's constants.
    pub constants: &'a [Value],
    /// Where the elements of all outputs lie.
    pub output: Geometry,
    /// The value that fills the unused lanes of the last texel. None if their values do not matter.
    pub fill: Option<f32>,
}

impl PassLayouts<'_> {
    /// Returns whether the last texel has unused lanes that must be filled.
    pub fn fills_tail(&self) -> bool {
        let output = &self.output;
        self.fill.is_some() && output.count < output.texels() * output.layout.lanes()
    }
}
