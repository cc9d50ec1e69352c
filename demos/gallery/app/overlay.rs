//! What lies over everything: help, messages.

use brooklet::Dialect;
use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Area, CentralPanel, FontId, Frame, Grid, Id, Order, Panel, RichText, Ui, Window, vec2};

use super::narrow;
use super::theme::Theme;
use super::{Gallery, ShellKind, keys};

/// A message in the place of a scene.
fn failure(ui: &mut Ui, what: &str, error: &str, theme: Theme) {
    CentralPanel::default().show(ui, |ui| {
        ui.add_space(24.0);
        ui.vertical_centered(|ui| {
            ui.set_max_width(640.0);
            ui.heading(what);
            ui.add_space(8.0);
            ui.label(RichText::new(error).color(theme.error()));
        });
    });
}

/// Says why there is no device. Another dialect may have one.
pub fn no_device(gallery: &mut Gallery, ui: &mut Ui, error: &str, theme: Theme) {
    if gallery.shell != ShellKind::Web {
        Panel::bottom("dialects").show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                ui.label("Another dialect may do:");
                for dialect in Dialect::ALL {
                    let chosen = gallery.settings.dialect == Some(dialect);
                    if ui.selectable_label(chosen, dialect.name()).on_hover_text(dialect.api()).clicked() {
                        gallery.settings.dialect = Some(dialect);
                    }
                }
            });
        });
    }
    failure(ui, "The graphics context", error, theme);
}

/// A message over a scene.
pub fn message(ui: &mut Ui, text: &str, theme: Theme) {
    let centre = ui.max_rect().center();
    let galley = ui.painter().layout(text.to_owned(), egui::FontId::proportional(14.0), theme.ink(), 460.0);
    let rect = Align2::CENTER_CENTER.anchor_size(centre, galley.size());
    ui.painter().rect_filled(rect.expand(12.0), 6.0, ui.visuals().window_fill);
    ui.painter().galley(rect.min, galley, theme.ink());
}

pub fn show(gallery: &mut Gallery, ui: &mut Ui, theme: Theme, now: f64) {
    if gallery.help {
        help(&mut gallery.help, ui, theme);
    }
    if let Some((text, until)) = gallery.said.clone() {
        if until < now {
            gallery.said = None;
        } else {
            let area =
                Area::new(Id::unique("said")).order(Order::Foreground).anchor(Align2::CENTER_BOTTOM, vec2(0.0, -56.0));
            area.show(ui.ctx(), |ui| Frame::popup(ui.style()).show(ui, |ui| ui.label(text)));
            ui.ctx().request_repaint_after_secs((until - now) as f32);
        }
    }
}

fn help(open: &mut bool, ui: &Ui, theme: Theme) {
    let window = Window::new("Keys and mouse").collapsible(false).resizable(false).open(open);
    let window = window.anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).vscroll(true);
    // As high as the lists are, as long as there is room.
    let height = (ui.ctx().content_rect().height() - 80.0).min(760.0);
    let narrow = narrow::is(ui);
    let window = window.default_height(height).max_height(height).max_width(ui.ctx().content_rect().width() - 32.0);
    window.show(ui.ctx(), |ui| {
        for (name, list) in [("keys", keys::KEYS), ("mouse", keys::MOUSE), ("colours", keys::COLOURS)] {
            if narrow {
                narrow_list(ui, list, theme);
                continue;
            }
            Grid::new(name).num_columns(2).spacing([24.0, 4.0]).show(ui, |ui| {
                for (key, what) in list {
                    ui.label(RichText::new(*key).strong().color(theme.ink()));
                    ui.label(*what);
                    ui.end_row();
                }
            });
            ui.add_space(6.0);
        }
    });
}

/// A list of which each line goes on below.
fn narrow_list(ui: &mut Ui, list: &[(&str, &str)], theme: Theme) {
    for (key, what) in list {
        let mut line = LayoutJob::default();
        let font = FontId::proportional(13.0);
        line.append(key, 0.0, TextFormat::simple(font.clone(), theme.reader()));
        line.append(what, 10.0, TextFormat::simple(font, theme.ink()));
        ui.label(line);
    }
    ui.add_space(8.0);
}
