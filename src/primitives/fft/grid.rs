//! Grids, in which lines lie between the passes, and the passes that put lines there and take them back.

use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::glsl;
use crate::kernel::Source;
use crate::lines::Lines;
use crate::machine::{Device, Pass, Stream};
use crate::shape::Shape;
use crate::texel::Texel;

use super::roots::Roots;

/// How lines lie in a grid: each is folded into rows of `fold` elements, `folds` of them, and `beside` lines lie side by side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Grid {
    pub fold: usize,
    pub folds: usize,
    pub beside: usize,
    /// The number of lines.
    pub lines: usize,
}

impl Grid {
    /// Returns a grid of lines that are folded into `folds` rows of `fold` elements. As many lie side by side as a texture has room for, whether
    /// they are folded like that or the other way around.
    pub fn folded(device: &Device, [folds, fold]: [usize; 2], lines: usize) -> Grid {
        let beside = (device.limits().texture / fold.max(folds)).clamp(1, lines.max(1));
        Grid { fold, folds, beside, lines }
    }

    /// Returns a grid of lines that are columns.
    pub fn columns(device: &Device, length: usize, lines: usize) -> Grid {
        let beside = device.limits().texture.clamp(1, lines.max(1));
        Grid { fold: 1, folds: length, beside, lines }
    }

    /// Returns the grid in which the lines of a stream lie already, if they do.
    pub fn of(geometry: &Geometry, lines: &Lines) -> Option<Grid> {
        let Geometry { width, height, layout, .. } = *geometry;
        if layout != Layout::Plain || !geometry.is_full() || geometry.wrapped() || geometry.count == 0 {
            return None;
        }
        let count = lines.count();
        if count == 1 && width * height == lines.length {
            return Some(Grid { fold: width, folds: height, beside: 1, lines: 1 });
        }
        match (lines.outer, lines.inner) {
            (_, 1) if width == lines.length => Some(Grid { fold: width, folds: 1, beside: 1, lines: count }),
            (1, _) if width == lines.inner => Some(Grid { fold: 1, folds: lines.length, beside: width, lines: count }),
            _ => None,
        }
    }

    /// Returns the grid in which each line is folded the other way around, as a transform in two halves leaves it.
    pub fn transposed(self) -> Grid {
        Grid { fold: self.folds, folds: self.fold, ..self }
    }

    /// Returns the number of blocks of lines, which lie below each other.
    pub fn blocks(self) -> usize {
        self.lines.div_ceil(self.beside)
    }

    /// Returns the number of lines of a block.
    pub fn lines_of(self, block: usize) -> usize {
        self.beside.min(self.lines - block * self.beside)
    }

    /// Returns the columns and rows of the grid.
    pub fn extents(self) -> [usize; 2] {
        [self.beside * self.fold, self.blocks() * self.folds]
    }

    /// Allocates a stream with the elements of the grid.
    pub fn allocate<T: Texel>(self, device: &Device) -> Result<Stream<T>, Error> {
        let [width, height] = self.extents();
        Stream::new(device, Shape::from([height, width]), Geometry::grid(width, width * height))
    }

    /// Allocates a stream whose elements lie in this grid in C order: that of one line, or of lines that are rows or columns.
    pub fn result<T: Texel>(self, device: &Device, shape: Shape) -> Result<Stream<T>, Error> {
        Stream::new(device, shape, Geometry::grid(self.beside * self.fold, shape.count()))
    }

    /// Sets the constants of `shared/fft_grid.glsl`.
    pub fn bind(self, pass: Pass<'_>) -> Pass<'_> {
        pass.constant("fold", self.fold).constant("folds", self.folds).constant("beside", self.beside)
    }
}

/// What becomes of the elements of lines on their way into a grid.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    /// Complex numbers stay as they are.
    Complex = 0,
    /// Real numbers become complex numbers.
    Reals = 1,
    /// Each two real numbers become one complex number.
    Pairs = 2,
    /// Half a spectrum becomes that of [`Form::Pairs`].
    HalfOfPairs = 3,
    /// Half a spectrum becomes the whole one.
    Half = 4,
}

