//! Transforms of any length, as convolutions of a length that has small factors (Bluestein 1970).

use crate::error::{Error, PrimitiveError};
use crate::fourier::Chirp as Numbers;
use crate::glsl;
use crate::machine::{Device, Stream};
use crate::texel::Texel;

use super::Fft;
use super::grid::Grid;
use super::plan;
use super::transform::{Direct, Ends, largest};

/// The transform of lines of any length.
#[derive(Debug)]
pub(super) struct Chirp {
    /// The transforms of the convolution: of the numbers, and back. They split long lines in opposite ways, so that one reads what the other
    /// writes.
    transforms: [Direct; 2],
    /// The length of the convolution.
    padded: usize,
    /// c(j), for each element of a line.
    pub chirp: Stream<[f32; 2]>,
    /// The spectrum of the conjugates of c(j) for j from -n to n.
    filter: Stream<[f32; 2]>,
}

impl Chirp {
    pub fn new(device: &Device, length: usize, method: Fft) -> Result<Chirp, Error> {
        let largest = largest(device);
        let others = "their number is a power of two";
        let too_long = || PrimitiveError::FftLength { length, largest: plan::longest(largest), others };
        let padded = match method {
            Fft::Autosort => plan::convolution(length, largest),
            Fft::RadixTwo => Some((2 * length - 1).next_power_of_two()),
        };
        let padded = padded.ok_or_else(too_long)?;
        let forward = Direct::new(device, padded, method, None)?.ok_or_else(too_long)?;
        let rows = match &forward {
            Direct::Long(halves, _) => Some(halves[0].length),
            _ => None,
        };
        let back = Direct::new(device, padded, method, rows)?.ok_or_else(too_long)?;
        let Numbers { of_line, filter } = Numbers::new(length, padded);
        // The filter lies in a grid as the lines do, and so does its spectrum.
        let grid = Grid { lines: 1, beside: 1, ..forward.grid(device, 1) };
        let mut laid = grid.allocate::<[f32; 2]>(device)?;
        laid.write(&filter)?;
        let result = forward.result(grid).result::<[f32; 2]>(device, padded.into())?;
        let filter = forward.run(&laid, grid, Ends::default(), result)?;
        Ok(Chirp { transforms: [forward, back], padded, chirp: device.upload(&of_line)?, filter })
    }

    /// Returns the transform of the convolution.
    pub fn inner(&self) -> &Direct {
        &self.transforms[0]
    }

    /// Returns the factor that the result of the convolution has to be multiplied by.
    pub fn scale(&self) -> f32 {
        1.0 / self.padded as f32
    }

    /// Convolves the turned elements of lines, which are in a grid with zeros behind them. Returns the result, whose real and imaginary parts
    /// are exchanged, and its grid.
    pub fn convolve<T: Texel>(&self, lines: &Stream<T>, grid: Grid) -> Result<(Stream<T>, Grid), Error> {
        let device = lines.device();
        let [forward, back] = &self.transforms;
        let spread = forward.result(grid);
        let spectrum = forward.run(lines, grid, Ends::default(), spread.allocate(device)?)?;
        let kernel = device.kernel(&glsl!("primitives/fft_convolve.frag").element::<T>())?;
        let mut product = spread.allocate::<T>(device)?;
        let pass = device.pass(&kernel).input("spectrum", &spectrum).input("filter_spectrum", &self.filter);
        spread.bind(pass).output("convolved", &mut product).run()?;
        drop(spectrum);
        let result = back.result(spread);
        let convolved = back.run(&product, spread, Ends::default(), result.allocate(device)?)?;
        Ok((convolved, result))
    }
}
