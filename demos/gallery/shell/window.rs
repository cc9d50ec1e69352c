//! The window: draws when something changed, and not before.

use std::sync::Arc;
use std::time::{Duration, Instant};

use brooklet::window::{Surface, event_loop};
use brooklet::{Device, Dialect};
use egui::{Context, ViewportId};
use egui_winit::accesskit_winit;
use winit::application::ApplicationHandler;
use winit::dpi::{LogicalSize, PhysicalSize};
use winit::event::{ElementState, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, ControlFlow, EventLoopProxy};
use winit::keyboard::{Key, NamedKey};
use winit::window::{Fullscreen, Window, WindowId};

use super::arguments::Options;
use super::command::{COMMAND, seconds};
use super::driver::{Driver, Frame, Request};
use super::events::Event;
use super::files;
use super::notice::show_notice;
use super::painting::Painting;
use crate::app::{Gallery, Setup, ShellKind};

/// Contexts that may be lost within this time, each after the other, before it is given up.
const MOST_LOSSES: usize = 3;
const LOSSES_WITHIN: Duration = Duration::from_secs(10);

/// Opens the window, and returns when it is closed.
///
/// # Errors
/// What to print: no display, no OpenGL, a script that failed.
pub fn run(options: Options) -> Result<(), String> {
    let event_loop = event_loop::<Event>()
        .map_err(|error| format!("{error}\nWithout a display, --screenshot PICTURE.png draws what it would show."))?;
    let driver = options.drive.as_deref().map(Driver::read).transpose()?;
    let script = options.drive.clone();
    let context = Context::default();
    let events = event_loop.create_proxy();
    let mut shell =
        Shell { options, context, events, driver, open: None, redraw_at: None, losses: Vec::new(), failed: None };
    event_loop.run_app(&mut shell).map_err(|error| format!("the window's events ended: {error}"))?;
    if let Some(open) = shell.open.take() {
        open.close();
    }
    match (shell.failed, script) {
        (Some(error), Some(script)) => Err(format!("{}: {error}", script.display())),
        (Some(error), None) => Err(error),
        (None, _) => Ok(()),
    }
}

struct Shell {
    options: Options,
    context: Context,
    events: EventLoopProxy<Event>,
    driver: Option<Driver>,
    open: Option<Open>,
    redraw_at: Option<Instant>,
    losses: Vec<Instant>,
    failed: Option<String>,
}

/// The window, once it is there.
struct Open {
    // Fields drop in order: what uses the context goes before it, and that before the window.
    gallery: Gallery,
    painting: Painting,
    surface: Surface,
    input: egui_winit::State,
    info: egui::ViewportInfo,
    /// That of the device, or the one that none could be had for.
    dialect: Option<Dialect>,
    title: String,
    /// What happened to the context, for whoever looks.
    notice: Option<String>,
}

impl Open {
    fn close(mut self) {
        self.gallery.forget_device();
        if self.surface.make_current().is_ok() {
            self.painting.leave();
        }
        self.surface.close();
    }

    /// Makes the context anew, for another dialect or after a loss.
    fn renew(&mut self, dialect: Option<Dialect>) -> Result<(), String> {
        self.gallery.forget_device();
        self.painting.leave();
        let device = match self.surface.reopen(dialect) {
            Ok(()) => device(&self.surface),
            // A window without that dialect goes on in another, and says so.
            Err(error) => {
                self.surface.reopen(None).map_err(text)?;
                Err(text(error))
            }
        };
        self.painting.go_on_in(self.surface.gl().clone())?;
        self.surface.resize();
        self.gallery.set_device(device);
        self.dialect = dialect;
        Ok(())
    }
}

fn text(error: brooklet::Error) -> String {
    error.to_string()
}

/// The device in the window's context, or why there is none.
fn device(surface: &Surface) -> Result<Device, String> {
    surface.device().map_err(text)
}

