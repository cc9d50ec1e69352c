//! The editor: the program in colours, with line numbers, what is wrong with it underlined, and lines lit.

use std::collections::BTreeSet;
use std::sync::Arc;

use brooklet::brook::{Diagnostic, Severity};
use egui::text::CCursor;
use egui::{
    Color32, FontId, Galley, Id, Painter, Pos2, Rect, ScrollArea, Shape, Stroke, TextBuffer, TextEdit, Ui, UiBuilder,
    pos2, text::CCursorRange, vec2,
};

use super::lines::{Lines, letters, underlined};
use crate::app::keyboard;
use crate::app::text;
use crate::app::theme::Theme;

/// The size of program texts, in points.
pub const SIZE: f32 = 12.5;

#[derive(Default)]
pub struct Editor {
    pub text: String,
    /// A byte that is to be seen, and whether the cursor goes there.
    go_to: Option<(usize, bool)>,
}

/// What is shown in the editor beside its text.
pub struct Marks<'a> {
    pub diagnostics: &'a [Diagnostic],
    /// Whether they are about the text as it is now.
    pub current: bool,
    /// The lines that became what the pointer is on in the shader.
    pub lit: &'a BTreeSet<usize>,
    pub theme: Theme,
}

/// What came of a frame.
#[derive(Default)]
pub struct Answer {
    pub changed: bool,
    /// The line under the pointer.
    pub hovered: Option<usize>,
    pub clicked: bool,
}

/// The colour of a diagnostic.
pub fn colour(severity: Severity, theme: Theme) -> Color32 {
    match severity {
        Severity::Error => theme.error(),
        _ => theme.source(),
    }
}

/// Its word.
pub fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        _ => "warning",
    }
}

impl Editor {
    /// Shows a byte of the text in a later frame, and puts the cursor there if that is wanted.
    pub fn go_to(&mut self, byte: usize, cursor: bool) {
        self.go_to = Some((byte, cursor));
    }

    pub fn show(&mut self, ui: &mut Ui, marks: &Marks) -> Answer {
        let mut answer = Answer::default();
        let theme = marks.theme;
        let lines = Lines::of(&self.text);
        let font = FontId::monospace(SIZE);
        let digit = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        let gutter = digit * (lines.count().to_string().len().max(2) as f32) + 10.0;
        let room = ui.available_rect_before_wrap();
        // What lies behind the text, and the numbers beside it, are known only when it has been laid out.
        let behind = ui.painter().add(Shape::Noop);
        let beside = ui.painter_at(room);
        let text_room = room.with_min_x(room.min.x + gutter);
        ui.scope_builder(UiBuilder::new().max_rect(text_room), |ui| {
            ScrollArea::both().id_salt("editor").auto_shrink(false).show(ui, |ui| {
                let (galley, origin) = self.text(ui, marks, &mut answer);
                ui.painter().set(behind, Shape::Vec(lit(&galley, origin, room, marks)));
                numbers(&beside, &galley, origin, room.min.x + gutter - 6.0, theme);
            });
        });
        answer
    }

    /// The text itself.
    fn text(&mut self, ui: &mut Ui, marks: &Marks, answer: &mut Answer) -> (Arc<Galley>, Pos2) {
        let theme = marks.theme;
        let mut layouter = |ui: &Ui, buffer: &dyn TextBuffer, _wrap: f32| {
            let mut job = text::coloured(buffer.as_str(), SIZE, theme);
            job.wrap.max_width = f32::INFINITY;
            ui.fonts_mut(|fonts| fonts.layout_job(job))
        };
        let edit = TextEdit::multiline(&mut self.text)
            .id(Id::unique("the program"))
            .code_editor()
            .frame(egui::Frame::NONE)
            .margin(vec2(2.0, 4.0))
            .desired_width(ui.available_width())
            .desired_rows(((ui.clip_rect().height() / (SIZE * 1.35)) as usize).max(4))
            .layouter(&mut layouter);
        let mut output = edit.show(ui);
        keyboard::name(&output.response, "The program");
        let (galley, origin) = (output.galley.clone(), output.galley_pos);
        answer.changed = output.response.changed();
        if let Some((byte, cursor)) = self.go_to.take() {
            let at = CCursor::new(letters(&self.text, byte));
            let place = galley.pos_from_cursor(at).translate(origin.to_vec2());
            ui.scroll_to_rect(place.expand2(vec2(40.0, 60.0)), None);
            if cursor {
                output.state.cursor.set_char_range(Some(CCursorRange::one(at)));
                output.state.store(ui.ctx(), output.response.id);
                output.response.request_focus();
            }
            ui.ctx().request_repaint();
        }
        let pointer = ui.ctx().pointer_hover_pos().filter(|_| output.response.contains_pointer());
        answer.hovered = pointer.and_then(|at| row(&galley, origin, at));
        answer.clicked = output.response.clicked();
        if marks.current {
            let hovered = self.underlines(ui, &galley, origin, pointer, marks);
            if !hovered.is_empty() {
                output.response.response.clone().on_hover_ui_at_pointer(|ui| {
                    ui.set_max_width(420.0);
                    for diagnostic in hovered {
                        explain(ui, diagnostic, theme);
                    }
                });
            }
        }
        (galley, origin)
    }

