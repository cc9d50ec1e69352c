//! Files that come in as if dropped onto the window, and pictures that go out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use brooklet::io;
use image::{ExtendedColorType, ImageEncoder, codecs::png::PngEncoder};

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
    // What is behind the window does not shine through.
    let bytes: Vec<u8> = picture.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b()]).collect();
    let [width, height] = picture.size.map(|side| side as u32);
    let written = io::write_beside(path, |file| {
        let encoder = PngEncoder::new(file);
        encoder.write_image(&bytes, width, height, ExtendedColorType::Rgb8).map_err(std::io::Error::other)
    });
    written.map_err(|error| error.to_string())
}
