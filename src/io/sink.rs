//! Sinks, which take the bytes of a file: a temporary file beside its target, or memory.

use std::io::{self, Write};
use std::path::Path;

use super::Error;

/// Takes the bytes of one file.
pub trait Sink {
    /// What [`fill`](Sink::fill) returns.
    type Filled;

    /// Calls `fill` to write the contents of the file at `path`.
    fn fill(self, path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Self::Filled, Error>;
}

/// Collects the bytes in memory.
pub struct Memory;

impl Sink for Memory {
    type Filled = Vec<u8>;

    fn fill(self, path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<Vec<u8>, Error> {
        let mut bytes = Vec::new();
        fill(&mut bytes).map_err(|cause| Error::Write { path: path.into(), cause })?;
        Ok(bytes)
    }
}

/// Stages a temporary file beside its target.
#[cfg(not(target_family = "wasm"))]
pub struct Beside;

#[cfg(not(target_family = "wasm"))]
impl Sink for Beside {
    type Filled = super::Staged;

    fn fill(self, path: &Path, fill: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<super::Staged, Error> {
        super::stage(path, fill)
    }
}
