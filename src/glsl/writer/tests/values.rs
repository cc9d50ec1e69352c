//! Compares what drivers compute with the interpreter.

use crate::backend::gl::bare_driver::{Driver, Input, dialects, dialects_with_integers, plain, variant};
use crate::glsl::Dialect;
use crate::glsl::writer::write;
use crate::ir::build::*;
use crate::ir::interpret::{Array, Grid, Run, Value};
use crate::ir::{Binary, Expr, Kernel, Math, Type, Unary};
use crate::texel::Components;

/// Returns the results of the interpreter and of each dialect's shader on pairs of numbers: up to four floats for each pair. The
/// kernel reads its two inputs at the output's own position.
fn everywhere(kernel: &Kernel, pairs: &[[f32; 2]]) -> Vec<(&'static str, Vec<f32>)> {
    in_each(dialects(), kernel, pairs)
}

fn in_each(dialects: Vec<Dialect>, kernel: &Kernel, pairs: &[[f32; 2]]) -> Vec<(&'static str, Vec<f32>)> {
    let count = pairs.len();
    let of = |k: usize| pairs.iter().map(|pair| pair[k]).collect::<Vec<f32>>();
    let arrays = [0, 1].map(|k| Array::floats(Components::One, count, &of(k)));
    let run = Run::new(kernel, &arrays[..kernel.interface.inputs.len()], &[], Grid { count, width: count });
    let wanted = run.unwrap().outputs().unwrap()[0].to_floats();
    let components = kernel.interface.outputs[0].components().count();
    let mut results = vec![("interpreter", wanted)];
    for dialect in dialects {
        let driver = Driver::open(dialect);
        let shader = write(kernel, dialect, &variant(kernel)).unwrap();
        let inputs: Vec<Input> = (0..kernel.interface.inputs.len())
            .map(|k| Input {
                geometry: plain(count, count),
                texels: of(k).iter().flat_map(|&x| [x, 0.0, 0.0, 0.0]).collect(),
            })
            .collect();
        let texels = driver.run(&shader, &[], &inputs, &plain(count, count)).remove(0);
        results.push((dialect.name(), texels.chunks(4).flat_map(|texel| texel[..components].to_vec()).collect()));
    }
    results
}

/// Returns a kernel of two inputs that writes these expressions, up to four floats.
fn kernel(expressions: Vec<Expr>) -> Kernel {
    let ty = Type::floats(expressions.len());
    let mut build = Build::new("main");
    let out = build.target(0, ty);
    let value = if expressions.len() == 1 { expressions[0].clone() } else { vector(expressions) };
    new_kernel(&[Type::FLOAT; 2], &[], &[ty], vec![build.body(vec![assign(out, value)])])
}

fn x() -> Expr {
    fetch_here(0, Type::FLOAT)
}

fn y() -> Expr {
    fetch_here(1, Type::FLOAT)
}

fn near(found: f32, wanted: f32, relative: f32) -> bool {
    let tiny = found.abs() < 1e-37 && wanted.abs() < 1e-37;
    found.to_bits() == wanted.to_bits()
        || found == wanted
        || found.is_nan() && wanted.is_nan()
        || tiny
        || wanted.is_finite() && (found - wanted).abs() <= relative * wanted.abs().max(1e-3)
}

/// Compares a kernel's results with the interpreter's.
fn holds(what: &str, kernel: &Kernel, pairs: &[[f32; 2]], relative: f32) {
    compare(what, everywhere(kernel, pairs), pairs, relative);
}

