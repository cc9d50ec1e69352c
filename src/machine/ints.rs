//! Ints of kernels on devices without integers, whose floats hold them: what those round is an error where it is known, and
//! otherwise to be said.

use super::Device;
use crate::error::{DeviceError, Error};
use crate::ir::passes::{Inexact, Rounding};
use crate::syntax::Files;

impl Device {
    /// What is to be said of a kernel's ints on this device, if anything.
    ///
    /// # Errors
    /// An int of its text that this device would round.
    pub(crate) fn rounded_ints(
        &self,
        kernel: &str,
        files: &Files,
        rounding: impl FnOnce(u32) -> Rounding,
    ) -> Result<Option<String>, Error> {
        let features = self.features();
        if features.integers {
            return Ok(None);
        }
        let exact = features.exact_integer;
        let Rounding { inexact, arithmetic } = rounding(exact);
        let (renderer, kernel) = (self.info().renderer.clone(), kernel.to_owned());
        let file = |number: u32| files.0.get(number as usize).map_or(String::new(), |file| file.name.clone());
        if let Some(Inexact { value, span }) = inexact {
            let (file, line) = (file(span.file), files.line(span));
            return Err(DeviceError::InexactInt { kernel, file, line, value, exact, renderer }.into());
        }
        Ok(arithmetic.map(|span| {
            let (file, line) = (file(span.file), files.line(span));
            format!(
                "kernel `{kernel}` computes with ints from line {line} of {file} on, and this device ({renderer}) has no integers: \
                 results beyond {exact} are rounded and do not wrap"
            )
        }))
    }
}
