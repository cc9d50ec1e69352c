//! The backend interface: a [`Backend`] executes passes. The code above does not know whether the backend is OpenGL ([`gl`]), or for
//! example an emulator of the fragment processor, an interpreter, or a recorder in a test.
//!
//! The interface is typed. Kernels are passed as [`Kernel`]s of the intermediate representation, the layout of streams in their
//! textures as [`Geometry`], and constants as [`Value`]s. The cost of a pass is returned. Each backend decides which text is generated
//! for a kernel and in how many variants, how constants are packed, and which compiled programs are cached. Compute shaders are a
//! separate, optional capability, [`ComputeBackend`]. Compute kernels are written in GLSL.

pub(crate) mod adapter;
pub(crate) mod emulator;
pub mod gl;

use std::rc::Rc;
use std::time::Duration;

use serde::Serialize;

use crate::fragment_operations::{DepthStencilTexel, FragmentOperations};
use crate::fragment_program::cost::{Direction, Predicted};
use crate::geometry::{Geometry, Layout, Rect};
use crate::ir::Kernel;

pub use crate::layouts::PassLayouts;
pub use crate::value::Value;

mod compute;
mod error;
mod fit;
mod foreign;
mod info;
mod listing;
mod programs;
mod sampling;
mod texture_spec;

pub use adapter::Adapter;
pub use compute::{BufferAccess, CompileFailure, ComputeBackend, ComputeBuffer, ComputeModule, Dispatch};
pub use emulator::debug;
pub use error::{BackendError, RejectedKernel};
pub use fit::{Fit, ResourceUse};
pub use foreign::ForeignTexture;
pub use info::{BlendSupport, Class, Compute, DeviceInfo, Features, Format, Limits, LoopSupport};
pub use listing::{Corners, ListingPass, Texels};
pub use sampling::{Sampling, Wrap};
pub use texture_spec::{Channel, TextureSpec};

/// The identifier of a texture of a backend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureId(pub u32);

/// The identifier of a kernel that a backend has prepared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KernelId(pub u32);

/// The identifier of a compiled compute shader of a backend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProgramId(pub u32);

/// The identifier of a buffer of a backend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BufferId(pub u32);

/// The identifier of a timer of a backend, which may be running or stopped.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimerId(pub u32);

/// The identifier of an occlusion query of a backend.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct QueryId(pub u32);

/// The identifier of a sequence of passes that a backend can draw repeatedly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct SequenceId(pub u32);

/// The destination of a draw or write: a texture, or one of its layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RenderTarget {
    /// The texture.
    pub texture: TextureId,
    /// The layer, from 0.
    pub layer: usize,
}

impl From<TextureId> for RenderTarget {
    fn from(texture: TextureId) -> RenderTarget {
        RenderTarget { texture, layer: 0 }
    }
}

/// A stream that a pass reads: a texture, and the positions of the elements in it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InputBinding {
    /// The texture.
    pub texture: TextureId,
    /// The positions of the elements in the texture.
    pub geometry: Geometry,
    /// The number of layers of the texture. If there are several, neighbouring elements are in different layers: element `i` is in
    /// layer `i mod layers`.
    pub layers: usize,
}

/// Where the points of a pass come from, and where they go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PointsBinding {
    /// The stream that has a place for each point: the index of an element of the outputs, or its column and row. It is plain.
    pub places: InputBinding,
    /// Whether places are columns and rows.
    pub column_row: bool,
    /// How the places reach the vertices.
    pub source: PointSource,
    /// The number of columns and rows of texels that a point covers.
    pub size: usize,
    /// The positions of the elements in all render targets.
    pub target: Geometry,
}

impl PointsBinding {
    /// Returns the column and row of the first texel of a point, or `None` if there is no such element, or the point does not fit there.
    /// `place` has the first two numbers of the point's place.
    pub fn texel(&self, place: [f32; 2]) -> Option<(usize, usize)> {
        let (target, [x, y]) = (&self.target, place.map(f64::from));
        let below = |number: f64, count: usize| number >= 0.0 && number < count as f64;
        let index = match self.column_row {
            true => (below(x, target.row) && below(y, target.rows())).then(|| y as usize * target.row + x as usize)?,
            false => below(x, target.count).then_some(x as usize)?,
        };
        let (column, row, _) = target.texel_of(index);
        let fits = index < target.count && column + self.size <= target.width && row + self.size <= target.height;
        fits.then_some((column, row))
    }
}

