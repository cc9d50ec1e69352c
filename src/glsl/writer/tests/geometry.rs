//! Tests of stream access and the element's position, in all layouts.

use crate::backend::gl::bare_driver::{Driver, Input, dialects};
use crate::geometry::{Geometry, Layout};
use crate::glsl::Dialect;
use crate::glsl::writer::write;
use crate::ir::access::{AccessSummary, Variant};
use crate::ir::build::*;
use crate::ir::interpret::{Array, Grid, Run};
use crate::ir::{Axis, Binary, Expr, ExprKind, Extent, Kernel, Math, Stream, Type};
use crate::texel::Components;

fn geometry(layout: Layout, count: usize, width: usize, row: usize) -> Geometry {
    let texels = count.div_ceil(layout.lanes());
    Geometry { count, layout, width, height: texels.div_ceil(width), row }
}

fn texels(geometry: &Geometry, values: &[f32]) -> Vec<f32> {
    let channels = if geometry.count > 1 << 16 { 1 } else { 4 };
    let mut texels = vec![0.0; channels * geometry.width * geometry.height];
    let step = channels / geometry.layout.lanes();
    values.iter().enumerate().for_each(|(i, value)| texels[i * step] = *value);
    texels
}

fn asked(kind: ExprKind) -> Expr {
    expr(kind, Type::Index)
}

fn extent(stream: Stream, extent: Extent) -> Expr {
    asked(ExprKind::Extent(stream, extent))
}

/// Returns a kernel that joins these expressions in one number, with weights that tell them apart.
fn kernel(forms: impl Fn() -> Vec<Expr>) -> Kernel {
    let weighed = forms().into_iter().enumerate().map(|(k, form)| {
        let form = if form.ty == Type::FLOAT { form } else { convert(form, Type::FLOAT) };
        binary(Binary::Multiply, form, float(1.0 + 0.125 * k as f32))
    });
    let sum = weighed.reduce(|a, b| binary(Binary::Add, a, b)).unwrap();
    new_kernel(&[Type::FLOAT], &[], &[Type::FLOAT], vec![main(vec![assign(OUT, sum)])])
}

fn forms() -> Vec<Expr> {
    let input = Stream::Input(0);
    let last = || binary(Binary::Subtract, extent(input, Extent::Count), index(1));
    let least = |a: Expr, b: Expr| math(Math::Min, vec![a, b], Type::Index);
    let back = binary(Binary::Subtract, last(), least(here(), last()));
    let column =
        least(asked(ExprKind::Here(Axis::Column)), binary(Binary::Subtract, extent(input, Extent::Width), index(1)));
    vec![
        fetch(0, back, false, Type::FLOAT),
        fetch_at(0, column, index(0), false, Type::FLOAT),
        fetch(0, binary(Binary::Subtract, binary(Binary::Multiply, here(), index(2)), index(5)), true, Type::FLOAT),
        fetch_at(
            0,
            binary(Binary::Subtract, asked(ExprKind::Here(Axis::Row)), index(1)),
            binary(Binary::Add, asked(ExprKind::Here(Axis::Column)), index(1)),
            true,
            Type::FLOAT,
        ),
        asked(ExprKind::Here(Axis::Row)),
        asked(ExprKind::Here(Axis::Column)),
        extent(input, Extent::Height),
        extent(Stream::Output(0), Extent::Width),
        extent(Stream::Output(0), Extent::Height),
    ]
}

fn check(kernel: &Kernel, input: Geometry, output: Geometry, dialects: &[Dialect]) {
    let values: Vec<f32> = (0..input.count).map(|i| (i * 37 % 101) as f32).collect();
    let arrays = [Array::floats(Components::One, input.row, &values)];
    let run = Run::new(kernel, &arrays, &[], Grid { count: output.count, width: output.row }).unwrap();
    let wanted = run.outputs().unwrap()[0].to_floats();
    let inputs = [Input { geometry: input, texels: texels(&input, &values) }];
    let uses = AccessSummary::of(kernel);
    for driver in dialects.iter().map(|&dialect| Driver::open(dialect)) {
        let dialect = driver.dialect;
        for tail in [false, true].into_iter().take(output.layout.lanes().min(2)) {
            let mut variant = Variant::of(&uses, &[(input, 1)], &output);
            variant.tail = tail;
            let shader = write(kernel, dialect, &variant).unwrap();
            let texels = driver.run(&shader, &[], &inputs, &output).remove(0);
            let step = 4 / output.layout.lanes();
            for (i, wanted) in wanted.iter().enumerate() {
                let found = texels[i * step];
                assert_eq!(found, *wanted, "{i} of {output:?} from {input:?}, {dialect:?}\n{}", shader.text);
            }
            if variant.tail {
                let past = 4 * output.texels();
                assert!(texels[output.count..past].iter().all(|&value| value == -7.0), "{dialect:?}");
            }
        }
    }
}

