//! The network of comparators of a bitonic sort: a line for each element, a stroke for each comparison, the pass that is
//! shown lit. Who is compared with whom is read from the fetches of each pass.

use brooklet::Error;
use brooklet::capture::Fetches;
use egui::{Rect, Stroke, Ui, pos2};

use super::colour::Range;
use crate::app::theme::Theme;

/// The most elements of which a network is drawn.
pub const MAX_LINES: usize = 256;
/// The most strokes of a pass side by side: beyond that they are dense in any case.
const MAX_LANES: usize = 8;

/// The elements that a pass compares: each with the one that it fetches beside itself. None, where a pass does something
/// else.
pub fn comparators(fetches: &Fetches) -> Result<Option<Vec<(usize, usize)>>, Error> {
    let mut pairs = Vec::new();
    for element in (0..fetches.count()).filter(|&element| fetches.writes(element)) {
        let made = fetches.of(element)?;
        let mut others: Vec<usize> = made.fetches.iter().filter_map(|fetch| fetch.element).collect();
        others.retain(|other| *other != element);
        others.dedup();
        match others[..] {
            [] => {}
            [other] if element < other => pairs.push((element, other)),
            [_] => {}
            _ => return Ok(None),
        }
    }
    Ok(Some(pairs))
}

/// What a network shows.
pub struct Network<'a> {
    /// Elements.
    pub n: usize,
    /// The comparators of each pass, as far as they are known.
    pub passes: &'a [Option<Vec<(usize, usize)>>],
    /// The numbers before the first pass and after each, as far as they are known.
    pub numbers: Vec<Option<&'a [f32]>>,
    /// Passes that have been drawn.
    pub done: usize,
}

impl Network<'_> {
    pub fn draw(&self, ui: &Ui, space: Rect, range: Range, theme: Theme) {
        let painter = ui.painter_at(space.expand(2.0));
        let n = self.n.max(1);
        let placed: Vec<Vec<Placed>> = self.passes.iter().map(|pairs| lanes(pairs.as_deref().unwrap_or(&[]))).collect();
        let wide =
            |pass: usize| placed.get(pass).map_or(1, |pairs| 2 + pairs.iter().map(|p| p.lane).max().unwrap_or(0));
        let units: usize = (0..=placed.len()).map(wide).sum();
        let unit = space.width() / units.max(1) as f32;
        let y = |element: usize| space.min.y + (element as f32 + 0.5) * space.height() / n as f32;
        let thick = (space.height() / n as f32 * 0.5).clamp(0.7, 4.0);
        let mut x = space.min.x;
        for pass in 0..=placed.len() {
            let width = unit * wide(pass) as f32;
            let lit = pass + 1 == self.done;
            if lit {
                let band = Rect::from_min_max(pos2(x, space.min.y), pos2(x + width, space.max.y));
                painter.rect_filled(band, 0.0, theme.picked().gamma_multiply(0.18));
            }
            let numbers = self.numbers.get(pass).copied().flatten().filter(|_| pass <= self.done);
            for element in 0..n {
                let number = numbers.and_then(|numbers| numbers.get(element));
                let colour = number.map_or(theme.frame(), |number| range.heat(*number, theme));
                painter.hline(x..=x + width, y(element), Stroke::new(thick, colour));
            }
            let colour = if lit { theme.picked() } else { theme.faint() };
            let stroke = Stroke::new(if lit { 1.8 } else { 0.8 }, colour);
            for Placed { low, high, lane } in placed.get(pass).into_iter().flatten() {
                let at = x + unit * (*lane as f32 + 1.0);
                painter.vline(at, y(*low)..=y(*high), stroke);
                // Dots that would touch each other are left out: they take long, and are not seen.
                let dots = if lit || space.height() / n as f32 > 4.0 { &[*low, *high][..] } else { &[] };
                for &end in dots {
                    painter.circle_filled(pos2(at, y(end)), (thick * 0.8).max(1.2), colour);
                }
            }
            x += width;
        }
    }
}

struct Placed {
    low: usize,
    high: usize,
    lane: usize,
}

/// Strokes side by side, so that they do not lie on each other.
fn lanes(pairs: &[(usize, usize)]) -> Vec<Placed> {
    let mut ends: Vec<usize> = Vec::new();
    let mut placed = Vec::with_capacity(pairs.len());
    for (number, &(low, high)) in pairs.iter().enumerate() {
        let lane = match ends.iter().position(|end| *end < low) {
            Some(free) => free,
            None if ends.len() < MAX_LANES => {
                ends.push(0);
                ends.len() - 1
            }
            None => number % MAX_LANES,
        };
        ends[lane] = ends[lane].max(high);
        placed.push(Placed { low, high, lane });
    }
    placed
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strokes_that_overlap_stand_side_by_side() {
        let lane = |pairs: &[(usize, usize)]| lanes(pairs).iter().map(|placed| placed.lane).collect::<Vec<_>>();
        assert_eq!(lane(&[(0, 1), (2, 3), (4, 5)]), [0, 0, 0]);
        assert_eq!(lane(&[(0, 2), (1, 3), (4, 6), (5, 7)]), [0, 1, 0, 1]);
        let wide: Vec<_> = (0..32).map(|low| (low, low + 32)).collect();
        assert!(lane(&wide).iter().all(|lane| *lane < MAX_LANES));
    }
}
