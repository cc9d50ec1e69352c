//! Device builder: opens a device with options such as lowered limits.

use std::path::PathBuf;

use crate::backend::gl::{self, Foreign};
use crate::backend::{Backend, WrapBackend};
use crate::error::Error;
use crate::fragment_program::Chip;
use crate::glsl::Dialect;

use super::device::Device;
use crate::error::DeviceError;

/// The options with which a device is opened.
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
    wrap: Option<WrapBackend>,
    dialect: Option<Dialect>,
    adapter: Option<usize>,
    texture: Option<usize>,
    targets: Option<usize>,
    samplers: Option<usize>,
    invocations: Option<usize>,
    poison: Option<f32>,
    assembly: Option<Chip>,
    program_cache: Option<PathBuf>,
    /// The maximum number of iterations of all loops of an element, for an emulated device.
    pub(crate) max_iterations: Option<u64>,
}

impl DeviceBuilder {
    /// Chooses the dialect of the kernels, and with it the API: OpenGL 3.3, OpenGL ES 3.0, or OpenGL 2.1. The default is the first
    /// of these that has a driver. An adopted context of OpenGL 3.3 or later can be used as one of 2.1.
    pub fn dialect(mut self, dialect: Dialect) -> DeviceBuilder {
        self.dialect = Some(dialect);
        self
    }

    /// Chooses one of the adapters that [`Device::adapters`] lists, by its index from 0. The default is the first that works. Only for a
    /// device that is opened [`headless`](DeviceBuilder::headless).
    ///
    /// ```
    /// use brooklet::Device;
    /// for adapter in Device::adapters()? {
    ///     match Device::builder().adapter(adapter.index).headless() {
    ///         Ok(device) => println!("{adapter}: {}", device.info().renderer),
    ///         Err(error) => println!("{adapter} cannot be used: {error}"),
    ///     }
    /// }
    /// let error = Device::builder().adapter(1000).headless().unwrap_err();
    /// assert!(error.to_string().starts_with("there is no adapter 1000: this machine has "));
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn adapter(mut self, index: usize) -> DeviceBuilder {
        self.adapter = Some(index);
        self
    }

    /// Lowers the maximum width and height of a texture, for example to those of old hardware: 2048, 4096.
    pub fn largest_texture(mut self, texels: usize) -> DeviceBuilder {
        self.texture = Some(texels);
        self
    }

    /// Lowers the maximum number of render targets of a pass.
    pub fn max_targets(mut self, targets: usize) -> DeviceBuilder {
        self.targets = Some(targets);
        self
    }

    /// Lowers the maximum number of streams that a pass reads.
    pub fn max_samplers(mut self, samplers: usize) -> DeviceBuilder {
        self.samplers = Some(samplers);
        self
    }

    /// Lowers the maximum number of invocations of a compute shader's work group, to 32 or more. OpenGL ES 3.1 guarantees 128.
    pub fn max_invocations(mut self, invocations: usize) -> DeviceBuilder {
        self.invocations = Some(invocations);
        self
    }

    /// Fills each texture and buffer with `value` before it is used, including the unused rest of a stream's last texel. This
    /// exposes kernels that read outside their streams. It is meant for tests, and takes an upload for each new stream.
    pub fn poison(mut self, value: f32) -> DeviceBuilder {
        self.poison = Some(value);
        self
    }

    /// Stores compiled programs in this folder, and loads those that an earlier process has stored, if the driver has
    /// `ARB_get_program_binary`. Only for a device that is opened [`headless`](DeviceBuilder::headless).
    pub fn program_cache(mut self, folder: impl Into<PathBuf>) -> DeviceBuilder {
        self.program_cache = Some(folder.into());
        self
    }

    /// Lowers the maximum number of iterations of all loops of an element, beyond which an emulated device takes them for endless.
    pub(crate) fn max_iterations(mut self, max: u64) -> DeviceBuilder {
        self.max_iterations = Some(max);
        self
    }

    /// Passes the device's backend through `wrap`, which returns it, or a backend of its own that calls it: one that counts, logs,
    /// or fails calls in a test.
    ///
    /// ```
    /// use brooklet::{Device, fragment_program::Chip};
    /// let device = Device::builder()
    ///     .wrapped_by(|backend| {
    ///         println!("running on {}", backend.info().renderer);
    ///         backend
    ///     })
    ///     .emulated(Chip::R300)?;
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn wrapped_by(mut self, wrap: WrapBackend) -> DeviceBuilder {
        self.wrap = Some(wrap);
        self
    }

