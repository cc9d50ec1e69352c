//! Pictures as data.

use brooklet::io;

/// A picture: pixels of three floats, row by row.
#[derive(Clone, Debug)]
pub struct Picture {
    pub width: usize,
    pub height: usize,
    pub pixels: Vec<[f32; 3]>,
}

impl Picture {
    /// An array as a picture, if it is one.
    pub fn of(array: &io::Array) -> Option<Picture> {
        let [height, width] = array.shape[..] else { return None };
        let pixels = match array.components {
            3 | 4 => array.data.chunks_exact(array.components).map(|p| [p[0], p[1], p[2]]).collect(),
            1 => array.data.iter().map(|&x| [x; 3]).collect(),
            _ => return None,
        };
        Some(Picture { width, height, pixels })
    }

    pub fn light(&self, x: f32, y: f32) -> f32 {
        let at = |t: f32, extent: usize| ((t * extent as f32) as usize).min(extent - 1);
        let [r, g, b] = self.pixels[at(y, self.height) * self.width + at(x, self.width)];
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }
}
