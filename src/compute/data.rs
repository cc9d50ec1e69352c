//! Data of compute primitives: streams or buffers, whichever a caller passes.

use std::ops::Deref;

use crate::error::Error;
use crate::glsl;
use crate::machine::{Buffer, ComputeSource, Device, DeviceError, Element, Stream};
use crate::shape::Shape;
use crate::texel::Texel;

mod sealed {
    pub trait Sealed {}
}

/// Elements that compute shaders work on: a [`Stream`] or a [`Buffer`]. The result is of the same kind as the input. A stream is
/// copied into a buffer, and the result into a stream of the same layout.
pub trait Data: Sized + sealed::Sealed {
    /// The type of its elements.
    type Element: Texel + Element;
    #[doc(hidden)]
    fn on(&self) -> &Device;
    #[doc(hidden)]
    fn shaped(&self) -> Shape;
    #[doc(hidden)]
    fn load(&self) -> Result<Loaded<'_, Self::Element>, Error>;
    /// Makes data of the kind (and layout) of `self` with this shape and the elements of `buffer`.
    #[doc(hidden)]
    fn store(&self, shape: Shape, buffer: Buffer<Self::Element>) -> Result<Self, Error>;
}

impl<T: Texel + Element> sealed::Sealed for Stream<T> {}
impl<T: Texel + Element> Data for Stream<T> {
    type Element = T;
    fn on(&self) -> &Device {
        self.device()
    }
    fn shaped(&self) -> Shape {
        self.shape()
    }
    fn load(&self) -> Result<Loaded<'_, T>, Error> {
        Ok(Loaded::Copied(self.to_buffer()?))
    }
    fn store(&self, shape: Shape, buffer: Buffer<T>) -> Result<Stream<T>, Error> {
        buffer.to_stream_with(shape, self.layout())
    }
}

impl<T: Texel + Element> sealed::Sealed for Buffer<T> {}
impl<T: Texel + Element> Data for Buffer<T> {
    type Element = T;
    fn on(&self) -> &Device {
        self.device()
    }
    fn shaped(&self) -> Shape {
        Shape::from(self.len())
    }
    fn load(&self) -> Result<Loaded<'_, T>, Error> {
        Ok(Loaded::Resident(self))
    }
    fn store(&self, _: Shape, buffer: Buffer<T>) -> Result<Buffer<T>, Error> {
        Ok(buffer)
    }
}

/// Data in a buffer: the caller's, or one made for the call.
#[doc(hidden)]
pub enum Loaded<'a, T: Element> {
    /// The caller's buffer, which must not be written to.
    Resident(&'a Buffer<T>),
    /// A buffer made for the call, which may be written to.
    Copied(Buffer<T>),
}

impl<T: Element> Deref for Loaded<'_, T> {
    type Target = Buffer<T>;
    fn deref(&self) -> &Buffer<T> {
        match self {
            Loaded::Resident(buffer) => buffer,
            Loaded::Copied(buffer) => buffer,
        }
    }
}

impl<T: Element> Loaded<'_, T> {
    /// Returns a buffer that may be written to; the caller's buffer is copied.
    pub(super) fn own(self) -> Result<Buffer<T>, Error> {
        let values = match self {
            Loaded::Copied(buffer) => return Ok(buffer),
            Loaded::Resident(values) => values,
        };
        let device = values.device();
        let mut copied = device.buffer::<T>(values.len())?;
        let source = ComputeSource::of::<T>(glsl!("compute/copy.comp"), device.threads(256, 0)?);
        let kernel = device.compute_kernel(&source)?;
        let dispatch = device.dispatch(&kernel).input("values", values).output("copied", &mut copied);
        dispatch.constant("count", values.len()).run_over(values.len())?;
        Ok(copied)
    }
}

/// Refuses data of another device.
pub(super) fn same_device(one: &Device, other: &Device, what: &str) -> Result<(), Error> {
    match one.inner.id == other.inner.id {
        true => Ok(()),
        false => Err(DeviceError::OtherDevice { what: what.to_owned() }.into()),
    }
}
