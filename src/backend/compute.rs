//! Compute shaders: an optional capability of a backend, besides the fragment pipeline.

use crate::geometry::Rect;

use super::{BackendError, BufferId, ProgramId, TextureId, Value};

/// A compute kernel: its typed declarations, and its body in the GLSL that OpenGL 4.3 and OpenGL ES 3.1 share.
#[derive(Clone, Debug)]
pub struct ComputeModule {
    /// Its name, for messages and debuggers.
    pub name: String,
    /// The type that the word `element` stands for in the kernel.
    pub element: &'static str,
    /// The number of invocations of a work group: a power of two.
    pub threads: usize,
    /// Its buffers, in the order of their bindings.
    pub buffers: Vec<ComputeBuffer>,
    /// Its samplers, in the order in which a [`Dispatch`] gives their textures.
    pub samplers: Vec<String>,
    /// Its constants, each with its type, in the order in which a [`Dispatch`] gives their values.
    pub constants: Vec<(String, String)>,
    /// The lines of its body. A line that held a declaration is empty.
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

/// What a compute kernel does with a buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BufferAccess {
    /// The kernel reads the buffer.
    Read,
    /// The kernel writes the buffer.
    Write,
    /// The kernel reads and writes the buffer.
    ReadWrite,
    /// The kernel reads and writes the buffer, and other work groups may see what one has written before the dispatch ends.
    Coherent,
}

/// A compute shader to run.
#[derive(Clone, Debug)]
pub struct Dispatch<'a> {
    /// The shader that each invocation runs.
    pub program: ProgramId,
    /// A buffer for each of the shader's bindings, from 0.
    pub buffers: &'a [BufferId],
    /// A texture for each of its samplers.
    pub samplers: &'a [TextureId],
    /// A value for each of its uniforms.
    pub uniforms: &'a [Value],
    /// The number of work groups along x, y and z.
    pub groups: [usize; 3],
    /// The total number of invocations.
    pub invocations: usize,
}

/// Why a compute kernel did not compile.
#[derive(Debug)]
pub enum CompileFailure {
    /// The compiler refused it.
    Refused {
        /// The compiler's log.
        log: String,
        /// The compiler's messages about single lines of the body, with the line's number from 0.
        lines: Vec<(usize, String)>,
    },
    /// Something else went wrong.
    Other(BackendError),
}

/// Executes compute shaders: an optional capability of a [`Backend`](super::Backend). Later calls see what a call has written.
///
/// The callers have checked all sizes, which are multiples of 32-bit words.
pub trait ComputeBackend {
    /// Creates a buffer with undefined content.
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
    /// Compiles a compute kernel.
    fn compile_compute(&self, module: &ComputeModule) -> Result<ProgramId, CompileFailure>;
    /// Returns the text of a compute kernel in the backend's own language, for people to read; none if the backend has no such
    /// language.
    fn compute_text(&self, _module: &ComputeModule) -> Option<String> {
        None
    }
    /// Deletes a compute shader.
    fn delete_program(&self, program: ProgramId);
    /// Runs a compute shader.
    fn dispatch(&self, dispatch: &Dispatch) -> Result<(), BackendError>;
}
