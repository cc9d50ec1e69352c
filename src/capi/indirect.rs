//! Gather and scatter operators of Brook programs in the C interface.

use std::ffi::c_char;

use super::argument::{Argument, ArgumentRef, read};
use super::error::{CallError, Status, guard};
use super::handles::Handle;
use super::pointers::{slice, text};
use crate::Shape;
use crate::brook::{AnyStream, Scatter};

/// Looks up the three arguments of `brooklet_program_gather_op` or `brooklet_program_scatter_op`.
fn three(arguments: *const Argument) -> Result<[ArgumentRef<'static>; 3], CallError> {
    let [a, b, c] = slice(arguments, 3, "arguments")? else { unreachable!("three were asked for") };
    Ok([ArgumentRef::of(a)?, ArgumentRef::of(b)?, ArgumentRef::of(c)?])
}

/// Checks that two arguments of an operator are different streams.
fn apart(a: &ArgumentRef, b: &ArgumentRef, what: &str) -> Result<(), CallError> {
    match a.handle == b.handle {
        true => Err(CallError::new(Status::Argument, format!("{what} must be different streams"))),
        false => Ok(()),
    }
}

/// `streamGatherOp(dst, index, array, op)`: element by element in the order of the index, `dst[i] = array[index[i]]`, and
/// `array[index[i]]` becomes what the reduction makes of it. `arguments` are the three streams.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_program_gather_op(
    program: Handle,
    reduction: *const c_char,
    arguments: *const Argument,
) -> Status {
    guard(|| {
        let program = super::program::program(program)?;
        let name = text(reduction, "reduction")?;
        let [dst, index, array] = three(arguments)?;
        apart(&dst, &array, "dst and array")?;
        apart(&index, &array, "index and array")?;
        apart(&index, &dst, "index and dst")?;
        let index_held = index.stream(name, "index")?.read()?;
        let mut to = dst.stream(name, "dst")?.write(dst.domain.is_none())?;
        let mut from = array.stream(name, "array")?.write(false)?;
        let call = program.reduction(name)?;
        call.gather_op(
            written(&mut to, dst.domain),
            read(&index_held, index.domain),
            written(&mut from, array.domain),
        )?;
        dst.stream(name, "dst")?.filled();
        Ok(())
    })
}

fn written(any: &mut AnyStream, domain: Option<(Shape, Shape)>) -> crate::brook::OutputArgument<'_> {
    match domain {
        Some((low, high)) => any.domain_mut(low, high).into(),
        None => any.into(),
    }
}

/// `streamScatterOp(dst, index, src, op)`, element by element in the order of the index. `rule` 0 is that of Brook's runtime:
/// `dst[i] = op(src[index[i]], dst[i])`; 1 that of Brook's paper: `dst[index[i]] = op(src[i], dst[index[i]])`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_program_scatter_op(
    program: Handle,
    reduction: *const c_char,
    arguments: *const Argument,
    rule: u32,
) -> Status {
    guard(|| {
        let rule = match rule {
            0 => Scatter::Runtime,
            1 => Scatter::Paper,
            _ => return Err(CallError::new(Status::Argument, format!("rule is {rule}: it must be 0 or 1"))),
        };
        let program = super::program::program(program)?;
        let name = text(reduction, "reduction")?;
        let [dst, index, src] = three(arguments)?;
        apart(&dst, &src, "dst and src")?;
        apart(&dst, &index, "dst and index")?;
        let (index_held, src_held) = (index.stream(name, "index")?.read()?, src.stream(name, "src")?.read()?);
        let mut to = dst.stream(name, "dst")?.write(false)?;
        let call = program.reduction(name)?;
        let (index, src) = (read(&index_held, index.domain), read(&src_held, src.domain));
        call.scatter_op_by(rule, written(&mut to, dst.domain), index, src)?;
        Ok(())
    })
}
