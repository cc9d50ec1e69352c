//! Transforms of lines of a length that has small factors.

use crate::error::Error;
use crate::fourier::is_smooth;
use crate::geometry::Geometry;
use crate::glsl;
use crate::lines::Lines;
use crate::machine::{Device, Stream};
use crate::texel::Texel;

use super::Fft;
use super::grid::Grid;
use super::kernel::Read;
use super::plan::{self, LARGEST};
use super::planes::{Along, Draw, Joined, Kernels, Planes};
use super::roots::Roots;

/// How lines of a length that has small factors are transformed.
#[derive(Debug)]
pub(super) enum Direct {
    /// A line of one element is its own spectrum.
    One,
    /// By passes of small radices.
    Short(Box<Along>),
    /// In two halves: lines are folded into rows and columns, of which first the columns are transformed, and then the rows.
    Long(Box<[Along; 2]>, Box<Roots>),
    /// By passes of radix 2.
    RadixTwo { length: usize, roots: Box<Roots> },
}

/// What a transform does to numbers at its start and end, which makes it an inverse one.
#[derive(Clone, Copy, Default)]
pub(super) struct Ends {
    /// Whether real and imaginary parts are exchanged as they are read.
    pub exchanged: bool,
    /// The factor of the result, whose parts are then exchanged as well.
    pub scale: Option<f32>,
}

impl Direct {
    /// Plans the transform of lines of this length, which is not 0, if it has small factors only. Long lines have `wanted` elements in a row, if
    /// that is possible.
    pub fn new(device: &Device, length: usize, method: Fft, wanted: Option<usize>) -> Result<Option<Direct>, Error> {
        let largest = largest(device);
        Ok(match method {
            _ if length == 1 => Some(Direct::One),
            Fft::RadixTwo if length.is_power_of_two() && length <= largest * largest => {
                Some(Direct::RadixTwo { length, roots: Box::new(Roots::new(device, length)?) })
            }
            Fft::Autosort if is_smooth(length) && length <= largest => {
                Some(Direct::Short(Box::new(Along::new(device, length)?)))
            }
            Fft::Autosort if is_smooth(length) => {
                let Some([rows, columns]) = plan::split(length, largest, wanted) else { return Ok(None) };
                let halves = [Along::new(device, rows)?, Along::new(device, columns)?];
                Some(Direct::Long(Box::new(halves), Box::new(Roots::new(device, length)?)))
            }
            _ => None,
        })
    }

    /// Returns the grid that lines are read from.
    pub fn grid(&self, device: &Device, lines: usize) -> Grid {
        match self {
            Direct::One => Grid::columns(device, 1, lines),
            Direct::Short(along) => Grid::columns(device, along.length, lines),
            Direct::Long(halves, _) => Grid::folded(device, [halves[0].length, halves[1].length], lines),
            Direct::RadixTwo { length, .. } => {
                let fold = 1 << length.ilog2().div_ceil(2);
                Grid::folded(device, [length / fold, fold], lines)
            }
        }
    }

    /// Returns the grid in which the lines of a stream lie, if they can be read there as they are.
    pub fn own_grid(&self, geometry: &Geometry, lines: &Lines) -> Option<Grid> {
        match self {
            Direct::One => None,
            // A single line is read element by element, wherever they lie.
            Direct::Short(along) if lines.count() == 1 => {
                Some(Grid { fold: along.length, folds: 1, beside: 1, lines: 1 })
            }
            _ => Grid::of(geometry, lines).filter(|grid| self.reads(*grid)),
        }
    }

    fn reads(&self, grid: Grid) -> bool {
        match self {
            Direct::One | Direct::RadixTwo { .. } => true,
            Direct::Short(_) => grid.fold == 1 || grid.folds == 1,
            Direct::Long(halves, _) => grid.folds == halves[0].length && grid.fold == halves[1].length,
        }
    }

    /// Returns the grid in which the result of lines in a grid lies.
    pub fn result(&self, grid: Grid) -> Grid {
        match self {
            Direct::Short(along) if grid.lines == 1 && grid.fold > 1 => {
                Grid { fold: along.length, folds: 1, beside: 1, lines: 1 }
            }
            Direct::Long(..) => grid.transposed(),
            _ => grid,
        }
    }

    /// Transforms the lines of a grid. The result is `to`, a stream whose elements lie in the grid that [`result`](Direct::result) returns.
    pub fn run<T: Texel>(&self, from: &Stream<T>, grid: Grid, ends: Ends, to: Stream<T>) -> Result<Stream<T>, Error> {
        match self {
            Direct::Short(along) => short(along, from, grid, ends, to),
            Direct::Long(halves, roots) => long(halves, roots, from, grid, ends, to),
            Direct::RadixTwo { length, roots } => radix_two(*length, roots, from, grid, ends, to),
            Direct::One => Ok(to),
        }
    }
}

/// Returns the largest length of a line that is not folded.
pub(super) fn largest(device: &Device) -> usize {
    LARGEST.min(device.limits().texture)
}

