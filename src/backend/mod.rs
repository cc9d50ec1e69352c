//! Backend: executes passes. Above the trait [`Backend`] nobody knows whether that is OpenGL ([`gl`]), an emulator of the
//! fragment processor, or a recorder in a test. Plain data crosses it, and nothing of OpenGL's.

mod error;
pub mod gl;

use std::time::Duration;

use serde::Serialize;

use crate::geometry::Rect;
use crate::glsl::Dialect;

pub use crate::value::Value;
pub use error::BackendError;

/// A texture of a backend, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureId(pub u32);

/// A compiled shader of a backend, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProgramId(pub u32);

/// A buffer of a backend, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BufferId(pub u32);

/// A running or stopped timer of a backend, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimerId(pub u32);

/// What is drawn into or written: a texture, or one of its layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Target {
    /// The texture.
    pub texture: TextureId,
    /// Which of its layers, from 0.
    pub layer: usize,
}

impl From<TextureId> for Target {
    fn from(texture: TextureId) -> Target {
        Target { texture, layer: 0 }
    }
}

/// What a texture is: its extents in texels, 1, 2 or 4 channels of 32-bit floats, and its layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureSpec {
    /// Texels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Floats a texel: 1, 2 or 4.
    pub channels: usize,
    /// Layers: with more than one it is an array texture, read with a layer, and each layer a render target of its own.
    pub layers: usize,
}

impl TextureSpec {
    /// Bytes of the whole texture.
    pub fn bytes(&self) -> usize {
        self.width * self.height * self.channels * self.layers * 4
    }
}

/// A shader to compile: the whole text, with the names of its samplers and its other uniforms in the order in which a
/// [`Draw`] gives their values. What it has no use for may be missing in the text, and is passed over.
#[derive(Clone, Debug)]
pub struct Shader {
    /// For messages and debuggers.
    pub name: String,
    /// The fragment shader, `#version` line and all.
    pub text: String,
    /// Its samplers.
    pub samplers: Vec<String>,
    /// Its other uniforms.
    pub uniforms: Vec<String>,
    /// How many render targets it writes.
    pub targets: usize,
}

/// A pass to draw.
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    /// What to run for each texel.
    pub program: ProgramId,
    /// A texture for each of the shader's samplers.
    pub samplers: &'a [TextureId],
    /// A value for each of its uniforms.
    pub uniforms: &'a [Value],
    /// The render targets, all of one size.
    pub targets: &'a [Target],
    /// The size of the render targets in texels.
    pub size: (usize, usize),
    /// The texels to run it for: one or two rectangles that do not overlap.
    pub rects: &'a [Rect],
}

/// Compile failure: why there is no program.
#[derive(Debug)]
pub enum CompileFailure {
    /// The compiler rejected it, with this log; line numbers count the lines of [`Shader::text`].
    Refused(String),
    /// Something else went wrong.
    Other(BackendError),
}

/// Backend: executes passes. See the module's documentation.
///
/// Sizes, types and names have been checked by the time a call gets here. Texels go row by row, `y` growing with the
/// element index, `channels` floats each.
pub trait Backend {
    /// What it is and what it can do.
    fn info(&self) -> &DeviceInfo;
    /// Makes a texture; its content is undefined.
    fn create_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError>;
    /// Deletes a texture.
    fn delete_texture(&self, texture: TextureId);
    /// Replaces the texels of a rectangle.
    fn write_texture(&self, target: Target, rect: Rect, texels: &[f32]) -> Result<(), BackendError>;
    /// Reads the texels of a rectangle; of a texture with layers, of the first.
    fn read_texture(&self, texture: TextureId, rect: Rect, texels: &mut [f32]) -> Result<(), BackendError>;
    /// Compiles a shader.
    fn compile(&self, shader: &Shader) -> Result<ProgramId, CompileFailure>;
    /// Deletes a program.
    fn delete_program(&self, program: ProgramId);
    /// Draws a pass.
    fn draw(&self, draw: &Draw) -> Result<(), BackendError>;
    /// Waits until everything asked for is done.
    fn finish(&self) -> Result<(), BackendError>;
    /// Starts to time what the device does; none where it has no timer, or one runs already.
    fn start_timer(&self) -> Result<Option<TimerId>, BackendError>;
    /// Stops a timer and waits for its figure; none where the device lost count.
    fn stop_timer(&self, timer: TimerId) -> Result<Option<Duration>, BackendError>;
    /// The number by which the backend's own interface knows a texture, where there is one.
    fn native_texture(&self, texture: TextureId) -> Option<u32>;
    /// The backend of compute shaders, where [`DeviceInfo::compute`] says that there are some.
    fn compute(&self) -> Option<&dyn ComputeBackend> {
        None
    }
}

