//! Compiled host code, kept for the next run of the same program.
//!
//! What is kept is found by a hash of all that goes into it: the translated text, the compiler, its options and brooklet's own
//! headers. Headers of the program's own, as the compiler lists them, are hashed beside it: where one has changed it is compiled
//! again. System headers are taken for part of the compiler.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use brooklet::capi::{self, HEADERS};

/// The most objects that are kept; the oldest go first.
const MAX_OBJECTS: usize = 200;

/// The place of one object.
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
    /// The place for the object of these inputs, where anything is kept.
    pub fn of(inputs: &[&str]) -> Option<Kept> {
        let folder = capi::cache_folder()?.join("host");
        std::fs::create_dir_all(&folder).ok()?;
        let all = (env!("CARGO_PKG_VERSION"), HEADERS, inputs);
        let name = format!("{:016x}{:016x}", hash((0u8, &all)), hash((1u8, &all)));
        Some(Kept { object: folder.join(format!("{name}.so")), headers: folder.join(format!("{name}.headers")) })
    }

    /// The object, if it is there and the headers that went into it are what they were.
    pub fn find(&self) -> Option<&Path> {
        let known = std::fs::read_to_string(&self.headers).ok()?;
        let same = |line: &str| {
            let (sum, path) = line.split_once(' ')?;
            (format!("{:016x}", hash(std::fs::read(path).ok()?)) == sum).then_some(())
        };
        known.lines().all(|line| same(line).is_some()).then_some(self.object.as_path()).filter(|path| path.is_file())
    }

    /// Keeps an object. `listed` is what the compiler says of the files that went into it, of which those in `folder` are ours.
    /// What cannot be kept is compiled again next time.
    pub fn keep(&self, object: &Path, listed: &Path, folder: &Path) {
        let Some(headers) = std::fs::read_to_string(listed).ok().and_then(|listed| headers(&listed)) else { return };
        let mut lines = String::new();
        for path in headers.iter().filter(|path| !path.starts_with(folder)) {
            let (Ok(bytes), Ok(path)) = (std::fs::read(path), std::path::absolute(path)) else { return };
            let Some(path) = path.to_str().filter(|path| !path.contains('\n')) else { return };
            lines += &format!("{:016x} {path}\n", hash(bytes));
        }
        self.prune();
        let beside = self.object.with_extension(format!("{}.part", std::process::id()));
        // The list comes last: without it there is nothing.
        let kept = std::fs::copy(object, &beside)
            .and_then(|_| std::fs::rename(&beside, &self.object))
            .and_then(|()| std::fs::write(&beside, lines))
            .and_then(|()| std::fs::rename(&beside, &self.headers));
        if let Err(error) = kept {
            log::debug!("host code is not kept: {error}");
            let _ = std::fs::remove_file(&beside);
        }
    }

    /// Removes the oldest half where there are too many.
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

/// The files of a rule of make: `program.so: a.cpp b\ c.h \` and so on.
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
