//! Windows: the surface of a window, and the context that draws to it.

use std::cell::RefCell;
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::Arc;

use glow::HasContext;
use glutin::config::{Api, Config, ConfigTemplateBuilder, GlConfig};
use glutin::context::{
    ContextApi, ContextAttributesBuilder, NotCurrentGlContext, PossiblyCurrentContext, PossiblyCurrentGlContext,
    Robustness, Version,
};
use glutin::display::{GetGlDisplay, GlDisplay};
use glutin::surface::{GlSurface, Surface, SurfaceAttributesBuilder, SwapInterval, WindowSurface};
use glutin_winit::{ApiPreference, DisplayBuilder, GlWindow};
use raw_window_handle::HasWindowHandle;
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowAttributes};

use crate::backend::BackendError;
use crate::geometry::Rect;
use crate::glsl::Dialect;

use super::Foreign;
use super::reset::Reset;

/// A context on a window's surface. It can be closed while other code still holds it. Calls then fail.
pub(crate) struct WindowContext {
    gl: Arc<glow::Context>,
    parts: RefCell<Option<Parts>>,
    reset: Rc<Reset>,
}

/// The parts of a window's context. Fields are dropped in order, so the context and the surface are dropped before the window.
struct Parts {
    context: PossiblyCurrentContext,
    surface: Surface<WindowSurface>,
    window: Rc<Window>,
}

/// Creates a window that both OpenGL and OpenGL ES can draw to. If no configuration supports both, only one of them can.
pub(crate) fn window(
    event_loop: &ActiveEventLoop,
    attributes: &WindowAttributes,
) -> Result<(Rc<Window>, Config), BackendError> {
    let mut reason = String::new();
    for api in [Api::OPENGL | Api::GLES3, Api::OPENGL, Api::GLES3] {
        let template = ConfigTemplateBuilder::new().with_api(api).with_depth_size(0).with_stencil_size(0);
        let builder = DisplayBuilder::new()
            .with_preference(ApiPreference::PreferEgl)
            .with_window_attributes(Some(attributes.clone()));
        let plainest = |configs: Box<dyn Iterator<Item = Config> + '_>| {
            configs.min_by_key(GlConfig::num_samples).expect("glutin answers with an error where there is none")
        };
        match builder.build(event_loop, template, plainest) {
            Ok((Some(window), config)) => return Ok((Rc::new(window), config)),
            Ok((None, _)) => "no window was made".clone_into(&mut reason),
            Err(error) => reason = error.to_string(),
        }
    }
    Err(BackendError::NoWindow { reason: format!("there is no OpenGL for this display ({reason})") })
}

