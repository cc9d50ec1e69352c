//! Tests of math functions on edge cases.

use super::*;
use crate::ir::Math;
use crate::ir::Math::*;

const INF: f32 = f32::INFINITY;
const NAN: f32 = f32::NAN;

fn of(function: Math, operands: &[f32]) -> f32 {
    let ty = Type::FLOAT;
    match value(math(function, operands.iter().map(|&operand| float(operand)).collect(), ty)) {
        Value::Float(_, [value, ..]) => value,
        other => panic!("{other:?}"),
    }
}

/// Checks that a function returns these values to the bit. Any NaN matches a NaN.
fn gives(function: Math, cases: &[(&[f32], f32)]) {
    for (operands, wanted) in cases {
        let got = of(function, operands);
        let same = got.to_bits() == wanted.to_bits() || (got.is_nan() && wanted.is_nan());
        assert!(same, "{function:?}{operands:?} is {got:?}, not {wanted:?}");
    }
}

/// Checks a function of one operand.
fn single(function: Math, cases: &[(f32, f32)]) {
    cases.iter().for_each(|(operand, wanted)| gives(function, &[(&[*operand], *wanted)]));
}

#[test]
fn roundings() {
    single(Floor, &[(1.5, 1.0), (-1.5, -2.0), (-0.0, -0.0), (INF, INF), (NAN, NAN)]);
    single(Ceil, &[(1.5, 2.0), (-1.5, -1.0), (-0.5, -0.0), (-INF, -INF)]);
    single(Trunc, &[(1.9, 1.0), (-1.9, -1.0), (-0.9, -0.0)]);
    for function in [Round, RoundEven] {
        single(function, &[(0.5, 0.0), (1.5, 2.0), (2.5, 2.0), (-0.5, -0.0), (-1.5, -2.0), (0.49999997, 0.0)]);
    }
    single(RoundAway, &[(0.5, 1.0), (2.5, 3.0), (-0.5, -1.0), (0.49999997, 0.0), (8388609.0, 8388609.0)]);
    single(Fract, &[(1.25, 0.25), (-1.25, 0.75), (INF, NAN)]);
    single(Abs, &[(-0.0, 0.0), (-INF, INF), (NAN, NAN)]);
    single(Sign, &[(-3.0, -1.0), (-0.0, 0.0), (1e-45, 1.0), (NAN, 0.0)]);
    single(Saturate, &[(-1.0, 0.0), (0.5, 0.5), (INF, 1.0)]);
}

#[test]
fn smaller_larger_and_between() {
    gives(Min, &[(&[1.0, NAN], 1.0), (&[NAN, 1.0], 1.0), (&[NAN, NAN], NAN), (&[-INF, 1.0], -INF)]);
    gives(Max, &[(&[1.0, NAN], 1.0), (&[NAN, 1.0], 1.0), (&[-INF, 1.0], 1.0)]);
    gives(Clamp, &[(&[5.0, 0.0, 1.0], 1.0), (&[NAN, 0.0, 1.0], 0.0), (&[5.0, 3.0, 1.0], 1.0), (&[0.0, 3.0, NAN], 3.0)]);
    gives(Mix, &[(&[1.0, 3.0, 0.5], 2.0), (&[1.0, 3.0, 0.0], 1.0), (&[1.0, 3.0, 1.0], 3.0)]);
    gives(Step, &[(&[1.0, 1.0], 1.0), (&[1.0, 0.5], 0.0), (&[1.0, NAN], 0.0)]);
    gives(SmoothStep, &[(&[0.0, 2.0, 1.0], 0.5), (&[0.0, 2.0, 5.0], 1.0), (&[0.0, 2.0, -5.0], 0.0)]);
    let whole = |function, operands: &[Value]| {
        value(math(function, operands.iter().map(|&operand| literal(operand)).collect(), operands[0].ty()))
    };
    assert_eq!(whole(Min, &[Value::ints(&[1, -2]), Value::from(-1)]), Value::ints(&[-1, -2]));
    assert_eq!(whole(Max, &[1u32.into(), u32::MAX.into()]), Value::from(u32::MAX));
    assert_eq!(whole(Clamp, &[Value::Index(9), Value::Index(0), Value::Index(-1)]), Value::Index(-1));
    assert_eq!(whole(Abs, &[i32::MIN.into()]), Value::from(i32::MIN));
    assert_eq!(whole(Sign, &[Value::Index(-4)]), Value::Index(-1));
    assert_eq!(whole(Sign, &[u32::MAX.into()]), Value::from(1u32));
}

