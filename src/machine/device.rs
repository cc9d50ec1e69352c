//! Devices: run passes, own the compiled kernels and the pool of textures, and record traces.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use rustc_hash::FxHashMap;

use crate::backend::{
    Backend, BackendError, BufferId, Compute, DeviceInfo, Features, Limits, Target, TextureId, TextureSpec, TimerId,
};
use crate::error::Error;
use crate::geometry::Rect;
use crate::ir::passes::Rounding;
use crate::ir::{Module, Port};
use crate::kernel::{self, CompileError, Source};
use crate::trace::{Event, Trace};

use super::capture::Recorder;
use super::compute_kernel::{Compiled, ComputeSource};
use super::kernel::Kernel;
use super::pass::Pass;
use super::pool::Pool;
use super::room::PlannedRoom;
use crate::error::DeviceError;

/// A device that runs passes: [`Device::headless`] opens one, [`Device::adopt`] works in a context of somebody else's.
///
/// A `Device` is a handle: clones share the device. It stays on its thread; any number of devices, on one thread or on
/// many, live side by side, each making its own context current whenever it is entered, and leaving it so.
///
/// ```
/// use brooklet::Device;
/// let device = Device::headless()?;
/// println!("{}", device.info().renderer);
/// let x = device.upload(&[1.0, 2.0, 3.0])?;
/// assert_eq!(x.read()?, [1.0, 2.0, 3.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone)]
pub struct Device {
    pub(crate) inner: Rc<Inner>,
    /// Where passes are asked what they take, and not drawn.
    pub(super) plan: Option<Rc<PlannedRoom>>,
}

/// Kernels that are kept though nobody has them; beyond that all are forgotten.
pub(crate) const MAX_KERNELS: usize = 512;

pub(crate) struct Inner {
    pub id: u64,
    pub backend: Box<dyn Backend>,
    info: DeviceInfo,
    pub poison: Option<f32>,
    pool: RefCell<Pool<TextureSpec, TextureId>>,
    /// What each texture is.
    specs: RefCell<FxHashMap<TextureId, TextureSpec>>,
    pub buffers: RefCell<Pool<usize, BufferId>>,
    /// See [`Device::counter`]; made when it is first wanted.
    pub counter: Cell<Option<BufferId>>,
    pub compute_kernels: RefCell<FxHashMap<ComputeSource, Rc<Compiled>>>,
    kernels: RefCell<FxHashMap<Source, Kernel>>,
    traces: RefCell<Vec<Trace>>,
    /// Captures that are being made.
    pub recorders: RefCell<Vec<Recorder>>,
}

impl Device {
    pub(super) fn new(backend: Box<dyn Backend>, info: DeviceInfo, poison: Option<f32>) -> Device {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let inner = Inner {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            backend,
            info,
            poison,
            pool: RefCell::default(),
            specs: RefCell::default(),
            buffers: RefCell::default(),
            counter: Cell::default(),
            compute_kernels: RefCell::default(),
            kernels: RefCell::default(),
            traces: RefCell::default(),
            recorders: RefCell::default(),
        };
        Device { inner: Rc::new(inner), plan: None }
    }

    /// What the device is and can do.
    pub fn info(&self) -> &DeviceInfo {
        &self.inner.info
    }

    /// What a pass may use.
    pub fn limits(&self) -> Limits {
        self.inner.info.limits
    }

    /// What its passes can do.
    pub fn features(&self) -> Features {
        self.inner.info.features
    }

    /// Whether a kernel may be too large for it.
    pub(crate) fn bounds_programs(&self) -> bool {
        let features = self.features();
        features.instructions < u32::MAX || features.indirections < u32::MAX
    }

    /// Whether passes are asked what they take, and not drawn.
    pub(crate) fn is_planning(&self) -> bool {
        self.plan.is_some()
    }

    /// Compute shaders, where the context has them: what [`compute`](mod@crate::compute) runs on.
    pub fn compute(&self) -> Option<&Compute> {
        self.inner.info.compute.as_ref()
    }

    /// Compiles a kernel, or takes it from the cache.
    ///
    /// # Errors
    /// A text that does not compile: [`Error::Compile`] shows its line with a caret. More inputs or outputs than a pass
    /// can have here: both numbers.
    pub fn kernel(&self, source: &Source) -> Result<Kernel, Error> {
        self.kernel_of(source, || {
            let (module, warnings) = kernel::compile(source)?;
            if !warnings.list.is_empty() {
                log::warn!("kernel `{}`:\n{warnings}", module.name);
            }
            Ok(module)
        })
    }

