//! Reads the bytes of inputs: files, stdin, and arrays in archives.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

use super::name::{Name, file_of, input_name, is_standard};
use super::{Error, FileFormat, MAX_BYTES, contained, npz, room};

/// The format of what was read from stdin, which can be read once.
static STDIN: OnceLock<FileFormat> = OnceLock::new();

/// The bytes of an input.
pub struct Source {
    /// The name of the input in messages.
    pub path: PathBuf,
    /// The format of the bytes. It is never NPZ, since the bytes are those of one array.
    pub format: FileFormat,
    pub bytes: Vec<u8>,
}

/// Reads an input: a file, stdin (`-`), or an array of an archive (`arrays.npz:name`).
pub fn open(path: &Path) -> Result<Source, Error> {
    let (path, format, bytes) = match Name::of(path) {
        Name::Standard(named) => {
            let name = PathBuf::from(&*input_name(path));
            let (format, bytes) = stdin(&name, named)?;
            (name, format, bytes)
        }
        _ => {
            // Returns before the file is opened if its format is unknown.
            let format = FileFormat::of(path)?;
            (path.to_owned(), format, contents(file_of(path))?)
        }
    };
    match format {
        FileFormat::Npz => {
            let array = contained(&path, format.name(), || npz::array(&path, &bytes))?;
            Ok(Source { path, format: FileFormat::Npy, bytes: array })
        }
        _ => Ok(Source { path, format, bytes }),
    }
}

/// Returns the format of an input: of a file by its name, of stdin by what was read from it. Returns `None` if the name has no known
/// extension, or nothing was read from stdin yet.
pub fn input_format(path: &Path) -> Option<FileFormat> {
    match Name::of(path) {
        Name::Standard(_) => STDIN.get().copied(),
        _ => FileFormat::of(path).ok(),
    }
}

/// Reads stdin to its end. Its first bytes tell the format, if the name does not.
fn stdin(name: &Path, named: Option<FileFormat>) -> Result<(FileFormat, Vec<u8>), Error> {
    let bytes = all_of_stdin(name)?;
    let format = *STDIN.get_or_init(|| named.unwrap_or_else(|| FileFormat::of_signature(&bytes)));
    Ok((format, bytes))
}

/// Reads stdin to its end, which can be done once.
fn all_of_stdin(name: &Path) -> Result<Vec<u8>, Error> {
    static IS_READ: AtomicBool = AtomicBool::new(false);
    if IS_READ.swap(true, Ordering::Relaxed) {
        return Err(Error::StdinTwice);
    }
    bounded(name, io::stdin().lock(), MAX_BYTES)
}

/// Reads all bytes of a mesh: of a file, or of stdin (`-`). Returns its name in messages, too.
pub fn mesh(path: &Path) -> Result<(PathBuf, Vec<u8>), Error> {
    let name = PathBuf::from(&*input_name(path));
    let bytes = if is_standard(path) { all_of_stdin(&name)? } else { contents(path)? };
    Ok((name, bytes))
}

/// Reads a stream whose length is unknown, and which may be endless.
fn bounded(name: &Path, stream: impl Read, max: u64) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let read = stream.take(max + 1).read_to_end(&mut bytes);
    read.map_err(|cause| Error::Read { path: name.into(), cause })?;
    if bytes.len() as u64 > max {
        let (found, instead) = (format!("more than {max} bytes"), "save it as a file, and give its name");
        return Err(Error::Long { path: name.into(), found, max, instead });
    }
    if bytes.is_empty() {
        return Err(Error::Empty { path: name.into() });
    }
    Ok(bytes)
}

/// Reads all bytes of a regular file. The metadata is read before the file is opened, because opening a pipe waits for its other end.
pub fn contents(path: &Path) -> Result<Vec<u8>, Error> {
    let unreadable = |cause| Error::Read { path: path.into(), cause };
    let metadata = fs::metadata(path).map_err(unreadable)?;
    if metadata.is_dir() {
        return Err(Error::Directory { path: path.into() });
    }
    if !metadata.is_file() {
        return Err(Error::Stream { path: path.into() });
    }
    let mut bytes = room(path, usize::try_from(metadata.len()).unwrap_or(usize::MAX))?;
    File::open(path).and_then(|file| file.take(metadata.len()).read_to_end(&mut bytes)).map_err(unreadable)?;
    if bytes.is_empty() {
        return Err(Error::Empty { path: path.into() });
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_is_read_up_to_its_limit() {
        let name = Path::new("stdin");
        assert_eq!(bounded(name, &b"1\n2\n"[..], 4).unwrap(), b"1\n2\n");
        let said = bounded(name, io::repeat(b'1'), 1000).unwrap_err().to_string();
        assert_eq!(
            said,
            "stdin has more than 1000 bytes, and the maximum is 1000: save it as a file, and give its name"
        );
        assert_eq!(bounded(name, io::empty(), 4).unwrap_err().to_string(), "stdin is empty (0 bytes)");
    }
}
