//! A device: what runs passes. It owns the compiled kernels and the pool of textures, and records traces.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::backend::{
    Backend, BufferId, CompileFailure, Compute, DeviceInfo, Limits, ProgramId, Target, TextureId, TextureSpec, TimerId,
};
use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl::Dialect;
use crate::glsl::{Variant, expand};
use crate::kernel::{Kernel, Parsed, Port, Source};
use crate::trace::{Event, Trace};

use super::compute_kernel::{Compiled, ComputeSource};
use super::pass::Pass;
use super::pool::Pool;

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
}

/// Programs that are kept; beyond that all are forgotten, and those in use compiled again.
pub(crate) const MAX_PROGRAMS: usize = 512;

pub(crate) struct Inner {
    pub id: u64,
    pub backend: Box<dyn Backend>,
    info: DeviceInfo,
    pub poison: Option<f32>,
    pool: RefCell<Pool<TextureSpec, TextureId>>,
    pub buffers: RefCell<Pool<usize, BufferId>>,
    pub compute_kernels: RefCell<HashMap<ComputeSource, Rc<Compiled>>>,
    kernels: RefCell<HashMap<Source, Kernel>>,
    programs: RefCell<HashMap<(usize, Variant), ProgramId>>,
    /// The next kernel's.
    numbers: Cell<usize>,
    traces: RefCell<Vec<Trace>>,
}

/// What a device is to be like, before it is opened.
///
/// ```
/// use brooklet::{Device, Dialect};
/// // As on the hardware of 2003: textures of 2048 × 2048, one render target.
/// let device = Device::builder().dialect(Dialect::Es).largest_texture(2048).max_targets(1).headless()?;
/// assert_eq!(device.limits().targets, 1);
/// # Ok::<(), brooklet::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DeviceBuilder {
    pub(crate) dialect: Dialect,
    pub(crate) index: Option<usize>,
    texture: Option<usize>,
    targets: Option<usize>,
    samplers: Option<usize>,
    invocations: Option<usize>,
    poison: Option<f32>,
}

impl DeviceBuilder {
    /// The dialect of the kernels, and with it the interface: OpenGL 3.3 (the default) or OpenGL ES 3.0.
    pub fn dialect(mut self, dialect: Dialect) -> DeviceBuilder {
        self.dialect = dialect;
        self
    }

    /// Which device, where a machine has several: from 0, in EGL's order. Without it: the first that works.
    pub fn index(mut self, index: usize) -> DeviceBuilder {
        self.index = Some(index);
        self
    }

    /// Lowers the largest extent of a texture, as old hardware had it: 2048, 4096.
    pub fn largest_texture(mut self, texels: usize) -> DeviceBuilder {
        self.texture = Some(texels);
        self
    }

    /// Lowers the number of render targets that a pass may write.
    pub fn max_targets(mut self, targets: usize) -> DeviceBuilder {
        self.targets = Some(targets);
        self
    }

    /// Lowers the number of streams that a pass may read.
    pub fn max_samplers(mut self, samplers: usize) -> DeviceBuilder {
        self.samplers = Some(samplers);
        self
    }

    /// Lowers the number of invocations of a compute shader's work group, to no less than 32: OpenGL ES 3.1 promises 128.
    pub fn max_invocations(mut self, invocations: usize) -> DeviceBuilder {
        self.invocations = Some(invocations);
        self
    }

    /// Fills each texture and buffer with `value` before it is used, and what is left of a last texel: a kernel that reads outside
    /// its streams then shows. For tests; it costs an upload for each new stream.
    pub fn poison(mut self, value: f32) -> DeviceBuilder {
        self.poison = Some(value);
        self
    }

    /// A device that runs on `backend`, with the limits of this builder.
    pub fn backend(&self, backend: Box<dyn Backend>) -> Result<Device, Error> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let mut info = backend.info().clone();
        let lower = |limit: &mut usize, asked: Option<usize>, what| match asked {
            Some(0) => Err(Error::Zero { what }),
            Some(asked) => {
                *limit = asked.min(*limit);
                Ok(())
            }
            None => Ok(()),
        };
        lower(&mut info.limits.texture, self.texture, "the largest texture")?;
        lower(&mut info.limits.targets, self.targets, "the number of render targets")?;
        lower(&mut info.limits.samplers, self.samplers, "the number of samplers")?;
        if let Some(compute) = &mut info.compute {
            let asked = self.invocations.map(|asked| if asked == 0 { 0 } else { asked.max(32) });
            lower(&mut compute.invocations, asked, "the number of invocations of a work group")?;
        }
        let inner = Inner {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            backend,
            info,
            poison: self.poison,
            pool: RefCell::default(),
            buffers: RefCell::default(),
            compute_kernels: RefCell::default(),
            kernels: RefCell::default(),
            programs: RefCell::default(),
            numbers: Cell::new(0),
            traces: RefCell::default(),
        };
        Ok(Device { inner: Rc::new(inner) })
    }
}

