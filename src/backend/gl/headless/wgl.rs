//! WGL on a window that is never shown. Windows has one device: the graphics card that it would draw this window on.

use std::ffi::{CStr, c_void};
use std::num::NonZeroU32;

use glutin::api::wgl::{config::Config, context::PossiblyCurrentContext, display::Display, surface::Surface};
use glutin::config::{Api, ConfigTemplateBuilder};
use glutin::context::{NotCurrentGlContext, PossiblyCurrentGlContext};
use glutin::display::GlDisplay;
use glutin::surface::{SurfaceAttributesBuilder, WindowSurface};
use raw_window_handle::{RawDisplayHandle, WindowsDisplayHandle};

use crate::backend::BackendError;
use crate::glsl::Dialect;

use super::hidden_window::HiddenWindow;
use super::release;
use super::wish::Wish;

/// The device that Windows draws with.
pub(super) struct Device;

/// Lists the only device.
pub(super) fn devices() -> Result<Vec<Device>, BackendError> {
    Ok(vec![Device])
}

impl Device {
    #[allow(clippy::unused_self, reason = "devices of other systems have names of their own")]
    pub fn name(&self) -> String {
        "Windows's OpenGL (WGL)".to_owned()
    }

    /// Returns `false`, since the system does not say it before a context is opened.
    #[allow(clippy::unused_self, reason = "other systems have several devices")]
    pub fn is_software(&self) -> bool {
        false
    }

    /// Opens a context, and makes it current.
    #[allow(clippy::unused_self, reason = "other systems have several devices")]
    pub fn open(&self, wish: &Wish) -> Result<Native, String> {
        let failed = |what: &'static str| move |error: glutin::error::Error| format!("{what}: {error}");
        let window = HiddenWindow::open().map_err(|error| format!("no window, which WGL needs: {error}"))?;
        let handle = window.handle();
        let of_windows = RawDisplayHandle::Windows(WindowsDisplayHandle::new());
        // SAFETY: the window lives until after the display is dropped.
        let display = unsafe { Display::new(of_windows, Some(handle)) }.map_err(failed("no display"))?;
        let api = if wish.dialect == Dialect::Es { Api::GLES3 } else { Api::OPENGL };
        let template = ConfigTemplateBuilder::new()
            .with_api(api)
            .with_depth_size(0)
            .with_stencil_size(0)
            .compatible_with_native_window(handle)
            .build();
        // SAFETY: the window is open.
        let config: Option<Config> =
            unsafe { display.find_configs(template) }.map_err(failed("no configuration"))?.next();
        let config = config.ok_or("it has no configuration for it")?;
        let attributes =
            SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, NonZeroU32::MIN, NonZeroU32::MIN);
        // SAFETY: the window lives until after the surface is dropped.
        let surface = unsafe { display.create_window_surface(&config, &attributes) }.map_err(failed("no surface"))?;
        // SAFETY: the window lives until after the context is dropped.
        let context = wish.first(Some(handle), |attributes| unsafe { display.create_context(&config, attributes) })?;
        let context = context.make_current(&surface).map_err(failed("it cannot be used on a hidden window"))?;
        Ok(Native { context, surface, display, _window: window })
    }
}

/// A context, and what must outlive it: fields are dropped in this order.
pub(in super::super) struct Native {
    context: PossiblyCurrentContext,
    surface: Surface<WindowSurface>,
    display: Display,
    _window: HiddenWindow,
}

impl Native {
    pub fn is_current(&self) -> bool {
        self.context.is_current()
    }

    pub fn make_current(&self) -> Result<(), String> {
        self.context.make_current(&self.surface).map_err(|error| error.to_string())
    }

    /// Returns a function of the context, or null. WGL loads functions only while a context is current.
    pub fn function(&self, symbol: &CStr) -> *const c_void {
        self.display.get_proc_address(symbol)
    }
}

impl Drop for Native {
    fn drop(&mut self) {
        release(&self.context);
    }
}
