//! Takes the place of the crate `vello_cpu`, of which egui needs one thing: to fill the outline of a glyph. That crate renders whole
//! pictures, with blending and gradients, in integers and in floats, which took a sixth of the gallery's page.

use ab_glyph_rasterizer::{Point, Rasterizer, point};
use kurbo::{Affine, BezPath, PathEl};

pub use {color, kurbo};

/// How far the lines that stand for a curve may be from it, in pixels.
const TOLERANCE: f64 = 0.005;

/// What a renderer keeps from one picture to the next: nothing here.
#[derive(Debug, Default)]
pub struct Resources;

impl Resources {
    /// Returns what is kept.
    pub fn new() -> Resources {
        Resources
    }
}

/// The paths of a picture.
#[derive(Debug)]
pub struct RenderContext {
    rasterizer: Rasterizer,
    transform: Affine,
    paint: [u8; 4],
}

impl RenderContext {
    /// Returns an empty picture of so many pixels.
    pub fn new(width: u16, height: u16) -> RenderContext {
        let rasterizer = Rasterizer::new(width.into(), height.into());
        RenderContext { rasterizer, transform: Affine::IDENTITY, paint: [u8::MAX; 4] }
    }

    /// Sets what moves the paths that follow.
    pub fn set_transform(&mut self, transform: Affine) {
        self.transform = transform;
    }

    /// Sets the color of the picture.
    pub fn set_paint(&mut self, color: color::OpaqueColor<color::Srgb>) {
        let color = color.to_rgba8();
        self.paint = [color.r, color.g, color.b, u8::MAX];
    }

    /// Fills a path. Contours are filled where they wind around a pixel, in either direction.
    pub fn fill_path(&mut self, path: &BezPath) {
        let (mut start, mut last) = (point(0.0, 0.0), point(0.0, 0.0));
        let mut line = |from: &mut Point, to: Point| {
            if *from != to {
                self.rasterizer.draw_line(*from, to);
            }
            *from = to;
        };
        let to = |p: kurbo::Point| point(p.x as f32, p.y as f32);
        let moved = path.iter().map(|element| self.transform * element);
        kurbo::flatten(moved, TOLERANCE, |element| match element {
            PathEl::MoveTo(p) => {
                line(&mut last, start);
                (start, last) = (to(p), to(p));
            }
            PathEl::LineTo(p) => line(&mut last, to(p)),
            PathEl::ClosePath => line(&mut last, start),
            PathEl::QuadTo(..) | PathEl::CurveTo(..) => unreachable!("curves are flattened"),
        });
        line(&mut last, start);
    }

    /// Draws the paths into a picture of the same size.
    pub fn render(&self, into: &mut Pixmap, _: &mut Resources) {
        let paint = self.paint;
        self.rasterizer.for_each_pixel(|index, coverage| {
            let coverage = coverage.clamp(0.0, 1.0);
            let pixel = paint.map(|channel| (f32::from(channel) * coverage).round() as u8);
            if let Some(there) = into.pixels.get_mut(4 * index..4 * index + 4) {
                there.copy_from_slice(&pixel);
            }
        });
    }
}

/// A picture of red, green, blue and opacity, multiplied by the opacity.
#[derive(Clone, Debug)]
pub struct Pixmap {
    pixels: Vec<u8>,
}

impl Pixmap {
    /// Returns a transparent picture.
    pub fn new(width: u16, height: u16) -> Pixmap {
        Pixmap { pixels: vec![0; 4 * usize::from(width) * usize::from(height)] }
    }

    /// Returns the channels of all pixels, row by row.
    pub fn data_as_u8_slice(&self) -> &[u8] {
        &self.pixels
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The opacity of each pixel of a picture of 4 × 4.
    fn filled(path: &str, transform: Affine) -> Vec<u8> {
        let mut context = RenderContext::new(4, 4);
        context.set_transform(transform);
        context.set_paint(color::OpaqueColor::<color::Srgb>::WHITE);
        context.fill_path(&BezPath::from_svg(path).unwrap());
        let mut picture = Pixmap::new(4, 4);
        context.render(&mut picture, &mut Resources::new());
        assert!(picture.data_as_u8_slice().chunks(4).all(|pixel| pixel.iter().all(|x| *x == pixel[3])));
        picture.data_as_u8_slice().iter().skip(3).step_by(4).copied().collect()
    }

    #[test]
    fn a_rectangle_covers_pixels_by_its_area_in_them() {
        let opacity = filled("M 1 1 L 3 1 L 3 2.5 L 1 2.5 Z", Affine::IDENTITY);
        assert_eq!(opacity, [0, 0, 0, 0, 0, 255, 255, 0, 0, 128, 128, 0, 0, 0, 0, 0]);
        let moved = filled("M 0 0 L 2 0 L 2 1.5 L 0 1.5 Z", Affine::translate((1.0, 1.0)));
        assert_eq!(moved, opacity);
    }

    #[test]
    fn a_contour_the_other_way_around_leaves_a_hole() {
        let opacity = filled("M 0 0 L 4 0 L 4 4 L 0 4 Z M 1 1 L 1 3 L 3 3 L 3 1 Z", Affine::IDENTITY);
        assert_eq!(opacity, [255, 255, 255, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 255, 255, 255]);
    }

    #[test]
    fn contours_that_are_open_are_closed() {
        let closed = filled("M 1 1 L 3 1 L 3 3 L 1 3 Z", Affine::IDENTITY);
        assert_eq!(filled("M 1 1 L 3 1 L 3 3 L 1 3", Affine::IDENTITY), closed);
        assert_eq!(filled("M 0 0 L 0 0 M 1 1 L 3 1 L 3 3 L 1 3", Affine::IDENTITY), closed);
    }

    #[test]
    fn curves_cover_the_area_that_they_bound() {
        // A circle of radius 2 by four cubic curves.
        let circle = BezPath::from_iter(kurbo::Shape::path_elements(&kurbo::Circle::new((2.0, 2.0), 2.0), 1e-3));
        let area = filled(&circle.to_svg(), Affine::IDENTITY).iter().map(|x| f64::from(*x) / 255.0).sum::<f64>();
        assert!((area - std::f64::consts::PI * 4.0).abs() < 0.05, "{area}");
        // Half of a square below a parabola: a third is above.
        let below =
            filled("M 0 0 Q 0 4 4 4 L 0 4 Z", Affine::IDENTITY).iter().map(|x| f64::from(*x) / 255.0).sum::<f64>();
        assert!((below - 16.0 / 6.0).abs() < 0.05, "{below}");
    }
}
