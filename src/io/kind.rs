//! Formats of files, selected by their extensions.

use std::path::Path;

use super::Error;

/// The format of a file.
#[derive(Clone, Copy)]
pub enum FileFormat {
    Npy,
    Csv,
    Raw,
    Hdr,
    Png,
}

impl FileFormat {
    /// Returns the name of the format in messages.
    pub fn name(self) -> &'static str {
        match self {
            FileFormat::Npy => "NPY",
            FileFormat::Csv => "CSV",
            FileFormat::Raw => "raw",
            FileFormat::Hdr => "Radiance",
            FileFormat::Png => "PNG",
        }
    }

    pub fn of(path: &Path) -> Result<FileFormat, Error> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("npy") => Ok(FileFormat::Npy),
            Some("csv") => Ok(FileFormat::Csv),
            Some("f32") => Ok(FileFormat::Raw),
            Some("hdr") => Ok(FileFormat::Hdr),
            Some("png") => Ok(FileFormat::Png),
            _ => Err(Error::Extension { path: path.into(), found: extension }),
        }
    }
}
