//! Tests the lowering against the kernel phase: for each form of addressing and each layout of streams, each fragment reads the elements
//! that the interpreter of the kernel phase reads.

use super::{AccessSummary, Addressing, Form, Variant, lower};
use crate::geometry::{Geometry, Layout};
use crate::ir::build::*;
use crate::ir::interpret::texel::{self, Textures};
use crate::ir::interpret::{Array, Grid, Run, Value};
use crate::ir::{Address, Axis, Binary, Expr, ExprKind, Extent, Kernel, LocalId, Stream, Type, validate_texel};
use crate::shape::Shape;
use crate::texel::Components;

const POISON: f32 = -1.0;

const FORMS: [Addressing; 6] = [
    Addressing::Linear,
    Addressing::Texels,
    Addressing::SampleOrFetch,
    Addressing::Normalized,
    Addressing::NormalizedShort,
    Addressing::Rectangle,
];

/// Returns a kernel with an output for each of these values, which are floats. It has two positions as constants.
fn kernel(inputs: &[Type], values: Vec<Expr>) -> Kernel {
    let mut build = Build::main();
    let outputs = vec![Type::FLOAT; values.len()];
    let mut body = Vec::new();
    for (k, value) in values.into_iter().enumerate() {
        let target = if k == 0 { LocalId(0) } else { build.target(k, Type::FLOAT) };
        body.push(assign(target, value));
    }
    new_kernel(inputs, &[Type::Index, Type::Index], &outputs, vec![build.body(body)])
}

fn constant(number: usize) -> Expr {
    expr(ExprKind::Uniform(number), Type::Index)
}

fn asked(kind: ExprKind) -> Expr {
    convert(expr(kind, Type::Index), Type::FLOAT)
}

/// Returns all kinds of access to an input. If `inside` is false, only those whose address is clamped.
fn accesses(input: usize, ty: Type, inside: bool) -> Vec<Expr> {
    let fetched = |at, clamped| swizzle(expr(ExprKind::Fetch { input, at, clamped }, ty), &[ty.count() as u8 - 1]);
    let linear = |clamped| fetched(Address::Linear(constant(0).into()), clamped);
    let two = |clamped| fetched(Address::ColumnRow(constant(0).into(), constant(1).into()), clamped);
    let here = fetched(Address::Here, true);
    let beside = fetched(Address::Linear(binary(Binary::Subtract, crate::ir::build::here(), constant(0)).into()), true);
    let all = vec![linear(true), two(true), here, beside];
    if inside { [all, vec![linear(false)]].concat() } else { all }
}

/// Returns all forms of the current element's position, and all extents of an input and an output, as floats.
fn places() -> Vec<Expr> {
    let axes = [Axis::Linear, Axis::Column, Axis::Row].map(ExprKind::Here);
    let extents = [Extent::Count, Extent::Width, Extent::Height];
    let sizes = [Stream::Input(0), Stream::Output(0)].map(|stream| extents.map(|of| ExprKind::Extent(stream, of)));
    axes.into_iter().chain(sizes.into_iter().flatten()).map(asked).collect()
}

/// Returns a stream whose elements all differ.
fn numbered(geometry: &Geometry, ty: Type) -> Array {
    let words = (0..geometry.count * ty.count()).map(|k| (k as f32).to_bits()).collect();
    Array::new(ty, geometry.row.max(1), words)
}

/// Lowers the kernel for all forms of addressing, and compares each element that it computes.
fn compare(kernel: &Kernel, inputs: &[(Geometry, usize)], output: Geometry, constants: &[Value]) {
    let ports = &kernel.interface.inputs;
    // A texel of a texture with layers holds an element for each layer.
    let elements = |(geometry, layers): &(Geometry, usize)| Geometry { count: geometry.count * layers, ..*geometry };
    let streams: Vec<Array> =
        inputs.iter().zip(ports).map(|(input, port)| numbered(&elements(input), port.ty)).collect();
    let grid = Grid { count: output.count, width: output.row };
    let run = Run::new(kernel, &streams, constants, grid).unwrap().poison(POISON);
    let summary = AccessSummary::of(kernel);
    let variant = Variant::of(&summary, inputs, &output);
    for addressing in FORMS {
        if !addressing.integers() && inputs.iter().any(|(_, layers)| *layers > 1) {
            continue;
        }
        for (clamps_lanes, knows_full) in [(true, false), (false, true)] {
            let full: Vec<bool> = inputs.iter().map(|(geometry, _)| knows_full && geometry.is_full()).collect();
            let lowered = lower(kernel, Form { addressing, clamps_lanes }, &variant, &full);
            assert_eq!(validate_texel(&lowered), Ok(()));
            let texels = |((geometry, layers), stream): (&(Geometry, usize), &Array)| {
                (*geometry, *layers, texel::texels_of(stream, geometry, *layers, POISON.to_bits()))
            };
            let mut textures = Textures {
                inputs: inputs.iter().zip(&streams).map(texels).collect(),
                output,
                constants,
                rectangles: addressing == Addressing::Rectangle,
                margin: if addressing == Addressing::NormalizedShort { 0.01 } else { 0.4 },
                fragment: (0, 0),
                lane: 0,
            };
            for number in 0..output.count {
                let (x, y, lane) = output.texel_of(number);
                (textures.fragment, textures.lane) = ((x, y), lane);
                let wanted = run.element(number).unwrap().outputs;
                let found = texel::run(&lowered, &textures).unwrap().outputs;
                assert_eq!(
                    found, wanted,
                    "{addressing:?}, element {number} of {output:?} from {inputs:?}, {constants:?}"
                );
            }
        }
    }
}

