//! A headless context for a program that draws in it itself.

use std::sync::Arc;

use crate::backend::BackendError;
use crate::glsl::Dialect;

use super::super::lock::lock;
use super::wish::Wish;
use super::{Native, context, devices, function};

/// An OpenGL context with no window, for a program that draws in it itself. A device can [adopt](crate::DeviceBuilder::adopt) it, and leaves
/// it as it was.
///
/// ```
/// use std::{rc::Rc, sync::Arc};
/// use brooklet::{Device, Dialect, Operator, gl::{Foreign, HeadlessContext}, primitives};
///
/// let context = Rc::new(HeadlessContext::open(Dialect::Gl)?);
/// let gl = Arc::clone(context.gl()); // to draw with
/// // SAFETY: these are the functions of the context, which lives as long as the closure.
/// let foreign = unsafe { Foreign::new(gl, move || context.make_current()) };
/// let device = Device::builder().adopt(foreign)?;
/// assert_eq!(primitives::reduce(&device.upload(&[1.0, 2.0])?, &Operator::sum())?, 3.0);
/// # Ok::<(), brooklet::Error>(())
/// ```
pub struct HeadlessContext {
    gl: Arc<glow::Context>,
    /// Present until the value is dropped.
    native: Option<Native>,
}

impl HeadlessContext {
    /// Opens a context on the first device that has one for the dialect, with the newest version that there is, and makes it current.
    ///
    /// # Errors
    /// No device has such a context; the message says what was tried and what to install.
    pub fn open(dialect: Dialect) -> Result<HeadlessContext, BackendError> {
        let _alone = lock();
        let mut refusals = Vec::new();
        let devices = devices()?;
        for device in &devices {
            match context(device, &Wish::drawing(dialect)) {
                Ok(native) => {
                    // SAFETY: the context is current, and loads its own functions.
                    let gl = unsafe {
                        glow::Context::from_loader_function_cstr(|symbol| {
                            function(symbol, |symbol| native.function(symbol))
                        })
                    };
                    #[allow(
                        clippy::arc_with_non_send_sync,
                        reason = "painters that draw in the same context want it so"
                    )]
                    let gl = Arc::new(gl);
                    return Ok(HeadlessContext { gl, native: Some(native) });
                }
                Err(BackendError::NoDriver { reason }) => refusals.push(reason),
                Err(error) => refusals.push(error.to_string()),
            }
        }
        let reason = if refusals.is_empty() { "there is no device".to_owned() } else { refusals.join("\n") };
        Err(BackendError::NoDriver { reason })
    }

    /// Returns the functions of the context.
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }

    /// Makes the context current on this thread, unless it is.
    ///
    /// # Errors
    /// What the driver says.
    pub fn make_current(&self) -> Result<(), String> {
        match &self.native {
            Some(native) if !native.is_current() => native.make_current(),
            _ => Ok(()),
        }
    }
}

impl Drop for HeadlessContext {
    fn drop(&mut self) {
        let _alone = lock();
        drop(self.native.take());
    }
}
