//! Reads kernels from files, with the files that they include.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use super::Source;
use super::parse::{MAX_BYTES, included_names};
use crate::syntax::{read_text, with_line_ends};

impl Source {
    /// Reads a kernel's file, and the files that it includes. Their names are relative to the folder of the kernel's file.
    ///
    /// A file that does not exist is left out; [`compile`](super::compile) then reports its `#include`.
    ///
    /// ```no_run
    /// use brooklet::kernel::{self, Source};
    /// let (kernel, _warnings) = kernel::compile(&Source::open("blur.frag")?)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The kernel's own file cannot be read, or a file that it includes exists but cannot be read.
    pub fn open(path: impl AsRef<Path>) -> io::Result<Source> {
        let path = path.as_ref();
        let own = path;
        let folder = path.parent().unwrap_or(Path::new(""));
        let text = with_line_ends(read_text(path, MAX_BYTES)?);
        let mut left = MAX_BYTES.saturating_sub(text.len());
        let mut source = Source::new(path.display().to_string(), text.clone());
        let (mut texts, mut known) = (vec![text], HashSet::new());
        // If the last text was cut off at the limit, the compiler refuses the kernel for its length.
        while let Some(text) = texts.pop().filter(|_| left > 0) {
            for name in included_names(&text) {
                if left == 0 || !known.insert(name.to_owned()) {
                    continue;
                }
                // Only regular files are read, because reading a pipe could wait forever.
                let Some(path) = Some(folder.join(name)).filter(|path| path.is_file()) else { continue };
                if same_file(&path, own) {
                    // The kernel's own text is there already, so its second inclusion is empty.
                    source = source.part(name.to_owned(), String::new());
                    continue;
                }
                let text = read_text(&path, left).map_err(|cause| {
                    io::Error::new(cause.kind(), format!("it includes {}, of which: {cause}", path.display()))
                })?;
                let text = with_line_ends(text);
                left = left.saturating_sub(text.len());
                source = source.part(name.to_owned(), text.clone());
                texts.push(text);
            }
        }
        Ok(source)
    }
}

fn same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}
