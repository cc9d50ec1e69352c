//! Emulated devices: connects [`Device`], which does not know its backend, with the emulator.

use std::cell::Cell;
use std::rc::Rc;

use crate::backend::emulator::{Emulator, Mode, ReadBack, Survey};
use crate::error::Error;
use crate::fragment_program::cost::Model;
use crate::fragment_program::{Chip, Compiled};
use crate::ir::Kernel;
use crate::machine::{Device, DeviceBuilder};

impl DeviceBuilder {
    /// Opens an emulated device: see [`Device::emulated`].
    pub fn emulated(self, chip: Chip) -> Result<Device, Error> {
        let emulator = Emulator::new(chip, Mode::Execute, Model::of(chip).ok());
        self.backend(Box::new(match self.max_iterations {
            Some(max) => emulator.max_iterations(max),
            None => emulator,
        }))
    }
}

impl Device {
    /// Opens a device that emulates the fragment processor of a chip of 2002 to 2006, without any driver. Its passes run under the
    /// chip's [limits](Chip::profile) and in its [arithmetic](crate::fragment_program::arithmetic). [`Chip::None`] is a plain
    /// machine of IEEE floats. An example program is [a chip of 2002](crate::guide::examples#chip).
    ///
    /// ```
    /// use brooklet::{Device, fragment_program::Chip};
    /// let device = Device::emulated(Chip::R300)?;
    /// assert_eq!((device.limits().texture, device.features().exact_integer), (2048, 131_072));
    /// // Floats have 24 bits, so an upload is truncated.
    /// let x = device.upload(&[131_073.0, f32::INFINITY])?;
    /// assert_eq!(x.read()?, [131_072.0, 36893206672442393000.0]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn emulated(chip: Chip) -> Result<Device, Error> {
        Device::builder().emulated(chip)
    }

    /// Opens a device that counts what passes would do on a chip, and executes none. Its textures hold no texels, so streams may
    /// have any size that fits the chip's textures, even if the chip's floats cannot represent every element index. A trace has the
    /// same passes, instructions and fetches as on [`Device::emulated`], and the same [predicted](crate::fragment_program::cost)
    /// times.
    ///
    /// Every number that is read back is `read_back`. An algorithm that depends on such a number, for example on the number of
    /// records that are kept, therefore runs under the caller's assumption. Loops and branches on data are counted for data that
    /// are all 0 or all `read_back`, whichever is more.
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
    /// Those of [`Device::emulated`].
    pub fn counting(chip: Chip, read_back: f32) -> Result<Device, Error> {
        Self::counting_with(chip, Model::of(chip).ok(), ReadBack::new(Cell::new(read_back)))
    }

    /// Opens a counting device, like [`Device::counting`], but with this model of the chip in place of the one of its profile, for
    /// example for a card with other clocks.
    ///
    /// # Errors
    /// As [`Device::counting`].
    pub fn counting_by(model: Model, read_back: f32) -> Result<Device, Error> {
        Self::counting_with(model.chip, Some(model), ReadBack::new(Cell::new(read_back)))
    }

    /// Opens a counting device. The caller may change the value that is read back between pieces of work. Kernels are compiled once
    /// for all of them.
    pub(crate) fn counting_with(chip: Chip, model: Option<Model>, read_back: ReadBack) -> Result<Device, Error> {
        Device::builder().backend(Box::new(Emulator::new(chip, Mode::Count(read_back), model)))
    }

    /// Returns the programs that a piece of work draws on a chip, each with its kernel, in the order in which they are first drawn.
    /// If a program does not fit, the list also has the programs that it is split into. The device that is passed to `work` runs
    /// every program as it is, whether it fits or not. Primitives use the chip's default method.
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
    /// Those of `work`.
    pub fn surveyed(
        chip: Chip,
        work: impl FnOnce(&Device) -> Result<(), Error>,
    ) -> Result<Vec<(Rc<Kernel>, Compiled)>, Error> {
        let survey = Survey::default();
        let emulator = Emulator::new(chip, Mode::Survey(survey.clone()), Model::of(chip).ok());
        let device = Device::builder().backend(Box::new(emulator))?;
        work(&device)?;
        Ok(survey.take())
    }
}