#[test]
fn streams_are_read_and_written_however_they_lie() {
    use Layout::{Packed, Plain};
    let kernel = kernel(forms);
    for (input, output) in [
        (geometry(Plain, 50, 8, 8), geometry(Plain, 50, 8, 8)),
        (geometry(Plain, 50, 7, 7), geometry(Plain, 23, 5, 5)),
        (geometry(Plain, 50, 8, 10), geometry(Plain, 30, 8, 6)),
        (geometry(Packed, 50, 4, 16), geometry(Plain, 50, 8, 8)),
        (geometry(Packed, 50, 3, 10), geometry(Packed, 45, 4, 5)),
        (geometry(Plain, 50, 6, 5), geometry(Packed, 41, 4, 16)),
    ] {
        check(&kernel, input, output, &dialects());
    }
}

#[test]
fn elements_at_the_outputs_own_place_are_read() {
    use Layout::{Packed, Plain};
    let kernel = kernel(|| vec![fetch_here(0, Type::FLOAT), here()]);
    for (input, output) in [
        (geometry(Plain, 50, 8, 8), geometry(Plain, 50, 8, 8)),
        (geometry(Packed, 50, 4, 16), geometry(Packed, 50, 4, 16)),
        (geometry(Packed, 50, 4, 16), geometry(Plain, 50, 8, 8)),
        (geometry(Plain, 50, 7, 7), geometry(Packed, 50, 4, 16)),
    ] {
        check(&kernel, input, output, &dialects());
    }
}

#[test]
fn addresses_are_exact_up_to_2_to_the_24() {
    // There is only one fetch: a sum of several would be rounded.
    let offset = 4096 * 4095;
    let kernel = kernel(|| {
        let far = binary(Binary::Add, here(), index(offset - 200));
        vec![fetch(0, far, false, Type::FLOAT)]
    });
    let (count, width) = (offset as usize + 3000, 3001);
    let output = geometry(Layout::Plain, 3000, 64, 64);
    check(&kernel, geometry(Layout::Plain, count, width, width), output, &[Dialect::Gl2]);
}

#[test]
fn a_variant_leaves_out_what_the_kernel_does_not_care_for() {
    let kernel = kernel(|| vec![fetch_here(0, Type::FLOAT)]);
    let uses = AccessSummary::of(&kernel);
    let lists = [geometry(Layout::Plain, 50, 7, 5), geometry(Layout::Plain, 50, 8, 8)];
    let [a, b] = lists.map(|lies| Variant::of(&uses, &[(lies, 1)], &lies));
    assert_eq!(a, b);
    assert_ne!(a, Variant::of(&uses, &[(lists[0], 1)], &lists[1]));
}

#[test]
fn vectors_are_never_packed() {
    let (one, four) = (Type::FLOAT, Type::FLOAT.with(Components::Four));
    for dialect in dialects() {
        let driver = Driver::open(dialect);
        for (ty, packed) in [(one, true), (four, false)] {
            let product = binary(Binary::Multiply, fetch_here(0, ty), fetch_here(1, one));
            let mut main = Build::new("main");
            let target = main.target(0, ty);
            let kernel = new_kernel(&[ty, one], &[], &[ty], vec![main.body(vec![assign(target, product)])]);
            let variant = Variant::uniform(&kernel, &AccessSummary::of(&kernel), Layout::Packed);
            assert_eq!(variant.inputs.iter().map(|input| input.packed).collect::<Vec<_>>(), [packed, true]);
            assert_eq!(variant.output.packed, packed);
            driver.compiled(&write(&kernel, dialect, &variant).unwrap());
        }
    }
}
