//! The adapters of this machine, on which devices are opened.

use crate::backend::{Adapter, gl};
use crate::error::Error;

use super::device::Device;

impl Device {
    /// Lists this machine's adapters: its GPUs, and drivers that draw on the CPU. [`DeviceBuilder::adapter`](crate::DeviceBuilder::adapter)
    /// opens a device on one. No device is opened for the list.
    ///
    /// On Linux and other systems with EGL these are the devices of EGL, in its order. A GPU that has two drivers may be listed twice, and one
    /// that you may not use is listed, too. Windows and macOS choose the GPU themselves, and have one adapter.
    ///
    /// A device and its streams stay on the thread that opened the device. So each thread opens a device of its own, and threads exchange
    /// elements: one reads a stream, and another uploads what was read. Here one thread sorts on the first adapter that works, and another
    /// beside it on the CPU, if a driver for that is listed:
    ///
    /// ```
    /// use brooklet::{Device, DeviceBuilder, Error, primitives};
    ///
    /// fn sorted_on(device: DeviceBuilder, x: &[f32]) -> Result<Vec<f32>, Error> {
    ///     let device = device.headless()?;
    ///     primitives::sort(&device.upload(x)?)?.read()
    /// }
    ///
    /// let on_cpu = Device::adapters()?.into_iter().find(|adapter| adapter.software);
    /// let (a, b) = std::thread::scope(|scope| {
    ///     let a = scope.spawn(|| sorted_on(Device::builder(), &[3.0, 1.0]));
    ///     let b = scope.spawn(|| {
    ///         let other = on_cpu.map_or(Device::builder(), |adapter| Device::builder().adapter(adapter.index));
    ///         sorted_on(other, &[2.0, 4.0])
    ///     });
    ///     (a.join().unwrap(), b.join().unwrap())
    /// });
    /// let device = Device::headless()?;
    /// let merged = primitives::merge(&device.upload(&a?)?, &device.upload(&b?)?)?;
    /// assert_eq!(merged.read()?, [1.0, 2.0, 3.0, 4.0]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// Devices on GPUs work at the same time. Those on Mesa's llvmpipe, which draws on the CPU, wait for each other, because its contexts
    /// access each other's work.
    ///
    /// # Errors
    /// EGL cannot be loaded; the error says what to install.
    pub fn adapters() -> Result<Vec<Adapter>, Error> {
        Ok(gl::adapters()?)
    }
}