    /// Draws a line under what is wrong, and gives what the pointer is on.
    fn underlines<'a>(
        &self,
        ui: &Ui,
        galley: &Galley,
        origin: Pos2,
        pointer: Option<Pos2>,
        marks: &Marks<'a>,
    ) -> Vec<&'a Diagnostic> {
        let mut hovered = Vec::new();
        let painter = ui.painter();
        // What is about the whole program has no place in it.
        for diagnostic in marks.diagnostics.iter().filter(|diagnostic| diagnostic.span.end > 0) {
            let bytes = diagnostic.span.start as usize..diagnostic.span.end as usize;
            let stroke = Stroke::new(1.5, colour(diagnostic.severity, marks.theme));
            for piece in underlined(&self.text, bytes) {
                let from = galley.pos_from_cursor(CCursor::new(piece.start)).translate(origin.to_vec2());
                let to = galley.pos_from_cursor(CCursor::new(piece.end)).translate(origin.to_vec2());
                // At the end of the text there is no letter to stand below.
                let right = if to.min.y == from.min.y { to.max.x.max(from.min.x + 6.0) } else { from.min.x + 6.0 };
                let place = Rect::from_min_max(from.min, pos2(right, from.max.y));
                match diagnostic.severity {
                    Severity::Error => drop(painter.add(wave(place, stroke))),
                    _ => {
                        let line = [place.left_bottom(), place.right_bottom()];
                        painter.extend(Shape::dashed_line(&line, stroke, 4.0, 2.0));
                    }
                }
                if pointer.is_some_and(|at| place.expand(2.0).contains(at)) && !hovered.contains(&diagnostic) {
                    hovered.push(diagnostic);
                }
            }
        }
        hovered
    }
}

/// A diagnostic in full: code, message, help.
pub fn explain(ui: &mut Ui, diagnostic: &Diagnostic, theme: Theme) {
    let head = format!("{} {}", word(diagnostic.severity), diagnostic.code.name());
    ui.label(egui::RichText::new(head).strong().color(colour(diagnostic.severity, theme)));
    ui.label(&diagnostic.title);
    if !diagnostic.label.is_empty() && diagnostic.label != diagnostic.title {
        ui.label(egui::RichText::new(&diagnostic.label).color(theme.faint()));
    }
    for help in &diagnostic.help {
        ui.label(egui::RichText::new(format!("help: {help}")).color(theme.reader()));
    }
}

/// A line of waves below a place.
fn wave(place: Rect, stroke: Stroke) -> Shape {
    let steps = ((place.width() / 2.0) as usize).max(3);
    let points = (0..=steps).map(|step| {
        let x = place.min.x + place.width() * step as f32 / steps as f32;
        pos2(x, place.max.y + if step % 2 == 0 { 0.5 } else { -1.5 })
    });
    Shape::line(points.collect(), stroke)
}

/// The line at a point.
fn row(galley: &Galley, origin: Pos2, at: Pos2) -> Option<usize> {
    let y = at.y - origin.y;
    galley.rows.iter().position(|row| (row.min_y()..row.max_y()).contains(&y))
}

/// What lies behind the lines that are lit.
fn lit(galley: &Galley, origin: Pos2, room: Rect, marks: &Marks) -> Vec<Shape> {
    let rows = galley.rows.iter().enumerate().filter(|(number, _)| marks.lit.contains(number));
    let places = rows.map(|(_, row)| {
        let (top, bottom) = (origin.y + row.min_y(), origin.y + row.max_y());
        Rect::from_min_max(pos2(room.min.x, top), pos2(room.max.x, bottom)).intersect(room)
    });
    places.filter(|place| place.is_positive()).map(|place| Shape::rect_filled(place, 0.0, marks.theme.lit())).collect()
}

/// The numbers of the lines.
fn numbers(painter: &Painter, galley: &Galley, origin: Pos2, right: f32, theme: Theme) {
    let clip = painter.clip_rect();
    for (number, row) in galley.rows.iter().enumerate() {
        let at = pos2(right, origin.y + row.min_y());
        if (clip.min.y - 20.0..clip.max.y).contains(&at.y) {
            let text = (number + 1).to_string();
            painter.text(at, egui::Align2::RIGHT_TOP, text, FontId::monospace(SIZE), theme.faint());
        }
    }
}
