//! Layouts of a pass: how its streams lie in their textures, and the values of its constants.

use crate::geometry::Geometry;
use crate::value::Value;

/// How the streams of a pass lie, and the values of its constants: all that decides which programs a kernel becomes.
#[derive(Clone, Copy, Debug)]
pub struct Layouts<'a> {
    /// Where the elements of each of the kernel's inputs lie, and in how many layers.
    pub inputs: &'a [(Geometry, usize)],
    /// A value for each of its constants.
    pub constants: &'a [Value],
    /// Where the elements of all outputs lie.
    pub output: Geometry,
    /// What the rest of a last texel is filled with; none: anything.
    pub fill: Option<f32>,
}

impl Layouts<'_> {
    /// Whether a last texel has a rest that is filled.
    pub fn fills_tail(&self) -> bool {
        let output = &self.output;
        self.fill.is_some() && output.count < output.texels() * output.layout.lanes()
    }
}
