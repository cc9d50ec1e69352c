//! The keyboard alone: the arrows on what is dragged otherwise, and a ring around what has the focus.

use egui::{EventFilter, Key, Rect, Response, Stroke, StrokeKind, Ui};

/// Keys of what has the focus: a button, a slider, a list. They are left to it.
pub const OF_WIDGETS: &[Key] = &[
    Key::Space,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::Home,
    Key::End,
    Key::PageUp,
    Key::PageDown,
    Key::Plus,
    Key::Equals,
    Key::Minus,
    Key::Escape,
];

/// Gives a list or an editor a name for screen readers, which otherwise say only what it contains.
pub fn name(response: &Response, name: &str) {
    response.ctx.accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// How often the arrows were pressed on what has the focus: to the right, and down. The focus stays there.
pub fn arrows(ui: &Ui, response: &Response) -> [isize; 2] {
    if !response.has_focus() {
        return [0; 2];
    }
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    ui.input(|input| {
        let count = |key| input.num_presses(key) as isize;
        [count(Key::ArrowRight) - count(Key::ArrowLeft), count(Key::ArrowDown) - count(Key::ArrowUp)]
    })
}

/// How often larger was asked for, less how often smaller was.
pub fn zooms(ui: &Ui, response: &Response) -> isize {
    if !response.has_focus() {
        return 0;
    }
    ui.input(|input| {
        let count = |key| input.num_presses(key) as isize;
        count(Key::Plus) + count(Key::Equals) - count(Key::Minus)
    })
}

/// Shows that something has the focus.
pub fn ring(ui: &Ui, rect: Rect, response: &Response) {
    if response.has_focus() {
        let stroke = Stroke::new(2.0, ui.visuals().selection.stroke.color);
        ui.painter().rect_stroke(rect, 3.0, stroke, StrokeKind::Outside);
    }
}
