//! Streams: elements of one type in a texture.

use std::marker::PhantomData;
use std::ops::Range;

use crate::backend::{Channel, TextureId, TextureSpec};
use crate::error::Error;
use crate::geometry::{Geometry, Layout, LayoutError, Rect};
use crate::glsl;
use crate::shape::{Shape, ShapeError};
#[cfg(feature = "capi")]
use crate::texel::is_same_in_memory;
use crate::texel::{FloatElement, Stored, from_channels, to_channels};
use crate::trace::{Event, Transfer};

use super::device::Device;

/// Elements of type `T` in a texture of a device, with a [`Shape`] and a [`Layout`]. When it is dropped, its texture returns to the
/// device's pool.
///
/// ```
/// use brooklet::{Device, Layout, Stream};
/// let device = Device::headless()?;
/// let image: Stream<[f32; 3]> = device.upload_shaped([2, 2], &[[1.0; 3], [2.0; 3], [3.0; 3], [4.0; 3]])?;
/// assert_eq!(image.get(&[1, 0])?, [3.0; 3]);
/// assert_eq!(image.read_range(1..3)?, [[2.0; 3], [3.0; 3]]);
///
/// let x = device.upload(&vec![0.5; 1 << 20])?;
/// assert_eq!((x.geometry().width, x.geometry().height), (1024, 1024)); // 2^20 elements near-square
/// let packed = x.to_layout(Layout::Packed)?;                           // one pass
/// assert_eq!((packed.geometry().width, packed.geometry().height), (512, 512));
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct Stream<T: Stored> {
    pub(super) device: Device,
    pub(super) shape: Shape,
    pub(super) geometry: Geometry,
    /// `None` for a stream without elements, and on a planning device.
    pub(super) texture: Option<TextureId>,
    /// The number of mip levels of its texture.
    pub(super) levels: usize,
    pub(super) element: PhantomData<T>,
}

impl<T: Stored> Stream<T> {
    /// Makes a stream with a given geometry, for example for the intermediate results of a reduction.
    pub(crate) fn new(device: &Device, shape: Shape, geometry: Geometry) -> Result<Stream<T>, Error> {
        let largest = device.limits().texture;
        if geometry.width > largest || geometry.height > largest {
            return Err(LayoutError::TooLarge { shape, layout: geometry.layout, largest }.into());
        }
        let exact = device.features().exact_integer as usize;
        // A stream of several dimensions may be read by column and row. Passes check that.
        if geometry.count > exact && shape.rank() == 1 {
            return Err(LayoutError::Inexact { shape, exact }.into());
        }
        let texture = match geometry.count {
            0 => None,
            _ if device.is_planning() => None,
            _ => Some(device.acquire(spec::<T>(&geometry))?),
        };
        Ok(Stream { device: device.clone(), shape, geometry, texture, levels: 1, element: PhantomData })
    }

    /// Returns the device that the stream is on.
    pub fn device(&self) -> &Device {
        &self.device
    }

