//! Streams in textures of the owner of an adopted context.

use std::marker::PhantomData;

use crate::backend::ForeignTexture;
use crate::error::Error;
use crate::geometry::{Geometry, Layout, LayoutError};
use crate::shape::Shape;

use super::Device;
use super::stream::{Stream, spec};

impl Device {
    /// Makes a stream of the first `count` texels (or, packed, of the first `count` floats) of a texture of the context's owner, row by row:
    /// R32F for a plain stream, RGBA32F for a packed one, with `width` texels in a row. Nothing is copied: passes read the texture where it
    /// is, whatever its filters, and a write to the stream writes to it. It must have as many rows as the elements need: the last may be partly
    /// used. The texture is not deleted with the stream, and must not be deleted
    /// before it. Render targets of passes must not be the texture that they read.
    ///
    /// # Errors
    /// A stream of no elements, or a texture larger than the device has; the device does not use OpenGL 3.3 or OpenGL ES 3.0, or the texture
    /// does not exist.
    pub fn borrow_texture(
        &self,
        texture: ForeignTexture,
        layout: Layout,
        width: usize,
        count: usize,
    ) -> Result<Stream<f32>, Error> {
        let shape = Shape::from(count);
        let texels = count.div_ceil(layout.lanes());
        let geometry = Geometry {
            count,
            layout,
            width,
            height: texels.div_ceil(width.max(1)),
            row: width.saturating_mul(layout.lanes()),
        };
        let largest = self.limits().texture;
        if count == 0 || width == 0 || width > largest || geometry.height > largest {
            return Err(LayoutError::TooLarge { shape, layout, largest }.into());
        }
        let id = self.backend().borrow_texture(texture, spec::<f32>(&geometry))?;
        self.inner.borrowed.borrow_mut().insert(id);
        Ok(Stream { device: self.clone(), shape, geometry, texture: Some(id), element: PhantomData })
    }
}
