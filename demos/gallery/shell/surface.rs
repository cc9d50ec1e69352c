//! The window's context: the surface that it is drawn to, and the context that draws.

use std::cell::RefCell;
use std::ffi::CString;
use std::num::NonZeroU32;
use std::rc::Rc;
use std::sync::Arc;

use brooklet::gl::Foreign;
use brooklet::{Device, Dialect};
use egui_glow::glow::{self, HasContext};
use glutin::config::{Api, Config, ConfigTemplateBuilder, GlConfig};
use glutin::context::{
    ContextApi, ContextAttributesBuilder, NotCurrentGlContext, PossiblyCurrentContext, PossiblyCurrentGlContext,
    Robustness, Version,
};
use glutin::display::{GetGlDisplay, GlDisplay};
use glutin::surface::{GlSurface, Surface as GlutinSurface, SurfaceAttributesBuilder, SwapInterval, WindowSurface};
use glutin_winit::{ApiPreference, DisplayBuilder, GlWindow};
use raw_window_handle::HasWindowHandle;
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowAttributes};

/// What a window needs, by Debian's names.
pub const PACKAGES: &str = "libgl1 libgl1-mesa-dri libegl1";

type ResetStatus = unsafe extern "system" fn() -> u32;

/// A context on a window's surface. It can be closed while others still hold it: their calls fail from then on.
pub struct Surface {
    pub gl: Arc<glow::Context>,
    parts: RefCell<Option<Parts>>,
    reset_status: Option<ResetStatus>,
}

/// Fields drop in order: what is on the window goes before it.
struct Parts {
    context: PossiblyCurrentContext,
    surface: GlutinSurface<WindowSurface>,
    _window: Rc<Window>,
}

/// Makes a window that OpenGL and OpenGL ES can draw to, where there is such a configuration, or else one of them.
pub fn window(event_loop: &ActiveEventLoop, attributes: WindowAttributes) -> Result<(Rc<Window>, Config), String> {
    let mut error = String::new();
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
            Ok((None, _)) => "no window was made".clone_into(&mut error),
            Err(reason) => error = reason.to_string(),
        }
    }
    Err(format!("there is no OpenGL for this display ({error}): on Debian or Ubuntu install {PACKAGES}"))
}

impl Surface {
    /// A context for the dialect on the window; without a dialect, in the first that a device takes. The device comes
    /// with it, or why there is none.
    pub fn open(
        window: &Rc<Window>,
        config: &Config,
        dialect: Option<Dialect>,
    ) -> Result<(Rc<Surface>, Result<Device, String>), String> {
        if let Some(dialect) = dialect {
            return Surface::open_in(window, config, dialect);
        }
        let (mut without_device, mut refusals) = (None, Vec::new());
        for dialect in Dialect::ALL {
            match Surface::open_in(window, config, dialect) {
                Ok((surface, Ok(device))) => return Ok((surface, Ok(device))),
                Ok((surface, Err(_))) => {
                    // A window has one surface at a time.
                    surface.close();
                    without_device = without_device.or(Some(dialect));
                }
                Err(error) => refusals.push(format!("{}: {error}", dialect.api())),
            }
        }
        match without_device {
            // A context without a device can still show why.
            Some(dialect) => Surface::open_in(window, config, dialect),
            None => {
                let refusals = refusals.join("; ");
                Err(format!("no context can be made ({refusals}): on Debian or Ubuntu install {PACKAGES}"))
            }
        }
    }

    fn open_in(
        window: &Rc<Window>,
        config: &Config,
        dialect: Dialect,
    ) -> Result<(Rc<Surface>, Result<Device, String>), String> {
        let surface = Rc::new(Surface::new(window, config, dialect)?);
        let device = surface.adopt(dialect);
        Ok((surface, device))
    }

