//! Makes streams: with unspecified content, with elements from main memory, or with those of a stream of another device.

use crate::error::Error;
use crate::geometry::{Geometry, Layout, LayoutError};
use crate::shape::{IntoShape, ShapeError};
use crate::texel::{Components, Stored};

use super::device::Device;
use super::stream::Stream;

impl Device {
    /// Makes a plain stream with unspecified content.
    pub fn stream<T: Stored>(&self, shape: impl IntoShape) -> Result<Stream<T>, Error> {
        self.stream_with(shape, Layout::Plain)
    }

    /// Makes a stream with unspecified content.
    ///
    /// # Errors
    /// More elements than the largest texture holds, or than positions can tell apart on this device; the error has both numbers. A
    /// packed stream of vectors.
    pub fn stream_with<T: Stored>(&self, shape: impl IntoShape, layout: Layout) -> Result<Stream<T>, Error> {
        let shape = shape.into_shape()?;
        if layout == Layout::Packed && T::COMPONENTS != Components::One {
            return Err(LayoutError::PackedVector { element: T::COMPONENTS.type_name() }.into());
        }
        let geometry = Geometry::of(shape, layout, self.limits().texture)?;
        Stream::new(self, shape, geometry)
    }

    /// Makes a plain 1-D stream of `elements`.
    pub fn upload<T: Stored>(&self, elements: &[T]) -> Result<Stream<T>, Error> {
        self.upload_shaped(elements.len(), elements)
    }

    /// Makes a plain stream of `elements`, in C order.
    ///
    /// # Errors
    /// A number of elements that differs from the shape's; the error has both numbers.
    pub fn upload_shaped<T: Stored>(&self, shape: impl IntoShape, elements: &[T]) -> Result<Stream<T>, Error> {
        self.upload_with(shape, Layout::Plain, elements)
    }

    /// Makes a stream of `elements`, in C order.
    pub fn upload_with<T: Stored>(
        &self,
        shape: impl IntoShape,
        layout: Layout,
        elements: &[T],
    ) -> Result<Stream<T>, Error> {
        let shape = shape.into_shape()?;
        if shape.count() != elements.len() {
            return Err(ShapeError::Count { got: elements.len(), shape }.into());
        }
        let mut stream = self.stream_with(shape, layout)?;
        stream.write(elements)?;
        Ok(stream)
    }
}

impl<T: Stored> Stream<T> {
    /// Returns a stream on `device` with the same shape, layout and elements, which are copied by way of main memory: one read back and one
    /// upload, bit for bit. Both devices are on this thread. [`Device`] says how elements go to another thread.
    ///
    /// ```
    /// use brooklet::{Device, Operator, fragment_program::Chip, primitives};
    /// let (driver, nv40) = (Device::headless()?, Device::emulated(Chip::Nv40)?);
    /// let x = driver.upload_shaped([2, 2], &[1.0, 2.0, 3.0, 4.0])?;
    /// let there = x.to_device(&nv40)?;
    /// assert_eq!(there.shape(), x.shape());
    /// assert_eq!(primitives::reduce(&there, &Operator::sum())?, 10.0); // computed by the chip of 2004
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`Device::upload_with`] on that device: its largest texture may hold fewer elements. Nothing is read back then.
    ///
    /// # Exactness
    /// An emulated chip whose memory has no denormals takes those for zeros, as it does with all uploads.
    pub fn to_device(&self, device: &Device) -> Result<Stream<T>, Error> {
        let mut copy = device.stream_with(self.shape(), self.layout())?;
        copy.write(&self.read()?)?;
        Ok(copy)
    }
}
