//! Runs a call: on the interpreter for as long as it takes to know that its loops end, then on the device.

use brooklet::backend::BackendError;
use brooklet::brook::interpret::RunError;
use brooklet::brook::ir::{Role, StreamKernel};
use brooklet::brook::{self, AnyArgument, AnyStream, PlanLimits, Program, Unit};
use brooklet::capture::Contents;
use brooklet::{Components, Device, Shape};

use super::arguments::{Prepared, Value};

/// The most iterations of all loops of an element: llvmpipe leaves loops after about as many, without a word.
pub const MAX_ITERATIONS: u64 = 1 << 16;
/// The most iterations of all elements together.
const MAX_WORK: u64 = 1 << 26;
/// The most operations of all elements together: a second of two cores, a moment of a graphics chip.
const MAX_OPERATIONS: u64 = 1 << 33;
/// The most iterations that the interpreter takes to find out.
const MAX_TRIED: u64 = 1 << 16;
/// The most elements that it tries.
const MAX_ELEMENTS: usize = 1 << 12;

/// What a field of an output holds.
pub struct Field {
    pub name: String,
    /// Its type, as the program calls it.
    pub ty: String,
    pub contents: std::rc::Rc<Contents>,
    /// Its numbers, element after element.
    pub numbers: Vec<f32>,
}

/// An output.
pub struct Output {
    pub shape: Shape,
    /// Whether it is the value of a reduction.
    pub value: bool,
    pub fields: Vec<Field>,
}

/// A pass that ran.
pub struct PassRan {
    pub kernel: String,
    pub width: usize,
    pub height: usize,
    pub targets: usize,
}

pub struct Done {
    pub outputs: Vec<Output>,
    pub passes: Vec<PassRan>,
    /// The most iterations that an element was seen to take; none of a kernel without loops.
    pub iterations: Option<u64>,
}

/// Why a call did not run.
#[derive(Clone, PartialEq, Debug)]
pub enum Stopped {
    /// What it was given does not go together, or it would take too long.
    Refused(String),
    /// The driver or the context failed.
    Failed(String),
}

/// The program for a device, with its loops bounded: whatever a call is given, it comes to an end.
pub fn program(device: &Device, unit: &Unit) -> Program {
    let bounded = |kernel: &StreamKernel| match kernel.has_loops() {
        true => kernel.clone().with_bounded_loops(MAX_ITERATIONS as u32),
        false => kernel.clone(),
    };
    Program::new(device, Unit { kernels: unit.kernels.iter().map(bounded).collect(), ..unit.clone() })
}

/// How many iterations an element takes at most, as far as can be seen; none of a kernel without loops.
///
/// # Errors
/// More than are run, in words.
pub fn iterations(kernel: &StreamKernel, prepared: &Prepared) -> Result<Option<u64>, String> {
    let count = prepared.shape.count();
    if !kernel.has_loops() {
        return Ok(None);
    }
    // All of them where they are few; else some from everywhere: an odd stride, as extents are even as a rule.
    let tried = count.min(MAX_ELEMENTS);
    let stride = if count > tried { (count / tried) | 1 } else { 1 };
    let (mut max, mut sum, mut seen) = (0, 0, 0);
    for number in 0..tried {
        let element = (number as u64 * stride as u64 % count as u64) as usize;
        let taken = kernel.iterations(prepared.shape.extents(), &prepared.given, [element], MAX_ITERATIONS);
        let taken = match taken {
            Ok(taken) => taken.first().copied().unwrap_or(0),
            Err(RunError::Endless { element, max, .. }) => {
                return Err(format!(
                    "This is not run: the loops of element {element} take more than {max} iterations. A loop that does \
                     not end would stop the graphics chip; let it end sooner, or go on in another call."
                ));
            }
            Err(error) => return Err(error.to_string()),
        };
        max = max.max(taken);
        sum += taken;
        seen += 1;
        if sum > MAX_TRIED {
            break;
        }
    }
    let mean = sum.div_ceil(seen.max(1));
    let all = mean * count as u64;
    if all > MAX_WORK {
        return Err(format!(
            "This is not run: {count} elements of about {mean} iterations are {all} in all; the maximum is {MAX_WORK}. \
             Make the streams smaller."
        ));
    }
    Ok(Some(max))
}

/// Sees that a call takes no more operations than are run.
fn check_operations(unit: &Unit, kernel: &StreamKernel, count: usize, iterations: u64) -> Result<(), String> {
    let plans = unit.plans(PlanLimits::default()).find(|(other, _)| other.name == kernel.name);
    let Some((_, Ok(plan))) = plans else { return Ok(()) };
    let each: u64 = plan.passes.iter().map(|pass| (pass.cost.arithmetic + pass.cost.fetches) as u64).sum();
    let all = u128::from(each) * u128::from(iterations + 1) * count as u128;
    if all <= u128::from(MAX_OPERATIONS) {
        return Ok(());
    }
    Err(format!(
        "This is not run: {count} elements take about {all} operations; the maximum is {MAX_OPERATIONS}. Make the streams \
         smaller."
    ))
}