/// Transforms lines of up to 4096 elements: rows, columns, or a single one.
fn short<T: Texel>(along: &Along, from: &Stream<T>, grid: Grid, ends: Ends, to: Stream<T>) -> Result<Stream<T>, Error> {
    let read = match grid {
        Grid { lines: 1, fold, .. } if fold > 1 => Read::Line,
        Grid { fold: 1, .. } => Read::Columns,
        _ => Read::Rows,
    };
    let kernels = Kernels::new::<T>(along, read, ends.exchanged)?;
    let down = read == Read::Columns;
    let mut joined = Joined { stream: to, down, scale: ends.scale };
    // Rows are lines of one block.
    let (blocks, lines) = if down { (grid.blocks(), None) } else { (1, Some(grid.lines)) };
    for block in 0..blocks {
        let base = if down { block * along.length } else { 0 };
        for strip in along.strips::<T>(lines.unwrap_or_else(|| grid.lines_of(block))) {
            let mut planes = Planes::<T>::new(along, strip.len())?;
            planes.transform(&kernels, 0, strip.len(), &[Draw::lines(from, &strip, base)])?;
            joined.add(&planes, &strip, base)?;
        }
    }
    Ok(joined.stream)
}

/// Transforms long lines: columns of the folded lines, and then rows, whose elements are turned between.
fn long<T: Texel>(
    halves: &[Along; 2],
    roots: &Roots,
    from: &Stream<T>,
    grid: Grid,
    ends: Ends,
    to: Stream<T>,
) -> Result<Stream<T>, Error> {
    let [first, second] = halves;
    let mut joined = Joined { stream: to, down: true, scale: ends.scale };
    for block in 0..grid.blocks() {
        let lines = grid.lines_of(block);
        let kernels = Kernels::new::<T>(first, Read::Columns, ends.exchanged)?;
        let mut columns = Planes::<T>::new(first, lines * second.length)?;
        for strip in first.strips::<T>(lines * second.length) {
            let draw = Draw::lines(from, &strip, block * first.length);
            columns.transform(&kernels, strip.start, strip.len(), &[draw])?;
        }
        let kernels = Kernels::folded::<T>(second, roots)?;
        for strip in second.strips::<T>(lines * first.length) {
            let mut planes = Planes::<T>::new(second, strip.len())?;
            planes.transform(&kernels, 0, strip.len(), &columns.rows(&strip, second.length))?;
            joined.add(&planes, &strip, block * second.length)?;
        }
    }
    Ok(joined.stream)
}

/// Transforms rows and then columns of pictures.
pub(super) fn rows_and_columns<T: Texel>(
    [down, along]: [&Along; 2],
    from: &Stream<T>,
    ends: Ends,
    to: Stream<T>,
) -> Result<Stream<T>, Error> {
    let mut joined = Joined { stream: to, down: true, scale: ends.scale };
    let kernels = Kernels::new::<T>(along, Read::Rows, ends.exchanged)?;
    let mut rows = Planes::<T>::new(along, down.length)?;
    for strip in along.strips::<T>(down.length) {
        rows.transform(&kernels, strip.start, strip.len(), &[Draw::lines(from, &strip, 0)])?;
    }
    let kernels = Kernels::new::<T>(down, Read::Rows, false)?;
    for strip in down.strips::<T>(along.length) {
        let mut planes = Planes::<T>::new(down, strip.len())?;
        planes.transform(&kernels, 0, strip.len(), &rows.rows(&strip, down.length))?;
        joined.add(&planes, &strip, 0)?;
    }
    Ok(joined.stream)
}

/// Transforms lines in a grid by passes of radix 2, in which each fragment writes one element.
fn radix_two<T: Texel>(
    length: usize,
    roots: &Roots,
    from: &Stream<T>,
    grid: Grid,
    ends: Ends,
    mut to: Stream<T>,
) -> Result<Stream<T>, Error> {
    let device = from.device();
    let mut between: Option<Stream<T>> = None;
    let passes = length.ilog2();
    for pass in 0..passes {
        let (first, last) = (pass == 0, pass + 1 == passes);
        let source = glsl!("primitives/fft_radix_two.frag").element::<T>();
        let source = source.parameter("exchanged", first && ends.exchanged);
        let kernel = device.kernel(&source.parameter("exchanged_last", last && ends.scale.is_some()))?;
        let mut made = if last { None } else { Some(grid.allocate::<T>(device)?) };
        let drawn = device.pass(&kernel).input("numbers", between.as_ref().unwrap_or(from));
        let drawn = drawn.constant("half", length / 2).constant("run", length >> (pass + 1));
        let drawn = drawn.constant("scale", ends.scale.filter(|_| last).unwrap_or(1.0));
        roots.bind(grid.bind(drawn)).output("transformed", made.as_mut().unwrap_or(&mut to)).run()?;
        between = made;
    }
    Ok(to)
}
