//! Frames: the information that a program gets to draw a picture, and the position of the picture in the window.

use crate::geometry::Rect;

/// The information that [`run`](super::run) passes to the function that draws a frame.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Frame {
    /// The number of earlier frames.
    pub number: u64,
    /// The number of seconds since the window was opened.
    pub seconds: f64,
    /// Columns and rows of the window, in pixels.
    pub size: [u32; 2],
    /// The pixel of the picture under the pointer, as column and row from the upper left corner; none outside of the picture.
    pub pointer: Option<[f32; 2]>,
    /// Whether the pointer's main button is held down.
    pub pressed: bool,
}

/// Returns the largest rectangle with the proportions of a picture, centred in a window. Sizes are columns and rows.
pub(super) fn fitted(picture: [usize; 2], window: [usize; 2]) -> Rect {
    let [columns, rows] = picture;
    let [width, height] = window;
    let (across, down) = match width * rows > height * columns {
        true => (columns * height / rows, height),
        false => (width, rows * width / columns),
    };
    Rect::new((width - across) / 2, (height - down) / 2, across, down)
}

/// Returns the pixel of a picture at a position in the window.
pub(super) fn pixel_at(place: [f64; 2], picture: [usize; 2], window: [usize; 2]) -> Option<[f32; 2]> {
    let shown = fitted(picture, window);
    let along = |place: f64, from: usize, extent: usize, pixels: usize| {
        let part = (place - from as f64) / extent as f64;
        (0.0..1.0).contains(&part).then_some((part * pixels as f64) as f32)
    };
    let x = along(place[0], shown.x, shown.width, picture[0])?;
    Some([x, along(place[1], shown.y, shown.height, picture[1])?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_fill_a_window_and_keep_their_proportions() {
        assert_eq!(fitted([200, 100], [800, 400]), Rect::new(0, 0, 800, 400));
        assert_eq!(fitted([200, 100], [800, 600]), Rect::new(0, 100, 800, 400));
        assert_eq!(fitted([100, 200], [800, 600]), Rect::new(250, 0, 300, 600));
        assert_eq!(fitted([3, 3], [2, 1]), Rect::new(0, 0, 1, 1));
    }

    #[test]
    fn places_of_a_window_are_pixels_of_the_picture() {
        assert_eq!(pixel_at([0.0, 100.0], [200, 100], [800, 600]), Some([0.0, 0.0]));
        assert_eq!(pixel_at([402.0, 300.0], [200, 100], [800, 600]), Some([100.5, 50.0]));
        assert_eq!(pixel_at([402.0, 99.0], [200, 100], [800, 600]), None);
        assert_eq!(pixel_at([800.0, 300.0], [200, 100], [800, 600]), None);
    }
}