    /// Returns the shape: the stream's extents.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.geometry.count
    }

    /// Returns whether the stream has no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the layout, which says whether a texel holds one element or four.
    pub fn layout(&self) -> Layout {
        self.geometry.layout
    }

    /// Returns the arrangement of its elements in its texture.
    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Replaces all elements.
    pub fn write(&mut self, elements: &[T]) -> Result<(), Error> {
        if elements.len() != self.len() {
            return Err(ShapeError::Count { got: elements.len(), shape: self.shape }.into());
        }
        self.write_range(0, elements)
    }

    /// Replaces the elements from `start` on, in C order. If a texel of a packed stream contains both elements that are written and
    /// elements that are not, that texel is read first.
    pub fn write_range(&mut self, start: usize, elements: &[T]) -> Result<(), Error> {
        let range = self.check(start..start.saturating_add(elements.len()))?;
        let lanes = self.layout().lanes();
        let texels = range.start / lanes..range.end.div_ceil(lanes);
        let channels = to_channels(elements);
        if lanes == 1 {
            return self.write_texels(texels, &channels);
        }
        // The layout is packed. Keep elements outside the range that share a texel with it, and fill the rest past the end.
        let mut floats = vec![self.device.inner.poison.unwrap_or(0.0); texels.len() * lanes];
        let inside = texels.start * lanes..(texels.end * lanes).min(self.len());
        for kept in [inside.start..range.start, range.end..inside.end] {
            if !kept.is_empty() {
                let old = from_channels::<f32>(self.read_texels(kept.start / lanes..kept.end.div_ceil(lanes))?);
                let from = kept.start % lanes;
                floats[kept.start - inside.start..][..kept.len()].copy_from_slice(&old[from..from + kept.len()]);
            }
        }
        floats[range.start - inside.start..][..range.len()].copy_from_slice(&channels);
        self.write_texels(texels, &floats)
    }

    /// Reads all elements, in C order.
    pub fn read(&self) -> Result<Vec<T>, Error> {
        self.read_range(0..self.len())
    }

    /// Reads the elements in `range`, in C order. Only the texels that contain them are transferred.
    pub fn read_range(&self, range: Range<usize>) -> Result<Vec<T>, Error> {
        let range = self.check(range)?;
        let lanes = self.layout().lanes();
        let mut elements = from_channels::<T>(self.read_texels(range.start / lanes..range.end.div_ceil(lanes))?);
        if lanes > 1 {
            elements.drain(..range.start % lanes);
            elements.truncate(range.len());
        }
        Ok(elements)
    }

    /// Reads all elements, in C order, into the given memory. There is no intermediate copy if texels have the same representation as
    /// elements in memory.
    #[cfg(feature = "capi")]
    pub(crate) fn read_to(&self, elements: &mut [T]) -> Result<(), Error> {
        if elements.len() != self.len() {
            return Err(ShapeError::Count { got: elements.len(), shape: self.shape }.into());
        }
        if self.layout().lanes() == 1 && is_same_in_memory::<T>() {
            return self.read_texels_to(0..elements.len(), bytemuck::cast_slice_mut(elements));
        }
        elements.copy_from_slice(&self.read()?);
        Ok(())
    }

    /// Reads the element at a position, slowest extent first: `image.get(&[y, x])`. One texel is transferred.
    pub fn get(&self, at: &[usize]) -> Result<T, Error> {
        let index =
            self.shape.index_of(at).ok_or_else(|| ShapeError::Position { at: at.to_vec(), shape: self.shape })?;
        Ok(self.read_range(index..index + 1)?[0])
    }

    /// Exchanges two streams, for ping-pong, without copying.
    pub fn swap(&mut self, other: &mut Stream<T>) {
        std::mem::swap(self, other);
    }

    /// Returns a stream with the same elements in another layout, copied in one pass, bit for bit.
    pub fn to_layout(&self, layout: Layout) -> Result<Stream<T>, Error> {
        self.copied(layout)
    }

    fn copied<U: Stored>(&self, layout: Layout) -> Result<Stream<U>, Error> {
        let mut result = self.device.stream_with(self.shape, layout)?;
        let kernel = self.device.kernel(&glsl!("primitives/copy.frag").element::<T>())?;
        self.device.pass(&kernel).input("values", self).output("copied", &mut result).run()?;
        Ok(result)
    }

    /// Returns the stream as one of another type that is held in the same floats.
    #[cfg(feature = "capi")]
    pub(crate) fn into_type<U: Stored>(mut self) -> Option<Stream<U>> {
        if T::COMPONENTS != U::COMPONENTS || T::HALF != U::HALF {
            return None;
        }
        let (device, shape, geometry, levels) = (self.device.clone(), self.shape, self.geometry, self.levels);
        Some(Stream { device, shape, geometry, texture: self.texture.take(), levels, element: PhantomData })
    }

    /// Returns the name of the texture in OpenGL, to draw with it. Returns `None` for a stream without elements, or if the device
    /// does not use OpenGL. The stream still owns the texture: do not delete it, and write to it only according to the stream's
    /// [geometry](Stream::geometry).
    pub fn native_texture(&self) -> Option<u32> {
        self.device.backend().native_texture(self.texture?)
    }

    /// Binds the texture to the active unit of the context, in a [batch](Device::batch), so that `TEXTURE_BINDING_2D` is the texture. In a
    /// browser this is how the owner of a context gets it, as [`native_texture`](Stream::native_texture) elsewhere. Returns whether there
    /// is a texture: a stream without elements has none.
    ///
    /// # Errors
    /// The device does not use OpenGL.
    pub fn expose_texture(&self) -> Result<bool, Error> {
        let Some(texture) = self.texture else { return Ok(false) };
        self.device.backend().expose_texture(texture)?;
        Ok(true)
    }

    /// Returns a stream of the same geometry on a planning device.
    pub(super) fn without_texels(&self, plan: &Device) -> Stream<T> {
        let (shape, geometry) = (self.shape, self.geometry);
        Stream { device: plan.clone(), shape, geometry, texture: None, levels: self.levels, element: PhantomData }
    }

    pub(crate) fn texture(&self) -> Option<TextureId> {
        self.texture
    }

    fn check(&self, range: Range<usize>) -> Result<Range<usize>, Error> {
        if range.start > range.end || range.end > self.len() {
            return Err(ShapeError::Range { start: range.start, end: range.end, shape: self.shape }.into());
        }
        Ok(range)
    }

    fn write_texels(&mut self, texels: Range<usize>, floats: &[f32]) -> Result<(), Error> {
        let Some(texture) = self.texture else { return Ok(()) };
        let mut rest = floats;
        for rect in self.geometry.rects_of(texels) {
            let (part, after) = rest.split_at(rect.area() * self.spec().channels);
            let words = bytemuck::cast_slice(part);
            self.device.record_command(|recorder| recorder.write(self.device.memory(), texture.into(), rect, words))?;
            self.device.backend().write_texture(texture.into(), rect, words)?;
            self.device.record(|| Event::Upload(transfer(rect, self.spec())));
            rest = after;
        }
        Ok(())
    }

    fn read_texels(&self, texels: Range<usize>) -> Result<Vec<f32>, Error> {
        let mut floats = vec![0.0; texels.len() * self.spec().channels];
        self.read_texels_to(texels, &mut floats)?;
        Ok(floats)
    }

    fn read_texels_to(&self, texels: Range<usize>, floats: &mut [f32]) -> Result<(), Error> {
        let Some(texture) = self.texture else { return Ok(()) };
        let mut rest = floats;
        for rect in self.geometry.rects_of(texels) {
            let (part, after) = rest.split_at_mut(rect.area() * self.spec().channels);
            self.device.backend().read_texture(texture.into(), rect, bytemuck::cast_slice_mut(part))?;
            self.device.record(|| Event::ReadBack(transfer(rect, self.spec())));
            rest = after;
        }
        Ok(())
    }

    fn spec(&self) -> TextureSpec {
        TextureSpec { levels: self.levels, ..spec::<T>(&self.geometry) }
    }
}

