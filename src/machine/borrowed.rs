//! Streams in textures of the owner of an adopted context.

use std::marker::PhantomData;

use crate::backend::ForeignTexture;
use crate::error::Error;
use crate::geometry::{Geometry, Layout, LayoutError};
use crate::shape::Shape;
use crate::texel::{Components, Texel};

use super::Device;
use super::stream::{Stream, spec};

impl Device {
    /// Makes a stream of `count` elements in a texture of the context's owner, row by row. The texture has the format R32F for floats, RG32F
    /// for vectors of 2, and RGBA32F for vectors of 3 and 4 and for packed floats. Nothing is copied: passes read the texture where it is,
    /// whatever its filters, and a write to the stream writes to it. The texture has `width` texels in a row, and as many rows as the elements
    /// need, because kernels address texels by parts of the height. The last row may be partly used.
    ///
    /// The texture is not deleted with the stream, and must not be deleted before it. Streams in one texture are not noticed: a pass must not
    /// render to a texture that it reads, nor by two outputs to one texture.
    ///
    /// # Errors
    /// [`LayoutError::Rows`], if the texture has more or fewer rows, or no texels; [`LayoutError::TooLarge`] and [`LayoutError::Inexact`], beyond
    /// the device's limits; [`LayoutError::PackedVector`] for packed vectors; the device does not use OpenGL, or has no sampler objects; the texture does not exist.
    pub fn borrow_texture<T: Texel>(
        &self,
        texture: ForeignTexture,
        layout: Layout,
        [width, height]: [usize; 2],
        count: usize,
    ) -> Result<Stream<T>, Error> {
        let (shape, largest) = (Shape::from(count), self.limits().texture);
        if layout == Layout::Packed && T::COMPONENTS != Components::One {
            return Err(LayoutError::PackedVector { element: T::COMPONENTS.type_name() }.into());
        }
        if width > largest || height > largest {
            return Err(LayoutError::TooLarge { shape, layout, largest }.into());
        }
        let needed = count.div_ceil(layout.lanes()).div_ceil(width.max(1));
        if count == 0 || width == 0 || needed != height {
            return Err(LayoutError::Rows { count, layout, width, needed, height }.into());
        }
        let exact = self.features().exact_integer as usize;
        if count > exact {
            return Err(LayoutError::Inexact { shape, exact }.into());
        }
        let geometry = Geometry { count, layout, width, height, row: width * layout.lanes() };
        let id = self.backend().borrow_texture(texture, spec::<T>(&geometry))?;
        self.inner.borrowed.borrow_mut().insert(id);
        Ok(Stream { device: self.clone(), shape, geometry, texture: Some(id), levels: 1, element: PhantomData })
    }
}