/// Runs a call.
///
/// # Errors
/// Why it did not.
pub fn run(program: &Program, kernel: &StreamKernel, prepared: &Prepared) -> Result<Done, Stopped> {
    let iterations = iterations(kernel, prepared).map_err(Stopped::Refused)?;
    check_operations(program.unit(), kernel, prepared.shape.count(), iterations.unwrap_or(0))
        .map_err(Stopped::Refused)?;
    let (outputs, trace) = program.device().traced(|| match kernel.reduction {
        true => reduce(program, kernel, prepared),
        false => map(program, kernel, prepared),
    });
    let outputs = outputs.map_err(|error| stopped(&error))?;
    let passes = trace.passes().map(|pass| PassRan {
        kernel: pass.kernel.clone(),
        width: pass.width,
        height: pass.height,
        targets: pass.outputs,
    });
    Ok(Done { outputs, passes: passes.collect(), iterations })
}

/// Whose fault an error is.
fn stopped(error: &brook::Error) -> Stopped {
    use brooklet::Error::Backend;
    match error {
        // That a dialect has no operators on bits, say, is the program's affair.
        brook::Error::Device(Backend(BackendError::Lacks { .. })) => Stopped::Refused(error.to_string()),
        brook::Error::Device(Backend(_)) => Stopped::Failed(error.to_string()),
        _ => Stopped::Refused(error.to_string()),
    }
}

/// The streams that a call reads.
fn streams(
    program: &Program,
    kernel: &StreamKernel,
    prepared: &Prepared,
) -> Result<Vec<Option<AnyStream>>, brook::Error> {
    let mut streams = Vec::new();
    for (parameter, value) in kernel.parameters.iter().zip(&prepared.values) {
        streams.push(match value {
            Value::Stream(shape, floats) => {
                let mut stream = program.stream_of(parameter.ty, *shape)?;
                stream.write(floats)?;
                Some(stream)
            }
            _ => None,
        });
    }
    Ok(streams)
}

/// What a call reads: the names of parameters, and what they are given.
fn read<'a>(
    kernel: &'a StreamKernel,
    prepared: &'a Prepared,
    streams: &'a [Option<AnyStream>],
) -> impl Iterator<Item = (&'a str, AnyArgument<'a>)> {
    let all = kernel.parameters.iter().zip(&prepared.values).zip(streams);
    all.filter_map(|((parameter, value), stream)| {
        let argument = match (value, stream) {
            (Value::Constant(constant), _) => constant.clone().into(),
            (Value::Iterator(iterator), _) => iterator.clone().into(),
            (_, stream) => stream.as_ref()?.into(),
        };
        Some((parameter.name.as_str(), argument))
    })
}

fn map(program: &Program, kernel: &StreamKernel, prepared: &Prepared) -> Result<Vec<Output>, brook::Error> {
    let streams = streams(program, kernel, prepared)?;
    let mut written = Vec::new();
    for parameter in kernel.parameters.iter().filter(|p| p.role.is_output()) {
        let mut stream = program.stream_of(parameter.ty, prepared.shape)?;
        // Elements that are discarded, or that nothing is scattered to, keep what they held.
        stream.write(&vec![0.0; stream.len() * stream.floats()])?;
        written.push((parameter, stream));
    }
    let mut call = program.kernel(&kernel.name)?;
    if kernel.parameters.iter().any(|parameter| matches!(parameter.role, Role::Variable { .. })) {
        call = call.shape(prepared.shape);
    }
    for (name, argument) in read(kernel, prepared, &streams) {
        call = call.argument(name, argument);
    }
    for (parameter, stream) in &mut written {
        call = call.output(&parameter.name, stream);
    }
    call.run()?;
    let mut outputs = Vec::new();
    for (parameter, stream) in &written {
        outputs.push(output(&parameter.name, stream.shape(), false, stream.fields(), &stream.read()?)?);
    }
    Ok(outputs)
}

fn reduce(program: &Program, kernel: &StreamKernel, prepared: &Prepared) -> Result<Vec<Output>, brook::Error> {
    let streams = streams(program, kernel, prepared)?;
    let mut call = program.reduction(&kernel.name)?;
    for (name, argument) in read(kernel, prepared, &streams) {
        call = call.argument(name, argument);
    }
    let floats = call.floats()?;
    let accumulators = kernel.parameters.iter().filter(|parameter| parameter.role == Role::Accumulator);
    let made = accumulators.map(|parameter| output(&parameter.name, Shape::from(1), true, &parameter.fields, &floats));
    made.collect()
}

/// An output, with the floats of its elements taken apart into fields.
fn output(
    name: &str,
    shape: Shape,
    value: bool,
    fields: &[brook::Field],
    floats: &[f32],
) -> Result<Output, brook::Error> {
    let each: usize = fields.iter().map(|field| field.ty.count()).sum();
    let mut start = 0;
    let mut made = Vec::new();
    for field in fields {
        let own = start..start + field.ty.count();
        start = own.end;
        let numbers: Vec<f32> = floats.chunks_exact(each).flat_map(|element| &element[own.clone()]).copied().collect();
        let components = Components::of(field.ty.count()).unwrap_or(Components::One);
        let contents = Contents::of_floats(components, shape, &numbers).map_err(brooklet::Error::from)?;
        let name = if field.path.is_empty() { name.to_owned() } else { format!("{name}.{}", field.path) };
        made.push(Field { name, ty: field.ty.brook().to_owned(), contents: contents.into(), numbers });
    }
    Ok(Output { shape, value, fields: made })
}
