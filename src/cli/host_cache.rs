//! Caches compiled host code for the next run of the same program.
//!
//! The key of an entry is a hash of the translated texts, the compiler, its options and brooklet's own headers. The hashes of the program's
//! files in C++ and its other headers, as the compiler lists them, are stored beside the object: if one of them has changed, the entry is
//! not used. System headers are taken for part of the compiler.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use brooklet::capi::{self, HEADERS};

/// The maximum number of objects in the cache; the oldest are removed first.
const MAX_OBJECTS: usize = 200;

/// The paths of an entry: the object, and the list of its headers.
pub struct Kept {
    object: PathBuf,
    headers: PathBuf,
}

fn hash(of: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    of.hash(&mut hasher);
    hasher.finish()
}

impl Kept {
    /// Returns the entry for these inputs, or `None` if nothing is cached.
    pub fn of(inputs: &[Vec<u8>]) -> Option<Kept> {
        let folder = capi::cache_folder()?.join("host");
        std::fs::create_dir_all(&folder).ok()?;
        let all = (env!("CARGO_PKG_VERSION"), HEADERS, inputs);
        let name = format!("{:016x}{:016x}", hash((0u8, &all)), hash((1u8, &all)));
        Some(Kept { object: folder.join(format!("{name}.so")), headers: folder.join(format!("{name}.headers")) })
    }

    /// Returns the object, if it exists and its headers have not changed.
    pub fn find(&self) -> Option<&Path> {
        let known = std::fs::read_to_string(&self.headers).ok()?;
        let same = |line: &str| {
            let (sum, path) = line.split_once(' ')?;
            (format!("{:016x}", hash(std::fs::read(path).ok()?)) == sum).then_some(())
        };
        known.lines().all(|line| same(line).is_some()).then_some(self.object.as_path()).filter(|path| path.is_file())
    }

    /// Stores an object. `lists` are the compiler's dependency files; the files of them within `folder` are ours and not recorded. An object
    /// that cannot be stored is compiled again next time.
    pub fn keep(&self, object: &Path, lists: &[PathBuf], folder: &Path) {
        let listed = |list: &PathBuf| headers(&std::fs::read_to_string(list).ok()?);
        let Some(all) = lists.iter().map(listed).collect::<Option<Vec<_>>>() else { return };
        let files: BTreeSet<PathBuf> = all.into_iter().flatten().collect();
        let mut lines = String::new();
        for path in files.iter().filter(|path| !path.starts_with(folder)) {
            let (Ok(bytes), Ok(path)) = (std::fs::read(path), std::path::absolute(path)) else { return };
            let Some(path) = path.to_str().filter(|path| !path.contains('\n')) else { return };
            lines += &format!("{:016x} {path}\n", hash(bytes));
        }
        self.prune();
        let beside = self.object.with_extension(format!("{}.part", std::process::id()));
        // The list is written last: an object without a list is no valid entry.
        let kept = std::fs::copy(object, &beside)
            .and_then(|_| std::fs::rename(&beside, &self.object))
            .and_then(|()| std::fs::write(&beside, lines))
            .and_then(|()| std::fs::rename(&beside, &self.headers));
        if let Err(error) = kept {
            log::debug!("host code is not kept: {error}");
            let _ = std::fs::remove_file(&beside);
        }
    }

    /// Removes the oldest objects, half of the maximum, if the maximum is reached.
    fn prune(&self) {
        let Some(entries) = self.object.parent().and_then(|folder| std::fs::read_dir(folder).ok()) else { return };
        let files = entries.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        let objects = files.filter(|path| path.extension().is_some_and(|ending| ending == "so"));
        let mut dated: Vec<_> =
            objects.filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path))).collect();
        if dated.len() < MAX_OBJECTS {
            return;
        }
        dated.sort();
        for (_, object) in dated.iter().take(MAX_OBJECTS / 2) {
            let _ = std::fs::remove_file(object.with_extension("headers"));
            let _ = std::fs::remove_file(object);
        }
    }
}

/// Returns the prerequisites of a make rule: `program.so: a.cpp b\ c.h \` and so on.
fn headers(rule: &str) -> Option<Vec<PathBuf>> {
    let (_, files) = rule.split_once(": ")?;
    let joined = files.replace("\\\n", " ").replace("\\ ", "\0");
    let words = joined.split_whitespace().map(|word| PathBuf::from(word.replace('\0', " ").replace("$$", "$")));
    Some(words.collect())
}

#[cfg(test)]
mod tests {
    use super::headers;
    use std::path::PathBuf;

    #[test]
    fn files_of_a_rule() {
        let found = headers("p.so: /tmp/a.cpp \\\n my\\ own.h b.h\n").unwrap();
        assert_eq!(found, ["/tmp/a.cpp", "my own.h", "b.h"].map(PathBuf::from));
        assert_eq!(headers("nothing"), None);
    }
}
