//! The directory of an export: it is written whole, or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};

use brooklet::export::{MANIFEST, WORD};
use brooklet::io::Directory;

use crate::cli::usage;

/// A place for an export, which is free or holds an earlier one.
pub struct Place {
    path: PathBuf,
    /// Whether it is a directory without files.
    empty: bool,
}

impl Place {
    /// Checks that nothing but an earlier export would be replaced.
    pub fn check(path: &Path) -> anyhow::Result<Place> {
        if path == Path::new("-") || path.as_os_str().is_empty() {
            usage("export", "an export is a directory, which cannot go to stdout: -o DIR".into());
        }
        let shown = path.display();
        if path.symlink_metadata().is_err() {
            if path.file_name().is_none() {
                bail!("{shown} is no name of a directory");
            }
            return Ok(Place { path: path.to_owned(), empty: false });
        }
        if !path.is_dir() {
            bail!("{shown} is there already, and is no directory: choose another one");
        }
        let path = path.canonicalize().with_context(|| format!("cannot look up {shown}"))?;
        if fs::read_dir(&path).with_context(|| format!("cannot read {shown}"))?.next().is_none() {
            return Ok(Place { path, empty: true });
        }
        let Some(files) = files_of(&path) else {
            bail!("{shown} is there already, and is no export: choose another directory");
        };
        for entry in fs::read_dir(&path).with_context(|| format!("cannot read {shown}"))? {
            let name = entry.with_context(|| format!("cannot read {shown}"))?.file_name();
            if !files.iter().any(|file| **file == *name) {
                let name = name.display();
                bail!(
                    "{shown} is an export, but {name} in it is not of it, and would go: move it, or choose another directory"
                );
            }
        }
        Ok(Place { path, empty: false })
    }

    /// Writes the files beside the place, or into a directory of their own in an empty one, and then moves them there.
    pub fn write(&self, files: &[(String, String)]) -> anyhow::Result<()> {
        let shown = self.path.display();
        let parent = match self.path.parent() {
            _ if self.empty => self.path.as_path(),
            Some(parent) if !parent.as_os_str().is_empty() => parent,
            _ => Path::new("."),
        };
        let made = Directory::make(parent)?;
        let beside = tempfile::Builder::new().prefix(".brooklet-export-").tempdir_in(parent);
        let beside = beside.with_context(|| format!("cannot write beside {shown}"))?;
        let new = beside.path().join("new");
        fs::create_dir(&new).with_context(|| format!("cannot write {shown}"))?;
        for (name, text) in files {
            fs::write(new.join(name), text).with_context(|| format!("cannot write {name} of {shown}"))?;
        }
        if self.empty {
            return self.fill(&new, files);
        }
        let old = beside.path().join("old");
        let replaces = self.path.exists();
        if replaces {
            fs::rename(&self.path, &old).with_context(|| format!("cannot replace {shown}"))?;
        }
        if let Err(cause) = fs::rename(&new, &self.path) {
            if replaces {
                fs::rename(&old, &self.path).with_context(|| format!("cannot put {shown} back"))?;
            }
            return Err(cause).with_context(|| format!("cannot write {shown}"));
        }
        made.keep();
        Ok(())
    }

    /// Moves the files into the empty directory, which stays the same one: a shell may be in it.
    fn fill(&self, new: &Path, files: &[(String, String)]) -> anyhow::Result<()> {
        for (number, (name, _)) in files.iter().enumerate() {
            if let Err(cause) = fs::rename(new.join(name), self.path.join(name)) {
                // What cannot be removed is left, as the first error is the one to report.
                files[..number].iter().for_each(|(moved, _)| drop(fs::remove_file(self.path.join(moved))));
                return Err(cause).with_context(|| format!("cannot write {name} of {}", self.path.display()));
            }
        }
        Ok(())
    }
}

/// Returns the names of the files of an export in this directory, or `None` if there is none.
fn files_of(path: &Path) -> Option<Vec<String>> {
    let text = fs::read_to_string(path.join(MANIFEST)).ok()?;
    let manifest: serde_json::Value = serde_json::from_str(&text).ok()?;
    if manifest["format"] != WORD {
        return None;
    }
    let programs = manifest["programs"].as_array()?.iter().filter_map(|program| program["file"].as_str());
    Some(programs.chain([MANIFEST, "quad.vert", "run.js"]).map(str::to_owned).collect())
}