#[test]
fn remainders() {
    gives(Mod, &[(&[5.5, 2.0], 1.5), (&[-1.0, 3.0], 2.0), (&[1.0, -3.0], -2.0), (&[1.0, 0.0], NAN)]);
    gives(
        Fmod,
        &[(&[-1.0, 3.0], -1.0), (&[5.5, -2.0], 1.5), (&[1.0, INF], 1.0), (&[1.0, 0.0], NAN), (&[-0.0, 1.0], -0.0)],
    );
    // The result is exact, although quotient times divisor is not.
    gives(Fmod, &[(&[1e30, 3.0], (1e30f32 as f64 % 3.0) as f32)]);
}

#[test]
fn powers_roots_and_logarithms() {
    single(Sqrt, &[(2.0, 2f32.sqrt()), (-0.0, -0.0), (-1.0, NAN), (INF, INF)]);
    single(InverseSqrt, &[(4.0, 0.5), (0.0, INF), (INF, 0.0)]);
    gives(PowC, &[(&[-2.0, 3.0], -8.0), (&[-2.0, 0.5], NAN), (&[NAN, 0.0], 1.0), (&[1.0, NAN], 1.0)]);
    gives(PowC, &[(&[0.0, -1.0], INF), (&[-0.0, -1.0], -INF), (&[-1.0, INF], 1.0), (&[0.5, INF], 0.0)]);
    gives(Pow, &[(&[2.0, 10.0], 1024.0), (&[0.0, 2.0], 0.0)]);
    single(Exp, &[(0.0, 1.0), (-INF, 0.0), (1000.0, INF)]);
    single(Exp2, &[(-149.0, f32::from_bits(1)), (127.0, 1.7014118e38), (3.0, 8.0)]);
    single(Log, &[(1.0, 0.0), (0.0, -INF), (-1.0, NAN)]);
    single(Log2, &[(8.0, 3.0), (f32::from_bits(1), -149.0)]);
    single(Log10, &[(1000.0, 3.0)]);
}

#[test]
fn angles() {
    single(Sin, &[(0.0, 0.0), (-0.0, -0.0), (INF, NAN)]);
    single(Cos, &[(0.0, 1.0), (NAN, NAN)]);
    single(Asin, &[(1.0, std::f32::consts::FRAC_PI_2), (1.5, NAN)]);
    single(Acos, &[(1.0, 0.0), (-1.0, std::f32::consts::PI)]);
    single(Atan, &[(INF, std::f32::consts::FRAC_PI_2), (-0.0, -0.0)]);
    gives(
        Atan2,
        &[(&[0.0, -0.0], std::f32::consts::PI), (&[-0.0, 1.0], -0.0), (&[INF, INF], std::f32::consts::FRAC_PI_4)],
    );
    single(Radians, &[(180.0, std::f32::consts::PI)]);
    single(Degrees, &[(std::f32::consts::PI, 180.0)]);
    single(Sinh, &[(-0.0, -0.0), (INF, INF)]);
    single(Tanh, &[(INF, 1.0), (NAN, NAN)]);
    for (function, wide) in [(Asinh, f64::asinh as fn(f64) -> f64), (Acosh, f64::acosh), (Atanh, f64::atanh)] {
        for x in [1e-20f32, 1e-3, 0.3, 0.9999, 1.0, 1.0001, 3.0, 1e30] {
            gives(function, &[(&[x], wide(x.into()) as f32)]);
        }
    }
    single(Asinh, &[(-0.0, -0.0), (1e-30, 1e-30), (-INF, -INF)]);
    single(Acosh, &[(1.0, 0.0), (0.5, NAN)]);
    single(Atanh, &[(1.0, INF), (2.0, NAN)]);
}

