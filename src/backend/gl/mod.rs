//! The OpenGL backend: executes passes with OpenGL 3.3, OpenGL ES 3.0 and OpenGL 2.1. All unsafe code is here.
//!
//! Design decisions:
//!
//! - **Every entry makes its context current**, and so does every drop. OpenGL calls affect the context that is current on the thread.
//!   With two devices on one thread, a call to the wrong context would silently read wrong data.
//! - The newest available context is opened, since it may have compute shaders. Its driver accepts newer features too, so only our own
//!   texts and checks limit kernels to OpenGL 3.3 and ES 3.0.
//! - Read-backs use `glReadPixels` with RGBA and FLOAT in ES, which guarantees no other combination. Desktop OpenGL reads any number of
//!   channels.
//! - Framebuffer objects are cached by their textures, because a completeness check costs more than a small pass.
//! - Only one thread at a time enters a driver that draws on the CPU (see `lock`).
//! - Occasional calls of `glFinish` keep a software driver from queueing work until memory is full.

#![allow(unsafe_code, reason = "OpenGL is called here, and nowhere else")]

mod adopt;
#[cfg_attr(not(feature = "headless"), allow(dead_code, reason = "only an own context has an assembler"))]
mod assembly;
#[cfg(all(test, feature = "headless"))]
pub(crate) mod bare_driver;
mod binaries;
mod borrow;
mod caps;
mod compute;
mod compute_text;
mod draw;
mod entered;
mod executes;
mod framebuffer;
#[cfg(feature = "headless")]
mod headless;
mod kernel;
mod listing;
mod lock;
mod loops;
mod mip_levels;
mod occlusion;
mod operations;
mod overruns;
mod owner_operations;
mod points;
mod program;
mod quad;
mod query;
mod reset;
mod sampled;
mod saved;
mod state;
mod targets;
mod texture;
mod wait;
#[cfg(all(feature = "window", not(target_family = "wasm")))]
mod window;

pub use crate::backend::ForeignTexture;
#[cfg(all(feature = "web", target_family = "wasm"))]
pub(crate) use adopt::MAKING_CURRENT;
pub(crate) use adopt::adopt;
pub use adopt::{Foreign, OwnerState};
/// The version of glow whose contexts can be adopted.
pub use glow;
#[cfg(feature = "headless")]
pub use headless::HeadlessContext;
#[cfg(feature = "headless")]
pub(crate) use headless::{adapters, open};
#[cfg(all(feature = "window", not(target_family = "wasm")))]
pub(crate) use window::{WindowContext, size as window_size, window as new_window};

use std::cell::{Cell, RefCell};
use std::ops::Deref;
use std::rc::Rc;

use glow::HasContext;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::backend::{
    BackendError, BufferId, Class, DeviceInfo, KernelId, ProgramId, QueryId, RenderTarget, SequenceId, TextureId,
    TextureSpec,
};
use crate::glsl::Dialect;
use entered::Entered;

