//! Resets: a driver may give up on a context, for example because of an endless loop. It then destroys the context's data, and later
//! reads return 0 without an error. So every read and wait queries whether the context is lost, if the context supports this query.

use std::cell::Cell;
#[cfg(any(feature = "headless", all(feature = "window", not(target_family = "wasm"))))]
use std::ffi::{CStr, CString, c_void};

#[cfg(any(feature = "headless", all(feature = "window", not(target_family = "wasm"))))]
use glow::HasContext;

use crate::backend::BackendError;

use super::Gl;

type Status = unsafe extern "system" fn() -> u32;

/// Queries whether a context is lost, and remembers the answer.
#[derive(Default)]
pub(super) struct Reset {
    /// The OpenGL function for the query. `None` if the context does not support it.
    status: Option<Status>,
    /// The reported status. It is remembered because a context may report it only once.
    lost: Cell<Option<u32>>,
}

impl Reset {
    /// Loads the function of the current context.
    ///
    /// # Safety
    /// The context must be current, `gl` must contain its functions, and `load` must return the function with the given name, or null.
    #[cfg(any(feature = "headless", all(feature = "window", not(target_family = "wasm"))))]
    pub unsafe fn of(gl: &glow::Context, load: impl Fn(&CStr) -> *const c_void) -> Reset {
        let version = gl.version();
        let extensions = gl.supported_extensions();
        let name = name((version.major, version.minor), version.is_embedded, |name| extensions.contains(name));
        let function = name.and_then(|name| CString::new(name).ok()).map(|name| load(&name));
        // SAFETY: a function of this name takes no arguments and returns a GLenum; null is filtered out.
        let status = function
            .filter(|function| !function.is_null())
            .map(|function| unsafe { std::mem::transmute::<*const c_void, Status>(function) });
        Reset { status, lost: Cell::new(None) }
    }

    /// Returns whether the context supports the query.
    #[cfg(all(feature = "window", not(target_family = "wasm")))]
    pub fn is_known(&self) -> bool {
        self.status.is_some()
    }

    /// Returns the context's status if it is lost. Once it is lost, it stays lost.
    ///
    /// # Safety
    /// The context must be current.
    pub unsafe fn ask(&self) -> Option<u32> {
        if self.lost.get().is_none()
            && let Some(status) = self.status
        {
            // SAFETY: the function belongs to the current context, as the caller promises.
            let code = unsafe { status() };
            self.lost.set(Some(code).filter(|code| *code != glow::NO_ERROR));
        }
        self.lost.get()
    }
}

/// Returns the name of glGetGraphicsResetStatus in a context with this version and these extensions. Returns `None` if the context has
/// no such function.
#[cfg(any(feature = "headless", all(feature = "window", not(target_family = "wasm"))))]
fn name(version: (u32, u32), is_embedded: bool, has: impl Fn(&str) -> bool) -> Option<&'static str> {
    let newest = if is_embedded { (3, 2) } else { (4, 5) };
    match version >= newest {
        true => Some("glGetGraphicsResetStatus"),
        false if has("GL_KHR_robustness") && is_embedded => Some("glGetGraphicsResetStatusKHR"),
        false if has("GL_KHR_robustness") => Some("glGetGraphicsResetStatus"),
        false if has("GL_ARB_robustness") => Some("glGetGraphicsResetStatusARB"),
        false if has("GL_EXT_robustness") => Some("glGetGraphicsResetStatusEXT"),
        false => None,
    }
}

/// Returns the error for a lost context. `status` is what the context reports.
pub(super) fn lost(during: &'static str, status: Option<u32>, device: &str) -> BackendError {
    let cause = match status {
        Some(glow::GUILTY_CONTEXT_RESET) => "because of what it computed here",
        Some(glow::INNOCENT_CONTEXT_RESET) => "because of what another context computed",
        _ => "and does not say why",
    };
    BackendError::Lost { during, cause, device: device.to_owned() }
}

