//! Runs Brook programs for the tests: on the interpreter, and from their plans on devices, cut in several ways.

use brooklet::brook::interpret::{Array, ParameterValue};
use brooklet::brook::ir::{Parameter, Role, StreamKernel};
use brooklet::brook::{AnyStream, ConstantArgument, Plain, PlanLimits, Program, Type, Unit};
use brooklet::{Device, Dialect, Shape};

use super::lowered;

/// A program that must compile, with its warnings thrown away.
pub fn unit(text: &str) -> Unit {
    Unit::compile("test.br", text).unwrap_or_else(|diagnostics| panic!("{diagnostics}"))
}

/// A stream of floats, or of vectors of them.
pub fn stream(extents: &[usize], components: usize, values: &[f32]) -> ParameterValue {
    ParameterValue::Streams(vec![Array::new(extents, components, values.to_vec())])
}

/// A constant that is no record.
pub fn constant(values: &[f32]) -> ParameterValue {
    ParameterValue::Constants(vec![values.to_vec()])
}

/// The floats of an element together, from arrays of its fields.
fn together(arrays: &[Array]) -> Vec<f32> {
    let count = arrays[0].extents.iter().product::<usize>();
    let element = |n: usize| arrays.iter().flat_map(move |a| a.values[n * a.components..][..a.components].to_vec());
    (0..count).flat_map(element).collect()
}

/// And apart again.
fn apart(stream: &AnyStream) -> Vec<Vec<f32>> {
    let floats = stream.read().unwrap();
    let mut start = 0;
    let field = |field: &brooklet::brook::Field| {
        let own = start..start + field.ty.count();
        start = own.end;
        floats.chunks(stream.floats()).flat_map(|element| element[own.clone()].to_vec()).collect()
    };
    stream.fields().iter().map(field).collect()
}

/// A device like this one, with so few render targets and samplers.
fn cut(device: &Device, targets: PlanLimits) -> Device {
    let builder = super::builder(super::dialect(device));
    super::open(builder.max_targets(targets.outputs).max_samplers(targets.inputs))
}

/// The streams that a call is given; none for other parameters.
fn uploaded(program: &Program, kernel: &StreamKernel, given: &[ParameterValue]) -> Vec<Option<AnyStream>> {
    let upload = |(parameter, given): (&Parameter, &ParameterValue)| match given {
        ParameterValue::Streams(arrays) => {
            let shape = Shape::try_from(arrays[0].extents.as_slice()).unwrap();
            let mut stream = program.stream_of(parameter.ty, shape).unwrap();
            stream.write(&together(arrays)).unwrap();
            Some(stream)
        }
        _ => None,
    };
    kernel.parameters.iter().zip(given).map(upload).collect()
}

/// A constant as a call takes it.
fn argument(parameter: &Parameter, fields: &[Vec<f32>]) -> ConstantArgument {
    match (parameter.ty, parameter.fields[0].ty) {
        (Type::Record(_), _) => {
            let floats = fields.concat();
            ConstantArgument::Record { bytes: 4 * floats.len(), floats, host: "numbers" }
        }
        (_, Plain::INT) => ConstantArgument::Int(fields[0][0] as i64),
        _ => ConstantArgument::Floats(fields[0].clone()),
    }
}

macro_rules! bind {
    ($call:expr, $kernel:expr, $given:expr, $streams:expr) => {
        for ((parameter, given), stream) in $kernel.parameters.iter().zip($given).zip($streams) {
            match (given, stream) {
                (ParameterValue::Constants(fields), _) => {
                    $call = $call.constant(&parameter.name, argument(parameter, fields))
                }
                (_, Some(stream)) => $call = $call.stream(&parameter.name, stream),
                _ => {}
            }
        }
    };
}

/// The limits of a device; of one dialect alone, since what is lowered is the same for all.
fn limits(program: &Program) -> Option<PlanLimits> {
    let limits = program.device().limits();
    let features = program.device().features();
    let (mixed_formats, fan_in) = (features.mixed_formats, PlanLimits::fan_in(features.instructions));
    let (outputs, inputs, integers) = (limits.targets, limits.samplers, features.integers);
    let targets = PlanLimits { outputs, inputs, mixed_formats, integers, fan_in };
    (program.device().info().dialect == Some(Dialect::Gl)).then_some(targets)
}

/// Runs a map on a device; the values of its outputs, field by field. What it is lowered to is run without one, too.
pub fn map_on(
    device: &Device,
    unit: &Unit,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
    old: &[Array],
    targets: PlanLimits,
) -> Vec<Vec<f32>> {
    let program = Program::new(&cut(device, targets), unit.clone());
    map_with(&program, kernel, extents, given, old)
}

