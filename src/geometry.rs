//! Geometry and layout: where the elements of a stream lie in a texture. This module only computes positions. The generated access
//! functions of kernels do the same computations.
//!
//! Every stream lies row by row: element `i` is in texel `(t mod width, t div width)`, where `t` is `i` (plain) or
//! `i div 4` (packed). What differs is the width:
//!
//! - a 1-D stream lies near-square, in rows of a power of two (2^20 elements in 1024 × 1024, as in the papers);
//! - a stream of 2 to 4 dimensions uses its last extent as the width, so that its rows are the texture's rows. If that exceeds the
//!   largest texture, it wraps like a 1-D stream.

use std::ops::Range;

use crate::shape::{Shape, of_elements};

/// Layout of a stream: one element per texel, or four.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Layout {
    /// One element per texel.
    #[default]
    Plain,
    /// Four `f32` per texel: neighbours in C order share an RGBA texel. A packed output runs its kernel four times in one
    /// invocation. If a driver limits the loop iterations of an invocation (llvmpipe to 65,535; more is an error), each of the four
    /// runs has a quarter of them.
    Packed,
}

impl Layout {
    /// Returns the number of elements in a texel.
    pub fn lanes(self) -> usize {
        match self {
            Layout::Plain => 1,
            Layout::Packed => 4,
        }
    }
}

impl std::fmt::Display for Layout {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(match self {
            Layout::Plain => "plain",
            Layout::Packed => "packed",
        })
    }
}

/// A rectangle of texels; `y` grows with the element index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub struct Rect {
    /// First column.
    pub x: usize,
    /// First row.
    pub y: usize,
    /// Columns.
    pub width: usize,
    /// Rows.
    pub height: usize,
}

impl Rect {
    /// Returns the rectangle of this size with its first corner at (`x`, `y`).
    pub fn new(x: usize, y: usize, width: usize, height: usize) -> Rect {
        Rect { x, y, width, height }
    }

    /// Returns the number of texels.
    pub fn area(&self) -> usize {
        self.width * self.height
    }

    /// Returns whether a texel is inside.
    pub(crate) fn contains(&self, column: usize, row: usize) -> bool {
        self.intersect(Rect::new(column, row, 1, 1)).area() > 0
    }

    pub(crate) fn intersect(&self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let right = self.x.saturating_add(self.width).min(other.x.saturating_add(other.width));
        let bottom = self.y.saturating_add(self.height).min(other.y.saturating_add(other.height));
        Rect { x, y, width: right.saturating_sub(x), height: bottom.saturating_sub(y) }
    }
}

impl std::fmt::Display for Rect {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{} × {} at ({}, {})", self.width, self.height, self.x, self.y)
    }
}

/// Geometry of a stream: where its elements are in its texture.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Geometry {
    /// Number of elements.
    pub count: usize,
    /// Plain or packed.
    pub layout: Layout,
    /// Texels per row.
    pub width: usize,
    /// Number of rows of texels. The last row may be partly filled.
    pub height: usize,
    /// Elements per row, as `fetch(s, x, y)` counts them: the last extent, or for a 1-D stream the elements in a row of the
    /// texture.
    pub row: usize,
}

impl Geometry {
    /// Lays out `shape` in textures of at most `largest` × `largest` texels.
    pub fn of(shape: Shape, layout: Layout, largest: usize) -> Result<Geometry, LayoutError> {
        let too_large = || LayoutError::TooLarge { shape, layout, largest };
        let count = shape.count();
        // Kernels count in 32-bit integers.
        if count > i32::MAX as usize || largest == 0 {
            return Err(too_large());
        }
        let lanes = layout.lanes();
        if count == 0 {
            return Ok(Geometry { count, layout, width: 0, height: 0, row: 0 });
        }
        let texels = count.div_ceil(lanes);
        if shape.rank() > 1 && shape.last().is_multiple_of(lanes) {
            let (width, height) = (shape.last() / lanes, count / shape.last());
            if width <= largest && height <= largest {
                return Ok(Geometry { count, layout, width, height, row: shape.last() });
            }
        }
        let mut width = near_square_width(texels).min(floor_power_of_two(largest));
        if texels.div_ceil(width) > largest {
            // The largest width is no power of two, and the stream needs all of it.
            width = largest;
        }
        let height = texels.div_ceil(width);
        if height > largest {
            return Err(too_large());
        }
        let row = if shape.rank() == 1 { width * lanes } else { shape.last() };
        Ok(Geometry { count, layout, width, height, row })
    }

    /// Returns a grid of `width` columns, filled row by row with `count` elements: the layout between the passes of a reduction.
    pub(crate) fn grid(width: usize, count: usize) -> Geometry {
        Geometry { count, layout: Layout::Plain, width, height: count.div_ceil(width.max(1)), row: width }
    }

