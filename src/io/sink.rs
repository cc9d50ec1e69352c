//! Sinks: where the bytes of a file go, beside its place on a disk or into memory.

use std::io::{self, Write};
use std::path::Path;

use super::Error;

/// Takes the bytes of one file.
pub trait Sink {
    /// What is there when it is full.
    type Filled;

    /// Has `fill` write the file of this name.
    fn fill(self, path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Self::Filled, Error>;
}

/// Memory.
pub struct Memory;

impl Sink for Memory {
    type Filled = Vec<u8>;

    fn fill(self, path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        fill(&mut bytes).map_err(|cause| Error::Write { path: path.into(), cause })?;
        Ok(bytes)
    }
}

/// A file beside its place.
#[cfg(not(target_family = "wasm"))]
pub struct Beside;

#[cfg(not(target_family = "wasm"))]
impl Sink for Beside {
    type Filled = super::Staged;

    fn fill(self, path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<super::Staged, Error> {
        super::stage(path, fill)
    }
}
