//! Tests of functions: exact if the result is a number of the format, otherwise within about a unit in the last place.

use super::*;

fn exact_powers<A: Arithmetic>(exponents: std::ops::RangeInclusive<i32>) {
    for exponent in exponents {
        let power = (f64::from(exponent)).exp2() as f32;
        same(A::exp2(exponent as f32), power, || format!("2 to the {exponent}"));
        same(A::log2(power), exponent as f32, || format!("logarithm of 2 to the {exponent}"));
        same(A::reciprocal(power), 1.0 / power, || format!("reciprocal of 2 to the {exponent}"));
        same(A::reciprocal_root(power * power), 1.0 / power, || format!("root of 2 to the {exponent}"));
    }
}

#[test]
fn powers_of_two_are_exact() {
    exact_powers::<Ieee>(-60..=60);
    exact_powers::<Fp24>(-31..=31);
    exact_powers::<GeForce>(-60..=60);
    exact_powers::<R520>(-60..=60);
    exact_powers::<G80>(-60..=60);
}

fn close<A: Arithmetic>(name: &str, bits: i32, units: f64) {
    let mut numbers = Numbers::new(7);
    for _ in 0..100_000 {
        let field = 120 + numbers.word() % 12;
        let x = A::store(numbers.with_exponent(field));
        let size = x.abs();
        let wide = f64::from(x);
        for (what, found, wanted) in [
            ("1 / x", A::reciprocal(x), 1.0 / wide),
            ("1 / root", A::reciprocal_root(x), 1.0 / wide.abs().sqrt()),
            ("2 to x", A::exp2(x), wide.exp2()),
            ("logarithm", A::log2(size), wide.abs().log2()),
            ("sine", A::sin(x), wide.sin()),
            ("cosine", A::cos(x), wide.cos()),
        ] {
            let unit = (wanted.abs().log2().floor() - f64::from(bits) + 1.0).exp2();
            let error = (f64::from(found) - wanted).abs();
            assert!(
                error <= units * unit,
                "{name}: {what} of {x:e} is {found:e}, not {wanted:e}: {} units",
                error / unit
            );
        }
    }
}

#[test]
fn functions_are_close() {
    close::<Ieee>("Ieee", 24, 1.5);
    close::<Fp24>("Fp24", 17, 1.0);
    close::<GeForce>("GeForce", 24, 0.5000001);
    close::<R520>("R520", 24, 0.5000001);
    close::<G80>("G80", 24, 0.5000001);
}

#[test]
fn a_power_is_two_to_a_product() {
    assert_eq!(Fp24::power(2.0, 10.0), 1024.0);
    assert_eq!(GeForce::power(4.0, 0.5), 2.0);
    assert_eq!(Ieee::power(3.0, 2.0), 9.0);
    // 0 to the 0: 2 to the product of 0 and the logarithm of 0, which is finite with 24 bits.
    assert_eq!(Fp24::power(0.0, 0.0), 1.0);
    assert!(G80::power(0.0, 0.0).is_nan());
}