impl Shell {
    fn open(&self, event_loop: &ActiveEventLoop) -> Result<Open, String> {
        let [width, height] = self.options.size;
        let attributes = Window::default_attributes()
            .with_title("brooklet: the gallery")
            .with_inner_size(LogicalSize::new(width, height))
            .with_min_inner_size(LogicalSize::new(200, 150))
            // Screen readers are told of a window before it is seen.
            .with_visible(false);
        let mut address = self.options.address.clone();
        let dialect = address.get("dialect").and_then(|name| name.parse().ok());
        let surface = Surface::open_in(event_loop, &attributes, dialect).map_err(text)?;
        let (window, device) = (surface.window(), device(&surface));
        let painting = Painting::new(surface.gl().clone())?;
        let mut input = egui_winit::State::new(
            self.context.clone(),
            ViewportId::ROOT,
            event_loop,
            Some(window.scale_factor() as f32),
            window.theme(),
            Some(painting.largest_texture()),
        );
        input.init_accesskit(event_loop, window, self.events.clone());
        window.set_visible(true);
        if let Some(scale) = self.options.scale.filter(|_| address.get("text").is_none()) {
            let text = (scale / window.scale_factor() as f32).clamp(0.5, 3.0);
            address.set("text", text.to_string()).map_err(|error| error.to_string())?;
        }
        if let Some(theme) = self.options.theme {
            self.context.set_theme(theme);
        }
        if self.driver.is_some() {
            self.context.enable_accesskit();
        }
        let events = self.events.clone();
        self.context.set_request_repaint_callback(move |info| {
            // Without a loop there is no window either.
            let _ = events.send_event(Event::Repaint(info.delay));
        });
        let dialect = device.as_ref().map_or(dialect, |device| device.info().dialect);
        let setup = Setup {
            device,
            address,
            shell: ShellKind::Window,
            clock: seconds,
            // A script finds the same at any speed.
            grows: self.driver.is_none(),
            still: false,
            link: COMMAND.to_owned(),
            splats: None,
            puzzles: None,
        };
        let gallery = Gallery::new(setup);
        let (info, title) = (egui::ViewportInfo::default(), String::new());
        Ok(Open { gallery, painting, surface, input, info, dialect, title, notice: None })
    }

    /// Draws a frame, and ends the program where that fails for good.
    fn draw(&mut self, event_loop: &ActiveEventLoop) {
        match self.frame() {
            Ok(true) => {}
            Ok(false) => event_loop.exit(),
            Err(error) => {
                self.failed = Some(error);
                event_loop.exit();
            }
        }
    }

    /// Draws a frame. Says whether the window stays open.
    fn frame(&mut self) -> Result<bool, String> {
        let Some(open) = &mut self.open else { return Ok(true) };
        let size = open.surface.size();
        if size.contains(&0) {
            return Ok(true);
        }
        let wanted = open.gallery.wanted_dialect();
        if wanted.is_some() && wanted != open.dialect {
            open.renew(wanted)?;
        }
        let mut lost = open.surface.make_current().err().map(text);
        let mut input = open.input.take_egui_input(open.surface.window());
        match self.driver.as_mut().and_then(|driver| driver.before(&mut input)) {
            Some(Request::Resize([width, height])) => {
                let _ = open.surface.window().request_inner_size(PhysicalSize::new(width, height));
            }
            Some(Request::Go(address)) => open.gallery.go_to(address),
            Some(Request::LoseContext) => lost = Some("a script asked for it".to_owned()),
            None => {}
        }
        let (gallery, notice) = (&mut open.gallery, &mut open.notice);
        let mut output = self.context.run_ui(input, |ui| {
            gallery.ui(ui);
            show_notice(ui.ctx(), notice);
        });
        let tree = self.driver.as_ref().and(output.platform_output.accesskit_update.clone());
        let root = output.viewport_output.remove(&ViewportId::ROOT);
        let delay = root.as_ref().map_or(Duration::MAX, |root| root.repaint_delay);
        let commands = root.map(|root| root.commands).unwrap_or_default();
        let mut actions = Vec::new();
        egui_winit::process_viewport_commands(
            &self.context,
            &mut open.info,
            commands,
            open.surface.window(),
            &mut actions,
        );
        open.input.handle_platform_output(open.surface.window(), output.platform_output);

        let primitives = self.context.tessellate(output.shapes, output.pixels_per_point);
        let background = self.context.global_style().visuals.panel_fill;
        open.painting.paint(size, output.pixels_per_point, background, &primitives, output.textures_delta);
        for action in actions {
            if let egui_winit::ActionRequested::Screenshot(callback) = action {
                callback.complete(Arc::new(open.painting.pixels(size)));
            }
        }
        let mut goes_on = !open.info.close_requested();
        if let Some(driver) = &mut self.driver
            && lost.is_none()
        {
            let gl_error = open.painting.error();
            let pixels = open.painting.pixels(size);
            goes_on &= driver.after(&Frame { gallery: &open.gallery, gl_error, pixels, tree })?;
        }
        if let Err(error) = open.surface.swap() {
            lost = Some(text(error));
        }
        if open.surface.is_lost() {
            lost = Some("the driver was reset".to_owned());
        }
        let title = open.gallery.title();
        if title != open.title {
            open.surface.window().set_title(&title);
            open.title = title;
        }
        match lost {
            Some(why) => self.recover(&why)?,
            None => self.redraw_in(if self.driver.is_some() { Duration::ZERO } else { delay }),
        }
        Ok(goes_on)
    }

