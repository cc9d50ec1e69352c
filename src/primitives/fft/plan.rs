//! Splits the length of a line into the radices of its passes, and a long line into rows and columns.

use crate::fourier::{self, even_radices, is_smooth, odd_factors};

/// The maximum length of a line that is transformed without being split into rows and columns.
pub(super) const LARGEST: usize = 4096;

/// A pass along an axis.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    /// The number of elements that a fragment transforms, which is also the number of planes that the pass writes.
    pub radix: usize,
    /// The number of render targets that one draw writes: every (radix / targets)-th plane.
    pub targets: usize,
    /// The number of elements that share one twiddle factor: the length divided by the radices of this pass and all previous ones.
    pub run: usize,
}

impl Step {
    /// Returns the number of draws that together write all planes.
    pub fn parts(self) -> usize {
        self.radix / self.targets
    }
}

/// Returns the passes along an axis of `length` elements, which has no other factors than 2, 3 and 5, with `targets` render targets, a power
/// of two. Chooses the minimum number of passes in which a draw writes at least half of the elements that it transforms (a quarter with one
/// or two targets); those of a radix of 3 or 5 write all, or one at a time.
pub(super) fn steps(length: usize, targets: usize) -> Vec<Step> {
    let (odd, two) = odd_factors(length);
    let even = even_radices(two.ilog2(), max_bits(targets));
    let mut run = length;
    let step = |radix: usize| {
        run /= radix;
        let targets = match radix.is_power_of_two() {
            true => targets.min(radix),
            false if radix <= targets => radix,
            false => 1,
        };
        Step { radix, targets, run }
    };
    odd.into_iter().chain(even).map(step).collect()
}

/// Returns the maximum number of bits of a pass's radix. It is one more than the targets allow, because reading twice is cheaper
/// than another pass.
fn max_bits(targets: usize) -> u32 {
    match targets {
        1 => 2,
        targets => targets.ilog2() + 1,
    }
}

/// Splits a long line of such a length into rows and columns of at most `largest` elements: (rows, columns). They are as near to each other as
/// can be, or the columns are `wanted`, if that is possible.
pub(super) fn split(length: usize, largest: usize, wanted: Option<usize>) -> Option<[usize; 2]> {
    let fits = |columns: usize| {
        let rows = length / columns;
        let whole = columns > 1 && rows > 1 && length.is_multiple_of(columns);
        whole && columns <= largest && rows <= largest
    };
    let nearest = || (length.isqrt()..=largest).find(|columns| fits(*columns));
    let columns = wanted.filter(|columns| fits(*columns)).or_else(nearest)?;
    Some([length / columns, columns])
}

/// Returns whether lines of this length are transformed by passes of small radices, and not by a convolution.
pub(super) fn is_direct(length: usize, largest: usize) -> bool {
    is_smooth(length) && (length <= largest || split(length, largest, None).is_some())
}

/// Returns the length of the convolution by which lines of any length are transformed.
pub(super) fn convolution(length: usize, largest: usize) -> Option<usize> {
    fourier::convolution(length, |length| is_direct(length, largest))
}

/// Returns the length up to which lines of any length are transformed.
pub(super) fn longest(largest: usize) -> usize {
    largest * largest / 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radices_multiply_to_the_length() {
        for targets in [1, 2, 4, 8] {
            for length in (2..=LARGEST).filter(|length| is_smooth(*length)) {
                let steps = steps(length, targets);
                assert_eq!(steps.iter().map(|step| step.radix).product::<usize>(), length);
                assert_eq!(steps.last().map(|step| step.run), Some(1));
                assert!(steps.iter().all(|step| step.parts() <= 5 && step.targets <= targets));
            }
        }
        let radices = |n, targets| steps(n, targets).iter().map(|step| step.radix).collect::<Vec<_>>();
        assert_eq!(radices(1024, 8), [16, 8, 8]);
        assert_eq!(radices(2048, 8), [16, 16, 8]);
        assert_eq!(radices(1024, 4), [8, 8, 4, 4]);
        assert_eq!(radices(8, 1), [4, 2]);
        assert_eq!(radices(1000, 8), [5, 5, 5, 8]);
        assert_eq!(radices(45, 2), [5, 3, 3]);
    }

    #[test]
    fn long_lines_are_split_near_their_root() {
        assert_eq!(split(1 << 20, LARGEST, None), Some([1024, 1024]));
        assert_eq!(split(1 << 19, LARGEST, None), Some([512, 1024]));
        assert_eq!(split(1 << 19, LARGEST, Some(512)), Some([1024, 512]));
        assert_eq!(split(1_000_000, LARGEST, None), Some([1000, 1000]));
        assert_eq!(split(1 << 24, LARGEST, None), Some([4096, 4096]));
        assert_eq!(split(1 << 25, LARGEST, None), None);
        assert_eq!(split(17, LARGEST, None), None);
    }

    #[test]
    fn convolutions_are_long_enough() {
        assert_eq!(convolution(7, LARGEST), Some(16));
        assert_eq!(convolution(1009, LARGEST), Some(2048));
        assert_eq!(convolution(1031, LARGEST), Some(2560));
        for length in (1..3000).chain([1 << 23]) {
            assert!(
                convolution(length, LARGEST).is_some_and(|found| found >= 2 * length - 1 && found < 4 * length.max(2))
            );
        }
        assert_eq!(convolution((1 << 23) + 1, LARGEST), None);
    }
}
