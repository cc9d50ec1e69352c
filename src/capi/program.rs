//! Brook programs of the C interface.

use std::cell::{Cell, RefCell};
use std::ffi::c_char;
use std::rc::Rc;

use super::argument::{Argument, ArgumentRef};
use super::device::{device, is_default, note};
use super::error::{Status, Wrong, guard};
use super::handles::{Handle, Handles, local};
use super::pointers::{check, set};
use crate::brook::Program;
use crate::brook::ir::StreamKernel;

thread_local! {
    static PROGRAMS: RefCell<Handles<Rc<Program>>> = const { Handles::new(2) };
    /// Whether it has been said what a device makes of ints: once a program.
    static SAID: Cell<bool> = const { Cell::new(false) };
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
        let (name, text) = (super::pointers::text(name, "name")?, super::pointers::text(text, "text")?);
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
pub(super) fn call<'p, 'c>(
    program: &'p Program,
    name: &str,
    arguments: &'c [Argument],
) -> Result<(&'p StreamKernel, Vec<ArgumentRef<'c>>), Wrong> {
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
    let given = arguments.iter().map(ArgumentRef::of).collect::<Result<_, _>>()?;
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
