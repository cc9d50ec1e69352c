//! Parses the names of inputs and outputs that are more than the path of a file: `-`, `csv:-` and `arrays.npz:name`.

use std::borrow::Cow;
use std::path::Path;

use super::{Error, FileFormat};

/// What a name stands for.
#[derive(PartialEq, Eq, Debug)]
pub enum Name<'a> {
    /// Stdin or stdout: `-`, or with its format `csv:-`.
    Standard(Option<FileFormat>),
    /// An array of an archive: the path of the archive, and the name of the array.
    Member(&'a Path, &'a str),
    /// The path of a file.
    File,
}

/// The end of an archive's path, before the colon and the name of an array.
const ARCHIVE: &[u8] = b".npz:";

impl Name<'_> {
    pub fn of(path: &Path) -> Name<'_> {
        // A path that is not UTF-8 is the path of a file.
        let Some(text) = path.to_str() else { return Name::File };
        if text == "-" {
            return Name::Standard(None);
        }
        if let Some(format) = text.strip_suffix(":-").and_then(FileFormat::of_extension) {
            return Name::Standard(Some(format));
        }
        let end = text.as_bytes().windows(ARCHIVE.len()).position(|window| window.eq_ignore_ascii_case(ARCHIVE));
        match end.map(|end| text.split_at(end + ARCHIVE.len() - 1)) {
            Some((archive, member)) if member.len() > 1 => Name::Member(Path::new(archive), &member[1..]),
            _ => Name::File,
        }
    }
}

impl FileFormat {
    /// Returns the format that a name selects: by its extension, or as in `csv:-`. For `-` alone it is NPY, in which arrays go to stdout.
    ///
    /// # Errors
    /// The extension is unknown or missing.
    pub fn of(path: &Path) -> Result<FileFormat, Error> {
        match Name::of(path) {
            Name::Standard(format) => Ok(format.unwrap_or(FileFormat::Npy)),
            Name::Member(..) => Ok(FileFormat::Npz),
            Name::File => {
                let extension = path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
                let format = extension.as_deref().and_then(FileFormat::of_extension);
                format.ok_or(Error::Extension { path: path.into(), found: extension })
            }
        }
    }
}

/// Returns whether a name stands for stdin or stdout: `-`, or with its format, as `csv:-`.
///
/// ```
/// use brooklet::io::is_standard;
///
/// assert!(is_standard("-".as_ref()) && is_standard("csv:-".as_ref()) && !is_standard("./-".as_ref()));
/// ```
pub fn is_standard(path: &Path) -> bool {
    matches!(Name::of(path), Name::Standard(_))
}

/// Returns the path of the file in which a name lies: of `arrays.npz:name` that of the archive.
pub(super) fn file_of(path: &Path) -> &Path {
    match Name::of(path) {
        Name::Member(archive, _) => archive,
        _ => path,
    }
}

/// Returns the name of an input for messages: `stdin` for `-`, and else its path.
pub fn input_name(path: &Path) -> Cow<'_, str> {
    if is_standard(path) { "stdin".into() } else { path.to_string_lossy() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_stream_or_an_array_of_an_archive_or_a_file() {
        let archive = |path, name| Name::Member(Path::new(path), name);
        for (text, name) in [
            ("-", Name::Standard(None)),
            ("csv:-", Name::Standard(Some(FileFormat::Csv))),
            ("f32:-", Name::Standard(Some(FileFormat::Raw))),
            ("./-", Name::File),
            ("gif:-", Name::File),
            ("a.npz", Name::File),
            ("a.npz:", Name::File),
            ("a.npz:w", archive("a.npz", "w")),
            ("b/a.NPZ:w/0:1", archive("b/a.NPZ", "w/0:1")),
            ("a.npy:w", Name::File),
            ("é.npz:é", archive("é.npz", "é")),
        ] {
            assert_eq!(Name::of(Path::new(text)), name, "{text}");
        }
    }
}
