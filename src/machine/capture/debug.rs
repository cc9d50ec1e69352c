//! Debugs fragments of a replay, instruction by instruction.

use crate::backend::debug;
use crate::error::Error;
use crate::geometry::Rect;

use super::replay::Replay;
use crate::error::CaptureError;

impl Replay {
    /// Repeats the computation of an element in the pass that ran last, instruction by instruction. Returns a fragment for each
    /// program of the pass on this device, in the order in which the programs run.
    ///
    /// ```
    /// use brooklet::{Device, fragment_program::Chip, primitives};
    /// let device = Device::emulated(Chip::Nv40)?;
    /// let x = device.upload(&[3.0, 1.0, 7.0])?;
    /// let (y, capture) = device.capture(|| primitives::map(&device, "x * x + 1.0").input("x", &x).run::<f32>())?;
    /// let mut replay = capture.replay();
    /// replay.seek(0)?;
    /// let fragment = &replay.debug(2)?[0];
    /// assert_eq!(f32::from_bits(fragment.outputs[0].words[0]), y.read()?[2]);
    /// # Ok::<(), brooklet::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`CaptureError::NoDebugger`] if the device is not an emulated chip; the errors of [`fetches`](Replay::fetches); an element
    /// that the pass does not draw.
    pub fn debug(&self, element: usize) -> Result<Vec<debug::Fragment>, Error> {
        let pass = self.pass()?;
        let geometry = &pass.output;
        if element >= geometry.count {
            let kernel = pass.kernel.name().to_owned();
            return Err(CaptureError::NoElement { kernel, element, count: geometry.count }.into());
        }
        let (column, row, _) = geometry.texel_of(element);
        self.debug_at(column, row)
    }

    /// Repeats the computation of the fragment at a column and row of the render targets, as [`debug`](Replay::debug) does for an
    /// element.
    ///
    /// # Errors
    /// The same as for [`debug`](Replay::debug).
    pub fn debug_at(&self, column: usize, row: usize) -> Result<Vec<debug::Fragment>, Error> {
        let pass = self.pass()?;
        let within = |rect: &Rect| {
            (rect.x..rect.x + rect.width).contains(&column) && (rect.y..rect.y + rect.height).contains(&row)
        };
        if !pass.rects.iter().any(within) {
            let rects: Vec<String> = pass.rects.iter().map(Rect::to_string).collect();
            let (kernel, rects) = (pass.kernel.name().to_owned(), rects.join(" and "));
            return Err(CaptureError::NoFragment { kernel, column, row, rects }.into());
        }
        // No pass reads what it writes, so its inputs are unchanged.
        let fragments = self.with_draw(pass, |backend, draw| backend.debug(draw, (column, row)))?;
        if fragments.is_empty() {
            let renderer = self.capture.device.info().renderer.clone();
            return Err(CaptureError::NoDebugger { renderer }.into());
        }
        Ok(fragments)
    }
}
