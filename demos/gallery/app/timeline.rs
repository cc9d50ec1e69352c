//! The timeline: play, pause, and the passes to be dragged along.

use egui::{Align2, FontId, Key, Rect, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::Gallery;
use super::icons::{self, Icon};
use super::keyboard;
use super::narrow;
use super::player::SPEEDS;
use super::theme::Theme;

pub fn show(gallery: &mut Gallery, ui: &mut Ui, steps: usize, theme: Theme) {
    let done = gallery.settings.pass.unwrap_or(steps).min(steps);
    // A finger needs all of the width to find a pass.
    let below = narrow::is(ui);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let mut to = buttons(gallery, ui, done, steps);
        let speed = gallery.player.passes_a_second();
        let faster = ui.button(format!("{speed} / s")).on_hover_text("Passes a second: click for more  (up, down)");
        if faster.clicked() {
            gallery.player.speed = (gallery.player.speed + 1) % SPEEDS.len();
        }
        if !below {
            to = to.or(dragged(ui, (ui.available_width() - LABEL).max(40.0), (done, steps), theme));
        }
        ui.label(format!("{done} of {steps}"));
        if let Some(to) = to {
            gallery.player.playing = false;
            gallery.settings.pass = Some(to);
        }
        // A button that was clicked would take the space bar.
        if ui.input(|input| input.pointer.any_released()) && !ui.input(|input| input.key_down(Key::Tab)) {
            ui.memory_mut(|memory| {
                if let Some(focused) = memory.focused() {
                    memory.surrender_focus(focused);
                }
            });
        }
    });
    if below {
        let width = ui.available_width();
        if let Some(to) = dragged(ui, width, (done, steps), theme) {
            gallery.player.playing = false;
            gallery.settings.pass = Some(to);
        }
    }
    ui.add_space(2.0);
}

/// Points of the text behind the passes.
const LABEL: f32 = 92.0;

/// The buttons; which pass they lead to.
fn buttons(gallery: &mut Gallery, ui: &mut Ui, done: usize, steps: usize) -> Option<usize> {
    let mut to = None;
    if icons::button(ui, Icon::First, "Before the first pass  (Home)").clicked() {
        to = Some(0);
    }
    if icons::button(ui, Icon::Back, "A pass back  (left)").clicked() {
        to = Some(done.saturating_sub(1));
    }
    let (icon, tip) = match gallery.player.playing {
        true => (Icon::Pause, "Pause  (space)"),
        false => (Icon::Play, "Play  (space)"),
    };
    if icons::button(ui, icon, tip).clicked() {
        gallery.play();
    }
    if icons::button(ui, Icon::Forward, "A pass forward  (right)").clicked() {
        to = Some((done + 1).min(steps));
    }
    if icons::button(ui, Icon::Last, "After the last pass  (End)").clicked() {
        to = Some(steps);
    }
    to
}

/// The passes, in so much room; which of them was clicked or dragged to.
fn dragged(ui: &mut Ui, width: f32, (done, steps): (usize, usize), theme: Theme) -> Option<usize> {
    let size = vec2(width, ui.spacing().interact_size.y.max(24.0));
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(true, done as f64, "passes"));
    track(ui, rect, done, steps, theme);
    keyboard::ring(ui, rect.shrink2(vec2(2.0, 1.0)), &response);
    let by = keyboard::arrows(ui, &response)[0];
    if by != 0 {
        return Some(done.saturating_add_signed(by).min(steps));
    }
    let at = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged());
    response.on_hover_text("Drag along the passes");
    let part = ((at?.x - rect.min.x - MARGIN) / (rect.width() - 2.0 * MARGIN)).clamp(0.0, 1.0);
    Some((part * steps as f32).round() as usize)
}

const MARGIN: f32 = 8.0;

fn track(ui: &Ui, rect: Rect, done: usize, steps: usize, theme: Theme) {
    let painter = ui.painter_at(rect);
    let middle = rect.center().y;
    let x = |pass: usize| rect.min.x + MARGIN + (rect.width() - 2.0 * MARGIN) * pass as f32 / steps.max(1) as f32;
    painter.hline(x(0)..=x(steps), middle, Stroke::new(3.0, theme.frame()));
    painter.hline(x(0)..=x(done), middle, Stroke::new(3.0, ui.visuals().selection.bg_fill));
    // A tick for each pass, as long as they can be told apart.
    if (rect.width() / steps.max(1) as f32) > 4.0 {
        for pass in 0..=steps {
            painter.vline(x(pass), middle - 6.0..=middle + 6.0, Stroke::new(1.0, theme.frame()));
        }
    }
    painter.circle_filled(pos2(x(done), middle), 6.0, theme.picked());
    if steps == 0 {
        let font = FontId::proportional(12.0);
        painter.text(rect.center(), Align2::CENTER_CENTER, "no passes", font, theme.faint());
    }
}
