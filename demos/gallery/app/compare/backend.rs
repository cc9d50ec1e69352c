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

/// Pixels that plotters is given for one of the screen, along a side: it counts in whole ones, and marks of a few pixels
/// would come out bent.
const FINER: f32 = 4.0;

pub struct PainterBackend {
    painter: Painter,
    corner: Pos2,
    size: (u32, u32),
    /// egui's points for a pixel of plotters.
    pixel: f32,
}

impl PainterBackend {
    /// Draws into a rectangle.
    pub fn new(painter: &Painter, rect: Rect) -> PainterBackend {
        let rect = rect.round_to_pixels(painter.pixels_per_point());
        let pixel = 1.0 / (painter.pixels_per_point() * FINER);
        let pixels = |points: f32| (points / pixel).round().max(1.0) as u32;
        PainterBackend {
            painter: painter.with_clip_rect(rect.intersect(painter.clip_rect())),
            corner: rect.min,
            size: (pixels(rect.width()), pixels(rect.height())),
            pixel,
        }
    }

    /// How many of its pixels so many points are.
    pub fn pixels(&self, points: f32) -> f64 {
        f64::from(points / self.pixel)
    }

    fn place(&self, (x, y): BackendCoord) -> Pos2 {
        self.corner + vec2(x as f32, y as f32) * self.pixel
    }

    /// A thin line along the axes, as of a grid, lies on whole pixels of the screen: it would be blurred between them.
    fn sharpened(&self, points: &mut [Pos2], stroke: &mut Stroke) {
        let screen = self.pixel * FINER;
        let straight = points.windows(2).all(|pair| pair[0].x == pair[1].x || pair[0].y == pair[1].y);
        if straight && stroke.width < 1.5 * screen {
            stroke.width = screen;
            points.iter_mut().for_each(|point| *point = point.round_to_pixel_center(1.0 / screen));
        }
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
        let rect = Rect::from_min_size(self.place(point), vec2(self.pixel, self.pixel));
        self.painter.rect_filled(rect, 0.0, colour(color));
        Ok(())
    }

    fn draw_line<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S) -> Drawn {
        self.draw_path([from, to], style)
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
            true => self.painter.rect_filled(rect, 0.0, colour(style.color())),
            false => self.painter.rect_stroke(rect, 0.0, self.stroke(style), StrokeKind::Middle),
        };
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Drawn {
        let mut points: Vec<Pos2> = path.into_iter().map(|point| self.place(point)).collect();
        let mut stroke = self.stroke(style);
        let closed = points.len() > 3 && points.first() == points.last();
        self.painter.add(if closed {
            Shape::closed_line(points.split_off(1), stroke)
        } else {
            self.sharpened(&mut points, &mut stroke);
            Shape::line(points, stroke)
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
        let place = self.place(at);
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

#[cfg(test)]
mod tests {
    use super::*;
    use brooklet::compare::{Axis, Chart, Look, Series, Theme};
    use egui::epaint::ClippedShape;
    use egui::{Context, LayerId, RawInput, pos2};

    /// What a chart becomes in a rectangle, on a screen of so many pixels a point.
    fn drawn(chart: &Chart, rect: Rect, pixels_per_point: f32) -> Vec<ClippedShape> {
        let context = Context::default();
        context.set_pixels_per_point(pixels_per_point);
        // The first frame sets the scale.
        context.run_ui(RawInput::default(), |_| {}).textures_delta.clear();
        let mut output = context.run_ui(RawInput::default(), |ui| {
            let painter = Painter::new(ui.ctx().clone(), LayerId::background(), Rect::EVERYTHING);
            let backend = PainterBackend::new(&painter, rect);
            let scale = backend.pixels(0.7);
            chart.draw(backend, &Theme::DARK, scale).unwrap();
        });
        // Nobody paints the letters.
        output.textures_delta.clear();
        std::mem::take(&mut output.shapes)
    }

    fn chart() -> Chart {
        let series = vec![
            Series::new("fragment: pyramid", Look::Fragment, vec![(1024.0, 0.5), (4096.0, 1.5)]),
            Series::new("2007: CPU", Look::Published, vec![(1024.0, 5.0), (4096.0, 9.0)]),
        ];
        let title = "A title that is far too long for a chart of this width, and is shrunk".to_owned();
        Chart { name: "scan", title, x: Axis::log2("elements"), y: Axis::log10("ms"), series }
    }

    fn texts(shapes: &[ClippedShape]) -> Vec<(String, Rect)> {
        let text = |shape: &ClippedShape| match &shape.shape {
            Shape::Text(text) => Some((text.galley.text().to_owned(), text.visual_bounding_rect())),
            _ => None,
        };
        shapes.iter().filter_map(text).collect()
    }

    #[test]
    fn texts_hang_on_their_anchors_and_stay_inside() {
        let rect = Rect::from_min_max(pos2(10.0, 20.0), pos2(510.0, 420.0));
        for pixels_per_point in [1.0, 1.5] {
            let texts = texts(&drawn(&chart(), rect, pixels_per_point));
            let find = |text: &str| texts.iter().find(|(other, _)| other == text).expect(text).1;
            assert!(texts.iter().all(|(_, bounds)| rect.contains_rect(*bounds)), "{texts:?}");
            // Marks of the y axis end at one place, and those of the x axis have their middle below their ticks.
            let (low, high) = (find("0.5"), find("5"));
            assert!((low.max.x - high.max.x).abs() < 2.0 && low.min.y > high.max.y);
            let (first, label, last) = (find("1K"), find("elements"), find("4K"));
            assert!(first.center().x < label.center().x && label.center().x < last.center().x);
            assert!(first.max.y < label.min.y);
        }
    }

    #[test]
    fn marks_and_lines_are_drawn() {
        let rect = Rect::from_min_max(pos2(0.0, 0.0), pos2(500.0, 400.0));
        let shapes = drawn(&chart(), rect, 1.0);
        let count = |test: fn(&Shape) -> bool| shapes.iter().filter(|shape| test(&shape.shape)).count();
        assert!(count(|shape| matches!(shape, Shape::Mesh(mesh) if mesh.is_valid() && !mesh.is_empty())) >= 4);
        assert!(count(|shape| matches!(shape, Shape::Path(_))) > 10);
        assert!(shapes.iter().all(|shape| rect.contains_rect(shape.clip_rect)));
    }
}
