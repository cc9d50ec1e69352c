//! Volumes: samples on a regular grid, as the kernels of marching cubes read them.

use crate::applications::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::shape::Shape;

use super::error::MarchError;

/// Rows are padded to a multiple of this number of samples, because a fragment processes this number of cells.
pub(super) const ROW: usize = 16;
/// The value of the layer around a closed volume. It is so low that the surface is at the outermost samples.
const AROUND: f32 = -1.329_228e36;
/// The value of that layer on devices whose floats cannot represent [`AROUND`].
const AROUND_SMALL: f32 = -1.152_921_5e18;

/// Samples on a regular grid, on a device. They are packed, in C order, with rows padded so that each starts at a new texel.
/// Positions are in units of samples, with x along the last axis.
#[derive(Debug)]
pub struct Volume {
    samples: Stream<f32>,
    shape: Shape,
    /// The extents, including the layer around the volume.
    extents: [usize; 3],
    closed: bool,
}

impl Volume {
    /// Uploads a volume of these extents, slowest first, from samples in C order.
    ///
    /// # Errors
    /// A number of extents other than 3, or an extent below 2; a number of samples that does not match; samples that are not
    /// finite; a volume that is too large.
    pub fn new(device: &Device, shape: impl Into<Shape>, samples: &[f32]) -> Result<Volume, Error> {
        Volume::upload(device, shape.into(), samples, false)
    }

    /// Uploads a volume as [`new`](Volume::new) does, and adds a layer of samples around it that are lower than any level. A
    /// surface that would end at the border of the volume is closed there, in the planes of the outermost samples. Samples and
    /// levels must be well above -2^90 (on chips without infinities, -2^34).
    ///
    /// # Errors
    /// The same as for [`Volume::new`].
    pub fn closed(device: &Device, shape: impl Into<Shape>, samples: &[f32]) -> Result<Volume, Error> {
        Volume::upload(device, shape.into(), samples, true)
    }

    /// Makes a volume from a stream with three dimensions, in one pass. Samples that are not finite are only found later, by
    /// [`surface`](super::MarchingCubes::surface).
    ///
    /// # Errors
    /// The errors of [`Volume::new`] about the shape.
    pub fn of(stream: &Stream<f32>, closed: bool) -> Result<Volume, Error> {
        let mut volume = Volume::room(stream.device(), stream.shape(), closed)?;
        let device = stream.device();
        let [planes, rows, columns] = volume.extents;
        let kernel = device.kernel(&glsl!("applications/march_volume.frag"))?;
        let pass = device.pass(&kernel).input("values", stream).constant("margin", usize::from(closed));
        let pass = pass.constant("row", columns.next_multiple_of(ROW)).constant("rows", rows);
        let pass = pass.constant("planes", planes).constant("columns", columns).constant("around", around(device));
        pass.output("samples", &mut volume.samples).run()?;
        Ok(volume)
    }

    fn upload(device: &Device, shape: Shape, samples: &[f32], closed: bool) -> Result<Volume, Error> {
        let mut volume = Volume::room(device, shape, closed)?;
        if samples.len() != shape.count() {
            return Err(MarchError::Count { got: samples.len(), shape }.into());
        }
        let [_, rows, columns] = extents(shape);
        if let Some(index) = samples.iter().position(|sample| !sample.is_finite()) {
            let at = [index / (rows * columns), index / columns % rows, index % columns];
            return Err(MarchError::NotFinite { at, value: samples[index] }.into());
        }
        let margin = usize::from(closed);
        let row = volume.extents[2].next_multiple_of(ROW);
        let mut filled = vec![if closed { around(device) } else { 0.0 }; volume.samples.len()];
        for (number, values) in samples.chunks_exact(columns).enumerate() {
            let (z, y) = (number / rows + margin, number % rows + margin);
            filled[(z * volume.extents[1] + y) * row + margin..][..columns].copy_from_slice(values);
        }
        volume.samples.write(&filled)?;
        Ok(volume)
    }

    fn room(device: &Device, shape: Shape, closed: bool) -> Result<Volume, Error> {
        if shape.rank() != 3 {
            return Err(MarchError::Rank { shape }.into());
        }
        if let Some(axis) = shape.extents().iter().position(|extent| *extent < 2) {
            return Err(MarchError::Thin { shape, axis }.into());
        }
        let margin = if closed { 2 } else { 0 };
        let extents = extents(shape).map(|extent| extent.saturating_add(margin));
        let padded = Shape::from([extents[0], extents[1], extents[2].div_ceil(ROW).saturating_mul(ROW)]);
        let (samples, max) = (padded.count(), device.features().exact_integer as usize);
        if samples > max {
            return Err(MarchError::Large { samples, max }.into());
        }
        // Make the stream one-dimensional. Then the row length of the texture is a power of two, by which division is fast.
        let samples = device.stream_with(samples, Layout::Packed)?;
        Ok(Volume { samples, shape, extents, closed })
    }

    /// Returns the number of samples along each axis, slowest first.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Whether there is a layer of lower samples around the volume.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Returns the samples, including the layer around them if there is one. Rows are padded to a multiple of 16.
    pub fn samples(&self) -> &Stream<f32> {
        &self.samples
    }

    /// Returns the extents, including the layer around the volume.
    pub(super) fn extents(&self) -> [usize; 3] {
        self.extents
    }

    /// Returns the offset that is added to positions. In a closed volume, sample 0 is the second of its stream.
    pub(super) fn origin(&self) -> f32 {
        if self.closed { -1.0 } else { 0.0 }
    }
}

fn extents(shape: Shape) -> [usize; 3] {
    std::array::from_fn(|axis| shape.extents().get(axis).copied().unwrap_or(0))
}

fn around(device: &Device) -> f32 {
    if device.features().infinities { AROUND } else { AROUND_SMALL }
}
