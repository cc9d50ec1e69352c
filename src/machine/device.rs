//! Devices: run passes, own the compiled kernels and the pool of textures, and record traces.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::atomic::{AtomicU64, Ordering};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::backend::{
    Backend, BackendError, BufferId, Channel, Compute, DeviceInfo, Features, Limits, RenderTarget, TextureId,
    TextureSpec,
};
use crate::error::Error;
use crate::geometry::Rect;
use crate::glsl::WEBGL_ALONE;
use crate::ir::{self, Port};
use crate::kernel::{self, CompileError, Source};
use crate::trace::Trace;

use super::compiled::{Compiled, ComputeSource};
use super::fit::PlannedFit;
use super::kernel::Kernel;
use super::memory::Memory;
use super::pool::Pool;
use super::recorder::Recorder;
use crate::error::DeviceError;

/// A device that runs passes. [`Device::headless`] opens one; [`Device::adopt`] makes one in a context that other code owns.
///
/// A `Device` is a handle, and clones share the device. Each call to a device makes its context current, and leaves it current.
///
/// ```
/// use brooklet::Device;
/// let device = Device::headless()?;
/// println!("{}", device.info().renderer);
/// let x = device.upload(&[1.0, 2.0, 3.0])?;
/// assert_eq!(x.read()?, [1.0, 2.0, 3.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
///
/// Any number of devices can exist at the same time, on one thread or on several: [`Device::adapters`] has an example. A device and its streams
/// cannot move to another thread; [`Stream::to_device`](crate::Stream::to_device) copies a stream to another device of the same thread.
#[derive(Clone)]
pub struct Device {
    pub(crate) inner: Rc<Inner>,
    /// Set on a planning device. There, passes are not drawn, but report the resources that they take.
    pub(super) plan: Option<Rc<PlannedFit>>,
}

/// The maximum number of kernels in the cache. When it is reached, the cache is emptied.
pub(crate) const MAX_KERNELS: usize = 512;

pub(crate) struct Inner {
    pub id: u64,
    /// The device's memory, with the backend.
    pub memory: Memory,
    info: DeviceInfo,
    pub poison: Option<f32>,
    pool: RefCell<Pool<TextureSpec, TextureId>>,
    /// The textures of the context's owner that streams are in.
    pub(super) borrowed: RefCell<FxHashSet<TextureId>>,
    pub buffers: RefCell<Pool<usize, BufferId>>,
    /// The buffer of [`Device::counter`], made on first use.
    pub counter: Cell<Option<BufferId>>,
    pub compute_kernels: RefCell<FxHashMap<ComputeSource, Rc<Compiled>>>,
    kernels: RefCell<FxHashMap<Source, Kernel>>,
    /// The traces that are being recorded.
    pub traces: RefCell<Vec<Trace>>,
    /// The captures that are being made.
    pub recorders: RefCell<Vec<Recorder>>,
}

impl Device {
    pub(super) fn new(backend: Box<dyn Backend>, info: DeviceInfo, poison: Option<f32>) -> Device {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let inner = Inner {
            id: NEXT.fetch_add(1, Ordering::Relaxed),
            memory: Memory::new(backend.into()),
            info,
            poison,
            pool: RefCell::default(),
            borrowed: RefCell::default(),
            buffers: RefCell::default(),
            counter: Cell::default(),
            compute_kernels: RefCell::default(),
            kernels: RefCell::default(),
            traces: RefCell::default(),
            recorders: RefCell::default(),
        };
        Device { inner: Rc::new(inner), plan: None }
    }

    /// Returns the backend that runs the passes.
    pub(super) fn backend(&self) -> &dyn Backend {
        &*self.inner.memory.backend
    }

    /// Returns the device's textures and buffers.
    pub(super) fn memory(&self) -> &Memory {
        &self.inner.memory
    }

    /// Returns a description of the device and its abilities.
    pub fn info(&self) -> &DeviceInfo {
        &self.inner.info
    }

    /// Returns the limits of a pass.
    pub fn limits(&self) -> Limits {
        self.inner.info.limits
    }