/// How numbers are changed on their way into a grid and back.
#[derive(Clone, Copy, Default)]
pub(super) struct Change<'a> {
    /// Whether real and imaginary parts are exchanged, for an inverse transform.
    pub exchanged: bool,
    /// The numbers by which each element of a line is turned, if a transform is a convolution.
    pub chirp: Option<&'a Stream<[f32; 2]>>,
    /// The roots for half the spectrum of pairs.
    pub roots: Option<&'a Roots>,
    /// What the numbers are multiplied by on their way back.
    pub scale: f32,
}

impl<'a> Change<'a> {
    fn bind(self, pass: Pass<'a>) -> Pass<'a> {
        let pass = match self.chirp {
            Some(chirp) => pass.input("chirp", chirp),
            None => pass,
        };
        match self.roots {
            Some(roots) => roots.bind(pass),
            None => pass,
        }
    }
}

/// Where lines go, and how many of their elements are not zeros behind their end.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub grid: Grid,
    pub length: usize,
}

/// Puts lines of complex numbers into a grid.
pub(super) fn arrange<T: Texel>(
    numbers: &Stream<T>,
    lines: &Lines,
    form: Form,
    to: Place,
    change: Change,
) -> Result<Stream<T>, Error> {
    let kernel = numbers.device().kernel(&arranging(form, &change).element::<T>())?;
    draw_arranged(numbers.device().pass(&kernel).input("numbers", numbers), numbers.device(), lines, to, change)
}

/// Puts lines of real numbers into a grid.
pub(super) fn arrange_reals(
    reals: &Stream<f32>,
    lines: &Lines,
    form: Form,
    to: Place,
    change: Change,
) -> Result<Stream<[f32; 2]>, Error> {
    let kernel = reals.device().kernel(&arranging(form, &change).element::<[f32; 2]>())?;
    draw_arranged(reals.device().pass(&kernel).input("reals", reals), reals.device(), lines, to, change)
}

fn arranging(form: Form, change: &Change) -> Source {
    let source = glsl!("primitives/fft_arrange.frag").parameter("form", form as usize);
    source.parameter("exchanged", change.exchanged).parameter("chirped", change.chirp.is_some())
}

fn draw_arranged<T: Texel>(
    pass: Pass,
    device: &Device,
    lines: &Lines,
    to: Place,
    change: Change,
) -> Result<Stream<T>, Error> {
    let mut arranged = to.grid.allocate::<T>(device)?;
    let pass = pass.constant("extent", lines.length).constant("filled", to.length).constant("inner", lines.inner);
    let pass = change.bind(to.grid.bind(pass.constant("lines", to.grid.lines)));
    pass.output("arranged", &mut arranged).run()?;
    Ok(arranged)
}

/// Takes lines of complex numbers back from a grid. With roots, they are half the spectrum of pairs.
pub(super) fn restore<T: Texel>(
    from: &Stream<T>,
    at: Place,
    lines: &Lines,
    change: Change,
) -> Result<Stream<T>, Error> {
    let device = from.device();
    let source = glsl!("primitives/fft_restore.frag").element::<T>().parameter("halves", change.roots.is_some());
    let source = source.parameter("exchanged", change.exchanged).parameter("chirped", change.chirp.is_some());
    let kernel = device.kernel(&source)?;
    let mut restored = device.stream::<T>(lines.shape())?;
    let pass = device.pass(&kernel).input("grid", from).constant("extent", lines.length);
    let pass = pass.constant("pairs", at.length).constant("inner", lines.inner).constant("scale", change.scale);
    change.bind(at.grid.bind(pass)).output("restored", &mut restored).run()?;
    Ok(restored)
}

/// Takes lines of real numbers back from a grid of complex numbers whose parts are exchanged: the real parts, or both parts as two numbers.
pub(super) fn restore_reals(
    from: &Stream<[f32; 2]>,
    grid: Grid,
    pairs: bool,
    lines: &Lines,
    change: Change,
) -> Result<Stream<f32>, Error> {
    let device = from.device();
    let source = glsl!("primitives/fft_restore_reals.frag").parameter("pairs", pairs);
    let kernel = device.kernel(&source.parameter("chirped", change.chirp.is_some()))?;
    let mut restored = device.stream::<f32>(lines.shape())?;
    let pass = device.pass(&kernel).input("grid", from).constant("extent", lines.length);
    let pass = pass.constant("inner", lines.inner).constant("scale", change.scale);
    change.bind(grid.bind(pass)).output("restored", &mut restored).run()?;
    Ok(restored)
}
