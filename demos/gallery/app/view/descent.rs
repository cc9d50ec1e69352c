//! The descent of queries: where each looks, one fetch after the other.

use egui::{Align2, FontId, Rect, Stroke, Ui, pos2};

use super::colour::Range;
use crate::app::labels::fitted;
use crate::app::theme::Theme;

/// The fetches of a query from what is searched, in order: where each looked, 0 to 1.
#[derive(Clone, Debug)]
pub struct Path {
    pub query: usize,
    pub number: f32,
    pub places: Vec<f32>,
    pub picked: bool,
}

/// Draws paths from the top down, over the sorted numbers.
pub fn draw(ui: &Ui, space: Rect, paths: &[Path], range: Range, theme: Theme) {
    let painter = ui.painter_at(space);
    painter.rect_filled(space, 0.0, theme.canvas());
    let deepest = paths.iter().map(|path| path.places.len()).max().unwrap_or(0).max(1);
    let label = 14.0;
    let y = |depth: usize| space.min.y + label + (space.height() - label - 6.0) * (depth as f32 + 0.5) / deepest as f32;
    for depth in 0..deepest {
        painter.hline(space.x_range(), y(depth), Stroke::new(1.0, theme.empty()));
    }
    let ordered = paths.iter().filter(|path| !path.picked).chain(paths.iter().filter(|path| path.picked));
    for path in ordered {
        let colour = if path.picked { theme.picked() } else { range.heat(path.number, theme).gamma_multiply(0.85) };
        let points: Vec<_> = path
            .places
            .iter()
            .enumerate()
            .map(|(depth, place)| pos2(space.min.x + place * space.width(), y(depth)))
            .collect();
        for pair in points.windows(2) {
            painter.line_segment([pair[0], pair[1]], Stroke::new(if path.picked { 2.5 } else { 1.0 }, colour));
        }
        for point in &points {
            painter.circle_filled(*point, if path.picked { 3.5 } else { 2.0 }, colour);
        }
    }
    let text = format!("{} queries: top, their first fetch", paths.len());
    let font = FontId::proportional(11.0);
    let text = fitted(&painter, &text, font.clone(), space.width());
    painter.text(space.min, Align2::LEFT_TOP, text, font, theme.faint());
}
