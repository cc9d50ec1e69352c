//! Iterators: streams of evenly spaced numbers or vectors.

use super::column::{Column, column};
use super::error::Error;
use crate::brook::interpret::Array;
use crate::machine::{Device, Stream};
use crate::shape::{IntoShape, Shape};
use crate::texel::{Components, Texel};

/// The value of `iter(lo, hi)`: evenly spaced numbers or vectors from `lo` (inclusive) to `hi` (exclusive). See [`iter`].
#[derive(Clone, PartialEq, Debug)]
pub struct Iter {
    pub(super) low: Vec<f32>,
    pub(super) high: Vec<f32>,
    pub(super) shape: Option<Shape>,
}

/// Makes an iterator stream, `iter float i<n> = iter(lo, hi)`: element k is `lo + (hi - lo) · k / n`. With one dimension, its type
/// can be float to float4. With several dimensions it has one component for each; `x` varies along the last dimension.
///
/// Without a [`shape`](Iter::shape) it takes its extents from the call's shape: an iterator of scalars takes the last extent; an
/// iterator of vectors takes one extent for each component, the last ones of the call's, or all if there are fewer. It is filled on
/// the host for each call; [`Iter::stream`] makes a stream that several calls can use.
///
/// ```
/// use brooklet::{Device, brook::{self, Program}};
/// let device = Device::headless()?;
/// let text = "kernel void at(iter float2 i<>, iter float j<>, out float3 r<>) { r = float3(i, j); }";
/// let program = Program::compile(&device, "at.br", text)?;
/// let mut r = device.stream::<[f32; 3]>([2, 2])?;
/// let call = program.kernel("at")?.stream("i", brook::iter([0.0, 0.0], [2.0, 2.0])).stream("j", brook::iter(0.0, 1.0));
/// call.output("r", &mut r).run()?;
/// assert_eq!(r.read()?, [[0.0, 0.0, 0.0], [1.0, 0.0, 0.5], [0.0, 1.0, 0.0], [1.0, 1.0, 0.5]]);
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
pub fn iter<T: Texel>(low: T, high: T) -> Iter {
    let numbers = |of: T| (0..T::COMPONENTS.count()).map(|c| of.component(c)).collect();
    Iter { low: numbers(low), high: numbers(high), shape: None }
}

impl Iter {
    /// Makes the iterator between two numbers, or between two vectors of the same length.
    #[cfg(feature = "capi")]
    pub(crate) fn of(low: &[f32], high: &[f32]) -> Iter {
        Iter { low: low.to_vec(), high: high.to_vec(), shape: None }
    }

    /// Sets the extents of the iterator.
    pub fn shape(self, shape: impl Into<Shape>) -> Iter {
        Iter { shape: Some(shape.into()), ..self }
    }

    /// Returns the extents set with [`shape`](Iter::shape).
    pub fn extents(&self) -> Option<Shape> {
        self.shape
    }

    /// Returns the number of components of an element.
    pub(super) fn components(&self) -> Components {
        Components::of(self.low.len()).unwrap_or(Components::One)
    }

    /// Returns the extents of the iterator in a call with the shape `call`.
    pub(super) fn shape_in(&self, kernel: &str, parameter: &str, call: Shape) -> Result<Shape, Error> {
        let count = self.low.len();
        let shape = match self.shape {
            Some(shape) => shape,
            None if count == 1 => Shape::from(call.last()),
            None if count < call.rank() => Shape::try_from(&call.extents()[call.rank() - count..])?,
            None => call,
        };
        if shape.rank() > 1 && shape.rank() != count {
            let (kernel, parameter) = (kernel.to_owned(), parameter.to_owned());
            return Err(Error::IteratorRank { kernel, parameter, components: count, shape });
        }
        Ok(shape)
    }

    /// Makes a stream on the device from the iterator.
    ///
    /// # Errors
    /// `T` and the iterator differ in their number of components; or `shape` has several dimensions, but not one for each
    /// component.
    pub fn stream<T: Texel>(&self, device: &Device, shape: impl IntoShape) -> Result<Stream<T>, Error> {
        let shape =
            Iter { shape: Some(shape.into_shape()?), ..self.clone() }.shape_in("iter", "iterator", Shape::from(1))?;
        if T::COMPONENTS != self.components() {
            return Err(Error::Type {
                kernel: "iter".into(),
                parameter: "iterator".into(),
                role: "iterator",
                expected: self.type_name().into(),
                given: format!("a stream of {}", T::COMPONENTS.type_name()),
            });
        }
        let mut stream = device.stream::<T>(shape)?;
        Column::write(&mut stream, &self.values(shape))?;
        Ok(stream)
    }

    pub(super) fn type_name(&self) -> &'static str {
        crate::brook::types::Plain::Float(self.components()).brook()
    }

    pub(super) fn values(&self, shape: Shape) -> Vec<f32> {
        Array::iterator(shape.extents(), &self.low, &self.high).values
    }

    pub(super) fn upload(&self, device: &Device, shape: Shape) -> Result<Box<dyn Column>, crate::Error> {
        let mut made = column(device, self.components(), shape)?;
        made.write(&self.values(shape))?;
        Ok(made)
    }
}
