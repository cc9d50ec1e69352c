//! Strips: elements side by side in a row, and lines from where an element is to where it belongs.

use egui::{Align2, Color32, FontId, Painter, Rect, Stroke, pos2, vec2};

use crate::app::labels::fitted;
use crate::app::theme::Theme;

/// The most lines: beyond that they are dense in any case.
const MAX_LINES: usize = 256;
/// Points of the line of text above or below a strip.
pub const CAPTION: f32 = 15.0;

/// Elements side by side. Where there are more than points, some are left out.
#[derive(Clone, Copy)]
pub struct Strip {
    pub space: Rect,
    pub count: usize,
}

impl Strip {
    /// Where an element is.
    pub fn cell(&self, element: usize) -> Rect {
        let width = self.space.width() / self.count.max(1) as f32;
        let left = self.space.min.x + element as f32 * width;
        Rect::from_min_size(pos2(left, self.space.min.y), vec2(width, self.space.height()))
    }

    /// The elements that are drawn, with their places.
    fn cells(&self) -> impl Iterator<Item = (usize, Rect)> {
        let points = (self.space.width() as usize).max(1);
        let cells = Strip { count: self.count.min(points), ..*self };
        (0..cells.count).map(move |cell| (cell * self.count / cells.count, cells.cell(cell)))
    }

    /// Draws the elements; each fills a part of its cell, from below. A gap stands between cells that are wide enough.
    pub fn draw(&self, painter: &Painter, colour: impl Fn(usize) -> Color32, height: impl Fn(usize) -> f32) {
        for (element, cell) in self.cells() {
            let gap = if cell.width() >= 4.0 { 1.0 } else { 0.0 };
            let top = cell.max.y - cell.height() * height(element).clamp(0.0, 1.0);
            let bar = Rect::from_min_max(pos2(cell.min.x, top), pos2(cell.max.x - gap, cell.max.y));
            painter.rect_filled(bar, 0.0, colour(element));
        }
    }
}

/// Draws lines between places: of `count` elements, as many as can be told apart. `ends` has the place where the line of an
/// element begins, where it ends, and its colour.
pub fn lines(painter: &Painter, count: usize, ends: impl Fn(usize) -> Option<(egui::Pos2, egui::Pos2, Color32)>) {
    let drawn = count.min(MAX_LINES);
    for line in 0..drawn {
        // Not at equal distances: some data repeat at those.
        let step = count / drawn;
        let element = line * count / drawn + if step > 1 { line.wrapping_mul(40_503) % step } else { 0 };
        if let Some((from, to, colour)) = ends(element) {
            painter.line_segment([from, to], Stroke::new(1.0, colour));
        }
    }
}

/// The colour of a line, more or less faint. On a dark canvas dark colours are lighter, so that they can be seen.
pub fn faint(colour: Color32, strength: f32, theme: Theme) -> Color32 {
    let colour = if theme.dark { colour.lerp_to_gamma(theme.ink(), 0.25) } else { colour };
    colour.gamma_multiply(strength)
}

/// Writes a line of text at the left.
pub fn caption(painter: &Painter, space: Rect, text: &str, theme: Theme) {
    let font = FontId::proportional(11.0);
    let text = fitted(painter, text, font.clone(), space.width());
    painter.text(space.min, Align2::LEFT_TOP, text, font, theme.faint());
}

/// Splits a space from the top into parts of these heights; the part with none takes what is left.
pub fn split<const N: usize>(space: Rect, heights: [Option<f32>; N]) -> [Rect; N] {
    let fixed: f32 = heights.iter().flatten().sum();
    let rest =
        (space.height() - fixed).max(0.0) / heights.iter().filter(|height| height.is_none()).count().max(1) as f32;
    let mut top = space.min.y;
    heights.map(|height| {
        let part = Rect::from_min_size(pos2(space.min.x, top), vec2(space.width(), height.unwrap_or(rest)));
        top = part.max.y;
        part
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_of_a_strip_are_side_by_side() {
        let space = Rect::from_min_size(pos2(10.0, 5.0), vec2(64.0, 8.0));
        let [few, many] = [4, 1000].map(|count| Strip { space, count });
        assert_eq!(few.cell(3), Rect::from_min_max(pos2(58.0, 5.0), pos2(74.0, 13.0)));
        assert_eq!(few.cells().count(), 4);
        let elements: Vec<usize> = many.cells().map(|(element, _)| element).collect();
        assert_eq!((elements.len(), elements[0]), (64, 0));
        assert!(elements.is_sorted_by(|a, b| a < b) && elements[63] < 1000);
        let [top, middle, bottom] = split(space, [Some(2.0), None, Some(1.0)]);
        assert_eq!((top.height(), middle.height(), bottom.max.y), (2.0, 5.0, 13.0));
    }
}
