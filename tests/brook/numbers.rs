//! The functions of the language at their edges, held against C's: infinities, NaN, the signs of zeros, the largest and the
//! smallest numbers. Denormals may be flushed, and are not asked for.

use crate::support;

use brooklet::Device;
use brooklet::brook::interpret::{Array, ParameterValue};
use brooklet::brook::{PlanLimits, Program};
use brooklet::fragment_program::Chip;
use support::brook::{map_alone, map_on, stream, unit};

const INF: f32 = f32::INFINITY;

const EDGES: [f32; 25] = [
    0.0,
    -0.0,
    INF,
    -INF,
    f32::NAN,
    f32::MAX,
    f32::MIN,
    3e38,
    -1.6e38,
    1e20,
    -16777217.0,
    8388607.5,
    88.0,
    -3.0,
    2.5,
    1.0,
    -1.0,
    0.99999994,
    -0.5,
    0.3,
    -1e-3,
    1e-5,
    -1e-10,
    1e-30,
    f32::MIN_POSITIVE,
];

/// All pairs of the edges.
fn pairs() -> Vec<(f32, f32)> {
    EDGES.iter().flat_map(|&x| EDGES.iter().map(move |&y| (x, y))).collect()
}

/// Holds what `body` makes of pairs against `wanted`, on the interpreter and every device: off by no more than `bound`,
/// relative; zeros with their signs.
fn held(bound: f32, body: &str, pairs: &[(f32, f32)], wanted: impl Fn(f32, f32) -> [f32; 2]) {
    held_on(|_| true, bound, body, pairs, wanted);
}

/// The same, on the interpreter and some devices.
fn held_on(
    on: impl Fn(&Device) -> bool,
    bound: f32,
    body: &str,
    pairs: &[(f32, f32)],
    wanted: impl Fn(f32, f32) -> [f32; 2],
) {
    let unit = unit(&format!("kernel void k(float x<>, float y<>, out float2 r<>) {{ {body} }}"));
    let (x, y): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
    let n = [pairs.len()];
    let given = [stream(&n, 1, &x), stream(&n, 1, &y), ParameterValue::Nothing];
    let kernel = &unit.kernels[0];
    let check = |found: &[f32], by: &str| {
        for (&(x, y), found) in pairs.iter().zip(found.chunks(2)) {
            for (found, wanted) in found.iter().zip(wanted(x, y)) {
                let same = *found == wanted && (wanted != 0.0 || found.is_sign_positive() == wanted.is_sign_positive());
                let near = wanted != 0.0 && (found - wanted).abs() <= bound * wanted.abs();
                let tiny = wanted != 0.0 && wanted.abs() <= f32::MIN_POSITIVE && found.abs() <= f32::MIN_POSITIVE;
                let fine = same || near || tiny || found.is_nan() && wanted.is_nan();
                assert!(fine, "{body} of {x:e}, {y:e} by {by}: {found:e}, not {wanted:e}");
            }
        }
    };
    check(&kernel.run(&n, &given, &[]).unwrap()[0].values, "the interpreter");
    support::each_dialect(|device| {
        if on(device) {
            let targets = PlanLimits { outputs: 4, inputs: 16, ..PlanLimits::default() };
            let found = map_on(device, &unit, kernel, &n, &given, &[Array::zeros(&n, 2)], targets);
            check(&found[0], &device.info().renderer);
        }
    });
}

/// Fraction and exponent.
fn frexp(x: f32) -> [f32; 2] {
    if x == 0.0 || !x.is_finite() {
        return [x, 0.0];
    }
    let power = (x.to_bits() >> 23 & 255) as i32 - 126;
    [(f64::from(x) * 2f64.powi(-power)) as f32, power as f32]
}

#[test]
fn frexp_of_the_largest_and_the_smallest() {
    held(0.0, "float e; r.x = frexp(x, e); r.y = e;", &pairs(), |x, _| frexp(x));
}

#[test]
fn ldexp_by_more_than_a_float_holds() {
    let powers = [-400.0, -250.0, -126.0, -3.0, 0.0, 1.0, 127.0, 128.0, 200.0, 252.0, 1000.0];
    let pairs: Vec<(f32, f32)> = EDGES.iter().flat_map(|&x| powers.map(|power| (x, power))).collect();
    held(1e-7, "r = ldexp(x, y);", &pairs, |x, power| [(f64::from(x) * 2f64.powf(power.into())) as f32; 2]);
    let powers = [-250, -30, 3, 200];
    for power in powers {
        let body = format!("r = ldexp(x, {power});");
        held(0.0, &body, &pairs, |x, _| [(f64::from(x) * 2f64.powi(power)) as f32; 2]);
    }
    held(1e-6, "r = ldexp(x, 1.5);", &pairs[..1], |x, _| [x * 2.828427; 2]);
}

#[test]
fn arcs_of_two_numbers_in_every_quarter() {
    held(4.0 * f32::EPSILON, "r = float2(atan2(x, y), atan(x));", &pairs(), |x, y| [x.atan2(y), x.atan()]);
    let literal = |x: f32, _| [x.atan2(0.0), 0f32.atan2(-1.0)];
    held(4.0 * f32::EPSILON, "r = float2(atan2(x, 0), atan2(0, -1));", &pairs(), literal);
    let around = (0..4096).map(|n| (0.001 * n as f32 - 2.0, 3.0 - 0.0017 * n as f32));
    held(4.0 * f32::EPSILON, "r = float2(atan2(x, y), atan(x));", &around.collect::<Vec<_>>(), |x, y| {
        [x.atan2(y), x.atan()]
    });
}

