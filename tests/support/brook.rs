//! Runs Brook programs for the tests: on the interpreter, and from their plans on devices, cut in several ways.

use brooklet::brook::interpret::{Array, Given, Resize};
use brooklet::brook::ir::{Kernel, Role, Slot};
use brooklet::brook::{Feed, Lies, Method, PassPart, Plain, Shapes, Supply, Targets, Unit, plan};
use brooklet::carrier::Value;
use brooklet::{Components, Device, Shape, Stream};

/// A program that must compile, with its warnings thrown away.
pub fn unit(text: &str) -> Unit {
    Unit::compile("test.br", text).unwrap_or_else(|findings| panic!("{findings}"))
}

/// A stream of floats, or of vectors of them.
pub fn stream(extents: &[usize], components: usize, values: &[f32]) -> Given {
    Given::Streams(vec![Array::new(extents, components, values.to_vec())])
}

/// A constant that is no record.
pub fn constant(values: &[f32]) -> Given {
    Given::Constants(vec![values.to_vec()])
}

/// A stream of a device, of any element type.
enum Any {
    One(Stream<f32>),
    Two(Stream<[f32; 2]>),
    Three(Stream<[f32; 3]>),
    Four(Stream<[f32; 4]>),
}

macro_rules! with {
    ($any:expr, $stream:ident => $do:expr) => {
        match $any {
            Any::One($stream) => $do,
            Any::Two($stream) => $do,
            Any::Three($stream) => $do,
            Any::Four($stream) => $do,
        }
    };
}

fn chunks<const N: usize>(values: &[f32]) -> Vec<[f32; N]> {
    values.chunks(N).map(|chunk| chunk.try_into().unwrap()).collect()
}

fn upload(device: &Device, shape: Shape, components: usize, values: &[f32]) -> Any {
    match components {
        1 => Any::One(device.upload_shaped(shape, values).unwrap()),
        2 => Any::Two(device.upload_shaped(shape, &chunks::<2>(values)).unwrap()),
        3 => Any::Three(device.upload_shaped(shape, &chunks::<3>(values)).unwrap()),
        _ => Any::Four(device.upload_shaped(shape, &chunks::<4>(values)).unwrap()),
    }
}

fn create(device: &Device, shape: Shape, components: Components) -> Any {
    match components {
        Components::One => Any::One(device.stream(shape).unwrap()),
        Components::Two => Any::Two(device.stream(shape).unwrap()),
        Components::Three => Any::Three(device.stream(shape).unwrap()),
        Components::Four => Any::Four(device.stream(shape).unwrap()),
    }
}

fn read(any: &Any) -> Vec<f32> {
    match any {
        Any::One(stream) => stream.read().unwrap(),
        Any::Two(stream) => stream.read().unwrap().concat(),
        Any::Three(stream) => stream.read().unwrap().concat(),
        Any::Four(stream) => stream.read().unwrap().concat(),
    }
}

fn array(given: &[Given], slot: Slot) -> &Array {
    match &given[slot.parameter] {
        Given::Streams(fields) => &fields[slot.field],
        other => panic!("parameter {} is given {other:?}", slot.parameter),
    }
}

fn extent(extents: &[usize], axis: usize) -> usize {
    extents.len().checked_sub(1 + axis).map_or(1, |axis| extents[axis])
}

fn pitch(extents: &[usize], axis: usize) -> usize {
    (0..axis).map(|axis| extent(extents, axis)).product()
}

/// How the streams of a call lie.
fn shapes(kernel: &Kernel, extents: &[usize], given: &[Given]) -> Shapes {
    let lies = |(number, parameter): (usize, &brooklet::brook::ir::Parameter)| {
        let own = || array(given, Slot { parameter: number, field: 0 }).extents.clone();
        match parameter.role {
            Role::Stream | Role::Iterator if !kernel.reduction && own() != extents => Lies::Resized,
            Role::Gather { .. } => {
                let dimensions = own().len();
                Lies::Gathered { dimensions, placed: dimensions > 2 }
            }
            _ => Lies::LikeOutput,
        }
    };
    Shapes { output: extents.len(), parameters: kernel.parameters.iter().enumerate().map(lies).collect() }
}

