//! Transforms of lines of any length, as convolutions of a length that has small factors (Bluestein 1970).

use crate::error::Error;
use crate::fourier::Chirp as Numbers;
use crate::glsl;
use crate::machine::{ComputeSource, Device};

use super::pass::{Ends, Passes};
use super::{Complex, Fft};

/// The transform of lines of any length.
pub(super) struct Chirp {
    device: Device,
    length: usize,
    /// The transform of the convolution, and its length.
    passes: Passes,
    padded: usize,
    /// The numbers that elements are multiplied by before and after the convolution.
    chirp: Complex,
    /// The spectrum that they are convolved with.
    filter: Complex,
}

/// The lines of a buffer: their length, and the number of elements between two neighbours.
#[derive(Clone, Copy)]
struct Laid {
    length: usize,
    inner: usize,
}

impl Chirp {
    pub fn new(device: &Device, length: usize, padded: usize, method: Fft) -> Result<Chirp, Error> {
        let passes = Passes::new(device, padded, method)?;
        let Numbers { of_line, filter } = Numbers::new(length, padded);
        let filter = passes.run(&device.upload_buffer(&filter)?, 1, Ends::NONE)?;
        Ok(Chirp { device: device.clone(), length, passes, padded, chirp: device.upload_buffer(&of_line)?, filter })
    }

    /// Transforms all lines, whose neighbouring elements are `inner` elements apart.
    pub fn run(&self, values: &Complex, inner: usize, ends: Ends) -> Result<Complex, Error> {
        let (own, padded) = (Laid { length: self.length, inner }, Laid { length: self.padded, inner: 1 });
        let before = self.turn(values, [own, padded], &self.chirp, Ends { exchanged: ends.exchanged, ..Ends::NONE })?;
        let spectrum = self.passes.run(&before, 1, Ends::NONE)?;
        // The inverse transform: parts are exchanged before and after it.
        let filtered = self.turn(&spectrum, [padded; 2], &self.filter, Ends { exchanged_last: true, ..Ends::NONE })?;
        let convolved = self.passes.run(&filtered, 1, Ends::NONE)?;
        let scale = ends.scale / self.padded as f32;
        self.turn(&convolved, [padded, own], &self.chirp, Ends { exchanged: true, scale, ..ends })
    }

    /// Brings elements from lines to others, and multiplies each by that of the table.
    fn turn(&self, values: &Complex, [from, to]: [Laid; 2], table: &Complex, ends: Ends) -> Result<Complex, Error> {
        let device = &self.device;
        let count = values.len() / from.length * to.length;
        let mut turned = device.buffer::<[f32; 2]>(count)?;
        let source = ComputeSource::of::<[f32; 2]>(glsl!("compute/fft_chirp.comp"), device.threads(64, 0)?);
        let kernel = device.compute_kernel(&source)?;
        let dispatch = device.dispatch(&kernel).input("signal", values).input("chirp", table);
        let dispatch = dispatch.constant("from_length", from.length).constant("from_inner", from.inner);
        let dispatch = dispatch.constant("to_length", to.length).constant("to_inner", to.inner);
        let dispatch = dispatch.constant("exchanged", ends.exchanged).constant("scale", ends.scale);
        let dispatch = dispatch.constant("exchanged_last", ends.exchanged_last).constant("count", count);
        dispatch.output("elements", &mut turned).run_over(count)?;
        Ok(turned)
    }
}
