//! Waits for the device.

use glow::HasContext;

use crate::geometry::Rect;

use super::Gl;

/// The maximum number of texels that are drawn before the backend waits for the device.
const TEXELS_IN_FLIGHT: usize = 1 << 26;
/// The maximum number of passes that are drawn before the backend waits for the device.
const PASSES_IN_FLIGHT: usize = 1 << 10;

impl Gl {
    /// Waits until all submitted work is complete.
    pub(super) fn wait(&self) {
        // SAFETY: the context is current in every caller.
        unsafe { self.gl.finish() };
        // In a browser, `glFinish` only flushes, but reading a texel of the last pass waits for it.
        if cfg!(target_family = "wasm") {
            self.read_last();
        }
        self.nothing_in_flight();
    }

    /// Reads a texel of the last pass, if its render target still exists.
    fn read_last(&self) {
        let Some(last) = self.last_target.get() else { return };
        let Ok((_, spec)) = self.texture(last.texture) else { return };
        let mut texel = vec![0; spec.channels];
        if let Err(error) = self.get_texels(last, Rect::new(0, 0, 1, 1), &mut texel) {
            log::warn!("a pass was not waited for: {error}");
        }
    }

    /// Counts a pass that draws `texels` texels. Waits for the device if too many texels or passes are in flight.
    pub(super) fn count_in_flight(&self, texels: usize) {
        self.texels_in_flight.set(self.texels_in_flight.get() + texels);
        self.passes_in_flight.set(self.passes_in_flight.get() + 1);
        if self.texels_in_flight.get() > TEXELS_IN_FLIGHT || self.passes_in_flight.get() > PASSES_IN_FLIGHT {
            self.wait();
        }
    }

    /// Records that everything drawn so far is complete.
    pub(super) fn nothing_in_flight(&self) {
        self.texels_in_flight.set(0);
        self.passes_in_flight.set(0);
    }
}