/// What is bound beside what the call gives.
#[derive(Default)]
struct More<'a> {
    old: &'a [Array],
    element: Vec<f32>,
    turn: Vec<f32>,
    reduction: Option<[usize; 4]>,
    operand: Option<&'a [Array]>,
}

fn value_of(
    kernel: &Kernel,
    given: &[Given],
    extents: &[usize],
    supply: Supply,
    bases: &[(Slot, usize)],
    more: &More,
) -> Value {
    let index = |n: usize| Value::Index(n as i64);
    let resize = |parameter: usize, axis: usize| {
        let input = extent(&array(given, Slot { parameter, field: 0 }).extents, axis);
        Resize::of(input, extent(extents, axis)).expect("extents that go together")
    };
    let own = |parameter: usize| &array(given, Slot { parameter, field: 0 }).extents;
    match supply {
        Supply::Slot(slot) => match (&given[slot.parameter], kernel.ty(slot)) {
            (Given::Constants(fields), Plain::Int) => Value::Index(fields[slot.field][0] as i64),
            (Given::Constants(fields), Plain::Float(_)) => match fields[slot.field].as_slice() {
                [a] => Value::Float(*a),
                [a, b] => Value::Vec2([*a, *b]),
                [a, b, c] => Value::Vec3([*a, *b, *c]),
                [a, b, c, d] => Value::Vec4([*a, *b, *c, *d]),
                _ => panic!("a constant of no numbers"),
            },
            _ => panic!("no constant is given"),
        },
        Supply::OutputExtent(axis) => index(extent(extents, axis)),
        Supply::Base(slot) => index(bases.iter().find(|(known, _)| *known == slot).map_or(0, |(_, base)| *base)),
        Supply::Divide(parameter, axis) => index(resize(parameter, axis).divide),
        Supply::Step(parameter, axis) => index(
            resize(parameter, axis).times
                * if extent(own(parameter), axis) == 1 { 0 } else { pitch(own(parameter), axis) },
        ),
        Supply::Times(parameter, axis) => {
            index(if extent(own(parameter), axis) == 1 { 0 } else { resize(parameter, axis).times })
        }
        Supply::GatherExtent(parameter, axis) => index(extent(own(parameter), axis)),
        Supply::Pitch(parameter, axis) => index(pitch(own(parameter), axis)),
        Supply::Extent => index(more.reduction.unwrap()[0]),
        Supply::Block => index(more.reduction.unwrap()[1]),
        Supply::Groups => index(more.reduction.unwrap()[2]),
        Supply::Inner => index(more.reduction.unwrap()[3]),
    }
}

