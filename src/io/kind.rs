//! Formats of files, selected by their extensions.

use std::path::Path;

use super::Error;

/// The format of a file.
#[derive(Clone, Copy)]
pub enum Kind {
    Npy,
    Csv,
    Raw,
    Hdr,
    Png,
}

impl Kind {
    /// Returns the name of the format in messages.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Npy => "NPY",
            Kind::Csv => "CSV",
            Kind::Raw => "raw",
            Kind::Hdr => "Radiance",
            Kind::Png => "PNG",
        }
    }

    pub fn of(path: &Path) -> Result<Kind, Error> {
        let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        match extension.as_deref() {
            Some("npy") => Ok(Kind::Npy),
            Some("csv") => Ok(Kind::Csv),
            Some("f32") => Ok(Kind::Raw),
            Some("hdr") => Ok(Kind::Hdr),
            Some("png") => Ok(Kind::Png),
            _ => Err(Error::Extension { path: path.into(), found: extension }),
        }
    }
}
