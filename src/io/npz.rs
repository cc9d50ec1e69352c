//! Reads and writes arrays in NumPy's archives (`.npz`): zip files with a `.npy` file for each array.

use std::io::{self, Cursor, Read, Write};
use std::path::Path;

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::name::{Name, file_of};
use super::{Error, FileFormat, MAX_BYTES, excerpt, room};

/// The ending of an array's name in the archive.
const ENDING: &str = ".npy";

/// The name that an array gets if the output has none, as in NumPy.
const UNNAMED: &str = "arr_0";

/// The maximum number of names of arrays that a message shows.
const SHOWN: usize = 12;

/// The maximum number of bytes that one byte of deflated data can expand to.
pub const DEFLATE: u64 = 1032;

/// Returns the `.npy` file of the array that `path` names (`arrays.npz:name`), or of the only array.
pub fn array(path: &Path, bytes: &[u8]) -> Result<Vec<u8>, Error> {
    let malformed = |reason: String| Error::Malformed { path: path.into(), format: "NPZ", reason };
    let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(|error| malformed(error.to_string()))?;
    let names: Vec<&str> = archive.file_names().filter_map(|name| name.strip_suffix(ENDING)).collect();
    let name = match (Name::of(path), &names[..]) {
        (Name::Member(_, wanted), _) if names.contains(&wanted) => wanted,
        (Name::Member(_, wanted), _) => {
            let (path, names) = (file_of(path).into(), shown(&names));
            return Err(Error::NoArray { path, wanted: excerpt(wanted), names });
        }
        (_, [only]) => only,
        (_, []) => return Err(malformed("it holds no array (.npy)".into())),
        (_, [first, ..]) => {
            let first = excerpt(first);
            return Err(Error::SeveralArrays { path: path.into(), count: names.len(), names: shown(&names), first });
        }
    };
    let name = format!("{name}{ENDING}");
    let member = archive.by_name(&name).map_err(|error| malformed(format!("{}: {error}", excerpt(&name))))?;
    let size = member.size();
    let (held, stored) = (bytes.len() as u64, member.compression() == CompressionMethod::Stored);
    let max = if stored { held } else { held.saturating_mul(DEFLATE) };
    if size > max {
        let name = excerpt(&name);
        return Err(malformed(format!(
            "{name} claims {size} bytes, and an archive of {held} bytes holds at most {max}"
        )));
    }
    if !stored && size > MAX_BYTES {
        let (found, instead) = (format!("a compressed array of {size} bytes"), "save it with np.savez");
        return Err(Error::Long { path: path.into(), found, max: MAX_BYTES, instead });
    }
    let mut array = room(path, usize::try_from(size).unwrap_or(usize::MAX))?;
    // One byte more than claimed, so that the reader comes to the end and compares the checksum.
    let read = member.take(size.saturating_add(1)).read_to_end(&mut array);
    read.map_err(|error| malformed(format!("{}: {error}", excerpt(&name))))?;
    if array.len() as u64 != size {
        return Err(malformed(format!("{} claims {size} bytes, and holds {}", excerpt(&name), array.len())));
    }
    match array.is_empty() {
        true => Err(malformed(format!("{} is empty (0 bytes)", excerpt(&name)))),
        false => Ok(array),
    }
}

/// Formats the names of an archive's arrays for messages.
fn shown(names: &[&str]) -> String {
    let mut shown: Vec<String> = names.iter().take(SHOWN).map(|name| excerpt(name)).collect();
    if names.len() > SHOWN {
        shown.push("..".into());
    }
    match shown.is_empty() {
        true => "no array".into(),
        false => shown.join(", "),
    }
}

/// Writes an `.npy` file through `fill`. If `path` is that of an archive, the file becomes its only array, stored as `np.savez` does.
pub fn write_npy(
    path: &Path,
    file: &mut dyn Write,
    fill: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> io::Result<()> {
    let name = match (Name::of(path), FileFormat::of(path)) {
        (Name::Member(_, name), _) => name,
        (_, Ok(FileFormat::Npz)) => UNNAMED,
        _ => return fill(file),
    };
    // The archive is made in memory: the writer goes back to its entries' sizes, and when it fails on a disk, it prints.
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    // NumPy, too, has room for 64 bits of size in each entry.
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored).large_file(true);
    archive.start_file(format!("{name}{ENDING}"), options)?;
    fill(&mut archive)?;
    file.write_all(archive.finish()?.get_ref())
}
