//! Tests of the interpreter of the kernel phase.

mod fetches;
mod flow;
mod functions;
mod numbers;

use super::*;
use crate::Components;
use crate::ir::build::*;
use crate::ir::{At, Expr, Function, Stmt};

const ONE: Grid = Grid { count: 1, width: 1 };

/// Runs a kernel with these functions, one output and no inputs for one element. Returns the output.
fn run(ty: Type, functions: Vec<Function>) -> Value {
    let kernel = new_kernel(&[], &[], &[ty], functions);
    Run::new(&kernel, &[], &[], ONE).unwrap().element(0).unwrap().outputs[0]
}

/// Returns the value of an expression of any type. The output has a type to which the value can be converted and back.
fn value(of: Expr) -> Value {
    let ty = of.ty;
    let port = match ty {
        Type::Bool(n) => Type::Uint(n),
        Type::Index => Type::INT,
        other => other,
    };
    let mut build = Build::new("main");
    let out = build.target(0, port);
    let value = run(port, vec![build.body(vec![assign(out, convert(of, port))])]);
    Value::from_words(ty, value.words())
}

/// Returns a literal of this value.
fn literal(value: Value) -> Expr {
    let part = |c: usize| match value {
        Value::Float(_, all) => float(all[c]),
        Value::Int(_, all) => int(all[c]),
        Value::Uint(_, all) => uint(all[c]),
        Value::Bool(_, all) => boolean(all[c]),
        Value::Index(value) => index(value),
    };
    match value.count() {
        1 => part(0),
        count => vector((0..count).map(part).collect()),
    }
}

/// Runs these statements, and returns the float that they leave in the output. There are two variables, a float `v1` and a position `v2`.
fn done(statements: Vec<Stmt>) -> f32 {
    let mut build = Build::main();
    build.local(Type::FLOAT);
    build.local(Type::Index);
    match run(Type::FLOAT, vec![build.body(statements)]) {
        Value::Float(_, [value, ..]) => value,
        other => panic!("{other:?}"),
    }
}

#[test]
fn values_know_their_type_and_bits() {
    let v = Value::floats(&[1.0, -0.0]);
    assert_eq!((v.ty(), v.count()), (Type::Float(Components::Two), 2));
    assert_eq!(v.words(), [0x3f80_0000, 0x8000_0000, 0, 0]);
    assert_ne!(v.component(1), Value::from(0.0));
    assert_eq!(Value::from(f32::NAN), Value::from(f32::NAN));
    assert_ne!(Value::from(1), Value::Index(1));
    assert_eq!(Value::zero(Type::bools(2)), Value::bools(&[false, false]));
    assert_eq!(Value::from_words(Type::INT, [u32::MAX; 4]), Value::from(-1));
}

#[test]
fn what_does_not_fit_is_an_error() {
    let kernel = new_kernel(&[Type::FLOAT], &[Type::Index], &[Type::FLOAT], vec![main(vec![])]);
    let floats = [Array::floats(Components::One, 1, &[1.0])];
    let said = |inputs: &[Array], constants: &[Value], width| {
        Run::new(&kernel, inputs, constants, Grid { count: 1, width }).map(|_| ()).map_err(|error| error.to_string())
    };
    let index = [Value::Index(1)];
    assert_eq!(said(&floats, &index, 1), Ok(()));
    assert_eq!(said(&[], &index, 1).unwrap_err(), "kernel `test` has 1 inputs, and 0 are given");
    assert_eq!(said(&floats, &[], 1).unwrap_err(), "kernel `test` has 1 constants, and 0 are given");
    let wrong = said(&floats, &[Value::from(1)], 1).unwrap_err();
    assert_eq!(wrong, "`constant0` is of type index, and int is given");
    assert_eq!(
        said(&floats, &index, 0).unwrap_err(),
        "the output has 1 elements and rows of 0: a row holds one at least"
    );
    let run = Run::new(&kernel, &floats, &index, ONE).unwrap();
    assert_eq!(run.element(1), Err(RunError::Element { number: 1, count: 1 }));
    let invalid = new_kernel(&[], &[], &[Type::FLOAT], vec![main(vec![Stmt::Break(At::default())])]);
    assert!(matches!(Run::new(&invalid, &[], &[], ONE), Err(RunError::Invalid(_))));
}

#[test]
fn outputs_come_as_streams() {
    let vec2 = Type::Float(Components::Two);
    let mut build = Build::main();
    let second = build.target(1, vec2);
    let twice = convert(here(), vec2);
    let body = build.body(vec![assign(OUT, convert(here(), Type::FLOAT)), assign(second, twice)]);
    let kernel = new_kernel(&[], &[], &[Type::FLOAT, vec2], vec![body]);
    let run = Run::new(&kernel, &[], &[], Grid { count: 3, width: 2 }).unwrap();
    let outputs = run.outputs().unwrap();
    assert_eq!(outputs[0].to_floats(), [0.0, 1.0, 2.0]);
    assert_eq!(outputs[1], Array::floats(Components::Two, 2, &[0.0, 0.0, 1.0, 1.0, 2.0, 2.0]));
    assert_eq!(run.all().unwrap()[2].outputs, [Value::from(2.0), Value::floats(&[2.0, 2.0])]);
}
