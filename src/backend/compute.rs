//! Compute shaders: an optional capability of a backend, in addition to the fragment pipeline.

use crate::geometry::Rect;

use super::{BackendError, BufferId, ProgramId, TextureId, Value};

/// A compute kernel: its typed declarations, and its body in the subset of GLSL that OpenGL 4.3 and OpenGL ES 3.1 share.
#[derive(Clone, Debug)]
pub struct ComputeModule {
    /// Its name, for messages and debuggers.
    pub name: String,
    /// The type that the word `element` in the kernel stands for.
    pub element: &'static str,
    /// The number of invocations of a work group. It is a power of two.
    pub threads: usize,
    /// Its buffers, in the order of their bindings.
    pub buffers: Vec<ComputeBuffer>,
    /// Its samplers, in the order of the textures in a [`Dispatch`].
    pub samplers: Vec<String>,
    /// Its constants, each with its type, in the order of the values in a [`Dispatch`].
    pub constants: Vec<(String, String)>,
    /// The lines of its body. A line that contained a declaration is empty.
    pub body: Vec<String>,
}

/// A buffer of a compute kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ComputeBuffer {
    /// Its name.
    pub name: String,
    /// The type of its elements.
    pub ty: String,
    /// The kernel's access to it.
    pub access: BufferAccess,
}

/// How a compute kernel accesses a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferAccess {
    /// The kernel reads the buffer.
    Read,
    /// The kernel writes the buffer.
    Write,
    /// The kernel reads and writes the buffer.
    ReadWrite,
    /// The kernel reads and writes the buffer. Other work groups may see what one work group has written before the dispatch ends.
    Coherent,
}

/// A dispatch of a compute shader.
#[derive(Clone, Debug)]
pub struct Dispatch<'a> {
    /// The shader that each invocation runs.
    pub program: ProgramId,
    /// A buffer for each of the shader's bindings, from 0.
    pub buffers: &'a [BufferId],
    /// A texture for each of the shader's samplers.
    pub samplers: &'a [TextureId],
    /// A value for each of the shader's uniforms.
    pub uniforms: &'a [Value],
    /// The number of work groups along x, y and z.
    pub groups: [usize; 3],
    /// The total number of invocations.
    pub invocations: usize,
}

/// Why a compute kernel cannot be compiled.
#[derive(Debug)]
pub enum CompileFailure {
    /// The compiler rejected the kernel.
    Refused {
        /// The compiler's log.
        log: String,
        /// The compiler's messages about single lines of the body, each with the line's index, from 0.
        lines: Vec<(usize, String)>,
    },
    /// Another error of the backend.
    Other(BackendError),
}

/// Executes compute shaders. This is an optional capability of a [`Backend`](super::Backend). Whatever a call writes is visible to
/// later calls.
///
/// The caller has checked all sizes. They are multiples of 32-bit words.
pub trait ComputeBackend {
    /// Creates a buffer with undefined content.
    fn create_buffer(&self, bytes: usize) -> Result<BufferId, BackendError>;
    /// Deletes a buffer.
    fn delete_buffer(&self, buffer: BufferId);
    /// Overwrites the bytes from `start` on.
    fn write_buffer(&self, buffer: BufferId, start: usize, bytes: &[u8]) -> Result<(), BackendError>;
    /// Reads the bytes from `start` on.
    fn read_buffer(&self, buffer: BufferId, start: usize, bytes: &mut [u8]) -> Result<(), BackendError>;
    /// Copies floats from byte `start` on into the texels of a rectangle, row by row. The data stay on the device.
    fn copy_to_texture(
        &self,
        buffer: BufferId,
        start: usize,
        texture: TextureId,
        rect: Rect,
    ) -> Result<(), BackendError>;
    /// Compiles a compute kernel.
    fn compile_compute(&self, module: &ComputeModule) -> Result<ProgramId, CompileFailure>;
    /// Returns the text of a compute kernel in the backend's own language, for people to read. Returns `None` if the backend has no
    /// such language.
    fn compute_text(&self, _module: &ComputeModule) -> Option<String> {
        None
    }
    /// Deletes a compute shader.
    fn delete_program(&self, program: ProgramId);
    /// Runs a compute shader.
    fn dispatch(&self, dispatch: &Dispatch) -> Result<(), BackendError>;
}
