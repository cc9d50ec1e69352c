//! The seam: [`Backend`] executes passes. Above it nobody knows whether it is OpenGL ([`gl`]) or something else: an emulator of
//! the fragment processor, an interpreter, or a recorder in a test.
//!
//! What crosses it is typed: kernels as [`Kernel`]s of the intermediate representation, where streams lie in their textures
//! as [`Geometry`], constants as [`Value`]s; what a pass cost comes back. Which text a kernel becomes, in how many variants, how
//! constants are packed, which compiled programs are kept: the backend's business. Compute shaders are a capability beside
//! it, [`ComputeBackend`]: their kernels are files of GLSL.

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

/// The type of a channel of a texture, of 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Channel {
    /// A float.
    #[default]
    Float,
    /// An integer with a sign.
    Int,
    /// An integer without one.
    Uint,
}

/// What a texture is: its extents in texels, 1, 2 or 4 channels of 32 bits, and its layers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextureSpec {
    /// Texels a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Channels of a texel: 1, 2 or 4.
    pub channels: usize,
    /// What they are.
    pub ty: Channel,
    /// Layers: with more than one it is an array texture, read with a layer, and each layer a render target of its own.
    pub layers: usize,
}

impl TextureSpec {
    /// A texture of floats.
    pub fn floats(width: usize, height: usize, channels: usize, layers: usize) -> TextureSpec {
        TextureSpec { width, height, channels, ty: Channel::Float, layers }
    }

    /// Bytes of the whole texture.
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
    /// Its layers: with more than one, neighbouring elements are in different ones, element `i` in layer `i mod layers`.
    pub layers: usize,
}

/// A pass to draw.
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    /// What to run for each element.
    pub kernel: KernelId,
    /// A stream for each of the kernel's inputs.
    pub inputs: &'a [InputBinding],
    /// A value for each of its constants.
    pub constants: &'a [Value],
    /// A render target for each of its outputs, all of one size.
    pub targets: &'a [Target],
    /// How the elements of all outputs lie in them.
    pub output: Geometry,
    /// What the rest of a last texel is filled with, where its elements end before it does; none: anything.
    pub fill: Option<f32>,
    /// The texels to run it for: one or two rectangles that do not overlap.
    pub rects: &'a [Rect],
}

impl Draw<'_> {
    /// Does something with the layouts of its streams.
    pub(crate) fn with_layouts<R>(&self, work: impl FnOnce(&Layouts) -> R) -> R {
        let inputs: Vec<_> = self.inputs.iter().map(|input| (input.geometry, input.layers)).collect();
        work(&Layouts { inputs: &inputs, constants: self.constants, output: self.output, fill: self.fill })
    }
}

/// What a pass cost, as far as the backend knows.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct PassCost {
    /// Fragments that ran: one for each texel drawn.
    pub fragments: u64,
    /// Instructions that they executed together; only an emulator counts them.
    pub instructions: Option<u64>,
    /// Texels that they fetched together; likewise.
    pub fetches: Option<u64>,
    /// How long it would have taken on the chip that is emulated, where there is a [model](crate::fragment_program::cost) of it.
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

/// What became of a [`Draw`].
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Drawn {
    /// What it cost, all its passes together.
    pub cost: PassCost,
    /// The passes that it took, where a kernel was too large for one; else none.
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
    /// What it cost.
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

/// Executes passes. See the module's documentation.
///
/// Sizes, types and names have been checked by the time a call gets here. Texels go row by row, `y` growing with the
/// element index, as 32-bit words: floats by their bits.
pub trait Backend {
    /// What it is and what it can do.
    fn info(&self) -> &DeviceInfo;
    /// Makes a texture; its content is undefined.
    fn create_texture(&self, spec: TextureSpec) -> Result<TextureId, BackendError>;
    /// Forgets a texture.
    fn delete_texture(&self, texture: TextureId);
    /// Replaces the texels of a rectangle.
    fn write_texture(&self, target: Target, rect: Rect, texels: &[u32]) -> Result<(), BackendError>;
    /// Reads the texels of a rectangle.
    fn read_texture(&self, source: Target, rect: Rect, texels: &mut [u32]) -> Result<(), BackendError>;
    /// Makes a kernel ready to run.
    ///
    /// # Errors
    /// A kernel that the device cannot run: what is missing, or what its driver said, with the place in the kernel's text.
    fn prepare(&self, module: &Rc<Kernel>) -> Result<KernelId, BackendError>;
    /// Forgets a kernel.
    fn delete_kernel(&self, kernel: KernelId);
    /// What a kernel takes for streams that lie so, what there is, and into how many passes it would be cut. Nothing is drawn;
    /// what is compiled for the answer is kept for [`draw`](Backend::draw).
    ///
    /// # Errors
    /// A kernel that the device cannot run for any streams that lie so: what is missing.
    fn fits(&self, kernel: KernelId, layouts: &Layouts) -> Result<Fit, BackendError>;
    /// Draws a pass: or several, where the kernel is too large for the device.
    fn draw(&self, draw: &Draw) -> Result<Drawn, BackendError>;
    /// Runs a pass for the fragment of one column and row, instruction by instruction, and writes nothing: a fragment for each program
    /// that the pass is, in the order in which they run. None where the backend executes no such programs. What the pass reads
    /// must not have been written since.
    ///
    /// # Errors
    /// As [`draw`](Backend::draw).
    fn debug(&self, _draw: &Draw, _fragment: (usize, usize)) -> Result<Vec<debug::Fragment>, BackendError> {
        Ok(Vec::new())
    }
    /// Waits until everything asked for is done.
    fn finish(&self) -> Result<(), BackendError>;
    /// Starts to time what the device does; none where it has no timer, or one runs already.
    fn start_timer(&self) -> Result<Option<TimerId>, BackendError>;
    /// Stops a timer and waits for its figure; none where the device lost count.
    fn stop_timer(&self, timer: TimerId) -> Result<Option<Duration>, BackendError>;
    /// Passes as the fewest calls that could draw them, for [`replay`](Backend::replay); none where there is no such thing.
    fn sequence(&self, _passes: &[Draw]) -> Result<Option<SequenceId>, BackendError> {
        Ok(None)
    }
    /// Draws the passes of a sequence: what a pass costs beside its calls is the backend's own work. Nothing that they read or
    /// write may have been deleted.
    ///
    /// # Errors
    /// A sequence that is gone.
    fn replay(&self, sequence: SequenceId) -> Result<(), BackendError> {
        Err(BackendError::Driver {
            during: "drawing passes again",
            what: format!("there is no sequence {}", sequence.0),
        })
    }
    /// Forgets a sequence.
    fn delete_sequence(&self, _sequence: SequenceId) {}
    /// How many seconds a transfer of so many bytes would have taken on the chip that is emulated, where there is a
    /// [model](crate::fragment_program::cost) of it.
    fn predicted_transfer(&self, _bytes: usize, _direction: Direction) -> Option<f64> {
        None
    }
    /// The number by which the backend's own interface knows a texture, where there is one.
    fn native_texture(&self, texture: TextureId) -> Option<u32>;
    /// The text of a kernel in the backend's own language, for streams that all lie in this layout, where it has one: to
    /// look at.
    fn kernel_text(&self, _module: &Kernel, _layout: Layout) -> Option<String> {
        None
    }
    /// The backend of compute shaders, where [`DeviceInfo::compute`] says that there are some.
    fn compute(&self) -> Option<&dyn ComputeBackend> {
        None
    }
    /// What has compute shaders, for people, where this device has none.
    fn compute_needs(&self) -> &'static str {
        "another backend"
    }
}
