//! Surfaces: a window, the context that draws to it, and the device that computes in the context.

use std::rc::Rc;
use std::sync::Arc;

use glutin::config::Config;
use winit::event_loop::ActiveEventLoop;
use winit::window::{Window, WindowAttributes};

use crate::backend::BackendError;
use crate::backend::gl::{WindowContext, glow, new_window, window_size};
use crate::error::Error;
use crate::geometry::LayoutError;
use crate::glsl::Dialect;
use crate::machine::{Device, DeviceError, Stream};
use crate::shape::ShapeError;

use super::frame::fitted;

/// A window with an OpenGL context, and a [`Device`] in that context. In an application of winit:
///
/// ```no_run
/// use brooklet::window::{Surface, winit};
/// use winit::{application::ApplicationHandler, event::WindowEvent, event_loop::ActiveEventLoop, window::{Window, WindowId}};
///
/// #[derive(Default)]
/// struct App {
///     surface: Option<Surface>,
/// }
///
/// impl ApplicationHandler for App {
///     fn resumed(&mut self, event_loop: &ActiveEventLoop) {
///         self.surface = Some(Surface::open(event_loop, &Window::default_attributes()).unwrap());
///     }
///     fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
///         let Some(surface) = &self.surface else { return };
///         match event {
///             WindowEvent::CloseRequested => event_loop.exit(),
///             WindowEvent::Resized(_) => surface.resize(),
///             WindowEvent::RedrawRequested => {
///                 let device = surface.device().unwrap();
///                 let picture = device.upload_shaped([1, 2], &[[1.0, 0.5, 0.0], [0.0, 0.5, 1.0]]).unwrap();
///                 surface.show(&picture).unwrap(); // or draw with surface.gl(), and then
///                 surface.swap().unwrap();
///             }
///             _ => {}
///         }
///     }
/// }
///
/// winit::event_loop::EventLoop::new().unwrap().run_app(&mut App::default()).unwrap();
/// ```
///
/// The device may outlive the surface: the window and its context stay until the last stream of the device is dropped, or until
/// [`close`](Surface::close).
pub struct Surface {
    context: Rc<WindowContext>,
    config: Config,
    window: Rc<Window>,
    device: Result<Device, Error>,
}

impl Surface {
    /// Opens a window, and a context on it in the first dialect that a device takes: OpenGL 3.3, ES 3.0, 2.1.
    ///
    /// # Errors
    /// No window or no context can be created; the message says what was tried and what to install. If no device can use the
    /// context, the result is still a surface to draw on, and [`device`](Surface::device) returns the reason.
    pub fn open(event_loop: &ActiveEventLoop, attributes: &WindowAttributes) -> Result<Surface, Error> {
        Surface::open_in(event_loop, attributes, None)
    }

    /// Opens a window with a context in the given dialect.
    ///
    /// # Errors
    /// As [`open`](Surface::open).
    pub fn open_in(
        event_loop: &ActiveEventLoop,
        attributes: &WindowAttributes,
        dialect: Option<Dialect>,
    ) -> Result<Surface, Error> {
        let (window, config) = new_window(event_loop, attributes)?;
        Surface::on(window, config, dialect)
    }

    /// Closes the context and opens another on the same window, to change the dialect or after the context is lost.
    ///
    /// # Errors
    /// As [`open`](Surface::open). After an error the surface stays closed.
    pub fn reopen(&mut self, dialect: Option<Dialect>) -> Result<(), Error> {
        self.close();
        *self = Surface::on(Rc::clone(&self.window), self.config.clone(), dialect)?;
        Ok(())
    }

    fn on(window: Rc<Window>, config: Config, dialect: Option<Dialect>) -> Result<Surface, Error> {
        let Some(dialect) = dialect else { return Surface::in_any(window, config) };
        let context = Rc::new(WindowContext::new(&window, &config, dialect)?);
        let device = Device::builder().dialect(dialect).adopt(context.foreign());
        Ok(Surface { context, config, window, device })
    }

