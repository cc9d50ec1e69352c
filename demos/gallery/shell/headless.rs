//! A context with no window and no display, and a framebuffer in it: what a picture is painted into.
//!
//! `Device::headless` keeps its context to itself; here brooklet is a guest, as in a window.

use std::rc::Rc;
use std::sync::Arc;

use brooklet::gl::{Foreign, HeadlessContext};
use brooklet::{Device, Dialect};
use egui_glow::glow::{self, HasContext};

/// The context of a picture; its owner drops all that uses it first.
pub struct Headless {
    pub gl: Arc<glow::Context>,
    context: Rc<HeadlessContext>,
    framebuffer: Option<(glow::Framebuffer, glow::Renderbuffer)>,
}

impl Headless {
    /// A context for the dialect; without one, OpenGL before OpenGL ES.
    pub fn open(dialect: Option<Dialect>) -> Result<Headless, String> {
        let opened = match dialect {
            Some(Dialect::Arb) => return Err("the gallery draws with shaders: ask for gl, es or gl2".to_owned()),
            Some(dialect) => HeadlessContext::open(dialect),
            None => HeadlessContext::open(Dialect::Gl)
                .or_else(|error| HeadlessContext::open(Dialect::Es).map_err(|_| error)),
        };
        let context = Rc::new(opened.map_err(|error| error.to_string())?);
        Ok(Headless { gl: Arc::clone(context.gl()), context, framebuffer: None })
    }

    /// brooklet's device in this context.
    pub fn adopt(&self, dialect: Option<Dialect>) -> Result<Device, String> {
        let context = Rc::clone(&self.context);
        // SAFETY: these are the context's functions, and it lives as long as the closure does.
        let foreign = unsafe { Foreign::new(Arc::clone(&self.gl), move || context.make_current()) };
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
    }
}