impl<T: FloatElement> Stream<T> {
    /// Returns a stream of another type, copied in one pass in the same layout: of floats as half floats, or of half floats as floats. To halves,
    /// numbers are rounded, and from 65520 on become infinite (a driver may take the other neighbour); from halves nothing is lost.
    ///
    /// ```
    /// use brooklet::{Device, f16, primitives};
    /// let halves = Device::headless()?.upload(&[3.0, 1.0, 2.0].map(f16::from_f32))?;
    /// let floats = halves.convert::<f32>()?; // primitives take floats
    /// assert_eq!(primitives::sort(&floats)?.read()?, [1.0, 2.0, 3.0]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`PassError::WrongType`](crate::PassError::WrongType), if elements of the other type have more or fewer components; the device has no
    /// textures of half floats.
    pub fn convert<U: FloatElement>(&self) -> Result<Stream<U>, Error> {
        self.copied(self.layout())
    }
}

pub(super) fn spec<T: Stored>(geometry: &Geometry) -> TextureSpec {
    let channels = T::COMPONENTS.channels() * geometry.layout.lanes();
    let ty = if T::HALF { Channel::Half } else { Channel::Float };
    TextureSpec { ty, ..TextureSpec::floats(geometry.width, geometry.height, channels, 1) }
}

fn transfer(rect: Rect, spec: TextureSpec) -> Transfer {
    let bytes = rect.area() * spec.channels * spec.ty.bytes();
    Transfer { width: rect.width, height: rect.height, bytes, operation: None, predicted_ms: None }
}

impl<T: Stored> Drop for Stream<T> {
    fn drop(&mut self) {
        if let Some(texture) = self.texture.take() {
            self.device.release(self.spec(), texture);
        }
    }
}

impl<T: Stored> std::fmt::Debug for Stream<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        let half = if T::HALF { " in half precision" } else { "" };
        write!(f, "Stream({} of {}{half}, {})", self.shape, T::COMPONENTS.type_name(), self.layout())
    }
}
