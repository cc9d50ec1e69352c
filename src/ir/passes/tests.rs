//! Tests of definite assignment.

use super::definite_assignment::{Unassigned, unassigned};
use crate::Components;
use crate::ir::build::*;
use crate::ir::{At, Binary, Expr, ExprKind, Function, FunctionId, LocalId, Mode, Part, Passed, Stmt, Type};

const VEC2: Type = Type::Float(Components::Two);

fn of(functions: Vec<Function>) -> Unassigned {
    let kernel = new_kernel(&[Type::FLOAT], &[], &[Type::FLOAT], functions);
    crate::ir::validate(&kernel).unwrap();
    unassigned(&kernel)[0]
}

/// Analyses a kernel with these statements. Beside its output it has two variables: a float, which is declared, and a position.
fn body(statements: Vec<Stmt>) -> Unassigned {
    let mut build = Build::main();
    let a = build.local(Type::FLOAT);
    build.local(Type::Index);
    of(vec![build.body([vec![declare(a, float(2.0))], statements].concat())])
}

const A: LocalId = LocalId(1);
const I: LocalId = LocalId(2);

fn y(value: f32) -> Stmt {
    assign(OUT, float(value))
}

fn read_y() -> Expr {
    local(OUT, Type::FLOAT)
}

fn returns() -> Stmt {
    Stmt::Return(None, At::default())
}

/// Returns a condition that depends on data.
fn some() -> Expr {
    binary(Binary::Greater, fetch_here(0, Type::FLOAT), float(0.0))
}

/// `for (index i = 0; i < 3; i++)`
fn three(inside: Vec<Stmt>) -> Vec<Stmt> {
    let i = || local(I, Type::Index);
    let step = vec![assign(I, binary(Binary::Add, i(), index(1)))];
    vec![declare(I, index(0)), for_loop(Some(binary(Binary::Less, i(), index(3))), inside, step)]
}

fn more() -> Stmt {
    assign(OUT, binary(Binary::Add, read_y(), float(1.0)))
}

#[test]
fn an_output_that_every_way_writes_first_is_assigned() {
    let left_when = |test| when(test, vec![y(3.0), returns()]);
    let cases = [
        vec![y(1.0)],
        vec![assign(OUT, local(A, Type::FLOAT)), more()],
        vec![either(some(), vec![y(1.0)], vec![y(2.0)])],
        vec![either(some(), vec![y(1.0)], vec![either(some(), vec![y(2.0)], vec![y(3.0)])])],
        vec![left_when(some()), either(some(), vec![assign(A, float(3.0))], vec![y(2.0), returns()]), y(1.0)],
        vec![either(some(), vec![y(1.0)], vec![y(2.0), returns()]), more()],
        [three(vec![left_when(some())]), vec![y(1.0)]].concat(),
        [three(vec![when(some(), vec![Stmt::Break(At::default())])]), vec![y(1.0), returns()]].concat(),
        // The first iteration always runs.
        three(vec![y(1.0)]),
        three(vec![either(some(), vec![y(1.0), Stmt::Continue(At::default())], vec![y(2.0)])]),
        vec![do_loop(vec![y(1.0)], some())],
        vec![for_loop(None, vec![y(1.0), when(some(), vec![Stmt::Break(At::default())])], vec![])],
        // Control never reaches the end.
        vec![for_loop(None, vec![], vec![])],
        vec![for_loop(Some(some()), vec![returns_after()], vec![]), y(1.0)],
    ];
    for case in cases {
        assert!(body(case.clone()).is_assigned(), "{case:?}");
    }
}

fn returns_after() -> Stmt {
    when(some(), vec![y(1.0), returns()])
}

