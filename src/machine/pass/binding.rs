//! Stream bindings: the properties that a pass needs of its streams.

use std::marker::PhantomData;

use crate::backend::TextureId;
use crate::geometry::{Geometry, Layout};
use crate::machine::device::Device;
use crate::machine::stream::Stream;
use crate::shape::Shape;
use crate::texel::{Components, Stored};

/// A borrowed stream, with the properties that a pass needs.
#[derive(Clone, Copy)]
pub(crate) struct StreamBinding<'a> {
    pub(super) stream: PhantomData<&'a ()>,
    pub(super) device: u64,
    pub(super) texture: Option<TextureId>,
    pub(super) geometry: Geometry,
    pub(super) shape: Shape,
    pub(super) components: Components,
    /// Whether its floats have half precision.
    pub(super) half: bool,
    /// The number of layers that it is read from; 1 for an ordinary texture.
    pub(super) layers: usize,
    /// The layer that is drawn to.
    pub(super) layer: usize,
}

impl<'a> StreamBinding<'a> {
    pub fn of<T: Stored>(stream: &'a Stream<T>) -> StreamBinding<'a> {
        StreamBinding {
            stream: PhantomData,
            device: stream.device().inner.id,
            texture: stream.texture(),
            geometry: *stream.geometry(),
            shape: stream.shape(),
            components: T::COMPONENTS,
            half: T::HALF,
            layers: 1,
            layer: 0,
        }
    }

    /// Binds texels in the layers of an array texture, or in one of its layers.
    pub fn layered(
        device: &Device,
        texture: Option<TextureId>,
        geometry: Geometry,
        components: Components,
        layers: usize,
        layer: usize,
    ) -> StreamBinding<'a> {
        let shape = Shape::from(geometry.count);
        let device = device.inner.id;
        let half = false;
        StreamBinding { stream: PhantomData, device, texture, geometry, shape, components, half, layers, layer }
    }

    /// Binds a stream as its texels, in the order and the rows of the texture. Each texel of a packed stream is a vec4 of four
    /// neighbours; the rest of the last texel past the end is undefined.
    pub fn texels<T: Stored>(stream: &'a Stream<T>) -> StreamBinding<'a> {
        let geometry = stream.geometry().texelwise();
        let packed = stream.layout() == Layout::Packed;
        let components = if packed { Components::Four } else { T::COMPONENTS };
        StreamBinding { geometry, shape: Shape::from(geometry.count), components, ..StreamBinding::of(stream) }
    }

    /// Changes the row length, for kernels whose rows differ from those of the texture.
    pub fn with_row(self, row: usize) -> StreamBinding<'a> {
        StreamBinding { geometry: Geometry { row, ..self.geometry }, ..self }
    }

    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub fn shape(&self) -> Shape {
        self.shape
    }

    pub fn layout(&self) -> Layout {
        self.geometry.layout
    }

    pub fn components(&self) -> Components {
        self.components
    }
}
