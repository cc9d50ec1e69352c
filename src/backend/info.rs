//! Device info: limits, features and formats of a device, queried once.

use crate::ir::passes::is_exact;
use serde::Serialize;

use crate::glsl::Dialect;

/// What a device is and what it can do, queried once.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DeviceInfo {
    /// The driver's vendor.
    pub vendor: String,
    /// The device, as its driver calls it.
    pub renderer: String,
    /// The version of the interface that the driver gave (it gives its newest).
    pub version: String,
    /// The dialect that kernels are written out in; none for an emulator, which does not write kernels out.
    pub dialect: Option<Dialect>,
    /// Whether it draws on the CPU or on a GPU. The fastest methods are chosen by this.
    pub class: Class,
    /// The limits that brooklet keeps to; a builder may have lowered them.
    pub limits: Limits,
    /// The features of its passes.
    pub features: Features,
    /// The float formats, and whether they can be rendered to, found out by trying.
    pub formats: Vec<Format>,
    /// Whether the device can time its own work.
    pub timer_queries: bool,
    /// Whether a kernel that exceeds the device's instructions, texture indirections, registers or texture image units is drawn in
    /// several passes.
    pub partitions: bool,
    /// The limits of compute shaders, if the context has them.
    pub compute: Option<Compute>,
}

impl DeviceInfo {
    /// Returns the interface that it runs on, as text for people: a version of OpenGL, or the emulated chip.
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
}

/// The class of a device: methods are measured on each class, and chosen by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Class {
    /// A driver that draws on the CPU.
    Software,
    /// A GPU.
    Hardware,
}

/// The loops that a device runs.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LoopSupport {
    /// No loops: they have to be unrolled.
    None,
    /// Loops whose number of iterations is known when a kernel is prepared.
    Counted,
    /// All loops, also those whose end depends on data.
    Dynamic,
}

/// The features of a device's passes. Methods that need more are skipped by default; a method that is chosen by name is an
/// error that says what is missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Features {
    /// Whether kernels have 32-bit integers, and see the bits of floats.
    pub integers: bool,
    /// Whether fragments can branch.
    pub branches: bool,
    /// The loops that kernels can run.
    pub loops: LoopSupport,
    /// Whether neighbouring texels can lie in the layers of one texture.
    pub array_textures: bool,
    /// Whether the render targets of a pass can have different formats, for elements of different types.
    pub mixed_formats: bool,
    /// The maximum number of instructions of a kernel, with its loops unrolled if they have to be: 64 on the first such chip;
    /// `u32::MAX` if the limit does not matter in practice.
    pub instructions: u32,
    /// The maximum number of texture indirections: the length of a chain of fetches that depend on each other, including the first
    /// fetch. 4 on the first chips; `u32::MAX` if there is no limit.
    pub indirections: u32,
    /// The largest whole number up to which positions are exact.
    pub exact_integer: u32,
    /// Whether there are infinities, and arithmetic produces them.
    pub infinities: bool,
    /// Whether there are NaNs, and arithmetic propagates them.
    pub nan: bool,
}

impl Features {
    /// The features of a device that can do everything.
    pub const ALL: Features = Features {
        integers: true,
        branches: true,
        loops: LoopSupport::Dynamic,
        array_textures: true,
        mixed_formats: true,
        instructions: u32::MAX,
        indirections: u32::MAX,
        exact_integer: i32::MAX as u32,
        infinities: true,
        nan: true,
    };

    /// Returns whether an int of a kernel can hold this number. If floats hold ints, an int can hold the numbers up to
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

    /// Returns the number that a stored infinity reads back as. On chips with floats of 24 bits, which have no infinity, it is the
    /// largest number, 2^65 - 2^48.
    pub fn stored_infinity(&self) -> f32 {
        if self.nan { f32::INFINITY } else { f32::from_bits(0x5FFF_FF80) }
    }
}

/// A float format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Format {
    /// Its name.
    pub name: &'static str,
    /// Whether it can be rendered to: a value rendered to it was read back unchanged.
    pub renders: bool,
}

/// The limits of compute shaders, an optional capability: see [`Device::compute`](crate::Device::compute).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Compute {
    /// The maximum number of invocations of a work group.
    pub invocations: usize,
    /// The maximum number of bytes of a work group's shared memory.
    pub shared_bytes: usize,
    /// The maximum number of work groups along x, y and z.
    pub groups: [usize; 3],
    /// The maximum size of a buffer in bytes.
    pub buffer_bytes: usize,
    /// Whether a shader can forbid its compiler to rearrange arithmetic (`precise`: GLSL 4.00, GLSL ES 3.20).
    pub precise: bool,
}
