//! Columns: streams whose element type is known only at run time, one for each field of a Brook stream.

use std::any::Any;

use crate::error::Error;
use crate::glsl;
use crate::machine::{Device, Stream, StreamBinding};
use crate::primitives;
use crate::shape::Shape;
use crate::texel::{Components, Texel};

/// A [`Stream`] of any element type.
pub(crate) trait Column: 'static {
    fn device(&self) -> &Device;
    fn shape(&self) -> Shape;
    fn components(&self) -> Components;
    /// Returns the stream as a binding of a pass.
    fn bound(&self) -> StreamBinding<'_>;
    /// Reads all elements, as the floats of their components.
    fn read(&self) -> Result<Vec<f32>, Error>;
    /// Reads all elements into `floats`, which must have exactly their length.
    #[cfg(feature = "capi")]
    fn read_to(&self, floats: &mut [f32]) -> Result<(), Error>;
    fn write(&mut self, floats: &[f32]) -> Result<(), Error>;
    /// Makes a stream of the same type and layout, with unspecified content.
    fn fresh(&self, shape: Shape) -> Result<Box<dyn Column>, Error>;
    /// Returns a copy with values at these positions, of a stream of the same type: see [`primitives::put`].
    fn put(&self, positions: &Stream<f32>, values: Box<dyn Column>) -> Result<Box<dyn Column>, Error>;
    /// Replaces the stream by another one of the same type.
    fn replace_with(&mut self, other: Box<dyn Column>);
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
    #[cfg(feature = "capi")]
    fn as_any(&self) -> &dyn Any;
}

impl<T: Texel> Column for Stream<T> {
    fn device(&self) -> &Device {
        self.device()
    }

    fn shape(&self) -> Shape {
        self.shape()
    }

    fn components(&self) -> Components {
        T::COMPONENTS
    }

    fn bound(&self) -> StreamBinding<'_> {
        StreamBinding::of(self)
    }

    fn read(&self) -> Result<Vec<f32>, Error> {
        Ok(bytemuck::allocation::pod_collect_to_vec(&self.read()?))
    }

    #[cfg(feature = "capi")]
    fn read_to(&self, floats: &mut [f32]) -> Result<(), Error> {
        self.read_to(bytemuck::cast_slice_mut(floats))
    }

    fn write(&mut self, floats: &[f32]) -> Result<(), Error> {
        self.write(bytemuck::cast_slice(floats))
    }

    fn fresh(&self, shape: Shape) -> Result<Box<dyn Column>, Error> {
        Ok(Box::new(self.device().stream_with::<T>(shape, self.layout())?))
    }

    fn put(&self, positions: &Stream<f32>, values: Box<dyn Column>) -> Result<Box<dyn Column>, Error> {
        match values.into_any().downcast::<Stream<T>>() {
            Ok(values) => Ok(Box::new(primitives::put(self, positions, &values)?)),
            Err(_) => unreachable!("the values of an output have its type"),
        }
    }

    fn replace_with(&mut self, other: Box<dyn Column>) {
        if let Ok(other) = other.into_any().downcast::<Stream<T>>() {
            *self = *other;
        }
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }

    #[cfg(feature = "capi")]
    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Makes a stream of this type in the plain layout, with unspecified content.
pub(crate) fn column(device: &Device, components: Components, shape: Shape) -> Result<Box<dyn Column>, Error> {
    Ok(match components {
        Components::One => Box::new(device.stream::<f32>(shape)?),
        Components::Two => Box::new(device.stream::<[f32; 2]>(shape)?),
        Components::Three => Box::new(device.stream::<[f32; 3]>(shape)?),
        Components::Four => Box::new(device.stream::<[f32; 4]>(shape)?),
    })
}

/// Copies a column into another one with the same number of elements.
pub(super) fn copy(from: &dyn Column, to: &dyn Column) -> Result<(), Error> {
    let device = from.device();
    let kernel = device.kernel(&glsl!("primitives/copy.frag").element_of(from.components()))?;
    device.pass(&kernel).bound("values", from.bound()).bound_output("copied", to.bound()).run()
}

/// Copies a column into a new one of this shape in the plain layout.
pub(super) fn plain(from: &dyn Column, shape: Shape) -> Result<Box<dyn Column>, Error> {
    let made = column(from.device(), from.components(), shape)?;
    copy(from, &*made)?;
    Ok(made)
}
