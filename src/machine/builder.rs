//! Device builder: opens a device, with limits that may be lower than its own.

use std::cell::Cell;
use std::path::PathBuf;
use std::rc::Rc;

use crate::backend::Backend;
use crate::backend::emulator::{Emulator, Survey};
use crate::backend::gl::{self, Foreign};
use crate::error::Error;
use crate::fragment_program::cost::Model;
use crate::fragment_program::{Chip, Compiled};
use crate::glsl::Dialect;
use crate::ir::Module;

use super::device::Device;
use super::error::DeviceError;

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
    /// The dialect of the kernels, and with it the interface: OpenGL 3.3, OpenGL ES 3.0, or OpenGL 2.1. Without it: the
    /// first of these that there is a driver for. An adopted context of OpenGL 3.3 or later can be used as one of 2.1.
    pub fn dialect(mut self, dialect: Dialect) -> DeviceBuilder {
        self.dialect = Some(dialect);
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

    /// Keeps what the driver compiles in this folder, and takes from there what an earlier process compiled, where the driver has
    /// `ARB_get_program_binary`. Only for a device that is opened [`headless`](DeviceBuilder::headless).
    pub fn program_cache(mut self, folder: impl Into<PathBuf>) -> DeviceBuilder {
        self.program_cache = Some(folder.into());
        self
    }

    /// A device that runs on `backend`, with the limits of this builder.
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
        // What is lowered is to be felt.
        info.partitions &= self.samplers.is_none();
        if let Some(compute) = &mut info.compute {
            let asked = self.invocations.map(|asked| if asked == 0 { 0 } else { asked.max(32) });
            lower(&mut compute.invocations, asked, "the number of invocations of a work group")?;
        }
        Ok(Device::new(backend, info, self.poison))
    }

    /// Runs kernels as listings of this chip, by the driver's own assembler: OpenGL by assembly ([`Dialect::Arb`]), which Mesa has for
    /// R300 and R420, NVIDIA's drivers for all of NVIDIA's chips too. The limits and the arithmetic are the device's own, not the
    /// chip's: for those, see [`emulated`](DeviceBuilder::emulated).
    pub fn assembly(mut self, chip: Chip) -> DeviceBuilder {
        self.dialect = Some(Dialect::Arb);
        self.assembly = Some(chip);
        self
    }

    /// Opens the device: EGL with no display.
    ///
    /// # Errors
    /// As [`Device::headless`], and an index that no device has.
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

    /// Opens an emulated device: see [`Device::emulated`].
    pub fn emulated(self, chip: Chip) -> Result<Device, Error> {
        self.backend(Box::new(Emulator::new(chip)))
    }

    /// Opens the device in a context that somebody else owns: see [`Device::adopt`].
    pub fn adopt(self, context: Foreign) -> Result<Device, Error> {
        self.backend(Box::new(gl::adopt(context, self.dialect)?))
    }
}

impl Device {
    /// Opens a device that draws into textures alone, on EGL with no display: the first that works, in OpenGL 3.3, or else
    /// in OpenGL ES 3.0, or else in OpenGL 2.1.
    ///
    /// # Errors
    /// Where there is no driver, or none that renders to float: what is missing, and what to install.
    #[cfg(feature = "headless")]
    pub fn headless() -> Result<Device, Error> {
        Device::builder().headless()
    }

