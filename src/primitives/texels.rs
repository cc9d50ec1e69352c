//! Texels of a stream, as the fastest methods read it: of a packed one four elements at a time.

use crate::geometry::{Geometry, Layout};
use crate::kernel::Source;
use crate::machine::{Stream, StreamBinding};
use crate::texel::Texel;

/// The texels of a stream, whatever its shape.
pub(super) struct Texels<'a> {
    bound: StreamBinding<'a>,
    packed: bool,
    elements: usize,
}

impl<'a> Texels<'a> {
    pub fn of<T: Texel>(stream: &'a Stream<T>) -> Texels<'a> {
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

    /// Whether each row of the texture holds whole blocks of so many texels.
    pub fn in_rows(&self, block: usize) -> bool {
        self.bound.geometry().width.is_multiple_of(block)
    }

    /// For kernels that read blocks of texels at once: with rows of the texture, where these hold whole blocks, and else all
    /// in one row, which the access functions then cut.
    pub fn in_blocks(&self, block: usize) -> StreamBinding<'a> {
        if self.in_rows(block) { self.bound } else { self.bound.with_row(self.count().next_multiple_of(block)) }
    }

    /// Adds the part "texel" to a kernel: the input `values`, and what a texel comes to.
    pub fn with(&self, source: Source) -> Source {
        source.part(
            "texel",
            match self.packed {
                true => "#include \"shared/texel_of_four.glsl\"\n",
                false => "#include \"shared/texel_of_one.glsl\"\n",
            },
        )
    }

    /// Adds the part "rest" too: what the last texel comes to.
    pub fn with_rest(&self, source: Source) -> Source {
        self.with(source).part(
            "rest",
            match self.packed {
                true => "#include \"shared/rest_of_four.glsl\"\n",
                false => "element rest(element texel) { return texel; }\n",
            },
        )
    }

    /// The grid of results, where `run` texels of a column become one.
    pub fn columns(&self, run: usize) -> Geometry {
        let Geometry { width, height, count, .. } = *self.bound.geometry();
        let full = (height - 1) / run * width;
        // The last results may be of the last row alone, which may be short.
        let last = if height % run == 1 { count - (height - 1) * width } else { width };
        Geometry::grid(width, full + last)
    }

    /// The grid of results, where `run` texels become one: wide and low, since a software driver shares out squares of
    /// 64 × 64 texels, and few results would be one of them.
    pub fn runs(&self, run: usize, largest: usize) -> Geometry {
        let count = self.count().div_ceil(run);
        let width = count.div_ceil(count.div_ceil(largest)).min(1024.max(count / 1024));
        Geometry::grid(width, count)
    }

    /// Elements in the last texel, of a packed stream.
    pub fn lanes_of_last(&self) -> Option<usize> {
        self.packed.then(|| self.elements - (self.count() - 1) * 4)
    }
}