    fn in_any(window: Rc<Window>, config: Config) -> Result<Surface, Error> {
        let (mut without_device, mut refusals) = (None, Vec::new());
        for dialect in Dialect::ALL {
            match Surface::on(Rc::clone(&window), config.clone(), Some(dialect)) {
                Ok(surface) if surface.device.is_ok() => return Ok(surface),
                Ok(mut surface) => {
                    // A window has one context at a time.
                    surface.close();
                    without_device = without_device.or(Some(dialect));
                }
                Err(Error::Backend(BackendError::NoWindow { reason })) => refusals.push(reason),
                Err(error) => refusals.push(format!("{}: {error}", dialect.api())),
            }
        }
        match without_device {
            // A context without a device can still show why.
            Some(dialect) => Surface::on(window, config, Some(dialect)),
            None => {
                let reason = format!("no context can be made ({})", refusals.join("; "));
                Err(BackendError::NoWindow { reason }.into())
            }
        }
    }

    /// Returns the window.
    pub fn window(&self) -> &Rc<Window> {
        &self.window
    }

    /// Returns the columns and rows of the window, in pixels; 0 if it is minimised.
    pub fn size(&self) -> [u32; 2] {
        window_size(&self.window)
    }

    /// Returns the device that computes in the window's context.
    ///
    /// # Errors
    /// The reason why there is no device, for example that the context has no float textures.
    pub fn device(&self) -> Result<Device, Error> {
        self.device.clone()
    }

    /// Returns the context's functions, to draw with. The context has to be [current](Surface::make_current).
    pub fn gl(&self) -> &Arc<glow::Context> {
        self.context.gl()
    }

    /// Makes the context current on this thread.
    ///
    /// # Errors
    /// The driver's error; the context is closed.
    pub fn make_current(&self) -> Result<(), Error> {
        Ok(self.context.make_current()?)
    }

    /// Resizes the surface to the size of the window. Call it when winit reports that the window was resized.
    pub fn resize(&self) {
        self.context.resize();
    }

    /// Shows a two-dimensional picture, as large as fits in the window, with black around it. The first row is at the top. Values
    /// from 0 to 1 are dark to light; others are clamped. Texels keep sharp edges, without smoothing.
    ///
    /// # Errors
    /// A stream of another device, or one that is not two-dimensional; the driver's error.
    pub fn show(&self, picture: &Stream<[f32; 3]>) -> Result<(), Error> {
        let ours = self.device.as_ref().is_ok_and(|device| Rc::ptr_eq(&device.inner, &picture.device().inner));
        if !ours {
            return Err(DeviceError::OtherDevice { what: "the picture".into() }.into());
        }
        let size = self.size().map(|side| side as usize);
        let [rows, columns] = *picture.shape().extents() else {
            return Err(ShapeError::NoPicture { shape: picture.shape() }.into());
        };
        let Some(texture) = picture.native_texture() else { return Ok(()) };
        let geometry = picture.geometry();
        if [geometry.width, geometry.height] != [columns, rows] {
            let largest = picture.device().limits().texture;
            return Err(LayoutError::TooLarge { shape: picture.shape(), layout: geometry.layout, largest }.into());
        }
        if !size.contains(&0) {
            self.context.fill(texture, [columns, rows], fitted([columns, rows], size))?;
            self.context.swap()?;
        }
        Ok(())
    }

    /// Swaps buffers, to show what was drawn with [`gl`](Surface::gl).
    ///
    /// # Errors
    /// The surface or the context is lost.
    pub fn swap(&self) -> Result<(), Error> {
        Ok(self.context.swap()?)
    }

    /// Returns whether the driver reports that the context is lost. Check it at the end of a frame.
    pub fn is_lost(&self) -> bool {
        self.context.is_lost()
    }

    /// Destroys the context, even if the device is still in use: the device's calls fail from then on. The window stays.
    pub fn close(&mut self) {
        // If nobody else holds the device, it frees its resources while the context still exists.
        let what = "its surface is closed".into();
        self.device = Err(BackendError::Driver { during: "asking for a window's device", what }.into());
        self.context.close();
    }
}
