//! Brook programs of the C interface.

use std::cell::{Cell, RefCell};
use std::ffi::c_char;
use std::rc::Rc;

use super::argument::{Argument, ArgumentRef};
use super::device::{device, is_default, note};
use super::error::{CallError, Status, guard};
use super::handles::{Handle, Handles, local};
use super::pointers::{check, set};
use crate::brook::ir::StreamKernel;
use crate::brook::{EmbeddedKernels, Program};

thread_local! {
    static PROGRAMS: RefCell<Handles<Rc<Program>>> = const { Handles::new(2) };
    /// Kernels that this process has checked before its host code passes their source text.
    static CHECKED: RefCell<Vec<EmbeddedKernels>> = const { RefCell::new(Vec::new()) };
    /// Whether the note on rounded ints has been printed on this thread.
    static SAID: Cell<bool> = const { Cell::new(false) };
}

pub(super) fn program(handle: Handle) -> Result<Rc<Program>, CallError> {
    local(&PROGRAMS, |programs| programs.get(handle))
}

/// Keeps checked kernels for host code that this thread is about to run. When the host code passes their source text, it is not parsed
/// again.
pub fn expect_kernels(kernels: EmbeddedKernels) {
    // An error means that the thread is ending, so no host code will run.
    let _ = local(&CHECKED, |checked| {
        checked.push(kernels);
        Ok(())
    });
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
        let device = self::device(device)?;
        let known = local(&CHECKED, |checked| {
            let place = checked.iter().position(|kernels| kernels.text == text);
            Ok(place.map(|place| checked.swap_remove(place).unit))
        })?;
        let made = match known {
            Some(unit) => Program::new(&device, unit),
            None => Program::compile(&device, name, text)?,
        };
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

/// Looks up a kernel of a program and its arguments, which are in the order of its parameters.
pub(super) fn call<'p, 'c>(
    program: &'p Program,
    name: &str,
    arguments: &'c [Argument],
) -> Result<(&'p StreamKernel, Vec<ArgumentRef<'c>>), CallError> {
    let Some(kernel) = program.unit().kernel(name) else {
        let known: Vec<&str> = program.unit().kernels.iter().map(|kernel| kernel.name.as_str()).collect();
        let text = format!("the program has no kernel `{name}`: it has {}", known.join(", "));
        return Err(CallError::new(Status::Argument, text));
    };
    let (given, wanted) = (arguments.len(), kernel.parameters.len());
    if given != wanted {
        let text = format!("kernel `{name}` has {wanted} parameters, and is given {given} arguments");
        return Err(CallError::new(Status::Argument, text));
    }
    let given = arguments.iter().map(ArgumentRef::of).collect::<Result<_, _>>()?;
    // Only for the default device: callers that open a device can query this themselves, whole programs cannot.
    if !SAID.get()
        && is_default(program.device())
        && let Some(text) = program.rounded_ints(name)?
    {
        SAID.set(true);
        note(&text);
    }
    Ok((kernel, given))
}

#[cfg(test)]
mod tests {
    use std::ffi::CString;

    use super::*;
    use crate::brook::{PARSED, ProgramFile};
    use crate::capi::{brooklet_device_free, brooklet_device_open};

    // Covers the way from the command to the first kernel: `run` checks whether there is a `main` and translates, then the host code
    // passes its text.
    #[test]
    fn a_program_is_parsed_once() {
        let parsed = || PARSED.with(|parsed| parsed.get());
        let before = parsed();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/programs/saxpy.br");
        let file = ProgramFile::open(path, &Default::default()).unwrap();
        assert!(file.has_main());
        let kernels = file.translate().unwrap().kernels.unwrap();
        let text = CString::new(kernels.text.clone()).unwrap();
        expect_kernels(kernels);
        let (mut device, mut program) = (0, 0);
        let runtime = c"cpu";
        assert_eq!(unsafe { brooklet_device_open(runtime.as_ptr(), &mut device) }, Status::Ok);
        let new = |program: &mut Handle| unsafe {
            brooklet_program_new(device, c"saxpy.br".as_ptr(), text.as_ptr(), program)
        };
        assert_eq!(new(&mut program), Status::Ok);
        assert_eq!(parsed() - before, 1);
        assert!(self::program(program).is_ok_and(|program| program.unit().kernel("saxpy").is_some()));
        // Checked kernels are used once: passing the same text again parses it again.
        let mut second = 0;
        assert_eq!(new(&mut second), Status::Ok);
        assert_eq!(parsed() - before, 2);
        for program in [program, second] {
            assert_eq!(unsafe { brooklet_program_free(program) }, Status::Ok);
        }
        assert_eq!(unsafe { brooklet_device_free(device) }, Status::Ok);
    }
}
