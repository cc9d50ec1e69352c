//! A histogram: the numbers in a strip, lines to the bins that they belong to, and a bar for the count of each bin.

use egui::{Align2, FontId, Rect, Stroke, StrokeKind, Ui, pos2, vec2};

use super::colour::Range;
use super::strip::{CAPTION, Strip, caption, faint, lines, split};
use super::texture::short_float;
use crate::app::theme::Theme;

/// Points of the strip of numbers.
const STRIP: f32 = 14.0;
/// Points of a count above its bar.
const COUNT: f32 = 13.0;

/// What is drawn of a histogram.
pub struct Bars<'a> {
    pub numbers: &'a [f32],
    /// The number in each bin.
    pub counts: &'a [f32],
    /// Where the first bin begins, and the last one ends.
    pub ends: (f32, f32),
    /// Whether the last pass has been drawn.
    pub finished: bool,
    pub range: Range,
    pub theme: Theme,
}

impl Bars<'_> {
    /// The bin of a number; none where it is out of range. The last bin has its end.
    fn bin(&self, number: f32) -> Option<usize> {
        let (low, high) = self.ends;
        let bins = self.counts.len();
        let inside = (low..=high).contains(&number);
        inside.then(|| (((number - low) / (high - low) * bins as f32) as usize).min(bins.saturating_sub(1)))
    }

    pub fn draw(&self, ui: &Ui, space: Rect) {
        let &Bars { numbers, counts, ends: (low, high), finished, range, theme } = self;
        let painter = ui.painter_at(space);
        let [above, strip, fan, body, below] =
            split(space, [Some(CAPTION), Some(STRIP), Some(0.3 * space.height()), None, Some(CAPTION)]);
        let (from, bins) = (Strip { space: strip, count: numbers.len() }, Strip { space: body, count: counts.len() });
        let middle = |bin: usize| low + (high - low) * (bin as f32 + 0.5) / counts.len().max(1) as f32;
        let colour = |bin: usize| range.heat(middle(bin).clamp(range.low, range.high), theme);
        // Numbers of a bin come down side by side, in their order.
        let across = |element: usize| (element as f32 + 0.5) / numbers.len().max(1) as f32;
        lines(&painter, numbers.len(), |element| {
            let bin = self.bin(numbers[element])?;
            let cell = bins.cell(bin);
            let to = pos2(cell.min.x + 2.0 + (cell.width() - 4.0) * across(element), fan.max.y);
            let faded = faint(colour(bin), if finished { 0.8 } else { 0.4 }, theme);
            Some((from.cell(element).center_bottom(), to, faded))
        });
        from.draw(&painter, |element| range.heat(numbers[element], theme), |_| 1.0);
        let largest = counts.iter().copied().fold(1.0, f32::max);
        let room = (body.height() - COUNT - 4.0).max(1.0);
        for (bin, count) in counts.iter().enumerate() {
            let cell = bins.cell(bin).shrink2(vec2(1.0, 0.0));
            let head = Rect::from_min_size(cell.min, vec2(cell.width(), 3.0));
            painter.rect_filled(head, 0.0, colour(bin));
            let bar = Rect::from_min_max(pos2(cell.min.x, cell.max.y - room * count / largest), cell.max);
            match finished {
                true => painter.rect_filled(bar, 0.0, colour(bin)),
                false => painter.rect_stroke(bar, 0.0, Stroke::new(1.0, theme.frame()), StrokeKind::Inside),
            };
            let text = if finished { short_count(*count) } else { "?".to_owned() };
            let font = FontId::proportional(11.0);
            let galley = painter.layout_no_wrap(text, font, theme.ink());
            if galley.size().x <= cell.width() + 1.0 {
                let at = pos2(bar.center().x, bar.min.y - 1.0);
                let at = Align2::CENTER_BOTTOM.anchor_size(at, galley.size()).min;
                painter.galley(at, galley, theme.ink());
            }
        }
        painter.hline(body.x_range(), body.max.y, Stroke::new(1.0, theme.frame()));
        caption(&painter, above, &format!("{} numbers; below, {} bins", numbers.len(), counts.len()), theme);
        let edges = [(Align2::LEFT_TOP, 0.0), (Align2::CENTER_TOP, 0.5), (Align2::RIGHT_TOP, 1.0)];
        for (align, at) in edges {
            let text = short_float(low + (high - low) * at);
            let corner = pos2(below.min.x + below.width() * at, below.min.y + 2.0);
            painter.text(corner, align, text, FontId::proportional(11.0), theme.faint());
        }
    }
}

/// A count in at most four letters.
fn short_count(count: f32) -> String {
    match count {
        0.0..10_000.0 => format!("{count:.0}"),
        10_000.0..1_000_000.0 => format!("{:.0}K", count / 1e3),
        _ => format!("{:.1}M", count / 1e6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_belong_to_bins_as_the_reference_says() {
        let numbers: Vec<f32> = (0..=1000).map(|x| x as f32).chain([-1.0, 1001.0, f32::NAN]).collect();
        let bins = brooklet::Bins::between(10, 0.0, 1000.0);
        let counts = brooklet::reference::histogram(&numbers, bins).unwrap();
        let theme = Theme { dark: false };
        let range = Range { low: 0.0, high: 1000.0, knee: 0.0 };
        let bars = Bars { numbers: &numbers, counts: &counts, ends: (0.0, 1000.0), finished: true, range, theme };
        let own = |bin: usize| numbers.iter().filter(|number| bars.bin(**number) == Some(bin)).count();
        assert_eq!((0..10).map(own).collect::<Vec<_>>(), counts.iter().map(|x| *x as usize).collect::<Vec<_>>());
        assert_eq!(numbers.iter().filter(|number| bars.bin(**number).is_none()).count(), 3);
    }

    #[test]
    fn counts_are_short() {
        let cases = [(0.0, "0"), (9999.0, "9999"), (104_858.0, "105K"), (1_048_576.0, "1.0M")];
        for (count, text) in cases {
            assert_eq!(short_count(count), text);
        }
    }
}