    /// A device that emulates the fragment processor of a chip of 2002 to 2006, without any driver: its passes run under the
    /// chip's [limits](Chip::profile) and in its [arithmetic](crate::fragment_program::arithmetic). [`Chip::None`] is a plain
    /// machine of IEEE floats.
    ///
    /// ```
    /// use brooklet::{Device, fragment_program::Chip};
    /// let device = Device::emulated(Chip::R300)?;
    /// assert_eq!((device.limits().texture, device.features().exact_integer), (2048, 131_072));
    /// // 24 bits: an upload is chopped.
    /// let x = device.upload(&[131_073.0, f32::INFINITY])?;
    /// assert_eq!(x.read()?, [131_072.0, 36893206672442393000.0]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn emulated(chip: Chip) -> Result<Device, Error> {
        Device::builder().emulated(chip)
    }

    /// A device that counts what passes would do on a chip, and executes none: its textures hold no texels, so that streams may be of
    /// any size that the chip has texels for, also where its numbers do not tell their elements apart. What is traced has the same passes,
    /// instructions and fetches as on [`Device::emulated`], and the same [predicted](crate::fragment_program::cost) times.
    ///
    /// Every number that is read back is `read_back`: what an algorithm makes of it (how many records are kept) is an assumption that the
    /// caller makes. Loops and branches on data go as they do where all data are 0, or `read_back`, whichever is more.
    ///
    /// ```
    /// use brooklet::{Device, fragment_program::Chip, primitives::{self, Sort}};
    /// let device = Device::counting(Chip::R420, 0.0)?;
    /// let x = device.stream::<f32>(1 << 22)?; // beyond the 131,072 elements that 24 bits tell apart
    /// let (sorted, trace) = device.traced(|| primitives::sort_by(&x, Sort::BitonicFloat));
    /// sorted?;
    /// assert_eq!(trace.passes().count(), 253);
    /// assert!(trace.predicted().unwrap().ms() > 1000.0);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// None of its own: those of a device that emulates.
    pub fn counting(chip: Chip, read_back: f32) -> Result<Device, Error> {
        Self::counting_with(chip, Model::of(chip).ok(), Rc::new(Cell::new(read_back)))
    }

    /// The same with another model of the chip than that of its profile: of a card with other clocks.
    ///
    /// # Errors
    /// As [`Device::counting`].
    pub fn counting_by(model: Model, read_back: f32) -> Result<Device, Error> {
        Self::counting_with(model.chip, Some(model), Rc::new(Cell::new(read_back)))
    }

    /// The same, of which what is read back may change between pieces of work: kernels are compiled once for all of them.
    pub(crate) fn counting_with(chip: Chip, model: Option<Model>, read_back: Rc<Cell<f32>>) -> Result<Device, Error> {
        Device::builder().backend(Box::new(Emulator::counting(chip, model, read_back)))
    }

    /// What a piece of work takes on a chip: the programs of its passes in the order in which they are first drawn, each with its
    /// kernel, and with those that it is cut into where it does not fit. The device that the work is given runs all of them as they
    /// are, whether they fit or not; of primitives by default, the method that is the chip's.
    ///
    /// ```
    /// use brooklet::primitives::{self, Search};
    /// use brooklet::{Device, fragment_program::Chip};
    /// let programs = Device::surveyed(Chip::R300, |device| {
    ///     let (x, y) = (device.upload(&[1.0, 2.0, 3.0])?, device.upload(&[2.0, 2.5, 5.0])?);
    ///     primitives::lower_bound_by(&x, &y, Search::BinarySearch).map(drop)
    /// })?;
    /// let (kernel, compiled) = &programs[0];
    /// assert_eq!(kernel.name, "binary_search");
    /// assert!(compiled.counts.tex > 1);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// Those of the work.
    pub fn surveyed(
        chip: Chip,
        work: impl FnOnce(&Device) -> Result<(), Error>,
    ) -> Result<Vec<(Rc<Module>, Compiled)>, Error> {
        let survey = Survey::default();
        let device = Device::builder().backend(Box::new(Emulator::surveying(chip, survey.clone())))?;
        work(&device)?;
        Ok(survey.take())
    }

    /// A device with other properties than the usual: see [`DeviceBuilder`].
    pub fn builder() -> DeviceBuilder {
        DeviceBuilder::default()
    }

    /// The names of this machine's devices, in the order of [`DeviceBuilder::index`].
    #[cfg(feature = "headless")]
    pub fn available() -> Result<Vec<String>, Error> {
        Ok(gl::available()?)
    }

    /// A device in a context that somebody else owns. Its dialect is the context's: OpenGL 3.3, ES 3.0, or 2.1 where the
    /// context is older than 3.3.
    ///
    /// Each call makes the context current, and puts back what it changes: program, vertex array, framebuffers, viewport,
    /// textures and samplers of the units that it uses, pixel store, and the tests and masks that would spoil a pass. What
    /// only `glClampColor` or `glPixelTransfer` could undo is an error.
    ///
    /// What it cannot put back: blending, write masks and viewports that are set apart for single draw buffers, which
    /// come back as those of the first; errors that OpenGL had pending, which are cleared. A transform feedback, a
    /// conditional render or an occlusion query must not be under way. In an OpenGL 2.1 without vertex array objects, where
    /// the first vertex attribute is read from. In a browser, which objects are bound: none are, afterwards.
    ///
    /// Where the driver is Mesa's llvmpipe, which draws on the CPU, nothing else may draw on another thread meanwhile: its
    /// contexts look into each other's work. Devices of brooklet's own wait for each other, and for this one.
    pub fn adopt(context: Foreign) -> Result<Device, Error> {
        Device::builder().adopt(context)
    }
}
