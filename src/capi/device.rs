//! Devices of the C interface.

use std::cell::{Cell, RefCell};
use std::ffi::c_char;
use std::path::PathBuf;
use std::rc::Rc;

use super::error::{CallError, Status, guard};
use super::handles::{Handle, Handles, local};
use super::pointers::{check, optional_text, set};
use super::runtime::{self, Runtime};
use crate::process::Process;
use crate::{Adapter, Device};

thread_local! {
    static DEVICES: RefCell<Handles<Device>> = const { Handles::new(0) };
    static DEFAULT: RefCell<Option<Handle>> = const { RefCell::new(None) };
    static KEEP: RefCell<bool> = const { RefCell::new(true) };
    static NOTES: Cell<bool> = const { Cell::new(true) };
    static GIVEN: RefCell<Option<Opener>> = const { RefCell::new(None) };
}

/// A function that opens a device when it is first needed.
type Opener = Box<dyn FnOnce() -> Result<Device, crate::Error>>;

/// Sets the device that the programs of this thread run on, which overrides `BRT_RUNTIME` and `BRT_ADAPTER`.
pub fn use_device(open: Box<dyn FnOnce() -> Result<Device, crate::Error>>) {
    let _ = local(&GIVEN, |given| Ok(given.replace(open)));
}

pub(super) fn device(handle: Handle) -> Result<Device, CallError> {
    local(&DEVICES, |devices| devices.get(handle))
}

/// Sets whether notes about the programs of this thread are printed on stderr.
pub fn say_notes(say: bool) {
    NOTES.set(say);
}

/// Prints a note about a program, unless notes are disabled.
pub(super) fn note(text: &str) {
    if NOTES.get() {
        say(&format!("note: {text}"));
    }
}

fn say(text: &str) {
    use std::io::Write;
    // If stderr is closed, there is nowhere to report that.
    let _ = writeln!(std::io::stderr(), "brooklet: {}", crate::syntax::visible(text));
}

/// Returns whether a device is the default one, which whole programs run on.
pub(super) fn is_default(device: &Device) -> bool {
    let default = local(&DEFAULT, |default| Ok(*default)).ok().flatten();
    default
        .and_then(|default| self::device(default).ok())
        .is_some_and(|default| Rc::ptr_eq(&default.inner, &device.inner))
}

fn insert(device: Device) -> Result<Handle, CallError> {
    local(&DEVICES, |devices| devices.insert(device))
}

/// The process that drivers have been loaded into.
static DRIVER: Process = Process::new();

/// Refuses to use a driver in a process that was forked from one that has done so.
fn check_fork() -> Result<(), CallError> {
    if !DRIVER.is_forked() {
        return Ok(());
    }
    let text = "this process was forked from one that has opened a device of a driver, and drivers do not survive that: start the process \
                anew (in Python, multiprocessing.get_context(\"spawn\")), or open the device `cpu`";
    Err(CallError::new(Status::Device, text))
}

/// Lists the adapters of this machine, if that is possible.
fn adapters() -> Option<Vec<Adapter>> {
    check_fork().ok()?;
    Device::adapters().ok()
}

/// Opens the device of a runtime.
fn open(runtime: Runtime) -> Result<Device, CallError> {
    let mut builder = Device::builder();
    if let Runtime::Driver { .. } = runtime {
        check_fork()?;
        builder = cache_folder().map_or(builder.clone(), |folder| builder.program_cache(folder));
    }
    runtime.open(builder).map_err(|error| CallError::new(Status::Device, error.to_string()))
}

/// Opens the device that `BRT_RUNTIME` and `BRT_ADAPTER` ask for: OpenGL on the first adapter that works if they are not set.
fn open_of_environment() -> Result<Device, CallError> {
    let (runtime, notes) = Runtime::of_environment(adapters);
    notes.iter().for_each(|note| say(note));
    open(runtime)
}

