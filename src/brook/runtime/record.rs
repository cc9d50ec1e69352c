//! Streams of structs, read and written as a struct type of the host.

use std::marker::PhantomData;

use bytemuck::Pod;

use super::argument::{InputArgument, OutputArgument};
use super::checks::fits;
use super::domain::{Domain, DomainMut};
use super::error::Error;
use super::stream::AnyStream;
use crate::shape::{IntoShape, Shape, ShapeError};

/// A stream of structs, whose elements have the type `R` on the host. `R` must have the fields of the Brook struct, in order and
/// without padding. [`Program::upload`](super::Program::upload) makes one.
///
/// ```
/// use brooklet::{Device, brook::Program};
///
/// #[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
/// #[repr(C)]
/// struct Particle { place: [f32; 3], speed: [f32; 3], mass: f32 }
///
/// let device = Device::headless()?;
/// let program = Program::compile(&device, "move.br", "
///     typedef struct { float3 place; float3 speed; float mass; } Particle;
///     kernel void move(Particle a<>, float dt, out Particle b<>) { b = a; b.place = a.place + dt * a.speed; }
/// ")?;
/// let particle = Particle { place: [0.0, 1.0, 2.0], speed: [1.0, 0.0, -1.0], mass: 3.0 };
/// let mut particles = program.upload("Particle", 100, &[particle; 100])?;
/// program.kernel("move")?.in_out("a", "b", &mut particles).constant("dt", 0.5).run()?;
/// assert_eq!(particles.read()?[99], Particle { place: [0.5, 1.0, 1.5], ..particle });
/// # Ok::<(), brooklet::brook::Error>(())
/// ```
pub struct RecordStream<R: Pod> {
    pub(super) any: AnyStream,
    element: PhantomData<R>,
}

impl<R: Pod> RecordStream<R> {
    pub(super) fn new(any: AnyStream) -> Result<RecordStream<R>, Error> {
        fits::<R>(any.record.as_deref().unwrap_or_default(), &any.fields)?;
        Ok(RecordStream { any, element: PhantomData })
    }

    /// Returns the extents of the stream.
    pub fn shape(&self) -> Shape {
        self.any.shape
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.any.shape.count()
    }

    /// Whether the stream is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Replaces all elements.
    ///
    /// # Errors
    /// The number of elements does not match the stream: the error has both numbers.
    pub fn write(&mut self, elements: &[R]) -> Result<(), Error> {
        if elements.len() != self.len() {
            return Err(ShapeError::Count { got: elements.len(), shape: self.shape() }.into());
        }
        self.any.write_bytes(bytemuck::cast_slice(elements))
    }

    /// Reads all elements.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn read(&self) -> Result<Vec<R>, Error> {
        Ok(bytemuck::allocation::pod_collect_to_vec(&self.any.read_bytes()?))
    }

    /// Reads the elements of a domain, in C order: `streamWrite` on a domain.
    ///
    /// # Errors
    /// The domain extends outside the stream: the error has the domain's ends and the stream's shape.
    pub fn read_domain(&self, low: impl IntoShape, high: impl IntoShape) -> Result<Vec<R>, Error> {
        Ok(bytemuck::allocation::pod_collect_to_vec(&self.any.read_domain_bytes(low, high)?))
    }

    /// Replaces the elements of a domain, in C order: `streamRead` on a domain.
    ///
    /// # Errors
    /// The domain extends outside the stream; or the number of elements does not match the domain: the error has both sizes in
    /// bytes.
    pub fn write_domain(&mut self, low: impl IntoShape, high: impl IntoShape, elements: &[R]) -> Result<(), Error> {
        self.any.write_domain_bytes(low, high, bytemuck::cast_slice(elements))
    }

    /// Returns the part of the stream from `low` (inclusive) to `high` (exclusive), for a kernel to read.
    pub fn domain(&self, low: impl Into<Shape>, high: impl Into<Shape>) -> Domain<'_> {
        self.any.domain(low, high)
    }

    /// Returns the part of the stream from `low` (inclusive) to `high` (exclusive), for a kernel to write.
    pub fn domain_mut(&mut self, low: impl Into<Shape>, high: impl Into<Shape>) -> DomainMut<'_> {
        self.any.domain_mut(low, high)
    }
}

impl<R: Pod> std::fmt::Debug for RecordStream<R> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "RecordStream({} of {})", self.any.shape, self.any.record.as_deref().unwrap_or_default())
    }
}

impl<'a, R: Pod> From<&'a RecordStream<R>> for InputArgument<'a> {
    fn from(stream: &'a RecordStream<R>) -> InputArgument<'a> {
        (&stream.any).into()
    }
}

impl<'a, R: Pod> From<&'a mut RecordStream<R>> for OutputArgument<'a> {
    fn from(stream: &'a mut RecordStream<R>) -> OutputArgument<'a> {
        (&mut stream.any).into()
    }
}
