//! The timeline: play, pause, and the passes to be dragged along.

use egui::{Align2, FontId, Key, Rect, Sense, Stroke, Ui, pos2, vec2};

use super::Gallery;
use super::icons::{self, Icon};
use super::player::SPEEDS;
use super::theme::Theme;

pub fn show(gallery: &mut Gallery, ui: &mut Ui, steps: usize, theme: Theme) {
    let done = gallery.settings.pass.unwrap_or(steps).min(steps);
    ui.add_space(4.0);
    ui.horizontal(|ui| {
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
        if let Some(to) = to {
            gallery.player.playing = false;
            gallery.settings.pass = Some(to);
        }
        let wide = ui.available_width() > 360.0;
        if wide {
            let speed = gallery.player.passes_a_second();
            let faster = ui.button(format!("{speed} / s")).on_hover_text("Passes a second: click for more  (up, down)");
            if faster.clicked() {
                gallery.player.speed = (gallery.player.speed + 1) % SPEEDS.len();
            }
        }
        let label = 92.0;
        let space = vec2((ui.available_width() - if wide { label } else { 0.0 }).max(40.0), 24.0);
        let (rect, response) = ui.allocate_exact_size(space, Sense::click_and_drag());
        track(ui, rect, done, steps, theme);
        if let Some(at) = response.interact_pointer_pos().filter(|_| response.clicked() || response.dragged()) {
            let part = ((at.x - rect.min.x - MARGIN) / (rect.width() - 2.0 * MARGIN)).clamp(0.0, 1.0);
            gallery.player.playing = false;
            gallery.settings.pass = Some((part * steps as f32).round() as usize);
        }
        response.on_hover_text("Drag along the passes");
        if wide {
            ui.label(format!("{done} of {steps}"));
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
    ui.add_space(2.0);
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
