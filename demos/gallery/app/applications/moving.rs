//! Motion: what an application goes on by, and how its picture is taken.

use brooklet::Error;
use egui::{Color32, ColorImage};

/// An application at work.
pub trait Moving {
    /// Goes a step on.
    fn step(&mut self) -> Result<(), Error>;

    /// What it looks like, in so many pixels.
    fn picture(&mut self, look: Look) -> Result<ColorImage, Error>;

    /// What there is to say of it, in a line.
    fn says(&self) -> String;

    /// Whether it is seen from a side, which a drag changes.
    fn turns(&self) -> bool {
        true
    }
}

/// How a picture is taken.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Look {
    pub width: usize,
    pub height: usize,
    /// Radians to the right, and upwards.
    pub turn: [f32; 2],
    pub dark: bool,
}

/// A picture of numbers from 0 to 1 in each channel, row by row.
pub fn of_pixels(width: usize, height: usize, pixels: &[[f32; 3]]) -> ColorImage {
    let level = |x: f32| (x.clamp(0.0, 1.0) * 255.0).round() as u8;
    let colours = pixels.iter().map(|rgb| Color32::from_rgb(level(rgb[0]), level(rgb[1]), level(rgb[2])));
    ColorImage::new([width, height], colours.collect())
}
