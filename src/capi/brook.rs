//! Brook programs of the C interface.

use std::cell::{Cell, Ref, RefCell, RefMut};
use std::collections::HashMap;
use std::ffi::c_char;
use std::rc::Rc;

use super::device::{device, is_default, note};
use super::error::{Status, Wrong, guard};
use super::handles::{Handle, Handles, local};
use super::pointers::{check, set, slice, slice_mut, text};
use super::stream::{Held, domain, stream};
use crate::Shape;
use crate::brook::ir::{Kernel, Role};
use crate::brook::{AnyStream, ConstantArgument, InputArgument, KernelCall, Program, before};

thread_local! {
    static PROGRAMS: RefCell<Handles<Rc<Program>>> = const { Handles::new(2) };
    /// Whether it has been said what a device makes of ints: once a program.
    static SAID: Cell<bool> = const { Cell::new(false) };
}

/// An argument of a kernel: a stream or a domain of one, or the value of a constant.
#[repr(C)]
pub struct Argument {
    /// The stream; 0: a constant, or nothing.
    pub stream: Handle,
    /// Whether only the elements from `low` up to, and without, `high` are meant.
    pub is_domain: u32,
    /// Not used: 0.
    pub reserved: u32,
    /// The first element of a domain along each dimension, slowest first.
    pub low: [u64; 4],
    /// Behind the last.
    pub high: [u64; 4],
    /// The value of a constant, field by field without gaps.
    pub constant: *const std::ffi::c_void,
    /// How many bytes it has.
    pub bytes: u64,
}

/// An argument that has been looked up.
pub(super) struct Given<'c> {
    held: Option<Rc<Held>>,
    pub handle: Handle,
    pub domain: Option<(Shape, Shape)>,
    constant: &'c [u8],
}

impl Given<'_> {
    pub fn of(argument: &Argument) -> Result<Given<'_>, Wrong> {
        if argument.reserved != 0 {
            let text = format!(
                "`reserved` of an argument is {}: 0 is for later versions to mean something else",
                argument.reserved
            );
            return Err(Wrong::new(Status::Argument, text));
        }
        let held = if argument.stream == 0 { None } else { Some(stream(argument.stream)?) };
        let domain = match &held {
            Some(held) if argument.is_domain != 0 => {
                domain(argument.low.as_ptr(), argument.high.as_ptr(), held.shape().rank())?
            }
            _ => None,
        };
        let bytes = usize::try_from(argument.bytes).unwrap_or(usize::MAX);
        let constant = match held {
            None => slice(argument.constant.cast::<u8>(), bytes, "the value of a constant")?,
            Some(_) => &[],
        };
        Ok(Given { held, handle: argument.stream, domain, constant })
    }

    pub fn stream(&self, kernel: &str, name: &str) -> Result<&Rc<Held>, Wrong> {
        let text = || format!("kernel `{kernel}`: `{name}` is a stream, and is given none");
        self.held.as_ref().ok_or_else(|| Wrong::new(Status::Argument, text()))
    }
}

pub(super) fn program(handle: Handle) -> Result<Rc<Program>, Wrong> {
    local(&PROGRAMS, |programs| programs.get(handle))
}

/// Compiles the kernels of a Brook program, whose source is `text`, for a device; `name` is that of its file, for messages. Its host
/// code is passed over. What is wrong with it is `BROOKLET_STATUS_COMPILE`, and the text of the error shows where. The caller frees
/// the program.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_program_new(
    device: Handle,
    name: *const c_char,
    text: *const c_char,
    program: *mut Handle,
) -> Status {
    guard(|| {
        check(program, "program")?;
        let (name, text) = (self::text(name, "name")?, self::text(text, "text")?);
        let made = Program::compile(&self::device(device)?, name, text)?;
        set(program, local(&PROGRAMS, |programs| programs.insert(Rc::new(made)))?, "program")
    })
}

