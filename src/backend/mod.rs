//! The backend interface: a [`Backend`] executes passes. The code that uses it does not know whether the backend is OpenGL
//! ([`gl`]) or something else: an emulator of the fragment processor, an interpreter, or a recorder in a test.
//!
//! The interface is typed. Kernels are passed as [`Kernel`]s of the intermediate representation, the layout of streams in their
//! textures as [`Geometry`], and constants as [`Value`]s; the cost of a pass is returned. Each backend decides which text a
//! kernel becomes, in how many variants, how constants are packed, and which compiled programs are kept. Compute shaders are a
//! separate, optional capability, [`ComputeBackend`]: their kernels are files of GLSL.

pub(crate) mod emulator;
pub mod gl;

use std::rc::Rc;
use std::time::Duration;

use crate::fragment_program::cost::{Direction, Predicted};
use crate::geometry::{Geometry, Layout, Rect};
use crate::ir::Kernel;

pub use crate::layouts::Layouts;
pub use crate::value::Value;

mod compute;
mod error;
mod fit;
mod info;
mod programs;

pub use compute::{BufferAccess, CompileFailure, ComputeBackend, ComputeBuffer, ComputeModule, Dispatch};
pub use emulator::{ListingPass, Texels, debug};
pub use error::{BackendError, RejectedKernel};
pub use fit::{Fit, ResourceUse};
pub use info::{Class, Compute, DeviceInfo, Features, Format, Limits, LoopSupport};

/// A texture of a backend, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureId(pub u32);

/// A kernel that a backend has prepared, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct KernelId(pub u32);

/// A compiled compute shader of a backend, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ProgramId(pub u32);

/// A buffer of a backend, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct BufferId(pub u32);

/// A running or stopped timer of a backend, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TimerId(pub u32);

/// A sequence of passes that a backend can draw again, by number.
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

/// The type of a texture's channels, which have 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Channel {
    /// A float.
    #[default]
    Float,
    /// A signed integer.
    Int,
    /// An unsigned integer.
    Uint,
}

/// The description of a texture: its extents in texels, 1, 2 or 4 channels of 32 bits, and its layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureSpec {
    /// The number of texels per row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of channels of a texel: 1, 2 or 4.
    pub channels: usize,
    /// The type of the channels.
    pub ty: Channel,
    /// The number of layers. A texture with more than one is an array texture: it is read with a layer, and each layer is a
    /// render target of its own.
    pub layers: usize,
}

impl TextureSpec {
    /// Returns the description of a texture of floats.
    pub fn floats(width: usize, height: usize, channels: usize, layers: usize) -> TextureSpec {
        TextureSpec { width, height, channels, ty: Channel::Float, layers }
    }

    /// Returns the size of the whole texture in bytes.
    pub fn bytes(&self) -> usize {
        self.width * self.height * self.channels * self.layers * 4
    }
}

/// A stream that a pass reads: where its elements lie in a texture.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InputBinding {
    /// The texture.
    pub texture: TextureId,
    /// How the elements lie in it.
    pub geometry: Geometry,
    /// The number of its layers. With more than one, neighbouring elements are in different layers: element `i` is in layer `i
    /// mod layers`.
    pub layers: usize,
}

/// A pass to draw.
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    /// The kernel to run for each element.
    pub kernel: KernelId,
    /// A stream for each of the kernel's inputs.
    pub inputs: &'a [InputBinding],
    /// A value for each of its constants.
    pub constants: &'a [Value],
    /// A render target for each of its outputs, all of one size.
    pub targets: &'a [RenderTarget],
    /// How the elements of all outputs lie in them.
    pub output: Geometry,
    /// The value that fills the rest of the last texel, if the elements do not fill it; none if the rest may hold anything.
    pub fill: Option<f32>,
    /// The texels to draw: one or two rectangles that do not overlap.
    pub rects: &'a [Rect],
}

impl Draw<'_> {
    /// Calls `work` with the layouts of its streams.
    pub(crate) fn with_layouts<R>(&self, work: impl FnOnce(&Layouts) -> R) -> R {
        let inputs: Vec<_> = self.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
        work(&Layouts { inputs: &inputs, constants: self.constants, output: self.output, fill: self.fill })
    }
}

/// The cost of a pass, as far as the backend knows it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PassCost {
    /// Fragments that ran: one for each texel drawn.
    pub fragments: u64,
    /// Instructions that all fragments together executed; only an emulator counts them.
    pub instructions: Option<u64>,
    /// Texels that all fragments together fetched; only an emulator counts them.
    pub fetches: Option<u64>,
    /// The time that it would have taken on the emulated chip, if there is a [model](crate::fragment_program::cost) of the chip.
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
    /// The cost of all its passes together.
    pub cost: PassCost,
    /// The passes that it took, if the kernel was too large for one pass; otherwise empty.
    pub parts: Vec<DrawnPart>,
}

impl From<PassCost> for Drawn {
    fn from(cost: PassCost) -> Drawn {
        Drawn { cost, parts: Vec::new() }
    }
}

