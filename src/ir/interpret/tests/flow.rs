//! Tests of statements: loops of all forms, calls, and outputs that functions share.

use super::*;
use crate::ir::{At, Binary, ExprKind, FunctionId, LocalId, Mode, Part, Passed};

const X: LocalId = LocalId(1);
const I: LocalId = LocalId(2);

fn x() -> Expr {
    local(X, Type::FLOAT)
}

fn i() -> Expr {
    local(I, Type::Index)
}

fn add(to: LocalId, of: Expr, by: Expr) -> Stmt {
    assign(to, binary(Binary::Add, of, by))
}

fn less(end: i32) -> Expr {
    binary(Binary::Less, i(), index(end))
}

/// Appends a digit to the output: `10 * out + digit`.
fn digit(of: f32) -> Stmt {
    let out = || local(OUT, Type::FLOAT);
    assign(OUT, binary(Binary::Add, binary(Binary::Multiply, out(), float(10.0)), float(of)))
}

fn next() -> Stmt {
    add(I, i(), index(1))
}

#[test]
fn a_loop_tests_before_its_turns() {
    let start = || declare(I, index(0));
    assert_eq!(done(vec![start(), for_loop(Some(less(3)), vec![digit(1.0)], vec![next(), digit(2.0)])]), 121212.0);
    assert_eq!(done(vec![start(), for_loop(Some(less(0)), vec![digit(1.0)], vec![])]), 0.0);
    // A `continue` runs the step, a `break` does not.
    let second = || binary(Binary::Equal, i(), index(1));
    let skips = vec![when(second(), vec![Stmt::Continue(At::default())]), digit(1.0)];
    assert_eq!(done(vec![start(), for_loop(Some(less(3)), skips, vec![next(), digit(2.0)])]), 12212.0);
    let leaves = vec![when(second(), vec![Stmt::Break(At::default())]), digit(1.0)];
    assert_eq!(done(vec![start(), for_loop(None, leaves, vec![next(), digit(2.0)]), digit(3.0)]), 123.0);
    let returns = vec![when(second(), vec![Stmt::Return(None, At::default())]), digit(1.0)];
    assert_eq!(done(vec![start(), for_loop(None, returns, vec![next(), digit(2.0)]), digit(3.0)]), 12.0);
}

#[test]
fn a_loop_that_tests_last_takes_a_turn_in_any_case() {
    let last = |body, condition| {
        let (before, step) = (vec![digit(2.0)], vec![digit(1.0)]);
        Stmt::Loop { before, condition: Some(condition), body, step, last: true }
    };
    let start = || declare(I, index(0));
    assert_eq!(done(vec![start(), last(vec![], less(0))]), 12.0);
    assert_eq!(done(vec![start(), last(vec![next(), digit(3.0)], less(2))]), 312312.0);
    let skips = vec![next(), when(less(2), vec![Stmt::Continue(At::default())]), digit(3.0)];
    assert_eq!(done(vec![start(), last(skips, less(2))]), 12312.0);
    let leaves = vec![digit(3.0), Stmt::Break(At::default())];
    assert_eq!(done(vec![start(), last(leaves, less(2)), digit(4.0)]), 34.0);
}

#[test]
fn what_a_test_needs_is_done_before_each() {
    let before = vec![next(), declare(X, convert(i(), Type::FLOAT))];
    let condition = Some(binary(Binary::Less, x(), float(3.0)));
    let repeat = Stmt::Loop { before, condition, body: vec![digit(1.0)], step: vec![], last: false };
    assert_eq!(done(vec![declare(I, index(0)), repeat]), 11.0);
    // A return in `before` leaves the function.
    let before = vec![when(boolean(true), vec![digit(7.0), Stmt::Return(None, At::default())])];
    let repeat = Stmt::Loop { before, condition: None, body: vec![digit(1.0)], step: vec![], last: false };
    assert_eq!(done(vec![repeat, digit(2.0)]), 7.0);
}

#[test]
fn a_break_leaves_the_innermost_loop() {
    let inner = for_loop(None, vec![digit(1.0), Stmt::Break(At::default())], vec![]);
    let outer = for_loop(Some(less(2)), vec![inner, digit(2.0)], vec![next()]);
    assert_eq!(done(vec![declare(I, index(0)), outer]), 1212.0);
}

#[test]
fn loops_that_do_not_end_are_an_error() {
    let kernel = new_kernel(&[], &[], &[Type::FLOAT], vec![main(vec![for_loop(None, vec![], vec![])])]);
    let run = Run::new(&kernel, &[], &[], ONE).unwrap().max_iterations(10);
    let endless = RunError::Endless { kernel: "test".into(), element: 0, max: 10 };
    assert_eq!(run.element(0), Err(endless.clone()));
    assert_eq!(endless.to_string(), "kernel `test`: the loops of element 0 have reached the maximum of 10 iterations");
    // A loop with fewer iterations than the maximum ends.
    assert_eq!(done(vec![declare(I, index(0)), for_loop(Some(less(1000)), vec![], vec![next()])]), 0.0);
}