/// The OpenGL backend. It has a field for each kind of OpenGL object. `Drop` deletes the objects. The fields, including the context,
/// are dropped after that.
pub(crate) struct Gl {
    gl: Box<dyn Deref<Target = glow::Context>>,
    context: Context,
    info: DeviceInfo,
    /// The maximum total number of components of a fragment shader's uniforms.
    uniform_components: usize,
    /// The dialect in which kernels are written.
    dialect: Dialect,
    /// Whether the driver draws on the CPU, where contexts are not independent of each other (see `lock`).
    on_cpu: bool,
    es: bool,
    quad: quad::Quad,
    vertex_shader: Option<glow::Shader>,
    points: points::Points,
    /// The folder of program binaries.
    binaries: Option<binaries::Binaries>,
    textures: RefCell<FxHashMap<TextureId, (glow::Texture, TextureSpec)>>,
    /// The textures of the context's owner, and the sampler with which they are read.
    borrowed: RefCell<FxHashSet<TextureId>>,
    nearest: Cell<Option<glow::Sampler>>,
    framebuffers: RefCell<FxHashMap<Vec<RenderTarget>, glow::Framebuffer>>,
    /// The textures of floats that are attached beside depth and stencil buffers, in OpenGL 2.1.
    beside_buffers: RefCell<FxHashMap<TextureId, TextureId>>,
    kernels: RefCell<FxHashMap<KernelId, kernel::Kernel>>,
    /// The assembler, if kernels are compiled to fragment programs instead of GLSL.
    assembler: Option<assembly::Assembler>,
    /// The total number of cached programs of all kernels.
    programs_kept: Cell<usize>,
    compute_programs: RefCell<FxHashMap<ProgramId, compute::Program>>,
    /// The buffers, each with its size in bytes.
    buffers: RefCell<FxHashMap<BufferId, (glow::Buffer, usize)>>,
    /// The staging buffer for short read-backs, such as those of a reduction or a count.
    staging: Cell<Option<glow::Buffer>>,
    timer: RefCell<query::Timer>,
    /// Tells whether the context is lost.
    reset: Rc<reset::Reset>,
    /// Whether the driver ends long loops (see `loops`).
    ends_loops: bool,
    /// The passes in which the driver may have ended a loop.
    guards: RefCell<loops::Guards>,
    /// How many batches are begun within each other, and what restores the state of a foreign context at the end of the outermost.
    batches: Cell<usize>,
    batch: RefCell<Option<entered::Restore>>,
    /// Whether the driver is asked for errors.
    asks_errors: bool,
    /// The known bindings of the context.
    state: RefCell<state::State>,
    /// The number of passes since the last check for OpenGL errors.
    unchecked: Cell<usize>,
    /// The sequences, each with the arguments of the OpenGL calls of its passes.
    sequences: RefCell<FxHashMap<SequenceId, Vec<draw::Bare>>>,
    /// The first render target of the last pass.
    last_target: Cell<Option<RenderTarget>>,
    occlusion_queries: RefCell<FxHashMap<QueryId, occlusion::Counted>>,
    next_occlusion_query: Cell<u32>,
    next_kernel: Cell<u32>,
    next_sequence: Cell<u32>,
    next_texture: Cell<u32>,
    next_program: Cell<u32>,
    next_buffer: Cell<u32>,
    texels_in_flight: Cell<usize>,
    passes_in_flight: Cell<usize>,
}

/// A context, which belongs to the backend or to another owner.
enum Context {
    #[cfg(feature = "headless")]
    Own(headless::Own),
    Foreign(Foreign),
}

impl Gl {
    /// Makes the context current, and sets up the backend in it.
    fn new(
        gl: Box<dyn Deref<Target = glow::Context>>,
        context: Context,
        wanted: Option<Dialect>,
        functions: Option<assembly::Functions>,
    ) -> Result<Gl, BackendError> {
        let alone = lock::lock();
        make_current(&context)?;
        caps::has_framebuffers(&gl, !matches!(context, Context::Foreign(_)))?;
        let saved = entered::Restore::of(&context, &gl, 1)?;
        let (info, dialect) = match caps::ask(&gl, wanted) {
            Ok(asked) => asked,
            Err(error) => {
                if let Some(saved) = saved {
                    saved.restore(&context, &gl);
                }
                return Err(error);
            }
        };
        let reset = match &context {
            #[cfg(feature = "headless")]
            Context::Own(own) => own.reset(),
            Context::Foreign(foreign) => foreign.reset(),
        };
        let mut backend = Gl {
            es: gl.version().is_embedded,
            uniform_components: caps::uniform_components(&gl),
            gl,
            context,
            ends_loops: loops::ends_loops(&info.renderer),
            on_cpu: info.class == Class::Software,
            info,
            dialect,
            quad: quad::Quad::default(),
            vertex_shader: None,
            points: points::Points::default(),
            binaries: None,
            textures: RefCell::default(),
            borrowed: RefCell::default(),
            nearest: Cell::default(),
            framebuffers: RefCell::default(),
            beside_buffers: RefCell::default(),
            kernels: RefCell::default(),
            assembler: functions.map(assembly::Assembler::new),
            programs_kept: Cell::new(0),
            compute_programs: RefCell::default(),
            buffers: RefCell::default(),
            staging: Cell::default(),
            timer: RefCell::default(),
            reset,
            guards: RefCell::default(),
            batches: Cell::new(0),
            batch: RefCell::default(),
            // In a browser, each question waits for another process. A context that is lost is noticed when it is entered.
            asks_errors: !cfg!(target_family = "wasm") || cfg!(debug_assertions),
            state: RefCell::default(),
            unchecked: Cell::new(0),
            sequences: RefCell::default(),
            last_target: Cell::new(None),
            occlusion_queries: RefCell::default(),
            next_occlusion_query: Cell::new(0),
            next_kernel: Cell::new(0),
            next_sequence: Cell::new(0),
            next_texture: Cell::new(0),
            next_program: Cell::new(0),
            next_buffer: Cell::new(0),
            texels_in_flight: Cell::new(0),
            passes_in_flight: Cell::new(0),
        };
        let made = backend.make_quad();
        if let Some(saved) = saved {
            saved.restore(&backend.context, &backend.gl);
        }
        // If the backend is dropped, its drop takes the lock itself.
        drop(alone);
        made.map(|()| backend)
    }

