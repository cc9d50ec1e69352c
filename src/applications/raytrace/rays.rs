//! Rays on their way.

use crate::machine::{Device, Stream};

/// Rays on their way, in the order of the pixels that they are for.
pub struct Rays {
    /// Where they begin, and the number of the ray of the eye that they come from, within its band of the picture.
    pub origin: Stream<[f32; 4]>,
    /// Where they go, of length 1, and how far: 1e18, or to the light that they look for.
    pub way: Stream<[f32; 4]>,
    /// What part of the light that they find counts, by colour.
    pub weight: Stream<[f32; 4]>,
}

impl Rays {
    pub(super) fn new(device: &Device, count: usize) -> Result<Rays, crate::Error> {
        Ok(Rays { origin: device.stream(count)?, way: device.stream(count)?, weight: device.stream(count)? })
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.origin.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