impl Device {
    /// Opens a device that draws into textures alone, on EGL with no display: OpenGL 3.3, the first device that works.
    ///
    /// # Errors
    /// Where there is no driver, or none that renders to float: what is missing, and what to install.
    #[cfg(feature = "headless")]
    pub fn headless() -> Result<Device, Error> {
        Device::builder().headless()
    }

    /// A device with other properties than the usual: see [`DeviceBuilder`].
    pub fn builder() -> DeviceBuilder {
        DeviceBuilder::default()
    }

    /// What the device is and can do.
    pub fn info(&self) -> &DeviceInfo {
        &self.inner.info
    }

    /// What a pass may use.
    pub fn limits(&self) -> Limits {
        self.inner.info.limits
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
        if let Some(kernel) = self.inner.kernels.borrow().get(source) {
            return Ok(kernel.clone());
        }
        let parsed = Parsed::of(source).map_err(Error::Compile)?;
        let limits = self.limits();
        let kernel = parsed.name.clone();
        let (inputs, outputs) = (parsed.interface.inputs.len(), parsed.interface.outputs.len());
        let names = |ports: &[Port]| ports.iter().map(|port| port.name.clone()).collect();
        if inputs > limits.samplers {
            let names = names(&parsed.interface.inputs);
            return Err(Error::TooManySamplers { kernel, needed: inputs, limit: limits.samplers, names });
        }
        if outputs > limits.targets {
            let names = names(&parsed.interface.outputs);
            return Err(Error::TooManyTargets { kernel, needed: outputs, limit: limits.targets, names });
        }
        let number = self.inner.numbers.get();
        self.inner.numbers.set(number + 1);
        let kernel = Kernel { parsed: Rc::new(parsed), device: self.inner.id, number };
        self.program(&kernel, &Variant::uniform(&kernel.parsed, Layout::Plain))?;
        self.inner.kernels.borrow_mut().insert(source.clone(), kernel.clone());
        Ok(kernel)
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
        self.inner.backend.finish()
    }

    /// How many textures the device has made so far; those that come from the pool are not counted again.
    pub fn textures_created(&self) -> usize {
        self.inner.pool.borrow().created()
    }

    /// Deletes the textures and buffers that wait to be used again, and the compiled kernels, which are compiled again when they are used.
    pub fn trim(&self) {
        let waiting = self.inner.pool.borrow_mut().drain();
        for texture in waiting {
            self.inner.backend.delete_texture(texture);
        }
        let waiting = self.inner.buffers.borrow_mut().drain();
        if let Some(backend) = self.inner.backend.compute() {
            waiting.into_iter().for_each(|buffer| backend.delete_buffer(buffer));
        }
        self.forget_programs();
        self.forget_compute_kernels();
    }

    fn forget_programs(&self) {
        self.inner.kernels.borrow_mut().clear();
        let programs = std::mem::take(&mut *self.inner.programs.borrow_mut());
        for program in programs.into_values() {
            self.inner.backend.delete_program(program);
        }
    }

    pub(crate) fn record(&self, event: impl FnOnce() -> Event) {
        if let Some(trace) = self.inner.traces.borrow_mut().last_mut() {
            trace.events.push(event());
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
                    Err(Error::OutOfMemory { .. }) => {
                        // What waits in the pool may be what is missing.
                        self.trim();
                        self.inner.backend.create_texture(spec)?
                    }
                    made => made?,
                };
                self.inner.pool.borrow_mut().count_created();
                texture
            }
        };
        if let Some(value) = self.inner.poison {
            let rect = crate::geometry::Rect::new(0, 0, spec.width, spec.height);
            let floats = vec![value; spec.bytes() / 4 / spec.layers];
            for layer in 0..spec.layers {
                self.inner.backend.write_texture(Target { texture, layer }, rect, &floats)?;
            }
        }
        Ok(texture)
    }

    pub(crate) fn release(&self, spec: TextureSpec, texture: TextureId) {
        let evicted = self.inner.pool.borrow_mut().put(spec, texture);
        for texture in evicted {
            self.inner.backend.delete_texture(texture);
        }
    }

    pub(crate) fn program(&self, kernel: &Kernel, variant: &Variant) -> Result<ProgramId, Error> {
        let key = (kernel.number, variant.clone());
        if let Some(program) = self.inner.programs.borrow().get(&key) {
            return Ok(*program);
        }
        if self.inner.programs.borrow().len() >= MAX_PROGRAMS {
            // Somebody makes ever new expressions: those in use come back.
            self.forget_programs();
        }
        let (shader, prelude) = expand(&kernel.parsed, self.info().dialect, variant);
        log::debug!("kernel {} for {variant:?}:\n{}", shader.name, shader.text);
        let program = self.inner.backend.compile(&shader).map_err(|failure| match failure {
            CompileFailure::Refused(log) => Error::Compile(kernel.parsed.refused(&log, prelude)),
            CompileFailure::Other(error) => error,
        })?;
        self.inner.programs.borrow_mut().insert(key, program);
        Ok(program)
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
        self.timer.take().map_or(Ok(None), |timer| self.inner.backend.stop_timer(timer))
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
