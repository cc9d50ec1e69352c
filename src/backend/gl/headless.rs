//! Headless contexts: EGL on a device, without a display server and without a surface.

use std::ffi::{CStr, CString, c_void};
use std::rc::Rc;

use glutin::api::egl::{
    config::Config, context::PossiblyCurrentContext, device::Device as EglDevice, display::Display,
};
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, GlProfile, PossiblyCurrentGlContext, Robustness, Version};
use glutin::display::GlDisplay;

use crate::backend::BackendError;
use crate::glsl::Dialect;
use glow::HasContext;

use super::assembly::Functions;
use super::lock::lock;
use super::reset::Reset;
use super::{Context, Gl};

/// A context, and the display that must outlive it. Both are present until the value is dropped.
pub(super) struct Own {
    context: Option<PossiblyCurrentContext>,
    display: Option<Display>,
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
        context
            .make_current_surfaceless()
            .map_err(|error| BackendError::Driver { during: "making the context current", what: error.to_string() })
    }
}

impl Drop for Own {
    fn drop(&mut self) {
        let _alone = lock();
        // EGL does not destroy a context while it is current on a thread.
        if let Some(context) = self.context.take()
            && context.is_current()
            && let Err(error) = context.make_not_current()
        {
            log::warn!("a context is left behind: {error}");
        }
        drop(self.display.take());
    }
}

/// Opens the device with this index, or the first that works if there is no index. Uses the given dialect, or the first that the device
/// supports.
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
        let Some(device) = devices.get(index) else {
            return Err(BackendError::NoDevice { index, found: devices.iter().map(name).collect() });
        };
        return open_device(device, dialect);
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
    let reasons: Vec<_> = refusals.iter().map(|(index, error)| format!("device {index}: {error}")).collect();
    let reason = if reasons.is_empty() { "EGL lists no device".to_owned() } else { reasons.join("\n") };
    Err(BackendError::NoDriver { reason })
}

/// Returns the names of this machine's devices, in EGL's order.
pub(crate) fn available() -> Result<Vec<String>, BackendError> {
    Ok(devices()?.iter().map(name).collect())
}

fn devices() -> Result<Vec<EglDevice>, BackendError> {
    let devices = EglDevice::query_devices().map_err(|error| BackendError::NoDriver {
        reason: format!("EGL cannot be loaded, or lists no devices ({error})"),
    })?;
    Ok(devices.collect())
}

fn name(device: &EglDevice) -> String {
    let path = device.drm_render_device_node_path().or_else(|| device.drm_device_node_path());
    match (device.vendor(), device.name(), path) {
        (Some(vendor), Some(name), _) => format!("{vendor} {name}"),
        (_, _, Some(path)) => path.display().to_string(),
        _ if device.extensions().contains("EGL_MESA_device_software") => "software (Mesa)".to_owned(),
        _ => "unnamed".to_owned(),
    }
}

fn open_device(device: &EglDevice, dialect: Dialect) -> Result<Gl, BackendError> {
    let alone = lock();
    let failed = |what: &str, error: glutin::error::Error| BackendError::NoDriver {
        reason: format!(
            "{} gives no {} context: {what}: {error}{}",
            name(device),
            dialect.api(),
            too_little_memory().unwrap_or_default()
        ),
    };
    // SAFETY: no display handle is passed that could be invalid.
    let display = unsafe { Display::with_device(device, None) }.map_err(|error| failed("no display", error))?;
    // Mesa provides its newest version, whichever is requested. NVIDIA provides the requested version, and only later versions have
    // compute shaders. So the newest version is requested first.
    type Make = fn(Option<Version>) -> ContextApi;
    let (api, make, versions): (Api, Make, &[(u8, u8)]) = match dialect {
        Dialect::Gl => (Api::OPENGL, ContextApi::OpenGl, &[(4, 6), (4, 5), (4, 3), (3, 3)]),
        Dialect::Gl2 | Dialect::Arb => (Api::OPENGL, ContextApi::OpenGl, &[(2, 1)]),
        Dialect::Es => (Api::GLES3, ContextApi::Gles, &[(3, 2), (3, 1), (3, 0)]),
    };
    // The surface types are empty, because glutin asks for window surfaces by default, and no configuration here supports them.
    let template = ConfigTemplateBuilder::new().with_api(api).with_surface_type(ConfigSurfaceTypes::empty()).build();
    // SAFETY: the template names no native window.
    let config: Option<Config> =
        unsafe { display.find_configs(template) }.map_err(|error| failed("no configuration", error))?.next();
    let Some(config) = config else {
        return Err(BackendError::NoDriver {
            reason: format!("{} gives no {} context: it has no configuration for it", name(device), dialect.api()),
        });
    };
    let create_as = |&(major, minor): &(u8, u8), robustness| {
        let version = make(Some(Version::new(major, minor)));
        let attributes = ContextAttributesBuilder::new().with_context_api(version).with_robustness(robustness);
        // Core contexts have no assembler. Without a profile, glutin requests a core context.
        let attributes = match dialect {
            Dialect::Arb => attributes.with_profile(GlProfile::Compatibility),
            _ => attributes,
        };
        let attributes = attributes.build(None);
        // SAFETY: the attributes name no window handle.
        unsafe { display.create_context(&config, &attributes) }
    };
    // A robust context reports when it is lost. Not every driver supports robust contexts.
    let create = |version: &(u8, u8)| {
        create_as(version, Robustness::RobustLoseContextOnReset).or_else(|_| create_as(version, Robustness::NotRobust))
    };
    let (floor, newer) = versions.split_last().expect("there is a version");
    let context = match newer.iter().find_map(|version| create(version).ok()) {
        Some(context) => context,
        None => create(floor).map_err(|error| failed("it refuses, as an older driver does", error))?,
    };
    let context =
        context.make_current_surfaceless().map_err(|error| failed("it cannot be used without a surface", error))?;
    // SAFETY: the context is current, and its own display loads the functions.
    let gl = unsafe {
        glow::Context::from_loader_function_cstr(|symbol| function(symbol, |symbol| display.get_proc_address(symbol)))
    };
    // If anything fails from here on, the backend is dropped, and its drop takes the lock itself.
    drop(alone);
    let functions = match dialect {
        Dialect::Arb if !gl.supported_extensions().contains("GL_ARB_fragment_program") => {
            return Err(BackendError::NoDriver { reason: format!("{} has no ARB_fragment_program", name(device)) });
        }
        // SAFETY: the display returns functions of its contexts.
        Dialect::Arb => Some(unsafe { Functions::load(|symbol| display.get_proc_address(symbol)) }?),
        _ => None,
    };
    // SAFETY: the context is current, and its display returns its functions.
    let reset = unsafe { Reset::of(&gl, |symbol| display.get_proc_address(symbol)) }.into();
    let own = Context::Own(Own { context: Some(context), display: Some(display), reset });
    Gl::new(Box::new(Box::new(gl)), own, Some(dialect), functions)
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
