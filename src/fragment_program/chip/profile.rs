//! Profiles: what a chip can do, what it cannot, and what it cost.

use super::Chip;
use super::fact::{Fact, Limit};

/// The profile of a chip: native figures, of what the silicon runs, not of what a driver advertised. The fields are the rows of
/// `brooklet chips`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Profile {
    /// The chip.
    pub chip: Chip,
    /// The cards that had it.
    pub cards: &'static str,
    /// When it came.
    pub year: Option<u16>,
    /// The numbers that fragment programs compute with.
    pub arithmetic: Fact<&'static str>,
    /// Whether arithmetic makes infinities and NaNs.
    pub infinities: Fact<bool>,
    /// All whole numbers up to this one are exact.
    pub exact_integer: Fact<u32>,
    /// Texels along a side of the largest 2D texture.
    pub largest_texture: Fact<usize>,
    /// Textures whose sides are no powers of two.
    pub any_size: Fact<AnySize>,
    /// Whether float textures have to be of the target `RECT`.
    pub float_rectangles_only: Fact<bool>,
    /// The float formats that it renders to.
    pub renderable: Fact<&'static [&'static str]>,
    /// Arithmetic instructions of a program.
    pub alu: Fact<Limit>,
    /// Its texture instructions.
    pub texture: Fact<Limit>,
    /// Its instructions together.
    pub instructions: Fact<Limit>,
    /// Instructions that a fragment may execute.
    pub executed: Fact<Limit>,
    /// Texture indirections.
    pub indirections: Fact<Limit>,
    /// Temporary registers, of four numbers.
    pub temporaries: Fact<Limit>,
    /// Constant registers, of four numbers.
    pub constants: Fact<Limit>,
    /// Texture image units.
    pub samplers: Fact<usize>,
    /// Interpolated coordinates, of four numbers.
    pub interpolants: Fact<usize>,
    /// Flow control, in words.
    pub flow: Fact<&'static str>,
    /// Iterations of a loop.
    pub loop_iterations: Fact<Limit>,
    /// Loops in one another.
    pub loop_nesting: Fact<Limit>,
    /// Branches in one another.
    pub branch_nesting: Fact<Limit>,
    /// Fragments that branch together.
    pub branch_together: Fact<&'static str>,
    /// Whether there are derivatives.
    pub derivatives: Fact<bool>,
    /// Render targets.
    pub targets: Fact<usize>,
    /// Whether they have to be of one format.
    pub one_format: Fact<bool>,
    /// Whether there are integers and operators on bits.
    pub integers: Fact<bool>,
    /// Writing to any place.
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
    /// Multiplies of single numbers, all pipes together, each clock: where a pipe has a unit that only multiplies beside the one that
    /// multiplies and adds, of both.
    pub multiplies: Fact<Option<u32>>,
    /// Multiplies that were observed, G/s, where that was all that was measured; else [`cost`](Profile::cost) has them.
    pub observed_multiplies: Option<Fact<f64>>,
    /// Texture units, all pipes together.
    pub texture_units: Fact<Option<u32>>,
    /// Bytes that the memory moves, GB/s.
    pub bandwidth: Fact<Option<f64>>,
    /// What passes were measured to cost.
    pub cost: Option<Cost>,
}

/// What becomes of textures whose sides are no powers of two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnySize {
    /// They are like others.
    All,
    /// Their coordinates are clamped, and they have no mipmaps.
    Clamped,
    /// They have to be of the target `RECT`.
    Rectangle,
    /// Nobody here knows.
    Unknown,
}

impl AnySize {
    /// In words.
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
    /// What a pass costs beside its work through DirectX, µs.
    pub pass: Fact<f64>,
    /// The same through OpenGL, where that was measured, µs.
    pub pass_opengl: Option<Fact<f64>>,
    /// What a pass costs more through a pbuffer and a copy, µs.
    pub pbuffer: Fact<f64>,
    /// Uploads, GB/s.
    pub upload: Fact<f64>,
    /// Read back, GB/s.
    pub read_back: Fact<f64>,
}
