//! The candidates of a level.

use crate::applications::Error;
use crate::machine::Stream;

/// The pairs of boxes that a level tests. On the device there are half as many records as pairs: splitting a pair makes two pairs,
/// which share one box and whose other boxes are neighbours, so one record holds both.
pub struct Candidates {
    pub(super) parents: Stream<[f32; 2]>,
    pub(super) count: usize,
    /// The number of boxes of the first mesh, which come before those of the second.
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

    /// The records: for each two pairs, the index of the box they share, and the index of the first of the two children of the box
    /// that was split. Indices count the boxes of the first tree, then those of the second. In the record of the roots, where
    /// nothing was split, only the first child counts.
    pub fn parents(&self) -> &Stream<[f32; 2]> {
        &self.parents
    }

    /// Reads the pairs back: each is a node of the first tree and one of the second.
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
