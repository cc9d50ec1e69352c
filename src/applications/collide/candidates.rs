//! The candidates of a level.

use crate::applications::Error;
use crate::machine::Stream;

/// The pairs of boxes that a level tests. The number of records on the device is half the number of pairs. Splitting a pair results
/// in two pairs that share a box, and whose other boxes are neighbours, so that one record represents both.
pub struct Candidates {
    pub(super) parents: Stream<[f32; 2]>,
    pub(super) count: usize,
    /// The number of boxes of the first mesh, which come before those of the second.
    pub(super) boxes_a: usize,
}

impl Candidates {
    /// Returns the number of pairs.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the records. For each two pairs, a record has the index of the shared box, and the index of the first of the two
    /// children of the box that was split. Indices count the boxes of the first tree, then those of the second. The record of the
    /// roots, where nothing was split, represents only the pair with the first child.
    pub fn parents(&self) -> &Stream<[f32; 2]> {
        &self.parents
    }

    /// Reads the pairs back: each is a node of the first tree and one of the second.
    ///
    /// # Errors
    /// Any error of the device.
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
