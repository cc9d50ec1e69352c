//! Reductions of Brook programs in the C interface.

use std::cell::Ref;
use std::ffi::c_char;

use super::argument::{Argument, ArgumentRef, constant, read, read_all};
use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{slice, slice_mut, text};
use super::program::{call, program};
use crate::Shape;
use crate::brook::ir::{Role, StreamKernel};
use crate::brook::{AnyStream, Program};

/// Builds the call of a reduction: its operand and other arguments, without the accumulator.
fn reduction<'p, 'r>(
    program: &'p Program,
    kernel: &'r StreamKernel,
    given: &'r [ArgumentRef],
    reads: &'r [Option<Ref<AnyStream>>],
) -> Result<crate::brook::ReductionCall<'r>, CallError>
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

fn accumulator(kernel: &StreamKernel) -> usize {
    kernel.parameters.iter().position(|parameter| parameter.role == Role::Accumulator).unwrap_or(0)
}

pub(super) fn reduce_to_stream(
    program: &Program,
    kernel: &StreamKernel,
    given: &[ArgumentRef],
) -> Result<(), CallError> {
    let target = &given[accumulator(kernel)];
    let held = target.stream(&kernel.name, &kernel.parameters[accumulator(kernel)].name)?;
    let same = given.iter().filter(|other| other.handle == target.handle).count() > 1;
    if same {
        // The call reads the old values of its result's stream, so the result goes to another stream first.
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
            return Err(CallError::new(Status::Argument, format!("`{name}` is a kernel, not a reduction")));
        }
        let fields = &kernel.parameters[accumulator(kernel)].fields;
        let wanted: usize = fields.iter().map(|field| field.host_bytes()).sum();
        if bytes != wanted as u64 {
            let text = format!("the value of `{name}` has {wanted} bytes, and there is room for {bytes}");
            return Err(CallError::new(Status::Argument, text));
        }
        let value = slice_mut(value.cast::<u8>(), wanted, "value")?;
        let reads = read_all(kernel, &given)?;
        value.copy_from_slice(&self::reduction(&program, kernel, &given, &reads)?.bytes()?);
        Ok(())
    })
}
