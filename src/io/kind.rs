//! Formats of files, selected by their extensions or, where there is no name, by their first bytes.

/// The format of a file of an array.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum FileFormat {
    /// NumPy's file of one array: `.npy`.
    Npy,
    /// NumPy's archive of arrays: `.npz`.
    Npz,
    /// Lines of numbers, separated by commas: `.csv`.
    Csv,
    /// Little-endian float32 without a header: `.f32`.
    Raw,
    /// Radiance: `.hdr`.
    Hdr,
    /// `.png`.
    Png,
    /// `.jpg` or `.jpeg`, which are only read.
    Jpeg,
}

impl FileFormat {
    /// Returns the name of the format in messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            FileFormat::Npy => "NPY",
            FileFormat::Npz => "NPZ",
            FileFormat::Csv => "CSV",
            FileFormat::Raw => "raw",
            FileFormat::Hdr => "Radiance",
            FileFormat::Png => "PNG",
            FileFormat::Jpeg => "JPEG",
        }
    }

    /// Returns the format with this extension, in lower case and without its dot.
    pub(super) fn of_extension(extension: &str) -> Option<FileFormat> {
        match extension {
            "npy" => Some(FileFormat::Npy),
            "npz" => Some(FileFormat::Npz),
            "csv" => Some(FileFormat::Csv),
            "f32" => Some(FileFormat::Raw),
            "hdr" => Some(FileFormat::Hdr),
            "png" => Some(FileFormat::Png),
            "jpg" | "jpeg" => Some(FileFormat::Jpeg),
            _ => None,
        }
    }

    /// Returns the format that begins with these bytes. CSV and raw floats have no signature; what has none is taken for CSV.
    pub(super) fn of_signature(bytes: &[u8]) -> FileFormat {
        const SIGNATURES: [(&[u8], FileFormat); 6] = [
            (b"\x93NUMPY", FileFormat::Npy),
            (b"PK\x03\x04", FileFormat::Npz),
            (b"PK\x05\x06", FileFormat::Npz),
            (b"\x89PNG", FileFormat::Png),
            (b"\xff\xd8\xff", FileFormat::Jpeg),
            (b"#?R", FileFormat::Hdr),
        ];
        let found = SIGNATURES.iter().find(|(signature, _)| bytes.starts_with(signature));
        found.map_or(FileFormat::Csv, |(_, format)| *format)
    }

    /// Returns whether the format is one of NumPy's, which do not say whether a last axis holds the components of vectors.
    pub fn is_numpy(self) -> bool {
        matches!(self, FileFormat::Npy | FileFormat::Npz)
    }
}
