//! Runs of equal neighbours.

use std::ops::Range;

/// Returns the positions after the last element of each run that ends in a range. To avoid branches, it writes each position, and overwrites
/// it with the next one unless a run ends there.
pub fn ends(x: &[f32], range: Range<usize>) -> Vec<u32> {
    let mut ends = vec![0; range.len() + 1];
    let mut runs = 0;
    let neighbours = x[range.start..].windows(2).take(range.len());
    for (end, pair) in (range.start + 1..).zip(neighbours) {
        ends[runs] = end as u32;
        runs += usize::from(pair[0] != pair[1]);
    }
    // The last element has no neighbour, and ends a run.
    if range.end == x.len() && !range.is_empty() {
        ends[runs] = range.end as u32;
        runs += 1;
    }
    ends.truncate(runs);
    ends
}

/// Returns the keys of runs, and then their lengths.
pub fn lengths(x: &[f32]) -> Vec<f32> {
    of_ends(x, &ends(x, 0..x.len()))
}

/// Returns the keys of runs that end at these positions, and then their lengths.
pub fn of_ends(x: &[f32], ends: &[u32]) -> Vec<f32> {
    let starts = std::iter::once(&0).chain(ends);
    let keys = ends.iter().map(|end| x[*end as usize - 1]);
    keys.chain(ends.iter().zip(starts).map(|(end, start)| (end - start) as f32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reference;

    #[test]
    fn runs_are_those_of_the_reference() {
        for n in [0, 1, 2, 3, 100, 257] {
            for divisor in [1, 2, 7, 1000] {
                let x: Vec<f32> = (0..n).map(|i| (i / divisor % 5) as f32).collect();
                let (keys, lengths_of) = reference::run_lengths(&x);
                assert_eq!(lengths(&x), [keys, lengths_of].concat());
                let parts: Vec<u32> = (0..n).step_by(7).flat_map(|at| ends(&x, at..(at + 7).min(n))).collect();
                assert_eq!(parts, ends(&x, 0..n));
            }
        }
    }
}
