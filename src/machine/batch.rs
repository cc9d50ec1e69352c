//! Batches: work during which nothing else uses the context of the device.

use super::Device;

impl Device {
    /// Does `work` as one batch: the state of an [adopted](Device::adopt) context is saved once before it and restored once after it, not
    /// for each pass. During the work, nothing else may use the context, and its owner's state is not what it was. Batches may be nested;
    /// the outermost restores the state, also if the work panics. On other devices, it is just the work.
    ///
    /// ```
    /// use brooklet::{Device, primitives};
    /// let device = Device::headless()?;
    /// let x = device.upload(&[3.0, 1.0, 2.0])?;
    /// let sorted = device.batch(|| primitives::sort(&x))?;
    /// assert_eq!(sorted.read()?, [1.0, 2.0, 3.0]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    pub fn batch<R>(&self, work: impl FnOnce() -> R) -> R {
        let _batch = Batch::begin(self);
        work()
    }
}

/// A guard, which ends the batch when it is dropped.
struct Batch<'a>(&'a Device);

impl Batch<'_> {
    fn begin(device: &Device) -> Batch<'_> {
        device.backend().begin_batch();
        Batch(device)
    }
}

impl Drop for Batch<'_> {
    fn drop(&mut self) {
        self.0.backend().end_batch();
    }
}