/// A compute shader to compile, with the names of its samplers and uniforms in the order in which a [`Dispatch`] gives
/// their values. Its buffers have their numbers in the text.
#[derive(Clone, Debug)]
pub struct ComputeShader {
    /// For messages and debuggers.
    pub name: String,
    /// The compute shader, `#version` line and all.
    pub text: String,
    /// Its samplers.
    pub samplers: Vec<String>,
    /// Its other uniforms.
    pub uniforms: Vec<String>,
}

/// A compute shader to run.
#[derive(Clone, Debug)]
pub struct Dispatch<'a> {
    /// What each invocation runs.
    pub program: ProgramId,
    /// A buffer for each of the shader's bindings, from 0.
    pub buffers: &'a [BufferId],
    /// A texture for each of its samplers.
    pub samplers: &'a [TextureId],
    /// A value for each of its uniforms.
    pub uniforms: &'a [Value],
    /// Work groups along x, y and z.
    pub groups: [usize; 3],
    /// Invocations in all.
    pub invocations: usize,
}

/// Compute backend: executes compute shaders, a capability beside the [`Backend`]'s own. What a call writes, those after it see.
///
/// Sizes have been checked by the time a call gets here, and are whole 32-bit words.
pub trait ComputeBackend {
    /// Makes a buffer; its content is undefined.
    fn create_buffer(&self, bytes: usize) -> Result<BufferId, BackendError>;
    /// Deletes a buffer.
    fn delete_buffer(&self, buffer: BufferId);
    /// Replaces the bytes from `start` on.
    fn write_buffer(&self, buffer: BufferId, start: usize, bytes: &[u8]) -> Result<(), BackendError>;
    /// Reads the bytes from `start` on.
    fn read_buffer(&self, buffer: BufferId, start: usize, bytes: &mut [u8]) -> Result<(), BackendError>;
    /// Copies floats from `start` on (in bytes) into the texels of a rectangle, row by row, without reading them back.
    fn copy_to_texture(
        &self,
        buffer: BufferId,
        start: usize,
        texture: TextureId,
        rect: Rect,
    ) -> Result<(), BackendError>;
    /// Compiles a compute shader, which [`Backend::delete_program`] deletes.
    fn compile_compute(&self, shader: &ComputeShader) -> Result<ProgramId, CompileFailure>;
    /// Runs a compute shader.
    fn dispatch(&self, dispatch: &Dispatch) -> Result<(), BackendError>;
}

/// What a device is and what it can do, asked once.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct DeviceInfo {
    /// Who made the driver.
    pub vendor: String,
    /// The device, as its driver calls it.
    pub renderer: String,
    /// The version of the interface that the driver gave (it gives its newest).
    pub version: String,
    /// The dialect that kernels are written out in.
    pub dialect: Dialect,
    /// The limits that brooklet keeps to; a builder may have lowered them.
    pub limits: Limits,
    /// The float formats, and whether they can be rendered to: found by trying.
    pub formats: Vec<Format>,
    /// Whether the device can time its own work.
    pub timer_queries: bool,
    /// Compute shaders, where the context has them.
    pub compute: Option<Compute>,
}

impl DeviceInfo {
    /// Whether it is a driver that draws on the CPU, which the fastest methods do some things otherwise for: by its name.
    pub fn is_software(&self) -> bool {
        ["llvmpipe", "softpipe", "SwiftShader", "Microsoft Basic Render"]
            .iter()
            .any(|name| self.renderer.contains(name))
    }
}

/// What a pass may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Limits {
    /// Texels along a side of the largest texture.
    pub texture: usize,
    /// Render targets in a pass.
    pub targets: usize,
    /// Streams that a pass can read.
    pub samplers: usize,
}

/// A float format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Format {
    /// OpenGL's name for it.
    pub name: &'static str,
    /// Whether a value rendered to it came back.
    pub renders: bool,
}

/// Compute shaders, a capability beside the fragment pipeline: see [`Device::compute`](crate::Device::compute).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Compute {
    /// Most invocations of a work group.
    pub invocations: usize,
    /// Bytes that a work group can share.
    pub shared_bytes: usize,
    /// Most work groups along x, y and z.
    pub groups: [usize; 3],
    /// Bytes of the largest buffer.
    pub buffer_bytes: usize,
    /// Whether a shader can forbid its compiler to rearrange arithmetic (`precise`: GLSL 4.00, GLSL ES 3.20).
    pub precise: bool,
}
