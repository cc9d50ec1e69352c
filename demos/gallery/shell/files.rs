//! Files that come in as if dropped onto the window, and pictures that go out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use brooklet::io;

/// A file, by its path.
#[derive(Debug)]
struct File(PathBuf);

impl egui::DroppedFile for File {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

pub fn dropped(path: impl Into<PathBuf>) -> egui::DroppedFileHandle {
    Arc::new(File(path.into()))
}

/// Writes a picture as PNG, wholly or not at all.
pub fn write_png(path: &Path, picture: &egui::ColorImage) -> Result<(), String> {
    write_film(path, std::slice::from_ref(picture), 1)
}

/// Writes pictures of one size as an animated PNG, so many a second; the last stays for two seconds.
pub fn write_film(path: &Path, pictures: &[egui::ColorImage], a_second: u16) -> Result<(), String> {
    let [width, height] = pictures.first().map_or([0; 2], |picture| picture.size.map(|side| side as u32));
    let written = io::write_beside(path, |file| {
        let mut encoder = png::Encoder::new(file, width, height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        if pictures.len() > 1 {
            encoder.set_animated(pictures.len() as u32, 0)?;
            encoder.set_frame_delay(1, a_second)?;
        }
        let mut writer = encoder.write_header()?;
        for (number, picture) in pictures.iter().enumerate() {
            if pictures.len() > 1 && number + 1 == pictures.len() {
                writer.set_frame_delay(2, 1)?;
            }
            // What is behind the window does not shine through.
            let bytes: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
            writer.write_image_data(&bytes)?;
        }
        writer.finish().map_err(std::io::Error::other)
    });
    written.map_err(|error| error.to_string())
}