/// Frees a program. Its handle is an error from then on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_program_free(program: Handle) -> Status {
    guard(|| {
        let freed = local(&PROGRAMS, |programs| programs.remove(program))?;
        drop(freed);
        Ok(())
    })
}

/// The kernel of a program, and its arguments in the order of its parameters.
fn call<'p, 'c>(
    program: &'p Program,
    name: &str,
    arguments: &'c [Argument],
) -> Result<(&'p Kernel, Vec<Given<'c>>), Wrong> {
    let Some(kernel) = program.unit().kernel(name) else {
        let known: Vec<&str> = program.unit().kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        let text = format!("the program has no kernel `{name}`: it has {}", known.join(", "));
        return Err(Wrong::new(Status::Argument, text));
    };
    let (given, wanted) = (arguments.len(), kernel.parameters.len());
    if given != wanted {
        let text = format!("kernel `{name}` has {wanted} parameters, and is given {given} arguments");
        return Err(Wrong::new(Status::Argument, text));
    }
    let given = arguments.iter().map(Given::of).collect::<Result<_, _>>()?;
    // Whole programs have nobody else to ask for it.
    if !SAID.get()
        && is_default(program.device())
        && let Some(text) = program.rounded_ints(name)?
    {
        SAID.set(true);
        note(&text);
    }
    Ok((kernel, given))
}

fn constant(kernel: &Kernel, at: usize, bytes: &[u8]) -> Result<ConstantArgument, Wrong> {
    let parameter = &kernel.parameters[at];
    let wanted: usize = parameter.fields.iter().map(|field| field.host_bytes()).sum();
    if bytes.len() != wanted {
        let (kernel, name, given) = (&kernel.name, &parameter.name, bytes.len());
        let text = format!("kernel `{kernel}`: constant `{name}` has {wanted} bytes, and is given {given}");
        return Err(Wrong::new(Status::Argument, text));
    }
    let is_record = matches!(parameter.ty, crate::brook::Type::Record(_));
    Ok(ConstantArgument::from_bytes(&parameter.fields, is_record, bytes))
}

/// What a call reads: a stream, or a domain of one.
pub(super) fn read(any: &AnyStream, domain: Option<(Shape, Shape)>) -> InputArgument<'_> {
    match domain {
        Some((low, high)) => any.domain(low, high).into(),
        None => any.into(),
    }
}

/// Runs a kernel, whose `count` arguments stand in the order of its parameters: a handle for each stream, the bytes for each
/// constant. Streams are made before, those that are written too. A stream that is read and written has its old values
/// where it is read. A variable output gets the extents of what is pushed: one dimension; or rows as wide as the widest stream
/// that is read, if it had two, of which the last ends in infinities.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_program_run(
    program: Handle,
    kernel: *const c_char,
    arguments: *const Argument,
    count: u32,
) -> Status {
    guard(|| {
        let program = self::program(program)?;
        let name = text(kernel, "kernel")?;
        let arguments = slice(arguments, count as usize, "arguments")?;
        let (kernel, given) = call(&program, name, arguments)?;
        if kernel.reduction {
            return reduce_to_stream(&program, kernel, &given);
        }
        run(&program, kernel, &given)
    })
}

