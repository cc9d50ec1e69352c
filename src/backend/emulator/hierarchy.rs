//! Hierarchical z: the farthest or nearest depth of each block of a depth buffer, by which a chip rejects whole blocks before it reads a depth.
//!
//! The rules for its use are those of Mesa's r300 driver.

use crate::backend::Draw;
use crate::fragment_operations::{Compare, DepthStencilTexel, DepthTest, StencilOperation};
use crate::fragment_program::HierarchicalZ;
use crate::geometry::Rect;

/// What a chip knows of the blocks of a depth buffer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Hierarchy {
    /// Nothing: a pass has changed depths in a way that it does not follow. A clear ends that.
    #[default]
    Lost,
    /// The depth of the last clear, and nothing was tested since.
    Cleared,
    /// The farthest depth of each block, for passes that draw what is nearer.
    Farthest,
    /// The nearest depth of each block, for passes that draw what is farther.
    Nearest,
}

impl Hierarchy {
    /// Returns whether a pass can use it, and follows what the pass does. `late` is whether the kernel writes the depth.
    pub fn begin(&mut self, z: HierarchicalZ, draw: &Draw, late: bool) -> bool {
        let operations = &draw.operations;
        let Some(test) = operations.depth else { return false };
        let keep = StencilOperation::Keep;
        let wanted = match test.compare {
            Compare::Greater | Compare::GreaterOrEqual => Hierarchy::Nearest,
            Compare::Less | Compare::LessOrEqual => Hierarchy::Farthest,
            // These suit either.
            _ if *self == Hierarchy::Nearest => Hierarchy::Nearest,
            _ => Hierarchy::Farthest,
        };
        let usable = !late
            && draw.query.is_none()
            && operations.stencil.is_none_or(|test| (test.fail, test.depth_fail) == (keep, keep))
            && (z.equal || test.compare != Compare::Equal)
            && test.compare != Compare::NotEqual
            && (*self == Hierarchy::Cleared || *self == wanted);
        match usable {
            true => *self = wanted,
            false if test.write => *self = Hierarchy::Lost,
            false => {}
        }
        usable
    }

    /// Returns the number of texels of a rectangle in blocks that are rejected. `words` is the depth and stencil buffer, in rows of `width`
    /// texels.
    pub fn rejected(self, z: HierarchicalZ, test: DepthTest, rect: Rect, words: &[u32], width: usize) -> u64 {
        let (right, end, height) = (rect.x + rect.width, rect.y + rect.height, words.len() / width.max(1));
        let at = DepthStencilTexel::quantized(test.at.unwrap_or(0.0));
        let mut rejected = 0;
        for y in (rect.y - rect.y % z.rows..end).step_by(z.rows) {
            for x in (rect.x - rect.x % z.columns..right).step_by(z.columns) {
                let rows = y..(y + z.rows).min(height);
                let depths = rows.flat_map(|row| &words[row * width + x..row * width + (x + z.columns).min(width)]);
                let depths = depths.map(|word| DepthStencilTexel::from_word(*word).depth);
                let known = match self {
                    Hierarchy::Farthest => depths.max(),
                    Hierarchy::Nearest => depths.min(),
                    Hierarchy::Lost | Hierarchy::Cleared => None,
                };
                let fails = known.is_some_and(|known| match test.compare {
                    Compare::Equal if self == Hierarchy::Farthest => at > known,
                    Compare::Equal => at < known,
                    compare => !compare.holds(at, known),
                });
                if fails {
                    rejected += rect.intersect(Rect::new(x, y, z.columns, z.rows)).area() as u64;
                }
            }
        }
        rejected
    }
}
