//! Remembers which warnings have been shown, so that a program that is run again does not repeat them.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use brooklet::capi;

/// The maximum number of marks. When it is reached, all are deleted.
const MAX_MARKS: usize = 1000;

/// Returns whether an earlier run has shown this text about a file, and marks it as shown. If nothing can be stored, the answer is always
/// no.
pub fn before(file: &Path, words: &str) -> bool {
    let mark = || {
        let folder = capi::cache_folder()?.join("said");
        std::fs::create_dir_all(&folder).ok()?;
        let mut hasher = DefaultHasher::new();
        (std::path::absolute(file).ok()?, words).hash(&mut hasher);
        let mark = folder.join(format!("{:016x}", hasher.finish()));
        if mark.exists() {
            return Some(true);
        }
        if std::fs::read_dir(&folder).ok()?.count() >= MAX_MARKS {
            std::fs::read_dir(&folder).ok()?.flatten().for_each(|entry| drop(std::fs::remove_file(entry.path())));
        }
        std::fs::write(mark, "").ok()?;
        Some(false)
    };
    mark().unwrap_or(false)
}
