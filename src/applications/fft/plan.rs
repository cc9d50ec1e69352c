//! Splits the length of an axis into the radices of its passes.

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

/// Returns the passes along an axis of `length` elements, with `targets` render targets. Both must be powers of two. Chooses the
/// minimum number of passes in which a draw writes at least half of the elements that it transforms (a quarter with one or two
/// targets).
pub(super) fn steps(length: usize, targets: usize) -> Vec<Step> {
    let bits = length.ilog2();
    let max = max_bits(targets);
    let passes = bits.div_ceil(max);
    let mut run = length;
    let step = |pass: u32| {
        // If the bits do not divide evenly, the first passes take one more.
        let own = bits / passes + u32::from(pass < bits % passes);
        let radix = 1 << own;
        run /= radix;
        Step { radix, targets: targets.min(radix), run }
    };
    (0..passes).map(step).collect()
}

/// Returns the maximum number of bits of a pass's radix. It is one more than the targets allow, because reading twice is cheaper
/// than another pass.
fn max_bits(targets: usize) -> u32 {
    match targets {
        1 => 2,
        targets => targets.ilog2() + 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radices_multiply_to_the_length() {
        for targets in [1, 2, 4, 8] {
            for bits in 1..=11 {
                let steps = steps(1 << bits, targets);
                assert_eq!(steps.iter().map(|step| step.radix).product::<usize>(), 1 << bits);
                assert_eq!(steps.last().map(|step| step.run), Some(1));
                assert!(steps.iter().all(|step| step.parts() <= 4 && step.targets <= targets));
            }
        }
        let radices = |n, targets| steps(n, targets).iter().map(|step| step.radix).collect::<Vec<_>>();
        assert_eq!(radices(1024, 8), [16, 8, 8]);
        assert_eq!(radices(2048, 8), [16, 16, 8]);
        assert_eq!(radices(1024, 4), [8, 8, 4, 4]);
        assert_eq!(radices(8, 1), [4, 2]);
    }
}
