//! Depth and stencil buffers.

use crate::backend::{TextureId, TextureSpec};
use crate::error::Error;
use crate::fragment_operations::DepthStencilTexel;
use crate::geometry::{Geometry, Layout, Rect};
use crate::shape::Shape;
use crate::texel::Stored;
use crate::trace::{Event, Transfer};

use super::device::Device;
use super::stream::Stream;

/// A depth of 24 bits and a stencil of 8 bits for each texel of a stream. Passes test their fragments against it, and may change it: see
/// [`Pass::depth_stencil`](crate::Pass::depth_stencil).
///
/// ```
/// use brooklet::{Compare, DepthTest, Device, kernel::Source};
/// let device = Device::headless()?;
/// let kernel = device.kernel(&Source::new("copy", "
///     input float x;
///     output float y;
///     void main() { y = fetch(x, here()); }
/// "))?;
/// let x = device.upload_shaped([2, 4], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0])?;
/// let mut y = device.upload_shaped([2, 4], &[0.0; 8])?;
/// let mut buffer = device.depth_stencil(&y)?;
/// // The left half becomes near.
/// let near = DepthTest::new(Compare::Always).at(0.25).write();
/// let left = brooklet::Rect::new(0, 0, 2, 2);
/// let pass = device.pass(&kernel).input("x", &x).output("y", &mut y).rectangle(left);
/// pass.depth_stencil(&mut buffer).depth_test(near).write_mask([false; 4]).run()?;
/// // What lies behind it fails, and the kernel need not run there.
/// let behind = DepthTest::new(Compare::Less).at(0.5);
/// device.pass(&kernel).input("x", &x).output("y", &mut y).depth_stencil(&mut buffer).depth_test(behind).run()?;
/// assert_eq!(y.read()?, [0.0, 0.0, 3.0, 4.0, 0.0, 0.0, 7.0, 8.0]);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct DepthStencil {
    device: Device,
    geometry: Geometry,
    /// `None` for a stream without elements, and on a planning device.
    texture: Option<TextureId>,
}

impl Device {
    /// Makes a depth and stencil buffer for passes that write streams of the shape and layout of `like`. Each texel has depth 1 and
    /// stencil 0.
    ///
    /// # Errors
    /// The device is out of memory.
    pub fn depth_stencil<T: Stored>(&self, like: &Stream<T>) -> Result<DepthStencil, Error> {
        DepthStencil::new(self, *like.geometry())
    }

    /// Makes a depth and stencil buffer with a texel for each element of a shape.
    ///
    /// # Errors
    /// The largest texture has fewer texels; the device is out of memory.
    pub(crate) fn depth_stencil_of(&self, shape: Shape) -> Result<DepthStencil, Error> {
        DepthStencil::new(self, Geometry::of(shape, Layout::Plain, self.limits().texture)?)
    }
}

impl DepthStencil {
    fn new(device: &Device, geometry: Geometry) -> Result<DepthStencil, Error> {
        let texture = match geometry.count {
            0 => None,
            _ if device.is_planning() => None,
            _ => Some(device.acquire(spec(&geometry))?),
        };
        let mut buffer = DepthStencil { device: device.clone(), geometry, texture };
        buffer.clear(1.0, 0)?;
        Ok(buffer)
    }

    /// Sets the depth, from 0 to 1, and the stencil of all texels.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn clear(&mut self, depth: f32, stencil: u8) -> Result<(), Error> {
        let Some(texture) = self.texture else { return Ok(()) };
        let texel = DepthStencilTexel { depth: DepthStencilTexel::quantized(depth), stencil };
        self.device.backend().clear_depth_stencil(texture, texel)?;
        self.device.record_infallible(|recorder| recorder.clear(texture, spec(&self.geometry), texel));
        self.device.record(|| Event::Clear(self.transfer()));
        Ok(())
    }

    /// Reads depth and stencil of all texels, row by row.
    ///
    /// # Errors
    /// The device has no [`reads_depth_stencil`](crate::Features::reads_depth_stencil).
    pub fn read(&self) -> Result<Vec<DepthStencilTexel>, Error> {
        let Some(texture) = self.texture else { return Ok(Vec::new()) };
        let mut words = vec![0; self.geometry.width * self.geometry.height];
        let rect = Rect::new(0, 0, self.geometry.width, self.geometry.height);
        self.device.backend().read_texture(texture.into(), rect, &mut words)?;
        self.device.record(|| Event::ReadBack(self.transfer()));
        Ok(words.into_iter().map(DepthStencilTexel::from_word).collect())
    }

    fn transfer(&self) -> Transfer {
        let Geometry { width, height, .. } = self.geometry;
        Transfer { width, height, bytes: 4 * width * height, operation: None, predicted_ms: None }
    }

    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    pub(super) fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    pub(super) fn texture(&self) -> Option<TextureId> {
        self.texture
    }
}

fn spec(geometry: &Geometry) -> TextureSpec {
    TextureSpec::depth_stencil(geometry.width, geometry.height)
}

impl Drop for DepthStencil {
    fn drop(&mut self) {
        if let Some(texture) = self.texture.take() {
            self.device.release(spec(&self.geometry), texture);
        }
    }
}

impl std::fmt::Debug for DepthStencil {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "DepthStencil({} × {})", self.geometry.width, self.geometry.height)
    }
}
