//! The chain of a reduction: what goes in, and what each pass leaves of it, all in one scale.

use std::rc::Rc;

use brooklet::capture::Contents;
use egui::{Rect, Sense, Stroke, StrokeKind, Ui, Vec2, pos2, vec2};

use super::grid::{Camera, Grid, Placed};
use super::texture::{Image, Look};
use crate::app::theme::Theme;

/// Points between two links of the chain.
const GAP: f32 = 8.0;
/// Points that the smallest has.
const LEAST: f32 = 5.0;

/// Images of the links.
#[derive(Default)]
pub struct Chain(Vec<Image>);

/// A link: texels across and down, and what it holds once it has been drawn.
pub struct Link {
    pub size: [usize; 2],
    pub contents: Option<Rc<Contents>>,
}

impl Chain {
    /// Draws the chain; the number of a link that is clicked.
    pub fn draw(&mut self, ui: &Ui, space: Rect, links: &[Link], done: usize, look: &Look) -> Option<usize> {
        self.0.resize_with(links.len().max(self.0.len()), Image::default);
        let across = scale(links, space.size(), Vec2::X);
        let down = scale(links, space.size(), Vec2::Y);
        let (scale, along) = if across >= down { (across, Vec2::X) } else { (down, Vec2::Y) };
        let mut corner = space.min;
        let mut clicked = None;
        for (number, (link, image)) in links.iter().zip(&mut self.0).enumerate() {
            let [width, height] = link.size;
            let size = (vec2(width as f32, height as f32) * scale).max(Vec2::splat(LEAST));
            let rect = Rect::from_min_size(corner, size);
            match &link.contents {
                Some(contents) => {
                    let placed = Placed::new(Grid::of(contents, false), rect, Camera::default());
                    image.draw(ui, &placed, contents, look);
                }
                None => empty(ui, rect, look.theme),
            }
            if number == done {
                let stroke = Stroke::new(2.0, look.theme.picked());
                ui.painter().rect_stroke(rect.expand(1.0), 0.0, stroke, StrokeKind::Outside);
            }
            let id = ui.scope_id().with(("link", number, space.min.x as i32));
            if ui.interact(rect.expand(2.0), id, Sense::CLICK).clicked() {
                clicked = Some(number);
            }
            corner += along * (size + Vec2::splat(GAP));
        }
        clicked
    }
}

fn empty(ui: &Ui, rect: Rect, theme: Theme) {
    ui.painter().rect_filled(rect, 0.0, theme.empty());
    ui.painter().rect_stroke(rect, 0.0, Stroke::new(1.0, theme.frame()), StrokeKind::Outside);
}

/// Points of a texel, so that the chain fits when it goes along an axis.
fn scale(links: &[Link], space: Vec2, along: Vec2) -> f32 {
    let size = |link: &Link| vec2(link.size[0] as f32, link.size[1] as f32);
    let sum: Vec2 = links.iter().map(size).fold(Vec2::ZERO, |sum, size| sum + size);
    let max = links.iter().map(size).fold(Vec2::ZERO, Vec2::max);
    let room = space - along * (GAP + LEAST) * links.len() as f32;
    let wanted = along * sum + (Vec2::splat(1.0) - along) * max;
    let fit = pos2(room.x / wanted.x.max(1.0), room.y / wanted.y.max(1.0));
    fit.x.min(fit.y).max(0.001)
}
