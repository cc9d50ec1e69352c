//! Tests of rounding to integers, of uploads, and of numbers at the edges of the formats.

use super::*;

#[test]
fn whole_numbers_are_those_of_the_standard_library() {
    let mut numbers = Numbers::new(4);
    let edges = [0.0, 0.5, 1.5, 2.5, 0.49999997, 8388607.5, 8388608.0, 16777216.0, f32::INFINITY, f32::NAN, 1e-45];
    let any = (0..255 * 64).map(|n| numbers.with_exponent(n / 64));
    let all: Vec<f32> = edges.into_iter().flat_map(|x| [x, -x]).chain(any).collect();
    for x in all {
        same(floor(x), x.floor(), || format!("floor {x:e}"));
        same(ceil(x), x.ceil(), || format!("ceil {x:e}"));
        same(trunc(x), x.trunc(), || format!("trunc {x:e}"));
        same(round(x), x.round_ties_even(), || format!("round {x:e}"));
    }
}

#[test]
fn what_is_stored_with_24_bits_is_chopped_saturated_and_flushed() {
    for field in 0..=255 {
        let mut numbers = Numbers::new(5);
        for _ in 0..200 {
            let x = numbers.with_exponent(field);
            let size = match field {
                0..65 => 0.0,
                192.. => Fp24::MAX,
                _ => f32::from_bits(x.to_bits() & 0x7FFF_FF80),
            };
            same(Fp24::store(x), size.copysign(x), || format!("{x:e}"));
            same(Fp24::store(Fp24::store(x)), Fp24::store(x), || format!("{x:e} twice"));
        }
    }
    assert_eq!(Fp24::MAX, 65f32.exp2() - 48f32.exp2());
    assert_eq!(Fp24::MIN_POSITIVE, (-62f32).exp2());
    // The largest run of exact integers ends here.
    assert_eq!(Fp24::store(131_072.0), 131_072.0);
    assert_eq!(Fp24::store(131_073.0), 131_072.0);
    assert_eq!(Fp24::add(131_072.0, 1.0), 131_072.0);
    same(Fp24::store(f32::NEG_INFINITY), -Fp24::MAX, || "infinity".to_owned());
}

#[test]
fn edges_of_24_bits() {
    let (max, least) = (Fp24::MAX, Fp24::MIN_POSITIVE);
    for (found, wanted) in [
        (Fp24::add(max, max), max),
        (Fp24::add(-max, -max), -max),
        (Fp24::add(max, -max), 0.0),
        (Fp24::multiply(max, -2.0), -max),
        (Fp24::multiply(max, max), max),
        (Fp24::multiply(least, 0.5), 0.0),
        (Fp24::multiply(-least, 0.5), -0.0),
        (Fp24::multiply(-0.0, max), -0.0),
        (Fp24::add(-0.0, -0.0), -0.0),
        (Fp24::add(-0.0, 0.0), 0.0),
        (Fp24::add(least * 1.5, -least), 0.0),
        (Fp24::reciprocal(0.0), max),
        (Fp24::reciprocal(-0.0), -max),
        (Fp24::reciprocal_root(0.0), max),
        (Fp24::log2(0.0), -max),
        (Fp24::log2(-1.0), max),
        (Fp24::exp2(65.0), max),
        (Fp24::exp2(-63.0), 0.0),
    ] {
        same(found, wanted, || "24 bits".to_owned());
    }
}

/// Checks denormals, infinities and NaNs on a chip with 32-bit floats.
fn edges<A: Arithmetic>(name: &str) {
    let (inf, nan, least, max) = (f32::INFINITY, f32::NAN, f32::MIN_POSITIVE, f32::MAX);
    for (number, (found, wanted)) in [
        (A::add(inf, 1.0), inf),
        (A::add(1.0, -inf), -inf),
        (A::add(inf, -inf), nan),
        (A::add(nan, 1.0), nan),
        (A::add(1.0, nan), nan),
        (A::add(inf, nan), nan),
        (A::add(max, max), inf),
        (A::add(-max, -max), -inf),
        (A::add(least * 1.5, -least), 0.0),
        (A::add(least, -least * 1.5), -0.0),
        (A::add(1.0, -1.0), 0.0),
        (A::add(-0.0, -0.0), -0.0),
        (A::subtract(3.0, 1.0), 2.0),
        (A::multiply(least, 0.5), 0.0),
        (A::multiply(-least, 0.5), -0.0),
        (A::multiply(inf, 0.0), nan),
        (A::multiply(max, 2.0), inf),
        (A::multiply_add(2.0, 3.0, 4.0), 10.0),
        (A::multiply_add(max, 2.0, -inf), nan),
        (A::reciprocal(0.0), inf),
        (A::reciprocal(-0.0), -inf),
        (A::reciprocal(-inf), -0.0),
        (A::reciprocal(max), 0.0),
        (A::reciprocal_root(0.0), inf),
        (A::reciprocal_root(-4.0), 0.5),
        (A::log2(0.0), -inf),
        (A::log2(-1.0), nan),
        (A::exp2(128.0), inf),
        (A::exp2(-127.0), 0.0),
        (A::divide(1.0, 0.0), inf),
        (A::divide(0.0, 0.0), nan),
    ]
    .into_iter()
    .enumerate()
    {
        same(found, wanted, || format!("{name}, line {number}"));
    }
}

#[test]
fn edges_of_32_bits() {
    edges::<GeForce>("GeForce");
    edges::<R520>("R520");
    edges::<G80>("G80");
    let denormal = f32::from_bits(0x8000_1234);
    same(GeForce::store(denormal), -0.0, || "stored".to_owned());
    same(R520::store(denormal), -0.0, || "stored".to_owned());
    // Its registers hold integers too; arithmetic sees zero.
    same(G80::store(denormal), denormal, || "stored".to_owned());
    same(G80::add(denormal, -0.0), -0.0, || "added".to_owned());
    same(G80::multiply(denormal, -1e30), 0.0, || "multiplied".to_owned());
    same(G80::multiply_add(denormal, -1e30, denormal), 0.0, || "both".to_owned());
    same(G80::operand(denormal), -0.0, || "compared".to_owned());
}
