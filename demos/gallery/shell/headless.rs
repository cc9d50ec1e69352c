//! A context with no window and no display, and a framebuffer in it: what a picture is painted into.
//!
//! `Device::headless` keeps its context to itself; here brooklet is a guest, as in a window.

use std::rc::Rc;
use std::sync::Arc;

use brooklet::gl::Foreign;
use brooklet::{Device, Dialect};
use egui_glow::glow::{self, HasContext};
use glutin::api::egl::{context::PossiblyCurrentContext, device::Device as EglDevice, display::Display};
use glutin::config::{Api, ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, PossiblyCurrentGlContext, Version};
use glutin::display::GlDisplay;

/// What a context needs, by Debian's names.
const PACKAGES: &str = "libgl1 libgl1-mesa-dri libegl1";

/// The context of a picture; its owner drops all that uses it first.
pub struct Headless {
    pub gl: Arc<glow::Context>,
    context: Rc<Current>,
    framebuffer: Option<(glow::Framebuffer, glow::Renderbuffer)>,
}

/// Fields drop in order: a context before its display.
struct Current {
    context: PossiblyCurrentContext,
    _display: Display,
}

impl Headless {
    /// The first device that gives a context for the dialect; without one, OpenGL before OpenGL ES.
    pub fn open(dialect: Option<Dialect>) -> Result<Headless, String> {
        let devices = EglDevice::query_devices()
            .map_err(|error| format!("EGL cannot be loaded, or lists no devices ({error}): install {PACKAGES}"))?;
        let dialects = match dialect {
            Some(dialect) => vec![dialect],
            None => vec![Dialect::Gl, Dialect::Es],
        };
        let mut refusals = Vec::new();
        for device in devices {
            for &dialect in &dialects {
                match open(&device, dialect) {
                    Ok(headless) => return Ok(headless),
                    Err(error) => refusals.push(format!("{}: {error}", dialect.api())),
                }
            }
        }
        Err(format!("no device gives a context ({}): install {PACKAGES}", refusals.join("; ")))
    }

    /// brooklet's device in this context.
    pub fn adopt(&self, dialect: Option<Dialect>) -> Result<Device, String> {
        let context = Rc::clone(&self.context);
        let make_current = move || match context.context.is_current() {
            true => Ok(()),
            false => context.context.make_current_surfaceless().map_err(|error| error.to_string()),
        };
        // SAFETY: these are the context's functions, and it lives as long as the closure does.
        let foreign = unsafe { Foreign::new(Arc::clone(&self.gl), make_current) };
        let builder = dialect.into_iter().fold(Device::builder(), |builder, dialect| builder.dialect(dialect));
        builder.adopt(foreign).map_err(|error| error.to_string())
    }

    /// Binds a framebuffer of this size, cleared of what was there.
    pub fn resize(&mut self, [width, height]: [u32; 2]) -> Result<(), String> {
        self.delete_framebuffer();
        // SAFETY: the context is current since it was opened: there is no other on this thread.
        unsafe {
            let renderbuffer = self.gl.create_renderbuffer()?;
            let framebuffer = self.gl.create_framebuffer()?;
            self.framebuffer = Some((framebuffer, renderbuffer));
            self.gl.bind_renderbuffer(glow::RENDERBUFFER, Some(renderbuffer));
            self.gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, width as i32, height as i32);
            self.gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
            self.gl.framebuffer_renderbuffer(
                glow::FRAMEBUFFER,
                glow::COLOR_ATTACHMENT0,
                glow::RENDERBUFFER,
                Some(renderbuffer),
            );
            match self.gl.check_framebuffer_status(glow::FRAMEBUFFER) {
                glow::FRAMEBUFFER_COMPLETE => Ok(()),
                status => Err(format!("no picture of {width} × {height} pixels can be drawn into ({status:#06x})")),
            }
        }
    }

    fn delete_framebuffer(&mut self) {
        if let Some((framebuffer, renderbuffer)) = self.framebuffer.take() {
            // SAFETY: as in `resize`; both were made there.
            unsafe {
                self.gl.delete_framebuffer(framebuffer);
                self.gl.delete_renderbuffer(renderbuffer);
            }
        }
    }
}

impl Drop for Headless {
    fn drop(&mut self) {
        self.delete_framebuffer();
        // A context that stays current is not destroyed.
        let _ = self.context.context.make_not_current_in_place();
    }
}

fn open(device: &EglDevice, dialect: Dialect) -> Result<Headless, String> {
    type Make = fn(Option<Version>) -> ContextApi;
    let (api, make, versions): (Api, Make, &[(u8, u8)]) = match dialect {
        // A newer context than it needs: NVIDIA's driver has compute shaders only in those.
        Dialect::Gl | Dialect::Gl2 => (Api::OPENGL, ContextApi::OpenGl, &[(4, 6), (4, 5), (4, 3), (3, 3), (2, 1)]),
        Dialect::Arb => return Err("the gallery draws with shaders: ask for gl, es or gl2".to_owned()),
        Dialect::Es => (Api::GLES3, ContextApi::Gles, &[(3, 2), (3, 1), (3, 0)]),
    };
    // SAFETY: no display handle is given, so that none can be invalid.
    let display = unsafe { Display::with_device(device, None) }.map_err(|error| error.to_string())?;
    // Without surface types the default asks for a window, and finds nothing here.
    let template = ConfigTemplateBuilder::new().with_api(api).with_surface_type(ConfigSurfaceTypes::empty()).build();
    // SAFETY: the template names no native window.
    let config = unsafe { display.find_configs(template) }.map_err(|error| error.to_string())?.next();
    let config = config.ok_or("it has no configuration for it")?;
    let create = |&(major, minor): &(u8, u8)| {
        let attributes =
            ContextAttributesBuilder::new().with_context_api(make(Some(Version::new(major, minor)))).build(None);
        // SAFETY: the attributes name no window handle.
        unsafe { display.create_context(&config, &attributes) }
    };
    let context = versions.iter().find_map(|version| create(version).ok()).ok_or("it refuses a context")?;
    let context = context.make_current_surfaceless().map_err(|error| error.to_string())?;
    // SAFETY: the context is current, and its own display loads the functions.
    let gl = unsafe { glow::Context::from_loader_function_cstr(|symbol| display.get_proc_address(symbol)) };
    #[allow(clippy::arc_with_non_send_sync, reason = "egui's painter wants it so")]
    let gl = Arc::new(gl);
    Ok(Headless { gl, context: Rc::new(Current { context, _display: display }), framebuffer: None })
}
