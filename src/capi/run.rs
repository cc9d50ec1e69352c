//! Runs kernels of Brook programs in the C interface.

use std::cell::{Ref, RefMut};
use std::collections::HashMap;
use std::ffi::c_char;

use super::argument::{Argument, ArgumentRef, constant, read};
use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{slice, text};
use super::program::{call, program};
use super::reduction::reduce_to_stream;
use crate::brook::ir::{Role, StreamKernel};
use crate::brook::{AnyStream, KernelCall, Program, before};

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

fn run(program: &Program, kernel: &StreamKernel, given: &[ArgumentRef]) -> Result<(), CallError> {
    let is_written = |role: Role| role.is_output();
    // Each stream is borrowed once: mutably if any argument writes it.
    let mut writes: HashMap<Handle, usize> = HashMap::new();
    for (at, parameter) in kernel.parameters.iter().enumerate() {
        if is_written(parameter.role) && writes.insert(given[at].handle, at).is_some() && given[at].handle != 0 {
            let text = format!("kernel `{}`: output `{}` is the stream of another output", kernel.name, parameter.name);
            return Err(CallError::new(Status::Argument, text));
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
    // Computed before any stream is borrowed mutably, because an input may be one of those.
    let rows: Vec<Option<usize>> = (0..given.len()).map(|at| rows_of(kernel, given, at)).collect();
    let mut outputs: Vec<(usize, RefMut<AnyStream>)> = Vec::new();
    for (at, parameter) in kernel.parameters.iter().enumerate().filter(|(_, parameter)| is_written(parameter.role)) {
        let held = given[at].stream(&kernel.name, &parameter.name)?;
        let keeps = kernel.discards || matches!(parameter.role, Role::Scatter { .. });
        let whole = given[at].domain.is_none() && !keeps && !olds.contains_key(&at);
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

/// Returns the width of the rows of a variable output that had two dimensions: that of the widest input stream.
fn rows_of(kernel: &StreamKernel, given: &[ArgumentRef], at: usize) -> Option<usize> {
    let two = |given: &ArgumentRef| given.held.as_ref().is_some_and(|held| held.shape().rank() == 2);
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
