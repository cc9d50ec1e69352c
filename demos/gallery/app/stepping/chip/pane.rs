//! A text with what its lines cost beside it, and lines that belong together lit.

use std::collections::BTreeSet;

use egui::text::LayoutJob;
use egui::{Align2, FontId, Rect, ScrollArea, Sense, Shape, Ui, pos2, vec2};

use crate::app::theme::Theme;

/// A line of the source: its file's place among those of the kernel, and its number from 1.
pub type Line = (usize, usize);
/// An instruction: its program's number, and its place there.
pub type Instruction = (usize, usize);

/// A line of a text that is shown.
#[derive(Clone, Default)]
pub struct Row {
    /// The lines of the source that it comes from, or is.
    pub lines: BTreeSet<Line>,
    /// The instruction that stands there.
    pub instruction: Option<Instruction>,
    /// Instructions that a fragment executes for it.
    pub cost: f64,
    /// Those that it executes for the line of the source: how strongly it is marked.
    pub heat: f64,
}

/// A text, with what is known of its lines.
#[derive(Clone, Default)]
pub struct Text {
    pub job: LayoutJob,
    pub rows: Vec<Row>,
}

/// What the pointer is on: lines of the source, and an instruction where it is one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lit {
    pub lines: BTreeSet<Line>,
    pub instruction: Option<Instruction>,
}

impl Lit {
    /// Whether a row belongs to it.
    pub fn is(&self, row: &Row) -> bool {
        match (self.instruction, row.instruction) {
            (Some(wanted), Some(own)) => wanted == own,
            _ => row.lines.intersection(&self.lines).next().is_some(),
        }
    }
}

/// A cost as it is written.
pub fn cost(cost: f64) -> String {
    match cost {
        0.0 => String::new(),
        cost if (cost - cost.round()).abs() < 0.05 => format!("{}", cost.round()),
        cost => format!("{cost:.1}"),
    }
}

/// How a text is shown.
#[derive(Clone, Copy)]
pub struct Shown<'a> {
    /// What is lit.
    pub lit: &'a Lit,
    /// What is to be scrolled to.
    pub go_to: Option<&'a Lit>,
    pub size: f32,
    pub theme: Theme,
}

/// What the pointer does.
#[derive(Default)]
pub struct Answer {
    /// What it is on.
    pub on: Lit,
    /// The text in which that was clicked.
    pub clicked: Option<&'static str>,
}

/// Shows a text; what the pointer is on goes to `answer`.
pub fn show(ui: &mut Ui, name: &'static str, text: &Text, shown: Shown, answer: &mut Answer) {
    let Shown { lit, go_to, size, theme } = shown;
    let font = FontId::monospace(size);
    ScrollArea::both().id_salt(name).auto_shrink(false).show(ui, |ui| {
        let galley = ui.fonts_mut(|fonts| fonts.layout_job(text.job.clone()));
        let digit = ui.fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
        let max = text.rows.iter().map(|row| row.heat).fold(0.0, f64::max);
        let go_to = go_to.and_then(|wanted| text.rows.iter().position(|row| wanted.is(row)));
        let widest = text.rows.iter().map(|row| cost(row.cost).len()).max().unwrap_or(0);
        let gutter = digit * widest.max(2) as f32 + 12.0;
        let (rect, response) = ui.allocate_exact_size(galley.size() + vec2(gutter, 0.0), Sense::CLICK);
        let origin = rect.min + vec2(gutter, 0.0);
        let clip = ui.clip_rect();
        let pointer = ui.ctx().pointer_hover_pos().filter(|_| response.contains_pointer());
        for (number, (row, placed)) in text.rows.iter().zip(&galley.rows).enumerate() {
            let (top, bottom) = (origin.y + placed.min_y(), origin.y + placed.max_y());
            let place = Rect::from_min_max(pos2(clip.min.x, top), pos2(clip.max.x, bottom));
            if pointer.is_some_and(|at| (top..bottom).contains(&at.y)) && !row.lines.is_empty() {
                answer.on = Lit { lines: row.lines.clone(), instruction: row.instruction };
                answer.clicked = response.clicked().then_some(name);
            }
            if go_to == Some(number) {
                let left = Rect::from_min_size(pos2(rect.min.x, top), vec2(1.0, bottom - top));
                ui.scroll_to_rect(left, Some(egui::Align::Center));
            }
            if !clip.intersects(place) {
                continue;
            }
            if lit.is(row) {
                ui.painter().add(Shape::rect_filled(place, 0.0, theme.lit()));
            }
            if row.cost > 0.0 {
                let heat = 0.1 + 0.65 * (row.heat / max) as f32;
                let beside = Rect::from_min_max(pos2(rect.min.x, top), pos2(origin.x - 5.0, bottom));
                ui.painter().rect_filled(beside, 2.0, theme.fragment().gamma_multiply(heat));
                let at = pos2(origin.x - 8.0, top);
                ui.painter().text(at, Align2::RIGHT_TOP, cost(row.cost), font.clone(), theme.ink());
            }
        }
        ui.painter().galley(origin, galley, theme.ink());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(lines: &[Line], instruction: Option<Instruction>) -> Row {
        Row { lines: lines.iter().copied().collect(), instruction, ..Row::default() }
    }

    #[test]
    fn lines_are_lit_both_ways() {
        let source = row(&[(0, 3)], None);
        let (first, second) = (row(&[(0, 3)], Some((0, 0))), row(&[(0, 3), (0, 4)], Some((0, 1))));
        let of = |row: &Row| Lit { lines: row.lines.clone(), instruction: row.instruction };
        // A line of the source lights all its instructions; an instruction itself, and its lines.
        assert!(of(&source).is(&first) && of(&source).is(&second) && of(&source).is(&source));
        assert!(of(&first).is(&first) && !of(&first).is(&second) && of(&first).is(&source));
        assert!(of(&second).is(&row(&[(0, 4)], None)) && !of(&second).is(&row(&[(1, 4)], None)));
        assert!(!Lit::default().is(&source) && !Lit::default().is(&row(&[], None)));
    }

    #[test]
    fn costs_are_written_short() {
        assert_eq!([0.0, 1.0, 12.02, 2.5, 0.06].map(cost), ["", "1", "12", "2.5", "0.1"]);
    }
}
