//! Finds the best end of a part, which is the end with the most instructions per pass.

use crate::fragment_program::lower::graph::NodeId;

use super::order::OrderedKernel;

/// The best ends of the parts that start at one instruction. `passes` returns the number of passes of a part from its end and the
/// numbers that leave it.
pub struct BestEnds<'a, F> {
    whole: &'a OrderedKernel<'a>,
    start: usize,
    passes: F,
    /// For each end after the start: the best end up to there, and its number of instructions per pass.
    best: Vec<(usize, f64)>,
    /// The numbers that leave the part with the last end in `best`.
    leaving: Vec<NodeId>,
}

impl<'a, F: Fn(usize, &[NodeId]) -> usize> BestEnds<'a, F> {
    pub fn from(whole: &'a OrderedKernel<'a>, start: usize, passes: F) -> BestEnds<'a, F> {
        BestEnds { whole, start, passes, best: Vec::new(), leaving: Vec::new() }
    }

    /// Returns the best end up to this one. If several ends are equally good, returns the last of them.
    pub fn up_to(&mut self, end: usize) -> usize {
        for end in self.start + 1 + self.best.len()..=end {
            self.leaving.extend(&self.whole.values[end - 1]);
            self.leaving.retain(|value| self.whole.leaves(*value, end));
            let passes = (self.passes)(end, &self.leaving).max(1);
            let rate = (end - self.start) as f64 / passes as f64;
            let best = self.best.last().copied().filter(|best| best.1 > rate);
            self.best.push(best.unwrap_or((end, rate)));
        }
        self.best[end - self.start - 1].0
    }
}
