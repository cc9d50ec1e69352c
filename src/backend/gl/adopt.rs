//! Adopted contexts: contexts with another owner, such as the context of a window.

use std::ops::Deref;
use std::rc::Rc;

use crate::backend::BackendError;
use crate::glsl::Dialect;

use super::reset::Reset;
use super::{Context, Gl};

/// What fails if the owner of a context cannot make it current.
pub(crate) const MAKING_CURRENT: &str = "making the adopted context current";

/// Saves and restores the state that the owner of an adopted context has set.
pub trait OwnerState {
    /// Saves what passes change: program, vertex array, framebuffers, viewport, pixel buffers, active unit, and textures and samplers of the
    /// first `units` units. Then sets what a pass needs: no samplers and pixel buffers are bound; tests, masks and dithering are off; and
    /// pixels are stored in rows of their own width, aligned to 4 bytes, unchanged and not flipped. Calls are never nested.
    ///
    /// # Errors
    /// The state cannot be set. The text says what the owner has to do.
    fn save(&self, units: usize) -> Result<(), String>;
    /// Restores what was saved last.
    fn restore(&self);
}

/// A context with another owner, for [`Device::adopt`](crate::Device::adopt).
///
/// ```no_run
/// use std::rc::Rc;
/// use brooklet::{Device, gl::{Foreign, glow}};
///
/// fn compute_in(
///     functions: Rc<glow::Context>,                           // as loaded for the window
///     make_current: impl Fn() -> Result<(), String> + 'static, // with glutin: context.make_current(&surface)
/// ) -> Result<Device, brooklet::Error> {
///     // SAFETY: the functions are the window's context's, and the window outlives the device.
///     let context = unsafe { Foreign::new(functions, make_current) };
///     Device::adopt(context)
/// }
/// ```
pub struct Foreign {
    gl: Option<Box<dyn Deref<Target = glow::Context>>>,
    make_current: Box<dyn Fn() -> Result<(), String>>,
    state: Option<Box<dyn OwnerState>>,
    reset: Rc<Reset>,
}

impl Foreign {
    /// Wraps a context. `gl` contains its functions, and `make_current` makes it current (for a window:
    /// `context.make_current(&surface)`). `make_current` must not use a device, because that would deadlock.
    ///
    /// # Safety
    /// `gl` must contain the functions of the context that `make_current` makes current on this thread. The context must live until the
    /// last stream and the last handle of the device are dropped, or `make_current` must fail once the context is gone.
    pub unsafe fn new(
        gl: impl Deref<Target = glow::Context> + 'static,
        make_current: impl Fn() -> Result<(), String> + 'static,
    ) -> Foreign {
        Foreign { gl: Some(Box::new(gl)), make_current: Box::new(make_current), state: None, reset: Rc::default() }
    }

    /// Wraps a context of a browser. `usable` returns an error once the context is lost.
    #[cfg(target_family = "wasm")]
    pub fn in_browser(gl: Rc<glow::Context>, usable: impl Fn() -> Result<(), String> + 'static) -> Foreign {
        // SAFETY: a context of WebGL has no thread and no display: its functions are methods of it, and it lives as long as they do.
        unsafe { Foreign::new(gl, usable) }
    }

    /// Lets `state` save and restore the owner's state. Without it, the driver is asked for the state, which takes long where the driver is
    /// in another process, as in a browser.
    pub fn with_state(self, state: impl OwnerState + 'static) -> Foreign {
        Foreign { state: Some(Box::new(state)), ..self }
    }

    pub(super) fn state(&self) -> Option<&dyn OwnerState> {
        self.state.as_deref()
    }

    /// Shares `reset` with the owner of the context, who also queries whether the context is lost.
    #[cfg(all(feature = "window", not(target_family = "wasm")))]
    pub(super) fn with_reset_notification(self, reset: Rc<Reset>) -> Foreign {
        Foreign { reset, ..self }
    }

    pub(super) fn reset(&self) -> Rc<Reset> {
        self.reset.clone()
    }

    pub(super) fn make_current(&self) -> Result<(), BackendError> {
        (self.make_current)().map_err(|what| BackendError::Driver { during: MAKING_CURRENT, what })
    }
}

/// Sets up the backend in a context with another owner.
pub(crate) fn adopt(mut context: Foreign, dialect: Option<Dialect>) -> Result<Gl, BackendError> {
    let gl = context.gl.take();
    let gl = gl.ok_or(BackendError::Driver { during: "adopting", what: "the context is taken".into() })?;
    if dialect == Some(Dialect::Arb) {
        let what =
            "fragment programs of ARB_fragment_program run in a context of the crate's own: open it headless".into();
        return Err(BackendError::Driver { during: "adopting", what });
    }
    Gl::new(gl, Context::Foreign(context), dialect, None)
}