fn compare(what: &str, results: Vec<(&'static str, Vec<f32>)>, pairs: &[[f32; 2]], relative: f32) {
    let wanted = &results[0].1;
    for (dialect, found) in &results[1..] {
        let components = found.len() / pairs.len();
        for (k, (found, wanted)) in found.iter().zip(wanted).enumerate() {
            let pair = pairs[k / components];
            assert!(near(*found, *wanted, relative), "{what} {k} of {pair:?} in {dialect}: {found}, not {wanted}");
        }
    }
}

const ORDINARY: [[f32; 2]; 12] = [
    [0.0, 1.0],
    [0.25, 0.5],
    [-0.75, 2.0],
    [0.999, -1.5],
    [-0.2, 3.0],
    [2.5, 2.0],
    [3.5, -2.0],
    [-7.25, 4.0],
    [100.0, 0.125],
    [-0.5, -0.5],
    [1e-3, 7.0],
    [8_388_609.0, 3.0],
];

const ODD: [[f32; 2]; 8] = [
    [f32::INFINITY, 1.0],
    [f32::NEG_INFINITY, 2.0],
    [f32::NAN, 1.0],
    [1.0, f32::NAN],
    [0.0, f32::INFINITY],
    [-0.0, 0.0],
    [f32::MAX, f32::MIN],
    [f32::MIN_POSITIVE, -1.0],
];

#[test]
fn functions_mean_the_same_in_every_dialect() {
    use Math::*;
    let one = |function, argument: Expr| math(function, vec![argument], Type::FLOAT);
    let two = |function| math(function, vec![x(), y()], Type::FLOAT);
    let inside = || math(Clamp, vec![x(), float(-0.999), float(0.999)], Type::FLOAT);
    let positive = || binary(Binary::Add, math(Abs, vec![x()], Type::FLOAT), float(1.0));
    let small = || math(Clamp, vec![x(), float(-20.0), float(20.0)], Type::FLOAT);
    for group in [[Abs, Sign, Floor, Trunc], [RoundEven, RoundAway, Ceil, Fract], [Saturate, Radians, Degrees, Abs]] {
        holds(&format!("{group:?}"), &kernel(group.map(|f| one(f, x())).to_vec()), &ORDINARY, 1e-6);
    }
    for group in [[Fmod, Min, Max, PowC], [Mod, Step, Atan2, Ldexp]] {
        holds(&format!("{group:?}"), &kernel(group.map(two).to_vec()), &ORDINARY, 2e-5);
    }
    holds("arcs", &kernel([Asin, Acos, Atan, Atanh].map(|f| one(f, inside())).to_vec()), &ORDINARY, 2e-6);
    holds("positive", &kernel([Sqrt, InverseSqrt, Log, Acosh].map(|f| one(f, positive())).to_vec()), &ORDINARY, 2e-5);
    holds("logarithms", &kernel([Log2, Log10, Log, Sqrt].map(|f| one(f, positive())).to_vec()), &ORDINARY, 2e-5);
    holds("hyperbolic", &kernel([Sinh, Cosh, Tanh, Asinh].map(|f| one(f, small())).to_vec()), &ORDINARY, 3e-5);
    holds("powers", &kernel([Exp, Exp2, Sin, Cos].map(|f| one(f, small())).to_vec()), &ORDINARY, 1e-3);
    holds("frexp", &kernel([FrexpExponent, FrexpFraction].map(|f| one(f, x())).to_vec()), &ORDINARY, 0.0);
    holds("fmod by a power", &kernel(vec![math(Fmod, vec![x(), float(8.0)], Type::FLOAT)]), &ORDINARY, 0.0);
}

#[test]
fn functions_at_their_edges() {
    use Math::*;
    let truth = |e: Expr| convert(e, Type::FLOAT);
    let is = |f: Math, e: Expr| truth(math(f, vec![e], Type::BOOL));
    let tests = kernel(vec![is(IsNan, x()), is(IsInf, x()), is(IsFinite, x()), is(IsNan, y())]);
    holds("isnan", &tests, &[ODD.as_slice(), &ORDINARY].concat(), 0.0);
    let parts = kernel([FrexpExponent, FrexpFraction].map(|f| math(f, vec![x()], Type::FLOAT)).to_vec());
    let powers: Vec<[f32; 2]> =
        (-126..128).flat_map(|k| [[2f32.powi(k), 0.0], [-1.9999999 * 2f32.powi(k), 0.0]]).collect();
    holds("frexp", &parts, &powers, 0.0);
    holds("frexp", &parts, &ODD, 0.0);
    let powers: Vec<[f32; 2]> = (-300..300).map(|k| [if k % 2 == 0 { 1.5 } else { -3e-38 }, k as f32]).collect();
    holds("ldexp", &kernel(vec![math(Ldexp, vec![x(), y()], Type::FLOAT)]), &powers, 0.0);
    holds("atan2", &kernel(vec![math(Atan2, vec![x(), y()], Type::FLOAT)]), &ODD, 1e-6);
}

#[test]
fn vectors_go_by_component() {
    use Math::*;
    let v = || vector(vec![x(), y(), float(0.5)]);
    let w = || vector(vec![y(), float(2.0), x()]);
    let ty = Type::floats(3);
    let out = |value: Expr| {
        let mut build = Build::new("main");
        let out = build.target(0, ty);
        new_kernel(&[Type::FLOAT; 2], &[], &[ty], vec![build.body(vec![assign(out, value)])])
    };
    for function in [Abs, Trunc, Round, RoundAway, Cosh, Asinh, Sinh, Tanh, Atan, FrexpFraction] {
        let argument = math(Clamp, vec![v(), float(-5.2), float(5.3)], ty);
        holds(&format!("{function:?}"), &out(math(function, vec![argument], ty)), &ORDINARY, 3e-5);
    }
    for function in [Min, Max, Mod, Fmod, Step, Cross, Reflect, PowC, Ldexp] {
        holds(&format!("{function:?}"), &out(math(function, vec![v(), w()], ty)), &ORDINARY, 1e-4);
    }
    let less = || binary(Binary::Less, v(), w());
    let more = || binary(Binary::Greater, v(), binary(Binary::Multiply, w(), float(0.5)));
    let both = || binary(Binary::LogicalAnd, less(), more());
    let either = || binary(Binary::LogicalOr, less(), unary(Unary::Not, more()));
    let spread = |e: Expr| convert(e, ty);
    for (what, value) in [
        ("less", spread(less())),
        ("and", spread(both())),
        ("or", spread(either())),
        ("not", spread(unary(Unary::Not, both()))),
        ("choice", select(both(), v(), w())),
        ("choice of or", select(either(), v(), w())),
        ("all", spread(convert(math(All, vec![either()], Type::BOOL), Type::FLOAT))),
        ("any", spread(convert(math(Any, vec![unary(Unary::Not, less())], Type::BOOL), Type::FLOAT))),
        ("isnan", spread(math(IsNan, vec![v()], Type::bools(3)))),
        ("isfinite", spread(math(IsFinite, vec![w()], Type::bools(3)))),
        ("truth", spread(convert(v(), Type::bools(3)))),
    ] {
        holds(what, &out(value), &[ODD.as_slice(), &ORDINARY].concat(), 0.0);
    }
}

#[test]
fn ints_divide_and_truncate() {
    let int = |e: Expr| convert(e, Type::INT);
    let back = |e: Expr| convert(e, Type::FLOAT);
    let pairs: Vec<[f32; 2]> = [-7.0, -6.5, -1.0, 0.0, 0.9, 5.0, 1_000_001.0]
        .iter()
        .flat_map(|&a| [-3.0, 0.0, 2.0, 7.5].map(|b| [a, b]))
        .collect();
    let of = |operator| back(binary(operator, int(x()), int(y())));
    holds(
        "ints",
        &kernel([Binary::Divide, Binary::Remainder, Binary::Add, Binary::Subtract].map(of).to_vec()),
        &pairs,
        0.0,
    );
    // Ints have no negative zero.
    let one_over = |e: Expr| binary(Binary::Divide, float(1.0), back(e));
    let zeros = kernel(vec![
        one_over(binary(Binary::Divide, int(x()), int(y()))),
        one_over(binary(Binary::Multiply, int(x()), int(y()))),
        one_over(unary(Unary::Neg, int(x()))),
        one_over(int(x())),
    ]);
    holds("zeros", &zeros, &pairs, 1e-6);
    let index = |e: Expr| convert(e, Type::Index);
    let number = |e: Expr| math(Math::Abs, vec![e], Type::FLOAT);
    let quotient = |a: Expr, b: Expr| {
        crate::ir::Expr::new(crate::ir::ExprKind::Quotient(a.into(), b.into()), Type::Index, Default::default())
    };
    let whole = kernel(vec![
        back(index(x())),
        back(quotient(index(number(x())), crate::ir::build::index(4))),
        back(quotient(index(number(x())), crate::ir::build::index(7))),
        back(math(Math::Max, vec![index(x()), crate::ir::build::index(-2)], Type::Index)),
    ]);
    holds("indices", &whole, &pairs, 0.0);
}

/// Shifts by literals, and by numbers that only the device knows. Only the last five bits of these count.
#[test]
fn ints_without_a_sign_are_shifted_and_have_one_of_two_signs() {
    let unsigned = |e: Expr| convert(e, Type::UINT);
    let back = |e: Expr| convert(e, Type::FLOAT);
    let kernel = kernel(vec![
        back(binary(Binary::ShiftLeft, unsigned(x()), uint(3))),
        back(binary(Binary::ShiftRight, unsigned(x()), uint(31))),
        back(binary(Binary::ShiftRight, unsigned(x()), unsigned(y()))),
        back(math(Math::Sign, vec![unsigned(x())], Type::UINT)),
    ]);
    let pairs: Vec<[f32; 2]> =
        [0.0, 1.0, 5.0, 4096.0, 4_294_901_760.0].iter().flat_map(|&a| [0.0, 1.0, 31.0, 33.0].map(|b| [a, b])).collect();
    compare("uints", in_each(dialects_with_integers(), &kernel, &pairs), &pairs, 0.0);
}

#[test]
fn quotients_are_exact_to_2_to_the_24() {
    let quotient = |a: Expr, b: Expr| {
        Expr::new(crate::ir::ExprKind::Quotient(a.into(), b.into()), Type::Index, Default::default())
    };
    let index = |e: Expr| convert(e, Type::Index);
    let kernel = kernel(vec![convert(quotient(index(x()), index(y())), Type::FLOAT)]);
    let mut pairs = Vec::new();
    for divisor in [1.0, 2.0, 3.0, 7.0, 10.0, 1000.0, 4095.0, 4096.0, 4097.0, 5_000_011.0] {
        for k in [1.0, 2.0, 3.0, 100.0, 16_777_215.0 / divisor] {
            let last = f32::floor(k) * divisor;
            pairs.extend([-1.0, 0.0, 1.0].map(|off| [(last + off).clamp(0.0, 16_777_215.0), divisor]));
        }
    }
    holds("quotient", &kernel, &pairs, 0.0);
}

#[test]
fn numbers_that_have_no_literal() {
    let odd = kernel(vec![
        float(f32::INFINITY),
        binary(Binary::Multiply, float(f32::NEG_INFINITY), float(2.0)),
        float(f32::NAN),
        binary(Binary::Divide, x(), float(0.0)),
    ]);
    holds("literals", &odd, &[[1.0, 0.0], [-2.0, 0.0], [f32::INFINITY, 0.0]], 0.0);
    let least = binary(Binary::Subtract, int(i32::MIN), convert(x(), Type::INT));
    let least =
        new_kernel(&[Type::FLOAT], &[], &[Type::FLOAT], vec![main(vec![assign(OUT, convert(least, Type::FLOAT))])]);
    holds("the least int", &least, &[[0.0, 0.0], [-65536.0, 0.0]], 0.0);
}

#[test]
fn the_largest_float() {
    let text = super::super::literal::float(f32::MAX);
    // The decimal is not larger than the float, so no driver can take it for a number beyond the floats.
    assert!(text.parse::<f64>().unwrap() <= f64::from(f32::MAX), "{text}");
    assert_eq!(text.parse(), Ok(f32::MAX));
    assert_eq!(super::super::literal::float(f32::MIN).parse(), Ok(f32::MIN));
    let compared = kernel(vec![
        float(f32::MAX),
        convert(binary(Binary::Greater, x(), float(f32::MAX)), Type::FLOAT),
        convert(binary(Binary::Less, x(), float(f32::MIN)), Type::FLOAT),
    ]);
    let numbers = [[1.0, 0.0], [f32::MAX, 0.0], [f32::MIN, 0.0], [f32::INFINITY, 0.0], [f32::NEG_INFINITY, 0.0]];
    holds("the largest float", &compared, &numbers, 0.0);
}

#[test]
fn components_by_number() {
    let v = || vector(vec![x(), y(), float(3.0)]);
    let at = |k: Expr| Expr::new(crate::ir::ExprKind::At(v().into(), k.into()), Type::FLOAT, Default::default());
    let mut build = Build::new("main");
    let out = build.target(0, Type::floats(4));
    let local_v = build.local(Type::floats(3));
    let number = || convert(x(), Type::INT);
    let whole = new_kernel(
        &[Type::FLOAT; 2],
        &[],
        &[Type::floats(4)],
        vec![build.body(vec![
                declare(local_v, v()),
                assign_part(local_v, crate::ir::Part::At(number().into()), float(9.0)),
                assign(
                    out,
                    vector(
                        vec![at(number()), at(int(1)), local(local_v, Type::floats(3)).clone()]
                            .into_iter()
                            .take(2)
                            .chain([swizzle(local(local_v, Type::floats(3)), &[0, 1])])
                            .collect(),
                    ),
                ),
            ])],
    );
    holds("components", &whole, &[[0.0, 5.0], [1.0, 5.0], [2.0, 5.0], [3.0, 5.0], [-1.0, 5.0]], 0.0);
    let _ = Value::from(1.0f32);
}