#[test]
fn an_output_that_some_way_reads_or_leaves_is_not() {
    let test = || binary(Binary::Greater, read_y(), float(0.0));
    let cases = [
        vec![],
        vec![more()],
        vec![when(binary(Binary::Equal, read_y(), float(1.0)), vec![]), y(2.0)],
        vec![when(boolean(true), vec![y(1.0)])],
        vec![either(some(), vec![y(1.0)], vec![when(some(), vec![y(2.0)])])],
        vec![when(some(), vec![returns()]), y(1.0)],
        vec![when(some(), vec![y(1.0), returns()])],
        vec![either(some(), vec![y(1.0), returns()], vec![when(some(), vec![y(2.0)])])],
        three(vec![when(some(), vec![y(1.0), returns()])]),
        vec![either(test(), vec![y(1.0)], vec![y(2.0)])],
        [three(vec![when(some(), vec![returns()])]), vec![y(1.0)]].concat(),
        three(vec![when(some(), vec![Stmt::Break(At::default())]), y(1.0)]),
        three(vec![when(some(), vec![Stmt::Continue(At::default())]), y(1.0)]),
        vec![assign(A, read_y()), y(1.0)],
        vec![for_loop(Some(some()), vec![y(1.0)], vec![])],
        vec![do_loop(vec![when(some(), vec![Stmt::Break(At::default())]), y(1.0)], some())],
        // The test reads it before the first iteration, or after an iteration.
        vec![for_loop(Some(test()), vec![y(1.0)], vec![]), y(1.0)],
        vec![do_loop(vec![], test()), y(1.0)],
    ];
    for case in cases {
        assert!(!body(case.clone()).is_assigned(), "{case:?}");
    }
    assert_eq!(body(vec![]), Unassigned { read: 0, left: 1, never: 1 });
    assert_eq!(body(vec![more()]), Unassigned { read: 1, left: 0, never: 0 });
}

#[test]
fn calls_read_and_write_what_their_functions_do() {
    let put = || {
        let mut build = Build::new("put");
        let (out, a) = (build.target(0, Type::FLOAT), build.argument(Mode::In, Type::FLOAT));
        build.body(vec![assign(out, local(a, Type::FLOAT))])
    };
    let get = || {
        let mut build = Build::new("get").gives(Type::FLOAT);
        let out = build.target(0, Type::FLOAT);
        build.body(vec![Stmt::Return(Some(local(out, Type::FLOAT)), At::default())])
    };
    let passing = |mode| {
        let mut build = Build::new("passing");
        let a = build.argument(mode, Type::FLOAT);
        build.body(vec![assign(a, float(1.0))])
    };
    let got = || assign(OUT, expr(ExprKind::Call(FunctionId(1), vec![]), Type::FLOAT));
    let puts = || call(0, vec![Passed::Value(float(1.0))]);
    let with = |statements| of(vec![put(), get(), main(statements)]);
    assert!(with(vec![puts()]).is_assigned());
    assert!(with(vec![puts(), got()]).is_assigned());
    assert_eq!(with(vec![got()]), Unassigned { read: 1, left: 0, never: 0 });
    assert_eq!(with(vec![when(some(), vec![puts()])]), Unassigned { read: 0, left: 1, never: 0 });
    let passes = |mode| of(vec![passing(mode), main(vec![call(0, vec![Passed::Local(OUT)])])]);
    assert_eq!(passes(Mode::Out), Unassigned::default());
    assert_eq!(passes(Mode::InOut), Unassigned { read: 1, left: 0, never: 0 });
}

#[test]
fn components_are_told_apart() {
    let with = |statements| {
        let mut build = Build::new("main");
        build.target(0, VEC2);
        let kernel = new_kernel(&[Type::FLOAT], &[], &[VEC2], vec![build.body(statements)]);
        crate::ir::validate(&kernel).unwrap();
        unassigned(&kernel)[0]
    };
    let part = |k: u8, value| assign_part(OUT, Part::Components(vec![k]), value);
    let component = |k: u8| swizzle(local(OUT, VEC2), &[k]);
    assert_eq!(with(vec![part(0, float(1.0))]), Unassigned { read: 0, left: 0b10, never: 0b10 });
    assert_eq!(with(vec![part(0, float(1.0)), part(1, component(0))]), Unassigned::default());
    assert_eq!(with(vec![part(0, float(1.0)), part(1, component(1))]), Unassigned { read: 0b10, left: 0, never: 0 });
    let numbered = |number: Expr| assign_part(OUT, Part::At(number.into()), float(1.0));
    assert_eq!(with(vec![numbered(index(0)), numbered(index(1))]), Unassigned::default());
    assert_eq!(with(vec![numbered(index(0)), numbered(here())]), Unassigned { read: 0, left: 0b10, never: 0 });
}