fn run(program: &Program, kernel: &Kernel, given: &[Given]) -> Result<(), Wrong> {
    let is_written = |role: Role| matches!(role, Role::Output | Role::Variable { .. });
    // Streams are borrowed once each: to be written where any argument writes.
    let mut writes: HashMap<Handle, usize> = HashMap::new();
    for (at, parameter) in kernel.parameters.iter().enumerate() {
        if is_written(parameter.role) && writes.insert(given[at].handle, at).is_some() && given[at].handle != 0 {
            let text = format!("kernel `{}`: output `{}` is the stream of another output", kernel.name, parameter.name);
            return Err(Wrong::new(Status::Argument, text));
        }
    }
    let mut reads: Vec<Option<Ref<AnyStream>>> = Vec::new();
    let mut olds: HashMap<usize, Vec<usize>> = HashMap::new();
    for (at, parameter) in kernel.parameters.iter().enumerate() {
        let is_read = parameter.role.is_stream() || parameter.role.is_gather();
        let writer = writes.get(&given[at].handle).copied().filter(|_| is_read && given[at].held.is_some());
        reads.push(match writer {
            Some(writer) => {
                olds.entry(writer).or_default().push(at);
                None
            }
            None if is_read => Some(given[at].stream(&kernel.name, &parameter.name)?.read()?),
            None => None,
        });
    }
    // Looked up before any stream is borrowed to be written: an input may be one of them.
    let rows: Vec<Option<usize>> = (0..given.len()).map(|at| rows_of(kernel, given, at)).collect();
    let mut outputs: Vec<(usize, RefMut<AnyStream>)> = Vec::new();
    for (at, parameter) in kernel.parameters.iter().enumerate().filter(|(_, parameter)| is_written(parameter.role)) {
        let held = given[at].stream(&kernel.name, &parameter.name)?;
        let whole = given[at].domain.is_none() && !kernel.discards && !olds.contains_key(&at);
        outputs.push((at, held.write(whole)?));
    }
    let name = |at: usize| kernel.parameters[at].name.as_str();
    let mut call: KernelCall = program.kernel(&kernel.name)?;
    for (at, parameter) in kernel.parameters.iter().enumerate() {
        call = match (&reads[at], parameter.role) {
            (Some(any), _) => call.stream(name(at), read(any, given[at].domain)),
            (None, Role::Constant) => call.constant(name(at), constant(kernel, at, given[at].constant)?),
            _ => call,
        };
    }
    for (at, any) in &mut outputs {
        let at = *at;
        let inputs = olds.get(&at).into_iter().flatten().map(|&input| match given[input].domain {
            Some((low, high)) => before(name(input)).domain(low, high),
            None => before(name(input)),
        });
        let inputs: Vec<_> = inputs.collect();
        call = match given[at].domain {
            Some((low, high)) => call.in_out(inputs, name(at), any.domain_mut(low, high)),
            None => call.in_out(inputs, name(at), &mut **any),
        };
    }
    call.run()?;
    drop(reads);
    outputs.iter().filter_map(|(at, _)| given[*at].held.as_ref()).for_each(|held| held.filled());
    for (at, any) in &mut outputs {
        if let Some(width) = rows[*at] {
            any.rows_of(width)?;
        }
    }
    Ok(())
}

/// How wide the rows of a variable output are, where it had two dimensions: as the widest stream that is read.
fn rows_of(kernel: &Kernel, given: &[Given], at: usize) -> Option<usize> {
    let two = |given: &Given| given.held.as_ref().is_some_and(|held| held.shape().rank() == 2);
    if !matches!(kernel.parameters[at].role, Role::Variable { .. }) || !two(&given[at]) {
        return None;
    }
    let read = given.iter().zip(&kernel.parameters).filter(|(_, parameter)| parameter.role.is_stream());
    let widths = read.filter_map(|(given, _)| {
        let whole = given.held.as_ref()?.shape().last();
        Some(given.domain.map_or(whole, |(low, high)| high.last().saturating_sub(low.last())))
    });
    Some(widths.max().unwrap_or(1).max(1))
}

/// The operand and other arguments of a reduction, without its accumulator.
fn reduction<'p, 'r>(
    program: &'p Program,
    kernel: &'r Kernel,
    given: &'r [Given],
    reads: &'r [Option<Ref<AnyStream>>],
) -> Result<crate::brook::ReductionCall<'r>, Wrong>
where
    'p: 'r,
{
    let mut call = program.reduction(&kernel.name)?;
    for (at, parameter) in kernel.parameters.iter().enumerate() {
        let name = parameter.name.as_str();
        call = match (&reads[at], parameter.role) {
            (Some(any), _) => call.stream(name, read(any, given[at].domain)),
            (None, Role::Constant) => call.constant(name, constant(kernel, at, given[at].constant)?),
            _ => call,
        };
    }
    Ok(call)
}

