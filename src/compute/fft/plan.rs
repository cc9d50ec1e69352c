//! Splits the length of lines into the radices of dispatches, and these into the radices of registers.

use crate::fourier::{even_radices, odd_factors};

/// The number of elements that an invocation has in registers at a time.
pub(super) const REGISTERS: usize = 8;

/// Returns the radices of an invocation for so many elements, which have no other factors than 2, 3 and 5: as few as can be, the largest powers
/// of two first.
pub(super) fn radices(length: usize) -> Vec<usize> {
    let (odd, two) = odd_factors(length);
    even_radices(two.ilog2(), REGISTERS.ilog2()).chain(odd).collect()
}

/// Returns how many transforms of so many elements a group of so many invocations has in registers at a time.
pub(super) fn lines_of_group(length: usize, threads: usize) -> usize {
    let whole = |radix: usize| threads * (REGISTERS / radix * radix);
    radices(length).into_iter().map(whole).min().unwrap_or(threads) / length
}

/// Returns the radices of the dispatches of groups of so many invocations: as few as can be, as near to each other as can be. A line that fits a
/// group takes one. For others, a group shall have at least two transforms, so that it reads and writes neighbours; if that is not
/// possible, one.
pub(super) fn groups(length: usize, threads: usize) -> Vec<usize> {
    let within = |lines: usize, dispatches: u32| split(length, dispatches, threads, lines);
    let all = 2..=length.max(2).ilog2();
    let split = || all.clone().find_map(|dispatches| within(2, dispatches).or_else(|| within(1, dispatches)));
    match lines_of_group(length, threads) {
        0 => split().unwrap_or_else(|| radices(length)),
        _ => vec![length],
    }
}

/// Splits a length into so many radices, of which a group has at least `lines` transforms. The first is as near to the root as can be.
fn split(length: usize, dispatches: u32, threads: usize, lines: usize) -> Option<Vec<usize>> {
    let fits = |radix: &usize| length.is_multiple_of(*radix) && lines_of_group(*radix, threads) >= lines;
    if dispatches == 1 {
        return fits(&length).then(|| vec![length]);
    }
    let root = (length as f64).powf(1.0 / f64::from(dispatches)) as usize;
    (root.max(2)..=(threads * REGISTERS).min(length / 2)).filter(fits).find_map(|radix| {
        let rest = split(length / radix, dispatches - 1, threads, lines)?;
        Some([vec![radix], rest].concat())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn radices_multiply_to_the_length() {
        for length in (1..5000).filter(|length| crate::fourier::is_smooth(*length)) {
            assert_eq!(radices(length).iter().product::<usize>(), length);
            for threads in [1, 2, 32, 256, 512] {
                let all = groups(length, threads);
                assert_eq!(all.iter().product::<usize>(), length);
                assert!(all.iter().all(|radix| lines_of_group(*radix, threads) > 0), "{length}, {threads}: {all:?}");
            }
        }
        assert_eq!(radices(1024), [8, 8, 4, 4]);
        assert_eq!(radices(60), [4, 5, 3]);
        assert_eq!(groups(1 << 20, 512), [1024, 1024]);
        assert_eq!(groups(1 << 20, 256), [1024, 1024]);
        assert_eq!(groups(1 << 12, 512), [1 << 12]);
        assert_eq!(groups(1_000_000, 512), [1000, 1000]);
        assert_eq!(groups(1 << 24, 512), [1 << 12, 1 << 12]);
        assert_eq!(groups(1 << 20, 1), [8, 8, 8, 8, 8, 8, 4]);
    }

    #[test]
    fn shared_memory_holds_the_lines_of_every_length() {
        for threads in [1, 32, 256, 512] {
            for length in (1..5000).filter(|length| crate::fourier::is_smooth(*length)) {
                let lines = lines_of_group(length, threads);
                let elements = lines * length + lines * length / 8 + if length >= 64 { lines } else { 1 };
                // A group of one has at least a place to spare.
                assert!(8 * elements <= threads * super::super::pass::SHARED_BYTES, "{lines} lines of {length}");
            }
        }
    }
}