    /// Returns a device that runs on `backend`, with the limits of this builder.
    pub fn backend(&self, backend: Box<dyn Backend>) -> Result<Device, Error> {
        let backend = match self.wrap {
            Some(wrap) => wrap(backend),
            None => backend,
        };
        let mut info = backend.info().clone();
        let lower = |limit: &mut usize, asked: Option<usize>, what| match asked {
            Some(0) => Err(DeviceError::Zero { what }),
            Some(asked) => {
                *limit = asked.min(*limit);
                Ok(())
            }
            None => Ok(()),
        };
        lower(&mut info.limits.texture, self.texture, "the largest texture")?;
        lower(&mut info.limits.targets, self.targets, "the number of render targets")?;
        lower(&mut info.limits.samplers, self.samplers, "the number of samplers")?;
        // A device does not split kernels to fit a lowered limit.
        info.partitions &= self.samplers.is_none();
        if let Some(compute) = &mut info.compute {
            let asked = self.invocations.map(|asked| if asked == 0 { 0 } else { asked.max(32) });
            lower(&mut compute.invocations, asked, "the number of invocations of a work group")?;
        }
        Ok(Device::new(backend, info, self.poison))
    }

    /// Runs kernels as listings for this chip, which the driver's own assembler reads ([`Dialect::Arb`]). Mesa assembles listings
    /// for R300 and R420; NVIDIA's drivers also assemble those for all of NVIDIA's chips. Limits and arithmetic are those of the
    /// device, not of the chip. For those of the chip, see [`emulated`](DeviceBuilder::emulated).
    pub fn assembly(mut self, chip: Chip) -> DeviceBuilder {
        self.dialect = Some(Dialect::Arb);
        self.assembly = Some(chip);
        self
    }

    /// Opens the device in a context of its own, without a display: on EGL, on WGL (Windows) or on CGL (macOS).
    ///
    /// # Errors
    /// The same as for [`Device::headless`]; an index that no adapter has, with those that there are.
    #[cfg(feature = "headless")]
    pub fn headless(self) -> Result<Device, Error> {
        let mut backend = gl::open(self.adapter, self.dialect)?;
        if let Some(folder) = self.program_cache.clone() {
            backend.keep_programs(folder);
        }
        match self.assembly {
            Some(chip) => self.backend(Box::new(backend.with_instructions(chip.set())?)),
            None => self.backend(Box::new(backend)),
        }
    }

    /// Opens the device in a context that other code owns: see [`Device::adopt`].
    pub fn adopt(self, context: Foreign) -> Result<Device, Error> {
        self.backend(Box::new(gl::adopt(context, self.dialect)?))
    }
}

impl Device {
    /// Opens a device that draws only into textures, in a context of its own without a display: on the first adapter that works, in OpenGL 3.3, or else
    /// in OpenGL ES 3.0, or else in OpenGL 2.1.
    ///
    /// # Errors
    /// There is no driver, or none that can render to float textures. The error says what is missing, and what to install.
    #[cfg(feature = "headless")]
    pub fn headless() -> Result<Device, Error> {
        Device::builder().headless()
    }

    /// Returns a builder, which opens a device with other options than the defaults.
    pub fn builder() -> DeviceBuilder {
        DeviceBuilder::default()
    }

    /// Opens a device in a context that other code owns. The dialect follows from the context: OpenGL 3.3, ES 3.0, or 2.1 if the
    /// context is older than 3.3.
    ///
    /// Each call makes the context current, and restores the state that it changes (a [`batch`](Device::batch) of calls does so once): program, vertex array, framebuffers, viewport,
    /// textures and samplers of the units that it uses, pixel store, and the tests and masks that would affect a pass. If
    /// `glClampColor` or `glPixelTransfer` has set state that would affect a pass, this is an error.
    ///
    /// Some state cannot be restored. If blending, write masks or viewports differ between draw buffers, they are all set to those
    /// of the first. Pending OpenGL errors are cleared. In OpenGL 2.1 without vertex array objects, the source of the first vertex
    /// attribute is lost. In a browser, no objects are bound afterwards, unless the context has its own
    /// [`OwnerState`](crate::gl::OwnerState). A transform feedback, a conditional render or an occlusion
    /// query must not be active during a call.
    ///
    /// If the driver is Mesa's llvmpipe, which draws on the CPU, nothing else may draw on another thread during a call, because its
    /// contexts access each other's work. Brooklet's own devices, including this one, wait for each other.
    pub fn adopt(context: Foreign) -> Result<Device, Error> {
        Device::builder().adopt(context)
    }
}
