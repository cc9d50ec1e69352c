//! Occlusion queries: count the fragments of passes that pass all tests.

use std::rc::Rc;

use crate::backend::{Backend, BackendError, QueryId};
use crate::error::Error;

use super::device::Device;

/// Counts the fragments of passes that pass the depth and stencil tests, and so reach a texture: see
/// [`Pass::count`](crate::Pass::count). On the chips of 2002 to 2006 it was the only way to learn a number from a pass without reading a
/// texture back.
///
/// The fragments of several passes are added up. A fragment is one texel, so of a packed stream it is four elements.
///
/// ```
/// use brooklet::{Compare, DepthTest, Device, kernel::Source};
/// let device = Device::headless()?;
/// // Each element becomes a depth.
/// let kernel = device.kernel(&Source::new("near", "
///     input float x;
///     output depth z;
///     void main() { z = fetch(x, here()); }
/// "))?;
/// let x = device.upload(&[0.125, 0.25, 0.75, 0.5, 0.0])?;
/// let mut buffer = device.depth_stencil(&x)?;
/// buffer.clear(0.5, 0)?;
/// let mut query = device.occlusion_query()?;
/// let pass = device.pass(&kernel).input("x", &x).depth_stencil(&mut buffer);
/// pass.depth_test(DepthTest::new(Compare::Less)).count(&mut query).run()?;
/// assert!(query.any()?);
/// if device.features().fragment_counts {
///     assert_eq!(query.count()?, 3);
/// }
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct OcclusionQuery {
    device: Device,
    id: QueryId,
    backend: Rc<dyn Backend>,
}

impl Device {
    /// Makes an occlusion query, which has counted nothing.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn occlusion_query(&self) -> Result<OcclusionQuery, Error> {
        let backend = self.memory().backend.clone();
        Ok(OcclusionQuery { id: backend.create_query()?, device: self.clone(), backend })
    }
}

impl OcclusionQuery {
    /// Waits for the passes, and returns how many of their fragments passed all tests.
    ///
    /// # Errors
    /// The device has no [`fragment_counts`](crate::Features::fragment_counts). In a browser, the passes were drawn in this task: wait
    /// until it [is ready](OcclusionQuery::is_ready).
    pub fn count(&self) -> Result<u64, Error> {
        if !self.device.features().fragment_counts {
            let device = self.device.info().renderer.clone();
            let needs = "desktop OpenGL: queries of OpenGL ES only say whether there were any (any())".to_owned();
            return Err(BackendError::Unsupported { what: "a count of fragments".to_owned(), needs, device }.into());
        }
        Ok(self.backend.query_result(self.id)?)
    }

    /// Waits for the passes, and returns whether any of their fragments passed all tests.
    ///
    /// # Errors
    /// In a browser, the passes were drawn in this task: wait until it [is ready](OcclusionQuery::is_ready).
    pub fn any(&self) -> Result<bool, Error> {
        Ok(self.backend.query_result(self.id)? > 0)
    }

    /// Returns whether the answer is there. Does not wait.
    ///
    /// # Errors
    /// Any error of the device.
    pub fn is_ready(&self) -> Result<bool, Error> {
        Ok(self.backend.query_is_ready(self.id)?)
    }

    pub(super) fn device(&self) -> &Device {
        &self.device
    }

    pub(super) fn id(&self) -> QueryId {
        self.id
    }
}

impl Drop for OcclusionQuery {
    fn drop(&mut self) {
        self.backend.delete_query(self.id);
    }
}

impl std::fmt::Debug for OcclusionQuery {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "OcclusionQuery({})", self.id.0)
    }
}