fn geometry(shape: &[usize], layout: Layout, largest: usize) -> Geometry {
    Geometry::of(Shape::try_from(shape).unwrap(), layout, largest).unwrap()
}

/// Returns streams of one layout: 1-D and 2-D, with rows of elements that are rows of texels or are wrapped, with a full last row or not.
fn geometries(layout: Layout) -> Vec<Geometry> {
    let shapes: [(&[usize], usize); 8] =
        [(&[1], 64), (&[2], 64), (&[13], 64), (&[16], 64), (&[3, 4], 64), (&[5, 8], 64), (&[2, 12], 5), (&[3, 7], 6)];
    shapes.map(|(shape, largest)| geometry(shape, layout, largest)).into()
}

#[test]
fn each_target_reads_the_elements_that_the_kernel_asks_for() {
    for layout in [Layout::Plain, Layout::Packed] {
        for input in geometries(layout) {
            for output in [geometry(&[7], layout, 64), geometry(&[3, 5], Layout::Plain, 64), input] {
                let kernel = kernel(&[Type::FLOAT], [accesses(0, Type::FLOAT, false), places()].concat());
                for constants in [[0, 0], [3, 1], [-2, 9], [100, -7]] {
                    compare(&kernel, &[(input, 1)], output, &constants.map(Value::Index));
                }
            }
        }
    }
}

#[test]
fn elements_inside_need_no_clamp() {
    for layout in [Layout::Plain, Layout::Packed] {
        for input in geometries(layout) {
            let kernel = kernel(&[Type::FLOAT], accesses(0, Type::FLOAT, true));
            for number in 0..input.count as i32 {
                compare(&kernel, &[(input, 1)], geometry(&[3], layout, 64), &[number, 0].map(Value::Index));
            }
            let fetched = fetch_at(0, constant(0), constant(1), false, Type::FLOAT);
            let kernel = self::kernel(&[Type::FLOAT], vec![fetched]);
            for number in 0..input.count {
                let place = [number % input.row, number / input.row].map(|place| Value::Index(place as i32));
                compare(&kernel, &[(input, 1)], geometry(&[3], layout, 64), &place);
            }
        }
    }
}

#[test]
fn the_output_s_own_place() {
    for layout in [Layout::Plain, Layout::Packed] {
        for input in geometries(layout) {
            // The second input has another size than the output.
            let other = geometry(&[input.count + 3], layout, 64);
            let kernel = kernel(&[Type::FLOAT; 2], vec![fetch_here(0, Type::FLOAT), fetch_here(1, Type::FLOAT)]);
            compare(&kernel, &[(input, 1), (other, 1)], input, &[0, 0].map(Value::Index));
        }
    }
}

#[test]
fn vectors_and_integers_are_whole() {
    for ty in [Components::Two, Components::Three, Components::Four].map(Type::Float) {
        let kernel = kernel(&[ty], accesses(0, ty, true));
        for input in geometries(Layout::Plain) {
            compare(&kernel, &[(input, 1)], input, &[0, 0].map(Value::Index));
        }
    }
    for ty in [Type::INT, Type::UINT] {
        let kernel = kernel(&[ty], vec![convert(fetch(0, constant(0), false, ty), Type::FLOAT)]);
        compare(
            &kernel,
            &[(geometry(&[9], Layout::Plain, 64), 1)],
            geometry(&[1], Layout::Plain, 64),
            &[5, 0].map(Value::Index),
        );
    }
}

#[test]
fn layers_hold_neighbours() {
    for layers in [2, 4, 8] {
        // The width of the texture is a power of two, or not.
        for input in [geometry(&[6], Layout::Plain, 64), geometry(&[2, 3], Layout::Plain, 64)] {
            let kernel = kernel(&[Type::FLOAT], vec![fetch(0, constant(0), false, Type::FLOAT)]);
            for number in 0..input.count * layers {
                let constants = [number as i32, 0].map(Value::Index);
                compare(&kernel, &[(input, layers)], geometry(&[2], Layout::Plain, 64), &constants);
            }
        }
    }
}

/// Reads positions that floats represent exactly, in textures of the largest sizes.
#[test]
fn the_largest_textures() {
    for (width, count) in [(4096, 1 << 24), (4095, 4095 * 4096), (1000, 1000 * 4096)] {
        let input = Geometry::grid(width, count);
        for number in [0, 1, width - 1, width, 12 * width - 1, 12 * width, count / 2, count - width, count - 1] {
            // `NormalizedShort` rounds only positions that its chips cannot represent.
            let exact = |form: &Addressing| *form != Addressing::NormalizedShort || number < 1 << 23;
            for addressing in FORMS.into_iter().filter(exact) {
                let two = Type::Float(Components::Two);
                let part = |k: u8| swizzle(fetch(0, constant(0), false, two), &[k]);
                let kernel = kernel(&[two], vec![part(0), part(1)]);
                let output = geometry(&[1], Layout::Plain, 64);
                let variant = Variant::of(&AccessSummary::of(&kernel), &[(input, 1)], &output);
                let lowered = lower(&kernel, Form { addressing, clamps_lanes: true }, &variant, &[false]);
                // A texture this large is not created. Only the place of the texel is computed.
                let place = texel::place(&lowered, input, output, number as i32, addressing == Addressing::Rectangle);
                assert_eq!(
                    place,
                    [(number % width) as i32, (number / width) as i32],
                    "{addressing:?} {width} {number}"
                );
            }
        }
    }
}
