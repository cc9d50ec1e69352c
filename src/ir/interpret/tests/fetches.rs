//! Tests of fetches and of their log.

use super::*;
use crate::ir::{Address, At, Axis, Binary, ExprKind, Extent, FunctionId, Stream};

const F: Type = Type::FLOAT;

/// Returns seven floats in rows of three. The last row has one.
fn seven() -> Array {
    Array::floats(Components::One, 3, &[0.0, 10.0, 20.0, 30.0, 40.0, 50.0, 60.0])
}

/// Runs a kernel that assigns `value` to its output, for the element with index `number`. The output has ten elements in rows of four.
fn at(number: usize, value: Expr) -> Element {
    let kernel = new_kernel(&[F, F], &[Type::Index], &[F], vec![main(vec![assign(OUT, value)])]);
    let inputs = [seven(), Array::floats(Components::One, 1, &[])];
    let run = Run::new(&kernel, &inputs, &[Value::Index(5)], Grid { count: 10, width: 4 }).unwrap();
    run.poison(-1.0).element(number).unwrap()
}

fn read(number: usize, value: Expr) -> (f32, Vec<Option<usize>>) {
    let element = at(number, value);
    let Value::Float(_, [value, ..]) = element.outputs[0] else { panic!("{element:?}") };
    (value, element.fetches.iter().map(|fetched| fetched.element).collect())
}

/// Returns the elements that an expression reads.
fn log(value: Expr) -> Vec<Option<usize>> {
    read(0, value).1
}

#[test]
fn fetches_by_number() {
    assert_eq!(read(5, fetch_here(0, F)), (50.0, vec![Some(5)]));
    assert_eq!(read(8, fetch_here(0, F)), (-1.0, vec![None]));
    let here_clamped = expr(ExprKind::Fetch { input: 0, at: Address::Here, clamped: true }, F);
    assert_eq!(read(8, here_clamped), (60.0, vec![Some(6)]));
    let next = |clamped| fetch(0, binary(Binary::Add, here(), index(2)), clamped, F);
    assert_eq!(read(1, next(false)), (30.0, vec![Some(3)]));
    assert_eq!(read(5, next(false)), (-1.0, vec![None]));
    assert_eq!(read(5, next(true)), (60.0, vec![Some(6)]));
    let before = |clamped| fetch(0, index(-1), clamped, F);
    assert_eq!(read(0, before(false)), (-1.0, vec![None]));
    assert_eq!(read(0, before(true)), (0.0, vec![Some(0)]));
    assert_eq!(read(0, fetch(0, expr(ExprKind::Uniform(0), Type::Index), false, F)), (50.0, vec![Some(5)]));
}

#[test]
fn fetches_by_column_and_row() {
    let of = |x, y, clamped| read(0, fetch_at(0, index(x), index(y), clamped, F));
    assert_eq!(of(1, 1, false), (40.0, vec![Some(4)]));
    assert_eq!(of(0, 2, false), (60.0, vec![Some(6)]));
    for (x, y) in [(1, 2), (3, 0), (-1, 1), (0, 3), (0, -1), (0, i32::MAX), (i32::MIN, i32::MIN)] {
        assert_eq!(of(x, y, false), (-1.0, vec![None]), "{x} {y}");
    }
    // The row is clamped first, then the column to the elements of that row.
    for (x, y, element) in [(9, 0, 2), (-9, 1, 3), (2, 2, 6), (2, 9, 6), (1, -9, 1), (9, 9, 6), (i32::MAX, i32::MIN, 2)]
    {
        assert_eq!(of(x, y, true), (10.0 * element as f32, vec![Some(element)]), "{x} {y}");
    }
}

#[test]
fn a_stream_without_elements_has_none_to_read() {
    for clamped in [false, true] {
        assert_eq!(read(0, fetch(1, index(0), clamped, F)), (-1.0, vec![None]));
        assert_eq!(read(0, fetch_at(1, index(0), index(0), clamped, F)), (-1.0, vec![None]));
    }
}

#[test]
fn poison_is_nan_in_each_component() {
    let vec2 = Type::Float(Components::Two);
    let mut build = Build::new("main");
    let out = build.target(0, vec2);
    let kernel = new_kernel(&[vec2], &[], &[vec2], vec![build.body(vec![assign(out, fetch_here(0, vec2))])]);
    let inputs = [Array::floats(Components::Two, 1, &[])];
    let element = Run::new(&kernel, &inputs, &[], ONE).unwrap().element(0).unwrap();
    assert_eq!(element.outputs, [Value::floats(&[f32::NAN; 2])]);
}

