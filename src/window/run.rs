//! A window with its own event loop, for programs that have none.

use std::time::Instant;

use winit::application::ApplicationHandler;
use winit::dpi::PhysicalSize;
use winit::event::{ElementState, MouseButton, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoop};
use winit::keyboard::{Key, NamedKey};
use winit::window::{Window, WindowId};

use crate::backend::BackendError;
use crate::error::Error;
use crate::machine::{Device, Stream};

use super::frame::{Frame, pixel_at};
use super::surface::Surface;

/// Opens a window of `size` columns and rows of pixels, and shows a picture in each frame, as [`Surface::show`] does. `start` is
/// called once, with the window's device, and returns the function that draws the pictures. Returns when the window is closed, also
/// by Escape.
///
/// Frames are drawn at the rate of the screen. A frame costs its own passes and a copy of the picture.
///
/// # Errors
/// There is no display, or no OpenGL on it; the message says what to install. Otherwise the first error of `start` or of a frame.
pub fn run<D>(title: &str, size: [u32; 2], start: impl FnOnce(&Device) -> Result<D, Error>) -> Result<(), Error>
where
    D: FnMut(&Frame) -> Result<Stream<[f32; 3]>, Error>,
{
    let event_loop = event_loop::<()>()?;
    let mut program = Program {
        title: title.to_owned(),
        size,
        start: Some(start),
        open: None,
        frame: Frame::default(),
        begun: Instant::now(),
        pointer: None,
        picture: None,
        failed: None,
    };
    let ended = event_loop.run_app(&mut program);
    let ended = ended.map_err(|error| BackendError::NoWindow { reason: format!("its events ended: {error}") });
    program.failed.map_or(Ok(()), Err).and(ended.map_err(Error::from))
}

/// Connects to the display, as `EventLoop::with_user_event()` does, but with errors that say what to install.
///
/// # Errors
/// There is no display, or a library of it is missing.
pub fn event_loop<T: 'static>() -> Result<EventLoop<T>, Error> {
    // If a library of the display is missing, winit may panic instead of returning an error.
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let made = std::panic::catch_unwind(|| EventLoop::with_user_event().build());
    std::panic::set_hook(hook);
    let reason = match made {
        Ok(Ok(event_loop)) => return Ok(event_loop),
        Ok(Err(error)) => {
            // Removes the location in winit's source that the message begins with.
            let text = error.to_string();
            text.rsplit(": ").next().unwrap_or(&text).to_owned()
        }
        Err(panic) => match panic.downcast_ref::<String>() {
            Some(message) => message.clone(),
            None => "a library of the display is missing".to_owned(),
        },
    };
    Err(BackendError::NoWindow { reason }.into())
}

struct Program<S, D> {
    title: String,
    size: [u32; 2],
    start: Option<S>,
    /// The function that draws, and the window. The function is dropped first, since it holds streams.
    open: Option<(D, Surface)>,
    frame: Frame,
    begun: Instant,
    /// The position of the pointer in the window.
    pointer: Option<[f64; 2]>,
    /// The columns and rows of the picture that is shown.
    picture: Option<[usize; 2]>,
    failed: Option<Error>,
}

impl<S, D> Program<S, D>
where
    S: FnOnce(&Device) -> Result<D, Error>,
    D: FnMut(&Frame) -> Result<Stream<[f32; 3]>, Error>,
{
    fn open(&mut self, event_loop: &ActiveEventLoop) -> Result<(), Error> {
        let Some(start) = self.start.take() else { return Ok(()) };
        let size = PhysicalSize::new(self.size[0], self.size[1]);
        let attributes = Window::default_attributes().with_title(&self.title).with_inner_size(size);
        let surface = Surface::open(event_loop, &attributes)?;
        let draw = start(&surface.device()?)?;
        surface.window().request_redraw();
        self.open = Some((draw, surface));
        self.begun = Instant::now();
        Ok(())
    }

    fn draw(&mut self) -> Result<(), Error> {
        let Some((draw, surface)) = &mut self.open else { return Ok(()) };
        let size = surface.size();
        let pixel = |picture| pixel_at(self.pointer?, picture, size.map(|side| side as usize));
        let pointer = if size.contains(&0) { None } else { self.picture.and_then(pixel) };
        self.frame = Frame { seconds: self.begun.elapsed().as_secs_f64(), size, pointer, ..self.frame };
        let picture = draw(&self.frame)?;
        surface.show(&picture)?;
        self.frame.number += 1;
        if let [rows, columns] = *picture.shape().extents() {
            self.picture = Some([columns, rows]);
        }
        surface.window().request_redraw();
        Ok(())
    }
}

impl<S, D> ApplicationHandler for Program<S, D>
where
    S: FnOnce(&Device) -> Result<D, Error>,
    D: FnMut(&Frame) -> Result<Stream<[f32; 3]>, Error>,
{
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if let Err(error) = self.open(event_loop) {
            self.failed = Some(error);
            event_loop.exit();
        }
    }

    fn new_events(&mut self, event_loop: &ActiveEventLoop, _: StartCause) {
        event_loop.set_control_flow(ControlFlow::Wait);
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let escape = |key: &Key| *key == Key::Named(NamedKey::Escape);
        match event {
            WindowEvent::CloseRequested => event_loop.exit(),
            WindowEvent::KeyboardInput { event, .. } if escape(&event.logical_key) => event_loop.exit(),
            WindowEvent::Resized(_) => self.open.iter().for_each(|(_, surface)| surface.resize()),
            WindowEvent::CursorMoved { position, .. } => self.pointer = Some([position.x, position.y]),
            WindowEvent::CursorLeft { .. } => self.pointer = None,
            WindowEvent::MouseInput { state, button: MouseButton::Left, .. } => {
                self.frame.pressed = state == ElementState::Pressed;
            }
            WindowEvent::RedrawRequested => {
                if let Err(error) = self.draw() {
                    self.failed = Some(error);
                    event_loop.exit();
                }
            }
            _ => {}
        }
    }
}