fn read_all<'g>(kernel: &Kernel, given: &'g [Given]) -> Result<Vec<Option<Ref<'g, AnyStream>>>, Wrong> {
    let one = |(parameter, given): (&crate::brook::ir::Parameter, &'g Given)| match () {
        () if parameter.role.is_stream() || parameter.role.is_gather() => {
            given.stream(&kernel.name, &parameter.name)?.read().map(Some)
        }
        () => Ok(None),
    };
    kernel.parameters.iter().zip(given).map(one).collect()
}

fn accumulator(kernel: &Kernel) -> usize {
    kernel.parameters.iter().position(|parameter| parameter.role == Role::Accumulator).unwrap_or(0)
}

fn reduce_to_stream(program: &Program, kernel: &Kernel, given: &[Given]) -> Result<(), Wrong> {
    let target = &given[accumulator(kernel)];
    let held = target.stream(&kernel.name, &kernel.parameters[accumulator(kernel)].name)?;
    let same = given.iter().filter(|other| other.handle == target.handle).count() > 1;
    if same {
        // It is read as it was: the result goes to another stream first.
        let whole = held.read()?;
        let shape = match target.domain {
            Some((low, high)) => {
                let extents: Vec<usize> =
                    low.extents().iter().zip(high.extents()).map(|(a, b)| b.saturating_sub(*a)).collect();
                Shape::try_from(extents.as_slice())?
            }
            None => whole.shape(),
        };
        let mut made = whole.like(shape)?;
        let reads = read_all(kernel, given)?;
        reduction(program, kernel, given, &reads)?.output(&mut made)?;
        drop((reads, whole));
        let bytes = made.read_bytes()?;
        let mut any = held.write(target.domain.is_none())?;
        match target.domain {
            Some((low, high)) => any.write_domain_bytes(low, high, &bytes)?,
            None => any.write_bytes(&bytes)?,
        }
        held.filled();
        return Ok(());
    }
    let reads = read_all(kernel, given)?;
    let call = reduction(program, kernel, given, &reads)?;
    let mut any = held.write(target.domain.is_none())?;
    match target.domain {
        Some((low, high)) => call.output(any.domain_mut(low, high))?,
        None => call.output(&mut *any)?,
    }
    held.filled();
    Ok(())
}

/// Reduces a stream to a value: `bytes` bytes at `value`, field by field without gaps. The arguments stand in the order of the
/// parameters; that of the accumulator is not looked at.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_program_reduce(
    program: Handle,
    reduction: *const c_char,
    arguments: *const Argument,
    count: u32,
    value: *mut std::ffi::c_void,
    bytes: u64,
) -> Status {
    guard(|| {
        let program = self::program(program)?;
        let name = text(reduction, "reduction")?;
        let (kernel, given) = call(&program, name, slice(arguments, count as usize, "arguments")?)?;
        if !kernel.reduction {
            return Err(Wrong::new(Status::Argument, format!("`{name}` is a kernel, and a reduction is wanted")));
        }
        let fields = &kernel.parameters[accumulator(kernel)].fields;
        let wanted: usize = fields.iter().map(|field| field.host_bytes()).sum();
        if bytes != wanted as u64 {
            let text = format!("the value of `{name}` has {wanted} bytes, and there is room for {bytes}");
            return Err(Wrong::new(Status::Argument, text));
        }
        let value = slice_mut(value.cast::<u8>(), wanted, "value")?;
        let reads = read_all(kernel, &given)?;
        value.copy_from_slice(&self::reduction(&program, kernel, &given, &reads)?.bytes()?);
        Ok(())
    })
}
