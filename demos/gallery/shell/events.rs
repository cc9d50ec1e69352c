//! What reaches the window's loop from outside of a frame.

use std::time::Duration;

use egui_winit::accesskit_winit;

pub enum Event {
    /// Something asks for a frame, so much later.
    Repaint(Duration),
    /// A screen reader asks for something.
    Accessibility(accesskit_winit::WindowEvent),
}

impl From<accesskit_winit::Event> for Event {
    fn from(event: accesskit_winit::Event) -> Event {
        Event::Accessibility(event.window_event)
    }
}
