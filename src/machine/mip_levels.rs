//! Mip levels: the device averages the texels of a stream.

use std::marker::PhantomData;

use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::shape::Shape;
use crate::texel::Stored;
use crate::trace::{Event, Transfer};

use super::device::Device;
use super::stream::{Stream, spec};
use crate::backend::TextureSpec;

impl Device {
    /// Makes a stream with unspecified content that fills `side` × `side` texels, where `side` is a power of two. Its texture has all mip
    /// levels.
    ///
    /// # Errors
    /// The largest texture is smaller, or the stream has more elements than kernels count.
    pub(crate) fn stream_with_mip_levels<T: Stored>(&self, side: usize, layout: Layout) -> Result<Stream<T>, Error> {
        let shape = Shape::from([side, side * layout.lanes()]);
        let geometry = Geometry::of(shape, layout, self.limits().texture)?;
        debug_assert!(side.is_power_of_two() && (geometry.width, geometry.height) == (side, side));
        let levels = side.ilog2() as usize + 1;
        let texture = match self.is_planning() {
            true => None,
            false => Some(self.acquire(TextureSpec { levels, ..spec::<T>(&geometry) })?),
        };
        Ok(Stream { device: self.clone(), shape, geometry, texture, levels, element: PhantomData })
    }
}

impl<T: Stored> Stream<T> {
    /// Averages the texels of a stream [with mip levels](Device::stream_with_mip_levels). The result has one texel.
    ///
    /// # Errors
    /// The device has no [`float_mip_levels`](crate::Features::float_mip_levels).
    pub(crate) fn mean_of_texels(&self) -> Result<Stream<T>, Error> {
        let mean = self.device.stream_with(self.layout().lanes(), self.layout())?;
        let (Some(from), Some(to)) = (self.texture(), mean.texture()) else { return Ok(mean) };
        self.device.record_command(|recorder| recorder.average(self.device.memory(), from, to))?;
        self.device.backend().average(from, to)?;
        let Geometry { width, height, .. } = self.geometry;
        let bytes = spec::<T>(&self.geometry).bytes();
        self.device.record(|| Event::MipLevels(Transfer { width, height, bytes, operation: None, predicted_ms: None }));
        Ok(mean)
    }
}