#[test]
fn parts_of_variables_change() {
    let vec3 = Type::Float(Components::Three);
    let with = |part: Part, value: Expr| {
        let mut build = Build::new("main");
        build.target(0, vec3);
        let start = assign(OUT, vector(vec![float(1.0), float(2.0), float(3.0)]));
        run(vec3, vec![build.body(vec![start, assign_part(OUT, part, value)])])
    };
    let two = vector(vec![float(8.0), float(9.0)]);
    assert_eq!(with(Part::Components(vec![2, 0]), two), Value::floats(&[9.0, 2.0, 8.0]));
    let at = |number: Expr| with(Part::At(number.into()), float(9.0));
    assert_eq!(at(index(1)), Value::floats(&[1.0, 9.0, 3.0]));
    assert_eq!(at(int(-1)), Value::floats(&[1.0, 2.0, 3.0]));
    assert_eq!(at(index(3)), Value::floats(&[1.0, 2.0, 3.0]));
}

#[test]
fn variables_without_a_value_are_zero_in_every_turn() {
    let fresh = Stmt::Declare { local: X, value: None };
    let inside = vec![fresh, add(X, x(), float(1.0)), add(OUT, local(OUT, Type::FLOAT), x())];
    assert_eq!(done(vec![declare(I, index(0)), for_loop(Some(less(3)), inside, vec![next()])]), 3.0);
}

/// Returns a function with one argument of each mode. It assigns `2 * a` to `b` and adds 1 to `c`.
fn modes() -> Function {
    let mut build = Build::new("modes").gives(Type::FLOAT);
    let [a, b, c] = [Mode::In, Mode::Out, Mode::InOut].map(|mode| build.argument(mode, Type::FLOAT));
    let of = |local_| local(local_, Type::FLOAT);
    build.body(vec![
        // An `out` argument starts as zero, and not with the caller's value.
        add(b, of(b), of(a)),
        add(b, of(b), of(a)),
        add(c, of(c), float(1.0)),
        assign(a, float(-1.0)),
        Stmt::Return(Some(of(c)), At::default()),
    ])
}

#[test]
fn arguments_are_copied_in_and_out() {
    let mut build = Build::main();
    let [p, q, r] = [0; 3].map(|_| build.local(Type::FLOAT));
    let result = build.local(Type::FLOAT);
    let of = |local_| local(local_, Type::FLOAT);
    let arguments = vec![Passed::Value(of(p)), Passed::Local(q), Passed::Local(r)];
    let sum = [q, r, result]
        .into_iter()
        .fold(of(p), |sum, next| binary(Binary::Add, binary(Binary::Multiply, sum, float(100.0)), of(next)));
    let body = vec![
        declare(p, float(3.0)),
        declare(q, float(50.0)),
        declare(r, float(7.0)),
        Stmt::Declare { local: result, value: None },
        Stmt::Call { function: FunctionId(0), arguments, result: Some(result), at: At::default() },
        assign(OUT, sum),
    ];
    assert_eq!(run(Type::FLOAT, vec![modes(), build.body(body)]), Value::from(3060808.0));
}

#[test]
fn functions_share_outputs() {
    let put = {
        let mut build = Build::new("put");
        let (out, a) = (build.target(0, Type::FLOAT), build.argument(Mode::In, Type::FLOAT));
        build.body(vec![add(out, local(out, Type::FLOAT), local(a, Type::FLOAT))])
    };
    let get = {
        let mut build = Build::new("get").gives(Type::FLOAT);
        let out = build.target(0, Type::FLOAT);
        build.body(vec![Stmt::Return(Some(local(out, Type::FLOAT)), At::default())])
    };
    let got = || expr(ExprKind::Call(FunctionId(1), vec![]), Type::FLOAT);
    let body = vec![
        assign(OUT, float(1.0)),
        call(0, vec![Passed::Value(float(10.0))]),
        call(0, vec![Passed::Value(got())]),
        assign(OUT, binary(Binary::Add, got(), float(100.0))),
    ];
    assert_eq!(run(Type::FLOAT, vec![put, get, main(body)]), Value::from(122.0));
}

#[test]
fn an_output_may_be_passed_on() {
    let mut build = Build::new("more");
    let a = build.argument(Mode::InOut, Type::FLOAT);
    let more = build.body(vec![add(a, local(a, Type::FLOAT), float(1.0))]);
    let body = vec![assign(OUT, float(1.0)), call(0, vec![Passed::Local(OUT)])];
    assert_eq!(run(Type::FLOAT, vec![more, main(body)]), Value::from(2.0));
}
