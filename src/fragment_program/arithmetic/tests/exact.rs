//! Sums and products against integers.

use super::*;

#[test]
fn sums_of_24_bits_have_one_guard_bit_and_are_chopped() {
    let check = |a, b| {
        same(Fp24::add(a, b), FP24.guarded_sum(a, b, 1), || format!("{a:e} + {b:e}"));
        same(Fp24::add(b, a), FP24.guarded_sum(a, b, 1), || format!("{b:e} + {a:e}"));
    };
    pairs(FP24, 30, check);
    near(FP24, 60, check);
}

#[test]
fn sums_of_the_geforce_have_two_guard_bits_and_are_chopped() {
    let check = |a, b| {
        same(GeForce::add(a, b), FP32.guarded_sum(a, b, 2), || format!("{a:e} + {b:e}"));
        same(GeForce::add(b, a), FP32.guarded_sum(a, b, 2), || format!("{b:e} + {a:e}"));
    };
    pairs(FP32, 4, check);
    near(FP32, 40, check);
}

#[test]
fn products_of_24_bits_are_chopped() {
    pairs(FP24, 60, |a, b| same(Fp24::multiply(a, b), FP24.product(a, b, true), || format!("{a:e} * {b:e}")));
}

#[test]
fn other_products_are_rounded_to_nearest_even() {
    pairs(FP32, 4, |a, b| {
        let wanted = FP32.product(a, b, false);
        // The reference makes every number below the smallest one zero. The chips may round such a product up to the smallest
        // number.
        for found in [GeForce::multiply(a, b), R520::multiply(a, b), G80::multiply(a, b)] {
            let edge = wanted == 0.0 && found.abs() == f32::MIN_POSITIVE && (a * b).abs() == f32::MIN_POSITIVE;
            if !edge {
                same(found, wanted, || format!("{a:e} * {b:e}"));
            }
        }
    });
}

#[test]
fn a_multiply_add_of_a_g80_adds_a_chopped_product() {
    let mut numbers = Numbers::new(3);
    let check = |a: f32, b: f32| {
        let product = FP32.product(a, b, true);
        for field in [1, 64, 127, 128, 200, 254] {
            let c = numbers.with_exponent(field);
            same(G80::multiply_add(a, b, c), G80::add(product, c), || format!("{a:e} * {b:e} + {c:e}"));
        }
    };
    pairs(FP32, 1, check);
}

#[test]
fn sums_of_r520_and_g80_are_rounded_to_nearest_even() {
    near(FP32, 20, |a, b| {
        let ((m, e), (n, f)) = (FP32.parts(a), FP32.parts(b));
        // The first has the larger exponent, by at most 30.
        let (m, n) = (i128::from(m) << (e - f), i128::from(n));
        let sum = if a.is_sign_negative() { -m } else { m } + if b.is_sign_negative() { -n } else { n };
        let wanted = FP32.rounded(sum < 0, sum.unsigned_abs(), f - 23, false);
        for found in [R520::add(a, b), G80::add(a, b), G80::multiply_add(a, 1.0, b)] {
            same(found, wanted, || format!("{a:e} + {b:e}"));
        }
    });
}