    fn new(window: &Rc<Window>, config: &Config, dialect: Dialect) -> Result<Surface, String> {
        let text = |error: glutin::error::Error| error.to_string();
        let display = config.display();
        let handle = window.window_handle().map_err(|error| error.to_string())?.as_raw();
        type Make = fn(Option<Version>) -> ContextApi;
        let (make, versions): (Make, &[(u8, u8)]) = match dialect {
            // A newer context than it needs, for the compute shaders beside it.
            Dialect::Gl | Dialect::Gl2 => (ContextApi::OpenGl, &[(4, 6), (4, 5), (4, 3), (4, 1), (3, 3), (2, 1)]),
            Dialect::Arb => return Err("the gallery draws with shaders: ask for gl, es or gl2".to_owned()),
            Dialect::Es => (ContextApi::Gles, &[(3, 2), (3, 1), (3, 0)]),
        };
        // A robust context says when it is lost; not every driver has them.
        let wishes = versions
            .iter()
            .flat_map(|version| [(version, Robustness::RobustLoseContextOnReset), (version, Robustness::NotRobust)]);
        let mut refusal = "it refuses a context".to_owned();
        let context = wishes.into_iter().find_map(|(&(major, minor), robustness)| {
            let attributes = ContextAttributesBuilder::new()
                .with_context_api(make(Some(Version::new(major, minor))))
                .with_robustness(robustness)
                .build(Some(handle));
            // SAFETY: the handle is that of a window that outlives the context.
            let context = unsafe { display.create_context(config, &attributes) };
            context.map_err(|error| refusal = error.to_string()).ok()
        });
        let context = context.ok_or(refusal)?;
        let [width, height] = pixels(window).map(|side| NonZeroU32::new(side).unwrap_or(NonZeroU32::MIN));
        let attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, width, height);
        // SAFETY: as above.
        let surface = unsafe { display.create_window_surface(config, &attributes) }.map_err(text)?;
        let context = context.make_current(&surface).map_err(text)?;
        // To be torn is better than not to be drawn.
        let _ = surface.set_swap_interval(&context, SwapInterval::Wait(NonZeroU32::MIN));
        // SAFETY: the context is current, and its display loads the functions.
        let gl = unsafe { glow::Context::from_loader_function_cstr(|symbol| display.get_proc_address(symbol)) };
        let reset_status = reset_status(&gl, |symbol| display.get_proc_address(symbol));
        #[allow(clippy::arc_with_non_send_sync, reason = "egui's painter wants it so")]
        let gl = Arc::new(gl);
        let parts = Parts { context, surface, _window: Rc::clone(window) };
        Ok(Surface { gl, parts: RefCell::new(Some(parts)), reset_status })
    }

    fn adopt(self: &Rc<Surface>, dialect: Dialect) -> Result<Device, String> {
        let surface = Rc::clone(self);
        // SAFETY: these are the context's functions; it lives until it is closed, and `make_current` fails from then on.
        let foreign = unsafe { Foreign::new(Arc::clone(&self.gl), move || surface.make_current()) };
        Device::builder().dialect(dialect).adopt(foreign).map_err(|error| error.to_string())
    }

    pub fn make_current(&self) -> Result<(), String> {
        match &*self.parts.borrow() {
            Some(parts) if parts.context.is_current() => Ok(()),
            Some(parts) => parts.context.make_current(&parts.surface).map_err(|error| error.to_string()),
            None => Err("the window's context is gone".to_owned()),
        }
    }

    pub fn resize(&self, window: &Window) {
        if let Some(parts) = &*self.parts.borrow() {
            window.resize_surface(&parts.surface, &parts.context);
        }
    }

    /// Shows what was drawn.
    ///
    /// # Errors
    /// The surface or the context is lost.
    pub fn swap(&self) -> Result<(), String> {
        match &*self.parts.borrow() {
            Some(parts) => parts.surface.swap_buffers(&parts.context).map_err(|error| error.to_string()),
            None => Ok(()),
        }
    }

    /// Whether the driver says that the context is lost; for the end of a frame.
    pub fn is_lost(&self) -> bool {
        // SAFETY: the context is current at the end of a frame, and the function is its own.
        unsafe {
            match self.reset_status {
                Some(status) => status() != glow::NO_ERROR,
                None => self.gl.get_error() == glow::CONTEXT_LOST,
            }
        }
    }

    /// Destroys the context and the surface, whoever still holds this.
    pub fn close(&self) {
        if let Some(parts) = self.parts.borrow_mut().take() {
            // A context that stays current is not destroyed.
            let _ = parts.context.make_not_current_in_place();
        }
    }
}

/// The window's size in pixels; nothing where it is minimised.
pub fn pixels(window: &Window) -> [u32; 2] {
    window.inner_size().into()
}

/// glGetGraphicsResetStatus, by the name that this context has it under.
fn reset_status(gl: &glow::Context, load: impl Fn(&std::ffi::CStr) -> *const std::ffi::c_void) -> Option<ResetStatus> {
    let version = gl.version();
    let newest = if version.is_embedded { (3, 2) } else { (4, 5) };
    let has = |extension| gl.supported_extensions().contains(extension);
    let name = match (version.major, version.minor) >= newest {
        true => "glGetGraphicsResetStatus",
        false if has("GL_KHR_robustness") && version.is_embedded => "glGetGraphicsResetStatusKHR",
        false if has("GL_KHR_robustness") => "glGetGraphicsResetStatus",
        false if has("GL_ARB_robustness") => "glGetGraphicsResetStatusARB",
        false if has("GL_EXT_robustness") => "glGetGraphicsResetStatusEXT",
        false => return None,
    };
    let function = load(&CString::new(name).ok()?);
    // SAFETY: by this name it is a function of no arguments that answers with a GLenum; none is null.
    (!function.is_null()).then(|| unsafe { std::mem::transmute::<*const std::ffi::c_void, ResetStatus>(function) })
}