    /// Returns the features of the device's passes.
    pub fn features(&self) -> Features {
        let own = self.inner.info.features;
        if !WEBGL_ALONE {
            return own;
        }
        // Contexts of WebGL 2 differ in these alone. The others are constants, so that code for less is left out of the small build.
        let Features { blending, float_mip_levels, fragment_counts, reads_depth_stencil, points, .. } = own;
        Features { blending, float_mip_levels, fragment_counts, reads_depth_stencil, points, ..Features::ALL }
    }

    /// Returns whether the device limits the size of kernels.
    pub(crate) fn bounds_programs(&self) -> bool {
        let features = self.features();
        features.instructions < u32::MAX || features.indirections < u32::MAX
    }

    /// Returns whether this is a planning device, where passes are not drawn, but report the resources that they take.
    pub(crate) fn is_planning(&self) -> bool {
        self.plan.is_some()
    }

    /// Returns the limits of compute shaders, which [`compute`](mod@crate::compute) needs, or `None` if the context does not have
    /// them.
    pub fn compute(&self) -> Option<&Compute> {
        self.inner.info.compute.as_ref()
    }

    /// Compiles a kernel, or takes it from the cache.
    ///
    /// # Errors
    /// A text that does not compile: [`Error::Compile`] shows the line with a caret. More inputs or outputs than a pass can have on
    /// this device: the error has both numbers.
    pub fn kernel(&self, source: &Source) -> Result<Kernel, Error> {
        self.kernel_of(source, || {
            let (kernel, warnings) = kernel::compile(source)?;
            if !warnings.list.is_empty() {
                log::warn!("kernel `{}`:\n{warnings}", kernel.name);
            }
            Ok(kernel)
        })
    }

    /// Returns the cached kernel for `source`, or makes it with `make`.
    pub(crate) fn kernel_of(
        &self,
        source: &Source,
        make: impl FnOnce() -> Result<ir::Kernel, Box<CompileError>>,
    ) -> Result<Kernel, Error> {
        if let Some(kernel) = self.inner.kernels.borrow().get(source) {
            return Ok(kernel.clone());
        }
        let kernel = self.load(Rc::new(make()?))?;
        let mut kernels = self.inner.kernels.borrow_mut();
        if kernels.len() >= MAX_KERNELS {
            // The program keeps generating new kernels, for example from expressions.
            kernels.clear();
        }
        kernels.insert(source.clone(), kernel.clone());
        Ok(kernel)
    }

    /// Prepares a kernel that has already been compiled to its typed IR.
    ///
    /// # Errors
    /// More inputs or outputs than a pass can have on this device, with both numbers; a kernel that needs something that the device
    /// lacks; an int that a device without integers would round, with its line.
    pub fn load(&self, kernel: Rc<ir::Kernel>) -> Result<Kernel, Error> {
        if let Some(ints) = self.float_ints()
            && let Some(note) = ints.rounded(&kernel)?
        {
            log::warn!("{note}");
        }
        self.load_lowered(kernel)
    }

    /// Prepares a kernel that was lowered from another language. Its ints have already been checked.
    pub(crate) fn load_lowered(&self, kernel: Rc<ir::Kernel>) -> Result<Kernel, Error> {
        let limits = self.limits();
        let (inputs, outputs) = (&kernel.interface.inputs, &kernel.interface.outputs);
        let name = || kernel.name.clone();
        let names = |ports: &[Port]| ports.iter().map(|port| port.name.clone()).collect();
        if inputs.len() > limits.samplers && !self.info().partitions {
            let (kernel, needed, names) = (name(), inputs.len(), names(inputs));
            return Err(DeviceError::TooManySamplers { kernel, needed, limit: limits.samplers, names }.into());
        }
        if outputs.len() > limits.targets {
            let (kernel, needed, names) = (name(), outputs.len(), names(outputs));
            return Err(DeviceError::TooManyTargets { kernel, needed, limit: limits.targets, names }.into());
        }
        let id = self.backend().prepare(&kernel)?;
        Ok(Kernel::new(kernel, id, self.inner.id, &self.inner.memory.backend))
    }

