//! Profiles: what a chip can do, what it cannot, and what its passes cost.

use super::Chip;
use super::fact::{Fact, Limit};

/// The profile of a chip. Its figures are native: what the silicon runs, not what a driver advertised. The fields are the rows of
/// `brooklet chips`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Profile {
    /// The chip.
    pub chip: Chip,
    /// The cards that had it.
    pub cards: &'static str,
    /// The year in which it came out.
    pub year: Option<u16>,
    /// The numbers that fragment programs compute with.
    pub arithmetic: Fact<&'static str>,
    /// Whether arithmetic makes infinities and NaNs.
    pub infinities: Fact<bool>,
    /// All integers up to this one are exact.
    pub exact_integer: Fact<u32>,
    /// Texels along a side of the largest 2D texture.
    pub largest_texture: Fact<usize>,
    /// How it supports textures whose sides are not powers of two.
    pub any_size: Fact<AnySize>,
    /// Whether float textures have to be of the target `RECT`.
    pub float_rectangles_only: Fact<bool>,
    /// The float formats that it renders to.
    pub renderable: Fact<&'static [&'static str]>,
    /// The maximum number of arithmetic instructions of a program.
    pub alu: Fact<Limit>,
    /// The maximum number of its texture instructions.
    pub texture: Fact<Limit>,
    /// The maximum number of all its instructions.
    pub instructions: Fact<Limit>,
    /// The maximum number of instructions that a fragment may execute.
    pub executed: Fact<Limit>,
    /// The maximum number of texture indirections.
    pub indirections: Fact<Limit>,
    /// The number of temporary registers, of four numbers each.
    pub temporaries: Fact<Limit>,
    /// The number of constant registers, of four numbers each.
    pub constants: Fact<Limit>,
    /// The number of texture image units.
    pub samplers: Fact<usize>,
    /// The number of interpolated coordinates, of four numbers each.
    pub interpolants: Fact<usize>,
    /// Flow control, in words.
    pub flow: Fact<&'static str>,
    /// The maximum number of iterations of a loop.
    pub loop_iterations: Fact<Limit>,
    /// How deep loops can be nested.
    pub loop_nesting: Fact<Limit>,
    /// How deep branches can be nested.
    pub branch_nesting: Fact<Limit>,
    /// The number of fragments that branch together.
    pub branch_together: Fact<&'static str>,
    /// Whether there are derivatives.
    pub derivatives: Fact<bool>,
    /// The number of render targets.
    pub targets: Fact<usize>,
    /// Whether all render targets must have one format.
    pub one_format: Fact<bool>,
    /// Whether there are integers and operators on bits.
    pub integers: Fact<bool>,
    /// Whether a program can write to any place.
    pub scatter: Fact<&'static str>,
    /// How one rendered to a texture.
    pub render_to_texture: Fact<&'static str>,
    /// The clock of the fragment processors, MHz.
    pub core_mhz: Fact<Option<f64>>,
    /// The clock of the memory, MHz.
    pub memory_mhz: Fact<Option<f64>>,
    /// The fragment pipes.
    pub pipes: Fact<&'static str>,
    /// Multiply-adds of single numbers, all pipes together, each clock.
    pub multiply_adds: Fact<Option<u32>>,
    /// Multiplies of single numbers, all pipes together, each clock. If a pipe has a multiply-only unit beside its multiply-add
    /// unit, both count.
    pub multiplies: Fact<Option<u32>>,
    /// Observed multiplies, G/s, if nothing else was measured. Otherwise [`cost`](Profile::cost) has them.
    pub observed_multiplies: Option<Fact<f64>>,
    /// Texture units, all pipes together.
    pub texture_units: Fact<Option<u32>>,
    /// The bandwidth of the memory, GB/s.
    pub bandwidth: Fact<Option<f64>>,
    /// The measured cost of passes.
    pub cost: Option<Cost>,
}

/// How textures whose sides are not powers of two are supported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnySize {
    /// They are used like other textures.
    All,
    /// Their coordinates are clamped, and they have no mipmaps.
    Clamped,
    /// They have to be of the target `RECT`.
    Rectangle,
    /// It is not known.
    Unknown,
}

impl AnySize {
    /// Returns it in words.
    pub fn name(self) -> &'static str {
        match self {
            AnySize::All => "yes",
            AnySize::Clamped => "clamped, no mipmaps",
            AnySize::Rectangle => "rectangle only",
            AnySize::Unknown => "not known",
        }
    }
}

/// What the passes of a chip cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The card that it was measured on.
    pub card: &'static str,
    /// The clock of its fragment processors, MHz.
    pub core_mhz: Fact<f64>,
    /// Multiplies, G/s.
    pub multiplies: Fact<f64>,
    /// Floats fetched one after the other, G/s.
    pub fetches: Fact<f64>,
    /// The cost of a pass besides its work, through DirectX, µs.
    pub pass: Fact<f64>,
    /// The cost of a pass besides its work, through OpenGL, if it was measured, µs.
    pub pass_opengl: Option<Fact<f64>>,
    /// The additional cost of a pass through a pbuffer and a copy, µs.
    pub pbuffer: Fact<f64>,
    /// Uploads, GB/s.
    pub upload: Fact<f64>,
    /// Read backs, GB/s.
    pub read_back: Fact<f64>,
}