/// One of several passes that a kernel was drawn in.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DrawnPart {
    /// The cost of the pass.
    pub cost: PassCost,
    /// The inputs of the kernel that it read.
    pub inputs: Vec<usize>,
    /// The outputs of the kernel that it wrote.
    pub outputs: Vec<usize>,
    /// The channels of each intermediate texture that it read.
    pub read: Vec<usize>,
    /// The channels of each intermediate texture that it wrote.
    pub written: Vec<usize>,
}

/// Executes passes: see the documentation of this module.
///
/// The callers have checked sizes, types and names. Texels are passed row by row, in the order of element indices, as 32-bit words;
/// floats are passed as their bits.
pub trait Backend {
    /// Returns what the device is and what it can do.
    fn info(&self) -> &DeviceInfo;
    /// Creates a texture with undefined content.
    fn create_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError>;
    /// Deletes a texture.
    fn delete_texture(&self, texture: TextureId);
    /// Replaces the texels of a rectangle.
    fn write_texture(&self, target: RenderTarget, rect: Rect, texels: &[u32]) -> Result<(), BackendError>;
    /// Reads the texels of a rectangle.
    fn read_texture(&self, source: RenderTarget, rect: Rect, texels: &mut [u32]) -> Result<(), BackendError>;
    /// Prepares a kernel, so that it can be drawn.
    ///
    /// # Errors
    /// A kernel that the device cannot run. The error says what is missing, or has the driver's message with its place in the
    /// kernel's text.
    fn prepare(&self, kernel: &Rc<Kernel>) -> Result<KernelId, BackendError>;
    /// Deletes a kernel.
    fn delete_kernel(&self, kernel: KernelId);
    /// Returns the resources that a kernel takes for streams of these layouts, the limits, and the number of passes that it
    /// would be cut into. Nothing is drawn; programs that are compiled for the answer are kept for [`draw`](Backend::draw).
    ///
    /// # Errors
    /// A kernel that the device cannot run for streams of these layouts; the error says what is missing.
    fn fits(&self, kernel: KernelId, layouts: &Layouts) -> Result<Fit, BackendError>;
    /// Draws a pass, or several passes if the kernel is too large for one.
    fn draw(&self, draw: &Draw) -> Result<Drawn, BackendError>;
    /// Runs a pass for the fragment at one column and row, instruction by instruction, without writing anything. Returns a fragment
    /// for each program that the pass consists of, in the order in which they run; empty if the backend has no debugger. The inputs
    /// of the pass must not have been overwritten since it was drawn.
    ///
    /// # Errors
    /// As [`draw`](Backend::draw).
    fn debug(&self, _draw: &Draw, _fragment: (usize, usize)) -> Result<Vec<debug::Fragment>, BackendError> {
        Ok(Vec::new())
    }
    /// Waits until all submitted work is done.
    fn finish(&self) -> Result<(), BackendError>;
    /// Starts a timer of the device's work; none if the device has no timer, or if one is already running.
    fn start_timer(&self) -> Result<Option<TimerId>, BackendError>;
    /// Stops a timer, and waits for the measured time; none if the measurement is invalid.
    fn stop_timer(&self, timer: TimerId) -> Result<Option<Duration>, BackendError>;
    /// Prepares passes to be drawn with as few calls as possible, for [`replay`](Backend::replay); none if the backend does not
    /// support this.
    fn sequence(&self, _passes: &[Draw]) -> Result<Option<SequenceId>, BackendError> {
        Ok(None)
    }
    /// Draws the passes of a sequence. Nothing that they read or write may have been deleted. The additional time that a pass takes
    /// in [`draw`](Backend::draw) is the backend's own work.
    ///
    /// # Errors
    /// A sequence that does not exist any more.
    fn replay(&self, sequence: SequenceId) -> Result<(), BackendError> {
        Err(BackendError::Driver {
            during: "drawing passes again",
            what: format!("there is no sequence {}", sequence.0),
        })
    }
    /// Deletes a sequence.
    fn delete_sequence(&self, _sequence: SequenceId) {}
    /// Predicts how many seconds a transfer of this size would have taken on the emulated chip; none if there is no
    /// [model](crate::fragment_program::cost) of the chip.
    fn predicted_transfer(&self, _bytes: usize, _direction: Direction) -> Option<f64> {
        None
    }
    /// Returns the number of a texture in the interface below the backend (OpenGL), if there is one.
    fn native_texture(&self, texture: TextureId) -> Option<u32>;
    /// Returns the text of a kernel in the backend's own language, for streams that all have this layout, for people to read.
    /// None if the backend has no such language.
    fn kernel_text(&self, _kernel: &Kernel, _layout: Layout) -> Option<String> {
        None
    }
    /// Returns the backend of compute shaders, if [`DeviceInfo::compute`] says that the device has them.
    fn compute(&self) -> Option<&dyn ComputeBackend> {
        None
    }
    /// Returns what one needs to get compute shaders, if this device has none, as text for people.
    fn compute_needs(&self) -> &'static str {
        "another backend"
    }
}
