//! Devices of the C interface.

use std::cell::{Cell, RefCell};
use std::ffi::c_char;
use std::path::PathBuf;
use std::rc::Rc;

use super::error::{CallError, Status, guard};
use super::handles::{Handle, Handles, local};
use super::pointers::{check, optional_text, set};
use crate::Device;
use crate::fragment_program::Chip;
use crate::process::Process;

thread_local! {
    static DEVICES: RefCell<Handles<Device>> = const { Handles::new(0) };
    static DEFAULT: RefCell<Option<Handle>> = const { RefCell::new(None) };
    static KEEP: RefCell<bool> = const { RefCell::new(true) };
    static NOTES: Cell<bool> = const { Cell::new(true) };
    static GIVEN: RefCell<Option<Opener>> = const { RefCell::new(None) };
}

/// A function that opens a device when it is first needed.
type Opener = Box<dyn FnOnce() -> Result<Device, crate::Error>>;

/// Sets the device that the programs of this thread run on, which overrides `BRT_RUNTIME`.
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

/// The values of the original `BRT_RUNTIME` that selected other APIs than OpenGL.
const OTHERS: [&str; 4] = ["dx9", "ctm", "cal", "nv30gl"];

/// Returns the runtime that a value of `BRT_RUNTIME` selects, and a note if the value is not supported.
fn runtime(name: &str) -> (&str, Option<String>) {
    // A suffix selected an adapter, as in `ogl:0.0`.
    let base = name.split(':').next().unwrap_or(name);
    match base {
        "" | "ogl" => ("ogl", None),
        _ if RUNTIMES.contains(&base) || chip(base).is_some() => (base, None),
        _ if OTHERS.contains(&base) => {
            ("ogl", Some(format!("BRT_RUNTIME is {name}, which is not supported: OpenGL is used instead")))
        }
        _ => (
            "ogl",
            Some(format!("BRT_RUNTIME is {name}, which is not a runtime ({}): OpenGL is used instead", known())),
        ),
    }
}

/// Returns the names of all runtimes, for messages.
fn known() -> String {
    let chips = Chip::ALL.map(Chip::name);
    format!("{}; and the emulated chips {}", RUNTIMES.join(", "), chips.join(", "))
}

/// The process that drivers have been loaded into.
static DRIVER: Process = Process::new();

/// The runtimes, besides the names of chips.
const RUNTIMES: [&str; 5] = ["ogl", "gles", "gl2", "arb", "cpu"];

/// Returns the emulated chip that a runtime names.
fn chip(runtime: &str) -> Option<Chip> {
    if runtime == "cpu" { Some(Chip::None) } else { Chip::ALL.into_iter().find(|chip| chip.name() == runtime) }
}

/// Opens the device of a runtime.
fn open(name: &str) -> Result<Device, CallError> {
    let builder = Device::builder();
    if let Some(chip) = chip(name) {
        let opened = builder.emulated(chip);
        return opened.map_err(|error| CallError::new(Status::Device, error.to_string()));
    }
    let opened = match name {
        _ if DRIVER.is_forked() => {
            let text = "this process was forked from one that has opened a device of a driver, and drivers do not survive that: start the \
                        process anew (in Python, multiprocessing.get_context(\"spawn\")), or open the device `cpu`";
            return Err(CallError::new(Status::Device, text));
        }
        "gles" => headless(builder.dialect(crate::Dialect::Es)),
        "gl2" => headless(builder.dialect(crate::Dialect::Gl2)),
        "arb" => headless(builder.dialect(crate::Dialect::Arb)),
        _ => headless(builder),
    };
    opened.map_err(|error| CallError::new(Status::Device, error.to_string()))
}

fn headless(builder: crate::DeviceBuilder) -> Result<Device, crate::Error> {
    match cache_folder() {
        Some(folder) => builder.program_cache(folder).headless(),
        None => builder.headless(),
    }
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
/// `ogl`. The caller frees the device.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn brooklet_device_open(runtime: *const c_char, device: *mut Handle) -> Status {
    guard(|| {
        check(device, "device")?;
        let name = optional_text(runtime, "runtime")?.unwrap_or("ogl");
        if !RUNTIMES.contains(&name) && chip(name).is_none() {
            let text = format!("there is no runtime `{name}`: there are {}", known());
            return Err(CallError::new(Status::Argument, text));
        }
        set(device, insert(open(name)?)?, "device")
    })
}

/// The device that programs of this thread run on, opened when it is first asked for: the one that the environment variable
/// `BRT_RUNTIME` names, else OpenGL. It is not to be freed.
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
                    None => {
                        let name = std::env::var("BRT_RUNTIME").unwrap_or_default();
                        let (name, note) = runtime(&name);
                        note.iter().for_each(|note| say(note));
                        open(name)?
                    }
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