#[test]
fn hyperbolic_functions_of_small_numbers() {
    let small = (-1000..=1000).map(|n| 0.002 * n as f32).chain([1e-30, -1e-5, 1e-3, 20.0, -50.0, INF, -INF, f32::NAN]);
    let pairs: Vec<(f32, f32)> = small.map(|x| (x, 0.0)).collect();
    let wanted = |x: f32, _| [f64::from(x).sinh() as f32, f64::from(x).tanh() as f32];
    held(3e-6, "r = float2(sinh(x), tanh(x));", &pairs, wanted);
}

#[test]
fn powers_at_their_edges() {
    let special = [0.0, -0.0, INF, -INF, f32::NAN, 1.0, -1.0, 0.5, 2.0, -2.0, 3.0, -3.0];
    let pairs: Vec<(f32, f32)> = special.iter().flat_map(|&x| special.map(|y| (x, y))).collect();
    held(1e-5, "r = float2(pow(x, y), pow(x, 2));", &pairs, |x, y| [x.powf(y), x * x]);
}

#[test]
fn the_least_int_divides_as_any_other() {
    let least = i32::MIN as f32;
    let pairs: Vec<(f32, f32)> = [least, 7.0, -9.0]
        .iter()
        .flat_map(|&a| [-1.0, 1.0, 2.0, -2.0, 7.0, -10.0, 65536.0, least, 0.0].map(|b| (a, b)))
        .collect();
    let wanted = |a: f32, b: f32| {
        let (a, b) = (a as i32, b as i32);
        if b == 0 { [0.0; 2] } else { [a.wrapping_div(b) as f32, a.wrapping_rem(b) as f32] }
    };
    let (large, small): (Vec<_>, Vec<_>) = pairs.iter().partition(|pair| pair.0 == least || pair.1 == least);
    let body = "int a = x, b = y; r = float2(a / b, a % b);";
    held(0.0, body, &small, wanted);
    held_on(support::has_integers, 0.0, body, &large, wanted);
}

#[test]
fn fmod_of_whole_numbers_is_exact() {
    let mut numbers = support::random::Random::new(1);
    let mut next = || numbers.word();
    let mut pairs: Vec<(f32, f32)> = (1..=4096)
        .flat_map(|y| {
            // A number of 24 bits, a multiple, and the numbers beside it.
            let x = next() % (1 << 24);
            let multiple = x - x % y;
            [x, multiple, multiple + y - 1, (multiple + 1).min((1 << 24) - 1)].map(|x| (x as f32, y as f32))
        })
        .collect();
    pairs.extend((0..16384).map(|_| ((next() % (1 << 24)) as f32, (1 + next() % (1 << 24)) as f32)));
    held(0.0, "r = float2(fmod(x, y), fmod(-x, y));", &pairs, |x, y| [x % y, -x % y]);
}

/// Off by no more than the product is rounded, be it over a multiple.
#[test]
fn fmod_by_any_number_is_near() {
    let pairs: Vec<(f32, f32)> = (1..4096).map(|n| (n as f32 * 0.37, 0.1 + n as f32 * 1e-3)).collect();
    let unit = unit("kernel void k(float x<>, float y<>, out float r<>) { r = fmod(x, y); }");
    let (x, y): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
    let n = [pairs.len()];
    let given = [stream(&n, 1, &x), stream(&n, 1, &y), ParameterValue::Nothing];
    support::each_dialect(|device| {
        let targets = PlanLimits { outputs: 4, inputs: 16, ..PlanLimits::default() };
        let found = map_on(device, &unit, &unit.kernels[0], &n, &given, &[Array::zeros(&n, 1)], targets);
        // A G80 chops the product of a multiply-add instead of rounding it: twice as far off.
        let bound = if support::chip() == Some(Chip::G80) { 12e-8 } else { 6e-8 };
        for (found, (x, y)) in found[0].iter().zip(&pairs) {
            let off = (found - x % y).abs();
            assert!((0.0..=*y).contains(found) && off.min(y - off) <= bound * x, "{x}, {y}: {found}, not {}", x % y);
        }
    });
}

/// A shift is of its left operand's type: a literal is an int, whatever it is shifted by.
#[test]
fn a_literal_that_is_shifted_is_an_int() {
    let counts = [0.0, 1.0, 2.0, 5.0];
    let unit = unit(
        "kernel void k(float x<>, out float4 r<>) {
             uint b = x;
             r = float4((1 << b) - 5, (-8 >> b) - 50, (-8 >> 1U) - 50, (b << 1) >> 1U);
         }",
    );
    let wanted = counts.map(|b| [2f32.powf(b) - 5.0, (-8.0 / 2f32.powf(b)).floor() - 50.0, -54.0, b]);
    let given = [stream(&[4], 1, &counts), ParameterValue::Nothing];
    assert_eq!(unit.kernels[0].run(&[4], &given, &[]).unwrap()[0].values, wanted.as_flattened());
    for (name, device) in support::every_backend() {
        let program = Program::new(&device, unit.clone());
        let found = map_alone(&program, &unit.kernels[0], &[4], &given, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(found[0], wanted.as_flattened(), "{name}");
    }
}
