//! Panes side by side, or one above the other, with handles between them: parts of the room, whatever its size is.

use egui::{CursorIcon, Rect, Sense, Stroke, Ui, UiBuilder, pos2, vec2};

use crate::app::keyboard;
use crate::app::theme::Theme;

/// Points of a handle.
const HANDLE: f32 = 9.0;
/// The least part of the room that a pane has.
const LEAST: f32 = 0.12;

/// Which way the panes lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Beside,
    Below,
}

/// Shows something in a part of the room.
pub fn pane<R>(ui: &mut Ui, name: &str, room: Rect, show: impl FnOnce(&mut Ui) -> R) -> R {
    ui.scope_builder(UiBuilder::new().id_salt(name).max_rect(room), |ui| {
        ui.set_clip_rect(ui.clip_rect().intersect(room));
        show(ui)
    })
    .inner
}

/// Splits a room at some part of it, `name` for the handle; the part changes as the handle is dragged.
pub fn split(ui: &mut Ui, room: Rect, way: Direction, part: &mut f32, name: &str, theme: Theme) -> [Rect; 2] {
    let (from, length) = match way {
        Direction::Beside => (room.min.x, room.width()),
        Direction::Below => (room.min.y, room.height()),
    };
    let at = |part: f32| (from + length * part).round();
    let handle = |middle: f32| match way {
        Direction::Beside => Rect::from_center_size(pos2(middle, room.center().y), vec2(HANDLE, room.height())),
        Direction::Below => Rect::from_center_size(pos2(room.center().x, middle), vec2(room.width(), HANDLE)),
    };
    let response = ui.interact(handle(at(*part)), ui.scope_id().with(name), Sense::drag());
    if let Some(pointer) = response.interact_pointer_pos().filter(|_| response.dragged()) {
        let place = if way == Direction::Beside { pointer.x } else { pointer.y };
        *part = ((place - from) / length.max(1.0)).clamp(LEAST, 1.0 - LEAST);
    }
    let [right, down] = keyboard::arrows(ui, &response);
    let by = if way == Direction::Beside { right } else { down };
    *part = (*part + 0.02 * by as f32).clamp(LEAST, 1.0 - LEAST);
    let middle = at(*part);
    let taken = response.hovered() || response.dragged() || response.has_focus();
    let stroke = if taken { Stroke::new(2.0, theme.reader()) } else { Stroke::new(1.0, theme.frame()) };
    match way {
        Direction::Beside => ui.painter().vline(middle, room.y_range(), stroke),
        Direction::Below => ui.painter().hline(room.x_range(), middle, stroke),
    };
    response.on_hover_cursor(if way == Direction::Beside {
        CursorIcon::ResizeHorizontal
    } else {
        CursorIcon::ResizeVertical
    });
    let half = HANDLE / 2.0;
    let (first, second) = match way {
        Direction::Beside => room.split_left_right_at_x(middle),
        Direction::Below => room.split_top_bottom_at_y(middle),
    };
    match way {
        Direction::Beside => [first.with_max_x(middle - half), second.with_min_x(middle + half)],
        Direction::Below => [first.with_max_y(middle - half), second.with_min_y(middle + half)],
    }
}