impl WindowContext {
    /// Creates the newest context for this dialect on the window.
    pub fn new(window: &Rc<Window>, config: &Config, dialect: Dialect) -> Result<WindowContext, BackendError> {
        let failed = |error: glutin::error::Error| failed("opening the window's surface", error);
        let display = config.display();
        let handle = window.window_handle().map_err(|error| failed_with("asking for the window", error.to_string()))?;
        let handle = handle.as_raw();
        let context = newest(config, handle, dialect)?;
        let [width, height] = size(window).map(|side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN));
        let attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, width, height);
        // SAFETY: the handle is that of a window that outlives the surface.
        let surface = unsafe { display.create_window_surface(config, &attributes) }.map_err(failed)?;
        let context = context.make_current(&surface).map_err(failed)?;
        // Without vertical synchronization, the picture tears. That is better than no picture, so errors are ignored.
        let _ = surface.set_swap_interval(&context, SwapInterval::Wait(NonZeroU32::MIN));
        // SAFETY: the context is current, and its display loads the functions.
        let gl = unsafe { glow::Context::from_loader_function_cstr(|symbol| display.get_proc_address(symbol)) };
        // SAFETY: the same.
        let reset = unsafe { Reset::of(&gl, |symbol| display.get_proc_address(symbol)) }.into();
        #[allow(clippy::arc_with_non_send_sync, reason = "painters that draw in the same context want it so")]
        let gl = Arc::new(gl);
        let parts = Parts { context, surface, window: Rc::clone(window) };
        Ok(WindowContext { gl, parts: RefCell::new(Some(parts)), reset })
    }

    /// Returns the context's functions.
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }

    /// Returns the context in the form that a device can adopt.
    pub fn foreign(self: &Rc<WindowContext>) -> Foreign {
        let context = Rc::clone(self);
        // SAFETY: these are the context's functions. The context lives until it is closed, and from then on `make_current` fails.
        let foreign = unsafe {
            Foreign::new(Arc::clone(&self.gl), move || context.make_current().map_err(|error| error.to_string()))
        };
        foreign.with_reset_notification(self.reset.clone())
    }

    pub fn make_current(&self) -> Result<(), BackendError> {
        match &*self.parts.borrow() {
            Some(parts) if parts.context.is_current() => Ok(()),
            Some(parts) => {
                let made = parts.context.make_current(&parts.surface);
                made.map_err(|error| failed("making the window's context current", error))
            }
            None => Err(failed_with("making the window's context current", "it is closed".into())),
        }
    }

    /// Resizes the surface to the size of the window.
    pub fn resize(&self) {
        if let Some(parts) = &*self.parts.borrow() {
            parts.window.resize_surface(&parts.surface, &parts.context);
        }
    }

    /// Swaps the buffers to show what was drawn.
    pub fn swap(&self) -> Result<(), BackendError> {
        match &*self.parts.borrow() {
            Some(parts) => {
                parts.window.pre_present_notify();
                let swapped = parts.surface.swap_buffers(&parts.context);
                swapped.map_err(|error| failed("showing the window's picture", error))
            }
            None => Ok(()),
        }
    }

    /// Returns whether the driver reports that the context is lost. It is called at the end of a frame.
    pub fn is_lost(&self) -> bool {
        // SAFETY: the context is current at the end of a frame, and the function belongs to it.
        unsafe {
            match self.reset.is_known() {
                true => self.reset.ask().is_some(),
                false => self.gl.get_error() == glow::CONTEXT_LOST,
            }
        }
    }

    /// Destroys the context and the surface, even if other code still holds this value.
    pub fn close(&self) {
        if let Some(parts) = self.parts.borrow_mut().take() {
            // A context is not destroyed while it is current.
            let _ = parts.context.make_not_current_in_place();
        }
    }

    /// Copies texels to a rectangle of the window, whose rows are counted from the top. The rest of the window becomes black.
    pub fn fill(&self, texture: u32, [columns, rows]: [usize; 2], to: Rect) -> Result<(), BackendError> {
        const DURING: &str = "copying a picture to the window";
        self.make_current()?;
        let Some(window) = self.parts.borrow().as_ref().map(|parts| size(&parts.window)) else { return Ok(()) };
        let (version, extensions) = (self.gl.version(), self.gl.supported_extensions());
        if version.major < 3 && !extensions.contains("GL_ARB_framebuffer_object") {
            let what = format!("OpenGL {}.{} has no GL_ARB_framebuffer_object", version.major, version.minor);
            return Err(failed_with(DURING, what));
        }
        let texture = NonZeroU32::new(texture).map(glow::NativeTexture);
        let ends = |from: usize, extent: usize| (from as i32, (from + extent) as i32);
        let ((left, right), (top, bottom)) = (ends(to.x, to.width), ends(to.y, to.height));
        let height = window[1] as i32;
        // SAFETY: the context is current, and the texture belongs to it and is kept alive by the caller.
        unsafe {
            let framebuffer = self.gl.create_framebuffer().map_err(|what| failed_with(DURING, what))?;
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, Some(framebuffer));
            let attachment = glow::COLOR_ATTACHMENT0;
            self.gl.framebuffer_texture_2d(glow::READ_FRAMEBUFFER, attachment, glow::TEXTURE_2D, texture, 0);
            self.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, None);
            self.gl.disable(glow::SCISSOR_TEST);
            self.gl.color_mask(true, true, true, true);
            self.gl.clear_color(0.0, 0.0, 0.0, 1.0);
            self.gl.clear(glow::COLOR_BUFFER_BIT);
            // OpenGL counts the rows of a window from the bottom.
            let (y0, y1) = (height - top, height - bottom);
            let (columns, rows) = (columns as i32, rows as i32);
            let colour = glow::COLOR_BUFFER_BIT;
            self.gl.blit_framebuffer(0, 0, columns, rows, left, y0, right, y1, colour, glow::NEAREST);
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, None);
            self.gl.delete_framebuffer(framebuffer);
            match self.gl.get_error() {
                glow::NO_ERROR => Ok(()),
                code => Err(failed_with(DURING, format!("OpenGL error {code:#06x}"))),
            }
        }
    }
}

/// Creates the newest context for the dialect that the display supports, since newer contexts may have compute shaders.
fn newest(
    config: &Config,
    handle: raw_window_handle::RawWindowHandle,
    dialect: Dialect,
) -> Result<glutin::context::NotCurrentContext, BackendError> {
    type Make = fn(Option<Version>) -> ContextApi;
    let (make, versions): (Make, &[(u8, u8)]) = match dialect {
        Dialect::Gl | Dialect::Gl2 => (ContextApi::OpenGl, &[(4, 6), (4, 5), (4, 3), (4, 1), (3, 3), (2, 1)]),
        Dialect::Es => (ContextApi::Gles, &[(3, 2), (3, 1), (3, 0)]),
        Dialect::Arb => {
            let reason = "a window is drawn with shaders: ask for gl, es or gl2, and open assembly headless".into();
            return Err(BackendError::NoWindow { reason });
        }
    };
    // A robust context reports when it is lost. Not every driver supports robust contexts.
    let wishes = versions
        .iter()
        .flat_map(|version| [(version, Robustness::RobustLoseContextOnReset), (version, Robustness::NotRobust)]);
    let mut reason = "it refuses a context".to_owned();
    let context = wishes.into_iter().find_map(|(&(major, minor), robustness)| {
        let attributes = ContextAttributesBuilder::new()
            .with_context_api(make(Some(Version::new(major, minor))))
            .with_robustness(robustness)
            .build(Some(handle));
        // SAFETY: the handle is that of a window that outlives the context.
        let context = unsafe { config.display().create_context(config, &attributes) };
        context.map_err(|error| reason = error.to_string()).ok()
    });
    context.ok_or(BackendError::NoWindow { reason: format!("{}: {reason}", dialect.api()) })
}

/// Returns the window's size in pixels, or zeros if the window is minimized.
pub(crate) fn size(window: &Window) -> [u32; 2] {
    window.inner_size().into()
}

fn failed(during: &'static str, error: glutin::error::Error) -> BackendError {
    failed_with(during, error.to_string())
}

fn failed_with(during: &'static str, what: String) -> BackendError {
    BackendError::Driver { during, what }
}
