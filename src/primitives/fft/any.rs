//! Transforms of lines of any length.

use crate::error::Error;
use crate::lines::Lines;
use crate::machine::{Device, Stream};
use crate::texel::Texel;

use super::Fft;
use super::chirp::Chirp;
use super::grid::{Change, Form, Grid, Place, arrange, restore};
use super::transform::{Direct, Ends};

/// How lines of one length are transformed.
#[derive(Debug)]
pub(super) enum Transform {
    /// By passes of small radices.
    Direct(Direct),
    /// By a convolution.
    Chirp(Box<Chirp>),
}

impl Transform {
    /// Plans the transform of lines of this length, which is not 0. Long lines have `wanted` elements in a row, if that is possible.
    pub fn new(device: &Device, length: usize, method: Fft, wanted: Option<usize>) -> Result<Transform, Error> {
        Ok(match Direct::new(device, length, method, wanted)? {
            Some(direct) => Transform::Direct(direct),
            None => Transform::Chirp(Box::new(Chirp::new(device, length, method)?)),
        })
    }

    /// Returns the grid that lines are read from.
    pub fn grid(&self, device: &Device, lines: usize) -> Grid {
        match self {
            Transform::Direct(direct) => direct.grid(device, lines),
            Transform::Chirp(chirp) => chirp.inner().grid(device, lines),
        }
    }

    /// Returns the numbers by which lines are turned before and after a convolution.
    pub fn chirp(&self) -> Option<&Stream<[f32; 2]>> {
        if let Transform::Chirp(chirp) = self { Some(&chirp.chirp) } else { None }
    }

    /// Returns the factor of a convolution, or 1.
    pub fn scale(&self) -> f32 {
        if let Transform::Chirp(chirp) = self { chirp.scale() } else { 1.0 }
    }

    /// Transforms lines that were put into a grid. Returns the result and its grid.
    pub fn of_grid<T: Texel>(&self, arranged: Stream<T>, grid: Grid) -> Result<(Stream<T>, Grid), Error> {
        match self {
            Transform::Chirp(chirp) => chirp.convolve(&arranged, grid),
            Transform::Direct(Direct::One) => Ok((arranged, grid)),
            Transform::Direct(direct) => {
                let result = direct.result(grid);
                let to = result.allocate(arranged.device())?;
                Ok((direct.run(&arranged, grid, Ends::default(), to)?, result))
            }
        }
    }

    /// Transforms the lines of a stream along an axis.
    pub fn of_stream<T: Texel>(&self, values: &Stream<T>, lines: &Lines, ends: Ends) -> Result<Stream<T>, Error> {
        let device = values.device();
        if let Transform::Direct(direct) = self
            && let Some(grid) = direct.own_grid(values.geometry(), lines)
        {
            return direct.run(values, grid, ends, direct.result(grid).result(device, values.shape())?);
        }
        let grid = self.grid(device, lines.count());
        let change = Change { exchanged: ends.exchanged, chirp: self.chirp(), roots: None, scale: 1.0 };
        let arranged = arrange(values, lines, Form::Complex, Place { grid, length: lines.length }, change)?;
        let (result, grid) = self.of_grid(arranged, grid)?;
        let scale = self.scale() * ends.scale.unwrap_or(1.0);
        let change = Change { exchanged: ends.scale.is_some(), scale, ..change };
        restore(&result, Place { grid, length: lines.length }, lines, change)
    }
}
