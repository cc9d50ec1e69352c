//! Groups: the values as they are, sorted by key into runs, and what becomes of each run. Equal keys have one colour.

use egui::{Align2, Color32, FontId, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use super::colour::Range;
use super::strip::{CAPTION, Strip, caption, faint, lines, split};
use super::texture::short_float;
use crate::app::theme::{Theme, on};

/// Points of what becomes of a run: its key, and below that its result.
const KEY: f32 = 16.0;
const RESULT: f32 = 15.0;

/// The values of keys, and the places of the keys in order. Of many it takes long to find, and it is kept from frame to frame.
pub struct Sorted {
    values: Vec<f32>,
    /// The positions of the keys in order; of equal ones in theirs.
    order: Vec<usize>,
    /// The place of each key in that order.
    ranks: Vec<usize>,
}

impl Sorted {
    pub fn of(keys: &[f32], values: Vec<f32>) -> Sorted {
        let mut order: Vec<usize> = (0..keys.len()).collect();
        order.sort_by(|a, b| keys[*a].total_cmp(&keys[*b]));
        let mut ranks = vec![0; order.len()];
        order.iter().enumerate().for_each(|(rank, position)| ranks[*position] = rank);
        Sorted { values, order, ranks }
    }
}

/// What is drawn of a group.
pub struct Groups<'a> {
    pub keys: &'a [f32],
    pub sorted: &'a Sorted,
    /// The result: the distinct keys, and what the values of each come to.
    pub distinct: &'a [f32],
    pub results: &'a [f32],
    /// What the results are called.
    pub title: &'a str,
    /// Whether the last pass has been drawn.
    pub finished: bool,
    pub range: Range,
    pub theme: Theme,
}

impl Groups<'_> {
    pub fn draw(&self, ui: &Ui, space: Rect) {
        let &Groups { keys, distinct, results, title, finished, range, theme, .. } = self;
        let Sorted { values, order, ranks } = self.sorted;
        let painter = ui.painter_at(space);
        let strip = 0.2 * space.height();
        let heights = [Some(CAPTION), Some(strip), None, Some(strip), Some(KEY), Some(RESULT), Some(CAPTION)];
        let [above, given, _, in_runs, boxes, _, below] = split(space, heights);
        let (from, to) = (Strip { space: given, count: keys.len() }, Strip { space: in_runs, count: keys.len() });
        let colour = |element: usize| range.heat(keys[element], theme);
        let largest = values.iter().copied().fold(1.0, f32::max);
        let height = |element: usize| values.get(element).map_or(0.0, |value| 0.15 + 0.85 * value / largest);
        lines(&painter, keys.len(), |element| {
            let faded = faint(colour(element), if finished { 0.8 } else { 0.4 }, theme);
            let run = to.cell(ranks[element]);
            let end = pos2(run.center().x, run.max.y - run.height() * height(element).min(1.0));
            Some((from.cell(element).center_bottom(), end, faded))
        });
        from.draw(&painter, colour, height);
        let of_run = |rank: usize| if finished { colour(order[rank]) } else { faint(colour(order[rank]), 0.4, theme) };
        to.draw(&painter, of_run, |rank| height(order[rank]));
        let mut begin = 0;
        for (key, result) in distinct.iter().zip(results) {
            let end = begin + order[begin..].partition_point(|position| keys[*position] <= *key);
            let run = to.cell(begin).union(to.cell(end.max(begin + 1) - 1));
            let run = Rect::from_x_y_ranges(run.x_range(), boxes.y_range()).shrink2(vec2(1.0, 1.0));
            let paint = range.heat(*key, theme);
            let ink = match finished {
                true => {
                    painter.rect_filled(run, 2.0, paint);
                    on(paint)
                }
                false => {
                    painter.rect_stroke(run, 2.0, Stroke::new(1.0, theme.frame()), StrokeKind::Inside);
                    theme.faint()
                }
            };
            let put = |text: String, at: egui::Pos2, size: f32, ink: Color32| {
                let galley = painter.layout_no_wrap(text, FontId::proportional(size), ink);
                if galley.size().x <= run.width() + 1.0 {
                    let corner = Align2::CENTER_CENTER.anchor_size(at, galley.size()).min;
                    painter.galley(corner, galley, ink);
                }
            };
            put(short_float(*key), run.center(), 11.0, ink);
            let text = if finished { short_float(*result) } else { "?".to_owned() };
            put(text, run.center() + vec2(0.0, KEY), 12.0, theme.ink());
            begin = end;
        }
        caption(&painter, above, &format!("{} values; equal keys have one colour", keys.len()), theme);
        caption(
            &painter,
            below,
            &format!("runs of equal keys: below each its key, and the {title} of its values"),
            theme,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_keys_keep_their_order() {
        let sorted = Sorted::of(&[2.0, 0.0, 2.0, 1.0, 0.0], vec![1.0; 5]);
        assert_eq!((sorted.order, sorted.ranks), (vec![1, 4, 3, 0, 2], vec![3, 0, 4, 2, 1]));
    }
}
