//! What emulated chips compute, from a kernel's text to what is read back, against arithmetic that shares nothing with theirs: numbers of
//! 64 bits, which hold every sum and product here exactly, rounded as the chip is known to round. That covers what executes programs;
//! the emulator's own tests hold its executors against its debugger, and both use one arithmetic.

use brooklet::fragment_program::Chip;
use brooklet::kernel::Source;
use brooklet::{Device, Layout, primitives};

/// The exponent of a number that is not zero.
fn exponent(x: f64) -> i32 {
    (x.to_bits() >> 52 & 0x7FF) as i32 - 1023
}

/// A number without what lies below so many bits.
fn chopped(x: f64, bits: i32) -> f64 {
    if x == 0.0 {
        return 0.0;
    }
    let unit = f64::from(exponent(x) + 1 - bits).exp2();
    (x / unit).trunc() * unit
}

/// A sum whose smaller operand is chopped to so many bits below the last of the larger, and which is then chopped itself.
fn guarded(a: f64, b: f64, bits: i32, guards: i32) -> f64 {
    let (larger, smaller) = if a.abs() >= b.abs() { (a, b) } else { (b, a) };
    let unit = f64::from(exponent(larger) + 1 - bits - guards).exp2();
    chopped(larger + (smaller / unit).trunc() * unit, bits)
}

/// Numbers of so many bits, of either sign, with exponents from -16 to 15: near each other often enough that sums cancel.
fn numbers(count: usize, bits: u32, seed: u32) -> Vec<f32> {
    let mut state = seed;
    let mut word = || {
        // The better bits of a congruential generator.
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let high = state >> 16;
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        high << 16 | state >> 16
    };
    let number = |_| {
        let kept = 0x7F_FFFF & !((1 << (24 - bits)) - 1);
        f32::from_bits(word() & 1 << 31 | (111 + word() % 32) << 23 | word() & kept)
    };
    (0..count).map(number).collect()
}

/// What two numbers make, in double precision.
type Exact = fn(f64, f64) -> f64;

fn check(chip: Chip, bits: u32, sum: Exact, product: Exact) {
    let device = Device::emulated(chip).unwrap();
    let (a, b) = (numbers(20_000, bits, 1), numbers(20_000, bits, 2));
    let (x, y) = (device.upload(&a).unwrap(), device.upload(&b).unwrap());
    let exact: [(&str, Exact); 2] = [("x + y", sum), ("x * y", product)];
    for (expression, exact) in exact {
        let found = primitives::map(&device, expression).input("x", &x).input("y", &y).run::<f32>().unwrap();
        for ((a, b), found) in a.iter().zip(&b).zip(found.read().unwrap()) {
            let wanted = exact(f64::from(*a), f64::from(*b));
            assert_eq!(f64::from(found), wanted, "{chip}: {expression} of {a:e} and {b:e}");
        }
    }
}

/// Rounded to the nearest, as the host's own conversion does it.
fn nearest(x: f64) -> f64 {
    f64::from(x as f32)
}

#[test]
fn chips_of_24_bits_chop_behind_one_guard_bit() {
    for chip in [Chip::R300, Chip::R420] {
        check(chip, 17, |a, b| guarded(a, b, 17, 1), |a, b| chopped(a * b, 17));
    }
}

#[test]
fn the_geforce_chops_sums_behind_two_guard_bits_and_rounds_products() {
    for chip in [Chip::Nv30, Chip::Nv40, Chip::G70] {
        check(chip, 24, |a, b| guarded(a, b, 24, 2), |a, b| nearest(a * b));
    }
}

#[test]
fn r520_and_g80_round_to_nearest() {
    for chip in [Chip::R520, Chip::G80] {
        check(chip, 24, |a, b| nearest(a + b), |a, b| nearest(a * b));
    }
}

/// What follows from constants alone is computed once for a pass. An integer selection there must read its flag as an integer.
#[test]
fn integers_that_follow_from_constants_are_those_of_the_kernel() {
    let text = "constant float k;\noutput float r;\noutput float next;\nvoid main() {\n    next = k + 1.0;\n    int bits = floatBitsToInt(k);\n    \
        r = intBitsToFloat((bits & 0x7fffffff) > 0x7f800000 ? 0x7fc00000 : bits);\n}\n";
    for chip in [Chip::None, Chip::G80] {
        let device = Device::emulated(chip).unwrap();
        let kernel = device.kernel(&Source::new("canonical", text)).unwrap();
        for k in [16_777_215.0, -2.5, 0.0, f32::INFINITY] {
            let [mut found, mut next] = [0.5, 0.5].map(|x| device.upload(&[x]).unwrap());
            device.pass(&kernel).constant("k", k).output("r", &mut found).output("next", &mut next).run().unwrap();
            assert_eq!([found.read().unwrap(), next.read().unwrap()], [[k], [k + 1.0]], "{chip}");
        }
    }
}

#[test]
fn positions_that_are_computed_reach_all_rows_where_heights_are_no_powers_of_two() {
    let source = "input float p; input float x; output float y; void main() { y = fetch(x, index(fetch(p, here()))); }";
    for chip in Chip::ALL {
        let device = Device::emulated(chip).unwrap();
        let kernel = device.kernel(&Source::new("gather", source)).unwrap();
        // Textures of 118, 129 and 98 rows.
        for (count, layout) in [(30_000, Layout::Plain), (65_537, Layout::Plain), (100_000, Layout::Packed)] {
            let numbers: Vec<f32> = (0..count).map(|i| i as f32).collect();
            let from_behind: Vec<f32> = numbers.iter().rev().copied().collect();
            let p = device.upload_with(count, Layout::Plain, &from_behind).unwrap();
            let x = device.upload_with(count, layout, &numbers).unwrap();
            let mut y = device.stream_with::<f32>(count, Layout::Plain).unwrap();
            device.pass(&kernel).input("p", &p).input("x", &x).output("y", &mut y).run().unwrap();
            let found = y.read().unwrap();
            let wrong = (0..count).find(|i| found[*i] != from_behind[*i]);
            assert_eq!(wrong.map(|i| (i, found[i], from_behind[i])), None, "{chip:?}, {count}, {layout:?}");
        }
    }
}
