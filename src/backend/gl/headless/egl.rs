//! EGL on a device, without a display server and without a surface.

use std::ffi::{CStr, c_void};

use glutin::api::egl::{
    config::Config, context::PossiblyCurrentContext, device::Device as EglDevice, display::Display,
};
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::PossiblyCurrentGlContext;
use glutin::display::GlDisplay;

use crate::backend::BackendError;
use crate::glsl::Dialect;

use super::release;
use super::wish::Wish;

/// The extension of a device that draws on the CPU.
const SOFTWARE: &str = "EGL_MESA_device_software";

/// A device that EGL lists.
pub(super) struct Device(EglDevice);

/// Lists the devices, in EGL's order.
pub(super) fn devices() -> Result<Vec<Device>, BackendError> {
    let devices = EglDevice::query_devices().map_err(|error| BackendError::NoDriver {
        reason: format!("EGL cannot be loaded, or lists no devices ({error})"),
    })?;
    Ok(devices.map(Device).collect())
}

impl Device {
    pub fn name(&self) -> String {
        let Device(device) = self;
        let path = device.drm_render_device_node_path().or_else(|| device.drm_device_node_path());
        match (device.vendor(), device.name(), path) {
            (Some(vendor), Some(name), _) => format!("{vendor} {name}"),
            (_, _, Some(path)) => path.display().to_string(),
            _ if self.is_software() => "software (Mesa)".to_owned(),
            _ => "unnamed".to_owned(),
        }
    }

    /// Returns whether the driver says that it draws on the CPU.
    pub fn is_software(&self) -> bool {
        self.0.extensions().contains(SOFTWARE)
    }

    /// Opens a context, and makes it current.
    pub fn open(&self, wish: &Wish) -> Result<Native, String> {
        let failed = |what: &'static str| move |error: glutin::error::Error| format!("{what}: {error}");
        // SAFETY: no display handle is passed that could be invalid.
        let display = unsafe { Display::with_device(&self.0, None) }.map_err(failed("no display"))?;
        let api = if wish.dialect == Dialect::Es { Api::GLES3 } else { Api::OPENGL };
        // The surface types are empty, because glutin asks for window surfaces by default, and no configuration here supports them.
        let template =
            ConfigTemplateBuilder::new().with_api(api).with_surface_type(ConfigSurfaceTypes::empty()).build();
        // SAFETY: the template names no native window.
        let config: Option<Config> =
            unsafe { display.find_configs(template) }.map_err(failed("no configuration"))?.next();
        let config = config.ok_or("it has no configuration for it")?;
        // SAFETY: the attributes name no window handle.
        let context = wish.first(None, |attributes| unsafe { display.create_context(&config, attributes) })?;
        let context = context.make_current_surfaceless().map_err(failed("it cannot be used without a surface"))?;
        Ok(Native { context, display })
    }
}

/// A context, and the display that must outlive it: fields are dropped in this order.
pub(in super::super) struct Native {
    context: PossiblyCurrentContext,
    display: Display,
}

impl Native {
    pub fn is_current(&self) -> bool {
        self.context.is_current()
    }

    pub fn make_current(&self) -> Result<(), String> {
        self.context.make_current_surfaceless().map_err(|error| error.to_string())
    }

    /// Returns a function of the context, or null.
    pub fn function(&self, symbol: &CStr) -> *const c_void {
        self.display.get_proc_address(symbol)
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        release(&self.context);
    }
}