/// Opens the device that `BRT_RUNTIME` and `BRT_ADAPTER` ask for, as for a program.
pub fn open_default() -> Result<Device, String> {
    open_of_environment().map_err(|error| error.text)
}

/// Returns the adapter that `BRT_ADAPTER` asks for.
pub fn adapter_of_environment() -> Option<usize> {
    let (adapter, note) = runtime::adapter_of_environment(adapters);
    note.iter().for_each(|note| say(note));
    adapter
}

/// Sets whether the program binaries that drivers compile for this thread are cached on disk for later processes.
pub fn keep_programs(keep: bool) {
    let _ = local(&KEEP, |kept| Ok(std::mem::replace(kept, keep)));
}

/// Returns the folder in which compiled program binaries are cached for later processes: the one that `BROOKLET_CACHE` names, or else
/// `brooklet` in the user's cache folder (on Windows in `LOCALAPPDATA`). Returns `None` if the variable is `off`, there is no such folder, or [`keep_programs`] disabled
/// the cache.
pub fn cache_folder() -> Option<PathBuf> {
    if local(&KEEP, |kept| Ok(!*kept)).unwrap_or(true) {
        return None;
    }
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    match named("BROOKLET_CACHE") {
        Some(off) if off == "off" => None,
        Some(folder) => Some(folder.into()),
        None => match named("XDG_CACHE_HOME") {
            Some(folder) => Some(PathBuf::from(folder).join("brooklet")),
            None if cfg!(windows) => named("LOCALAPPDATA").map(|folder| PathBuf::from(folder).join("brooklet")),
            None => named("HOME").map(|home| PathBuf::from(home).join(".cache/brooklet")),
        },
    }
}

/// Opens a device for this thread. `runtime` is `ogl` (OpenGL, the newest dialect there is), `gles`, `gl2` (OpenGL 2.1), `arb` (OpenGL 2.1 by
/// fragment programs), `cpu` (an emulated machine without limits, which needs no driver) or the name of an emulated chip, as `nv40`; null is
/// `ogl`. Behind the name of a driver's runtime may be the number of an adapter, as in `ogl:1`: `brooklet info` lists them, and so does the
/// error if there is none with this number. The caller frees the device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_device_open(runtime: *const c_char, device: *mut Handle) -> Status {
    guard(|| {
        check(device, "device")?;
        let name = optional_text(runtime, "runtime")?.unwrap_or("ogl");
        let runtime = Runtime::parse(name).map_err(|text| CallError::new(Status::Argument, text))?;
        set(device, insert(open(runtime)?)?, "device")
    })
}

/// The device that programs of this thread run on, opened when it is first asked for: the one that the environment variable
/// `BRT_RUNTIME` names, else OpenGL; on the adapter that `BRT_ADAPTER` names by its number, else the first that works. It is not to be freed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_device_default(device: *mut Handle) -> Status {
    guard(|| {
        check(device, "device")?;
        let known = local(&DEFAULT, |default| Ok(*default))?;
        let handle = match known {
            Some(handle) => handle,
            None => {
                let handle = insert(match local(&GIVEN, |given| Ok(given.take()))? {
                    Some(given) => given().map_err(|error| CallError::new(Status::Device, error.to_string()))?,
                    None => open_of_environment()?,
                })?;
                local(&DEFAULT, |default| Ok(default.replace(handle)))?;
                handle
            }
        };
        set(device, handle, "device")
    })
}

/// Waits until all that was asked of a device is done.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_device_finish(device: Handle) -> Status {
    guard(|| Ok(self::device(device)?.finish()?))
}

/// Frees a device. Its streams and programs stay as they are until they are freed themselves.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_device_free(device: Handle) -> Status {
    guard(|| {
        let freed = local(&DEVICES, |devices| devices.remove(device))?;
        local(&DEFAULT, |default| Ok(default.take_if(|known| *known == device)))?;
        drop(freed);
        Ok(())
    })
}
