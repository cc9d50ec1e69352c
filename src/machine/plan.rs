//! Plans: work whose passes are asked whether they fit the device, and none of which is drawn.

use std::ops::Deref;
use std::rc::Rc;

use crate::error::Error;
use crate::texel::Texel;

use super::device::Device;
use super::room::{PlannedRoom, Room};
use super::stream::Stream;

impl Device {
    /// What room there is for the passes of `work`. On the device that it is given, streams have no texels, passes are asked what
    /// they take and not drawn, and all read backs give 0.
    ///
    /// # Errors
    /// Those of `work`.
    pub(crate) fn plan<R>(&self, work: impl FnOnce(&Device) -> Result<R, Error>) -> Result<Room, Error> {
        let plan = Rc::new(PlannedRoom::new());
        work(&Device { inner: self.inner.clone(), plan: Some(plan.clone()) })?;
        Ok(plan.least())
    }

    /// A stream as an input of work on this device: that itself, or where the work is a plan, one like it without texels.
    pub(crate) fn lend<'a, T: Texel>(&self, stream: &'a Stream<T>) -> Lent<'a, T> {
        match self.is_planning() {
            true => Lent::Own(stream.without_texels(self)),
            false => Lent::Borrowed(stream),
        }
    }
}

/// A stream of somebody else's, or an own one.
#[derive(Debug)]
pub(crate) enum Lent<'a, T: Texel> {
    Borrowed(&'a Stream<T>),
    Own(Stream<T>),
}

impl<T: Texel> Deref for Lent<'_, T> {
    type Target = Stream<T>;

    fn deref(&self) -> &Stream<T> {
        match self {
            Lent::Borrowed(stream) => stream,
            Lent::Own(stream) => stream,
        }
    }
}
