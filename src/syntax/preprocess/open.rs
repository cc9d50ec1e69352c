//! Reads a program's file, and the files that it includes.

use std::path::{Path, PathBuf};

use super::{MAX_BYTES, Rules, Sources};
use crate::syntax::read_text;

/// Reads a file, and calls `make` with its name, its text, and the source of the files that it includes: those in its folder, and those in
/// the folders to search.
pub(crate) fn open<R>(
    path: &Path,
    defines: &str,
    includes: &[PathBuf],
    rules: &Rules,
    make: impl FnOnce(&str, &str, &Sources) -> R,
) -> std::io::Result<R> {
    let text = read_text(path, MAX_BYTES)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let load = |name: &str| read(&folder.join(name));
    let search = |name: &str| {
        includes.iter().find_map(|folder| {
            let path = std::path::absolute(folder.join(name)).ok()?;
            Some((path.display().to_string(), read(&path)?))
        })
    };
    let sources = Sources { defines, load: &load, search: &search, rules };
    Ok(make(&path.display().to_string(), &text, &sources))
}

/// Reads a file. Programs that were written on Windows may name it in another case, and with other separators.
fn read(path: &Path) -> Option<String> {
    // Read only regular files: a pipe could block forever.
    let path = match path.is_file() {
        true => path.to_path_buf(),
        false => in_any_case(path)?,
    };
    read_text(&path, MAX_BYTES).ok()
}

fn in_any_case(path: &Path) -> Option<PathBuf> {
    let separated = PathBuf::from(path.to_str()?.replace('\\', "/"));
    if separated.is_file() {
        return Some(separated);
    }
    let wanted = separated.file_name()?;
    let folder = separated.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut files = std::fs::read_dir(folder).ok()?.filter_map(Result::ok);
    files
        .find(|file| file.file_name().eq_ignore_ascii_case(wanted))
        .map(|file| file.path())
        .filter(|path| path.is_file())
}
