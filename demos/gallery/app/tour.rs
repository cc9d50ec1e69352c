//! The panel of the guided tour, at the bottom: where it is, the text of the stop, and its question.

use egui::text::LayoutJob;
use egui::{Button, FontId, Frame, Label, Panel, RichText, ScrollArea, TextFormat, Ui};

use super::Gallery;
use super::book::{Position, Style, chapters, styled};
use super::theme::Theme;

/// The part of the window's height that the text takes at most: the rest is the figure's.
const MAX_PART: f32 = 0.32;
/// Points of width below which the text is smaller.
const NARROW: f32 = 1000.0;

/// Shows the stop that the tour is at, if it is under way.
pub fn show(gallery: &mut Gallery, ui: &mut Ui, theme: Theme) {
    let Some(position) = gallery.settings.tour else { return };
    let mut to = Some(position);
    let size = if ui.available_width() < NARROW { 14.0 } else { 16.0 };
    let height = ui.ctx().content_rect().height() * MAX_PART;
    let frame = Frame::new().fill(ui.visuals().extreme_bg_color).inner_margin(12.0);
    Panel::bottom("tour").frame(frame).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| heading(ui, position, &mut to, theme));
        let scroll = ScrollArea::vertical().id_salt(position.to_string()).auto_shrink([false, true]);
        // As high as the text, up to that: a panel gives it the height that it had before.
        scroll.min_scrolled_height(height).max_height(height).show(ui, |ui| text(gallery, ui, position, size, theme));
    });
    if to != Some(position) {
        gallery.tour(to);
    }
}

/// The line of chapter, stop and title, with the buttons that lead on.
fn heading(ui: &mut Ui, position: Position, to: &mut Option<Position>, theme: Theme) {
    let chapter = &chapters()[position.chapter];
    let menu = ui.menu_button(RichText::new(&chapter.title), |ui| {
        for (number, other) in chapters().iter().enumerate() {
            let label = ui.selectable_label(number == position.chapter, &other.title);
            if label.on_hover_text(&other.introduction).clicked() {
                *to = Some(Position { chapter: number, stop: 0 });
                ui.close();
            }
        }
        ui.separator();
        for (number, stop) in chapter.stops.iter().enumerate() {
            if ui.selectable_label(number == position.stop, format!("{}  {}", number + 1, stop.title)).clicked() {
                *to = Some(Position { stop: number, ..position });
                ui.close();
            }
        }
    });
    menu.response.on_hover_text("The chapters of the tour, and the stops of this one");
    ui.label(RichText::new(format!("{} of {}", position.stop + 1, chapter.stops.len())).color(theme.faint()));
    ui.label(RichText::new(&position.shown().title).heading().strong().color(theme.ink()));
    ui.add_space(16.0);
    let mut step = |ui: &mut Ui, name, tip, other: Option<Position>| {
        if ui.add_enabled(other.is_some(), Button::new(name)).on_hover_text(tip).clicked() {
            *to = other;
        }
    };
    step(ui, "Back", "The stop before  (Page up)", position.back());
    step(ui, "Next", "The next stop  (Page down)", position.next());
    if ui.button("End the tour").clicked() {
        *to = None;
    }
}

/// The text of a stop, its question, and the answer once it was asked for.
fn text(gallery: &mut Gallery, ui: &mut Ui, position: Position, size: f32, theme: Theme) {
    let stop = position.shown();
    if position.stop == 0 {
        for line in chapters()[position.chapter].introduction.lines() {
            ui.add(Label::new(job(line, size, theme.faint())).wrap());
        }
    }
    for line in stop.text.lines() {
        ui.add(Label::new(job(line, size, theme.ink())).wrap());
    }
    if gallery.without_compute(stop) {
        let without = "This device has no compute shaders: what the stop says of them is not shown.";
        ui.label(RichText::new(without).size(size).color(theme.faint()));
    }
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.add(Label::new(job(&stop.question, size, theme.fragment())).wrap());
        if gallery.answered != Some(position) && ui.button("Answer").clicked() {
            gallery.answered = Some(position);
        }
    });
    if gallery.answered == Some(position) {
        for line in stop.answer.lines() {
            ui.add(Label::new(job(line, size, theme.ink())).wrap());
        }
    }
}

/// A line with its code and its slanted words.
fn job(line: &str, size: f32, color: egui::Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (style, part) in styled(line) {
        let font_id = if style == Style::Code { FontId::monospace(size - 1.0) } else { FontId::proportional(size) };
        let italics = style == Style::Slanted;
        job.append(part, 0.0, TextFormat { font_id, color, italics, ..TextFormat::default() });
    }
    job
}
