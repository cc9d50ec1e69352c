//! Passes that write nothing, and tell by an occlusion query for how many elements a kernel's condition holds.

use crate::error::Error;
use crate::fragment_operations::{Compare, DepthTest};
use crate::machine::{DepthStencil, Device, OcclusionQuery, Pass};
use crate::shape::Shape;

/// The depths that kernels are tested against, which are all 1. A kernel writes a depth below 1 for the elements that count.
pub(super) struct Depths {
    device: Device,
    buffer: DepthStencil,
}

impl Depths {
    /// For elements of this shape. A fragment is one element, so the inputs of the passes may be packed.
    pub fn new(device: &Device, shape: Shape) -> Result<Depths, Error> {
        Ok(Depths { device: device.clone(), buffer: device.depth_stencil_of(shape)? })
    }

    /// Draws a pass, and returns the query that counts its elements. Does not wait.
    pub fn query(&mut self, pass: Pass) -> Result<OcclusionQuery, Error> {
        let mut query = self.device.occlusion_query()?;
        pass.depth_stencil(&mut self.buffer).depth_test(DepthTest::new(Compare::Less)).count(&mut query).run()?;
        Ok(query)
    }
}