#[test]
fn ints_are_read_by_their_bits() {
    let mut build = Build::new("main");
    let out = build.target(0, Type::UINT);
    let kernel =
        new_kernel(&[Type::UINT], &[], &[Type::UINT], vec![build.body(vec![assign(out, fetch_here(0, Type::UINT))])]);
    let inputs = [Array::new(Type::UINT, 2, vec![7, u32::MAX])];
    let run = Run::new(&kernel, &inputs, &[], Grid { count: 2, width: 2 }).unwrap();
    assert_eq!(run.outputs().unwrap()[0].words(), [7, u32::MAX]);
}

#[test]
fn places_and_extents() {
    let of = |number, kind| read(number, convert(expr(kind, Type::Index), F)).0;
    assert_eq!(of(6, ExprKind::Here(Axis::Linear)), 6.0);
    assert_eq!(of(6, ExprKind::Here(Axis::Column)), 2.0);
    assert_eq!(of(6, ExprKind::Here(Axis::Row)), 1.0);
    let extents = [Extent::Count, Extent::Width, Extent::Height];
    assert_eq!(extents.map(|extent| of(0, ExprKind::Extent(Stream::Input(0), extent))), [7.0, 3.0, 3.0]);
    assert_eq!(extents.map(|extent| of(0, ExprKind::Extent(Stream::Output(0), extent))), [10.0, 4.0, 3.0]);
    assert_eq!(extents.map(|extent| of(0, ExprKind::Extent(Stream::Input(1), extent))), [0.0, 1.0, 0.0]);
}

#[test]
fn what_is_decided_is_not_evaluated() {
    let read = |number| fetch(0, index(number), false, F);
    let holds = |number, end| binary(Binary::Less, read(number), float(end));
    let joined = |operator, first: f32| log(convert(binary(operator, holds(1, first), holds(2, 100.0)), F));
    assert_eq!(joined(Binary::LogicalAnd, 0.0), [Some(1)]);
    assert_eq!(joined(Binary::LogicalAnd, 100.0), [Some(1), Some(2)]);
    assert_eq!(joined(Binary::LogicalOr, 100.0), [Some(1)]);
    assert_eq!(joined(Binary::LogicalOr, 0.0), [Some(1), Some(2)]);
    assert_eq!(log(select(holds(1, 100.0), read(2), read(3))), [Some(1), Some(2)]);
    assert_eq!(log(select(holds(1, 0.0), read(2), read(3))), [Some(1), Some(3)]);
    // Of vectors, both operands are evaluated.
    let two = |a, b| vector(vec![a, b]);
    let both = select(two(holds(1, 100.0), holds(2, 100.0)), two(read(3), read(4)), two(read(5), read(6)));
    assert_eq!(log(swizzle(both, &[0])), [1, 2, 3, 4, 5, 6].map(Some));
    let ands = binary(Binary::LogicalAnd, two(holds(1, 0.0), holds(2, 0.0)), two(holds(3, 0.0), holds(4, 0.0)));
    assert_eq!(log(convert(swizzle(ands, &[0]), F)), [1, 2, 3, 4].map(Some));
}

#[test]
fn the_log_says_which_input_and_where_it_is_written() {
    let span = Span { file: 0, start: 3, end: 9 };
    let element = at(2, Expr { span, ..fetch_here(0, F) });
    assert_eq!(element.fetches, [Fetched { input: 0, element: Some(2), position: Position::Linear(2), span }]);
}

#[test]
fn fetches_of_functions_are_logged_in_their_order() {
    let mut build = Build::new("get").gives(F);
    let which = build.argument(crate::ir::Mode::In, Type::Index);
    let result = fetch(0, local(which, Type::Index), false, F);
    let get = build.body(vec![Stmt::Return(Some(result), At::default())]);
    let got = |number| expr(ExprKind::Call(FunctionId(0), vec![index(number)]), F);
    let main = main(vec![assign(OUT, binary(Binary::Add, got(4), got(1)))]);
    let kernel = new_kernel(&[F], &[], &[F], vec![get, main]);
    let inputs = [seven()];
    let element = Run::new(&kernel, &inputs, &[], ONE).unwrap().element(0).unwrap();
    assert_eq!(element.outputs, [Value::from(50.0)]);
    let elements: Vec<_> = element.fetches.iter().map(|fetched| fetched.element).collect();
    assert_eq!(elements, [Some(4), Some(1)]);
}