    /// Returns the assembler, if kernels are compiled to fragment programs. Only an own context has one: without own contexts, the compiler
    /// leaves everything for assembly out.
    fn assembler(&self) -> Option<&assembly::Assembler> {
        if cfg!(feature = "headless") { self.assembler.as_ref() } else { None }
    }

    /// Returns a pending OpenGL error as an error of the backend.
    fn check(&self, during: &'static str) -> Result<(), BackendError> {
        if !self.asks_errors {
            return Ok(());
        }
        // SAFETY: the context is current in every caller.
        let code = unsafe { self.gl.get_error() };
        if code == glow::NO_ERROR {
            return Ok(());
        }
        if code == glow::CONTEXT_LOST {
            self.check_reset(during)?;
            return Err(reset::lost(during, None, &self.info.renderer));
        }
        let what = match code {
            glow::OUT_OF_MEMORY => "out of memory".to_owned(),
            glow::INVALID_ENUM => "GL_INVALID_ENUM".to_owned(),
            glow::INVALID_VALUE => "GL_INVALID_VALUE".to_owned(),
            glow::INVALID_OPERATION => "GL_INVALID_OPERATION".to_owned(),
            glow::INVALID_FRAMEBUFFER_OPERATION => "GL_INVALID_FRAMEBUFFER_OPERATION".to_owned(),
            other => format!("OpenGL error {other:#06x}"),
        };
        Err(BackendError::Driver { during, what })
    }
}

/// Makes a context current.
fn make_current(context: &Context) -> Result<(), BackendError> {
    match context {
        #[cfg(feature = "headless")]
        Context::Own(own) => own.make_current(),
        Context::Foreign(foreign) => foreign.make_current(),
    }
}

impl Drop for Gl {
    fn drop(&mut self) {
        let entered = match self.enter() {
            Ok(entered) => entered,
            Err(error) => {
                log::warn!("the textures and programs of a device are left behind: {error}");
                return;
            }
        };
        // SAFETY: the context is current, and all of these objects belong to it.
        unsafe {
            for (_, framebuffer) in self.framebuffers.borrow_mut().drain() {
                self.gl.delete_framebuffer(framebuffer);
            }
            let borrowed = self.borrowed.borrow();
            for (id, (texture, _)) in self.textures.borrow_mut().drain() {
                if !borrowed.contains(&id) || cfg!(target_family = "wasm") {
                    self.gl.delete_texture(texture);
                }
            }
            if let Some(sampler) = self.nearest.take() {
                self.gl.delete_sampler(sampler);
            }
            for (_, program) in self.compute_programs.borrow_mut().drain() {
                self.gl.delete_program(program.handle);
            }
            for (_, (buffer, _)) in self.buffers.borrow_mut().drain() {
                self.gl.delete_buffer(buffer);
            }
            if let Some(staging) = self.staging.take() {
                self.gl.delete_buffer(staging);
            }
            if let Some(query) = self.timer.borrow_mut().query.take() {
                self.gl.delete_query(query);
            }
        }
        self.delete_guards();
        self.delete_occlusion_queries();
        self.forget_assembly(None);
        self.forget_programs();
        self.delete_points();
        self.delete_quad();
        drop(entered);
    }
}
