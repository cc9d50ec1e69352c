//! Debugs fragments of a replay, instruction by instruction.

use crate::backend::debug;
use crate::error::Error;
use crate::fragment_operations::DepthStencilTexel;
use crate::geometry::Rect;
use crate::machine::step::PassStep;

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
    /// element. If the pass draws points, these are the column and row of an element in the stream of places.
    ///
    /// # Errors
    /// The same as for [`debug`](Replay::debug).
    pub fn debug_at(&self, column: usize, row: usize) -> Result<Vec<debug::Fragment>, Error> {
        let pass = self.pass()?;
        if !pass.rects.iter().any(|rect| rect.contains(column, row)) {
            let rects: Vec<String> = pass.rects.iter().map(Rect::to_string).collect();
            let (kernel, rects) = (pass.kernel.name().to_owned(), rects.join(" and "));
            return Err(CaptureError::NoFragment { kernel, column, row, rects }.into());
        }
        // No pass reads what it writes, so its inputs are unchanged.
        let mut fragments = self.with_draw(pass, |backend, draw| backend.debug(draw, (column, row)))?;
        if fragments.is_empty() {
            let renderer = self.capture.device.info().renderer.clone();
            return Err(CaptureError::NoDebugger { renderer }.into());
        }
        self.test(pass, &mut fragments);
        Ok(fragments)
    }

    /// Tests the fragments of the pass that ran last against what its depth and stencil buffer had before it.
    fn test(&self, pass: &PassStep, fragments: &mut [debug::Fragment]) {
        let written = pass.kernel.interface().depth().and_then(|name| {
            let output = fragments.iter().flat_map(|fragment| &fragment.outputs).find(|output| output.name == name)?;
            Some(f32::from_bits(output.words[0]))
        });
        for fragment in fragments.iter_mut().filter(|fragment| fragment.end.writes()) {
            let (column, row) = (fragment.column, fragment.row);
            let (place, stored) = match fragment.point {
                None => {
                    let words = self.stored_before.as_ref();
                    let word = words.and_then(|words| words.get(row * pass.output.width + column));
                    (Rect::new(column, row, 1, 1), word.copied().map(DepthStencilTexel::from_word))
                }
                // What is stored for the texels of a point depends on the points before it.
                Some(debug::Point { size, texel: Some((x, y)) }) => (Rect::new(x, y, size, size), None),
                Some(debug::Point { texel: None, .. }) => continue,
            };
            fragment.tests = fragment.operations.outcome(place, written, stored);
        }
    }
}
