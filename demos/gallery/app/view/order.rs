//! The order of keys: the keys as they are, and in order, with a line from where each key is to where it belongs.

use egui::{FontId, Rect, Stroke, Ui, pos2};

use super::colour::Range;
use super::strip::{CAPTION, Strip, caption, faint, lines, split};
use crate::app::theme::Theme;

/// Points of a strip.
const STRIP: f32 = 18.0;

/// What is drawn of an argsort.
pub struct Order<'a> {
    pub keys: &'a [f32],
    /// The positions of the keys in order.
    pub order: &'a [f32],
    /// Whether the last pass has been drawn.
    pub finished: bool,
    pub range: Range,
    pub theme: Theme,
}

impl Order<'_> {
    pub fn draw(&self, ui: &Ui, space: Rect) {
        let &Order { keys, order, finished, range, theme } = self;
        let painter = ui.painter_at(space);
        let heights = [Some(CAPTION), Some(STRIP), None, Some(STRIP), Some(CAPTION), Some(CAPTION)];
        let [above, unsorted, _, sorted, labels, below] = split(space, heights);
        let (from, to) = (Strip { space: unsorted, count: keys.len() }, Strip { space: sorted, count: order.len() });
        let place = |rank: usize| order.get(rank).map_or(0, |position| *position as usize);
        let colour = |position: usize| range.heat(keys.get(position).copied().unwrap_or(f32::NAN), theme);
        let line = |rank: usize| (from.cell(place(rank)).center_bottom(), to.cell(rank).center_top());
        let mut labelled = labelled(order.len(), space.width());
        // Where not all can have a label, those that have one stand out.
        let others = if labelled.len() < order.len() { 0.4 } else { 0.9 };
        let strength = if finished { others } else { 0.35 };
        lines(&painter, order.len(), |rank| {
            let (start, end) = line(rank);
            Some((start, end, faint(colour(place(rank)), strength, theme)))
        });
        from.draw(&painter, colour, |_| 1.0);
        to.draw(&painter, |rank| if finished { colour(place(rank)) } else { theme.empty() }, |_| 1.0);
        if !finished && labelled.len() < order.len() {
            labelled.clear();
        }
        for rank in labelled {
            let (start, end) = line(rank);
            if finished {
                painter.line_segment([start, end], Stroke::new(1.8, faint(colour(place(rank)), 1.0, theme)));
            }
            let text = if finished { place(rank).to_string() } else { "?".to_owned() };
            let galley = painter.layout_no_wrap(text, FontId::proportional(11.0), theme.ink());
            let half = galley.size().x / 2.0;
            let left = (end.x - half).clamp(space.min.x, (space.max.x - 2.0 * half).max(space.min.x));
            painter.galley(pos2(left, labels.min.y + 2.0), galley, theme.ink());
        }
        let last = keys.len().saturating_sub(1);
        caption(&painter, above, &format!("{} keys, at positions 0 to {last}", keys.len()), theme);
        caption(&painter, below, "in order; the result is the position of each key", theme);
    }
}

/// The ranks whose positions are written down: all, or as many as there is room for, at equal distances.
fn labelled(count: usize, width: f32) -> Vec<usize> {
    let digits = count.saturating_sub(1).max(1).ilog10() + 1;
    let room = ((width / (7.0 * digits as f32 + 8.0)) as usize).max(2);
    match count <= room {
        true => (0..count).collect(),
        false => (0..room).map(|label| label * (count - 1) / (room - 1)).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_ranks_have_a_label_as_there_is_room_for() {
        assert_eq!(labelled(3, 400.0), [0, 1, 2]);
        assert_eq!(labelled(1000, 116.0), [0, 333, 666, 999]);
        assert_eq!(labelled(1, 0.0), [0]);
        assert!(labelled(0, 100.0).is_empty());
    }
}
