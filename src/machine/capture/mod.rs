//! Captures: records of passes and dispatches, with all data that they read, which can be run again one by one.
//!
//! [`Device::capture`] runs some work and records each of its passes and dispatches as plain data: the kernel, the streams and
//! buffers that it read and wrote, its constants, and data that existed before. A [`Replay`] runs the same steps again, forward and
//! back, on its own textures and buffers. The streams and buffers of the current step can be inspected. An example program:
//! [capture and replay](crate::guide::examples#replay).
//!
//! ```
//! use brooklet::{Device, capture::Step, primitives::{self, Scan}, Operator};
//! let device = Device::headless()?;
//! let x = device.upload(&[3.0, 1.0, 7.0, 0.0])?;
//! let (sums, capture) = device.capture(|| primitives::scan_by(&x, &Operator::sum(), Scan::HillisSteele))?;
//! assert_eq!(sums.read()?, [3.0, 4.0, 11.0, 11.0]);
//! assert_eq!(capture.steps().len(), 2); // log₂ 4 passes
//!
//! let mut replay = capture.replay();
//! replay.seek(0)?;
//! let Step::Pass(first) = &capture.steps()[0] else { panic!("a pass") };
//! assert_eq!(replay.read(&first.outputs[0])?.to_floats(), [3.0, 4.0, 8.0, 7.0]);
//!
//! // Which elements made the third sum of the first pass?
//! let made = replay.fetches()?.of(2)?;
//! assert_eq!(made.fetches.iter().map(|fetch| fetch.element).collect::<Vec<_>>(), [Some(2), Some(1)]);
//! # Ok::<(), brooklet::Error>(())
//! ```

mod bare;
mod checkpoint;
mod contents;
mod debug;
mod execute;
mod fetches;
mod replay;

pub use super::step::{Binding, BufferBinding, DispatchStep, PassStep, ResourceId, Step};
pub use crate::error::CaptureError;
pub use bare::BareReplay;
pub use contents::Contents;
pub use fetches::Fetches;
pub use replay::Replay;

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::backend::{TextureId, TextureSpec};
use crate::error::Error;
use crate::geometry::Rect;
use crate::trace::Trace;

use super::device::{Device, Inner};
use super::recorder::{Command, Recorder, Resource};

/// A record of passes and dispatches, in order, with everything that is needed to run them again. [`Device::capture`] makes one.
pub struct Capture {
    device: Device,
    steps: Vec<Step>,
    trace: Trace,
    /// The commands in order: steps, and what happens between them.
    commands: Vec<Command>,
    /// The command that runs each step.
    commands_of_steps: Vec<usize>,
    resources: Vec<Resource>,
    /// The textures that were alive at the end.
    alive: FxHashMap<TextureId, ResourceId>,
}

/// Texels that a capture writes from main memory: the texture, the layer, the rectangle, and the words.
pub(crate) type Written<'a> = (ResourceId, usize, Rect, &'a [u32]);

impl Capture {
    /// Returns the passes and dispatches, in order.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the trace of everything that happened, with uploads and read backs.
    pub fn trace(&self) -> &Trace {
        &self.trace
    }

    /// Returns the device that the capture was made on, and on which its steps run again.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the text that the device's backend runs for a step, in the backend's own language, or `None` if there is no such
    /// text. The text of a pass is for streams in the layout of its first output.
    pub fn native_text(&self, step: &Step) -> Option<String> {
        let backend = self.device.backend();
        match step {
            Step::Pass(pass) => backend.kernel_text(pass.kernel.ir(), pass.output.layout),
            Step::Dispatch(dispatch) => backend.compute()?.compute_text(dispatch.module()),
        }
    }

    /// Returns the number in the capture of a texture that was alive when it ended.
    pub(crate) fn resource_of(&self, texture: TextureId) -> Option<ResourceId> {
        self.alive.get(&texture).copied()
    }

    /// Returns the description of a texture, or `None` for a buffer.
    pub(crate) fn texture_spec(&self, resource: ResourceId) -> Option<TextureSpec> {
        match self.resources[resource.0 as usize] {
            Resource::Texture(spec) => Some(spec),
            Resource::Buffer { .. } => None,
        }
    }

    /// Returns the texels that are written from main memory, in order.
    pub(crate) fn written(&self) -> impl Iterator<Item = Written<'_>> {
        self.commands.iter().filter_map(|command| match command {
            Command::Write { resource, layer, rect, words } => Some((*resource, *layer, *rect, &words[..])),
            _ => None,
        })
    }

    /// Returns a replay, which can run the steps again, one by one, on its own textures and buffers. No step has run in it yet.
    pub fn replay(self: &Rc<Capture>) -> Replay {
        Replay::new(self.clone())
    }
}

impl std::fmt::Debug for Capture {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Capture({} steps)", self.steps.len())
    }
}

impl Device {
    /// Runs `work` and records its passes and dispatches, so that they can be [replayed](Capture::replay) one by one. Streams and
    /// buffers that existed before are read back when they are first used, and kept in main memory.
    ///
    /// # Errors
    /// The errors of `work`, and of reading back streams and buffers.
    pub fn capture<R>(&self, work: impl FnOnce() -> Result<R, Error>) -> Result<(R, Rc<Capture>), Error> {
        let recording = Recording::new(&self.inner);
        let (result, trace) = self.traced(work);
        let recorder = recording.end();
        let result = result?;
        let Recorder { steps, commands, commands_of_steps, resources, textures: alive, .. } = recorder;
        let capture = Capture { device: self.clone(), steps, trace, commands, commands_of_steps, resources, alive };
        Ok((result, Rc::new(capture)))
    }
}

/// A guard for a capture that is being made. A panic ends the capture, too.
struct Recording<'a> {
    inner: &'a Inner,
    depth: usize,
}

impl Recording<'_> {
    fn new(inner: &Inner) -> Recording<'_> {
        let mut recorders = inner.recorders.borrow_mut();
        recorders.push(Recorder::default());
        Recording { inner, depth: recorders.len() - 1 }
    }

    fn end(self) -> Recorder {
        self.inner.recorders.borrow_mut().drain(self.depth..).next().unwrap_or_default()
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        self.inner.recorders.borrow_mut().truncate(self.depth);
    }
}
