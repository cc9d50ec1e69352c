//! Checks the ints of kernels for devices without integers, which store ints as floats. An int that is known to be rounded is an
//! error; an int that may be rounded gets a note.

use super::Device;
use crate::error::{DeviceError, Error};
use crate::glsl::Dialect;
use crate::ir::passes::{Inexact, Rounding};
use crate::ir::{Kernel, StreamKernel};
use crate::syntax::Files;

/// Describes a device that has no integers and stores ints as floats. Finds the ints of a kernel that such a device rounds.
///
/// ```
/// use brooklet::{Device, Dialect, FloatInts, brook::Unit, fragment_program::Chip};
/// let unit = Unit::compile("k.br", "kernel void next(int a<>, out int b<>) { b = a + 1; }")?;
/// let ints = Device::emulated(Chip::Nv40)?.float_ints().unwrap();
/// let note = ints.rounded_in_stream_kernel(&unit.kernels[0], &unit.warnings.files)?;
/// assert!(note.unwrap().contains("results beyond 16777216 are rounded"));
/// // This only asks about a dialect, and needs no device.
/// assert!(FloatInts::of_dialect(Dialect::Gl2).is_some() && FloatInts::of_dialect(Dialect::Es).is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct FloatInts {
    exact: u32,
    /// The device's name, for messages.
    device: String,
}

impl FloatInts {
    /// Describes all devices of a dialect. Returns `None` if the dialect has integers.
    pub fn of_dialect(dialect: Dialect) -> Option<FloatInts> {
        (!dialect.integers()).then(|| FloatInts { exact: 1 << 24, device: dialect.api().to_owned() })
    }

    /// Returns a note about the ints of a kernel of the kernel language. It names the first line that computes with ints of unknown
    /// size, and the largest int up to which all are exact. Returns `None` if its ints are known to stay within that.
    ///
    /// # Errors
    /// An int in the kernel's text that is known to be rounded.
    pub fn rounded(&self, kernel: &Kernel) -> Result<Option<String>, Error> {
        self.warn(&kernel.name, &kernel.files, Rounding::of_kernel(kernel, self.exact))
    }

    /// Returns a note about the ints of a kernel of a Brook program with the texts `files`, as [`rounded`](FloatInts::rounded)
    /// does.
    ///
    /// # Errors
    /// An int in the kernel's text that is known to be rounded.
    pub fn rounded_in_stream_kernel(&self, kernel: &StreamKernel, files: &Files) -> Result<Option<String>, Error> {
        self.warn(&kernel.name, files, Rounding::of_stream_kernel(kernel, self.exact))
    }

    fn warn(&self, kernel: &str, files: &Files, rounding: Rounding) -> Result<Option<String>, Error> {
        let Rounding { inexact, arithmetic } = rounding;
        let FloatInts { exact, device } = self;
        let file = |number: u32| files.0.get(number as usize).map_or(String::new(), |file| file.name.clone());
        if let Some(Inexact { value, span }) = inexact {
            let (file, line, kernel) = (file(span.file), files.line(span), kernel.to_owned());
            let renderer = device.clone();
            return Err(DeviceError::InexactInt { kernel, file, line, value, exact: *exact, renderer }.into());
        }
        Ok(arithmetic.map(|span| {
            let (file, line) = (file(span.file), files.line(span));
            format!(
                "kernel `{kernel}` computes with ints from line {line} of {file} on, and this device ({device}) has no integers: \
                 results beyond {exact} are rounded and do not wrap"
            )
        }))
    }
}

impl Device {
    /// Describes how this device stores ints as floats. Returns `None` if it has integers.
    pub fn float_ints(&self) -> Option<FloatInts> {
        let features = self.features();
        (!features.integers).then(|| FloatInts { exact: features.exact_integer, device: self.info().renderer.clone() })
    }
}
