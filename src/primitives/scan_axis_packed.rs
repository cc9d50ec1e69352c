//! The passes of the fastest scan along an axis of a packed stream: up and down a pyramid, four elements of a texel at once.

use crate::error::Error;
use crate::geometry::Layout;
use crate::glsl;
use crate::kernel::Source;
use crate::machine::{Stream, StreamBinding};
use crate::operator::Operator;
use crate::texel::{Components, Texel};

use super::axis::Lines;

/// The maximum number of texels of a line that one pass scans.
const TOP: usize = 16;

/// How lines lie in the texels of a packed stream.
#[derive(Clone, Copy, PartialEq)]
enum Direction {
    /// A texel has four neighbours of one line.
    Rows,
    /// A texel has an element of each of four lines.
    Columns,
}

/// A level of the pyramid: the lines of a packed stream, in texels.
#[derive(Clone, Copy)]
struct Level {
    lines: Lines,
    direction: Direction,
}

impl Level {
    /// Returns the number of texels of a line.
    fn extent(self) -> usize {
        if self.direction == Direction::Rows { self.lines.length / 4 } else { self.lines.length }
    }

    /// Returns the number of texels in a row, as the kernels count rows: one line, or the texels beside each other.
    fn row(self) -> usize {
        if self.direction == Direction::Rows { self.extent() } else { self.lines.inner / 4 }
    }

    /// Returns the number of texels whose sum is one element of the level above.
    fn block(self) -> usize {
        if self.direction == Direction::Rows { 4 } else { 8 }
    }

    /// Returns the level above. Lines along rows are filled up to whole texels.
    fn above(self) -> Level {
        let sums = self.extent().div_ceil(self.block());
        let length = if self.direction == Direction::Rows { sums.next_multiple_of(4) } else { sums };
        Level { lines: self.lines.of_length(length), ..self }
    }

    fn bind<T: Texel>(self, stream: &Stream<T>) -> StreamBinding<'_> {
        StreamBinding::texels(stream).with_row(self.row())
    }
}

/// Returns the first level of the pyramid over these lines, if they lie in whole texels of a packed stream.
fn base<T: Texel>(values: &Stream<T>, lines: Lines) -> Option<Level> {
    if values.layout() == Layout::Plain || T::COMPONENTS != Components::One {
        return None;
    }
    match lines.inner {
        1 => lines.length.is_multiple_of(4).then_some(Level { lines, direction: Direction::Rows }),
        inner => inner.is_multiple_of(4).then_some(Level { lines, direction: Direction::Columns }),
    }
}

/// Scans the lines of a packed stream if they lie in whole texels, else returns none. The scan is inclusive if there is no identity.
pub(super) fn pyramid<T: Texel>(
    values: &Stream<T>,
    op: &Operator<T>,
    lines: Lines,
    identity: Option<T>,
) -> Result<Option<Stream<T>>, Error> {
    let Some(base) = base(values, lines) else { return Ok(None) };
    let device = values.device();
    let (up, down) = kernels(base.direction);
    let up = device.kernel(&op.bind(up)?)?;
    let mut levels: Vec<(Stream<T>, Level)> = Vec::new();
    while let (below, from) = levels.last().map_or((values, base), |(sums, level)| (sums, *level))
        && from.extent() > TOP
    {
        let to = from.above();
        let sums = device.stream_with::<T>(to.lines.shape(), Layout::Packed)?;
        let pass = device.pass(&up).bound("values", from.bind(below)).constant("extent", from.extent());
        let pass = if base.direction == Direction::Columns { pass.constant("blocks", to.extent()) } else { pass };
        pass.bound_output("sums", to.bind(&sums)).run()?;
        levels.push((sums, to));
    }
    let mut above: Option<(Stream<T>, Level)> = None;
    loop {
        let own = levels.pop();
        let last = own.is_none();
        let (source, level) = own.as_ref().map_or((values, base), |(sums, level)| (sums, *level));
        let top = above.is_none();
        let block = if top { TOP } else { level.block() };
        let kernel = device.kernel(&op.bind(down.clone())?.parameter("block", block).parameter("top", top))?;
        let scanned = device.stream_with::<T>(source.shape(), Layout::Packed)?;
        let mut pass = device.pass(&kernel).bound("values", level.bind(source));
        if let Some((sums, from)) = &above {
            pass = pass.bound("sums", from.bind(sums));
            if base.direction == Direction::Columns {
                pass = pass.constant("blocks", from.extent());
            }
        }
        if base.direction == Direction::Columns {
            pass = pass.constant("extent", level.extent());
        }
        let pass = pass.constant("exclusive", last && identity.is_some());
        let pass = pass.constant("identity", identity.unwrap_or(T::splat(0.0)).value());
        pass.bound_output("scanned", level.bind(&scanned)).run()?;
        if last {
            return Ok(Some(scanned));
        }
        above = Some((scanned, level));
    }
}

fn kernels(direction: Direction) -> (Source, Source) {
    match direction {
        Direction::Rows => {
            (glsl!("primitives/scan_rows_up_packed.frag"), glsl!("primitives/scan_rows_down_packed.frag"))
        }
        Direction::Columns => {
            (glsl!("primitives/scan_columns_up_packed.frag"), glsl!("primitives/scan_columns_down_packed.frag"))
        }
    }
}
