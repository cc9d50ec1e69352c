//! Native swizzles: the orders in which the RGB unit of R300 can read the components of a register.

use crate::fragment_program::Component::{self, One, W, X, Y, Z, Zero};

/// The native orders. The constant 0.5 is native too, but it is not needed here.
const NATIVE: [[Component; 3]; 10] = [
    [X, Y, Z],
    [X, X, X],
    [Y, Y, Y],
    [Z, Z, Z],
    [W, W, W],
    [Y, Z, X],
    [Z, X, Y],
    [W, Z, Y],
    [One, One, One],
    [Zero, Zero, Zero],
];

/// Returns the number of copies needed to read a register with this swizzle in these lanes of red, green and blue. It is 0 if the order
/// is native and all lanes have the same sign. Otherwise, each copy provides those lanes that one native order reads correctly.
pub(super) fn copies(swizzle: [Component; 4], negate: u8, lanes: u8) -> usize {
    let mut left = lanes & 0b0111;
    let mut copies = 0;
    while left != 0 {
        let fits = |native: &[Component; 3]| {
            let right = (0..3).filter(|lane| left >> lane & 1 == 1 && native[*lane] == swizzle[*lane]);
            // A copy has the same sign for all lanes.
            let (plus, minus): (Vec<usize>, Vec<usize>) = right.partition(|lane| negate >> lane & 1 == 0);
            let max = if plus.len() >= minus.len() { plus } else { minus };
            max.into_iter().fold(0u8, |mask, lane| mask | 1 << lane)
        };
        let best = NATIVE.iter().map(fits).max_by_key(|mask| mask.count_ones()).unwrap_or(left);
        if copies == 0 && best == left {
            return 0;
        }
        // For each lane, there is a native order that reads it correctly, so the loop ends.
        left &= !best;
        copies += 1;
    }
    copies
}

/// Whether the RGB unit can read a sum or a difference in this order in these lanes.
pub(super) fn presubtracts(swizzle: [Component; 4], lanes: u8) -> bool {
    let lanes = lanes & 0b0111;
    let fits = |native: &[Component; 3]| (0..3).all(|lane| lanes >> lane & 1 == 0 || native[lane] == swizzle[lane]);
    NATIVE[..5].iter().any(fits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_that_are_native_cost_nothing() {
        assert_eq!(copies([X, Y, Z, W], 0, 0b1111), 0);
        assert_eq!(copies([Y, Z, X, X], 0b1111, 0b1111), 0);
        assert_eq!(copies([W, W, W, W], 0, 0b0011), 0);
        assert_eq!(copies([Y, X, Z, W], 0, 0b0001), 0);
        assert_eq!(copies([Y, X, Z, W], 0, 0b0111), 3);
        assert_eq!(copies([X, Y, Z, W], 0b0001, 0b0111), 2);
        assert_eq!(copies([X, X, Y, Y], 0, 0b1111), 2);
        assert_eq!(copies([Y, Y, X, X], 0, 0b1000), 0);
    }
}
