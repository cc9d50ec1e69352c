//! Warnings that have been shown: a program that is run again is not warned about again.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use brooklet::capi;

/// The most marks that are kept; then all go.
const MAX_MARKS: usize = 1000;

/// Whether these words about a file have been said by an earlier run. Now they are. Where nothing is kept, they have not.
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
