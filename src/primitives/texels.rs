//! Texels of a stream, as the fastest methods read them: four elements at a time if the stream is packed.

use crate::error::Error;
use crate::geometry::{Geometry, Layout};
use crate::machine::{Lent, Stream, StreamBinding};
use crate::texel::Stored;

/// The texels of a stream, whatever its shape.
#[derive(Clone, Copy)]
pub(super) struct Texels<'a> {
    bound: StreamBinding<'a>,
    packed: bool,
    elements: usize,
}

impl<'a> Texels<'a> {
    pub fn of<T: Stored>(stream: &'a Stream<T>) -> Texels<'a> {
        let packed = stream.layout() == Layout::Packed;
        Texels { bound: StreamBinding::texels(stream), packed, elements: stream.len() }
    }

    pub fn bound(&self) -> StreamBinding<'a> {
        self.bound
    }

    pub fn packed(&self) -> bool {
        self.packed
    }

    pub fn count(&self) -> usize {
        self.bound.geometry().count
    }

    /// Returns whether each row of the texture holds a whole number of blocks of `block` texels.
    pub fn in_rows(&self, block: usize) -> bool {
        self.bound.geometry().width.is_multiple_of(block)
    }

    /// Binds the texels for kernels that read blocks of texels at once. The rows are those of the texture if they hold whole
    /// blocks. Otherwise all texels are in one row, which the access functions map to rows of the texture.
    pub fn in_blocks(&self, block: usize) -> StreamBinding<'a> {
        if self.in_rows(block) { self.bound } else { self.bound.with_row(self.count().next_multiple_of(block)) }
    }

    /// Returns the grid of results when `run` texels of a column are combined into one.
    pub fn columns(&self, run: usize) -> Geometry {
        let Geometry { width, height, count, .. } = *self.bound.geometry();
        let full = (height - 1) / run * width;
        // The last row of results may come from the last row of texels alone, which may be short.
        let last = if height % run == 1 { count - (height - 1) * width } else { width };
        Geometry::grid(width, full + last)
    }

    /// Returns the grid of results when `run` texels are combined into one. The grid is wide and low. A software driver distributes
    /// squares of 64 × 64 texels to its threads, and a square grid of few results would lie in a single one.
    pub fn runs(&self, run: usize, largest: usize) -> Geometry {
        let count = self.count().div_ceil(run);
        let width = count.div_ceil(count.div_ceil(largest)).min(1024.max(count / 1024));
        Geometry::grid(width, count)
    }

    /// Returns the number of elements in the last texel of a packed stream, or none for a plain one.
    pub fn lanes_of_last(&self) -> Option<usize> {
        self.packed.then(|| self.elements - (self.count() - 1) * 4)
    }
}

/// Returns the elements as a packed stream, which is a copy of a plain one.
pub(super) fn packed<T: Stored>(stream: &Stream<T>) -> Result<Lent<'_, T>, Error> {
    Ok(match stream.layout() {
        Layout::Packed => Lent::Borrowed(stream),
        Layout::Plain => Lent::Own(stream.to_layout(Layout::Packed)?),
    })
}