impl Gl {
    /// Queries whether the context is lost.
    ///
    /// # Errors
    /// Fails if the context is lost.
    pub(super) fn check_reset(&self, during: &'static str) -> Result<(), BackendError> {
        // SAFETY: the context is current in every caller.
        match unsafe { self.reset.ask() } {
            None => Ok(()),
            status => Err(lost(during, status, &self.info.renderer)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    thread_local! {
        static STATUS: Cell<u32> = const { Cell::new(glow::NO_ERROR) };
    }

    unsafe extern "system" fn status() -> u32 {
        STATUS.replace(glow::NO_ERROR)
    }

    #[test]
    fn a_context_that_was_lost_stays_lost() {
        let reset = Reset { status: Some(status), lost: Cell::new(None) };
        // SAFETY: the test's function needs no context.
        let ask = || unsafe { reset.ask() };
        assert_eq!(ask(), None);
        STATUS.set(glow::GUILTY_CONTEXT_RESET);
        assert_eq!([ask(), ask()], [Some(glow::GUILTY_CONTEXT_RESET); 2]);
        // SAFETY: there is no function.
        assert_eq!(unsafe { Reset::default().ask() }, None);
    }

    #[test]
    fn a_lost_context_says_what_to_do() {
        let text = |status| lost("reading a texture", status, "card").to_string();
        let whole = |cause: &str| {
            format!(
                "the device was lost while reading a texture: its driver (card) has reset it, {cause}. All that it held is \
                 gone: open it again. The usual cause is a kernel's loop that never ends for some element: give loops a bound"
            )
        };
        assert_eq!(text(Some(glow::GUILTY_CONTEXT_RESET)), whole("because of what it computed here"));
        assert_eq!(text(Some(glow::INNOCENT_CONTEXT_RESET)), whole("because of what another context computed"));
        assert_eq!(text(Some(glow::UNKNOWN_CONTEXT_RESET)), whole("and does not say why"));
        assert_eq!(text(None), whole("and does not say why"));
    }

    #[cfg(feature = "headless")]
    #[test]
    fn the_function_has_a_name_in_each_context() {
        let with = |extension: &'static str| move |name: &str| name == extension;
        assert_eq!(name((4, 6), false, with("")), Some("glGetGraphicsResetStatus"));
        assert_eq!(name((3, 3), false, with("GL_KHR_robustness")), Some("glGetGraphicsResetStatus"));
        assert_eq!(name((2, 1), false, with("GL_ARB_robustness")), Some("glGetGraphicsResetStatusARB"));
        assert_eq!(name((3, 3), false, with("GL_OES_robustness")), None);
        assert_eq!(name((3, 2), true, with("")), Some("glGetGraphicsResetStatus"));
        assert_eq!(name((3, 0), true, with("GL_KHR_robustness")), Some("glGetGraphicsResetStatusKHR"));
        assert_eq!(name((3, 1), true, with("GL_EXT_robustness")), Some("glGetGraphicsResetStatusEXT"));
    }

    /// Every read and wait queries the context. Once the context is lost, each of them is an error.
    #[cfg(feature = "headless")]
    #[test]
    fn reads_and_waits_ask_whether_the_context_is_lost() {
        use crate::backend::{Backend, RenderTarget, TextureSpec};
        use crate::geometry::Rect;

        let mut backend = super::super::open(None, None).unwrap();
        let texture = backend.create_texture(TextureSpec::floats(2, 1, 1, 1)).unwrap();
        let (target, rect) = (RenderTarget { texture, layer: 0 }, Rect::new(0, 0, 2, 1));
        backend.write_texture(target, rect, &[1, 2]).unwrap();
        let read = |backend: &Gl| {
            let mut words = [0; 2];
            backend.read_texture(target, rect, &mut words).map(|()| words)
        };
        // Reads with the context's own status function, and then with one that the test controls.
        assert_eq!(read(&backend).unwrap(), [1, 2]);
        backend.reset = Reset { status: Some(status), lost: Cell::new(None) }.into();
        assert_eq!(read(&backend).unwrap(), [1, 2]);
        backend.finish().unwrap();
        STATUS.set(glow::UNKNOWN_CONTEXT_RESET);
        for _ in 0..2 {
            assert!(matches!(read(&backend), Err(BackendError::Lost { during: "reading a texture", .. })));
            assert!(matches!(backend.finish(), Err(BackendError::Lost { during: "finishing", .. })));
        }
        if let Some(compute) = backend.info().compute.and(backend.compute()) {
            backend.reset.lost.set(None);
            let buffer = compute.create_buffer(16).unwrap();
            compute.write_buffer(buffer, 0, &[7; 16]).unwrap();
            let mut bytes = [0; 16];
            compute.read_buffer(buffer, 0, &mut bytes).unwrap();
            assert_eq!(bytes, [7; 16]);
            STATUS.set(glow::UNKNOWN_CONTEXT_RESET);
            let read = compute.read_buffer(buffer, 0, &mut bytes);
            assert!(matches!(read, Err(BackendError::Lost { during: "reading a buffer", .. })));
        }
    }
}
