//! Rays in flight.

use crate::machine::{Device, Stream};

/// Rays in flight, in the order of the pixels that they belong to.
pub struct Rays {
    /// The origin of each ray, and the index of the eye ray that it comes from, within its band of the picture.
    pub origin: Stream<[f32; 4]>,
    /// The direction, of length 1, and the maximum distance: 1e18, or the distance to the light that the ray is directed to.
    pub way: Stream<[f32; 4]>,
    /// The factor for the light that a ray finds, for each colour.
    pub weight: Stream<[f32; 4]>,
}

impl Rays {
    pub(super) fn new(device: &Device, count: usize) -> Result<Rays, crate::Error> {
        Ok(Rays { origin: device.stream(count)?, way: device.stream(count)?, weight: device.stream(count)? })
    }

    /// Returns the number of rays.
    pub fn len(&self) -> usize {
        self.origin.len()
    }

    /// Whether there are no rays.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