fn draw(
    device: &Device,
    kernel: &Kernel,
    given: &[Given],
    extents: &[usize],
    drawn: Shape,
    pass: &brooklet::brook::Pass,
    more: &More,
) -> Vec<Vec<f32>> {
    let compiled = device.kernel(&pass.source).unwrap_or_else(|error| panic!("{error}"));
    let mut inputs = Vec::new();
    let mut bases = Vec::new();
    for input in &pass.inputs {
        let components = input.components.count();
        let source = |feed: &Feed| match feed {
            Feed::Slot(slot) => match more.operand {
                Some(fields) if kernel.parameters[slot.parameter].role.is_stream() => fields[slot.field].clone(),
                _ => array(given, *slot).clone(),
            },
            Feed::Old(slot) => {
                let slots = kernel.slots(|role| *role == Role::Output);
                more.old[slots.iter().position(|known| known == slot).unwrap()].clone()
            }
            Feed::Element => Array::new(&[more.element.len()], 1, more.element.clone()),
            Feed::Turn => Array::new(&[more.turn.len()], 1, more.turn.clone()),
        };
        let arrays: Vec<Array> = input.feeds.iter().map(source).collect();
        let any = match arrays.as_slice() {
            [one] => upload(device, Shape::try_from(one.extents.as_slice()).unwrap(), components, &one.values),
            several => {
                let mut all = Vec::new();
                for (array, feed) in several.iter().zip(&input.feeds) {
                    if let Feed::Slot(slot) = feed {
                        bases.push((*slot, all.len() / components));
                    }
                    all.extend_from_slice(&array.values);
                }
                upload(device, Shape::from(all.len() / components), components, &all)
            }
        };
        inputs.push((input.name.as_str(), any));
    }
    let mut outputs: Vec<(&str, Any)> =
        pass.outputs.iter().map(|output| (output.name.as_str(), create(device, drawn, output.components))).collect();
    let mut drawing = device.pass(&compiled);
    for (name, any) in &inputs {
        drawing = with!(any, stream => drawing.input(name, stream));
    }
    for constant in &pass.constants {
        drawing = drawing.constant(&constant.name, value_of(kernel, given, extents, constant.supply, &bases, more));
    }
    for (name, any) in &mut outputs {
        drawing = with!(any, stream => drawing.output(name, stream));
    }
    drawing.run().unwrap_or_else(|error| panic!("{error}\n{:?}", pass.source));
    outputs.iter().map(|(_, any)| read(any)).collect()
}

/// Runs a map on a device; the values of its outputs, field by field.
pub fn map_on(
    device: &Device,
    unit: &Unit,
    kernel: &Kernel,
    extents: &[usize],
    given: &[Given],
    old: &[Array],
    targets: Targets,
) -> Vec<Vec<f32>> {
    let plan = plan(kernel, &shapes(kernel, extents, given), &unit.records, targets).unwrap();
    assert_eq!(plan.method, Method::Map);
    let slots = kernel.slots(|role| *role == Role::Output);
    let mut results = vec![Vec::new(); slots.len()];
    let more = More { old, ..More::default() };
    for pass in &plan.passes {
        assert!(pass.outputs.len() <= targets.outputs && pass.inputs.len() <= targets.inputs, "{pass:?}");
        let shape = Shape::try_from(extents).unwrap();
        let drawn = draw(device, kernel, given, extents, shape, pass, &more);
        for (output, values) in pass.outputs.iter().zip(drawn) {
            results[slots.iter().position(|slot| Some(*slot) == output.slot).unwrap()] = values;
        }
    }
    results
}

/// Runs a kernel with variable outputs on a device.
pub fn push_on(
    device: &Device,
    unit: &Unit,
    kernel: &Kernel,
    extents: &[usize],
    given: &[Given],
    targets: Targets,
) -> Vec<Vec<Vec<f32>>> {
    let plan = plan(kernel, &shapes(kernel, extents, given), &unit.records, targets).unwrap();
    assert_eq!(plan.method, Method::Push);
    let mut results: Vec<(usize, Vec<Vec<f32>>)> = Vec::new();
    let mut more = More::default();
    for pass in &plan.passes {
        match pass.part {
            PassPart::Count(parameter) => {
                let shape = Shape::try_from(extents).unwrap();
                let counts = draw(device, kernel, given, extents, shape, pass, &more).remove(0);
                more.element = Vec::new();
                more.turn = Vec::new();
                for (element, &count) in counts.iter().enumerate() {
                    for turn in 0..count as usize {
                        more.element.push(element as f32);
                        more.turn.push(turn as f32);
                    }
                }
                results.push((parameter, vec![Vec::new(); kernel.parameters[parameter].fields.len()]));
            }
            PassPart::Values(_) => {
                if more.element.is_empty() {
                    continue;
                }
                let shape = Shape::from(more.element.len());
                let drawn = draw(device, kernel, given, extents, shape, pass, &more);
                let (_, fields) = results.last_mut().unwrap();
                for (output, values) in pass.outputs.iter().zip(drawn) {
                    fields[output.slot.unwrap().field] = values;
                }
            }
            PassPart::Whole => panic!("a map among pushes"),
        }
    }
    results.into_iter().map(|(_, fields)| fields).collect()
}

