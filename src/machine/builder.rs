//! Device builder: opens a device, whose limits can be lowered.

use std::path::PathBuf;

use crate::backend::Backend;
use crate::backend::gl::{self, Foreign};
use crate::error::Error;
use crate::fragment_program::Chip;
use crate::glsl::Dialect;

use super::device::Device;
use crate::error::DeviceError;

/// The options of a device that is about to be opened.
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
    dialect: Option<Dialect>,
    index: Option<usize>,
    texture: Option<usize>,
    targets: Option<usize>,
    samplers: Option<usize>,
    invocations: Option<usize>,
    poison: Option<f32>,
    assembly: Option<Chip>,
    program_cache: Option<PathBuf>,
}

impl DeviceBuilder {
    /// Chooses the dialect of the kernels, and with it the interface: OpenGL 3.3, OpenGL ES 3.0, or OpenGL 2.1. The default is
    /// the first of these that has a driver. An adopted context of OpenGL 3.3 or later can be used as one of 2.1.
    pub fn dialect(mut self, dialect: Dialect) -> DeviceBuilder {
        self.dialect = Some(dialect);
        self
    }

    /// Chooses one of several devices by its index, from 0, in EGL's order. The default is the first device that works.
    pub fn index(mut self, index: usize) -> DeviceBuilder {
        self.index = Some(index);
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

    /// Lowers the maximum number of invocations of a compute shader's work group, to no less than 32: OpenGL ES 3.1 promises 128.
    pub fn max_invocations(mut self, invocations: usize) -> DeviceBuilder {
        self.invocations = Some(invocations);
        self
    }

    /// Fills each texture and buffer with `value` before it is used, and also the unused rest of a stream's last texel. This exposes
    /// kernels that read outside their streams. It is meant for tests, and costs an upload for each new stream.
    pub fn poison(mut self, value: f32) -> DeviceBuilder {
        self.poison = Some(value);
        self
    }

    /// Keeps compiled programs in this folder, and loads those that an earlier process compiled, if the driver has
    /// `ARB_get_program_binary`. Only for a device that is opened [`headless`](DeviceBuilder::headless).
    pub fn program_cache(mut self, folder: impl Into<PathBuf>) -> DeviceBuilder {
        self.program_cache = Some(folder.into());
        self
    }

    /// Returns a device that runs on `backend`, with the limits of this builder.
    pub fn backend(&self, backend: Box<dyn Backend>) -> Result<Device, Error> {
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
        // A device with a lowered limit does not cut kernels to fit it.
        info.partitions &= self.samplers.is_none();
        if let Some(compute) = &mut info.compute {
            let asked = self.invocations.map(|asked| if asked == 0 { 0 } else { asked.max(32) });
            lower(&mut compute.invocations, asked, "the number of invocations of a work group")?;
        }
        Ok(Device::new(backend, info, self.poison))
    }

    /// Runs kernels as listings for this chip, which the driver's own assembler reads ([`Dialect::Arb`]). Mesa assembles listings for
    /// R300 and R420, and NVIDIA's drivers also those for all of NVIDIA's chips. The limits and the arithmetic are the device's own.
    /// For those of the chip, see [`emulated`](DeviceBuilder::emulated).
    pub fn assembly(mut self, chip: Chip) -> DeviceBuilder {
        self.dialect = Some(Dialect::Arb);
        self.assembly = Some(chip);
        self
    }

    /// Opens the device on EGL, without a display.
    ///
    /// # Errors
    /// As [`Device::headless`]; an index that no device has.
    #[cfg(feature = "headless")]
    pub fn headless(self) -> Result<Device, Error> {
        let mut backend = gl::open(self.index, self.dialect)?;
        if let Some(folder) = self.program_cache.clone() {
            backend.keep_programs(folder);
        }
        match self.assembly {
            Some(chip) => self.backend(Box::new(backend.with_instructions(chip.set())?)),
            None => self.backend(Box::new(backend)),
        }
    }

    /// Opens the device in a context that somebody else owns: see [`Device::adopt`].
    pub fn adopt(self, context: Foreign) -> Result<Device, Error> {
        self.backend(Box::new(gl::adopt(context, self.dialect)?))
    }
}

impl Device {
    /// Opens a device that draws only into textures, on EGL without a display: the first device that works, in OpenGL 3.3, or else
    /// in OpenGL ES 3.0, or else in OpenGL 2.1.
    ///
    /// # Errors
    /// No driver, or none that can render to float textures; the error says what is missing, and what to install.
    #[cfg(feature = "headless")]
    pub fn headless() -> Result<Device, Error> {
        Device::builder().headless()
    }

    /// Returns a builder, to open a device with other options than the default ones.
    pub fn builder() -> DeviceBuilder {
        DeviceBuilder::default()
    }

    /// Returns the names of this machine's devices, in the order of [`DeviceBuilder::index`].
    #[cfg(feature = "headless")]
    pub fn available() -> Result<Vec<String>, Error> {
        Ok(gl::available()?)
    }

    /// Opens a device in a context that somebody else owns. Its dialect is the context's: OpenGL 3.3, ES 3.0, or 2.1 where the
    /// context is older than 3.3.
    ///
    /// Each call makes the context current, and restores the state that it changes: program, vertex array, framebuffers, viewport,
    /// textures and samplers of the units that it uses, pixel store, and the tests and masks that would spoil a pass. State
    /// that only `glClampColor` or `glPixelTransfer` could undo is an error.
    ///
    /// Some state cannot be restored. Blending, write masks and viewports that are set separately for single draw buffers are all
    /// set to those of the first. Pending OpenGL errors are cleared. In OpenGL 2.1 without vertex array objects, the source of
    /// the first vertex attribute is lost. In a browser, no objects are bound afterwards. A transform feedback, a conditional
    /// render or an occlusion query must not be active during a call.
    ///
    /// If the driver is Mesa's llvmpipe, which draws on the CPU, nothing else may draw on another thread during a call, since its
    /// contexts access each other's work. Brooklet's own devices wait for each other, and for this one.
    pub fn adopt(context: Foreign) -> Result<Device, Error> {
        Device::builder().adopt(context)
    }
}
