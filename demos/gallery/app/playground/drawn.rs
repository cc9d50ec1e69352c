//! Data that is drawn with the mouse: a curve along a line, a picture on a plane.

use std::f32::consts::TAU;

use egui::{ColorImage, Pos2, Rect, Sense, Shape, Stroke, TextureHandle, TextureOptions, Ui, pos2, vec2};

use crate::app::theme::{Theme, heat};

/// Points of the curve.
const CURVE: usize = 128;
/// Cells along a side of the canvas.
const SIDE: usize = 48;

/// What was drawn, in numbers from 0 to 1.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawn {
    curve: Vec<f32>,
    canvas: Vec<f32>,
    /// Of the brush, in cells.
    radius: f32,
}

impl Default for Drawn {
    /// A wave, and a disc: something to see before anything is drawn.
    fn default() -> Drawn {
        let curve = (0..CURVE).map(|at| 0.5 + 0.4 * (at as f32 / CURVE as f32 * TAU * 2.0).sin()).collect();
        let disc = |at: usize| {
            let (x, y) = ((at % SIDE) as f32 + 0.5, (at / SIDE) as f32 + 0.5);
            let middle = SIDE as f32 / 2.0;
            if (x - middle).hypot(y - middle) < SIDE as f32 / 4.0 { 1.0 } else { 0.0 }
        };
        Drawn { curve, canvas: (0..SIDE * SIDE).map(disc).collect(), radius: 3.0 }
    }
}

fn cell(part: f32, count: usize) -> usize {
    ((part.max(0.0) * count as f32) as usize).min(count - 1)
}

impl Drawn {
    /// The curve at a place, 0 to 1.
    pub fn curve(&self, x: f32) -> f32 {
        self.curve[cell(x, CURVE)]
    }

    /// The canvas at a place, 0 to 1 along both axes.
    pub fn canvas(&self, x: f32, y: f32) -> f32 {
        self.canvas[cell(y, SIDE) * SIDE + cell(x, SIDE)]
    }

    /// Sets the curve from one place to another.
    fn trace(&mut self, from: Pos2, to: Pos2) {
        let (first, last) = (cell(from.x.min(to.x), CURVE), cell(from.x.max(to.x), CURVE));
        for at in first..=last {
            let part = if from.x == to.x { 1.0 } else { ((at as f32 + 0.5) / CURVE as f32 - from.x) / (to.x - from.x) };
            self.curve[at] = (1.0 - (from.y + (to.y - from.y) * part.clamp(0.0, 1.0))).clamp(0.0, 1.0);
        }
    }

    /// Paints the canvas with the brush.
    fn paint(&mut self, from: Pos2, to: Pos2, value: f32) {
        let steps = ((to - from).length() * SIDE as f32).ceil().max(1.0) as usize;
        for step in 0..=steps {
            let middle = from.lerp(to, step as f32 / steps as f32) * SIDE as f32;
            for (at, number) in self.canvas.iter_mut().enumerate() {
                let place = pos2((at % SIDE) as f32 + 0.5, (at / SIDE) as f32 + 0.5);
                if place.distance(middle) <= self.radius {
                    *number = value;
                }
            }
        }
    }

    /// Shows the canvas, and draws on it where the mouse does; whether it changed.
    pub fn show(&mut self, ui: &mut Ui, plane: bool, handle: &mut Option<TextureHandle>, theme: Theme) -> bool {
        let size = if plane { vec2(150.0, 150.0) } else { vec2(ui.available_width().min(280.0), 70.0) };
        let before = self.clone();
        let (rect, response) = ui.allocate_exact_size(size, Sense::CLICK | Sense::DRAG);
        let inside = |at: Pos2| pos2((at.x - rect.min.x) / rect.width(), (at.y - rect.min.y) / rect.height());
        if let Some(at) = response.interact_pointer_pos() {
            let to = inside(at);
            let from = inside(at - response.drag_delta());
            match plane {
                true => {
                    let erase = ui.input(|input| input.modifiers.shift || input.pointer.secondary_down());
                    self.paint(from, to, if erase { 0.0 } else { 1.0 });
                }
                false => self.trace(from, to),
            }
        }
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 2.0, theme.empty());
        if plane {
            let pixels = self.canvas.iter().map(|number| heat(*number)).collect();
            let image = ColorImage::new([SIDE, SIDE], pixels);
            match handle {
                Some(handle) if *self != before => handle.set(image, TextureOptions::NEAREST),
                Some(_) => {}
                None => *handle = Some(ui.ctx().load_texture("drawn", image, TextureOptions::NEAREST)),
            }
            if let Some(handle) = handle {
                let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                painter.image(handle.id(), rect, whole, egui::Color32::WHITE);
            }
            ui.vertical(|ui| {
                ui.label("brush");
                ui.add(egui::DragValue::new(&mut self.radius).range(0.5..=SIDE as f32).speed(0.1));
                if ui.button("clear").clicked() {
                    self.canvas.fill(0.0);
                }
                ui.label(egui::RichText::new("Shift: erase").size(super::SMALL));
            });
        } else {
            let points = self.curve.iter().enumerate().map(|(at, number)| {
                let x = rect.min.x + (at as f32 + 0.5) / CURVE as f32 * rect.width();
                pos2(x, rect.max.y - number * rect.height())
            });
            painter.add(Shape::line(points.collect(), Stroke::new(1.5, theme.reader())));
        }
        response.on_hover_text("Draw with the mouse");
        // The brush alone changes nothing yet.
        self.curve != before.curve || self.canvas != before.canvas
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_drawn_is_read_back() {
        let mut drawn = Drawn::default();
        drawn.trace(pos2(0.0, 0.0), pos2(1.0, 1.0));
        assert!(drawn.curve(0.0) > 0.95 && drawn.curve(1.0) < 0.05);
        drawn.paint(pos2(0.1, 0.1), pos2(0.3, 0.1), 1.0);
        assert_eq!((drawn.canvas(0.2, 0.1), drawn.canvas(0.9, 0.9)), (1.0, 0.0));
        drawn.paint(pos2(0.2, 0.1), pos2(0.2, 0.1), 0.0);
        assert_eq!(drawn.canvas(0.2, 0.1), 0.0);
    }
}
