//! How many records a pass takes: a number that the CPU knows, or one that was counted on the device.

use crate::kernel::Source;
use crate::machine::{Pass, Stream};

/// A number of records.
#[derive(Clone, Copy)]
pub(super) enum Number<'a> {
    /// The CPU knows it.
    Known(usize),
    /// It is the first element of a stream.
    Counted {
        /// The largest number that it can be.
        max: usize,
        /// The stream.
        number: &'a Stream<f32>,
    },
}

impl<'a> Number<'a> {
    /// Returns the number of records that a result must have room for.
    pub fn max(self) -> usize {
        match self {
            Number::Known(records) => records,
            Number::Counted { max, .. } => max,
        }
    }

    /// Returns the number of the other ones of all records. The kernel computes it if this number was counted.
    pub fn of_others(self, all: usize) -> Number<'a> {
        match self {
            Number::Known(records) => Number::Known(all - records),
            counted => counted,
        }
    }

    /// Sets the parameter of a kernel that includes `number_of.glsl`.
    pub fn parameter(self, source: Source) -> Source {
        source.parameter("counted", matches!(self, Number::Counted { .. }))
    }

    /// Sets the input of such a kernel.
    pub fn bind(self, pass: Pass<'a>) -> Pass<'a> {
        match self {
            Number::Known(_) => pass,
            Number::Counted { number, .. } => pass.input("number", number),
        }
    }
}
