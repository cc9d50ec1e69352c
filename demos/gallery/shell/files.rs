//! Files that come in as if dropped onto the window, and pictures that go out.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use brooklet::io;

use crate::app::film::Film;

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
    let size = pictures.first().map_or([0; 2], |picture| picture.size);
    let written = io::write_beside(path, |file| {
        let mut film = Film::new(file, size, pictures.len(), a_second)?;
        pictures.iter().try_for_each(|picture| film.add(picture))?;
        film.finish().map_err(std::io::Error::other)
    });
    written.map_err(|error| error.to_string())
}