    /// The kernel that the cache has for `source`, or what `make` makes for it.
    pub(crate) fn kernel_of(
        &self,
        source: &Source,
        make: impl FnOnce() -> Result<Module, Box<CompileError>>,
    ) -> Result<Kernel, Error> {
        if let Some(kernel) = self.inner.kernels.borrow().get(source) {
            return Ok(kernel.clone());
        }
        let module = make()?;
        let kernel = self.load(Rc::new(module))?;
        let mut kernels = self.inner.kernels.borrow_mut();
        if kernels.len() >= MAX_KERNELS {
            // Somebody makes ever new expressions.
            kernels.clear();
        }
        kernels.insert(source.clone(), kernel.clone());
        Ok(kernel)
    }

    /// Makes a kernel ready that has been compiled to its typed form already.
    ///
    /// # Errors
    /// More inputs or outputs than a pass can have here, with both numbers; a kernel that needs what the device lacks; an int that
    /// a device without integers would round, with its line.
    pub fn load(&self, module: Rc<Module>) -> Result<Kernel, Error> {
        let note = self.rounded_ints(&module.name, &module.files, |exact| Rounding::of_module(&module, exact))?;
        if let Some(note) = note {
            log::warn!("{note}");
        }
        self.load_lowered(module)
    }

    /// The same for what a kernel of another language became, whose ints are checked there.
    pub(crate) fn load_lowered(&self, module: Rc<Module>) -> Result<Kernel, Error> {
        let limits = self.limits();
        let (inputs, outputs) = (&module.interface.inputs, &module.interface.outputs);
        let (kernel, names) =
            (module.name.clone(), |ports: &[Port]| ports.iter().map(|port| port.name.clone()).collect());
        if inputs.len() > limits.samplers && !self.info().partitions {
            let (needed, names) = (inputs.len(), names(inputs));
            return Err(DeviceError::TooManySamplers { kernel, needed, limit: limits.samplers, names }.into());
        }
        if outputs.len() > limits.targets {
            let (needed, names) = (outputs.len(), names(outputs));
            return Err(DeviceError::TooManyTargets { kernel, needed, limit: limits.targets, names }.into());
        }
        let id = self.inner.backend.prepare(&module)?;
        Ok(Kernel::new(module, id, &self.inner))
    }

