//! Device info: the limits, features and formats of a device, which are queried once.

use crate::ir::passes::is_exact;
use serde::Serialize;

use super::PointSource;
use crate::glsl::Dialect;

/// The properties of a device, which are queried once.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DeviceInfo {
    /// The driver's vendor.
    pub vendor: String,
    /// The name of the device, as reported by its driver.
    pub renderer: String,
    /// The version of the interface that the driver provides, which is its newest.
    pub version: String,
    /// The dialect in which kernels are written as shaders. `None` for an emulator, which does not need shaders.
    pub dialect: Option<Dialect>,
    /// Whether it draws on the CPU or on a GPU. The choice of the fastest methods depends on this.
    pub class: Class,
    /// The limits that brooklet respects. A builder may have lowered them.
    pub limits: Limits,
    /// The features of its passes.
    pub features: Features,
    /// The float formats. Whether a format is renderable was determined by trying.
    pub formats: Vec<Format>,
    /// Whether the device can time its own work.
    pub timer_queries: bool,
    /// Whether a kernel that exceeds the device's limits is drawn in several passes. This concerns the limits of instructions, texture
    /// indirections, registers and texture image units.
    pub partitions: bool,
    /// Whether fragments that fail the depth test are skipped before the kernel runs, also while an occlusion query counts. ATI's chips of the time
    /// ran the kernel for all fragments then.
    pub early_z_in_queries: bool,
    /// The limits of compute shaders, if the context has them.
    pub compute: Option<Compute>,
}

impl DeviceInfo {
    /// Returns the interface that the device uses, as text for people: a version of OpenGL, or the emulated chip.
    pub fn interface(&self) -> String {
        self.dialect.map_or_else(|| self.renderer.clone(), |dialect| dialect.api().to_owned())
    }
}

/// The limits of a pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Limits {
    /// The maximum number of texels along a side of a texture.
    pub texture: usize,
    /// The maximum number of render targets in a pass.
    pub targets: usize,
    /// The maximum number of streams that a pass can read.
    pub samplers: usize,
    /// The maximum number of columns and rows of texels that a point covers.
    pub point_size: usize,
}

/// The class of a device. Methods are measured on each class, and chosen by class.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A driver that draws on the CPU.
    Software,
    /// A GPU.
    Hardware,
}

/// The kinds of loops that a device supports.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopSupport {
    /// No loops. They have to be unrolled.
    None,
    /// Loops whose number of iterations is known when a kernel is prepared.
    Counted,
    /// All loops, including those whose end depends on data.
    Dynamic,
}

/// The features of a device's passes. By default, methods that need other features are skipped. If such a method is requested by name,
/// the result is an error that says which feature is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Features {
    /// Whether kernels have 32-bit integers and can access the bits of floats.
    pub integers: bool,
    /// Whether fragments can branch.
    pub branches: bool,
    /// The loops that kernels can run.
    pub loops: LoopSupport,
    /// Whether neighbouring texels can be in different layers of one texture.
    pub array_textures: bool,
    /// Whether the render targets of a pass can have different formats, for elements of different types.
    pub mixed_formats: bool,
    /// The floats that passes can [blend](crate::Blend).
    pub blending: BlendSupport,
    /// Whether the device averages 32-bit floats into the mip levels of a texture. OpenGL ES and WebGL 2 have it by the extension
    /// `OES_texture_float_linear`.
    pub float_mip_levels: bool,
    /// Whether an [occlusion query](crate::OcclusionQuery) counts fragments. In OpenGL ES it only says whether there were any.
    pub fragment_counts: bool,
    /// Whether depth and stencil can be [read back](crate::DepthStencil::read). In OpenGL ES they mostly cannot.
    pub reads_depth_stencil: bool,
    /// How passes that draw [points](crate::Pass::points) find the places of these: vertices fetch them from a texture, or else they are
    /// copied into a buffer, which works everywhere. `None` if passes cannot draw points.
    pub points: Option<PointSource>,
    /// The maximum number of instructions of a kernel, counted with unrolled loops if loops have to be unrolled. It is 64 on the first
    /// such chip, and `u32::MAX` if the limit does not matter in practice.
    pub instructions: u32,
    /// The maximum number of texture indirections. This is the length of a chain of fetches that depend on each other, including the
    /// first fetch. It is 4 on the first chips, and `u32::MAX` if there is no limit.
    pub indirections: u32,
    /// The largest integer up to which positions are exact.
    pub exact_integer: u32,
    /// Whether infinities exist and arithmetic produces them.
    pub infinities: bool,
    /// Whether NaNs exist and arithmetic propagates them.
    pub nan: bool,
}

/// The floats that the passes of a device can [blend](crate::Blend).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum BlendSupport {
    /// None.
    None,
    /// Half floats alone.
    Halves,
    /// Half floats and those of 32 bits.
    Floats,
}

impl Features {
    /// Returns whether passes can [blend](crate::Blend) 32-bit floats.
    pub fn float_blending(&self) -> bool {
        self.blending == BlendSupport::Floats
    }

    /// Returns whether passes can [blend](crate::Blend) half floats.
    pub fn half_blending(&self) -> bool {
        self.blending >= BlendSupport::Halves
    }

    /// The features of a device that supports everything.
    pub const ALL: Features = Features {
        integers: true,
        branches: true,
        loops: LoopSupport::Dynamic,
        array_textures: true,
        mixed_formats: true,
        blending: BlendSupport::Floats,
        float_mip_levels: true,
        fragment_counts: true,
        reads_depth_stencil: true,
        points: Some(PointSource::VertexTexture),
        instructions: u32::MAX,
        indirections: u32::MAX,
        exact_integer: i32::MAX as u32,
        infinities: true,
        nan: true,
    };

    /// Returns whether an int of a kernel can hold this number. If ints are stored as floats, they can hold the numbers up to
    /// [`exact_integer`](Features::exact_integer), and such numbers times powers of two.
    ///
    /// ```
    /// use brooklet::{Device, fragment_program::Chip};
    /// let features = Device::emulated(Chip::R300)?.features();
    /// assert!(features.holds(131_072) && !features.holds(131_073) && features.holds(131_074));
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn holds(&self, int: i64) -> bool {
        self.integers || is_exact(int.into(), self.exact_integer)
    }

    /// Returns the number that a stored infinity reads back as. On chips with 24-bit floats, which have no infinity, it is the largest
    /// number, 2^65 - 2^48.
    pub fn stored_infinity(&self) -> f32 {
        if self.nan { f32::INFINITY } else { f32::from_bits(0x5FFF_FF80) }
    }
}

/// A float format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// Whether it is renderable: a value that was rendered to it was read back unchanged.
    pub renders: bool,
}

/// The limits of compute shaders, which are an optional capability (see [`Device::compute`](crate::Device::compute)).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Compute {
    /// The maximum number of invocations in a work group.
    pub invocations: usize,
    /// The maximum number of bytes of a work group's shared memory.
    pub shared_bytes: usize,
    /// The maximum number of work groups along x, y and z.
    pub groups: [usize; 3],
    /// The maximum size of a buffer in bytes.
    pub buffer_bytes: usize,
    /// Whether a shader can forbid the compiler to rearrange arithmetic (`precise` in GLSL 4.00 and GLSL ES 3.20).
    pub precise: bool,
}
