//! Headless contexts, without a window that anybody sees. Each system has its own way: EGL on a device without a display server (Linux and
//! other Unix systems), WGL on a hidden window (Windows), and CGL (macOS).
//!
//! The module of a system has `devices()`, which lists `Device`s: what the crate calls adapters. A `Device` has a name, and opens a
//! `Native`: a context that is current.
//! A `Native` loads functions, is made current once more, and is not current any more when it is dropped.

#[cfg(target_os = "macos")]
mod cgl;
mod drawing;
#[cfg(not(any(target_os = "macos", windows)))]
mod egl;
#[cfg(windows)]
mod hidden_window;
#[cfg(windows)]
mod wgl;
mod wish;

use std::ffi::{CStr, CString, c_void};
use std::rc::Rc;

use crate::backend::{Adapter, BackendError};
use crate::glsl::Dialect;
use glow::HasContext;

use super::assembly::Functions;
use super::lock::lock;
use super::reset::Reset;
use super::{Context, Gl};
#[cfg(target_os = "macos")]
use cgl as system;
pub use drawing::HeadlessContext;
#[cfg(not(any(target_os = "macos", windows)))]
use egl as system;
pub(super) use system::Native;
use system::{Device, devices};
#[cfg(windows)]
use wgl as system;
pub(super) use wish::Wish;

/// A context of our own. It is present until the value is dropped.
pub(super) struct Own {
    context: Option<Native>,
    reset: Rc<Reset>,
}

impl Own {
    pub fn reset(&self) -> Rc<Reset> {
        self.reset.clone()
    }

    pub fn make_current(&self) -> Result<(), BackendError> {
        let Some(context) = &self.context else { return Ok(()) };
        if context.is_current() {
            return Ok(());
        }
        context.make_current().map_err(|what| BackendError::Driver { during: "making the context current", what })
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let _alone = lock();
        drop(self.context.take());
    }
}

/// Opens a device on the adapter with this index, or on the first that works if there is no index. Uses the given dialect, or the first
/// that the adapter supports.
pub(crate) fn open(index: Option<usize>, dialect: Option<Dialect>) -> Result<Gl, BackendError> {
    if let Some(dialect) = dialect {
        return open_in(index, dialect);
    }
    let mut errors = Vec::new();
    for dialect in Dialect::ALL {
        match open_in(index, dialect) {
            Ok(backend) => return Ok(backend),
            Err(error) => errors.push(error),
        }
    }
    // If an attempt got as far as a context, its error is the most informative. Otherwise it is the error for the first dialect, which
    // is the most common one.
    let further = errors.iter().position(|error| !matches!(error, BackendError::NoDriver { .. }));
    Err(errors.swap_remove(further.unwrap_or(0)))
}

/// The approximate size of the address space that a driver and its libraries need, in bytes.
const DRIVER_BYTES: u64 = 1 << 30;

/// Returns a hint if the process's memory limit is too low to load a driver. The drivers' own messages do not mention the limit.
fn too_little_memory() -> Option<String> {
    let limits = std::fs::read_to_string("/proc/self/limits").ok()?;
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    let bytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    (bytes < DRIVER_BYTES).then(|| {
        format!(
            "\nThis process may use {} MiB of memory (ulimit -v); a driver takes up to {}",
            bytes >> 20,
            DRIVER_BYTES >> 20
        )
    })
}

fn open_in(index: Option<usize>, dialect: Dialect) -> Result<Gl, BackendError> {
    let devices = devices()?;
    if let Some(index) = index {
        return open_device(at(&devices, index)?, dialect);
    }
    let mut refusals = Vec::new();
    for (index, device) in devices.iter().enumerate() {
        match open_device(device, dialect) {
            Ok(backend) => return Ok(backend),
            Err(error) => refusals.push((index, error)),
        }
    }
    // If there is only one device, its own error is the most informative.
    if refusals.len() == 1 {
        return Err(refusals.remove(0).1);
    }
    let reasons: Vec<_> = refusals.iter().map(|(index, error)| format!("adapter {index}: {error}")).collect();
    let reason = if reasons.is_empty() { "EGL lists no device".to_owned() } else { reasons.join("\n") };
    Err(BackendError::NoDriver { reason })
}