    /// A pass of `kernel`: see [`Pass`].
    pub fn pass<'a>(&self, kernel: &'a Kernel) -> Pass<'a> {
        Pass::new(self, kernel)
    }

    /// Runs `work` and records every pass, upload and read back of this device meanwhile.
    pub fn traced<R>(&self, work: impl FnOnce() -> R) -> (R, Trace) {
        let recording = Recording { inner: &self.inner, depth: self.inner.traces.borrow().len() };
        self.inner.traces.borrow_mut().push(Trace::default());
        let result = work();
        let trace = recording.end();
        // What an inner recording saw, an outer one saw too.
        if let Some(outer) = self.inner.traces.borrow_mut().last_mut() {
            outer.events.extend(trace.events.iter().cloned());
        }
        (result, trace)
    }

    /// Runs `work` and says how long the device was busy with it; none where it has no timer, or is being timed already.
    pub fn timed<R>(&self, work: impl FnOnce() -> R) -> Result<(R, Option<Duration>), Error> {
        let timing = Timing { inner: &self.inner, timer: self.inner.backend.start_timer()? };
        let result = work();
        let time = timing.end()?;
        Ok((result, time))
    }

    /// Waits until all that was asked of the device is done.
    pub fn finish(&self) -> Result<(), Error> {
        Ok(self.inner.backend.finish()?)
    }

    /// How many textures the device has made so far; those that come from the pool are not counted again.
    pub fn textures_created(&self) -> usize {
        self.inner.pool.borrow().created()
    }

    /// Deletes the textures and buffers that wait to be used again, and the compiled kernels, which are compiled again when
    /// they are used.
    pub fn trim(&self) {
        let waiting = self.inner.pool.borrow_mut().drain();
        waiting.into_iter().for_each(|texture| self.delete_texture(texture));
        let waiting = self.inner.buffers.borrow_mut().drain();
        if let Some(backend) = self.inner.backend.compute() {
            waiting.into_iter().for_each(|buffer| backend.delete_buffer(buffer));
        }
        let kernels = std::mem::take(&mut *self.inner.kernels.borrow_mut());
        drop(kernels);
        self.forget_compute_kernels();
    }

    pub(crate) fn record(&self, event: impl FnOnce() -> Event) {
        if let Some(trace) = self.inner.traces.borrow_mut().last_mut() {
            let mut event = event();
            event.predict(|bytes, direction| self.inner.backend.predicted_transfer(bytes, direction));
            trace.events.push(event);
        }
    }

    /// Runs `work`, and records that what moves meanwhile is part of the operation of this name.
    pub(crate) fn operation<R>(&self, name: &str, work: impl FnOnce() -> R) -> R {
        let before = self.inner.traces.borrow().last().map_or(0, |trace| trace.events.len());
        let result = work();
        if let Some(trace) = self.inner.traces.borrow_mut().last_mut() {
            trace.events.iter_mut().skip(before).for_each(|event| event.part_of(name));
        }
        result
    }

    pub(crate) fn acquire(&self, spec: TextureSpec) -> Result<TextureId, Error> {
        let waiting = self.inner.pool.borrow_mut().take(spec);
        let texture = match waiting {
            Some(texture) => texture,
            None => {
                let texture = match self.inner.backend.create_texture(spec) {
                    Err(BackendError::OutOfMemory { .. }) => {
                        // What waits in the pool may be what is missing.
                        self.trim();
                        self.inner.backend.create_texture(spec)?
                    }
                    made => made?,
                };
                self.inner.pool.borrow_mut().count_created();
                self.inner.specs.borrow_mut().insert(texture, spec);
                texture
            }
        };
        self.note(|recorder| {
            recorder.acquire_texture(texture, spec);
            Ok(())
        })?;
        if let Some(value) = self.inner.poison {
            let rect = Rect::new(0, 0, spec.width, spec.height);
            let floats = vec![value.to_bits(); spec.bytes() / 4 / spec.layers];
            for layer in 0..spec.layers {
                self.inner.backend.write_texture(Target { texture, layer }, rect, &floats)?;
            }
        }
        Ok(texture)
    }

    pub(crate) fn release(&self, spec: TextureSpec, texture: TextureId) {
        self.noted(|recorder| recorder.release_texture(texture));
        let evicted = self.inner.pool.borrow_mut().put(spec, texture);
        evicted.into_iter().for_each(|texture| self.delete_texture(texture));
    }

    fn delete_texture(&self, texture: TextureId) {
        self.inner.specs.borrow_mut().remove(&texture);
        self.inner.backend.delete_texture(texture);
    }

    /// What a texture is.
    pub(super) fn spec_of(&self, texture: TextureId) -> TextureSpec {
        self.inner.specs.borrow()[&texture]
    }

    /// The words of a rectangle of a texture.
    pub(super) fn read_rect(&self, source: Target, rect: Rect, spec: TextureSpec) -> Result<Vec<u32>, Error> {
        let mut words = vec![0; rect.area() * spec.channels];
        self.inner.backend.read_texture(source, rect, &mut words)?;
        Ok(words)
    }

    /// The words of a texture, or of one of its layers.
    pub(super) fn read_whole(&self, source: Target, spec: TextureSpec) -> Result<Vec<u32>, Error> {
        self.read_rect(source, Rect::new(0, 0, spec.width, spec.height), spec)
    }
}

/// A recording under way, which a panic ends too.
struct Recording<'a> {
    inner: &'a Inner,
    depth: usize,
}

impl Recording<'_> {
    fn end(self) -> Trace {
        self.inner.traces.borrow_mut().drain(self.depth..).next().unwrap_or_default()
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        self.inner.traces.borrow_mut().truncate(self.depth);
    }
}

/// A timer under way, which a panic stops too.
struct Timing<'a> {
    inner: &'a Inner,
    timer: Option<TimerId>,
}

impl Timing<'_> {
    fn end(mut self) -> Result<Option<Duration>, Error> {
        Ok(self.timer.take().map_or(Ok(None), |timer| self.inner.backend.stop_timer(timer))?)
    }
}

impl Drop for Timing<'_> {
    fn drop(&mut self) {
        if let Some(timer) = self.timer.take()
            && let Err(error) = self.inner.backend.stop_timer(timer)
        {
            log::warn!("a timer runs on: {error}");
        }
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Device({}, {})", self.info().renderer, self.info().version)
    }
}