    /// Waits until all submitted work is done.
    pub fn finish(&self) -> Result<(), Error> {
        Ok(self.backend().finish()?)
    }

    /// Returns the number of textures that the device has created so far. A texture that is reused from the pool is not counted
    /// again.
    pub fn textures_created(&self) -> usize {
        self.inner.pool.borrow().created()
    }

    /// Deletes the textures and buffers in the pools, and empties the kernel caches. A kernel that is used later is compiled again.
    pub fn trim(&self) {
        let waiting = self.inner.pool.borrow_mut().drain();
        waiting.into_iter().for_each(|texture| self.delete_texture(texture));
        let waiting = self.inner.buffers.borrow_mut().drain();
        if let Some(backend) = self.backend().compute() {
            waiting.into_iter().for_each(|buffer| backend.delete_buffer(buffer));
        }
        let kernels = std::mem::take(&mut *self.inner.kernels.borrow_mut());
        drop(kernels);
        self.forget_compute_kernels();
    }

    /// Records a command that cannot fail in every capture that is being made.
    pub(super) fn record_infallible(&self, command: impl Fn(&mut Recorder)) {
        self.inner.recorders.borrow_mut().iter_mut().for_each(command);
    }

    /// Records a command in every capture that is being made.
    pub(super) fn record_command(
        &self,
        mut command: impl FnMut(&mut Recorder) -> Result<(), Error>,
    ) -> Result<(), Error> {
        if self.inner.recorders.borrow().is_empty() {
            return Ok(());
        }
        // Take the recorders away meanwhile: what they read themselves is not recorded.
        let mut recorders = std::mem::take(&mut *self.inner.recorders.borrow_mut());
        let result = recorders.iter_mut().try_for_each(&mut command);
        *self.inner.recorders.borrow_mut() = recorders;
        result
    }
    pub(crate) fn acquire(&self, spec: TextureSpec) -> Result<TextureId, Error> {
        let waiting = self.inner.pool.borrow_mut().take(spec);
        let texture = match waiting {
            Some(texture) => texture,
            None => {
                let texture = match self.backend().create_texture(spec) {
                    Err(BackendError::OutOfMemory { .. }) => {
                        // Emptying the pool may free enough memory.
                        self.trim();
                        self.backend().create_texture(spec)?
                    }
                    made => made?,
                };
                self.inner.pool.borrow_mut().count_created();
                self.inner.memory.insert(texture, spec);
                texture
            }
        };
        self.record_infallible(|recorder| recorder.acquire_texture(texture, spec));
        // A texture that cannot be filled goes back: nobody else knows of it.
        self.fill_with_poison(spec, texture).inspect_err(|_| self.release(spec, texture))?;
        Ok(texture)
    }

    fn fill_with_poison(&self, spec: TextureSpec, texture: TextureId) -> Result<(), Error> {
        let Some(value) = self.inner.poison.filter(|_| spec.ty != Channel::DepthStencil) else { return Ok(()) };
        let rect = Rect::new(0, 0, spec.width, spec.height);
        let floats = vec![value.to_bits(); spec.width * spec.height * spec.channels];
        for layer in 0..spec.layers {
            self.backend().write_texture(RenderTarget { texture, layer }, rect, &floats)?;
        }
        Ok(())
    }

    pub(crate) fn release(&self, spec: TextureSpec, texture: TextureId) {
        if self.inner.borrowed.borrow_mut().remove(&texture) {
            return self.backend().delete_texture(texture);
        }
        self.record_infallible(|recorder| recorder.release_texture(texture));
        let evicted = self.inner.pool.borrow_mut().put(spec, texture);
        evicted.into_iter().for_each(|texture| self.delete_texture(texture));
    }

    fn delete_texture(&self, texture: TextureId) {
        self.inner.memory.forget(texture);
        self.backend().delete_texture(texture);
    }
}

impl std::fmt::Debug for Device {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "Device({}, {})", self.info().renderer, self.info().version)
    }
}
