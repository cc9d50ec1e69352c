//! Plans: dry runs of work, which determine whether its passes fit the device without drawing them.

use std::ops::Deref;
use std::rc::Rc;

use crate::error::Error;
use crate::texel::Stored;

use super::device::Device;
use super::fit::{KernelFit, PlannedFit};
use super::stream::Stream;

impl Device {
    /// Determines whether the passes of `work` fit the device. `work` gets a planning device. There, streams have no texels, passes
    /// are not drawn but report the resources that they need, and all read backs return 0.
    ///
    /// # Errors
    /// The errors of `work`.
    pub(crate) fn plan<R>(&self, work: impl FnOnce(&Device) -> Result<R, Error>) -> Result<KernelFit, Error> {
        let plan = Rc::new(PlannedFit::new());
        work(&Device { inner: self.inner.clone(), plan: Some(plan.clone()) })?;
        Ok(plan.worst())
    }

    /// Returns a stream as an input of work on this device. This is the stream itself, or, on a planning device, a stream of the
    /// same geometry without texels.
    pub(crate) fn lend<'a, T: Stored>(&self, stream: &'a Stream<T>) -> Lent<'a, T> {
        match self.is_planning() {
            true => Lent::Own(stream.without_texels(self)),
            false => Lent::Borrowed(stream),
        }
    }
}

/// A borrowed stream, or an owned one.
#[derive(Debug)]
pub(crate) enum Lent<'a, T: Stored> {
    Borrowed(&'a Stream<T>),
    Own(Stream<T>),
}

impl<T: Stored> Deref for Lent<'_, T> {
    type Target = Stream<T>;

    fn deref(&self) -> &Stream<T> {
        match self {
            Lent::Borrowed(stream) => stream,
            Lent::Own(stream) => stream,
        }
    }
}
