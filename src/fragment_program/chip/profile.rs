//! Profiles: what a chip supports, what it does not, and what its passes cost.

use super::Chip;
use super::fact::{Fact, Limit};

/// The profile of a chip. Its figures describe the hardware itself, not what a driver advertised. The fields are the rows of
/// `brooklet chips`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Profile {
    /// The chip.
    pub chip: Chip,
    /// The cards with this chip.
    pub cards: &'static str,
    /// The year of its release.
    pub year: Option<u16>,
    /// The number format of its arithmetic.
    pub arithmetic: Fact<&'static str>,
    /// Whether arithmetic returns infinities and NaNs.
    pub infinities: Fact<bool>,
    /// The largest integer up to which all integers are exact.
    pub exact_integer: Fact<u32>,
    /// The maximum number of texels along a side of a 2D texture.
    pub largest_texture: Fact<usize>,
    /// How it supports textures whose sides are not powers of two.
    pub any_size: Fact<AnySize>,
    /// Whether float textures must have the target `RECT`.
    pub float_rectangles_only: Fact<bool>,
    /// The float formats that it can render to.
    pub renderable: Fact<&'static [&'static str]>,
    /// The float formats in which it can blend.
    pub blends: Fact<&'static [&'static str]>,
    /// The maximum number of columns and rows of texels that a point covers.
    pub largest_point: Fact<usize>,
    /// Whether vertices can fetch floats from textures.
    pub vertex_textures: Fact<bool>,
    /// How it skips fragments that fail the depth or stencil test.
    pub early_z: Fact<EarlyZ>,
    /// Whether it also does so while an occlusion query counts fragments.
    pub early_z_in_queries: Fact<bool>,
    /// The blocks of fragments that it rejects before it reads their depths. `None` if it has none, or they are not known.
    pub hierarchical_z: Fact<Option<HierarchicalZ>>,
    /// The number of fragments whose depth and stencil all pipes together test per clock.
    pub depth_tests: Fact<Option<u32>>,
    /// The maximum number of arithmetic instructions of a program.
    pub alu: Fact<Limit>,
    /// The maximum number of texture instructions of a program.
    pub texture: Fact<Limit>,
    /// The maximum number of instructions of a program.
    pub instructions: Fact<Limit>,
    /// The maximum number of instructions that a fragment may execute.
    pub executed: Fact<Limit>,
    /// The maximum number of texture indirections of a program.
    pub indirections: Fact<Limit>,
    /// The number of temporary registers, of four numbers each.
    pub temporaries: Fact<Limit>,
    /// The number of constant registers, of four numbers each.
    pub constants: Fact<Limit>,
    /// The number of texture image units.
    pub samplers: Fact<usize>,
    /// The number of interpolated coordinates, of four numbers each.
    pub interpolants: Fact<usize>,
    /// The flow control that it supports, in words.
    pub flow: Fact<&'static str>,
    /// The maximum number of iterations of a loop.
    pub loop_iterations: Fact<Limit>,
    /// The maximum nesting depth of loops.
    pub loop_nesting: Fact<Limit>,
    /// The maximum nesting depth of branches.
    pub branch_nesting: Fact<Limit>,
    /// The number of fragments that take a branch together.
    pub branch_together: Fact<&'static str>,
    /// Whether it has derivatives.
    pub derivatives: Fact<bool>,
    /// The maximum number of render targets.
    pub targets: Fact<usize>,
    /// Whether all render targets of a pass must have the same format.
    pub one_format: Fact<bool>,
    /// Whether it has integers and bitwise operators.
    pub integers: Fact<bool>,
    /// Whether a program can write to any address.
    pub scatter: Fact<&'static str>,
    /// How programs of the time rendered to textures on it.
    pub render_to_texture: Fact<&'static str>,
    /// The clock rate of the fragment processors, in MHz.
    pub core_mhz: Fact<Option<f64>>,
    /// The clock rate of the memory, in MHz.
    pub memory_mhz: Fact<Option<f64>>,
    /// The fragment pipes, in words.
    pub pipes: Fact<&'static str>,
    /// The number of scalar multiply-adds that all pipes together do per clock.
    pub multiply_adds: Fact<Option<u32>>,
    /// The number of scalar multiplies that all pipes together do per clock. If a pipe has a multiply-only unit beside its multiply-add
    /// unit, both count.
    pub multiplies: Fact<Option<u32>>,
    /// The measured rate of multiplies, in G/s, if nothing else was measured. Otherwise it is in [`cost`](Profile::cost).
    pub observed_multiplies: Option<Fact<f64>>,
    /// The number of texture units of all pipes together.
    pub texture_units: Fact<Option<u32>>,
    /// The bandwidth of the memory, in GB/s.
    pub bandwidth: Fact<Option<f64>>,
    /// The measured cost of passes.
    pub cost: Option<Cost>,
}

/// How a chip skips the programs of fragments that fail the depth or stencil test.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum EarlyZ {
    /// It tests all fragments after their programs have run.
    Late,
    /// It skips the programs of blocks of this many columns and rows in which all fragments fail.
    Blocks(usize, usize),
}

impl EarlyZ {
    /// Returns the columns and rows of fragments that are skipped together. `None` if nothing is skipped.
    pub fn block(self) -> Option<(usize, usize)> {
        match self {
            EarlyZ::Late => None,
            EarlyZ::Blocks(columns, rows) => Some((columns, rows)),
        }
    }

    /// Returns it in words.
    pub fn name(self) -> String {
        match self {
            EarlyZ::Late => "none".to_owned(),
            EarlyZ::Blocks(1, 1) => "each by itself".to_owned(),
            EarlyZ::Blocks(columns, rows) => format!("blocks of {columns} × {rows}"),
        }
    }
}

/// The blocks of fragments that a chip rejects by the nearest or farthest depth of each, without reading the depths.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct HierarchicalZ {
    /// The number of columns of a block.
    pub columns: usize,
    /// The number of rows of a block.
    pub rows: usize,
    /// The number of fragments that are rejected per clock.
    pub per_clock: u32,
    /// Whether it works for a depth test for equality, too.
    pub equal: bool,
}

impl HierarchicalZ {
    /// Returns it in words.
    pub fn name(self) -> String {
        let HierarchicalZ { columns, rows, per_clock, .. } = self;
        format!("blocks of {columns} × {rows}, {per_clock} fragments a clock")
    }
}

/// How textures whose sides are not powers of two are supported.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AnySize {
    /// They are used like other textures.
    All,
    /// Their coordinates are clamped, and they have no mipmaps.
    Clamped,
    /// They must have the target `RECT`.
    Rectangle,
    /// Unknown.
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

/// The measured cost of passes on a chip.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The card that was measured.
    pub card: &'static str,
    /// The clock rate of its fragment processors, in MHz.
    pub core_mhz: Fact<f64>,
    /// The rate of multiplies, in G/s.
    pub multiplies: Fact<f64>,
    /// The rate at which floats are fetched sequentially, in G/s.
    pub fetches: Fact<f64>,
    /// The fixed cost of a pass through DirectX, in µs.
    pub pass: Fact<f64>,
    /// The fixed cost of a pass through OpenGL, in µs, if it was measured.
    pub pass_opengl: Option<Fact<f64>>,
    /// The additional cost of a pass through a pbuffer and a copy, in µs.
    pub pbuffer: Fact<f64>,
    /// The rate of uploads, in GB/s.
    pub upload: Fact<f64>,
    /// The rate of read-backs, in GB/s.
    pub read_back: Fact<f64>,
}
