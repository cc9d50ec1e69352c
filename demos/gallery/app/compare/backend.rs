//! A backend of plotters over egui's painter: the library's charts, drawn with the gallery's letters and smooth lines.

use std::convert::Infallible;

use brooklet::compare::plotters_backend::text_anchor::{HPos, VPos};
use brooklet::compare::plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontTransform,
};
use egui::emath::GuiRounding;
use egui::epaint::TextShape;
use egui::{Align2, Color32, FontId, Galley, Mesh, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};

use super::polygon;

/// The least share of its size that a text which does not fit is shrunk to.
const SMALLEST: f32 = 0.55;

pub struct PainterBackend {
    painter: Painter,
    corner: Pos2,
    size: (u32, u32),
    /// Points of a pixel: plotters counts in pixels, egui in points.
    pixel: f32,
}

impl PainterBackend {
    /// Draws into a rectangle, in whole pixels of the screen.
    pub fn new(painter: &Painter, rect: Rect) -> PainterBackend {
        let pixels_per_point = painter.pixels_per_point();
        let rect = rect.round_to_pixels(pixels_per_point);
        let pixels = |points: f32| (points * pixels_per_point).round().max(1.0) as u32;
        PainterBackend {
            painter: painter.with_clip_rect(rect.intersect(painter.clip_rect())),
            corner: rect.min,
            size: (pixels(rect.width()), pixels(rect.height())),
            pixel: 1.0 / pixels_per_point,
        }
    }

    /// The middle of a pixel.
    fn place(&self, (x, y): BackendCoord) -> Pos2 {
        self.corner + vec2(x as f32 + 0.5, y as f32 + 0.5) * self.pixel
    }

    fn stroke(&self, style: &impl BackendStyle) -> Stroke {
        Stroke::new(style.stroke_width() as f32 * self.pixel, colour(style.color()))
    }

    fn galley(&self, text: &str, style: &impl BackendTextStyle, shrunk: f32) -> std::sync::Arc<Galley> {
        let font = FontId::proportional(style.size() as f32 * self.pixel * shrunk);
        self.painter.layout_no_wrap(text.to_owned(), font, colour(style.color()))
    }
}

fn colour(colour: BackendColor) -> Color32 {
    let (red, green, blue) = colour.rgb;
    Color32::from_rgba_unmultiplied(red, green, blue, (colour.alpha * 255.0).round() as u8)
}

/// Where a text hangs on its place.
fn anchor(style: &impl BackendTextStyle) -> Align2 {
    use egui::Align;
    let anchor = style.anchor();
    Align2([
        match anchor.h_pos {
            HPos::Left => Align::Min,
            HPos::Center => Align::Center,
            HPos::Right => Align::Max,
        },
        match anchor.v_pos {
            VPos::Top => Align::Min,
            VPos::Center => Align::Center,
            VPos::Bottom => Align::Max,
        },
    ])
}

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

impl DrawingBackend for PainterBackend {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        let rect = Rect::from_center_size(self.place(point), vec2(self.pixel, self.pixel));
        self.painter.rect_filled(rect, 0.0, colour(color));
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.painter.line_segment([self.place(from), self.place(to)], self.stroke(style));
        Ok(())
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        let rect = Rect::from_two_pos(self.place(upper_left), self.place(bottom_right));
        match fill {
            // Both corners are pixels of it.
            true => self.painter.rect_filled(rect.expand(self.pixel / 2.0), 0.0, colour(style.color())),
            false => self.painter.rect_stroke(rect, 0.0, self.stroke(style), StrokeKind::Middle),
        };
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let points: Vec<Pos2> = path.into_iter().map(|point| self.place(point)).collect();
        let closed = points.len() > 3 && points.first() == points.last();
        self.painter.add(match closed {
            true => Shape::closed_line(points[1..].to_vec(), self.stroke(style)),
            false => Shape::line(points, self.stroke(style)),
        });
        Ok(())
    }

    fn draw_circle<S: BackendStyle>(&mut self, center: BackendCoord, radius: u32, style: &S, fill: bool) -> Drawn {
        let (center, radius) = (self.place(center), radius as f32 * self.pixel);
        match fill {
            true => self.painter.circle_filled(center, radius, colour(style.color())),
            false => self.painter.circle_stroke(center, radius, self.stroke(style)),
        };
        Ok(())
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, corners: I, style: &S) -> Drawn {
        let corners: Vec<Pos2> = corners.into_iter().map(|point| self.place(point)).collect();
        let mut mesh = Mesh::default();
        for triangle in polygon::triangles(&corners) {
            mesh.indices.extend(triangle);
        }
        corners.into_iter().for_each(|corner| mesh.colored_vertex(corner, colour(style.color())));
        self.painter.add(mesh);
        Ok(())
    }

    /// A text that begins at the left and would run out of the chart is shrunk, so that it fits narrow windows.
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        let place = self.corner + vec2(at.0 as f32, at.1 as f32) * self.pixel;
        let anchor = anchor(style);
        let mut galley = self.galley(text, style, 1.0);
        let room = self.corner.x + self.size.0 as f32 * self.pixel - place.x;
        if anchor.x() == egui::Align::Min && galley.size().x > room {
            galley = self.galley(text, style, (room / galley.size().x).max(SMALLEST));
        }
        let angle = match style.transform() {
            FontTransform::None => 0.0,
            FontTransform::Rotate90 => std::f32::consts::FRAC_PI_2,
            FontTransform::Rotate180 => std::f32::consts::PI,
            FontTransform::Rotate270 => -std::f32::consts::FRAC_PI_2,
        };
        let corner = anchor.anchor_size(place, galley.size()).min;
        let shape = TextShape::new(corner, galley, Color32::PLACEHOLDER).with_angle_and_anchor(angle, anchor);
        self.painter.add(shape);
        Ok(())
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Infallible>> {
        let size = self.galley(text, style, 1.0).size() / self.pixel;
        Ok((size.x.ceil() as u32, size.y.ceil() as u32))
    }
}