/// Returns the device with this index.
fn at(devices: &[Device], index: usize) -> Result<&Device, BackendError> {
    devices.get(index).ok_or_else(|| BackendError::NoAdapter { index, found: described(devices) })
}

/// Lists this machine's adapters, in the order of the system.
pub(crate) fn adapters() -> Result<Vec<Adapter>, BackendError> {
    Ok(described(&devices()?))
}

fn described(devices: &[Device]) -> Vec<Adapter> {
    let describe =
        |(index, device): (usize, &Device)| Adapter { index, name: device.name(), software: device.is_software() };
    devices.iter().enumerate().map(describe).collect()
}

/// Opens a context of the device, which is current.
fn context(device: &Device, wish: &Wish) -> Result<Native, BackendError> {
    device.open(wish).map_err(|reason| BackendError::NoDriver {
        reason: format!(
            "{} gives no {} context: {reason}{}",
            device.name(),
            wish.dialect.api(),
            too_little_memory().unwrap_or_default()
        ),
    })
}

/// Opens a context of the device with this index, without a backend.
#[cfg(test)]
pub(super) fn bare(index: usize, wish: &Wish) -> Result<Native, BackendError> {
    context(at(&devices()?, index)?, wish)
}

fn open_device(device: &Device, dialect: Dialect) -> Result<Gl, BackendError> {
    let alone = lock();
    let context = context(device, &Wish::newest(dialect))?;
    // SAFETY: the context is current, and loads its own functions.
    let gl = unsafe {
        glow::Context::from_loader_function_cstr(|symbol| function(symbol, |symbol| context.function(symbol)))
    };
    // If anything fails from here on, the backend is dropped, and its drop takes the lock itself.
    drop(alone);
    let functions = match dialect {
        Dialect::Arb if !gl.supported_extensions().contains("GL_ARB_fragment_program") => {
            return Err(BackendError::NoDriver { reason: format!("{} has no ARB_fragment_program", device.name()) });
        }
        // SAFETY: these are functions of the context, which is current.
        Dialect::Arb => Some(unsafe { Functions::load(|symbol| context.function(symbol)) }?),
        _ => None,
    };
    // SAFETY: the context is current, and loads its own functions.
    let reset = unsafe { Reset::of(&gl, |symbol| context.function(symbol)) }.into();
    Gl::new(Box::new(Box::new(gl)), Context::Own(Own { context: Some(context), reset }), Some(dialect), functions)
}

/// Makes a context not current on this thread, if it is: drivers do not destroy a context that is.
#[cfg(not(target_os = "macos"))]
fn release(context: &impl glutin::context::PossiblyCurrentGlContext) {
    if context.is_current()
        && let Err(error) = context.make_not_current_in_place()
    {
        log::warn!("a context is left behind: {error}");
    }
}

/// Loads a function of the context. If the driver lacks a framebuffer function under its core name, its name in EXT_framebuffer_object
/// is tried. This is the extension that hardware of 2005 has.
fn function(symbol: &CStr, load: impl Fn(&CStr) -> *const c_void) -> *const c_void {
    let own = load(symbol);
    let name = symbol.to_bytes();
    let of_framebuffers = name.windows(11).any(|part| part == b"Framebuffer") || name == b"glGenerateMipmap";
    if !own.is_null() || !of_framebuffers {
        return own;
    }
    CString::new([name, b"EXT"].concat()).map_or(own, |older| load(&older))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_of_framebuffers_have_an_older_name() {
        let there = |names: &'static [&CStr]| {
            move |symbol: &CStr| match names.contains(&symbol) {
                true => std::ptr::without_provenance(symbol.to_bytes().len()),
                false => std::ptr::null::<c_void>(),
            }
        };
        let old = there(&[c"glBindFramebufferEXT", c"glBindTextureEXT", c"glDrawArrays"]);
        assert_eq!(function(c"glBindFramebuffer", old).addr(), "glBindFramebufferEXT".len());
        assert_eq!(function(c"glDrawArrays", old).addr(), "glDrawArrays".len());
        assert!(function(c"glBindTexture", old).is_null());
        assert!(function(c"glGenFramebuffers", old).is_null());
        let both = there(&[c"glBindFramebufferEXT", c"glBindFramebuffer"]);
        assert_eq!(function(c"glBindFramebuffer", both).addr(), "glBindFramebuffer".len());
    }
}
