//! The candidates of a level.

use crate::applications::Error;
use crate::machine::Stream;

/// The pairs of boxes that a level tests. On the device they are half as many records: the two pairs that come of a pair which is
/// split have a box in common, and their other boxes are neighbours.
pub struct Candidates {
    pub(super) parents: Stream<[f32; 2]>,
    pub(super) count: usize,
    /// Boxes of the first mesh, which come first.
    pub(super) boxes_a: usize,
}

impl Candidates {
    /// How many pairs there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The box that stayed, and the first of two neighbours: the children of the one that was split. Boxes of the first tree come
    /// first, then those of the second; of the roots, where nothing was split, the first child alone counts.
    pub fn parents(&self) -> &Stream<[f32; 2]> {
        &self.parents
    }

    /// The pairs, read back: a node of the first tree, and one of the second.
    ///
    /// # Errors
    /// What the device refuses.
    pub fn read(&self) -> Result<Vec<[u32; 2]>, Error> {
        let parents = self.parents.read()?;
        let first = self.boxes_a as u32;
        let pair = |k: usize| {
            let [stayed, child] = [parents[k / 2][0] as u32, parents[k / 2][1] as u32 + k as u32 % 2];
            [stayed.min(child), stayed.max(child) - first]
        };
        Ok((0..self.count).map(pair).collect())
    }
}
