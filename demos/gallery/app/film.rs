//! Films: pictures of one size, as an animated PNG.

use std::io::Write;

use egui::ColorImage;

/// Passes a second of a film, and pictures a second of what is in motion.
const PASSES: u16 = 3;
const MOTION: u16 = 12;
/// The most passes that are shown one by one.
const MOST_PASSES: usize = 255;
/// Steps of what is in motion between two pictures.
const STRIDE: usize = 5;

/// The passes of a film, and how many of them it shows a second; `live`: of what is in motion.
///
/// # Errors
/// What to say: there are too many.
pub fn passes(steps: usize, live: bool) -> Result<(Vec<usize>, u16), String> {
    match live {
        true => Ok(((0..=steps).step_by(STRIDE).collect(), MOTION)),
        false if steps > MOST_PASSES => {
            let (most, are) = (MOST_PASSES + 1, steps + 1);
            Err(format!("a film has {most} pictures at most; these are {are}"))
        }
        false => Ok(((0..=steps).collect(), PASSES)),
    }
}

/// A film that is being written.
pub struct Film<W: Write> {
    writer: png::Writer<W>,
    size: [usize; 2],
    /// Pictures that are still to come, of how many.
    left: usize,
    all: usize,
}

impl<W: Write> Film<W> {
    /// A film of so many pictures; of one, it is a picture. The last stays for two seconds.
    pub fn new(to: W, size: [usize; 2], count: usize, a_second: u16) -> Result<Film<W>, png::EncodingError> {
        let [width, height] = size.map(|side| side as u32);
        let mut encoder = png::Encoder::new(to, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        if count > 1 {
            encoder.set_animated(count as u32, 0)?;
            encoder.set_frame_delay(1, a_second)?;
        }
        Ok(Film { writer: encoder.write_header()?, size, left: count, all: count })
    }

    /// The size that all of its pictures have.
    pub fn size(&self) -> [usize; 2] {
        self.size
    }

    /// Adds a picture of its size.
    pub fn add(&mut self, picture: &ColorImage) -> Result<(), png::EncodingError> {
        self.left -= 1;
        if self.left == 0 && self.all > 1 {
            self.writer.set_frame_delay(2, 1)?;
        }
        // What is behind the window does not shine through.
        let bytes: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
        self.writer.write_image_data(&bytes)
    }

    /// After the last picture.
    pub fn finish(self) -> Result<(), png::EncodingError> {
        self.writer.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_film_shows_every_pass_and_of_what_moves_some() {
        assert_eq!(passes(3, false), Ok((vec![0, 1, 2, 3], PASSES)));
        assert!(passes(256, false).unwrap_err().contains("these are 257"));
        let (moving, _) = passes(600, true).unwrap();
        assert_eq!((moving.len(), moving.first(), moving.last()), (121, Some(&0), Some(&600)));
    }

    #[test]
    fn a_film_is_an_animated_png() {
        let mut bytes = Vec::new();
        let mut film = Film::new(&mut bytes, [3, 2], 2, PASSES).unwrap();
        for colour in [egui::Color32::RED, egui::Color32::BLUE] {
            film.add(&ColorImage::filled([3, 2], colour)).unwrap();
        }
        film.finish().unwrap();
        let reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().unwrap();
        assert_eq!(reader.info().animation_control().map(|control| control.num_frames), Some(2));
    }
}