#[test]
fn vectors() {
    let v = |values: &[f32]| literal(Value::floats(values));
    let vec2 = Type::Float(Components::Two);
    let vec3 = Type::Float(Components::Three);
    assert_eq!(value(math(Length, vec![v(&[3.0, 4.0])], Type::FLOAT)), Value::from(5.0));
    assert_eq!(value(math(Distance, vec![v(&[4.0, 6.0]), v(&[1.0, 2.0])], Type::FLOAT)), Value::from(5.0));
    assert_eq!(value(math(Dot, vec![v(&[1.0, 2.0, 3.0]), v(&[4.0, 5.0, 6.0])], Type::FLOAT)), Value::from(32.0));
    let cross = math(Cross, vec![v(&[1.0, 0.0, 0.0]), v(&[0.0, 1.0, 0.0])], vec3);
    assert_eq!(value(cross), Value::floats(&[0.0, 0.0, 1.0]));
    assert_eq!(value(math(Normalize, vec![v(&[0.0, 4.0])], vec2)), Value::floats(&[0.0, 1.0]));
    let (n, i) = (|| v(&[0.0, 1.0]), || v(&[1.0, -1.0]));
    assert_eq!(value(math(Reflect, vec![i(), n()], vec2)), Value::floats(&[1.0, 1.0]));
    assert_eq!(value(math(FaceForward, vec![n(), i(), n()], vec2)), Value::floats(&[0.0, 1.0]));
    assert_eq!(value(math(FaceForward, vec![n(), n(), n()], vec2)), Value::floats(&[-0.0, -1.0]));
    assert_eq!(value(math(Refract, vec![v(&[0.0, -1.0]), n(), float(1.5)], vec2)), Value::floats(&[0.0, -1.0]));
    assert_eq!(value(math(Refract, vec![v(&[0.8, -0.6]), n(), float(2.0)], vec2)), Value::floats(&[0.0, 0.0]));
    assert_eq!(value(math(Mix, vec![v(&[0.0, 2.0]), v(&[2.0, 4.0]), float(0.5)], vec2)), Value::floats(&[1.0, 3.0]));
    assert_eq!(value(math(Step, vec![float(1.0), v(&[0.0, 2.0])], vec2)), Value::floats(&[0.0, 1.0]));
}

#[test]
fn tests_of_numbers() {
    let v = || literal(Value::floats(&[1.0, -INF, NAN]));
    let b = Type::bools(3);
    assert_eq!(value(math(IsNan, vec![v()], b)), Value::bools(&[false, false, true]));
    assert_eq!(value(math(IsInf, vec![v()], b)), Value::bools(&[false, true, false]));
    assert_eq!(value(math(IsFinite, vec![v()], b)), Value::bools(&[true, false, false]));
    for (all, given) in [([true, true], [true, true]), ([false, true], [true, false]), ([false, false], [false, false])]
    {
        let given = || literal(Value::bools(&given));
        assert_eq!(value(math(All, vec![given()], Type::BOOL)), Value::from(all[0]));
        assert_eq!(value(math(Any, vec![given()], Type::BOOL)), Value::from(all[1]));
    }
    assert_eq!(value(math(All, vec![boolean(true)], Type::BOOL)), Value::from(true));
}

#[test]
fn fractions_and_exponents_are_exact() {
    let tiny = f32::from_bits(1);
    single(
        FrexpExponent,
        &[(1.0, 1.0), (0.5, 0.0), (-8.0, 4.0), (tiny, -148.0), (f32::MAX, 128.0), (0.0, 0.0), (INF, 0.0)],
    );
    single(FrexpFraction, &[(1.0, 0.5), (-3.0, -0.75), (tiny, 0.5), (-0.0, -0.0), (INF, INF), (NAN, NAN)]);
    for x in [f32::MAX, f32::MIN_POSITIVE, f32::from_bits(0x7f_ffff), -tiny, 1.0 / 3.0] {
        assert_eq!(of(Ldexp, &[of(FrexpFraction, &[x]), of(FrexpExponent, &[x])]), x);
    }
    gives(
        Ldexp,
        &[(&[tiny, 276.0], 1.7014118e38), (&[1.0, 1000.0], INF), (&[1.0, -1000.0], 0.0), (&[-0.0, 5.0], -0.0)],
    );
    // Results halfway between two subnormal numbers are rounded to even.
    gives(Ldexp, &[(&[1.0, -150.0], 0.0), (&[1.5, -150.0], tiny), (&[3.0, -150.0], 2.0 * tiny), (&[1.0, NAN], NAN)]);
}

#[test]
fn bits_of_floats() {
    let bits = |function, of: Value, ty| value(math(function, vec![literal(of)], ty));
    assert_eq!(bits(FloatBitsToInt, (-0.0).into(), Type::INT), Value::from(i32::MIN));
    assert_eq!(bits(FloatBitsToUint, 1.0.into(), Type::UINT), Value::from(0x3f80_0000u32));
    assert_eq!(bits(IntBitsToFloat, 1.into(), Type::FLOAT), Value::from(f32::from_bits(1)));
    assert_eq!(bits(UintBitsToFloat, 0x7f80_0000u32.into(), Type::FLOAT), Value::from(INF));
}