/// The same, on the program's own device.
pub fn map_with(
    program: &Program,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
    old: &[Array],
) -> Vec<Vec<f32>> {
    try_map_with(program, kernel, extents, given, old).unwrap_or_else(|error| panic!("{error}"))
}

pub fn try_map_with(
    program: &Program,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
    old: &[Array],
) -> Result<Vec<Vec<f32>>, brooklet::brook::Error> {
    if let Some(targets) = limits(program) {
        lowered::map(program.unit(), kernel, extents, given, old, targets);
    }
    map_alone(program, kernel, extents, given, old)
}

/// The same, and nothing is run without a device.
pub fn map_alone(
    program: &Program,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
    old: &[Array],
) -> Result<Vec<Vec<f32>>, brooklet::brook::Error> {
    let streams = uploaded(program, kernel, given);
    let mut old = old.iter();
    let outputs = kernel.parameters.iter().filter(|parameter| parameter.role == Role::Output);
    let mut outputs: Vec<(&str, AnyStream)> = outputs
        .map(|parameter| {
            let shape = Shape::try_from(extents).unwrap();
            let mut stream = program.stream_of(parameter.ty, shape).unwrap();
            let fields: Vec<Array> = old.by_ref().take(parameter.fields.len()).cloned().collect();
            if !fields.is_empty() {
                stream.write(&together(&fields)).unwrap();
            }
            (parameter.name.as_str(), stream)
        })
        .collect();
    let mut call = program.kernel(&kernel.name).unwrap();
    bind!(call, kernel, given, &streams);
    for (name, output) in &mut outputs {
        call = call.output(name, output);
    }
    call.run()?;
    Ok(outputs.iter().flat_map(|(_, output)| apart(output)).collect())
}

/// Runs a kernel with variable outputs on a device.
pub fn push_on(
    device: &Device,
    unit: &Unit,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
    targets: PlanLimits,
) -> Vec<Vec<Vec<f32>>> {
    let program = Program::new(&cut(device, targets), unit.clone());
    push_with(&program, kernel, extents, given)
}

/// The same, on the program's own device.
pub fn push_with(
    program: &Program,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
) -> Vec<Vec<Vec<f32>>> {
    try_push_with(program, kernel, extents, given).unwrap_or_else(|error| panic!("{error}"))
}

pub fn try_push_with(
    program: &Program,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
) -> Result<Vec<Vec<Vec<f32>>>, brooklet::brook::Error> {
    if let Some(targets) = limits(program) {
        lowered::push(program.unit(), kernel, extents, given, targets);
    }
    let streams = uploaded(program, kernel, given);
    let outputs = kernel.parameters.iter().filter(|parameter| matches!(parameter.role, Role::Variable { .. }));
    let mut outputs: Vec<(&str, AnyStream)> =
        outputs.map(|parameter| (parameter.name.as_str(), program.stream_of(parameter.ty, 3).unwrap())).collect();
    let mut call = program.kernel(&kernel.name).unwrap().shape(Shape::try_from(extents).unwrap());
    bind!(call, kernel, given, &streams);
    for (name, output) in &mut outputs {
        call = call.output(name, output);
    }
    call.run()?;
    Ok(outputs.iter().map(|(_, output)| apart(output)).collect())
}

/// Reduces a stream on a device to `extents`.
pub fn reduce_on(
    device: &Device,
    unit: &Unit,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
    targets: PlanLimits,
) -> Vec<Vec<f32>> {
    let program = Program::new(&cut(device, targets), unit.clone());
    reduce_with(&program, kernel, extents, given)
}

/// The same, on the program's own device.
pub fn reduce_with(
    program: &Program,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
) -> Vec<Vec<f32>> {
    try_reduce_with(program, kernel, extents, given).unwrap_or_else(|error| panic!("{error}"))
}

pub fn try_reduce_with(
    program: &Program,
    kernel: &StreamKernel,
    extents: &[usize],
    given: &[ParameterValue],
) -> Result<Vec<Vec<f32>>, brooklet::brook::Error> {
    if let Some(targets) = limits(program) {
        lowered::reduce(program.unit(), kernel, extents, given, targets);
    }
    let streams = uploaded(program, kernel, given);
    let accumulator = kernel.parameters.iter().find(|parameter| parameter.role == Role::Accumulator).unwrap();
    let mut result = program.stream_of(accumulator.ty, Shape::try_from(extents).unwrap()).unwrap();
    let mut call = program.reduction(&kernel.name).unwrap();
    bind!(call, kernel, given, &streams);
    call.output(&mut result)?;
    Ok(apart(&result))
}