/// Reduces a stream on a device to `extents`.
pub fn reduce_on(
    device: &Device,
    unit: &Unit,
    kernel: &Kernel,
    extents: &[usize],
    given: &[Given],
    targets: Targets,
) -> Vec<Vec<f32>> {
    let plan = plan(kernel, &shapes(kernel, extents, given), &unit.records, targets).unwrap();
    assert_eq!(plan.method, Method::Reduce);
    let operand = kernel.slots(|role| role.is_stream());
    let mut fields: Vec<Array> = operand.iter().map(|slot| array(given, *slot).clone()).collect();
    let mut now = fields[0].extents.clone();
    let whole = extents.iter().product::<usize>() == 1;
    if whole {
        now = vec![now.iter().product()];
    }
    let target: Vec<usize> = if whole { vec![1] } else { extents.to_vec() };
    for axis in (0..now.len()).rev() {
        while now[axis] > target[axis] {
            let block = now[axis] / target[axis];
            let groups = block.div_ceil(8);
            let inner: usize = now[axis + 1..].iter().product();
            let mut next = now.clone();
            next[axis] = target[axis] * groups;
            let flat: Vec<Array> = fields
                .iter()
                .map(|field| Array::new(&[now.iter().product()], field.components, field.values.clone()))
                .collect();
            let more =
                More { reduction: Some([now[axis], block, groups, inner]), operand: Some(&flat), ..More::default() };
            let count: usize = next.iter().product();
            let mut results = fields.clone();
            for pass in &plan.passes {
                let drawn = draw(device, kernel, given, &[count], Shape::from(count), pass, &more);
                for (output, values) in pass.outputs.iter().zip(drawn) {
                    let field = output.slot.unwrap().field;
                    results[field] = Array::new(&[count], fields[field].components, values);
                }
            }
            fields = results;
            now = next;
        }
    }
    fields.into_iter().map(|field| field.values).collect()
}

/// Whether two lists of floats are the same: both NaN, equal, or off by no more than the tolerance, relative above 1.
pub fn close(a: &[f32], b: &[f32], tolerance: f32) -> bool {
    let near = |a: f32, b: f32| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * a.abs().max(1.0);
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(*a, *b))
}

/// The ways in which plans are cut.
pub const CUTS: [Targets; 3] =
    [Targets { outputs: 4, inputs: 16 }, Targets { outputs: 1, inputs: 16 }, Targets { outputs: 2, inputs: 4 }];

/// Runs the first kernel of a program that the host can call on the interpreter, and from its plan in every dialect and cut;
/// all must agree. What the interpreter gives.
pub fn everywhere(text: &str, extents: &[usize], given: &[Given]) -> Vec<Vec<f32>> {
    everywhere_within(2e-5, text, extents, given)
}

/// The same, with devices that may be off by so much.
pub fn everywhere_within(tolerance: f32, text: &str, extents: &[usize], given: &[Given]) -> Vec<Vec<f32>> {
    let unit = unit(text);
    let kernel = unit.kernels.last().expect("a kernel that the host can call");
    let reference: Vec<Vec<f32>> =
        kernel.run(extents, given, &[]).unwrap().into_iter().map(|array| array.values).collect();
    super::each_dialect(|device| {
        for targets in CUTS {
            let old: Vec<Array> = kernel
                .slots(|role| *role == Role::Output)
                .iter()
                .map(|slot| Array::zeros(extents, kernel.ty(*slot).count()))
                .collect();
            let results = map_on(device, &unit, kernel, extents, given, &old, targets);
            for (output, (result, wanted)) in results.iter().zip(&reference).enumerate() {
                assert!(
                    close(wanted, result, tolerance),
                    "output {output}, {targets:?}: {result:?} and not {wanted:?}\n{text}"
                );
            }
        }
    });
    reference
}