/// How the places of points reach the vertices.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointSource {
    /// Each vertex fetches its place from the texture.
    VertexTexture,
    /// The places are copied into a buffer of vertices, on the device.
    Buffer,
}

/// A pass that is to be drawn.
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    /// The kernel, which runs for each element.
    pub kernel: KernelId,
    /// A stream for each of the kernel's inputs.
    pub inputs: &'a [InputBinding],
    /// A value for each of the kernel's constants.
    pub constants: &'a [Value],
    /// A render target for each of the kernel's outputs. All have the same size.
    pub targets: &'a [RenderTarget],
    /// The positions of the elements that are computed. Without points, these are their positions in all render targets.
    pub output: Geometry,
    /// The value of the components past the last element in the last texel. `None` if these components may have any value.
    pub fill: Option<f32>,
    /// The texels that are drawn, as rectangles that do not overlap. With points, all texels of `output`.
    pub rects: &'a [Rect],
    /// Where the elements go, if each is drawn as a point.
    pub points: Option<PointsBinding>,
    /// What happens to the fragments.
    pub operations: FragmentOperations,
    /// The depth and stencil buffer, of the size of the render targets, if the operations need one.
    pub depth_stencil: Option<TextureId>,
    /// The query that counts the fragments that pass all tests.
    pub query: Option<QueryId>,
}

impl Draw<'_> {
    /// Returns the columns and rows of the render targets.
    pub(crate) fn target_size(&self) -> (usize, usize) {
        let geometry = self.points.map_or(self.output, |points| points.target);
        (geometry.width, geometry.height)
    }

    /// Calls `work` with the layouts of the pass's streams.
    pub(crate) fn with_layouts<R>(&self, work: impl FnOnce(&PassLayouts) -> R) -> R {
        let inputs: Vec<_> = self.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
        work(&PassLayouts { inputs: &inputs, constants: self.constants, output: self.output, fill: self.fill })
    }
}

/// The cost of a pass, as far as the backend knows it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PassCost {
    /// The number of fragments that ran, one for each texel drawn.
    pub fragments: u64,
    /// The number of instructions that all fragments together executed. Only an emulator counts them.
    pub instructions: Option<u64>,
    /// The number of texels that all fragments together fetched. Only an emulator counts them.
    pub fetches: Option<u64>,
    /// The time that the pass would have taken on the emulated chip, if there is a [model](crate::fragment_program::cost) of the chip.
    pub predicted: Option<Predicted>,
}

impl std::ops::AddAssign for PassCost {
    fn add_assign(&mut self, other: PassCost) {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a? + b?);
        self.fragments += other.fragments;
        self.instructions = sum(self.instructions, other.instructions);
        self.fetches = sum(self.fetches, other.fetches);
        self.predicted = self.predicted.zip(other.predicted).map(|(mut sum, other)| {
            sum += other;
            sum
        });
    }
}

/// The result of a [`Draw`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawn {
    /// The total cost of all its passes.
    pub cost: PassCost,
    /// The passes that were drawn, if the kernel was too large for one pass. Otherwise it is empty.
    pub parts: Vec<DrawnPart>,
}

impl From<PassCost> for Drawn {
    fn from(cost: PassCost) -> Drawn {
        Drawn { cost, parts: Vec::new() }
    }
}

/// One of several passes of a kernel.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DrawnPart {
    /// The cost of the pass.
    pub cost: PassCost,
    /// The inputs of the kernel that it read.
    pub inputs: Vec<usize>,
    /// The outputs of the kernel that it wrote.
    pub outputs: Vec<usize>,
    /// The number of channels of each intermediate texture that it read.
    pub read: Vec<usize>,
    /// The number of channels of each intermediate texture that it wrote.
    pub written: Vec<usize>,
}

/// A function that returns a backend, or one of its own that calls it: see [`DeviceBuilder::wrapped_by`](crate::DeviceBuilder::wrapped_by).
pub type WrapBackend = fn(Box<dyn Backend>) -> Box<dyn Backend>;