/// What a program made; none where a chip has no room for a kernel of it, or no loops whose end depends on data.
pub fn fitting<T>(result: Result<T, brooklet::brook::Error>) -> Option<T> {
    match result {
        Ok(made) => Some(made),
        Err(brooklet::brook::Error::Device(error)) => super::fitting(Err(error)),
        Err(error) => panic!("{error}"),
    }
}

/// Whether two lists of floats are the same: both NaN, equal, or off by no more than the tolerance, relative above 1.
pub fn close(a: &[f32], b: &[f32], tolerance: f32) -> bool {
    let near = |a: f32, b: f32| a == b || (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * a.abs().max(1.0);
    a.len() == b.len() && a.iter().zip(b).all(|(a, b)| near(*a, *b))
}

/// The ways in which plans are cut.
pub const CUTS: [PlanLimits; 3] = [
    PlanLimits { outputs: 4, inputs: 16, mixed_formats: true, integers: true, fan_in: 8 },
    PlanLimits { outputs: 1, inputs: 16, mixed_formats: true, integers: true, fan_in: 8 },
    PlanLimits { outputs: 2, inputs: 4, mixed_formats: true, integers: true, fan_in: 4 },
];

/// The ways in which a test has plans cut: one of them where a run is quick.
pub fn cuts() -> Vec<PlanLimits> {
    super::level::one_in_turn(CUTS.to_vec())
}

/// Runs the last kernel of a program that the host can call on the interpreter, and from its plan in every dialect and cut;
/// all must agree. What the interpreter gives.
pub fn everywhere(text: &str, extents: &[usize], given: &[ParameterValue]) -> Vec<Vec<f32>> {
    everywhere_within(2e-5, text, extents, given)
}

/// The same, with devices that may be off by so much.
pub fn everywhere_within(tolerance: f32, text: &str, extents: &[usize], given: &[ParameterValue]) -> Vec<Vec<f32>> {
    agree(tolerance, text, extents, given, |_| false)
}

/// The same of a program whose whole numbers are beyond those that a device without integers has.
pub fn everywhere_with_integers(text: &str, extents: &[usize], given: &[ParameterValue]) -> Vec<Vec<f32>> {
    agree(2e-5, text, extents, given, |device| !super::has_integers(device))
}

fn agree(
    tolerance: f32,
    text: &str,
    extents: &[usize],
    given: &[ParameterValue],
    skips: impl Fn(&Device) -> bool,
) -> Vec<Vec<f32>> {
    let unit = unit(text);
    let kernel = unit.kernels.last().expect("a kernel that the host can call");
    let reference: Vec<Vec<f32>> =
        kernel.run(extents, given, &[]).unwrap().into_iter().map(|array| array.values).collect();
    super::each_dialect(|device| {
        for targets in cuts() {
            let old: Vec<Array> = kernel
                .slots(|role| *role == Role::Output)
                .iter()
                .map(|slot| Array::zeros(extents, kernel.ty(*slot).count()))
                .collect();
            if skips(device) {
                continue;
            }
            let program = Program::new(&cut(device, targets), unit.clone());
            let results = try_map_with(&program, kernel, extents, given, &old);
            let Some(results) = fitting(results) else { continue };
            assert_eq!(results.len(), reference.len(), "{text}");
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

/// A kernel `float x<>, float y<>, out float4 r<>` with this body, for pairs of numbers.
pub fn on_pairs(body: &str, pairs: &[(f32, f32)]) -> Vec<[f32; 4]> {
    on_pairs_within(2e-5, body, pairs)
}

pub fn on_pairs_within(tolerance: f32, body: &str, pairs: &[(f32, f32)]) -> Vec<[f32; 4]> {
    let text = format!("kernel void k(float x<>, float y<>, out float4 r<>) {{ {body} }}");
    let (x, y): (Vec<f32>, Vec<f32>) = pairs.iter().copied().unzip();
    let n = [pairs.len()];
    let results =
        everywhere_within(tolerance, &text, &n, &[stream(&n, 1, &x), stream(&n, 1, &y), ParameterValue::Nothing]);
    results[0].chunks(4).map(|chunk| chunk.try_into().unwrap()).collect()
}

pub fn on_one(body: &str, x: f32, y: f32) -> [f32; 4] {
    on_pairs(body, &[(x, y)])[0]
}

/// The same of a body whose whole numbers are beyond those that a device without integers has.
pub fn on_one_with_integers(body: &str, x: f32, y: f32) -> [f32; 4] {
    let text = format!("kernel void k(float x<>, float y<>, out float4 r<>) {{ {body} }}");
    let results =
        everywhere_with_integers(&text, &[1], &[stream(&[1], 1, &[x]), stream(&[1], 1, &[y]), ParameterValue::Nothing]);
    results[0][..].try_into().unwrap()
}