    /// After a loss: another context, and a word about it.
    fn recover(&mut self, why: &str) -> Result<(), String> {
        log::warn!("the OpenGL context is lost: {why}");
        let now = Instant::now();
        self.losses.retain(|loss| now - *loss < LOSSES_WITHIN);
        self.losses.push(now);
        if self.losses.len() > MOST_LOSSES {
            return Err(format!("the graphics context is lost again and again: {why}"));
        }
        if let Some(open) = &mut self.open {
            open.renew(open.dialect)?;
            open.notice = Some(format!("The graphics context was lost ({why}) and made anew; it is computed again."));
        }
        self.redraw_in(Duration::ZERO);
        Ok(())
    }

    /// What a screen reader asks for.
    fn accessibility(&mut self, event: accesskit_winit::WindowEvent) {
        match event {
            accesskit_winit::WindowEvent::InitialTreeRequested => self.context.enable_accesskit(),
            accesskit_winit::WindowEvent::ActionRequested(request) => {
                if let Some(open) = &mut self.open {
                    open.input.on_accesskit_action_request(request);
                }
            }
            // A script reads the names, too.
            accesskit_winit::WindowEvent::AccessibilityDeactivated if self.driver.is_none() => {
                self.context.disable_accesskit();
            }
            accesskit_winit::WindowEvent::AccessibilityDeactivated => {}
        }
        self.redraw_in(Duration::ZERO);
    }

    /// Draws so much later, or before.
    fn redraw_in(&mut self, delay: Duration) {
        if delay.is_zero() {
            if let Some(open) = &self.open {
                open.surface.window().request_redraw();
            }
        } else if let Some(at) = Instant::now().checked_add(delay) {
            self.redraw_at = Some(self.redraw_at.map_or(at, |before| before.min(at)));
        }
    }
}

impl ApplicationHandler<Event> for Shell {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.open.is_some() {
            return;
        }
        match self.open(event_loop) {
            Ok(mut open) => {
                let files = self.options.files.iter().map(files::dropped);
                open.input.egui_input_mut().dropped_files.extend(files);
                self.open = Some(open);
                self.redraw_in(Duration::ZERO);
            }
            Err(error) => {
                self.failed = Some(error);
                event_loop.exit();
            }
        }
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if let StartCause::ResumeTimeReached { .. } = cause {
            self.redraw_at = None;
            self.redraw_in(Duration::ZERO);
        }
    }

    fn user_event(&mut self, _: &ActiveEventLoop, event: Event) {
        match event {
            Event::Repaint(delay) => self.redraw_in(delay),
            Event::Accessibility(event) => self.accessibility(event),
        }
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        let Some(open) = &mut self.open else { return };
        match &event {
            WindowEvent::CloseRequested => return event_loop.exit(),
            WindowEvent::RedrawRequested => return self.draw(event_loop),
            WindowEvent::Resized(_) => open.surface.resize(),
            WindowEvent::KeyboardInput { event, .. }
                if event.logical_key == Key::Named(NamedKey::F11)
                    && event.state == ElementState::Pressed
                    && !event.repeat =>
            {
                let full = open.surface.window().fullscreen().is_none().then_some(Fullscreen::Borderless(None));
                open.surface.window().set_fullscreen(full);
            }
            _ => {}
        }
        if open.input.on_window_event(open.surface.window(), &event).repaint {
            open.surface.window().request_redraw();
        }
    }

    fn about_to_wait(&mut self, event_loop: &ActiveEventLoop) {
        event_loop.set_control_flow(self.redraw_at.map_or(ControlFlow::Wait, ControlFlow::WaitUntil));
    }
}