    /// Returns the geometry with rows that fit in one texture after a pass shrinks them `across` times along x and `down` times
    /// along y. A plain stream uses the rows of its texture. A packed stream uses its own rows if they fit, else a near-square
    /// grid.
    pub(crate) fn as_grid(&self, largest: usize, across: usize, down: usize) -> Geometry {
        let fits = |row: usize| row <= across * largest && self.count.div_ceil(row.max(1)) <= down * largest;
        let row = match self.layout {
            Layout::Plain => self.width,
            Layout::Packed if !self.wrapped() && fits(self.row) => self.row,
            Layout::Packed => {
                near_square_width(self.count).min(across * largest).max(self.count.div_ceil(down * largest))
            }
        };
        Geometry { row, ..*self }
    }

    /// Returns the geometry whose elements are the texels themselves, in rows of the texture.
    pub(crate) fn texelwise(&self) -> Geometry {
        Geometry { count: self.texels(), layout: Layout::Plain, row: self.width, ..*self }
    }

    /// Returns the number of texels that hold an element.
    pub fn texels(&self) -> usize {
        self.count.div_ceil(self.layout.lanes())
    }

    /// Returns the number of rows, as `fetch(s, x, y)` counts them.
    pub fn rows(&self) -> usize {
        if self.row == 0 { 0 } else { self.count.div_ceil(self.row) }
    }

    /// Returns whether the last row of elements is as long as the others.
    pub fn is_full(&self) -> bool {
        self.count == self.row * self.rows()
    }

    /// Returns whether a row of elements is not a row of texels.
    pub fn wrapped(&self) -> bool {
        self.row != self.width * self.layout.lanes()
    }

    /// Returns the column, row and lane of an element. The stream must not be empty.
    pub fn texel_of(&self, index: usize) -> (usize, usize, usize) {
        let lanes = self.layout.lanes();
        let texel = index / lanes;
        (texel % self.width.max(1), texel / self.width.max(1), index % lanes)
    }

    /// Returns the rectangles that hold exactly the texels of the elements: the full rows, and the last row if it is partly filled.
    /// Nothing outside the stream is ever drawn or copied.
    pub fn rects(&self) -> Vec<Rect> {
        self.rects_of(0..self.texels())
    }

    /// Returns the part of `rect` that holds elements, as up to two rectangles.
    pub fn rects_within(&self, rect: Rect) -> Vec<Rect> {
        self.rects().into_iter().map(|part| part.intersect(rect)).filter(|part| part.area() > 0).collect()
    }

    /// Returns the rectangles that hold the texels `range`, in order: the rest of the first row, the full rows, and the start of
    /// the last row.
    pub fn rects_of(&self, range: Range<usize>) -> Vec<Rect> {
        let mut rects = Vec::new();
        let Range { mut start, end } = range;
        while start < end {
            let (x, y) = (start % self.width, start / self.width);
            let rows = (end - start) / self.width;
            let rect = if x == 0 && rows > 0 {
                Rect::new(0, y, self.width, rows)
            } else {
                Rect::new(x, y, (self.width - x).min(end - start), 1)
            };
            start += rect.area();
            rects.push(rect);
        }
        rects
    }
}

/// Returns the smallest power of two that is at least the square root of `texels`.
fn near_square_width(texels: usize) -> usize {
    let bits = usize::BITS - texels.saturating_sub(1).leading_zeros();
    1 << bits.div_ceil(2)
}

fn floor_power_of_two(n: usize) -> usize {
    if n == 0 { 1 } else { 1 << n.ilog2() }
}

/// Why a stream cannot have the requested layout in a texture.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum LayoutError {
    /// A stream does not fit the largest texture.
    #[error("{}", too_large(.shape, .layout, .largest))]
    TooLarge {
        /// The stream's shape.
        shape: Shape,
        /// The layout that was requested.
        layout: Layout,
        /// The largest extent of a texture, in texels.
        largest: usize,
    },
    /// A stream has more elements than positions can represent exactly.
    #[error(
        "a stream of {} is too long for this device, which holds positions exactly only up to {exact}: split it, or use a device with \
         integers (OpenGL 3.3, OpenGL ES 3.0); a kernel that fetches only at its own place also runs on it in two dimensions",
        of_elements(.shape)
    )]
    Inexact {
        /// The stream's shape.
        shape: Shape,
        /// The largest position that is exact.
        exact: usize,
    },
    /// A texture of others has not the rows that a stream in it needs.
    #[error(
        "{count} elements, {layout} in rows of {width} texels, take {needed} rows of a texture, and this one has {height}: a stream takes all \
         rows, the last at least partly"
    )]
    Rows {
        /// The number of elements.
        count: usize,
        /// The layout.
        layout: Layout,
        /// The number of texels in a row.
        width: usize,
        /// The number of rows that the elements need.
        needed: usize,
        /// The number of rows of the texture.
        height: usize,
    },
    /// Only streams of `f32` and `f16` can be packed.
    #[error(
        "only streams of single numbers (f32 or f16) can be packed, four to a texel, and this one has {element} elements: keep it plain"
    )]
    PackedVector {
        /// The element type, as kernels write it.
        element: &'static str,
    },
}

fn too_large(shape: &Shape, layout: &Layout, largest: &usize) -> String {
    let max = largest.saturating_mul(*largest).saturating_mul(layout.lanes());
    format!(
        "a {layout} stream of {} does not fit a texture: the largest here is {largest} × {largest}, which holds {max}",
        of_elements(shape)
    )
}
