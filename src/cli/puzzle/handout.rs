//! Writes puzzles without their solutions, for a class.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail};

use brooklet::io::Directory;
use brooklet::puzzle::Puzzle;

use crate::cli::print;

/// Writes a folder with a folder for each puzzle: all beside it first, so that it is there whole, or not at all.
pub(super) fn write(all: &[Puzzle], out: &Path) -> anyhow::Result<()> {
    let shown = out.display();
    if out.symlink_metadata().is_ok() {
        let is_empty = out.is_dir() && fs::read_dir(out).is_ok_and(|mut entries| entries.next().is_none());
        if !is_empty {
            bail!("{shown} exists already, and is not an empty folder: choose another one");
        }
    }
    let parent = match out.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let made = Directory::make(parent)?;
    let beside = tempfile::Builder::new().prefix(".brooklet-handout-").tempdir_in(parent);
    let beside = beside.with_context(|| format!("cannot write beside {shown}"))?;
    let new = beside.path().join("new");
    for puzzle in all {
        let Some(files) = puzzle.handout()? else { bail!("the solution of {} is wrong", puzzle.name) };
        let folder = new.join(&puzzle.name);
        fs::create_dir_all(&folder).with_context(|| format!("cannot write {shown}"))?;
        for (name, text) in files {
            fs::write(folder.join(name), text)
                .with_context(|| format!("cannot write {}/{name} of {shown}", puzzle.name))?;
        }
    }
    if out.is_dir() {
        fs::remove_dir(out).with_context(|| format!("cannot replace {shown}"))?;
    }
    fs::rename(&new, out).with_context(|| format!("cannot write {shown}"))?;
    made.keep();
    let numbers = all.iter().map(Puzzle::number);
    let (first, last) = (numbers.clone().min().unwrap_or(0), numbers.max().unwrap_or(0));
    print(format!("{shown}: puzzles {first} to {last}, without their solutions"))
}