/// Executes passes (see the documentation of this module).
///
/// The caller has checked sizes, types and names. Texels are passed row by row, in the order of element indices, as 32-bit words.
/// Floats are passed as their bits.
pub trait Backend {
    /// Returns the properties of the device.
    fn info(&self) -> &DeviceInfo;
    /// Creates a texture with undefined content.
    fn create_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError>;
    /// Deletes a texture.
    fn delete_texture(&self, texture: TextureId);
    /// Uses a texture of the owner of the context. When it is deleted here, the owner keeps it.
    ///
    /// # Errors
    /// Fails if the backend has no textures that others can make, or if there is no such texture.
    fn borrow_texture(&self, _texture: ForeignTexture, _spec: TextureSpec) -> Result<TextureId, BackendError> {
        Err(BackendError::Driver { during: "borrowing a texture", what: "the device does not use OpenGL".to_owned() })
    }
    /// Replaces the texels of a rectangle.
    fn write_texture(&self, target: RenderTarget, rect: Rect, texels: &[u32]) -> Result<(), BackendError>;
    /// Reads the texels of a rectangle.
    fn read_texture(&self, source: RenderTarget, rect: Rect, texels: &mut [u32]) -> Result<(), BackendError>;
    /// Prepares a kernel, so that it can be drawn.
    ///
    /// # Errors
    /// Fails if the device cannot run the kernel. The error says which feature is missing, or contains the driver's message with its
    /// place in the kernel's source.
    fn prepare(&self, kernel: &Rc<Kernel>) -> Result<KernelId, BackendError>;
    /// Deletes a kernel.
    fn delete_kernel(&self, kernel: KernelId);
    /// Returns the resources that a kernel takes for streams of these layouts, their limits, and the number of passes that it would be
    /// drawn in. Nothing is drawn. Programs that are compiled for this are cached for [`draw`](Backend::draw).
    ///
    /// # Errors
    /// Fails if the device cannot run the kernel for streams of these layouts. The error says which feature is missing.
    fn fits(&self, kernel: KernelId, layouts: &PassLayouts) -> Result<Fit, BackendError>;
    /// Draws a pass, or several passes if the kernel is too large for one.
    fn draw(&self, draw: &Draw) -> Result<Drawn, BackendError>;
    /// Returns whether [`debug`](Backend::debug) executes fragments. If it does, replays keep what the tests of a pass depend on.
    fn has_debugger(&self) -> bool {
        false
    }
    /// Executes a pass for the fragment in one column and row, instruction by instruction, without writing anything. Returns a fragment
    /// for each program of the pass, in the order in which they run. The result is empty if the backend has no debugger. The inputs of
    /// the pass must not have been overwritten since it was drawn.
    ///
    /// # Errors
    /// The same as for [`draw`](Backend::draw).
    fn debug(&self, _draw: &Draw, _fragment: (usize, usize)) -> Result<Vec<debug::Fragment>, BackendError> {
        Ok(Vec::new())
    }
    /// Draws a rectangle with a program from a listing. Returns the content of each render target, the depth as the last if the program
    /// writes one, and the cost. The chip of the pass is that of the backend.
    ///
    /// # Errors
    /// The device cannot draw with the program, or something that it reads is not given.
    fn draw_listing(&self, pass: &ListingPass) -> Result<(Vec<Texels>, PassCost), BackendError> {
        Err(BackendError::Lacks {
            kernel: pass.program.name.clone(),
            what: "fragment programs".to_owned(),
            device: self.info().renderer.clone(),
        })
    }
    /// Sets all texels of a depth and stencil buffer.
    ///
    /// # Errors
    /// Fails if the backend has no such buffers.
    fn clear_depth_stencil(&self, _buffer: TextureId, _texel: DepthStencilTexel) -> Result<(), BackendError> {
        Err(self.lacks("a depth and stencil buffer"))
    }
    /// Averages the texels of a texture by its mip levels: each texel of a level is the mean of 2 × 2 texels of the level before. Copies the
    /// last level, of one texel, to the texture `to`, which has one texel of as many channels. `from` is a square float texture whose side is
    /// a power of two, with [all mip levels](TextureSpec::mip_levels).
    ///
    /// # Errors
    /// The device has no [`float_mip_levels`](Features::float_mip_levels).
    fn average(&self, _from: TextureId, _to: TextureId) -> Result<(), BackendError> {
        Err(self.lacks("mip levels of float textures"))
    }
    /// Creates an occlusion query that has counted nothing.
    ///
    /// # Errors
    /// Fails if the backend has no queries.
    fn create_query(&self) -> Result<QueryId, BackendError> {
        Err(self.lacks("an occlusion query"))
    }
    /// Deletes an occlusion query.
    fn delete_query(&self, _query: QueryId) {}
    /// Returns whether the passes of an occlusion query have ended, without waiting for them.
    ///
    /// # Errors
    /// Fails if there is no such query.
    fn query_is_ready(&self, _query: QueryId) -> Result<bool, BackendError> {
        Err(self.lacks("an occlusion query"))
    }
    /// Waits for the passes of an occlusion query, and returns how many of their fragments passed all tests. If the device has no
    /// [`fragment_counts`](Features::fragment_counts), each pass counts 1 at most.
    ///
    /// # Errors
    /// Fails if there is no such query, or if waiting is not possible.
    fn query_result(&self, _query: QueryId) -> Result<u64, BackendError> {
        Err(self.lacks("an occlusion query"))
    }
    /// Returns the error for something that the backend does not have.
    fn lacks(&self, what: &str) -> BackendError {
        let (what, needs) = (what.to_owned(), "a device that draws: OpenGL, or an emulated chip".to_owned());
        BackendError::Unsupported { what, needs, device: self.info().renderer.clone() }
    }
    /// Begins a batch of work, during which nothing else uses the backend's interface (OpenGL). Batches may be nested.
    fn begin_batch(&self) {}
    /// Ends the batch that was begun last.
    fn end_batch(&self) {}
    /// Waits until all submitted work is complete.
    fn finish(&self) -> Result<(), BackendError>;
    /// Starts a timer of the device's work. Returns `None` if the device has no timer, or if a timer is running already.
    fn start_timer(&self) -> Result<Option<TimerId>, BackendError> {
        Ok(None)
    }
    /// Stops a timer, and waits for the measured time. Returns `None` if the measurement is invalid.
    fn stop_timer(&self, _timer: TimerId) -> Result<Option<Duration>, BackendError> {
        Ok(None)
    }
    /// Prepares passes so that [`replay`](Backend::replay) can draw them with as few calls as possible. Returns `None` if the backend
    /// does not support this.
    fn sequence(&self, _passes: &[Draw]) -> Result<Option<SequenceId>, BackendError> {
        Ok(None)
    }
    /// Draws the passes of a sequence. Nothing that they read or write may have been deleted. The time that [`draw`](Backend::draw)
    /// takes in addition is the overhead of the backend.
    ///
    /// # Errors
    /// Fails if the sequence does not exist any more.
    fn replay(&self, sequence: SequenceId) -> Result<(), BackendError> {
        Err(BackendError::Driver {
            during: "drawing passes again",
            what: format!("there is no sequence {}", sequence.0),
        })
    }
    /// Deletes a sequence.
    fn delete_sequence(&self, _sequence: SequenceId) {}
    /// Predicts how many seconds a transfer of this size would have taken on the emulated chip. Returns `None` if there is no
    /// [model](crate::fragment_program::cost) of the chip.
    fn predicted_transfer(&self, _bytes: usize, _direction: Direction) -> Option<f64> {
        None
    }
    /// Returns the name of a texture in the interface below the backend (OpenGL), if there is one.
    fn native_texture(&self, _texture: TextureId) -> Option<u32> {
        None
    }
    /// Binds a texture to the active unit, where the owner of the context can ask for it, since textures have no names in a browser.
    ///
    /// # Errors
    /// Fails if the backend has no textures that others can use.
    fn expose_texture(&self, _texture: TextureId) -> Result<(), BackendError> {
        Err(BackendError::Driver { during: "looking up a texture", what: "the device does not use OpenGL".to_owned() })
    }
    /// Returns the text of a kernel in the backend's own language, for people to read. All streams have the given layout. Returns
    /// `None` if the backend has no such language.
    fn kernel_text(&self, _kernel: &Kernel, _layout: Layout) -> Option<String> {
        None
    }
    /// Returns the backend of compute shaders, if [`DeviceInfo::compute`] says that the device has them.
    fn compute(&self) -> Option<&dyn ComputeBackend> {
        None
    }
    /// Returns what users need in order to get compute shaders, as text for people, for the case that this device has none.
    fn compute_requirements(&self) -> &'static str {
        "another backend"
    }
}
