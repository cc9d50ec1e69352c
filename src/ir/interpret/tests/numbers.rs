//! Tests of operators and conversions on edge cases.

use super::*;
use crate::ir::{Binary, ExprKind, Unary};

const INF: f32 = f32::INFINITY;
/// The smallest float above 0.
const TINY: f32 = f32::from_bits(1);

fn of<T: Into<Value>>(operator: Binary, a: T, b: T) -> Value {
    value(binary(operator, literal(a.into()), literal(b.into())))
}

fn float_of(operator: Binary, a: f32, b: f32) -> f32 {
    match of(operator, a, b) {
        Value::Float(_, [value, ..]) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn floats_are_those_of_ieee() {
    use Binary::*;
    assert_eq!(of(Add, 16777216.0, 1.0), Value::from(16777216.0));
    assert_eq!(of(Add, 16777216.0, 3.0), Value::from(16777220.0));
    assert_eq!(of(Add, -0.0, -0.0), Value::from(-0.0));
    assert_eq!(of(Add, -0.0, 0.0), Value::from(0.0));
    assert_eq!(of(Subtract, 0.0, 0.0), Value::from(0.0));
    assert!(float_of(Subtract, INF, INF).is_nan());
    assert_eq!(of(Multiply, -0.0, 5.0), Value::from(-0.0));
    assert!(float_of(Multiply, 0.0, INF).is_nan());
    assert_eq!(of(Multiply, f32::MAX, 2.0), Value::from(INF));
    assert_eq!(of(Multiply, TINY, 0.5), Value::from(0.0));
    assert_eq!(of(Multiply, f32::MIN_POSITIVE, 0.5), Value::from(f32::from_bits(1 << 22)));
    assert_eq!(of(Divide, 1.0, -0.0), Value::from(-INF));
    assert!(float_of(Divide, 0.0, 0.0).is_nan());
    assert_eq!(of(Divide, 1.0, 3.0), Value::from(1.0f32 / 3.0));
}

#[test]
fn nothing_is_fused() {
    let x = 1.0 + f32::EPSILON;
    let square = binary(Binary::Multiply, float(x), float(x));
    let rest = binary(Binary::Subtract, square, float(1.0 + 2.0 * f32::EPSILON));
    assert_eq!(value(rest), Value::from(0.0));
}

#[test]
fn comparisons_with_nan_do_not_hold_but_one() {
    use Binary::*;
    for operator in [Less, LessEqual, Greater, GreaterEqual, Equal] {
        assert_eq!(of(operator, f32::NAN, f32::NAN), Value::from(false), "{operator:?}");
        assert_eq!(of(operator, 1.0, f32::NAN), Value::from(false), "{operator:?}");
    }
    assert_eq!(of(NotEqual, f32::NAN, f32::NAN), Value::from(true));
    assert_eq!(of(Equal, 0.0, -0.0), Value::from(true));
    assert_eq!(of(Less, -0.0, 0.0), Value::from(false));
    assert_eq!(of(Less, -INF, f32::MIN), Value::from(true));
    assert_eq!(of(LessEqual, 3, 3), Value::from(true));
    assert_eq!(of(Less, 1u32, u32::MAX), Value::from(true));
    assert_eq!(of(Less, 1, -1), Value::from(false));
    assert_eq!(of(NotEqual, true, false), Value::from(true));
    assert_eq!(of(Greater, Value::Index(2), Value::Index(-1)), Value::from(true));
    let both = of(Less, Value::floats(&[1.0, 2.0, 3.0]), Value::floats(&[2.0, 2.0, f32::NAN]));
    assert_eq!(both, Value::bools(&[true, false, false]));
}

#[test]
fn ints_wrap_around() {
    use Binary::*;
    assert_eq!(of(Add, i32::MAX, 1), Value::from(i32::MIN));
    assert_eq!(of(Subtract, i32::MIN, 1), Value::from(i32::MAX));
    assert_eq!(of(Multiply, i32::MAX, 2), Value::from(-2));
    assert_eq!(of(Divide, i32::MIN, -1), Value::from(i32::MIN));
    assert_eq!(of(Remainder, i32::MIN, -1), Value::from(0));
    assert_eq!(of(Divide, 7, 0), Value::from(0));
    assert_eq!(of(Remainder, 7, 0), Value::from(0));
    assert_eq!(of(Divide, -7, 2), Value::from(-3));
    assert_eq!(of(Remainder, -7, 2), Value::from(-1));
    assert_eq!(of(Subtract, 0u32, 1), Value::from(u32::MAX));
    assert_eq!(of(Divide, u32::MAX, 2), Value::from(u32::MAX / 2));
    assert_eq!(of(Divide, 7u32, 0), Value::from(0u32));
    assert_eq!(of(Remainder, u32::MAX, 10), Value::from(5u32));
    assert_eq!(of(Multiply, Value::Index(1 << 30), Value::Index(4)), Value::Index(0));
    assert_eq!(value(unary(Unary::Neg, int(i32::MIN))), Value::from(i32::MIN));
    assert_eq!(value(unary(Unary::Neg, index(3))), Value::Index(-3));
}

#[test]
fn bits_and_shifts() {
    use Binary::*;
    assert_eq!(of(And, 0b1100, 0b1010), Value::from(0b1000));
    assert_eq!(of(Or, 0b1100, 0b1010), Value::from(0b1110));
    assert_eq!(of(Xor, -1, 0b1010), Value::from(!0b1010));
    assert_eq!(of(ShiftLeft, 1, 31), Value::from(i32::MIN));
    assert_eq!(of(ShiftLeft, 1, 33), Value::from(2));
    assert_eq!(of(ShiftLeft, 1, -1), Value::from(i32::MIN));
    assert_eq!(of(ShiftRight, -8, 1), Value::from(-4));
    assert_eq!(of(ShiftRight, -8, 32), Value::from(-8));
    assert_eq!(of(ShiftRight, 0x8000_0000u32, 31), Value::from(1u32));
    assert_eq!(value(unary(Unary::BitNot, uint(0))), Value::from(u32::MAX));
    assert_eq!(value(unary(Unary::BitNot, int(5))), Value::from(-6));
    let each = binary(ShiftLeft, literal(Value::ints(&[1, 2])), int(3));
    assert_eq!(value(each), Value::ints(&[8, 16]));
}

#[test]
fn a_number_goes_with_each_component() {
    let v = || literal(Value::floats(&[1.0, 2.0, 4.0]));
    assert_eq!(value(binary(Binary::Divide, float(4.0), v())), Value::floats(&[4.0, 2.0, 1.0]));
    assert_eq!(value(binary(Binary::Subtract, v(), float(1.0))), Value::floats(&[0.0, 1.0, 3.0]));
    assert_eq!(value(unary(Unary::Neg, literal(Value::floats(&[0.0, 1.0])))), Value::floats(&[-0.0, -1.0]));
}

#[test]
fn truth_values_are_joined_by_component() {
    let a = || literal(Value::bools(&[true, true, false, false]));
    let b = || literal(Value::bools(&[true, false, true, false]));
    assert_eq!(value(binary(Binary::LogicalAnd, a(), b())), Value::bools(&[true, false, false, false]));
    assert_eq!(value(binary(Binary::LogicalOr, a(), b())), Value::bools(&[true, true, true, false]));
    assert_eq!(value(unary(Unary::Not, a())), Value::bools(&[false, false, true, true]));
    let choice = select(a(), literal(Value::ints(&[1, 2, 3, 4])), literal(Value::ints(&[-1, -2, -3, -4])));
    assert_eq!(value(choice), Value::ints(&[1, 2, -3, -4]));
}

#[test]
fn conversions() {
    let to = |from: Value, ty: Type| value(convert(literal(from), ty));
    for (from, whole) in [(2.9, 2), (-2.9, -2), (-0.5, 0), (1e20, i32::MAX), (-1e20, i32::MIN), (f32::NAN, 0)] {
        assert_eq!(to(from.into(), Type::INT), Value::from(whole), "{from}");
        assert_eq!(to(from.into(), Type::Index), Value::Index(whole), "{from}");
    }
    assert_eq!(to(3e9f32.into(), Type::UINT), Value::from(3_000_000_000u32));
    assert_eq!(to((-1).into(), Type::UINT), Value::from(u32::MAX));
    assert_eq!(to(u32::MAX.into(), Type::INT), Value::from(-1));
    assert_eq!(to(u32::MAX.into(), Type::FLOAT), Value::from(4294967296.0));
    assert_eq!(to(16777217.into(), Type::FLOAT), Value::from(16777216.0));
    assert_eq!(to(16777219.into(), Type::FLOAT), Value::from(16777220.0));
    assert_eq!(to(Value::Index(-3), Type::FLOAT), Value::from(-3.0));
    assert_eq!(to(Value::Index(-3), Type::INT), Value::from(-3));
    for (from, truth) in [(0.0, false), (-0.0, false), (TINY, true), (f32::NAN, true)] {
        assert_eq!(to(from.into(), Type::BOOL), Value::from(truth), "{from}");
    }
    assert_eq!(to(2.into(), Type::BOOL), Value::from(true));
    assert_eq!(to(Value::Index(0), Type::BOOL), Value::from(false));
    assert_eq!(to(true.into(), Type::FLOAT), Value::from(1.0));
    assert_eq!(to(true.into(), Type::Index), Value::Index(1));
    assert_eq!(to(1.5.into(), Type::Float(Components::Three)), Value::floats(&[1.5; 3]));
    assert_eq!(to(Value::Index(7), Type::Int(Components::Two)), Value::ints(&[7, 7]));
    assert_eq!(to(Value::floats(&[1.5, -1.5]), Type::Int(Components::Two)), Value::ints(&[1, -1]));
}

#[test]
fn components() {
    let v = || literal(Value::floats(&[1.0, 2.0, 3.0]));
    assert_eq!(value(swizzle(v(), &[2, 0, 0])), Value::floats(&[3.0, 1.0, 1.0]));
    assert_eq!(value(swizzle(float(1.0), &[0, 0])), Value::floats(&[1.0, 1.0]));
    let at = |number: Expr| value(expr(ExprKind::At(v().into(), number.into()), Type::FLOAT));
    assert_eq!(at(index(2)), Value::from(3.0));
    assert_eq!(at(int(0)), Value::from(1.0));
    assert_eq!(at(index(3)), Value::from(0.0));
    assert_eq!(at(index(-1)), Value::from(0.0));
    assert_eq!(value(vector(vec![swizzle(v(), &[1, 0]), float(9.0)])), Value::floats(&[2.0, 1.0, 9.0]));
}

#[test]
fn quotients_are_rounded_down() {
    let of = |a, b| value(expr(ExprKind::Quotient(index(a).into(), index(b).into()), Type::Index));
    assert_eq!(of(7, 2), Value::Index(3));
    assert_eq!(of(16777217, 1), Value::Index(16777217));
    assert_eq!(of(7, 0), Value::Index(0));
    assert_eq!(of(-7, 2), Value::Index(-4));
}
